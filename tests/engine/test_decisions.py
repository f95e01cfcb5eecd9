"""Which decisions of a game were somebody's own, and what they would have come to with the real cards."""

import random
from collections.abc import Sequence

import pytest

from bot.engine.actions import Action, By, Passed, Played
from bot.engine.acts import ByClock, ByComputer, ByPerson, Leave, Pass, PlayCard, Start, TakeBack
from bot.engine.decide import decide
from bot.engine.decisions import decisions_of
from bot.engine.folding import apply, fold
from bot.engine.hindsight import come_to
from bot.engine.state import Person, TableState
from bot.engine.tables import Opening
from bot.players import RulePlayer
from bot.players.merging import representatives
from bot.rules.cards import Cards
from bot.rules.ruleset import PRESETS, Partners, Ruleset
from bot.rules.scoring import card_points
from bot.rules.view import view
from tests.engine.tabletop import ANNA, BERT, CARL, DORA, FOUR, STANDARD, Lots

SOUND = RulePlayer()


class Evening:
    """A game as the list of what happened in it."""

    def __init__(self, ruleset: Ruleset, people: Sequence[int] = FOUR, seed: int = 3) -> None:
        self.actions: list[Action] = list(Opening(1, 2, "en", ruleset, tuple(people)).actions)
        self.state = fold(self.actions)
        self.lots = Lots(seed)
        self.rng = random.Random(seed)

    def do(self, act: object) -> None:
        decided = decide(self.state, act, self.lots)  # type: ignore[arg-type]
        assert isinstance(decided, tuple), decided
        for action in decided:
            self.actions.append(action)
            self.state = apply(self.state, action)

    def decide_once(self, *, clock: bool = False, wild: float = 0.3) -> None:
        """One decision of whoever is waited for first: sound, or now and then any that is legal."""
        seat = self.state.awaited[0]
        assert self.state.game is not None
        known = view(self.state.game, seat)
        occupant = self.state.seats[seat]
        who = ByPerson(occupant.number) if isinstance(occupant, Person) else ByComputer(seat)
        who = ByClock(seat) if clock else who
        if known.to_pass:
            self.do(Pass(who, SOUND.choose_pass(known)))
        elif self.rng.random() < wild:
            self.do(PlayCard(who, self.rng.choice([*known.legal])))
        else:
            self.do(PlayCard(who, SOUND.choose_play(known)))

    def deal(self, **how: float) -> None:
        """Decide until another deal is over."""
        over = len(self.state.history)
        while len(self.state.history) == over:
            self.decide_once(**how)  # type: ignore[arg-type]


def started(ruleset: Ruleset | None = None, people: Sequence[int] = FOUR) -> Evening:
    evening = Evening(ruleset or Ruleset(), people)
    evening.do(Start(people[0]))
    return evening


def own(actions: Sequence[Action], seat: int) -> list[tuple[str, ...]]:
    """What the person in a seat passed and played of their own will in the first deal, word for word."""
    found: list[tuple[str, ...]] = []
    state: TableState = fold(actions[:1])
    for action in actions[1:]:
        if isinstance(action, Passed | Played) and action.seat == seat and action.by is By.PERSON:
            assert state.game is not None
            known = view(state.game, seat)
            cards = action.cards if isinstance(action, Passed) else Cards.of([action.card])
            if state.game.number == 1 and (known.to_pass or len(representatives(known, cards.lowest)) > 1):
                found.append(tuple(map(str, cards)))
        state = apply(state, action)
    return found


@pytest.mark.parametrize("preset", ["standard", "three", "five", "partners", "omnibus"])
def test_everybodys_own_decisions_with_what_they_knew(preset: str) -> None:
    ruleset = PRESETS[preset]
    evening = started(ruleset, (1, 2, 3))
    evening.deal()
    for person in (1, 2, 3):
        seat = evening.state.seat_of(person)
        assert seat is not None
        made = decisions_of(evening.actions, person, 1)
        assert [tuple(map(str, each.cards)) for each in made] == own(evening.actions, seat)
        for each in made:
            assert each.deal == 1
            assert each.view.seat == seat
            assert each.trick == (0 if each.view.to_pass else len(each.view.public.tricks) + 1)
            assert Cards.of(each.cards) <= (each.view.hand if each.view.to_pass else each.view.legal)


