"""Results and totals: kept as one, replaced as one."""

from dataclasses import replace

import pytest

from bot.store import ALL_TIME, GameKind, GameStatus, NotStored, ResultRow, StorageFailed, Store, TotalRow

PEOPLE = GameKind.PEOPLE


@pytest.fixture
async def ended(store: Store, game: int) -> int:
    """A game that is over, in a database with the persons 1 and 2."""
    await store.person(1001, "Ann")
    await store.person(1002, "Bob")
    await store.append(game, 2, (), 1000.0, GameStatus.OVER)
    return game


def a_result(game: int, person: int = 1, points: int = 10, month: str = "2026-02") -> ResultRow:
    return ResultRow(person, 10, PEOPLE, game, 1000.0, month, 1, True, points, 4, 1, 2, -3, 13, False)


def total_of(*results: ResultRow, period: str = ALL_TIME) -> TotalRow:
    """Give what results of one person, all won, add up to."""
    games, points = len(results), sum(result.points for result in results)
    return TotalRow(
        10,
        PEOPLE,
        period,
        results[0].person_id,
        games,
        wins=games,
        places=games,
        points=points,
        deals=4 * games,
        moons=games,
        queens=2 * games,
        best_deal=-3,
        worst_deal=13,
        left_early=0,
        average_place=100,
        points_a_deal=round(100 * points / (4 * games)),
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
