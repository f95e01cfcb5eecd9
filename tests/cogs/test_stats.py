"""Statistics: the figures of one person."""

from __future__ import annotations

import pytest

from bot.pictures import studio
from bot.pictures.rating import RatingPicture
from bot.rules.ruleset import PRESETS
from bot.rules.scoring import DealScore
from tests.cogs import trouble
from tests.cogs.choosing import press
from tests.cogs.finished import DAY, count, enough, finished, number_of
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

MOONS = "-# Missed: at least seven tenths of the points alone, but not all. Conceded: somebody else shot it."


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
        f"rating {await rating_of(ann)} · "
        "3 games · 1 win\n"
        "average place 2.33 · 7.00 points a deal\n"
        "best deal 0 points · worst 16 points\n"
        "moons: 1 shot, 0 missed, 0 conceded\ntook the queen of spades 0 times\n"
        "left 1 game early\n"
        "best game #1: place 1 of 4, 0 points\n"
        "worst game #2: left early",
        "**Games among people** · This month\n"
        f"rating {await rating_of(ann)} · "
        "2 games · 0 wins\n"
        "average place 3.00 · 8.75 points a deal",
        "**Games alone with computers** · All time\n"
        "1 game · 1 win\n"
        "average place 1.00 · 0.00 points a deal\n"
        "best deal 0 points · worst 0 points\n"
        "moons: 0 shot, 0 missed, 0 conceded\ntook the queen of spades 0 times\n"
        "best game #4: place 1 of 4, 0 points",
        "**Games alone with computers** · This month\n"
        "1 game · 1 win\n"
        "average place 1.00 · 0.00 points a deal",
        "**Met most often**\nBen: 3 games · better in 1, worse in 2",
        MOONS,
    )
    assert not place.public_messages()


async def test_in_german(place: Place) -> None:
    ann, ben = place.somebody("ann", "de"), place.somebody("ben", "de")
    await finished([ann, ben], [(1, 2, 13, 10), (2, 24, 5, 5)])
    told = await ben.told("stats", member=ann.member)
    assert told.texts[:2] == (
        "### 📊 Ann\n-# Es zählen Partien nach diesen Regeln: Standard, Kurze Partie und Quick",
        "**Partien mit anderen** · Insgesamt\n"
        f"Wertung {await rating_of(ann)} · "
        "1 Partie · 1 Sieg\n"
        "im Schnitt Platz 1,00 · 1,50 Punkte je Spiel\n"
        "bestes Spiel 1 Punkt · schlechtestes 2 Punkte\n"
        "Monde: 0 geschafft, 0 verfehlt, 0 zugelassen\n0-mal die Pik-Dame bekommen\n"
        "beste Partie #1: Platz 1 von 4, 3 Punkte",
    )
    await finished([ann, ben], [(1000, 1, 2, 3)])
    assert "schlechtestes 1.000 Punkte" in (await ben.told("stats", member=ann.member)).text


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
        f"rating {await rating_of(people[1])} · "
        "1 game · 0 wins\n"
        "average place 4.00\n"
        "moons: 1 shot, 0 missed, 0 conceded\ntook the queen of spades 0 times\n"
        "best game #1: place 2 of 2",
        "**Games among people** · This month\n"
        f"rating {await rating_of(people[1])} · "
        "1 game · 0 wins\n"
        "average place 4.00",
        "**Met most often**\nAnn: 1 game · better in 0, worse in 1\nCleo: 1 game · better in 0, worse in 1",
        f"{MOONS}\n-# Places are converted to a table of four: from 1 for the first to 4 for the last.\n"
        "-# Points are only taken from games of four, each for themselves, with the usual 26 points a deal.",
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[RatingPicture]:
    """What every picture of a rating was to show, the newest last."""
    pictures: list[RatingPicture] = []

    def draw(picture: RatingPicture) -> bytes:
        pictures.append(picture)
        return b"\x89PNG a picture"

    monkeypatch.setattr(studio, "draw_rating", draw)
    return pictures


async def test_the_rating_over_time_is_a_picture_that_says_the_same(
    place: Place, drawn: list[RatingPicture]
) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ben, ann], ago=45 * DAY)
    await finished([ann, ben], ago=44 * DAY)
    await finished([ann, ben])
    told = await ben.told("stats", member=ann.member)
    [picture] = drawn
    assert told.files == ("rating.png",)
    assert picture.title == "Rating of Ann"
    assert picture.caption == "3 rated games"
    ratings = await place.bot.standings.ratings(place.guild.id, await number_of(ann))
    assert [point.last for point in picture.points] == [rating for _, rating in ratings]
    [alt] = told.alts
    first, _, last = (rating for _, rating in ratings)
    assert alt.startswith("The rating of Ann over 3 rated games, from ")
    assert f"It was {first} after the first and is {last} after the last. Lowest: {first} on " in alt
    assert f"Highest: {last} on " in alt
    assert alt.count(f" {last}.") == 1, "the month it is, the newest first"
    assert "Rating over time" not in told.text


