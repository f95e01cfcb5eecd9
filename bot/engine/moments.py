"""A game looked at again, trick by trick: its moments, and what somebody may know of each.

Of a game that is being played, and of a deal that never came to its end, somebody may know what they knew at
the table: what everybody knew, and what the seat knew in which they sit. Of a finished deal of a game that is
no longer played, all hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.engine.actions import Action, Cancelled
from bot.engine.folding import apply, fold
from bot.engine.state import DealHistory, TableState
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.deal import Deal
from bot.rules.trick import NO_TRICK, Trick
from bot.rules.view import PublicView, public_view, view


@dataclass(frozen=True)
class Moment:
    """A point of a deal: before its first trick, after one, or where it is now. All hands open.

    Attributes:
        state: the table then.
        number: the number of the deal, counted from 1.
        step: which moment of the deal it is, counted from 0.
        done: the finished deal, where this is its last moment; else None.
        finished: whether the deal came to its end, then or later.
    """

    state: TableState = field(repr=False)
    number: int
    step: int
    done: DealHistory | None = field(repr=False)
    finished: bool


@dataclass(frozen=True)
class Sight:
    """What somebody may know of a moment.

    Attributes:
        public: what everybody knew.
        trick: the trick in the middle: the running one, or the last while nobody has led to the next.
        hands: one a seat: the cards held; None where they are not for them to know.
        passed: one a seat: the cards passed in this deal, likewise.
        apart: the cards that lie face down, where all is open; else none.
    """

    public: PublicView
    trick: Trick
    hands: tuple[Cards | None, ...]
    passed: tuple[Cards | None, ...]
    apart: Cards = NO_CARDS


@dataclass(frozen=True)
class Replay:
    """A game and its moments.

    Attributes:
        state: the table after its last action.
        moments: from the first deal on; none where it has not begun.
    """

    state: TableState = field(repr=False)
    moments: tuple[Moment, ...] = field(repr=False)

    @property
    def deals(self) -> int:
        """How many deals there are to see."""
        return self.moments[-1].number if self.moments else 0

    def find(self, number: int, step: int) -> int:
        """The place of a moment among all; of the one before it where there is no such moment."""
        at = (number, step)
        return max(0, sum((moment.number, moment.step) <= at for moment in self.moments) - 1)

    def sight(self, place: int, person: int) -> Sight:
        """What a person may know of a moment.

        Args:
            place: of the moment among all.
            person: their number, whether they sit at the table or not.
        """
        moment = self.moments[place]
        if moment.finished and not self.state.open:
            return _everything(moment)
        return _from_seat(moment, self.state.seat_of(person))


def replay_of(actions: Iterable[Action]) -> Replay:
    """A game from all of its actions.

    Raises:
        ValueError: where they are no game.
    """
    rest = iter(actions)
    state = fold((next(rest),))
    moments: list[Moment] = []
    running = _Running()
    for action in rest:
        before, state = state, apply(state, action)
        if len(state.history) > len(before.history):
            moments += running.moments(state.history[-1])
            running = _Running()
        elif not isinstance(action, Cancelled) and state.game is not None and state.game.deal is not None:
            running.look(state, state.game.deal)
    return Replay(state, (*moments, *running.moments(None)))


class _Running:
    """The moments of one deal, while it is folded."""

    def __init__(self) -> None:
        self._whole: dict[int, TableState] = {}
        self._now: TableState | None = None

    def look(self, state: TableState, deal: Deal) -> None:
        """Note the state after one more action."""
        if deal.trick.plays or deal.claimed is not None:
            self._now = state
        else:
            # What comes before the next lead, such as a pass, belongs to the same moment.
            self._whole[len(deal.tricks)] = state
            self._now = None

    def moments(self, done: DealHistory | None) -> tuple[Moment, ...]:
        states = [*self._whole.values(), *(() if self._now is None else (self._now,))]
        last = len(states) - 1
        return tuple(
            Moment(state, _number(state), step, done if step == last else None, done is not None)
            for step, state in enumerate(states)
        )


def _number(state: TableState) -> int:
    assert state.game is not None
    return state.game.number


def _public(moment: Moment) -> tuple[PublicView, Trick]:
    assert moment.state.game is not None
    public = public_view(moment.state.game)
    return public, public.trick if public.trick.plays else public.last_trick or NO_TRICK


def _everything(moment: Moment) -> Sight:
    public, trick = _public(moment)
    deal = None if moment.state.game is None else moment.state.game.deal
    assert deal is not None
    apart = deal.kitty if public.kitty is None else NO_CARDS
    return Sight(public, trick, deal.hands, deal.passed, apart)


def _from_seat(moment: Moment, seat: int | None) -> Sight:
    public, trick = _public(moment)
    nothing: tuple[Cards | None, ...] = (None,) * public.players
    if seat is None or moment.state.game is None:
        return Sight(public, trick, nothing, nothing)
    own = view(moment.state.game, seat)
    return Sight(
        public,
        trick,
        tuple(own.hand if at == seat else None for at in range(public.players)),
        tuple(own.passed if at == seat else None for at in range(public.players)),
    )
