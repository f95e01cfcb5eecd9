"""What a review says: which decisions cost most, what was better, and what hindsight says apart from that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.decisions import Made
from bot.engine.review import SHOWN, Finding, Review, Unlucky
from bot.rules.cards import Cards
from bot.text.cards import cards_text
from bot.text.hint_text import choice_text, reason_sentence
from bot.text.words import Words


def review_texts(review: Review, deal: int | None, names: Sequence[str], words: Words) -> tuple[str, ...]:
    """A review as blocks of Markdown; for whoever decided and nobody else.

    Args:
        review: what was found.
        deal: the number of the deal; None for a whole game.
        names: of the seats, as they go into a message.
        words: the language of the person.
    """
    title = words("review.title_game") if deal is None else words("review.title", number=deal)
    if not review.decisions:
        return title, words("review.none")
    blocks = [title]
    if len(review.findings) == SHOWN:
        blocks.append(words("review.three"))
    one_deal = deal is not None
    for number, finding in enumerate(review.findings, start=1):
        blocks.append(_finding(number, finding, names, words, one_deal=one_deal))
    if not review.findings:
        blocks.append(words("review.nothing"))
    if review.unlucky is not None:
        blocks.append(_unlucky(review.unlucky, words, one_deal=one_deal))
    below = [words.count("review.looked", review.looked)]
    if review.looked < review.decisions:
        below = [words.count("review.looked_at_some", review.decisions, looked=review.looked)]
    if review.findings:
        below.append(words("review.how"))
    if review.findings or review.unlucky is not None:
        below.append(words("review.how_hindsight"))
    blocks.append("\n".join(below))
    return tuple(blocks)


def _finding(number: int, finding: Finding, names: Sequence[str], words: Words, *, one_deal: bool) -> str:
    made, advice, price = finding.made, finding.advice, finding.price
    words = words.beside(made.view.hand)
    where = _where(made, words, one_deal=one_deal)
    told = words(
        "review.played" if made.trick else "review.passed",
        number=number,
        where=where,
        cards=cards_text(Cards.of(made.cards), words),
        better=choice_text(advice.equals, words) if made.trick else cards_text(Cards.of(advice.cards), words),
    )
    return "\n".join(
        (
            told,
            words("review.why", reason=reason_sentence(advice, names, words)),
            words("review.unsound")
            if price is None
            else words(
                "review.without_hindsight", more=words.tenths(price.more), error=words.tenths(price.error)
            ),
            _hindsight(finding.hindsight, words),
        )
    )


def _hindsight(points: int, words: Words) -> str:
    """What a decision came to beside the better one, with the cards as they lay."""
    if points > 0:
        return words.count("review.hindsight_cost", points)
    if points < 0:
        return words.count("review.hindsight_lucky", -points)
    return words("review.hindsight_same")


def _unlucky(unlucky: Unlucky, words: Words, *, one_deal: bool) -> str:
    words = words.beside(unlucky.made.view.hand)
    return words.count(
        "review.unlucky",
        unlucky.hindsight,
        where=_where(unlucky.made, words, one_deal=one_deal),
        cards=cards_text(Cards.of(unlucky.made.cards), words),
        other=choice_text(unlucky.other, words),
    )


def _where(made: Made, words: Words, *, one_deal: bool) -> str:
    """Which decision it was; without the deal where that stands in the title."""
    if one_deal:
        return words("review.where_trick", trick=made.trick) if made.trick else words("review.where_pass")
    if made.trick:
        return words("review.where", number=made.deal, trick=made.trick)
    return words("review.where_passing", number=made.deal)