async def test_who_likes_no_pictures_is_told_of_the_rating_in_words(
    place: Place, drawn: list[RatingPicture]
) -> None:
    ann, ben = place.somebody("ann", "de"), place.somebody("ben")
    await finished([ann, ben])
    await finished([ben, ann])
    await press(ann, await ann.told("preferences"), "hearts:prefer:0:pictures:no")
    told = await ann.told("stats")
    assert not told.files
    assert not drawn
    (_, first), (_, last) = await place.bot.standings.ratings(place.guild.id, await number_of(ann))
    [block] = [text for text in told.texts if text.startswith("**Wertung im Lauf der Zeit**")]
    assert [line.split(" (<t:")[0] for line in block.split("\n")] == [
        "**Wertung im Lauf der Zeit** · 2 gewertete Partien",
        f"anfangs {first}",
        f"am niedrigsten {min(first, last)}",
        f"am höchsten {max(first, last)}",
        f"jetzt {last}",
    ]


@pytest.mark.expect_discord_errors
async def test_where_nothing_can_be_drawn_the_text_says_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trouble.failing_studio(monkeypatch)
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben])
    await finished([ann, ben])
    told = await ann.told("stats")
    assert not told.files
    assert "**Rating over time** · 2 rated games" in told.text
    assert "a rating could not be drawn" in caplog.text


async def test_one_rated_game_is_no_course(place: Place, drawn: list[RatingPicture]) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben])
    told = await ann.told("stats")
    assert not told.files
    assert not drawn
    assert "Rating over time" not in told.text


async def test_the_best_and_the_worst_game_open_as_they_were(place: Place) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    await finished([ben, ann])
    await finished([ann, ben])
    await finished([ann])
    told = await eve.told("stats", member=ann.member)
    assert [label for label in told.buttons if "ame" in label or "alone" in label] == [
        "Best game",
        "Worst game",
        "Best alone",
    ]
    for label, game in (("Best game", 2), ("Worst game", 1), ("Best alone", 3)):
        since = len(eve.messages())
        await eve.member.click(told.message, custom_id=told.buttons[label]["custom_id"])
        [replay] = eve.messages()[since:]
        assert see(replay).texts[0].startswith(f"### 🎞️ Game #{game} ")
    assert eve.again(told.message.id).texts == told.texts, "the figures stay beside them"
    result = await ann.forge(told.message, told.buttons["Best game"]["custom_id"])
    assert result.response.content == ann.words("history.not_yours", command="`/hearts history`")


async def test_a_game_that_was_left_is_never_the_best_one(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben], left=[ann])
    told = await ann.told("stats")
    assert "worst game #1: left early" in told.text
    assert "best game" not in told.text
    assert [label for label in told.buttons if "game" in label] == ["Worst game"]
    await finished([ben, ann])
    told = await ann.told("stats")
    assert "best game #2: place" in told.text
    assert "worst game #1: left early" in told.text


async def test_who_was_met_and_has_left_the_server_is_not_named(place: Place) -> None:
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora", "eve", "finn", "gina", "hugo")]
    ann = people[0]
    for others in (people[1:4], people[3:6], people[5:8]):
        await finished([ann, *others])
    told = await ann.told("stats")
    met = [line.split(":")[0] for line in told.texts[3].split("\n")[1:]]
    assert met == ["Dora", "Finn", "Ben", "Cleo", "Eve"]
    for somebody in (people[3], people[1]):
        place.guild.remove_member(somebody.member)
        await place.bot.store.member_seen(
            place.guild.id, await number_of(somebody), True, place.bot.now() - 2 * DAY
        )
    told = await ann.told("stats")
    assert [line.split(":")[0] for line in told.texts[3].split("\n")[1:]] == [
        "Finn",
        "Cleo",
        "Eve",
        "Gina",
        "Hugo",
    ]


async def test_a_name_from_the_right_is_kept_apart(place: Place, drawn: list[RatingPicture]) -> None:
    ann, ben = place.somebody("ann"), place.somebody("مرحبا")
    for _ in range(2):
        await finished([ben, ann])
    told = await ann.told("stats", member=ben.member)
    name = drawn[0].title.removeprefix("Rating of ")
    assert told.texts[0].startswith(f"### 📊 \u2068{name}\u2069\n")
    assert f"The rating of {name} over 2 rated games" in told.alts[0]
    told = await ann.told("stats")
    assert f"\u2068{name}\u2069: 2 games · better in 0, worse in 2" in told.text
