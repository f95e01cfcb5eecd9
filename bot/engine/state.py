"""The state of a table: its actions folded through the rules, by pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from typing import Final, Self

from bot.engine.actions import (
    Action,
    Agreed,
    By,
    Cancelled,
    Claimed,
    Dealt,
    HostChanged,
    MoonChosen,
    Opened,
    PaceChosen,
    Passed,
    Played,
    ReplacementWanted,
    RulesetChosen,
    Scored,
    SeatGivenToComputer,
    SeatKept,
    SeatLeft,
    SeatsShuffled,
    SeatsSwapped,
    SeatTaken,
    SeatTakenBack,
    Started,
    Why,
)
from bot.engine.paces import Pace
from bot.rules import shuffle
from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, MoonQuestion

_PASS: Final = "pass"
_MOON: Final = "moon"


class Phase(StrEnum):
    """What a table is doing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Person:
    """A person in a seat, by number."""

    number: int


@dataclass(frozen=True)
class Computer:
    """A computer player in a seat.

    Attributes:
        level: how it plays.
        figure: which of the table's computers it is, from 0.
        owner: the number of the person whose seat it keeps; None where the seat is its own.
        why: why it keeps that seat.
    """

    level: str
    figure: int
    owner: int | None = None
    why: Why | None = None


Occupant = Person | Computer


