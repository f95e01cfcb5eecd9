"""Passes and plays at a table: what becomes of them, what stays hidden, what happens by itself."""

from dataclasses import replace

import pytest

from bot.engine.actions import By, Dealt, Passed, Played, Scored
from bot.engine.acts import ByPerson, Pass, PlayCard
from bot.engine.state import Decision, Phase
from bot.rules import shuffle
from bot.rules.cards import HEARTS, NO_CARDS, Card, Cards
from bot.rules.scoring import DealScore
from bot.rules.view import public_view, view
from tests.engine.tabletop import (
    ANNA,
    FOUR,
    Lots,
    accepted,
    after,
    as_seated,
    cards,
    lowest_act,
    started,
    told,
    with_hands,
)


def test_a_deal_follows_from_its_secret_and_its_dealer() -> None:
    state = started(chance=Lots(5, dealer=2))
    assert state.game is not None
    assert state.deal is not None
    assert state.secret is not None
    assert state.deal.dealt == shuffle.hands(state.secret, state.ruleset, 2)


@pytest.mark.parametrize("confirmed", [(), (2,), (2, 0), (1, 3)])
@pytest.mark.parametrize("seat", range(4))
def test_a_pass_shows_nobody_more_than_that_it_is_confirmed(confirmed: tuple[int, ...], seat: int) -> None:
    if seat in confirmed:
        return
    before = after(started(), *(lowest_act(started(), other) for other in confirmed))
    assert before.game is not None
    assert before.deal is not None
    hand = list(before.deal.hands[seat])
    outcomes = [after(before, Pass(ByPerson(FOUR[seat]), tuple(choice))) for choice in (hand[:3], hand[-3:])]
    for passing in outcomes:
        assert passing.game is not None
        shown = public_view(before.game)
        marks = tuple(at == seat or at in confirmed for at in range(4))
        assert public_view(passing.game) == replace(shown, confirmed=marks)
        for other in set(range(4)) - {seat}:
            seen = view(before.game, other)
            assert view(passing.game, other) == replace(seen, public=replace(shown, confirmed=marks))
            assert view(passing.game, other).received is None
    assert outcomes[0] != outcomes[1]


def test_with_the_last_pass_the_cards_change_hands() -> None:
    state = started()
    assert state.game is not None
    assert state.deal is not None
    dealt = state.deal.dealt
    for seat in (3, 1, 0):
        state = after(state, lowest_act(state, seat))
        assert state.deal is not None
        assert state.deal.hands == dealt
    (last,) = accepted(state, lowest_act(state, 2), as_seated())
    assert last == Passed(2, Cards.of(list(dealt[2])[:3]), By.PERSON)
    state = told(state, (last,))
    assert state.game is not None
    for seat in range(4):
        from_right = Cards.of(list(dealt[(seat - 1) % 4])[:3])
        assert view(state.game, seat).received == from_right
        assert from_right <= view(state.game, seat).hand


def test_the_order_in_which_cards_were_picked_is_not_kept() -> None:
    state = started()
    assert state.deal is not None
    picked = list(state.deal.hands[0])[4:7]
    one, other = (
        accepted(state, Pass(ByPerson(ANNA), tuple(order)), as_seated()) for order in (picked, picked[::-1])
    )
    assert one == other


FORCED_TRICKS = [
    (("2D 3S", "3D QS", "AD 5S", "4D 6S"), "2D 3D AD 4D", "2:5S 3:6S 0:3S 1:QS", (0, 13, 0, 0)),
    (("2D AH", "3D 2H", "4D 3H", "5D 4S"), "2D 3D 4D 5D", "3:4S 0:AH 1:2H 2:3H", (0, 0, 0, 3)),
    (("AD 2H", "3D 3H", "4D QS", "5D 4S"), "AD 3D 4D 5D", "0:2H 1:3H 2:QS 3:4S", (0, 15, 0, 0)),
]


@pytest.mark.parametrize(("hands", "plays", "forced", "points"), FORCED_TRICKS)
def test_the_last_trick_plays_itself(
    hands: tuple[str, ...], plays: str, forced: str, points: tuple[int, ...]
) -> None:
    state = with_hands(started(), *hands)
    *before, last = cards(plays)
    for card in before:
        assert state.deal is not None
        assert state.deal.turn is not None
        act = PlayCard(ByPerson(FOUR[state.deal.turn]), card)
        assert accepted(state, act, as_seated()) == (Played(state.deal.turn, card, By.PERSON),)
        state = after(state, act)
    actions = accepted(state, PlayCard(ByPerson(FOUR[3]), last), as_seated(9))
    assert actions[0] == Played(3, last, By.PERSON)
    assert actions[1:5] == tuple(
        Played(int(word[0]), Card.parse(word[2:]), By.FORCED) for word in forced.split()
    )
    assert actions[5:] == (Scored(DealScore(points)), Dealt(as_seated(9).secret()))
    done = told(state, actions)
    assert done.phase is Phase.PLAYING
    assert done.decision == Decision(2, None)


