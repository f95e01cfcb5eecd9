"""The rules of a table: the host chooses, everybody else agrees; partners settle who sits where."""

import pytest

from bot.engine.actions import (
    Agreed,
    Dealt,
    HintsChosen,
    RulesetChosen,
    SeatLeft,
    SeatsShuffled,
    SeatsSwapped,
    SeatTaken,
    Started,
)
from bot.engine.acts import (
    AddComputer,
    Agree,
    Join,
    Leave,
    SetHints,
    SetPace,
    SetRuleset,
    ShuffleSeats,
    Start,
    SwapSeats,
    TableRefusal,
    TableRule,
)
from bot.engine.decide import decide
from bot.engine.folding import fold
from bot.engine.paces import Pace
from bot.engine.state import Computer, Person, Phase, TableState
from bot.engine.tables import Opening
from bot.rules.ruleset import PRESETS, Partners, Ruleset
from tests.engine.situations import Situation
from tests.engine.tabletop import (
    ANNA,
    BERT,
    CARL,
    DORA,
    EVE,
    FOUR,
    STANDARD,
    Lots,
    accepted,
    after,
    as_seated,
    lobby,
    started,
)

SHORT, THREE, FIVE, TEAMS = (PRESETS[name] for name in ("short", "three", "five", "partners"))

TWO = lobby(ANNA, BERT)
CHANGED = after(lobby(ANNA, BERT, CARL), SetRuleset(ANNA, SHORT))
TWICE = after(CHANGED, SetRuleset(ANNA, TEAMS))
PAIRS = lobby(*FOUR, ruleset=TEAMS)
HINTS = after(TWO, SetHints(ANNA, allowed=True))

