"""What follows from an act: the actions it amounts to, or why it is refused. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.engine.actions import (
    Action,
    Agreed,
    By,
    Cancelled,
    Claimed,
    Dealt,
    HintsChosen,
    HostChanged,
    MoonChosen,
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
from bot.engine.acts import (
    Abandon,
    Act,
    AddComputer,
    Agree,
    ByClock,
    ByComputer,
    ByPerson,
    ByRule,
    Cancel,
    ChooseMoon,
    Claim,
    DealAct,
    Join,
    Leave,
    LobbyAct,
    Pass,
    PlayCard,
    Refused,
    RemoveComputer,
    Replace,
    SetHints,
    SetPace,
    SetRuleset,
    ShuffleSeats,
    Start,
    SwapSeats,
    TableRefusal,
    TableRule,
    TakeBack,
    TurnAct,
    Who,
)
from bot.engine.folding import apply
from bot.engine.state import Computer, Decision, Person, Phase, TableState
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import settled

MISSED_TURNS: Final = 2
"""So many turns in a row are played by the clock before a computer keeps the seat."""


_BY: Final = {ByPerson: By.PERSON, ByComputer: By.COMPUTER, ByClock: By.CLOCK, ByRule: By.FORCED}


class Chance(Protocol):
    """Where lots and secrets come from."""

    def secret(self) -> bytes:
        """32 bytes nobody can guess."""
        ...

    def order(self, length: int) -> tuple[int, ...]:
        """The numbers 0 to length - 1 in an order drawn by lot."""
        ...

    def number(self, below: int) -> int:
        """A number from 0 to below - 1, drawn by lot."""
        ...


def decide(state: TableState, act: Act, chance: Chance) -> Refused | tuple[Action, ...]:
    """What an act amounts to at a table in this state.

    Args:
        state: the table now; it is not changed.
        act: what somebody tries.
        chance: where lots and secrets come from, asked only by acts that need one.

    Returns:
        The actions to store, in order, at least one; or the reason why not.
    """
    if not state.open:
        return TableRefusal(TableRule.GAME_OVER)
    match act:
        case Cancel(person, moderator):
            if person != state.host and not moderator:
                return TableRefusal(TableRule.MAY_NOT_CANCEL)
            return (Cancelled(person),)
        case Abandon(count):
            if count not in (None, state.count):
                return TableRefusal(TableRule.DECISION_PAST)
            return (Cancelled(None),)
        case Leave(person):
            return _leave(state, person)
        case TakeBack(person):
            kept = state.kept_for(person)
            return TableRefusal(TableRule.SEAT_NOT_KEPT) if kept is None else _take_back(state, person, kept)
        case Replace():
            return _replace(state, act)
        case Pass() | PlayCard() | ChooseMoon() | Claim():
            return _decide_in_deal(state, act, chance)
        case _:
            if state.phase is not Phase.LOBBY:
                return TableRefusal(TableRule.ALREADY_STARTED)
            return _decide_lobby(state, act, chance)


def _decide_lobby(state: TableState, act: LobbyAct, chance: Chance) -> Refused | tuple[Action, ...]:
    seat = state.seat_of(act.person)
    empty = [at for at, occupant in enumerate(state.seats) if occupant is None]
    if isinstance(act, Join):
        if seat is not None:
            return TableRefusal(TableRule.ALREADY_SEATED)
        if not empty:
            return TableRefusal(TableRule.TABLE_FULL)
        if act.rules not in (None, state.rules_changed):
            return TableRefusal(TableRule.RULES_CHANGED_SINCE)
        return (SeatTaken(empty[0], act.person),)
    if seat is None:
        return TableRefusal(TableRule.NOT_SEATED)
    if isinstance(act, Agree):
        return _agree(state, act)
    if act.person != state.host:
        return TableRefusal(TableRule.NOT_HOST)
    match act:
        case AddComputer(_, level):
            if not empty:
                return TableRefusal(TableRule.TABLE_FULL)
            return (_computer(state, empty[0], level),)
        case RemoveComputer():
            computers = _computers(state)
            return (SeatLeft(computers[-1]),) if computers else TableRefusal(TableRule.NO_COMPUTER)
        case SetPace(_, pace):
            return (PaceChosen(pace),)
        case SetHints(_, allowed):
            unchanged = TableRefusal(TableRule.RULES_UNCHANGED)
            return unchanged if allowed == state.hints else (HintsChosen(allowed),)
        case SetRuleset(_, ruleset):
            return _set_ruleset(state, ruleset)
        case SwapSeats(_, first, second):
            if first == second or not {first, second} <= {*range(len(state.seats))}:
                return TableRefusal(TableRule.SEATS_THE_SAME)
            return (SeatsSwapped(first, second),)
        case ShuffleSeats():
            return (SeatsShuffled(chance.order(len(state.seats))),)
        case Start():
            if state.to_agree:
                return TableRefusal(TableRule.NOT_AGREED)
            rated = state.is_rated_where(counts=act.counted == state.ruleset)
            return _start(state, empty, chance, rated=rated)


def _agree(state: TableState, act: Agree) -> Refused | tuple[Action, ...]:
    if act.rules not in (None, state.rules_changed):
        return TableRefusal(TableRule.RULES_CHANGED_SINCE)
    if act.person not in state.to_agree:
        return TableRefusal(TableRule.NOTHING_TO_AGREE)
    return (Agreed(act.person),)


def _set_ruleset(state: TableState, ruleset: Ruleset) -> Refused | tuple[Action, ...]:
    if ruleset == state.ruleset:
        return TableRefusal(TableRule.RULES_UNCHANGED)
    if len(state.persons) > ruleset.players:
        return TableRefusal(TableRule.TOO_MANY_PEOPLE)
    computers = _computers(state)
    room = ruleset.players - len(state.persons)
    return (*(SeatLeft(seat) for seat in computers[room:]), RulesetChosen(ruleset))


def _computers(state: TableState) -> list[int]:
    """The seats of the computers in the order in which they sat down: figures are given from 0 up."""
    seated = [(each.figure, at) for at, each in enumerate(state.seats) if isinstance(each, Computer)]
    return [seat for _, seat in sorted(seated)]


def _leave(state: TableState, person: int) -> Refused | tuple[Action, ...]:
    seat = state.seat_of(person)
    if seat is None:
        kept = state.kept_for(person)
        return TableRefusal(TableRule.NOT_SEATED if kept is None else TableRule.SEAT_IS_KEPT)
    if state.phase is Phase.LOBBY:
        return (SeatLeft(seat), *_without(state, person))
    return (_kept(state, seat, Why.LEFT), *_without(state, person))


def _without(state: TableState, person: int, away: frozenset[int] = frozenset()) -> tuple[Action, ...]:
    """What follows when a person is no longer in a seat: another host, or the end where nobody is left.

    One who is there becomes host before one who is away.
    """
    others = sorted((other for other in state.persons if other != person), key=lambda other: other in away)
    if not others:
        return (Cancelled(None),)
    return (HostChanged(others[0]),) if person == state.host else ()


def _take_back(state: TableState, person: int, seat: int) -> tuple[Action, ...]:
    """The seat is the person's again; the first to come back to a table without people becomes its host."""
    back = SeatTakenBack(seat)
    return (back,) if state.persons else (back, HostChanged(person))


