"""Statistics: the figures of one person."""

from __future__ import annotations

from bot.rules.ruleset import PRESETS
from bot.rules.scoring import DealScore
from tests.cogs.finished import DAY, count, enough, finished, number_of
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody


async def rating_of(person: Somebody) -> int | None:
    """Somebody's rating in their server."""
    place = person.place
    figures = await place.bot.standings.stats(place.guild.id, await number_of(person))
    return None if figures is None else figures.rating


async def test_every_figure(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben], [DealScore((0, 26, 26, 26), moon=(0,))], ago=40 * DAY)
    await finished([ann, ben], [(1, 2, 13, 10), (13, 5, 4, 4), (16, 1, 5, 4)], left=[ann])
    await finished([ben, ann])
    await finished([ann])
    told = await ann.told("stats")
    assert told.texts == (
        "### 📊 Ann\n-# Games by these rules count: Standard, Short game and Quick",
        "**Games among people** · All time\n"
        f"rating {await rating_of(ann)}\n"
        "3 games · 1 win\n"
        "average place 2.33\n7.00 points a deal\n"
        "best deal 0 points\nworst deal 16 points\n"
        "shot the moon 1 time\ntook the queen of spades 0 times\n"
        "left 1 game early",
        "**Games among people** · This month\n"
        f"rating {await rating_of(ann)}\n"
        "2 games · 0 wins\n"
        "average place 3.00\n8.75 points a deal\n"
        "best deal 1 point\nworst deal 16 points\n"
        "shot the moon 0 times\ntook the queen of spades 0 times\n"
        "left 1 game early",
        "**Games alone with computers** · All time\n"
        "1 game · 1 win\n"
        "average place 1.00\n0.00 points a deal\n"
        "best deal 0 points\nworst deal 0 points\n"
        "shot the moon 0 times\ntook the queen of spades 0 times",
        "**Games alone with computers** · This month\n"
        "1 game · 1 win\n"
        "average place 1.00\n0.00 points a deal\n"
        "best deal 0 points\nworst deal 0 points\n"
        "shot the moon 0 times\ntook the queen of spades 0 times",
    )
    assert not place.public_messages()


async def test_in_german(place: Place) -> None:
    ann, ben = place.somebody("ann", "de"), place.somebody("ben", "de")
    await finished([ann, ben], [(1, 2, 13, 10), (2, 24, 5, 5)])
    told = await ben.told("stats", member=ann.member)
    assert told.texts[:2] == (
        "### 📊 Ann\n-# Es zählen Partien nach diesen Regeln: Standard, Kurze Partie und Quick",
        "**Partien mit anderen** · Insgesamt\n"
        f"Wertung {await rating_of(ann)}\n"
        "1 Partie · 1 Sieg\n"
        "im Schnitt Platz 1,00\n1,50 Punkte je Spiel\n"
        "bestes Spiel 1 Punkt\nschlechtestes Spiel 2 Punkte\n"
        "0-mal den Mond abgeschossen\n0-mal die Pik-Dame bekommen",
    )
    await finished([ann, ben], [(1000, 1, 2, 3)])
    assert "schlechtestes Spiel 1.000 Punkte" in (await ben.told("stats", member=ann.member)).text


async def test_queens_are_those_of_the_games(place: Place) -> None:
    names = ("ann", "ben", "cleo", "dora")
    people = await place.game(*map(place.somebody, names), hands=False, preset="short")
    table = await place.table()
    await play_on(place, table)
    taken = 0
    for person in people:
        text = (await person.told("stats")).texts[1]
        taken += int(text.rpartition("queen of spades ")[2].split(" ")[0])
    assert taken == len(table.state.history) > 0


async def test_no_game_this_month(place: Place) -> None:
    ann = place.somebody("ann")
    await finished([ann], ago=40 * DAY)
    told = await ann.told("stats")
    assert told.texts[2] == "**Games alone with computers** · This month\nNo game yet this month that counts."


async def test_nothing_yet(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    told = await ann.told("stats")
    assert (
        told.texts[1] == "You have not finished a game here yet that counts. `/hearts start` opens a table!"
    )
    assert (await ann.told("stats", member=ann.member)).texts == told.texts
    told = await ann.told("stats", member=ben.member)
    assert told.texts[1] == "Ben has not finished a game here yet that counts."


async def test_minimum_games_do_not_matter(place: Place) -> None:
    ann = place.somebody("ann")
    await finished([ann])
    await enough(place, 50)
    assert "1 game · 1 win" in (await ann.told("stats")).text


async def test_two_servers_never_see_each_other(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben], server=place.guild.id + 1)
    assert "not finished a game here" in (await ann.told("stats")).text


async def test_who_is_not_in_the_server(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ben, ann])
    place.guild.remove_member(ben.member)
    told = await ann.told("stats", member=ben.member.user)
    assert told.text == "Ben is not in this server."


async def test_games_by_other_rules(place: Place) -> None:
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
    moon = DealScore((0, 0, 26, 78), moon=(0, 1))
    await finished(people, [moon, (16, 10, 3, 90)], ruleset=PRESETS["partners"])
    assert "not finished a game here yet that counts" in (await people[1].told("stats")).text
    await count(place, "partners")
    told = await people[1].told("stats")
    assert told.texts[1:] == (
        "**Games among people** · All time\n"
        f"rating {await rating_of(people[1])}\n"
        "1 game · 0 wins\n"
        "average place 4.00\n"
        "shot the moon 1 time\ntook the queen of spades 0 times",
        "**Games among people** · This month\n"
        f"rating {await rating_of(people[1])}\n"
        "1 game · 0 wins\n"
        "average place 4.00\n"
        "shot the moon 1 time\ntook the queen of spades 0 times",
        "-# Places are converted to a table of four: from 1 for the first to 4 for the last.\n"
        "-# Points are only taken from games of four, each for themselves, with the usual 26 points a deal.",
    )