SITUATIONS = [
    Situation("the host chooses the rules", TWO, SetRuleset(ANNA, SHORT), (RulesetChosen(SHORT),)),
    Situation("a guest does not", TWO, SetRuleset(BERT, SHORT), TableRule.NOT_HOST),
    Situation("a stranger does not", TWO, SetRuleset(CARL, SHORT), TableRule.NOT_SEATED),
    Situation("not those it has", TWO, SetRuleset(ANNA, STANDARD), TableRule.RULES_UNCHANGED),
    Situation("not in a game", started(), SetRuleset(ANNA, SHORT), TableRule.ALREADY_STARTED),
    Situation(
        "four people do not fit at three seats",
        lobby(*FOUR),
        SetRuleset(ANNA, THREE),
        TableRule.TOO_MANY_PEOPLE,
    ),
    Situation("three do", lobby(ANNA, BERT, CARL), SetRuleset(ANNA, THREE), (RulesetChosen(THREE),)),
    Situation(
        "the computer that sat down last makes room",
        lobby(ANNA, BERT, computers=2),
        SetRuleset(ANNA, THREE),
        (SeatLeft(3), RulesetChosen(THREE)),
    ),
    Situation(
        "and all of them where people need every seat",
        after(lobby(ANNA, computers=1), Join(BERT), Join(CARL)),
        SetRuleset(ANNA, THREE),
        (SeatLeft(1), RulesetChosen(THREE)),
    ),
    Situation("who sits at the table agrees", CHANGED, Agree(BERT), (Agreed(BERT),)),
    Situation("to the rules they have seen", CHANGED, Agree(BERT, 1), (Agreed(BERT),)),
    Situation("not to others", TWICE, Agree(BERT, 1), TableRule.RULES_CHANGED_SINCE),
    Situation("nor twice", after(CHANGED, Agree(BERT)), Agree(BERT), TableRule.NOTHING_TO_AGREE),
    Situation("the host has chosen them", CHANGED, Agree(ANNA), TableRule.NOTHING_TO_AGREE),
    Situation("nothing has changed", TWO, Agree(BERT), TableRule.NOTHING_TO_AGREE),
    Situation("a stranger has no say", CHANGED, Agree(EVE), TableRule.NOT_SEATED),
    Situation(
        "who comes later has seen them", after(CHANGED, Join(DORA)), Agree(DORA), TableRule.NOTHING_TO_AGREE
    ),
    Situation("who sits down by rules they have seen", CHANGED, Join(DORA, 1), (SeatTaken(3, DORA),)),
    Situation("but not by others", CHANGED, Join(DORA, 0), TableRule.RULES_CHANGED_SINCE),
    Situation(
        "nobody starts before all agree", after(CHANGED, Agree(BERT)), Start(ANNA), TableRule.NOT_AGREED
    ),
    Situation("the host allows hints", TWO, SetHints(ANNA, allowed=True), (HintsChosen(allowed=True),)),
    Situation("and forbids them again", HINTS, SetHints(ANNA, allowed=False), (HintsChosen(allowed=False),)),
    Situation("not what is so already", HINTS, SetHints(ANNA, allowed=True), TableRule.RULES_UNCHANGED),
    Situation("without a word there are none", TWO, SetHints(ANNA, allowed=False), TableRule.RULES_UNCHANGED),
    Situation("a guest does not allow them", TWO, SetHints(BERT, allowed=True), TableRule.NOT_HOST),
    Situation("nor a stranger", TWO, SetHints(CARL, allowed=True), TableRule.NOT_SEATED),
    Situation("nor the host in a game", started(), SetHints(ANNA, allowed=True), TableRule.ALREADY_STARTED),
    Situation("nobody starts before all agree to them", HINTS, Start(ANNA), TableRule.NOT_AGREED),
    Situation("the host swaps two seats", PAIRS, SwapSeats(ANNA, 0, 1), (SeatsSwapped(0, 1),)),
    Situation("also with an empty one", TWO, SwapSeats(ANNA, 1, 3), (SeatsSwapped(1, 3),)),
    Situation("a seat is not swapped with itself", PAIRS, SwapSeats(ANNA, 2, 2), TableRule.SEATS_THE_SAME),
    Situation("nor with one that is not there", PAIRS, SwapSeats(ANNA, 0, 4), TableRule.SEATS_THE_SAME),
    Situation("a guest swaps none", PAIRS, SwapSeats(BERT, 0, 1), TableRule.NOT_HOST),
    Situation("the host has seats drawn", PAIRS, ShuffleSeats(ANNA), (SeatsShuffled((0, 1, 2, 3)),)),
    Situation("a guest does not", PAIRS, ShuffleSeats(BERT), TableRule.NOT_HOST),
    Situation("seats stay in a game", started(), ShuffleSeats(ANNA), TableRule.ALREADY_STARTED),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_rules_in_the_lobby(situation: Situation) -> None:
    situation.check()


def test_everybody_but_the_host_is_asked_again_after_every_change() -> None:
    assert TWO.to_agree == frozenset()
    assert CHANGED.to_agree == {BERT, CARL}
    assert after(CHANGED, Agree(BERT)).to_agree == {CARL}
    assert after(CHANGED, Agree(BERT), SetRuleset(ANNA, TEAMS)).to_agree == {BERT, CARL}
    back = after(CHANGED, Agree(BERT), Agree(CARL), SetRuleset(ANNA, STANDARD))
    assert back.to_agree == {BERT, CARL}
    assert back.rules_changed == 2


def test_who_leaves_is_not_waited_for() -> None:
    state = after(CHANGED, Agree(BERT), Leave(CARL))
    assert state.to_agree == frozenset()
    assert isinstance(decide(state, Start(ANNA), as_seated()), tuple)


def test_who_becomes_host_has_not_agreed_by_that() -> None:
    state = after(CHANGED, Leave(ANNA))
    assert state.host == BERT
    assert decide(state, Start(BERT), as_seated()) == TableRefusal(TableRule.NOT_AGREED)
    ready = after(state, Agree(BERT), Agree(CARL))
    assert isinstance(decide(ready, Start(BERT), as_seated()), tuple)


def test_hints_are_everybodys_to_agree_to() -> None:
    assert not TWO.hints
    assert HINTS.hints
    assert HINTS.to_agree == {BERT}
    assert after(HINTS, Agree(BERT), SetHints(ANNA, allowed=False)).to_agree == {BERT}
    game = after(HINTS, Agree(BERT), Start(ANNA))
    assert game.hints
    assert game.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("state", "counted", "rated"),
    [
        (TWO, STANDARD, True),
        (TWO, None, False),
        (TWO, SHORT, False),
        (after(CHANGED, Agree(BERT), Agree(CARL)), SHORT, True),
        (after(CHANGED, Agree(BERT), Agree(CARL)), STANDARD, False),
        (lobby(ANNA), STANDARD, False),
        (after(HINTS, Agree(BERT)), STANDARD, False),
    ],
    ids=[
        "two people by rules that count",
        "none of which count",
        "where others count",
        "by rules that were chosen",
        "chosen after others were found to count",
        "one person alone",
        "with hints",
    ],
)
def test_whether_a_game_is_rated_is_fixed_when_it_starts(
    state: TableState, counted: Ruleset | None, rated: bool
) -> None:
    assert not state.rated
    begun = after(state, Start(ANNA, counted))
    assert begun.rated is rated
    assert after(begun, Leave(BERT) if len(begun.persons) > 1 else Leave(ANNA)).rated is rated


