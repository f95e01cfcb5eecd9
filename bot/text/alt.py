"""What the pictures say, for those who do not see them.

Names in an alt text are plain, since Discord shows no Markdown there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.hand_order import suits_in_turn
from bot.rules.ruleset import Partners
from bot.rules.scoring import card_points
from bot.rules.shuffle import kitty_size
from bot.rules.trick import Trick
from bot.rules.view import PublicView, View
from bot.text.cards import card_name, rank_name, suit_name
from bot.text.words import Words, label

ALT_LENGTH: Final = 1024
"""Characters Discord takes for an alt text."""


def hand_alt(view: View, words: Words) -> str:
    """The alt text of a hand's picture: its cards, which came in the pass, which may be played.

    Args:
        view: of the seat the picture is for.
        words: the language.

    Returns:
        At most `ALT_LENGTH` characters.
    """
    if not view.hand:
        return words("alt.hand_empty")
    sentences = [words.count("alt.hand", len(view.hand), cards=_by_suits(view.hand, words))]
    received = (view.received or NO_CARDS) & view.hand
    if received:
        sentences.append(words("alt.received", cards=_names(received, words)))
    if view.to_play and view.legal == view.hand:
        sentences.append(words("alt.playable_all"))
    elif view.to_play:
        sentences.append(words("alt.playable", cards=_by_suits(view.legal, words)))
    return _fitting(sentences)


def table_alt(
    view: PublicView, names: Sequence[str], shown_trick: Trick, words: Words, levels: Sequence[str] = ()
) -> str:
    """The alt text of a table's picture: who sits where with which numbers, the trick, and who is to act.

    Args:
        view: what everybody knows.
        names: one a seat, as people wrote them.
        shown_trick: the trick in the picture: the running one, or the one just finished.
        words: the language.
        levels: one a seat: in a word, how the computer there plays; empty for a person.

    Returns:
        At most `ALT_LENGTH` characters.
    """
    people = [label(name) for name in names]
    seated = list(people)
    for seat, level in enumerate(levels):
        if level:
            seated[seat] = words("alt.computer", name=people[seat], level=level)
    sentences = [
        words("alt.table", seats="; ".join(_seat(view, at, seated[at], words) for at in range(len(people))))
    ]
    sentences.append(words("alt.dealer", name=people[view.dealer]))
    if view.passing:
        waiting = words.list(people[seat] for seat in view.awaited)
        sentences.append(words(f"alt.passing.{view.direction}", names=waiting))
    else:
        sentences += _trick(view, people, shown_trick, words)
    if view.kitty is None:
        sentences.append(words.count("alt.kitty_down", kitty_size(view.ruleset)))
    elif view.kitty:
        taker = next(seat for seat, cards in enumerate(view.taken) if view.kitty <= cards)
        points = card_points(view.kitty, view.ruleset)
        sentences.append(
            words.count("alt.kitty", points, name=people[taker], cards=_names(view.kitty, words))
        )
    if view.ruleset.partners is not Partners.NONE:
        for side, total in zip(view.ruleset.sides, view.team_totals, strict=True):
            sentences.append(words("alt.team", names=words.list(people[seat] for seat in side), total=total))
    if view.claimed is not None:
        cards = _names(view.laid_open, words)
        sentences.append(words("alt.claimed", name=people[view.claimed], cards=cards))
    if view.moon_question is not None:
        sentences.append(words("alt.moon_asked", name=people[view.moon_question.seat]))
    if view.broken:
        sentences.append(words("alt.broken"))
    if view.turn is not None:
        sentences.append(words("alt.turn", name=people[view.turn]))
    return _fitting(sentences)


def _seat(view: PublicView, seat: int, name: str, words: Words) -> str:
    return words(
        "alt.seat",
        name=name,
        cards=view.hand_sizes[seat],
        points=view.points[seat],
        total=view.totals[seat],
    )


def _trick(view: PublicView, people: Sequence[str], trick: Trick, words: Words) -> list[str]:
    if trick.taker is None:
        return [words("alt.trick_empty")]
    plays = "; ".join(
        words("alt.play", name=people[play.seat], card=card_name(play.card, words)) for play in trick.plays
    )
    taker = "alt.taken" if len(trick) == view.players else "alt.winning"
    return [words("alt.trick", plays=plays), words(taker, name=people[trick.taker])]


def _by_suits(cards: Cards, words: Words) -> str:
    return "; ".join(
        words(
            "alt.suit",
            suit=suit_name(suit, words),
            ranks=", ".join(rank_name(card.rank, words) for card in cards.in_suit(suit)),
        )
        for suit in suits_in_turn(cards)
    )


def _names(cards: Cards, words: Words) -> str:
    return words.list(card_name(card, words) for card in cards)


def _fitting(sentences: Sequence[str]) -> str:
    text = " ".join(sentences)
    return text if len(text) <= ALT_LENGTH else text[: ALT_LENGTH - 1] + "…"