def _replace(state: TableState, act: Replace) -> Refused | tuple[Action, ...]:
    seat = state.seat_of(act.target)
    if state.seat_of(act.person) is None:
        return TableRefusal(TableRule.NOT_SEATED)
    if seat is None or act.target == act.person:
        return TableRefusal(TableRule.TARGET_NOT_SEATED)
    if act.person != state.host and act.target != state.host:
        return TableRefusal(TableRule.NOT_HOST)
    if state.phase is Phase.LOBBY and act.person == state.host:
        return (SeatLeft(seat),)
    if not act.absent:
        return TableRefusal(TableRule.NOT_ABSENT)
    if act.person == state.host:
        return (_kept(state, seat, Why.HOST),)
    wanted = () if act.person in state.wanted else (ReplacementWanted(act.person),)
    if {*state.persons} - state.wanted - act.away - {act.person, act.target}:
        return wanted or TableRefusal(TableRule.ALREADY_WANTED)
    gone = SeatLeft(seat) if state.phase is Phase.LOBBY else _kept(state, seat, Why.OTHERS)
    return (*wanted, gone, *_without(state, act.target, act.away))


def _kept(state: TableState, seat: int, why: Why) -> SeatKept:
    computer = _computer(state, seat)
    return SeatKept(seat, computer.level, computer.figure, why)


def _computer(state: TableState, seat: int, level: str | None = None) -> SeatGivenToComputer:
    taken = {occupant.figure for occupant in state.seats if isinstance(occupant, Computer)}
    figure = next(number for number in range(len(state.seats)) if number not in taken)
    return SeatGivenToComputer(seat, level or state.level, figure)