ALL_BUT_FIVE = HEARTS - Cards.parse("5H")

NO_POINTS_LEFT = [
    ("the last heart is taken", ("5H 9S TS", "6C 2S 3S", "7C 4S 5S", "8C 6S 7S"), "5H 6C 7C 8C"),
    ("with the last trick but one", ("5H 9S", "6C 2S", "7C 4S", "8C 6S"), "5H 6C 7C 8C"),
    ("the last heart is discarded", ("6C 2S 3S", "7C 4S 5S", "5H 9S TS", "8C 6S 7S"), "6C 7C 5H 8C"),
]


@pytest.mark.parametrize(("why", "hands", "plays"), NO_POINTS_LEFT, ids=[each[0] for each in NO_POINTS_LEFT])
def test_a_deal_ends_when_no_points_are_left(why: str, hands: tuple[str, ...], plays: str) -> None:
    rest = ALL_BUT_FIVE | Cards.parse("QS")
    state = with_hands(started(), *hands, taken=(NO_CARDS, rest, NO_CARDS, NO_CARDS))
    *before, last = cards(plays)
    for card in before:
        assert state.deal is not None
        assert state.deal.turn is not None
        state = after(state, PlayCard(ByPerson(FOUR[state.deal.turn]), card))
    actions = accepted(state, PlayCard(ByPerson(FOUR[3]), last), as_seated())
    assert [type(action) for action in actions] == [Played, Scored, Dealt]
    done = told(state, actions)
    assert done.history[-1].deal.hands != (NO_CARDS,) * 4
    assert sum(done.history[-1].score.points) == 26


def test_a_deal_does_not_end_while_a_penalty_card_is_open() -> None:
    rest = ALL_BUT_FIVE | Cards.parse("QS")
    state = with_hands(
        started(),
        *("6C 9S TS", "7C 2S 3S", "8C 4S 5S", "9C 5H 7S"),
        taken=(NO_CARDS, rest, NO_CARDS, NO_CARDS),
    )
    for seat, card in enumerate(cards("6C 7C 8C")):
        state = after(state, PlayCard(ByPerson(FOUR[seat]), card))
    last = Card.parse("9C")
    actions = accepted(state, PlayCard(ByPerson(FOUR[3]), last), as_seated())
    assert actions == (Played(3, last, By.PERSON),)


LIMITS = [
    ("nobody has reached 100", (80, 60, 40, 50), 1, None),
    ("99 is not 100", (60, 86, 40, 50), 1, None),
    ("exactly 100 counts", (60, 87, 40, 50), 1, 2),
    ("more than 100", (60, 99, 40, 50), 1, 2),
    ("a tie for the lowest goes on", (40, 99, 40, 50), 1, None),
    ("a new tie goes on", (27, 110, 40, 50), 0, None),
    ("a tie is broken", (40, 110, 40, 50), 0, 2),
    ("somebody over 100 wins", (110, 110, 100, 100), 3, 2),
]


@pytest.mark.parametrize(
    ("why", "totals", "queen", "winner"), LIMITS, ids=[each[0].replace(" ", "-") for each in LIMITS]
)
def test_the_game_ends_at_the_limit_with_a_single_winner_or_the_next_deal_is_dealt(
    why: str, totals: tuple[int, ...], queen: int, winner: int | None
) -> None:
    state = started()
    assert state.game is not None
    state = replace(state, game=replace(state.game, scores=(DealScore(totals),)))
    # Whoever is to get the queen takes the last trick but one, and then leads the last with its ace.
    hands = ["2C 6S", "3C 7S", "4C 8S", "5C 9S"]
    hands[queen] = "AC AS"
    hands[queen - 1] = f"{hands[queen - 1][:2]} QS"
    state = with_hands(state, *hands, turn=queen)
    for step in range(3):
        seat = (queen + step) % 4
        state = after(state, PlayCard(ByPerson(FOUR[seat]), Card.parse(hands[seat][:2])))
    seat = (queen + 3) % 4
    actions = accepted(state, PlayCard(ByPerson(FOUR[seat]), Card.parse(hands[seat][:2])), as_seated())
    done = told(state, actions)
    assert done.game is not None
    expected = tuple(total + 13 * (seat == queen) for seat, total in enumerate(totals))
    assert done.game.totals == expected
    if winner is None:
        assert isinstance(actions[-1], Dealt)
        assert done.phase is Phase.PLAYING
        assert done.decision == Decision(3, None)
        assert done.game.dealer == (3 + 2) % 4, "the deal moves on"
        assert done.game.direction == done.ruleset.direction(3), "and so does the pass"
    else:
        assert isinstance(actions[-1], Scored)
        assert done.phase is Phase.OVER
        assert done.game.winners == (winner,)
        assert (done.deal, done.decision, done.secret) == (None, None, None)
