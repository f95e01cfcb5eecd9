"""Reasons are true however the hidden cards lie, and name none of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.players.advice import Advice, advise
from bot.players.reasons import Because, Reason
from bot.players.rule_player import RulePlayer
from bot.players.search import think
from bot.rules import shuffle
from bot.rules.cards import HEARTS, PENALTY_CARDS, QUEEN_OF_SPADES, Card, Cards, Rank, Suit
from bot.rules.game import Game
from bot.rules.ruleset import PRESETS, Direction, Partners, Ruleset
from bot.rules.scoring import JACK_OF_DIAMONDS, card_points
from bot.rules.trick import Play, Trick
from bot.rules.view import View, view
from tests.players.hidden_worlds import worlds
from tests.players.test_advice import PLAYS, SHORT, Given, advised


def positions(ruleset: Ruleset, seed: int) -> Iterator[tuple[View, Advice]]:
    """What comes up in a deal in which now and then any legal card is played, with the advice there."""
    lots, player = random.Random(seed), RulePlayer()
    secret = seed.to_bytes(32, "big")
    game = Game(ruleset, seed % ruleset.players).start_deal(
        shuffle.hands(secret, ruleset, seed % ruleset.players), shuffle.kitty(secret, ruleset)
    )
    while game.deal is not None and not game.deal.over:
        seat = game.deal.passed.index(None) if game.deal.passing else game.deal.turn
        assert seat is not None
        known = view(game, seat)
        yield known, advise(known, think(known, seed, SHORT))
        if known.to_pass:
            game = game.pass_cards(seat, player.choose_pass(known))
        else:
            wild = lots.random() < 0.3
            game = game.play(seat, lots.choice([*known.legal]) if wild else player.choose_play(known))


RULES = {
    **{name: PRESETS[name] for name in ("standard", "omnibus", "spot", "three", "five", "partners")},
    "a bonus for no trick": Ruleset(no_trick_bonus=True),
    "three with a kitty": Ruleset(players=3, kitty=True),
    "five with a kitty": Ruleset(players=5, kitty=True, pass_cycle=(Direction.HOLD,)),
}


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("rules", RULES)
def test_what_a_reason_says_holds_however_the_hidden_cards_lie(rules: str, seed: int) -> None:
    for known, advice in positions(RULES[rules], seed):
        for dealt in worlds(known, 12):
            world = [Cards(mask) for mask in dealt]
            assert holds(known, advice, world), (known, advice)


@pytest.mark.parametrize("given", PLAYS, ids=lambda given: given.rule)
def test_every_reason_for_a_card_does(given: Given) -> None:
    for dealt in worlds(given.view, 12):
        assert holds(given.view, advised(given), [Cards(mask) for mask in dealt])


@pytest.mark.parametrize("preset", ["standard", "omnibus", "three", "partners"])
def test_a_reason_names_no_card_that_is_hidden(preset: str) -> None:
    for known, advice in positions(PRESETS[preset], 4):
        played = Cards.of(play.card for play in known.public.plays)
        assert Cards.of(advice.because.cards) <= known.hand | played
        assert Cards.of(advice.equals) <= known.hand
        assert all(Cards.of(price.cards) <= known.hand for price in advice.prices)


def ends(known: View, card: Card, world: list[Cards]) -> Iterator[Trick]:
    """Ways the running trick can end when the card is played: everybody's highest and lowest that follows."""
    players = known.public.players
    for highest in (True, False):
        plays = [*known.public.trick.plays, Play(known.seat, card)]
        led = plays[0].card.suit
        for step in range(1, players - len(plays) + 1):
            seat = (known.seat + step) % players
            choice = world[seat].in_suit(led) or world[seat]
            plays.append(Play(seat, choice.highest if highest else choice.lowest))
        yield Trick(tuple(plays))


