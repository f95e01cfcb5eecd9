"""Why something was refused, as a sentence for the person who tried it."""

from __future__ import annotations

from bot.rules.cards import QUEEN_OF_SPADES, Cards
from bot.rules.refusal import Refusal, Rule
from bot.text.cards import Ambiguous, Unknown, card_name, card_short, cards_short
from bot.text.words import Words, plain


def refusal_sentence(refusal: Refusal, words: Words) -> str:
    """One complete sentence that names the rule and its cards.

    It names cards of the hand of whoever tried, so it is for nobody else.
    """
    due = cards_short(refusal.due, words)
    match refusal.rule:
        case Rule.PASS_COUNT if refusal.tried:
            return words("refusal.pass_count", cards=cards_short(refusal.tried, words))
        case Rule.PASS_COUNT:
            return words("refusal.pass_nothing")
        case Rule.NOT_HELD:
            return _not_held(refusal.tried, words)
        case Rule.OPENING_LEAD:
            return words("refusal.opening_lead", card=due)
        case Rule.FOLLOW_SUIT:
            suit = refusal.due.lowest.suit.name.lower()
            return words.count(f"refusal.follow_suit.{suit}", len(refusal.due), cards=due)
        case Rule.NO_POINTS_ON_FIRST_TRICK:
            return words(
                "refusal.no_points_on_first_trick", queen=card_short(QUEEN_OF_SPADES, words), cards=due
            )
        case Rule.HEARTS_NOT_BROKEN:
            return words("refusal.hearts_not_broken", cards=due)
        case rule:
            return words(f"refusal.{rule}")


def typed_sentence(problem: Ambiguous | Unknown, words: Words) -> str:
    """What to say about a text that could not be read as a card of the hand.

    It names cards of the hand of whoever typed it, so it is for nobody else.
    """
    text = plain(problem.text)
    if isinstance(problem, Ambiguous):
        cards = words.choice(card_short(card, words) for card in problem.candidates)
        return words(
            "typed.ambiguous", text=text, cards=cards, example=card_name(problem.candidates[0], words)
        )
    if problem.readings:
        return _not_held(problem.readings, words)
    return words("typed.unknown", text=text) if problem.text else words("typed.nothing")


def _not_held(cards: Cards, words: Words) -> str:
    return words("refusal.not_held", cards=words.choice(card_short(card, words) for card in cards))