@dataclass(frozen=True)
class Decision:
    """One thing somebody has to decide: what a button answers.

    Attributes:
        deal: the deal's number, counted from 1.
        ply: how many cards had been played in it; None for the pass, which is a decision of each seat's own,
            and for how a moon counts.
        moon: whether it is how a moon counts.
    """

    deal: int
    ply: int | None
    moon: bool = False

    def __str__(self) -> str:
        unplayed = _MOON if self.moon else _PASS
        return f"{self.deal}:{unplayed if self.ply is None else self.ply}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` gives.

        Raises:
            ValueError: where the text is no decision.
        """
        deal, _, what = text.partition(":")
        return cls(int(deal), None if what in (_PASS, _MOON) else int(what), moon=what == _MOON)


@dataclass(frozen=True)
class DealHistory:
    """A finished deal as it was: all hands open.

    Attributes:
        number: counted from 1.
        dealer: the seat that dealt.
        deal: the deal at its end.
        secret: the 32 bytes it was dealt from.
        score: the points it was given.
    """

    number: int
    dealer: int
    deal: Deal
    secret: bytes
    score: DealScore


@dataclass(frozen=True)
class TableState:
    """A table at one moment, hands open: for the engine only. Hands and the secret are not in its repr.

    Attributes:
        server: the Discord server.
        channel: the channel the table is in.
        phase: what it is doing.
        ruleset: the rules of its game.
        host: the number of the person with a host's rights; None until one has sat down.
        seats: who sits where; None for an empty seat.
        game: the game; None in the lobby.
        secret: what the running deal was dealt from; None where none is running.
        history: the finished deals.
        pace: how long it waits for a turn.
        rules_changed: how often the rules were changed in the lobby.
        to_agree: the numbers of the people seated who have not agreed to the rules since then.
        missed: how many turns in a row the clock has played for the seat.
        clocked: the cards the clock has played in the running deal.
        clock_passed: the seats whose pass in the running deal the clock has chosen.
        wanted: the numbers of the people who want the absent host's seat to be kept by a computer.
        ended_by: the number of the person who ended the game before its end; None where nobody did.
        count: how many actions have been folded.
    """

    server: int
    channel: int
    phase: Phase
    ruleset: Ruleset
    host: int | None
    seats: tuple[Occupant | None, ...]
    game: Game | None = field(repr=False)
    secret: bytes | None = field(repr=False)
    history: tuple[DealHistory, ...] = field(repr=False)
    pace: Pace
    rules_changed: int
    to_agree: frozenset[int]
    missed: tuple[int, ...]
    clocked: frozenset[Card]
    clock_passed: frozenset[int]
    wanted: frozenset[int]
    ended_by: int | None
    count: int

    @property
    def open(self) -> bool:
        """Whether the table is in its lobby or playing."""
        return self.phase in (Phase.LOBBY, Phase.PLAYING)

    @property
    def deal(self) -> Deal | None:
        """The running deal."""
        return None if self.game is None or self.phase is not Phase.PLAYING else self.game.deal

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers of the people seated, by seat."""
        return tuple(seat.number for seat in self.seats if isinstance(seat, Person))

    def seat_of(self, person: int) -> int | None:
        """The seat a person sits in."""
        return next((at for at, seat in enumerate(self.seats) if seat == Person(person)), None)

    def kept_for(self, person: int) -> int | None:
        """The seat a computer keeps for a person."""
        return next(
            (
                at
                for at, seat in enumerate(self.seats)
                if isinstance(seat, Computer) and seat.owner is not None and seat.owner == person
            ),
            None,
        )

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of the people whose seats are kept by computers."""
        return frozenset(
            seat.owner for seat in self.seats if isinstance(seat, Computer) and seat.owner is not None
        )

    @property
    def moon_question(self) -> MoonQuestion | None:
        """What the shooter of the running deal's moon has to be asked; None where nobody has."""
        return None if self.game is None or self.deal is None else self.game.moon_question

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have something to decide now."""
        deal = self.deal
        if deal is None:
            return ()
        if self.moon_question is not None:
            return (self.moon_question.seat,)
        if deal.passing:
            return tuple(seat for seat, cards in enumerate(deal.passed) if cards is None)
        return () if deal.turn is None else (deal.turn,)

    @property
    def decision(self) -> Decision | None:
        """The decision that is open now; None where nothing is to be decided."""
        deal = self.deal
        if deal is None or self.game is None or not self.awaited:
            return None
        if self.moon_question is not None:
            return Decision(self.game.number, None, moon=True)
        return Decision(self.game.number, None if deal.passing else deal.ply)


def fold(actions: Iterable[Action]) -> TableState:
    """The state after these actions, the first of which opens the table.

    Raises:
        ValueError: where there is none, or they do not follow from one another.
    """
    rest = iter(actions)
    first = next(rest, None)
    if not isinstance(first, Opened):
        raise ValueError("a table's first action opens it")
    return reduce(apply, rest, opened(first))


def opened(action: Opened) -> TableState:
    """The state of a table that has just been opened."""
    return TableState(
        server=action.server,
        channel=action.channel,
        phase=Phase.LOBBY,
        ruleset=action.ruleset,
        host=None,
        seats=(None,) * action.ruleset.players,
        game=None,
        secret=None,
        history=(),
        pace=Pace.NONE,
        rules_changed=0,
        to_agree=frozenset(),
        missed=(0,) * action.ruleset.players,
        clocked=frozenset(),
        clock_passed=frozenset(),
        wanted=frozenset(),
        ended_by=None,
        count=1,
    )


def apply(state: TableState, action: Action) -> TableState:
    """The state after one more action.

    Raises:
        ValueError: where the action cannot follow; stored actions always can.
    """
    return replace(_changed(state, action), count=state.count + 1)


def _changed(state: TableState, action: Action) -> TableState:
    match action:
        case Opened():
            raise ValueError("a table is opened once")
        case HostChanged(person):
            return replace(state, host=person, wanted=frozenset())
        case SeatTaken(seat, person):
            return _seated(state, seat, Person(person))
        case SeatGivenToComputer(seat, level, figure):
            return _seated(_unwanted(state), seat, Computer(level, figure))
        case SeatLeft(seat):
            occupant = state.seats[seat]
            if isinstance(occupant, Person):
                state = replace(state, to_agree=state.to_agree - {occupant.number})
            return _seated(_unwanted(state), seat, None)
        case PaceChosen(pace):
            return replace(_unwanted(state), pace=pace)
        case SeatKept(seat, level, figure, why):
            occupant = state.seats[seat]
            owner = occupant.number if isinstance(occupant, Person) else None
            wanted = frozenset[int]() if why is Why.HOST else state.wanted - {owner}
            return _seated(replace(state, wanted=wanted), seat, Computer(level, figure, owner, why))
        case SeatTakenBack(seat):
            occupant = state.seats[seat]
            if not isinstance(occupant, Computer) or occupant.owner is None:
                raise ValueError("nobody's seat is kept there")
            return _with_missed(_seated(state, seat, Person(occupant.owner)), seat, 0)
        case ReplacementWanted(person):
            return replace(state, wanted=state.wanted | {person})
        case RulesetChosen(ruleset):
            return _with_rules(state, ruleset)
        case Agreed(person):
            return replace(state, to_agree=state.to_agree - {person})
        case SeatsSwapped(first, second):
            one, other = state.seats[first], state.seats[second]
            return _seated(_seated(state, first, other), second, one)
        case SeatsShuffled(order):
            return replace(state, seats=tuple(state.seats[old] for old in order))
        case Started(dealer):
            return replace(_unwanted(state), phase=Phase.PLAYING, game=Game(state.ruleset, dealer))
        case Cancelled(person):
            return replace(state, phase=Phase.CANCELLED, ended_by=person)
        case Dealt() | Passed() | Played() | Claimed() | MoonChosen() | Scored():
            return _played_on(state, _game(state), action)


def _with_rules(state: TableState, ruleset: Ruleset) -> TableState:
    """Everybody but the host has to agree; with another number of seats, those seated move together.

    Raises:
        ValueError: where they do not find room.
    """
    seats = state.seats
    if len(seats) != ruleset.players:
        seated = [occupant for occupant in seats if occupant is not None]
        if len(seated) > ruleset.players:
            raise ValueError("more are seated than there would be seats")
        seats = (*seated, *(None,) * (ruleset.players - len(seated)))
    return replace(
        state,
        ruleset=ruleset,
        seats=seats,
        missed=(0,) * ruleset.players,
        rules_changed=state.rules_changed + 1,
        to_agree=frozenset(state.persons) - {state.host},
    )


def _played_on(
    state: TableState, game: Game, action: Dealt | Passed | Played | Claimed | MoonChosen | Scored
) -> TableState:
    match action:
        case Dealt(secret):
            hands = shuffle.hands(secret, game.ruleset, game.dealer)
            kitty = shuffle.kitty(secret, game.ruleset)
            return replace(
                state,
                game=game.start_deal(hands, kitty),
                secret=secret,
                clocked=frozenset(),
                clock_passed=frozenset(),
            )
        case Passed(seat, cards, by):
            state = replace(state, game=game.pass_cards(seat, tuple(cards)))
            if by is By.CLOCK:
                state = replace(state, clock_passed=state.clock_passed | {seat})
            return _counted(state, seat, by)
        case Played(seat, card, by):
            state = replace(state, game=game.play(seat, card))
            if by is By.CLOCK:
                state = replace(state, clocked=state.clocked | {card})
            return _counted(state, seat, by)
        case Claimed(seat, by):
            return _counted(replace(state, game=game.claim(seat)), seat, by)
        case MoonChosen(seat, choice, by):
            return _counted(replace(state, game=game.choose_moon(seat, choice)), seat, by)
        case Scored(score):
            if game.deal is None or state.secret is None:
                raise ValueError("no deal is running")
            done = DealHistory(game.number, game.dealer, game.deal, state.secret, score)
            game = game.finish_deal(score)
            return replace(
                state,
                game=game,
                secret=None,
                history=(*state.history, done),
                phase=Phase.OVER if game.over else state.phase,
            )


def _counted(state: TableState, seat: int, by: By) -> TableState:
    """Count the turns the clock plays in a row; what a person decides starts the count anew."""
    match by:
        case By.CLOCK:
            return _with_missed(state, seat, state.missed[seat] + 1)
        case By.PERSON:
            occupant = state.seats[seat]
            if isinstance(occupant, Person) and occupant.number == state.host:
                state = _unwanted(state)
            return _with_missed(state, seat, 0)
        case By.COMPUTER | By.FORCED:
            return state


def _unwanted(state: TableState) -> TableState:
    """Nobody wants the host replaced: they have acted, or others sit at the table now."""
    return replace(state, wanted=frozenset()) if state.wanted else state


def _with_missed(state: TableState, seat: int, count: int) -> TableState:
    if state.missed[seat] == count:
        return state
    return replace(state, missed=(*state.missed[:seat], count, *state.missed[seat + 1 :]))


def _seated(state: TableState, seat: int, occupant: Occupant | None) -> TableState:
    return replace(state, seats=(*state.seats[:seat], occupant, *state.seats[seat + 1 :]))


def _game(state: TableState) -> Game:
    if state.game is None:
        raise ValueError("the game has not started")
    return state.game
