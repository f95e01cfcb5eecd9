"""The lobby: who may sit down, leave, seat computers and start."""

import pytest

from bot.engine.actions import (
    Cancelled,
    Dealt,
    HostChanged,
    LevelChosen,
    SeatGivenToComputer,
    SeatLeft,
    SeatsShuffled,
    SeatTaken,
    Started,
)
from bot.engine.acts import (
    Abandon,
    AddComputer,
    Cancel,
    Join,
    Leave,
    RemoveComputer,
    Start,
    TableRule,
)
from bot.engine.folding import fold
from bot.engine.state import Computer, Person, Phase
from bot.engine.table import SystemChance
from bot.engine.tables import Opening
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
    lobby,
    told,
)


def computer(seat: int, figure: int) -> SeatGivenToComputer:
    """Give the action that seats a computer of the usual level."""
    return SeatGivenToComputer(seat, "medium", figure)


TWO = lobby(ANNA, BERT)
WITH_COMPUTERS = lobby(ANNA, BERT, computers=2)
GAP = after(lobby(ANNA, BERT, CARL), Leave(BERT))
GAP_AMONG_COMPUTERS = after(lobby(ANNA, computers=2), Join(BERT), RemoveComputer(ANNA), AddComputer(ANNA))
LAST_IN_FRONT = after(lobby(ANNA, BERT, computers=1), Leave(BERT), AddComputer(ANNA))
HOST_LEFT = after(lobby(ANNA, BERT, CARL), Leave(ANNA))

