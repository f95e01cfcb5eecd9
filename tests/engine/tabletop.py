"""How the tests of the engine sit down, deal and play."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bot.engine.actions import Action
from bot.engine.acts import (
    Act,
    ByClock,
    ByComputer,
    ByPerson,
    ChooseMoon,
    Pass,
    PlayCard,
    Start,
    TurnAct,
    Who,
)
from bot.engine.decide import decide
from bot.engine.folding import apply, fold
from bot.engine.paces import Pace
from bot.engine.state import Person, TableState
from bot.engine.table import Change, Listener, Table, folded
from bot.engine.tables import Opening, Tables
from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, MoonChoice, Ruleset
from bot.store import Store

STANDARD = Ruleset()
ANNA, BERT, CARL, DORA, EVE = 1, 2, 3, 4, 5
FOUR = (ANNA, BERT, CARL, DORA)


class Lots:
    """Lots and secrets that are the same for the same seed.

    Args:
        seed: what they follow from.
        order: where each seat's occupant comes from; drawn if None.
        dealer: the first dealer; drawn if None.
    """

    def __init__(
        self, seed: int = 1, order: tuple[int, ...] | None = None, dealer: int | None = None
    ) -> None:
        self._random = random.Random(seed)
        self._order = order
        self._dealer = dealer

    def secret(self) -> bytes:
        return self._random.randbytes(32)

    def order(self, length: int) -> tuple[int, ...]:
        return self._order or tuple(self._random.sample(range(length), length))

    def number(self, below: int) -> int:
        return self._random.randrange(below) if self._dealer is None else self._dealer


def as_seated(seed: int = 1) -> Lots:
    """Give lots by which everybody stays where they sit and seat 3 deals, so that seat 0 is on its left."""
    return Lots(seed, (0, 1, 2, 3), 3)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order they stand."""
    return tuple(map(Card.parse, text.split()))


def lobby(*people: int, computers: int = 0, ruleset: Ruleset = STANDARD) -> TableState:
    """Give a lobby in which these people sit, the first as host."""
    return fold(Opening(10, 20, "en", ruleset, people, computers).actions)


def accepted(state: TableState, act: Act, chance: Lots) -> tuple[Action, ...]:
    """Give the actions an act amounts to."""
    decided = decide(state, act, chance)
    assert isinstance(decided, tuple), decided
    return decided


def after(state: TableState, *acts: Act, chance: Lots | None = None) -> TableState:
    """Give the state after acts, all of which are accepted."""
    chance = chance or as_seated()
    for act in acts:
        state = told(state, accepted(state, act, chance))
    return state


def told(state: TableState, actions: Iterable[Action]) -> TableState:
    """Give the state after actions."""
    for action in actions:
        state = apply(state, action)
    return state


def started(ruleset: Ruleset = STANDARD, chance: Lots | None = None) -> TableState:
    """Give a game of four people at its first pass."""
    return after(lobby(*FOUR, ruleset=ruleset), Start(ANNA), chance=chance)


def who_sits(state: TableState, seat: int) -> Who:
    """Give whoever acts for a seat."""
    occupant = state.seats[seat]
    return ByPerson(occupant.number) if isinstance(occupant, Person) else ByComputer(seat)


def lowest_act(state: TableState, seat: int | None = None) -> TurnAct:
    """Give a seat's next act, with its lowest cards; that of the first seat that is waited for if None."""
    return _act(state, seat, lambda hand, count: list(hand)[:count])


def clock_act(state: TableState, seat: int | None = None) -> TurnAct:
    """Give the act that the clock makes for a seat, with its lowest cards; seats as for `lowest_act`."""
    act = lowest_act(state, seat)
    return replace(act, who=ByClock(state.awaited[0] if seat is None else seat))


def random_act(state: TableState, rng: random.Random) -> TurnAct:
    """Give a legal act of one of the seats that are waited for, drawn by lot."""
    seat = rng.choice(state.awaited)
    if state.moon_question is not None:
        return ChooseMoon(who_sits(state, seat), rng.choice(list(MoonChoice)), state.decision)
    return _act(state, seat, lambda hand, count: rng.sample(list(hand), count))


def _act(state: TableState, seat: int | None, choose: Callable[[Cards, int], Sequence[Card]]) -> TurnAct:
    deal = state.deal
    assert deal is not None
    seat = state.awaited[0] if seat is None else seat
    who, decision = who_sits(state, seat), state.decision
    if state.moon_question is not None:
        return ChooseMoon(who, MoonChoice.ADD, decision)
    if deal.passing:
        return Pass(who, tuple(choose(deal.hands[seat], 3)), decision)
    return PlayCard(who, choose(deal.legal(seat), 1)[0], decision)


def passed(state: TableState) -> TableState:
    """Give the state after everybody has passed."""
    while state.deal is not None and state.deal.passing:
        state = after(state, lowest_act(state))
    return state


def with_hands(
    state: TableState, *hands: str, taken: Sequence[Cards] | None = None, turn: int = 0
) -> TableState:
    """Give the state with hands of one's own, in a deal without a pass whose first trick is long over."""
    assert state.game is not None
    deal = Deal.start(state.ruleset, Direction.HOLD, [Cards.parse(hand) for hand in hands])
    full = Deal.start(state.ruleset, Direction.HOLD, [Cards.parse(club) for club in ("2C", "3C", "4C", "5C")])
    for seat, club in enumerate(cards("2C 3C 4C 5C")):
        full = full.play(seat, club)
    deal = replace(deal, tricks=full.tricks, turn=turn, broken=True)
    return replace(
        state,
        game=replace(state.game, deal=replace(deal, taken=deal.taken if taken is None else tuple(taken))),
    )


async def play(table: Table, steps: int | None = None, rng: random.Random | None = None) -> list[Change]:
    """Play so many acts for everybody, or to the end of the game if None."""
    changes: list[Change] = []
    while table.state.awaited and (steps is None or len(changes) < steps):
        act = lowest_act(table.state) if rng is None else random_act(table.state, rng)
        outcome = await table.act(act)
        assert isinstance(outcome, Change), outcome
        changes.append(outcome)
    return changes


def tables_in(store: Store, *listeners: Listener, now: Callable[[], float] = lambda: 1000.0) -> Tables:
    """Give the tables of a store as a program that has just started finds them."""
    return Tables(store, now, listeners, as_seated())


async def open_table(
    tables: Tables,
    *people: int,
    computers: int = 0,
    channel: int = 20,
    ruleset: Ruleset = STANDARD,
    start: bool = False,
    pace: Pace = Pace.NONE,
) -> Table:
    """Open a table for these people, or for four, and start its game where asked for."""
    people = people or FOUR
    table = await tables.open(Opening(10, channel, "en", ruleset, people, computers, pace))
    assert isinstance(table, Table)
    if start:
        assert isinstance(await table.act(Start(people[0])), Change)
    return table


async def on_disk(store: Store, table: Table) -> TableState:
    """Give the state that the rows on disk lead to."""
    return folded(await store.rows(table.game_id))