def test_a_running_deal_is_nobodys_to_look_at() -> None:
    evening = started()
    for _ in range(20):
        evening.decide_once()
    assert decisions_of(evening.actions, ANNA) == ()
    evening.deal()
    assert decisions_of(evening.actions, ANNA)
    before = decisions_of(evening.actions, ANNA)
    for _ in range(20):
        evening.decide_once()
    assert decisions_of(evening.actions, ANNA) == before


def test_all_deals_or_one() -> None:
    evening = started()
    for _ in range(3):
        evening.deal()
    whole = decisions_of(evening.actions, BERT)
    assert whole == tuple(made for deal in (1, 2, 3) for made in decisions_of(evening.actions, BERT, deal))
    assert decisions_of(evening.actions, BERT, 4) == ()


def test_who_was_not_there_decided_nothing() -> None:
    evening = started()
    evening.deal()
    assert decisions_of(evening.actions, 99) == ()


def test_what_a_computer_or_the_clock_decided_is_not_theirs() -> None:
    evening = started()
    evening.do(Leave(BERT))
    for _ in range(12):
        evening.decide_once()
    evening.do(TakeBack(BERT))
    seat = evening.state.seat_of(BERT)
    while evening.state.awaited != (seat,):
        evening.decide_once()
    evening.decide_once(clock=True)
    evening.deal()
    made = decisions_of(evening.actions, BERT, 1)
    assert 0 < len(made) < len(decisions_of(evening.actions, CARL, 1))
    assert min(each.trick for each in made) > 1


def test_what_a_trick_brought_is_told_where_it_was_theirs() -> None:
    evening = started()
    evening.deal()
    [done] = evening.state.history
    for person in FOUR:
        for made in decisions_of(evening.actions, person, 1):
            if made.trick:
                trick = done.deal.tricks[made.trick - 1]
                mine = trick.taker == made.view.seat
                assert made.took == (card_points(trick.cards, STANDARD) if mine else 0)
            else:
                assert made.took == 0


@pytest.mark.parametrize("preset", ["standard", "three", "partners", "omnibus", "spot"])
def test_where_all_go_on_soundly_hindsight_gives_what_the_deal_really_came_to(preset: str) -> None:
    ruleset = PRESETS[preset]
    evening = started(ruleset, FOUR[: min(4, ruleset.players)])
    evening.deal(wild=0.0)
    [done] = evening.state.history
    for person in evening.state.persons:
        for made in decisions_of(evening.actions, person, 1):
            seat = made.view.seat
            side = next(side for side in ruleset.sides if seat in side)
            seats = (seat,) if ruleset.partners is Partners.NONE else side
            [points] = come_to(made.game, seat, [made.cards], made.passes, shoots=False)
            assert points == sum(done.score.points[each] for each in seats)


def test_another_way_to_decide_comes_to_something_else_now_and_then() -> None:
    evening = started()
    evening.deal(wild=0.0)
    differ = 0
    for made in decisions_of(evening.actions, DORA, 1):
        others = [made.view.legal.lowest, made.view.legal.highest] if made.trick else []
        came = come_to(made.game, made.view.seat, [(card,) for card in others], made.passes, shoots=False)
        differ += len({*came}) > 1
    assert differ


def test_one_who_may_shoot_goes_on_as_one_who_searches() -> None:
    evening = started()
    evening.deal()
    made = decisions_of(evening.actions, ANNA, 1)[-1]
    came = come_to(made.game, made.view.seat, [made.cards], made.passes, shoots=True)
    assert 0 <= came[0] <= 26
