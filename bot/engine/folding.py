"""A table's actions folded through the rules, one after another, by pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from bot.engine.actions import (
    Action,
    Agreed,
    By,
    Cancelled,
    Claimed,
    Dealt,
    HintsChosen,
    HostChanged,
    LevelChosen,
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
from bot.engine.state import Computer, DealHistory, Occupant, Person, Phase, TableState
from bot.rules import shuffle
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset


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
    return _with(_changed(state, action), count=state.count + 1)


def apply_outline(state: TableState, action: Action) -> TableState:
    """The state after one more action, with no card in it: of its deals there are only the scores.

    Actions about cards change nothing, and may be left out. Who sits there, the scores and the phase are
    as `apply` gives them.

    Raises:
        ValueError: as for `apply`.
    """
    match action:
        case Dealt() | Passed() | Played() | Claimed() | MoonChosen():
            return state
        case Scored(score):
            game = _game(state)
            game = replace(game, scores=(*game.scores, score))
            return replace(state, game=game, phase=Phase.OVER if game.over else state.phase)
        case _:
            return apply(state, action)


def _changed(state: TableState, action: Action) -> TableState:
    match action:
        case Opened():
            raise ValueError("a table is opened once")
        case HostChanged(person):
            return replace(state, host=person, wanted=frozenset())
        case SeatTaken(seat, person):
            return _seated(state, seat, Person(person))
        case SeatGivenToComputer(seat, level, figure):
            return _seated(replace(_unwanted(state), level=level), seat, Computer(level, figure))
        case SeatLeft(seat):
            occupant = state.seats[seat]
            if isinstance(occupant, Person):
                state = replace(state, to_agree=state.to_agree - {occupant.number})
            return _seated(_unwanted(state), seat, None)
        case PaceChosen(pace):
            return replace(_unwanted(state), pace=pace)
        case LevelChosen(level):
            return replace(state, level=level)
        case HintsChosen(allowed):
            return _to_be_agreed(replace(state, hints=allowed))
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
        case Started(dealer, rated):
            game = Game(state.ruleset, dealer)
            return replace(_unwanted(state), phase=Phase.PLAYING, game=game, rated=rated)
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
    return _to_be_agreed(
        replace(state, ruleset=ruleset, seats=seats, missed=(0,) * ruleset.players),
    )


def _to_be_agreed(state: TableState) -> TableState:
    """What is played has changed, so everybody but the host has to agree."""
    return replace(
        state,
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
                moon_clocked=False,
            )
        case Passed(seat, cards, by):
            state = _with(state, game=game.pass_cards(seat, tuple(cards)))
            if by is By.CLOCK:
                state = replace(state, clock_passed=state.clock_passed | {seat})
            return _counted(state, seat, by)
        case Played(seat, card, by):
            state = _with(state, game=game.play(seat, card))
            if by is By.CLOCK:
                state = replace(state, clocked=state.clocked | {card})
            return _counted(state, seat, by)
        case Claimed(seat, by):
            return _counted(replace(state, game=game.claim(seat)), seat, by)
        case MoonChosen(seat, choice, by):
            clocked = by is By.CLOCK
            return _counted(
                replace(state, game=game.choose_moon(seat, choice), moon_clocked=clocked), seat, by
            )
        case Scored(score):
            if game.deal is None or state.secret is None:
                raise ValueError("no deal is running")
            done = DealHistory(game.number, game.dealer, game.deal, state.secret, score, state.moon_clocked)
            game = game.finish_deal(score)
            return replace(
                state,
                game=game,
                secret=None,
                history=(*state.history, done),
                phase=Phase.OVER if game.over else state.phase,
            )


def _with(state: TableState, **changes: object) -> TableState:
    """A copy with some attributes changed; quicker than dataclasses.replace, for what every card needs."""
    new = object.__new__(TableState)
    object.__setattr__(new, "__dict__", state.__dict__ | changes)
    return new


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
