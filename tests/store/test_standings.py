"""Results and totals: kept as one, replaced as one."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules.ruleset import PRESETS, Ruleset
from bot.store import (
    ALL_TIME,
    GameKind,
    GameStatus,
    NotStored,
    ResultRow,
    ServerRow,
    StorageFailed,
    Store,
    TotalRow,
    rules_text,
)

PEOPLE = GameKind.PEOPLE
CLUB = Ruleset(limit=75)


@pytest.fixture
async def ended(store: Store, game: int) -> int:
    """A game that is over, in a database with the persons 1 and 2."""
    await store.person(1001, "Ann")
    await store.person(1002, "Bob")
    await store.append(game, 2, (), 1000.0, GameStatus.OVER)
    return game


def a_result(
    game: int,
    person: int = 1,
    points: int | None = 10,
    month: str = "2026-02",
    rules: str = "{}",
    server: int = 10,
) -> ResultRow:
    extremes = (None, None) if points is None else (-3, 13)
    return ResultRow(
        person, server, PEOPLE, game, 1000.0, month, rules, 100, True, points, 4, 1, 2, *extremes, False
    )


def total_of(*results: ResultRow, period: str = ALL_TIME) -> TotalRow:
    """Give what results of one person, all won, add up to."""
    games = len(results)
    points = [result.points for result in results if result.points is not None]
    return TotalRow(
        results[0].server_id,
        PEOPLE,
        period,
        results[0].person_id,
        games,
        wins=games,
        places=100 * games,
        points=sum(points),
        scored_deals=4 * len(points),
        deals=4 * games,
        moons=games,
        queens=2 * games,
        best_deal=-3 if points else None,
        worst_deal=13 if points else None,
        left_early=0,
        average_place=100,
        points_a_deal=round(100 * sum(points) / (4 * len(points))) if points else None,
    )


async def total(store: Store, person: int = 1, period: str = ALL_TIME) -> TotalRow | None:
    return await store.total(10, PEOPLE, period, person)


async def test_results_and_their_totals(store: Store, ended: int) -> None:
    ann, bob = a_result(ended), a_result(ended, 2, -7)
    assert await store.unfolded_games() == (ended,)
    await store.save_results(ended, iter([bob, ann]))
    assert await store.results_of_game(ended) == (ann, bob)
    assert await total(store) == total_of(ann)
    assert await total(store, period="2026-02") == total_of(ann, period="2026-02")
    assert await total(store, period="2026-03") is None
    assert await total(store, 2) == total_of(bob)
    assert await store.unfolded_games() == ()


async def test_totals_add_up(store: Store, ended: int) -> None:
    other = await store.create_game(10, 21, "en", (), 1.0)
    first, second = a_result(ended), a_result(other, points=30, month="2026-03")
    await store.save_results(ended, [first])
    await store.save_results(other, [second])
    assert await total(store) == total_of(first, second)
    assert await total(store, period="2026-02") == total_of(first, period="2026-02")
    assert await total(store, period="2026-03") == total_of(second, period="2026-03")


async def test_saved_again_they_replace_what_was_there(store: Store, ended: int) -> None:
    await store.save_results(ended, [a_result(ended), a_result(ended, 2)])
    changed = a_result(ended, points=99, month="2026-03")
    await store.save_results(ended, [changed])
    assert await store.results_of_game(ended) == (changed,)
    assert await total(store) == total_of(changed)
    assert await total(store, period="2026-02") is None
    assert await total(store, 2) is None
    await store.save_results(ended, ())
    assert await total(store) is None


async def test_all_are_replaced_at_once(store: Store, ended: int) -> None:
    other = await store.create_game(10, 21, "en", (), 1.0)
    await store.append(other, 1, (), 2.0, GameStatus.OVER)
    await store.save_results(ended, [a_result(ended)])
    kept = [a_result(other, 2), a_result(other, 3)]
    await store.replace_results([other], iter(kept))
    assert await store.results_of_game(ended) == ()
    assert await store.results_of_game(other) == (kept[0],), "there is no person 3"
    assert await total(store) is None
    assert await total(store, 2) == total_of(kept[0])
    assert await total(store, 2, "2026-02") == total_of(kept[0], period="2026-02")
    assert await store.unfolded_games() == (ended,)


async def test_what_cannot_be_stored_changes_nothing(store: Store, ended: int) -> None:
    await store.save_results(ended, [a_result(ended)])
    with pytest.raises(NotStored, match="There is no game 99"):
        await store.save_results(99, [a_result(99)])
    with pytest.raises(ValueError, match=f"not the results of game {ended} alone"):
        await store.save_results(ended, [a_result(ended), a_result(ended + 1)])
    assert await total(store) == total_of(a_result(ended))


async def test_two_results_of_one_person_in_a_game_are_a_mistake(store: Store, ended: int) -> None:
    await store.save_results(ended, [a_result(ended)])
    with pytest.raises(StorageFailed, match="UNIQUE"):
        await store.save_results(ended, [a_result(ended, points=1), replace(a_result(ended), points=2)])
    assert await total(store) == total_of(a_result(ended))


async def test_games_that_have_ended(store: Store, game: int) -> None:
    games = [game, *[await store.create_game(10, channel, "en", (), 1.0) for channel in (21, 22, 23)]]
    assert await store.ended_games() == await store.unfolded_games() == ()
    await store.append(games[3], 1, (), 2.0, GameStatus.OVER)
    await store.append(games[1], 1, (), 2.0, GameStatus.CANCELLED)
    await store.append(games[2], 1, (), 2.0, GameStatus.PLAYING)
    assert await store.ended_games() == await store.unfolded_games() == (games[1], games[3])
    await store.save_results(games[1], ())
    assert await store.unfolded_games() == (games[3],)
    assert await store.ended_games() == (games[1], games[3])


async def test_points_are_added_up_where_there_are_any(store: Store, ended: int) -> None:
    other = await store.create_game(10, 21, "en", (), 1.0)
    some, none = a_result(ended), a_result(other, points=None)
    await store.save_results(other, [none])
    assert await total(store) == total_of(none)
    await store.save_results(ended, [some])
    both = total_of(some, none)
    assert (both.games, both.deals, both.scored_deals, both.points_a_deal) == (2, 8, 4, 250)
    assert await total(store) == both


class TestWhatCounts:
    """Three games: by the standard rules, by those of Omnibus, and by those of a preset of the server's."""

    @pytest.fixture
    async def results(self, store: Store, ended: int) -> tuple[ResultRow, ResultRow, ResultRow]:
        await store.save_preset(10, "Club", CLUB)
        rules = (Ruleset(), PRESETS["omnibus"], CLUB)
        games = [ended, *[await store.create_game(10, channel, "en", (), 1.0) for channel in (21, 22)]]
        first, second, third = (
            a_result(game, rules=rules_text(each)) for game, each in zip(games, rules, strict=True)
        )
        for result in (first, second, third):
            await store.save_results(result.game_id, [result])
        return first, second, third

    async def test_at_first_is_standard_and_short(self, store: Store, results: tuple[ResultRow, ...]) -> None:
        assert await total(store) == total_of(results[0])
        assert await store.results_of_game(results[1].game_id) == (results[1],)

    @pytest.mark.parametrize(
        ("counted", "expected"),
        [
            (("omnibus",), [1]),
            (("standard", "omnibus", "own:1"), [0, 1, 2]),
            (("own:1", "partners"), [2]),
            (("three", "own:2", "nonsense"), []),
            ((), []),
        ],
    )
    async def test_is_what_was_set(
        self, counted: tuple[str, ...], expected: list[int], store: Store, results: tuple[ResultRow, ...]
    ) -> None:
        await store.save_server(ServerRow(10, counted=counted))
        assert (await store.server(10)).counted == counted
        for period in (ALL_TIME, "2026-02"):
            left = [results[index] for index in expected]
            assert await total(store, period=period) == (total_of(*left, period=period) if left else None)
        await store.replace_results([result.game_id for result in results], results)
        left = [results[index] for index in expected]
        assert await total(store) == (total_of(*left) if left else None)
        await store.save_server(ServerRow(10))
        assert await total(store) == total_of(results[0])

    async def test_follows_a_preset_that_is_changed(
        self, store: Store, results: tuple[ResultRow, ...]
    ) -> None:
        await store.save_server(ServerRow(10, counted=("own:1",)))
        await store.change_preset(10, 1, name="Omnibus here")
        assert await total(store) == total_of(results[2])
        await store.change_preset(10, 1, ruleset=PRESETS["omnibus"])
        assert await total(store) == total_of(results[1])
        await store.change_preset(10, 1, ruleset=PRESETS["five"])
        assert await total(store) is None

    async def test_is_no_preset_that_was_deleted(self, store: Store, results: tuple[ResultRow, ...]) -> None:
        await store.save_server(ServerRow(10, counted=("omnibus", "own:1")))
        await store.delete_preset(10, 1)
        assert (await store.server(10)).counted == ("omnibus",)
        assert await total(store) == total_of(results[1])

    async def test_is_what_it_was_at_first_where_nothing_else_is_left(
        self, store: Store, results: tuple[ResultRow, ...]
    ) -> None:
        await store.save_server(ServerRow(10, counted=("own:1",), min_games=9))
        await store.delete_preset(10, 1)
        assert await store.server(10) == ServerRow(10, min_games=9)
        assert await total(store) == total_of(results[0])

    async def test_in_one_server_is_nothing_to_another(
        self, store: Store, results: tuple[ResultRow, ...]
    ) -> None:
        game = await store.create_game(11, 30, "en", (), 1.0)
        elsewhere = a_result(game, server=11)
        await store.save_results(game, [elsewhere])
        await store.save_server(ServerRow(10, counted=("omnibus",)))
        assert await store.total(11, PEOPLE, ALL_TIME, 1) == total_of(elsewhere)
        await store.save_preset(11, "Club", CLUB)
        await store.save_server(ServerRow(11, counted=("own:1",)))
        assert await store.total(11, PEOPLE, ALL_TIME, 1) is None, "that is a preset of the other server"

    async def test_rules_nobody_can_read_any_more_count_on(
        self, store: Store, path: Path, results: tuple[ResultRow, ...]
    ) -> None:
        rules = '{"cut_throat":true}'
        connection = sqlite3.connect(path)
        connection.execute("UPDATE presets SET rules = ?", (rules,))
        connection.commit()
        connection.close()
        strange = replace(results[2], rules=rules)
        await store.save_results(strange.game_id, [strange])
        await store.save_server(ServerRow(10, counted=("own:1",)))
        assert await total(store) == total_of(strange)
