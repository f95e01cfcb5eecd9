"""People who come and go by lot: every kind of act, possible or not, and what must hold after each."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

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
    Claim,
    Join,
    Leave,
    Pass,
    PlayCard,
    RemoveComputer,
    Replace,
    SetPace,
    SetRuleset,
    ShuffleSeats,
    Start,
    SwapSeats,
    TakeBack,
    TurnAct,
    Who,
)
from bot.engine.decide import decide
from bot.engine.paces import Pace
from bot.engine.state import Computer, Person, Phase, TableState
from bot.rules.cards import ALL_CARDS
from bot.rules.ruleset import Moon, Partners, Ruleset
from tests.engine.claiming import claims
from tests.engine.tabletop import as_seated, lowest_act, random_act

PEOPLE = (101, 102, 103, 104, 105, 106)
"""Who may come; more than there are seats."""

RULES = (
    Ruleset(limit=40),
    Ruleset(limit=25, moon=Moon.CHOOSE, jack_of_diamonds=True),
    Ruleset(limit=30, players=3, kitty=True, sun=True),
    Ruleset(limit=30, players=5, no_trick_bonus=True),
    Ruleset(limit=50, partners=Partners.TOGETHER, exact_limit=True),
)
"""What a host may choose."""


def any_act(state: TableState, rng: random.Random, endings: bool = False) -> Act:
    """Give an act of any kind by anybody, which may well be refused; most are passes and plays.

    Args:
        state: the table.
        rng: the lots.
        endings: whether the host or anybody else may end the game too.
    """
    person, other = rng.choice(PEOPLE), rng.choice(PEOPLE)
    right = claims(state)
    if right and rng.random() < 0.2:
        return rng.choice(right)
    if state.awaited and rng.random() < 0.6:
        act = random_act(state, rng)
        return replace(act, who=_who(state, rng)) if rng.random() < 0.3 else act
    # A person who is there is more likely to be heard of than one who is not.
    if state.persons and rng.random() < 0.7:
        person = rng.choice(state.persons)
    acts: list[Callable[[], Act]] = [
        lambda: Join(person),
        lambda: Join(other),
        lambda: TakeBack(rng.choice(sorted(state.gone) or PEOPLE)),
        lambda: Replace(person, other, rng.random() < 0.7),
        lambda: Replace(person, state.host or other, rng.random() < 0.9),
        lambda: Replace(state.host or person, other, rng.random() < 0.7),
        lambda: SetPace(person, rng.choice(list(Pace))),
        lambda: AddComputer(person),
        lambda: RemoveComputer(person),
        lambda: PlayCard(_who(state, rng), rng.choice(ALL_CARDS), state.decision),
        lambda: Pass(_who(state, rng), tuple(rng.sample(ALL_CARDS, 3)), state.decision),
        lambda: Claim(_who(state, rng), rng.choice((1, 2, None))),
        lambda: SwapSeats(person, rng.randrange(4), rng.randrange(5)),
        lambda: ShuffleSeats(state.host or person),
        lambda: Agree(rng.choice(sorted(state.to_agree) or PEOPLE), rng.choice((0, 1, None, None, None))),
    ]
    if rng.random() < 0.2:
        acts.append(lambda: SetRuleset(state.host or person, rng.choice(RULES)))
    if len(state.persons) > 1 or endings:
        acts.append(lambda: Leave(person))
    if rng.random() < 0.1:
        acts.append(lambda: Start(state.host or person))
    if endings and rng.random() < 0.02:
        acts += [lambda: Cancel(person, rng.random() < 0.2), Abandon]
    return rng.choice(acts)()


def _who(state: TableState, rng: random.Random) -> Who:
    seat = rng.choice(state.awaited or range(len(state.seats)))
    person = state.seats[seat]
    number = person.number if isinstance(person, Person) else rng.choice(PEOPLE)
    return rng.choice((ByClock(seat), ByClock(seat), ByComputer(seat), ByPerson(number), ByRule(number)))


def check(state: TableState) -> None:
    """See that everybody and every figure is there once, the host sits at the table, and the game can go on.

    Raises:
        AssertionError: where that is not so.
    """
    here = Counter([*state.persons, *state.gone])
    owners = [seat.owner for seat in state.seats if isinstance(seat, Computer) and seat.owner is not None]
    assert len(owners) == len(state.gone), "one seat is kept for each"
    assert not here or max(here.values()) == 1, "nobody has two seats"
    figures = Counter(seat.figure for seat in state.seats if isinstance(seat, Computer))
    assert not figures or max(figures.values()) == 1, "no two computers have the same name"
    assert not state.persons or not state.open or state.host in state.persons, "the host sits at the table"
    assert state.wanted <= {*state.persons} - {state.host}, "the others may want the host replaced"
    assert all(0 <= missed <= 2 for missed in state.missed)
    if state.phase is Phase.LOBBY:
        assert state.persons, "somebody can start it"
        assert state.gone == set()
    if state.phase is Phase.PLAYING:
        assert None not in state.seats
        seats = state.awaited
        assert seats, "somebody is to move"
        for seat in seats:
            act = lowest_act(state, seat)
            assert isinstance(decide(state, act, as_seated()), tuple), "whoever sits there can"
            if isinstance(state.seats[seat], Person):
                clock = replace(act, who=ByClock(seat))
                assert isinstance(decide(state, clock, as_seated()), tuple), "and the clock for a person"


def left_alone(state: TableState) -> TurnAct:
    """Give the next act at a table from which all people have walked away: a computer's, or the clock's."""
    seat = state.awaited[0]
    act = lowest_act(state, seat)
    return replace(act, who=ByClock(seat)) if isinstance(state.seats[seat], Person) else act