def test_a_table_can_be_opened_with_hints_that_nobody_has_to_agree_to() -> None:
    state = fold(Opening(10, 20, "en", STANDARD, (ANNA, BERT), hints=True).actions)
    assert state.hints
    assert state.to_agree == frozenset()


def test_the_pace_is_nobody_elses_to_agree_to() -> None:
    assert after(TWO, SetPace(ANNA, Pace.FAST)).to_agree == frozenset()


def test_the_game_is_played_by_the_rules_that_were_chosen() -> None:
    state = after(CHANGED, Agree(BERT), Agree(CARL), Start(ANNA))
    assert state.game is not None
    assert state.game.ruleset == SHORT


def test_with_fewer_seats_those_seated_move_together_in_their_order() -> None:
    gap = after(lobby(ANNA, BERT, CARL), Leave(BERT))
    assert after(gap, SetRuleset(ANNA, THREE)).seats == (Person(ANNA), Person(CARL), None)


def test_with_more_seats_there_is_room_at_the_end() -> None:
    state = after(lobby(*FOUR), SetRuleset(ANNA, FIVE), Join(EVE))
    assert state.persons == (*FOUR, EVE)
    five = after(state, *(Agree(person) for person in (BERT, CARL, DORA)), Start(ANNA), chance=Lots(3))
    assert five.game is not None
    assert five.game.deal is not None
    assert [len(hand) for hand in five.game.deal.dealt] == [10] * 5


def test_swapped_seats_are_seen_in_the_lobby() -> None:
    state = after(lobby(ANNA, BERT, ruleset=TEAMS), SwapSeats(ANNA, 1, 2))
    assert state.seats == (Person(ANNA), None, Person(BERT), None)
    assert after(state, AddComputer(ANNA)).seats[1] == Computer("medium", 0)


@pytest.mark.parametrize("partners", [Partners.ALONE, Partners.TOGETHER])
def test_partners_start_where_they_sit_and_only_the_dealer_is_drawn(partners: Partners) -> None:
    state = after(lobby(*FOUR, ruleset=Ruleset(partners=partners)), SwapSeats(ANNA, 0, 1))
    chance = Lots(5, order=(3, 2, 1, 0), dealer=2)
    assert accepted(state, Start(ANNA), chance) == (Started(2), Dealt(Lots(5).secret()))


def test_partners_who_play_again_keep_their_seats() -> None:
    opening = Opening(10, 20, "en", TEAMS, (CARL, ANNA), computers=1, places=(2, 0))
    state = fold(opening.actions)
    assert state.seats == (Person(ANNA), Computer("medium", 0), Person(CARL), None)
    assert state.host == CARL


@pytest.mark.parametrize("places", [(0,), (0, 0), (0, 4), (-1, 1), (0, 1, 2)])
def test_places_that_are_none(places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        _ = Opening(10, 20, "en", TEAMS, (ANNA, BERT), places=places).actions
