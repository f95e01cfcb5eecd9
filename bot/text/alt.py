"""What the pictures say, for those who do not see them.

Names in an alt text are plain, since Discord shows no Markdown there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.hand_order import HandOrder, in_order, suits_in_turn
from bot.rules.ruleset import Partners
from bot.rules.scoring import card_points
from bot.rules.shuffle import kitty_size
from bot.rules.trick import Trick
from bot.rules.view import PublicView, View
from bot.text.cards import card_name, rank_name, suit_name
from bot.text.words import Words, label

ALT_LENGTH: Final = 1024
"""Characters Discord takes for an alt text."""


def hand_alt(view: View, words: Words, chosen: Cards = NO_CARDS) -> str:
    """The alt text of a hand's picture: its cards as they lie, which are lifted, which came in the pass.

    Args:
        view: of the seat the picture is for.
        words: the language, and how the hand is sorted.
        chosen: the cards chosen to be passed or played, which the picture lifts.

    Returns:
        At most `ALT_LENGTH` characters.
    """
    if not view.hand:
        return words("alt.hand_empty")
    words = words.beside(view.hand)
    if words.look.order is HandOrder.RANKS:
        cards = ", ".join(card_name(card, words) for card in in_order(view.hand, HandOrder.RANKS))
        sentences = [words.count("alt.hand_by_rank", len(view.hand), cards=cards)]
    else:
        sentences = [words.count("alt.hand", len(view.hand), cards=_by_suits(view.hand, words))]
    passed = view.passed if view.public.passing else None
    if passed:
        sentences.append(words("alt.passed", cards=_names(passed, words)))
    elif chosen:
        sentences.append(words("alt.chosen", cards=_names(chosen, words)))
    if view.to_play and view.legal == view.hand:
        sentences.append(words("alt.playable_all"))
    elif view.to_play:
        sentences.append(words("alt.playable", cards=_by_suits(view.legal, words)))
    received = (view.received or NO_CARDS) & view.hand
    if received:
        sentences.append(words("alt.received", cards=_names(received, words)))
    if view.passed and not view.public.passing:
        sentences.append(words("alt.passed_on", cards=_names(view.passed, words)))
    return fitting(sentences)


def table_alt(
    view: PublicView, names: Sequence[str], shown_trick: Trick, words: Words, levels: Sequence[str] = ()
) -> str:
    """The alt text of a table's picture: the trick and who is to act, then who sits where, then what was.

    Args:
        view: what everybody knows.
        names: one a seat, as people wrote them.
        shown_trick: the trick in the picture: the running one, or the one just finished.
        words: the language.
        levels: one a seat: in a word, how the computer there plays; empty for a person.

    Returns:
        At most `ALT_LENGTH` characters; what matters least is left out where all would be longer.
    """
    people = [label(name) for name in names]
    seated = list(people)
    for seat, level in enumerate(levels):
        if level:
            seated[seat] = words("alt.computer", name=people[seat], level=level)
    sentences: list[str] = []
    if view.passing:
        waiting = words.list(people[seat] for seat in view.awaited)
        sentences.append(words(f"alt.passing.{view.direction}", names=waiting))
    else:
        sentences += _trick(view, people, shown_trick, words)
    if view.turn is not None:
        sentences.append(words("alt.turn", name=people[view.turn]))
    if view.moon_question is not None:
        sentences.append(words("alt.moon_asked", name=people[view.moon_question.seat]))
    if view.broken:
        sentences.append(words("alt.broken"))
    seats = "; ".join(_seat(view, at, seated[at], words) for at in range(len(people)))
    sentences.append(words("alt.table", seats=seats))
    sentences.append(words("alt.dealer", name=people[view.dealer]))
    if view.ruleset.partners is not Partners.NONE:
        for side, total in zip(view.ruleset.sides, view.team_totals, strict=True):
            sentences.append(words("alt.team", names=words.list(people[seat] for seat in side), total=total))
    if view.claimed is not None:
        cards = _names(view.laid_open, words)
        sentences.append(words("alt.claimed", name=people[view.claimed], cards=cards))
    sentences += _kitty(view, people, words)
    sentences += _last_trick(view, people, shown_trick, words)
    return fitting(sentences)


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
    taker = "alt.taken" if len(trick) == view.players else "alt.winning"
    plays = _plays(trick, people, words)
    return [words("alt.trick", plays=plays), words(taker, name=people[trick.taker])]


def _last_trick(view: PublicView, people: Sequence[str], shown: Trick, words: Words) -> Iterator[str]:
    """The trick before the one in the middle, which lies small in the picture."""
    earlier = [trick for trick in view.tricks if trick != shown]
    if earlier:
        taker, plays = earlier[-1].taker, _plays(earlier[-1], people, words)
        assert taker is not None
        yield words("alt.last_trick", name=people[taker], plays=plays)


def _plays(trick: Trick, people: Sequence[str], words: Words) -> str:
    return "; ".join(
        words("alt.play", name=people[play.seat], card=card_name(play.card, words)) for play in trick.plays
    )


def _kitty(view: PublicView, people: Sequence[str], words: Words) -> Iterator[str]:
    if view.kitty is None:
        yield words.count("alt.kitty_down", kitty_size(view.ruleset))
    elif view.kitty:
        taker = next(seat for seat, cards in enumerate(view.taken) if view.kitty <= cards)
        points, cards = card_points(view.kitty, view.ruleset), _names(view.kitty, words)
        yield words.count("alt.kitty", points, name=people[taker], cards=cards)


def _by_suits(cards: Cards, words: Words) -> str:
    return "; ".join(
        words(
            "alt.suit",
            suit=suit_name(suit, words),
            ranks=", ".join(rank_name(card.rank, words) for card in cards.in_suit(suit)),
        )
        for suit in suits_in_turn(cards | words.look.hand)
        if cards.in_suit(suit)
    )


def _names(cards: Cards, words: Words) -> str:
    return words.list(card_name(card, words) for card in in_order(cards, words.look.order, words.look.hand))


def fitting(sentences: Iterable[str]) -> str:
    """The sentences, less the later ones for which there is no room."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) <= ALT_LENGTH:
            text = longer
    return text