def holds(known: View, advice: Advice, world: list[Cards]) -> bool:
    """Whether what the reason says is so in a world: the hands by seat, and what lies face down."""
    because, public = advice.because, known.public
    others = [hand for seat, hand in enumerate(world[:-1]) if seat != known.seat]
    unseen = Cards.of(card for hand in (*others, world[-1]) for card in hand)
    card, low_equal, high_equal = advice.cards[0], advice.equals[0], advice.equals[-1]
    suit = unseen.in_suit(card.suit)
    mine = known.hand.in_suit(card.suit)
    points = card_points(Cards.of([card]), public.ruleset)
    takers = {trick.taker for trick in ends(known, card, world)} if known.to_play else set()
    winning = public.trick.winning
    partner = (known.seat + 2) % 4 if public.ruleset.partners is not Partners.NONE else None
    collectors = {seat for seat, taken in enumerate(public.taken) if not taken.isdisjoint(PENALTY_CARDS)}
    match because.reason:
        case Reason.FORCED:
            return len(known.legal) == 1
        case Reason.EQUAL:
            low, high = because.cards[0], because.cards[-1]
            return set(because.cards) == set(known.legal) and not [c for c in suit if low < c < high]
        case Reason.BEST:
            return not because.count or all(price.more >= 0 for price in advice.prices)
        case Reason.CLOSE:
            lower = [price for price in advice.prices if price.more < 0]
            return bool(lower) and not any(price.clear for price in lower)
        case Reason.SHOOT | Reason.PASS_SHOOT:
            return collectors <= {known.seat} and 0 < because.count <= 100
        case Reason.STOP_MOON_TAKE:
            inside = public.trick.cards | Cards.of([card])
            return (
                takers == {known.seat}
                and collectors == {because.seat}
                and bool(inside & PENALTY_CARDS)
                and because.seat not in (known.seat, partner)
            )
        case Reason.STOP_MOON_GIVE:
            return takers == {because.other} and collectors == {because.seat} and card in PENALTY_CARDS
        case Reason.KEEP_AGAINST_MOON:
            kept = known.hand - Cards.of([card])
            return (
                collectors == {because.seat}
                and because.seat not in (known.seat, partner)
                and any(
                    each in HEARTS
                    or each.rank >= Rank.JACK
                    or not [c for c in unseen.in_suit(each.suit) if c > each]
                    for each in kept
                )
            )
        case Reason.TAKE_JACK:
            inside = public.trick.cards | Cards.of([card])
            return takers == {known.seat} and JACK_OF_DIAMONDS in inside and not inside & PENALTY_CARDS
        case Reason.TAKE_SAFE:
            [trick] = {*ends(known, card, world)}
            if public.ruleset.no_trick_bonus and not public.taken[known.seat]:
                return False
            return trick.taker == known.seat and card_points(trick.cards | world[-1], public.ruleset) == 0
        case Reason.TAKE_ANYWAY | Reason.TAKE_ANYWAY_HIGH:
            high = because.reason is Reason.TAKE_ANYWAY or high_equal == known.legal.highest
            return high and all(
                trick.taker == known.seat for legal in known.legal for trick in ends(known, legal, world)
            )
        case Reason.FIRST_TRICK:
            fair = not public.tricks and world[-1].isdisjoint(PENALTY_CARDS)
            return fair and card.suit is Suit.CLUBS and high_equal == mine.highest
        case Reason.STAY_LOW | Reason.LEAD_LOW:
            return low_equal == mine.lowest and because.count == sum(each > card for each in suit)
        case Reason.LEAD_LOSE:
            above = [each for each in suit if each > card]
            below = len(suit) - len(above)
            followed = any(hand.in_suit(card.suit) for hand in others)
            return (
                low_equal == mine.lowest
                and because.count == len(above)
                and (below < min(len(above), len(others)))
                and (below > 0 or not followed or known.seat not in takers)
            )
        case Reason.QUEEN_UNDER | Reason.DUCK | Reason.DUCK_HIGH | Reason.DUCK_POINTS:
            assert winning is not None
            below = [each for each in mine if each < winning.card]
            return (
                known.seat not in takers
                and because.cards == (winning.card,)
                and because.seat == winning.seat
                and (because.reason is not Reason.DUCK_HIGH or high_equal == max(below))
                and (
                    because.reason is not Reason.QUEEN_UNDER
                    or (card, points) == (QUEEN_OF_SPADES, because.count)
                )
            )
        case Reason.DISCARD_SURE:
            assert winning is not None
            return (
                takers == {because.seat}
                and because.cards == (winning.card,)
                and because.count == points
                and because.seat != partner
            )
        case Reason.DISCARD_POINTS:
            return known.seat not in takers and partner not in takers and because.count == points
        case Reason.KEEP_OFF_PARTNER:
            return takers == {partner} == {because.seat} and points <= 0
        case Reason.DISCARD_HIGH_SPADE:
            return card.suit is Suit.SPADES and card > QUEEN_OF_SPADES and QUEEN_OF_SPADES in unseen
        case Reason.DISCARD_LAST | Reason.LEAD_LAST:
            return len(mine) == 1 and len(known.hand) > 3 and bool(suit) and because.suit is card.suit
        case Reason.DISCARD_HIGH:
            return high_equal == mine.highest and because.count == sum(each < card for each in suit)
        case Reason.DRIVE_QUEEN:
            return card.suit is Suit.SPADES and card < QUEEN_OF_SPADES and QUEEN_OF_SPADES in unseen
        case Reason.KEEP_LEAD:
            return takers == {known.seat}
        case _:
            return _pass_holds(known, because, Cards.of(advice.cards))


def _pass_holds(known: View, because: Because, passed: Cards) -> bool:
    kept = known.hand - passed
    match because.reason:
        case Reason.PASS_QUEEN:
            lower = [card for card in known.hand.in_suit(Suit.SPADES) if card < QUEEN_OF_SPADES]
            return QUEEN_OF_SPADES in passed and len(lower) == because.count
        case Reason.PASS_HIGH_SPADES:
            return QUEEN_OF_SPADES not in known.hand and all(card > QUEEN_OF_SPADES for card in because.cards)
        case Reason.PASS_VOID:
            assert because.suit is not None
            return bool(known.hand.in_suit(because.suit)) and not kept.in_suit(because.suit)
        case Reason.KEEP_QUEEN:
            return QUEEN_OF_SPADES in kept and len(kept.in_suit(Suit.SPADES)) == because.count + 1
        case Reason.PASS_HIGH:
            return Cards.of(because.cards) <= passed
        case Reason.KEEP_STOPPER:
            return Cards.of(because.cards) <= kept & HEARTS
        case _:
            return False
