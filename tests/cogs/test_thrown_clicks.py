"""Two thousand clicks thrown at a table: right ones, and random, stale, doubled, foreign and forged ones."""

from __future__ import annotations

import logging
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from bot.engine.actions import read
from bot.engine.folding import apply
from bot.engine.state import Phase, TableState
from bot.engine.table import Change, Table, folded
from bot.rules.cards import ALL_CARDS
from bot.store import StoredRow
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import MENU, components
from tests.cogs.watching import Watch
from tests.engine.test_thrown import judge

CLICKS = 500

LOCALES = ("en-US", "de", "en-US", "de")

APART = ("cancel", "leave", "remove", "rematch", "review", "replay", "record", "history", "board")
"""What is not pressed: it ends the game that is watched, or shows deals that are over."""


@dataclass(frozen=True)
class Item:
    """A button or a menu that has been seen.

    Attributes:
        custom_id: what stands in it.
        message_id: the message it was seen on; None where it was made up.
        values: what can be chosen; None for a button.
        count: how many of them.
    """

    custom_id: str
    message_id: int | None = None
    values: tuple[str, ...] | None = None
    count: int = 1

    @property
    def verb(self) -> str:
        return self.custom_id.split(":")[1]


class Thrower:
    """Throws clicks of people at their table, and sees what comes of each."""

    def __init__(self, place: Place, people: list[Somebody], stranger: Somebody, rng: random.Random) -> None:
        self.place = place
        self.people = people
        self.everybody = [*people, stranger]
        self.rng = rng
        self.items: dict[str, Item] = {}
        self.accepted = Counter[str]()
        self.thrown = Counter[str]()
        self.rows: tuple[StoredRow, ...] = ()
        self.state: TableState | None = None

    async def judge(self) -> None:
        """See that what stood on disk stands there still, and that what has come to it is allowed."""
        table = await self.place.table()
        rows = await self.place.bot.store.rows(table.game_id)
        assert rows[: len(self.rows)] == self.rows
        for each in rows[len(self.rows) :]:
            action = read(each.row.kind, each.row.version, each.row.body)
            if self.state is not None:
                after = apply(self.state, action)
                judge(self.state, Change(self.state, after, (action,)))
                self.state = after
            self.accepted[type(action).__name__] += 1
        self.rows, self.state = rows, table.state
        assert folded(rows) == table.state

    def _look_around(self) -> None:
        for person in self.everybody:
            for message in person.messages()[-8:]:
                for item in components(message):
                    if "custom_id" in item:
                        values = [option["value"] for option in item.get("options", ())]
                        menu = item["type"] == MENU
                        seen = Item(
                            item["custom_id"],
                            message.id,
                            tuple(values) if menu else None,
                            item.get("max_values", 1),
                        )
                        if seen.verb not in APART:
                            self.items[seen.custom_id] = seen

    async def throw(self) -> None:
        """Throw one click, or two of the same at once."""
        rng = self.rng
        self._look_around()
        table = await self.place.table()
        person = rng.choice(self.everybody)
        kind = rng.choice(("right", "right", "any", "any", "mutated", "forged"))
        mover = await self.place.to_move(self.people)
        if kind == "right" and mover is not None:
            person, item = mover, await self._right(mover, table)
        elif kind == "forged":
            card = rng.choice(ALL_CARDS)
            verb = rng.choice(("play", "tap", "queue", "pass", "choose", "moon", "claim", "hint", "takeback"))
            decision = rng.choice((str(table.state.decision), "1.1", "1:pass", "", "9" * 18, "\N{SNOWMAN}"))
            item = Item(f"hearts:{verb}:{table.game_id}:{decision}:{card}"[:100])
        else:
            item = rng.choice(list(self.items.values()))
            if kind == "mutated":
                item = self._mutated(item)
        self.thrown[kind] += 1
        await self._send(person, item, twice=rng.random() < 0.2)

    async def _right(self, mover: Somebody, table: Table) -> Item:
        view = await mover.view()
        start = f"{table.game_id}:{table.state.decision}"
        if view.to_pass:
            cards = "".join(map(str, self.rng.sample(list(view.hand), 3)))
            return Item(f"hearts:pass:{start}:{cards}")
        return Item(f"hearts:play:{start}:{self.rng.choice(list(view.legal))}")

    def _mutated(self, item: Item) -> Item:
        parts = item.custom_id.split(":")
        at = self.rng.randrange(2, len(parts)) if len(parts) > 2 else 0
        parts[at] = self.rng.choice(("", "0", "-1", "2", "9" * 18, "QS", "x" * 30, "1.1.1", "\n"))
        values = None if item.values is None else (*item.values[:1], "QS", "nonsense")
        return Item(":".join(parts)[:100], item.message_id, values, 3)

    def _message(self, person: Somebody, item: Item) -> Any:
        """Give the message that is clicked on: where the item was seen, the person's panel, or the table."""
        seen = {message.id: message for message in person.messages()}
        if item.message_id in seen:
            return seen[item.message_id]
        panels = [message for message in seen.values() if any(map(_refreshes, components(message)))]
        return panels[-1] if panels else self.place.table_message()

    async def _send(self, person: Somebody, item: Item, *, twice: bool) -> None:
        message = self._message(person, item)
        values = None
        if item.values is not None:
            count = min(item.count, len(item.values))
            values = self.rng.sample(item.values, self.rng.randrange(min(1, count), count + 1))
        results = [
            person.send_click(message, item.custom_id, values=values) for _ in range(2 if twice else 1)
        ]
        await self.place.env.settle(idle=0.001)
        for result in results:
            assert result.acknowledged, item


def _refreshes(item: dict[str, Any]) -> bool:
    """Whether an item is the button that every panel has, and nothing else."""
    return item.get("custom_id", "").startswith("hearts:refresh:")


@pytest.mark.parametrize("seed", range(4))
async def test_clicks_of_all_kinds(place: Place, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    for name in ("bot", "cogs"):
        caplog.set_level(logging.DEBUG, logger=name)
    rng = random.Random(seed)
    place.fix_lots(1000 * seed + 1)
    people = [place.somebody(f"x{letter}", locale) for letter, locale in zip("abcd", LOCALES, strict=True)]
    people = await place.game(*people, pace="none")
    stranger = place.somebody("xe")
    watch, thrower = Watch(place, people, stranger, caplog), Thrower(place, people, stranger, rng)
    for click in range(CLICKS):
        if (await place.table()).state.phase is not Phase.PLAYING:
            break
        await thrower.throw()
        await thrower.judge()
        if click % 10 == 0:
            await watch.look()
        if click % 125 == 124:
            await place.restart()
    assert thrower.thrown.keys() == {"right", "any", "mutated", "forged"}
    assert thrower.accepted["Passed"] >= 4
    assert thrower.accepted["Played"] > 52
    assert watch.searched > 30