def _start(state: TableState, empty: Sequence[int], chance: Chance, *, rated: bool) -> tuple[Action, ...]:
    """Fill empty seats, draw seats and the first dealer by lot, and deal the first deal.

    Partners stay where they sit: who plays with whom is for them to settle before.
    """
    draft = _Draft(state)
    for seat in empty:
        draft.add(_computer(draft.state, seat))
    if state.ruleset.partners is Partners.NONE:
        draft.add(SeatsShuffled(chance.order(len(state.seats))))
    draft.add(Started(chance.number(len(state.seats)), rated))
    draft.add(Dealt(chance.secret()))
    return tuple(draft.actions)


def _decide_in_deal(state: TableState, act: DealAct, chance: Chance) -> Refused | tuple[Action, ...]:
    seat = _seat(state, act.who)
    if seat is None:
        kept = isinstance(act.who, ByPerson | ByRule) and state.kept_for(act.who.person) is not None
        return TableRefusal(TableRule.SEAT_IS_KEPT if kept else TableRule.NOT_SEATED)
    if state.deal is None or state.game is None:
        return TableRefusal(TableRule.NOT_STARTED)
    if _past(state, state.game, act):
        return TableRefusal(TableRule.DECISION_PAST)
    refusal = _refuse(state, state.game, state.deal, seat, act)
    if refusal is not None:
        return refusal
    by = _BY[type(act.who)]
    draft = _Draft(state)
    match act:
        case Pass():
            draft.add(Passed(seat, Cards.of(act.cards), by))
        case PlayCard():
            draft.add(Played(seat, act.card, by))
        case Claim():
            draft.add(Claimed(seat, by))
        case ChooseMoon():
            draft.add(MoonChosen(seat, act.choice, by))
    _keep_if_missing(draft, seat)
    _follow_up(draft, chance)
    return tuple(draft.actions)


def _refuse(state: TableState, game: Game, deal: Deal, seat: int, act: DealAct) -> Refusal | None:
    match act:
        case Pass():
            return deal.refuse_pass(seat, act.cards)
        case PlayCard() if state.moon_question is not None:
            return Refusal(Rule.DEAL_OVER, seat, Cards.of([act.card]))
        case PlayCard():
            return deal.refuse_play(seat, act.card)
        case Claim() if state.moon_question is not None:
            return Refusal(Rule.DEAL_OVER, seat, NO_CARDS)
        case Claim():
            return game.refuse_claim(seat)
        case ChooseMoon():
            return game.refuse_moon(seat)


def _seat(state: TableState, who: Who) -> int | None:
    if isinstance(who, ByPerson | ByRule):
        return state.seat_of(who.person)
    occupant = Computer if isinstance(who, ByComputer) else Person
    if not 0 <= who.seat < len(state.seats):
        return None
    return who.seat if isinstance(state.seats[who.seat], occupant) else None


def _keep_if_missing(draft: _Draft, seat: int) -> None:
    """After two turns in a row by the clock a computer keeps the seat; the host's rights go on."""
    occupant = draft.state.seats[seat]
    if not isinstance(occupant, Person) or draft.state.missed[seat] < MISSED_TURNS:
        return
    others = [other for other in draft.state.persons if other != occupant.number]
    draft.add(_kept(draft.state, seat, Why.CLOCK))
    if others and occupant.number == draft.state.host:
        draft.add(HostChanged(others[0]))


def _past(state: TableState, game: Game, act: DealAct) -> bool:
    """Whether what a button answers has been decided."""
    if isinstance(act, Claim):
        return act.deal not in (None, game.number)
    return act.decision is not None and not _still_open(state, act, act.decision)


def _still_open(state: TableState, act: TurnAct, decision: Decision) -> bool:
    """A pass is open until the deal's pass is over; that this seat has confirmed is for the rules to say."""
    due = ChooseMoon if decision.moon else Pass if decision.ply is None else PlayCard
    return decision == state.decision and type(act) is due


def _follow_up(draft: _Draft, chance: Chance) -> None:
    """What happens by itself after a decision: the forced last trick, the points, the next deal."""
    deal = draft.state.deal
    while deal is not None and deal.turn is not None and not settled(deal) and _last_trick(draft.state):
        draft.add(Played(deal.turn, deal.hands[deal.turn].lowest, By.FORCED))
        deal = draft.state.deal
    game = draft.state.game
    if deal is None or game is None or not settled(deal) or game.moon_question is not None:
        return
    draft.add(Scored(game.result()))
    if draft.state.phase is Phase.PLAYING:
        draft.add(Dealt(chance.secret()))


def _last_trick(state: TableState) -> bool:
    deal = state.deal
    return deal is not None and max(map(len, deal.hands)) <= 1 and not deal.passing


class _Draft:
    """Actions being put together, and the state they lead to."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.actions: list[Action] = []

    def add(self, action: Action) -> None:
        self.actions.append(action)
        self.state = apply(self.state, action)
