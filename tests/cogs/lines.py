"""Lines of play: how each seat passes and plays a deal, so that a secret decides what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards
from bot.rules.game import Game
from bot.rules.ruleset import MoonChoice, Ruleset
from bot.rules.scoring import settled
from bot.rules.shuffle import SECRET_BYTES, hands, kitty

Line = str
"""One letter a seat: h plays high, l plays low, s sheds its points."""


def _by_rank(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: (card.rank, card.index))


def _highest(legal: Cards) -> Card:
    return _by_rank(legal)[-1]


def _lowest(legal: Cards) -> Card:
    return _by_rank(legal)[0]


def _worst(legal: Cards) -> Card:
    if QUEEN_OF_SPADES in legal:
        return QUEEN_OF_SPADES
    hearts = legal & HEARTS
    return _highest(hearts) if hearts else _lowest(legal)


PLAY: Final[Mapping[str, Callable[[Cards], Card]]] = {"h": _highest, "l": _lowest, "s": _worst}
"""The card that each letter plays, of those that are legal."""


def to_pass(letter: str, hand: Cards) -> list[Card]:
    """The three cards that a letter passes: who plays high keeps high cards, the others do not."""
    ranked = _by_rank(hand)
    return ranked[:3] if letter == "h" else ranked[-3:]


def secret_of(number: int) -> bytes:
    """A secret, by its number."""
    return number.to_bytes(SECRET_BYTES, "big")


def played_by_the_rules(
    ruleset: Ruleset, line: Line, secrets: Sequence[int], choice: MoonChoice = MoonChoice.ADD
) -> Game:
    """A game after these deals, or at its end if that comes before; the last seat has the first deal.

    Args:
        ruleset: the rules.
        line: how each seat plays.
        secrets: the numbers of the deals' secrets.
        choice: what a shooter says who is asked.
    """
    game = Game(ruleset, ruleset.players - 1)
    for number in secrets:
        if game.over:
            break
        game = _dealt_and_played(game, line, number)
        if game.moon_question is not None:
            game = game.choose_moon(game.moon_question.seat, choice)
        game = game.finish_deal(game.result())
    return game


def plays_by_the_rules(ruleset: Ruleset, line: Line, secrets: Sequence[int]) -> list[int]:
    """How many cards people play in each of these deals: the last trick of a deal plays itself."""
    game, counts = Game(ruleset, ruleset.players - 1), list[int]()
    for number in secrets:
        game = _dealt_and_played(game, line, number)
        assert game.deal is not None
        counts.append(game.deal.ply - ruleset.players * game.deal.over)
        game = game.finish_deal(game.result())
    return counts


def _dealt_and_played(game: Game, line: Line, number: int) -> Game:
    secret, ruleset = secret_of(number), game.ruleset
    game = game.start_deal(hands(secret, ruleset, game.dealer), kitty(secret, ruleset))
    deal = game.deal
    assert deal is not None
    if deal.passing:
        for seat, hand in enumerate(deal.hands):
            game = game.pass_cards(seat, to_pass(line[seat], hand))
    while (deal := game.deal) is not None and deal.turn is not None and not settled(deal):
        game = game.play(deal.turn, PLAY[line[deal.turn]](deal.legal(deal.turn)))
    return game
