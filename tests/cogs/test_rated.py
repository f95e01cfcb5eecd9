"""Ratings: whether a game is rated is settled and said at its start, and leaderboards are sorted by them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.engine.acts import Leave
from bot.engine.state import Phase
from bot.rules.ruleset import PRESETS
from bot.standings import GameKind, Order
from bot.text.commands import command_line
from tests.cogs.choosing import pick, press, size
from tests.cogs.finished import DAY, count, enough, finished, lines, names, number_of
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see
from tests.cogs.test_short_game import played_to_the_end


class TestWhetherAGameIsRated:
    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_is_said_from_the_lobby_to_the_end(self, place: Place, locale: str) -> None:
        ann, ben = place.somebody("ann", locale), place.somebody("ben", locale)
        await place.lobby(ann, preset="short")
        assert ann.words("lobby.unrated") in place.shown().text
        await ben.press(place.table_message(), "button.join")
        assert ann.words("lobby.rated") in place.shown().text
        people = await place.game_started(ann, ben)
        assert ann.words("table.rated") in place.shown().text
        await place.restart()
        assert (await place.table()).state.rated
        await played_to_the_end(place, people)
        command = command_line("leaderboard", ann.words)
        assert ann.words("over.rated", leaderboard=command) in see(place.table_message()).text
        await place.bot.standings.close()
        await enough(place)
        told = await ann.told("leaderboard")
        assert {line.split(" ")[1] for line in names(told)} == {"Ann", "Ben"}

    @pytest.mark.parametrize(
        ("locale", "counted"), [("en-US", "short"), ("de", "short"), ("en-US", "standard")]
    )
    async def test_who_left_is_last_whatever_became_of_the_seat(
        self, place: Place, locale: str, counted: str
    ) -> None:
        people = [place.somebody(name, locale) for name in ("ann", "ben", "cleo", "dora")]
        await count(place, counted)
        seated = await place.game(*people, preset="short", hands=False)
        table = await place.table()
        for person in seated[1:]:
            await place.act(Leave(await person.number()))
        await play_on(place, table)
        game, words = table.state.game, people[0].words
        assert game is not None
        left = [
            person.member.user.global_name or ""
            for seat, person in enumerate(seated)
            if seat > 0 and game.places[seat] < max(game.places)
        ]
        assert left, "of three not all are last"
        note = words.count("over.left", len(left), names=words.list(left))
        assert (note in place.shown().text) == (counted == "short")

    async def test_alone_it_is_not(self, place: Place) -> None:
        ann = place.somebody("ann")
        await place.game(ann, preset="short")
        assert not (await place.table()).state.rated
        assert ann.words("table.rated") not in place.shown().text

    async def test_by_rules_that_do_not_count_it_is_not(self, place: Place) -> None:
        ann, ben = place.somebody("ann"), place.somebody("ben")
        await place.lobby(ann, ben, preset="omnibus")
        assert ann.words("lobby.uncounted") in place.shown().text
        await place.game_started(ann, ben)
        assert not (await place.table()).state.rated
        await count(place, "omnibus")
        assert not (await place.table()).state.rated, "it was settled at the start"

    async def test_what_counts_later_changes_nothing(self, place: Place) -> None:
        ann, ben = place.somebody("ann"), place.somebody("ben")
        await place.game(ann, ben)
        await count(place, "omnibus")
        await place.restart()
        assert (await place.table()).state.rated

    async def test_with_hints_it_is_not(self, place: Place) -> None:
        ann, ben = place.somebody("ann"), place.somebody("ben")
        lobby = await place.lobby(ann, ben)
        await ann.press(lobby, "button.hints_on")
        assert ann.words("lobby.rated") not in place.shown().text
        await ben.press(lobby, "button.agree")
        await ann.press(lobby, "button.start")
        state = (await place.table()).state
        assert state.phase is Phase.PLAYING
        assert not state.rated


@pytest.fixture
async def three(place: Place) -> list[Somebody]:
    """Ann beat Ben and Cleo once, Ben and Cleo each other, and Cleo has left a game."""
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    await enough(place)
    await finished([ann, ben, cleo])
    await finished([ben, cleo], left=[cleo])
    return [ann, ben, cleo]


async def shown_rating(person: Somebody) -> int | None:
    """Somebody's rating as the standings have it."""
    found = await person.place.bot.standings.stats(person.place.guild.id, await number_of(person))
    return None if found is None else found.rating


async def test_the_leaderboard_is_by_rating_at_first(three: list[Somebody]) -> None:
    ann, ben, cleo = three
    told = await ann.told("leaderboard")
    assert "Highest rating first" in told.texts[0]
    assert told.chosen() == ["rating"]
    ratings = {person: await shown_rating(person) for person in three}
    assert lines(told) == [
        f"1. Ben · rating {ratings[ben]}",
        "2 games · 1 win · 2.50 points a deal",
        f"2. Ann (you) · rating {ratings[ann]}",
        "1 game · 1 win · 0.00 points a deal",
        f"3. Cleo · rating {ratings[cleo]}",
        "2 games · 0 wins · 6.50 points a deal",
    ]
    assert size(told) <= 40


