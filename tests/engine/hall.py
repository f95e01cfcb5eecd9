"""A hall: tables with a clock whose time is set by hand, computers that need no time, and wishes."""

from bot.engine.actions import Action, By, Passed, Played
from bot.engine.clock import KINDS, PROMPT, TURN, Clock, waited_for
from bot.engine.computers import Computers
from bot.engine.paces import Pace
from bot.engine.state import Decision, Person
from bot.engine.table import Change, Table
from bot.engine.tables import Tables
from bot.engine.wishes import Wishes
from bot.players import Player
from bot.store import DeadlineRow, Store
from tests.engine.evening import AT_ONCE, Low, Time, at_once, quiet
from tests.engine.faulty import Gate
from tests.engine.tabletop import tables_in

PATIENCE = 20.0

MENTIONS: dict[Pace, list[tuple[float, bool]]] = {
    Pace.FAST: [(20, False)],
    Pace.NORMAL: [(20, False), (150, True)],
    Pace.SLOW: [(20, False), (43200, True)],
    Pace.NONE: [(20, False)],
}
"""When whoever is waited for is mentioned, in seconds, and whether it is a reminder."""

TURNS = {Pace.FAST: 60.0, Pace.NORMAL: 300.0, Pace.SLOW: 86400.0}
"""When the time for a turn is up, in seconds."""

Mention = tuple[int, tuple[int, ...], bool]
"""The game, the seats mentioned, and whether they had been mentioned before."""


class Doorman:
    """Mentions people, and knows who has left the server.

    Attributes:
        mentions: every mention.
        left: the numbers of the people who have left the server.
        looked_up: everybody who was looked up, by number.
        silent: while set, mentions fail.
        blind: while set, looking up fails.
        at_door: where looking up waits.
    """

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.left: set[int] = set()
        self.looked_up: list[int] = []
        self.silent = False
        self.blind = False
        self.at_door: Gate | None = None

    async def remind(self, table: Table, seats: tuple[int, ...], *, again: bool) -> None:
        self.mentions.append((table.game_id, seats, again))
        if self.silent:
            raise RuntimeError("no such channel")

    async def has_left(self, table: Table, seat: int) -> bool:
        occupant = table.state.seats[seat]
        assert isinstance(occupant, Person), "only people are looked up"
        self.looked_up.append(occupant.number)
        if self.at_door is not None:
            await self.at_door.wait()
        if self.blind:
            raise TimeoutError
        return occupant.number in self.left


class Hall:
    """Tables with a clock whose time is set by hand.

    Args:
        store: where they are kept.
        patience: seconds until somebody who does not act is mentioned.
        time: Unix seconds.
        player: what computers and the clock play by; lowest cards if None.
        computers: whether computers play for their own seats.

    Attributes:
        time: Unix seconds.
        mentions: every mention.
        changes: every change, in order.
        turns: every turn the clock has wanted played: game, seat and decision.
    """

    def __init__(
        self,
        store: Store,
        patience: float = PATIENCE,
        time: float = 1000.0,
        player: Player | None = None,
        computers: bool = False,
    ) -> None:
        self.time = time
        self.store = store
        self.doorman = Doorman()
        self.naps = Time()
        self.player = player or Low()
        self.computers = Computers(at_once(self.player), AT_ONCE, self.naps.sleep)
        self.clock = Clock(store, self.now, patience, self._play_turn)
        self.wishes = Wishes(store, self.naps.sleep)
        self.changes: list[Change] = []
        self.turns: list[tuple[int, int, Decision]] = []
        self.tables: Tables = tables_in(
            store,
            self.clock.on_change,
            *([self.computers.on_change] if computers else []),
            self.wishes.on_change,
            lambda _, change: self.changes.append(change),
            now=self.now,
        )

    @property
    def mentions(self) -> list[Mention]:
        return self.doorman.mentions

    def now(self) -> float:
        return self.time

    async def _play_turn(self, table: Table, seat: int, decision: Decision) -> None:
        self.turns.append((table.game_id, seat, decision))
        await self.computers.play_turn(table, seat, decision)

    async def tick(self, later: float = 0.0) -> list[Mention]:
        """Let time pass and give the mentions of one look at the clock."""
        await quiet()
        self.time += later
        before = len(self.mentions)
        # As if there had been a tick every second of it.
        self.clock.begin()
        await self.clock.tick(self.tables, self.doorman)
        await quiet()
        return self.mentions[before:]

    async def acted(self, later: float = 0.0) -> list[Action]:
        """Let time pass and give the actions that follow from one look at the clock."""
        await quiet()
        before = len(self.changes)
        await self.tick(later)
        return [action for change in self.changes[before:] for action in change.actions]

    async def resume(self) -> Table:
        """Start as the program does, with the one open game there is."""
        await self.clock.resume()
        await self.clock.go_on(lambda _: True)
        (table,) = await self.tables.resume()
        await self.clock.watch(table)
        self.computers.wake(table)
        self.wishes.wake(table)
        return table

    async def rows(self, table: Table, kind: str) -> dict[int | None, tuple[float, str]]:
        """Give the deadlines of a kind by seat, once all have been written."""
        await quiet()
        rows = await self.store.deadlines(table.game_id)
        return {row.seat: (row.due_at, row.decision) for row in rows if row.kind == kind}

    async def prompts(self, table: Table) -> dict[int | None, tuple[float, str]]:
        """Give the deadlines by seat, of a table that has prompts only."""
        await quiet()
        assert {row.kind for row in await self.store.deadlines(table.game_id)} <= {PROMPT}
        return await self.rows(table, PROMPT)

    async def check_deadlines(self, table: Table) -> None:
        """See that the deadlines on disk are those of the open decision, and the time shown is theirs."""
        state = table.state
        rows = [row for row in await self.store.deadlines(table.game_id) if row.kind in KINDS]
        assert {row.decision for row in rows} <= {str(state.decision)}
        assert {row.seat for row in rows} == {*waited_for(state)}
        turns = {row.seat: row.due_at for row in rows if row.kind == TURN}
        due = self.clock.due(table)
        assert turns == ({} if due is None else dict.fromkeys(waited_for(state), due))
        assert (due is not None) == (state.pace is not Pace.NONE and bool(waited_for(state)))

    async def all_rows(self) -> tuple[DeadlineRow, ...]:
        """Give the deadlines of all games, also those that have been acted on."""
        await quiet()
        return await self.store.due_deadlines(float("inf"))

    async def close(self) -> None:
        """Stop as the program does."""
        await self.computers.close()
        await self.clock.close()
        await self.wishes.close()


def by(action: Action) -> tuple[int, By]:
    """Give the seat of a pass or a play, and who made it."""
    assert isinstance(action, Passed | Played)
    return action.seat, action.by


def turn(table: Table) -> int:
    """Give the seat to play."""
    (seat,) = table.state.awaited
    return seat
