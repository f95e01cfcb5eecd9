"""What a hint says: what to do, why, and what the other choices are expected to cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.players.advice import Advice, Price
from bot.players.reasons import Reason
from bot.rules.cards import QUEEN_OF_SPADES, Card, Cards
from bot.rules.hand_order import in_order
from bot.rules.scoring import JACK_OF_DIAMONDS
from bot.rules.view import View
from bot.text.cards import card_text, cards_text, suit_name
from bot.text.words import Words

MOST_NAMED: Final = 3
"""So many choices that are as good are named in a sentence."""
FEW_WORLDS: Final = 100
"""In fewer worlds prices are a rough estimate."""
MOST_PASSES: Final = 6
"""So many passes are listed; of cards all that may be played are."""


def hint_texts(view: View, advice: Advice, names: Sequence[str], words: Words) -> tuple[str, ...]:
    """A hint as blocks of Markdown; for the person in the seat and nobody else.

    Args:
        view: what the seat knows.
        advice: what it is advised.
        names: of the seats, as they go into a message.
        words: the language of the person.
    """
    words = words.beside(view.hand)
    advised = cards_text(Cards.of(advice.cards), words) if view.to_pass else choice_text(advice.equals, words)
    lines = [f"**{advised}**", reason_sentence(advice, names, words)]
    if advice.rivals:
        lines.append(_close(advice, words))
    prices = advice.prices[:MOST_PASSES] if view.to_pass else advice.prices
    costs = [_price_line(price, advice.prices[0], words) for price in prices]
    costs += [
        words("hint.price.unknown", cards=card_text(card, words))
        for card in in_order(Cards.of(advice.unpriced), words.look.order, view.hand)
    ]
    blocks = [_title(view, words), "\n".join(lines)]
    if costs:
        below = [words.count("hint.worlds", advice.worlds)]
        if advice.usual and advice.because.reason is not Reason.CLOSE and _some_lower(prices):
            below.insert(0, words("hint.kept_pass" if view.to_pass else "hint.kept"))
        if advice.worlds < FEW_WORLDS:
            below.append(words.count("hint.worlds_few", advice.worlds))
        blocks.append("\n".join((words("hint.prices"), *costs, *below)))
    return tuple(blocks)


def _title(view: View, words: Words) -> str:
    public = view.public
    if view.to_pass:
        return words("hint.title_passing", number=public.number)
    return words("hint.title", number=public.number, trick=len(public.tricks) + 1)


def choice_text(cards: Sequence[Card], words: Words) -> str:
    """A card and its equals: "3♠ or 4♠"."""
    return words.choice(card_text(card, words) for card in cards)


def _close(advice: Advice, words: Words) -> str:
    """That other choices may be as good."""
    if len(advice.rivals) > MOST_NAMED:
        return words("hint.close_many")
    if len(advice.cards) > 1:
        named = words.choice(cards_text(Cards.of(each.cards), words) for each in advice.rivals)
    else:
        named = choice_text([card for each in advice.rivals for card in each.cards], words)
    return words("hint.close", cards=named)


def _more(price: Price, advised: Price) -> float:
    """By how much a choice costs more than the advised one, as the two numbers are written: to tenths."""
    return round(price.cost, 1) - round(advised.cost, 1)


def _some_lower(prices: Sequence[Price]) -> bool:
    """Whether a choice is written with a lower number than the advised one, which is the first."""
    return any(not price.same and round(_more(price, prices[0]), 1) < 0 for price in prices)


def _price_line(price: Price, advised: Price, words: Words) -> str:
    cards, cost = cards_text(Cards.of(price.cards), words), words.tenths(price.cost)
    if price.shoots:
        cards = words("hint.price.moon", cards=cards)
    if price is advised:
        return words("hint.price.best", cards=cards, cost=cost)
    if price.same:
        return words("hint.price.same", cards=cards, cost=cost)
    more, error = words.tenths(_more(price, advised), signed=True), words.tenths(price.error)
    if not price.clear:
        return words("hint.price.close", cards=cards, cost=cost, more=more, error=error)
    return words("hint.price", cards=cards, cost=cost, more=more, error=error)


def reason_sentence(advice: Advice, names: Sequence[str], words: Words) -> str:
    """The one reason, in a sentence."""
    because = advice.because
    count = because.count
    cards = cards_text(Cards.of(because.cards), words)
    suit = "" if because.suit is None else suit_name(because.suit, words)
    name = "" if because.seat is None else names[because.seat]
    queen = card_text(QUEEN_OF_SPADES, words)
    advised = card_text(advice.cards[0], words)
    match because.reason:
        case Reason.FORCED:
            return words("hint.reason.forced")
        case Reason.EQUAL:
            return words("hint.reason.equal", cards=choice_text(because.cards, words))
        case Reason.BEST:
            return words("hint.reason.best" if count else "hint.reason.usual")
        case Reason.CLOSE:
            return words("hint.reason.close")
        case Reason.SHOOT:
            return words("hint.reason.shoot", percent=count)
        case Reason.STOP_MOON_TAKE:
            return words("hint.reason.stop_moon_take", name=name)
        case Reason.STOP_MOON_GIVE:
            taker = "" if because.other is None else names[because.other]
            return words("hint.reason.stop_moon_give", name=name, taker=taker)
        case Reason.KEEP_AGAINST_MOON:
            return words("hint.reason.keep_against_moon", name=name)
        case Reason.TAKE_JACK:
            return words("hint.reason.take_jack", jack=card_text(JACK_OF_DIAMONDS, words))
        case Reason.TAKE_SAFE:
            return words("hint.reason.take_safe")
        case Reason.TAKE_ANYWAY:
            return words("hint.reason.take_anyway")
        case Reason.TAKE_ANYWAY_HIGH:
            return words("hint.reason.take_anyway_high")
        case Reason.FIRST_TRICK:
            return words("hint.reason.first_trick")
        case Reason.STAY_LOW:
            return words.count("hint.reason.stay_low", count, card=advised)
        case Reason.QUEEN_UNDER:
            return words.count("hint.reason.queen_under", count, name=name, cards=cards)
        case Reason.DUCK:
            return words("hint.reason.duck", name=name, cards=cards)
        case Reason.DUCK_HIGH:
            return words("hint.reason.duck_high", name=name, cards=cards)
        case Reason.DUCK_POINTS:
            return words.count("hint.reason.duck_points", count, name=name, cards=cards)
        case Reason.DISCARD_SURE:
            return words.count("hint.reason.discard_sure", count, name=name, cards=cards)
        case Reason.DISCARD_POINTS:
            return words.count("hint.reason.discard_points", count)
        case Reason.KEEP_OFF_PARTNER:
            return words("hint.reason.keep_off_partner", name=name)
        case Reason.DISCARD_HIGH_SPADE:
            return words("hint.reason.discard_high_spade", queen=queen)
        case Reason.DISCARD_LAST:
            return words("hint.reason.discard_last", suit=suit)
        case Reason.DISCARD_HIGH:
            return words.count("hint.reason.discard_high", count, card=advised)
        case Reason.DRIVE_QUEEN:
            return words("hint.reason.drive_queen", queen=queen)
        case Reason.KEEP_LEAD:
            return words("hint.reason.keep_lead")
        case Reason.LEAD_LAST:
            return words("hint.reason.lead_last", suit=suit)
        case Reason.LEAD_LOW:
            return words.count("hint.reason.lead_low", count)
        case Reason.LEAD_LOSE:
            return words.count("hint.reason.lead_lose", count)
        case Reason.PASS_SHOOT:
            return words("hint.reason.pass_shoot", percent=count)
        case Reason.PASS_QUEEN:
            if not count:
                return words("hint.reason.pass_queen_bare", queen=queen)
            return words.count("hint.reason.pass_queen", count, queen=queen)
        case Reason.PASS_HIGH_SPADES:
            return words.count("hint.reason.pass_high_spades", len(because.cards), cards=cards, queen=queen)
        case Reason.PASS_VOID:
            return words("hint.reason.pass_void", suit=suit)
        case Reason.KEEP_QUEEN:
            return words.count("hint.reason.keep_queen", count, queen=queen)
        case Reason.PASS_HIGH:
            return words.count("hint.reason.pass_high", len(because.cards), cards=cards)
        case Reason.KEEP_STOPPER:
            return words("hint.reason.keep_stopper", cards=cards)