async def test_in_german(place: Place, three: list[Somebody]) -> None:
    eve = place.somebody("eve", "de")
    told = await eve.told("leaderboard")
    assert "Höchste Wertung zuerst" in told.texts[0]
    assert lines(told)[:2] == [
        f"1. Ben · Wertung {await shown_rating(three[1])}",
        "2 Partien · 1 Sieg · 2,50 Punkte/Spiel",
    ]


async def test_moons(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await enough(place)
    await finished([ann, ben])
    told = await pick(ann, page := await ann.told("leaderboard"), page.menus[0]["custom_id"], ["moons"])
    assert "Most moons first" in told.texts[0]
    assert lines(told)[:2] == ["1. Ann (you) · 0 moons", "1 game · 1 win · 0.00 points a deal"]


async def test_alone_there_are_no_ratings_and_wins_come_first(place: Place) -> None:
    ann = place.somebody("ann")
    await enough(place)
    await finished([ann])
    told = await ann.told("leaderboard", who="alone")
    assert "Most wins first" in told.texts[0]
    assert told.chosen() == ["wins"]
    assert "rating" not in [option["value"] for option in told.menus[0]["options"]]
    assert names(told) == ["1. Ann (you)"]
    people = await press(ann, told, told.buttons["Games among people"]["custom_id"])
    assert people.chosen() == ["rating"]


async def test_who_has_no_rated_game_is_told_so(place: Place) -> None:
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
    await enough(place)
    await count(place, "partners")
    await finished(people, [(0, 5, 30, 97)], ruleset=PRESETS["partners"])
    store, server = place.bot.store, place.guild.id
    for game in await store.rated_games(server):
        await store.save_results(game.game_id, await store.results_of_game(game.game_id))
    told = await people[0].told("leaderboard")
    assert told.texts[1:] == (
        "Nobody is listed here yet: it takes 1 finished game that counts, and one that is rated.",
        "-# You have no rated game in this period yet",
    )
    assert await place.bot.standings.stats(server, await number_of(people[0])) is not None


class TestPeriods:
    async def test_this_month_and_the_last(self, place: Place) -> None:
        ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
        await enough(place)
        now = datetime.fromtimestamp(place.bot.now(), UTC)
        since_then = (now - now.replace(day=1, hour=0, minute=0, second=0)).total_seconds() + 60
        await finished([ann, ben], ago=since_then)
        await finished([cleo, ben], ago=since_then + 40 * DAY)
        told = await ann.told("leaderboard")
        assert "All time" not in told.enabled()
        last = await press(ann, told, told.buttons["Last month"]["custom_id"])
        month = await press(ann, told, told.buttons["This month"]["custom_id"])
        assert month.texts[0] != last.texts[0]
        assert (await ann.told("leaderboard", period="last")).texts == last.texts
        assert names(last) == ["1. Ann (you)", "2. Ben"]
        assert "Nobody is listed here yet" in month.text
        assert len(names(told)) == 3

    async def test_a_season_begins_anew_and_nothing_is_lost(self, place: Place) -> None:
        ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
        await enough(place)
        await finished([ann, ben], ago=DAY)
        assert names(await ann.told("leaderboard", period="season")) == ["1. Ann (you)", "2. Ben"]
        assert await place.bot.store.start_season(place.guild.id, 2, place.bot.now())
        told = await ann.told("leaderboard", period="season")
        assert "· Season 2 ·" in told.texts[0]
        assert "Nobody is listed here yet" in told.text
        await finished([cleo, ben])
        told = await ann.told("leaderboard", period="season")
        assert names(told) == ["1. Cleo", "2. Ben"]
        ever = await press(ann, told, told.buttons["All time"]["custom_id"])
        assert sorted(name.split(" ")[1] for name in names(ever)) == ["Ann", "Ben", "Cleo"]
        assert await place.bot.standings.rebuild() == 2
        assert (await ann.told("leaderboard", period="season")).texts == (
            (await press(ann, ever, ever.buttons["This season"]["custom_id"])).texts
        )

    async def test_a_season_of_one_server_is_nothing_to_another(self, place: Place) -> None:
        ann, ben = place.somebody("ann"), place.somebody("ben")
        await enough(place)
        await finished([ann, ben], ago=DAY)
        assert await place.bot.store.start_season(place.guild.id + 1, 2, place.bot.now() - 2 * DAY)
        assert names(await ann.told("leaderboard", period="season")) == ["1. Ann (you)", "2. Ben"]


@pytest.mark.parametrize("kind", GameKind)
@pytest.mark.parametrize("order", Order)
async def test_every_order_of_every_kind_can_be_asked_for(place: Place, order: Order, kind: GameKind) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await enough(place)
    await finished([ann, ben])
    await finished([ann])
    told = await ann.told("leaderboard", sort=str(order), who=str(kind))
    assert names(told)[0] == "1. Ann (you)"
