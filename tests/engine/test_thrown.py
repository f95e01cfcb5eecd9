"""A hundred thousand acts thrown at tables: no refused one changes a row, no accepted one is illegal."""

import contextlib
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from bot.engine.actions import Passed, Played
from bot.engine.acts import Act, Pass, PlayCard
from bot.engine.state import TableState
from bot.engine.table import Change, Table, folded
from bot.engine.tables import Opening, Tables
from bot.rules.refusal import Refusal
from bot.rules.view import view
from bot.store import Store
from tests.engine.coming_and_going import PEOPLE, RULES, check
from tests.engine.tabletop import Lots, on_disk
from tests.engine.throwing import Thrower
from tests.rules.judging import refusal_by_the_book
from tests.rules.worlds import other_world

ACTS = 12_500


def judge(before: TableState, change: Change) -> None:
    """See that every pass and play that was accepted is allowed by the second formulation of the rules."""
    deal = before.deal
    for action in change.actions:
        if isinstance(action, Passed):
            assert deal is not None
            assert deal.passing
            assert deal.passed[action.seat] is None
            cards = set(action.cards)
            assert len(cards) == len(action.cards) == 3
            assert cards <= set(deal.hands[action.seat])
            deal = deal.pass_cards(action.seat, tuple(action.cards))
        if isinstance(action, Played):
            assert deal is not None
            assert refusal_by_the_book(deal, action.seat, action.card) is None
            deal = deal.play(action.seat, action.card)


def keeps_hidden(state: TableState, rng: random.Random) -> None:
    """See that what a seat is shown is the same wherever the cards lie that it has not seen."""
    if state.game is None or state.deal is None:
        return
    seat = rng.randrange(state.ruleset.players)
    assert view(other_world(state.game, seat, rng), seat) == view(state.game, seat)


def tells_nothing(refused: Refusal, state: TableState) -> None:
    """See that a refusal names no card but those that were tried and those of the hand itself."""
    hands = state.deal.hands if state.deal is not None else ()
    if refused.due:
        assert refused.due <= hands[refused.seat]


async def opened(store: Store, seed: int) -> Table:
    tables = Tables(store, lambda: 1000.0, (), Lots(seed))
    opening = Opening(10, 20, "en", RULES[seed % len(RULES)], PEOPLE[: 1 + seed % 3], seed % 2)
    table = await tables.open(opening)
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize("seed", range(8))
async def test_a_hundred_thousand_acts(seed: int, path: Path) -> None:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    async with await Store.open(path) as store:
        with contextlib.closing(sqlite3.connect(path)) as beside:

            def version() -> int:
                """Give a number that is another one whenever anything has been written."""
                return beside.execute("PRAGMA data_version").fetchone()[0]

            table, thrower = await opened(store, seed), Thrower(rng)
            for number in range(ACTS):
                if not table.state.open:
                    assert await on_disk(store, table) == table.state
                    table, thrower = await opened(store, seed + number), Thrower(rng)
                before, written = table.state, version()
                act: Act = thrower.act(before)
                outcome = await table.act(act)
                if isinstance(outcome, Change):
                    assert version() != written
                    judge(before, outcome)
                    check(table.state)
                    keeps_hidden(table.state, rng)
                else:
                    assert version() == written
                    assert table.state is before
                    if isinstance(outcome, Refusal):
                        tells_nothing(outcome, before)
                    seen[str(outcome.rule)] += 1
                seen[type(act).__name__ if isinstance(outcome, Change) else "refused"] += 1
            rows = await store.rows(table.game_id)
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            assert folded(rows) == table.state
    assert seen["refused"] > ACTS // 5
    assert seen[Pass.__name__] > 100
    assert seen[PlayCard.__name__] > ACTS // 10
    for rule in ("not_your_turn", "not_held", "follow_suit", "decision_past", "not_seated"):
        assert seen[rule], f"the lots came to no {rule}"