SITUATIONS = [
    Situation("a newcomer gets the first empty seat", TWO, Join(CARL), (SeatTaken(2, CARL),)),
    Situation("also where one has become empty in between", GAP, Join(DORA), (SeatTaken(1, DORA),)),
    Situation("who has left may come back", GAP, Join(BERT), (SeatTaken(1, BERT),)),
    Situation("nobody sits twice", TWO, Join(BERT), TableRule.ALREADY_SEATED),
    Situation("nor at a full table", lobby(*FOUR), Join(ANNA), TableRule.ALREADY_SEATED),
    Situation("a full table takes nobody", lobby(*FOUR), Join(EVE), TableRule.TABLE_FULL),
    Situation("computers fill it too", WITH_COMPUTERS, Join(CARL), TableRule.TABLE_FULL),
    Situation("a guest leaves", TWO, Leave(BERT), (SeatLeft(1),)),
    Situation(
        "the host leaves and the next person is host", TWO, Leave(ANNA), (SeatLeft(0), HostChanged(BERT))
    ),
    Situation(
        "the next person, not a computer",
        after(lobby(ANNA, computers=2), Join(BERT)),
        Leave(ANNA),
        (SeatLeft(0), HostChanged(BERT)),
    ),
    Situation("who is not there cannot leave", TWO, Leave(CARL), TableRule.NOT_SEATED),
    Situation(
        "the last person leaves and it is over", lobby(ANNA), Leave(ANNA), (SeatLeft(0), Cancelled(None))
    ),
    Situation(
        "computers do not stay alone",
        lobby(ANNA, computers=3),
        Leave(ANNA),
        (SeatLeft(0), Cancelled(None)),
    ),
    Situation("the host adds a computer", TWO, AddComputer(ANNA), (computer(2, 0),)),
    Situation("each is another figure", lobby(ANNA, computers=2), AddComputer(ANNA), (computer(3, 2),)),
    Situation("in the first empty seat", GAP, AddComputer(ANNA), (computer(1, 0),)),
    Situation(
        "of a level the host chose",
        TWO,
        AddComputer(ANNA, "expert"),
        (SeatGivenToComputer(2, "expert", 0),),
    ),
    Situation(
        "then the next ones are too",
        after(TWO, AddComputer(ANNA, "expert")),
        AddComputer(ANNA),
        (SeatGivenToComputer(3, "expert", 1),),
    ),
    Situation(
        "at first as the table was opened for",
        fold(Opening(10, 20, "en", STANDARD, (ANNA,), level="hard").actions),
        AddComputer(ANNA),
        (SeatGivenToComputer(1, "hard", 0),),
    ),
    Situation("none at a full table", WITH_COMPUTERS, AddComputer(ANNA), TableRule.TABLE_FULL),
    Situation("a guest adds none", TWO, AddComputer(BERT), TableRule.NOT_HOST),
    Situation("a stranger adds none", TWO, AddComputer(CARL), TableRule.NOT_SEATED),
    Situation("the former host adds none", HOST_LEFT, AddComputer(ANNA), TableRule.NOT_SEATED),
    Situation("the new host does", HOST_LEFT, AddComputer(BERT), (computer(0, 0),)),
    Situation("the host removes the last computer", WITH_COMPUTERS, RemoveComputer(ANNA), (SeatLeft(3),)),
    Situation("wherever it sits", LAST_IN_FRONT, RemoveComputer(ANNA), (SeatLeft(1),)),
    Situation("not where there is none", TWO, RemoveComputer(ANNA), TableRule.NO_COMPUTER),
    Situation("a guest removes none", WITH_COMPUTERS, RemoveComputer(BERT), TableRule.NOT_HOST),
    Situation("a stranger removes none", WITH_COMPUTERS, RemoveComputer(EVE), TableRule.NOT_SEATED),
    Situation("a guest does not start", TWO, Start(BERT), TableRule.NOT_HOST),
    Situation("a stranger does not start", TWO, Start(EVE), TableRule.NOT_SEATED),
    Situation("the former host does not start", HOST_LEFT, Start(ANNA), TableRule.NOT_SEATED),
    Situation("the host ends it", TWO, Cancel(ANNA, moderator=False), (Cancelled(ANNA),)),
    Situation("a moderator who sits elsewhere does", TWO, Cancel(EVE, moderator=True), (Cancelled(EVE),)),
    Situation("a guest does not", TWO, Cancel(BERT, moderator=False), TableRule.MAY_NOT_CANCEL),
    Situation("a stranger does not", TWO, Cancel(EVE, moderator=False), TableRule.MAY_NOT_CANCEL),
    Situation("a channel that is gone ends it", TWO, Abandon(), (Cancelled(None),)),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_lobby(situation: Situation) -> None:
    situation.check()


def test_a_figure_that_is_free_is_given_again() -> None:
    state = after(lobby(ANNA, computers=3), RemoveComputer(ANNA), AddComputer(ANNA))
    assert state.seats[1:] == (Computer("medium", 0), Computer("medium", 1), Computer("medium", 2))


def test_free_seats_are_filled_at_the_level_last_chosen() -> None:
    state = after(lobby(ANNA, BERT), AddComputer(ANNA, "easy"), Start(ANNA))
    assert state.seats[2:] == (Computer("easy", 0), Computer("easy", 1))


def test_a_table_is_opened_with_computers_of_several_levels() -> None:
    opening = Opening(10, 20, "en", STANDARD, (ANNA,), 2, level="hard", levels=("easy", "expert"))
    state = fold(opening.actions)
    assert state.seats == (Person(ANNA), Computer("easy", 0), Computer("expert", 1), None)
    assert after(state, AddComputer(ANNA)).seats[3] == Computer("hard", 2)


def test_a_table_where_nothing_was_chosen_is_as_tables_were_before_there_was_a_choice() -> None:
    actions = Opening(10, 20, "en", STANDARD, (ANNA,), 1).actions
    assert not any(isinstance(action, LevelChosen) for action in actions)
    assert fold(actions).level == "medium"
    assert fold(actions).seats[1] == Computer("medium", 0)


def test_start_fills_empty_seats_draws_seats_and_dealer_by_lot_and_deals() -> None:
    chance = Lots(5, order=(2, 0, 3, 1), dealer=1)
    state = after(GAP_AMONG_COMPUTERS, RemoveComputer(ANNA))
    assert state.seats == (Person(ANNA), Computer("medium", 0), None, Person(BERT))
    actions = accepted(state, Start(ANNA), chance)
    assert actions == (
        computer(2, 1),
        SeatsShuffled((2, 0, 3, 1)),
        Started(1),
        Dealt(Lots(5).secret()),
    )
    begun = told(state, actions)
    assert begun.seats == (Computer("medium", 1), Person(ANNA), Person(BERT), Computer("medium", 0))
    assert begun.phase is Phase.PLAYING
    assert begun.game is not None
    assert begun.game.dealer == 1
    assert begun.host == ANNA


def test_twenty_games_of_the_same_four_are_not_seated_alike() -> None:
    begun = [after(lobby(*FOUR), Start(ANNA), chance=Lots(seed)) for seed in range(20)]
    assert len({state.seats for state in begun}) > 8
    dealers = {state.game.dealer for state in begun if state.game is not None}
    assert dealers == {0, 1, 2, 3}
    assert len({state.secret for state in begun}) == 20
    assert all(set(state.persons) == set(FOUR) for state in begun)


def test_lots_of_the_system() -> None:
    chance = SystemChance()
    assert len({chance.secret() for _ in range(50)}) == 50
    assert {len(chance.secret()) for _ in range(5)} == {32}
    assert {tuple(sorted(chance.order(4))) for _ in range(20)} == {(0, 1, 2, 3)}
    assert len({chance.order(4) for _ in range(300)}) == 24
    assert {chance.number(4) for _ in range(200)} == {0, 1, 2, 3}


@pytest.mark.parametrize(("people", "computers"), [((), 0), ((1, 2, 3, 4, 5), 0), ((1, 2, 1), 0), ((1,), -1)])
def test_who_cannot_open_a_table(people: tuple[int, ...], computers: int) -> None:
    with pytest.raises(ValueError):
        _ = Opening(10, 20, "en", STANDARD, people, computers).actions


def test_more_computers_than_seats_stay_away() -> None:
    assert lobby(ANNA, BERT, computers=9).seats == (
        Person(ANNA),
        Person(BERT),
        Computer("medium", 0),
        Computer("medium", 1),
    )
