"""From a deal's secret to its hands and its kitty, exactly enough to be redone in any language.

1. The secret is 32 bytes. Its commitment is the SHA-256 (FIPS 180-4) of those bytes, written as 64 lower-case
   hexadecimal digits.
2. The deck has n cards, in positions 0 to n - 1: clubs, diamonds, hearts, spades, each from 2 up to the
   ace. Four players use all 52: position 0 is 2C, 12 is AC, 13 is 2D, 51 is AS. Three players play without
   2D, five without 2D and 2C, unless the rules have a kitty; then these are in the deck too.
3. The stream is the output of SHAKE-256 (FIPS 202) over the 32 bytes of the secret and nothing else, read
   byte by byte from its beginning for as long as bytes are needed. Each byte is an integer from 0 to 255
   and is used once.
4. For i = n - 1, n - 2, … down to 1: let m = i + 1, and let t be the largest multiple of m that is not above
   256 (t = 256 - 256 mod m). Read bytes until one is less than t, and drop those that are not: that makes
   every remainder equally likely. With that byte b, let j = b mod m; the cards in positions i and j change
   places (where i = j, nothing moves). Position 0 needs no byte.
5. The cards are dealt one at a time from position 0 up, clockwise from the dealer's left: with p players
   the card in position k goes to seat (dealer + 1 + k) mod p. The kitty, where the rules have one, is dealt
   last: it is the n mod p cards in the highest positions.

A worked example: the secret is the 32 bytes 00, 01, 02, … 1F (hexadecimal), and the stream begins 69, F0,
7C, 88. For i = 51, m = 52 and t = 208; the byte 69 (105) is less than t, so j = 1, and 3C goes to
position 51. For i = 50, m = 51 and t = 255; F0 (240) is less than t, so j = 36, and QH goes to position 50.

>>> secret = bytes(range(32))
>>> commitment(secret)
'630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
>>> " ".join(map(str, shuffled(secret, Ruleset())[:8]))
'8C QC 6C 5H 6S JD AC 2D'
>>> hands(secret, Ruleset(), dealer=3)[0]
Cards(4C 8C 3D 4D 6D 8D AH 6S 8S 9S TS JS AS)
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256, shake_256
from typing import Final

from bot.rules.cards import ALL_CARDS, Card, Cards
from bot.rules.ruleset import Ruleset

SECRET_BYTES: Final = 32
"""How long a secret is."""

LEFT_OUT_FIRST: Final = (Card.parse("2D"), Card.parse("2C"))
"""The cards that are left out where the deck does not divide, in the order they are."""


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the deal: 64 hexadecimal digits.

    Args:
        secret: 32 bytes.

    Raises:
        ValueError: where the secret is not 32 bytes long.
    """
    return sha256(_checked(secret)).hexdigest()


def left_out(ruleset: Ruleset) -> Cards:
    """The cards the game is played without: low ones, as many as do not divide, unless they are a kitty."""
    return Cards.of(() if ruleset.kitty else LEFT_OUT_FIRST[: 52 % ruleset.players])


def deck(ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards in play, in the order they have before shuffling."""
    missing = left_out(ruleset)
    return tuple(card for card in ALL_CARDS if card not in missing) if missing else ALL_CARDS


def hand_size(ruleset: Ruleset) -> int:
    """How many cards each seat is dealt: 13 with four players, 17 with three, 10 with five."""
    return 52 // ruleset.players


def kitty_size(ruleset: Ruleset) -> int:
    """How many cards lie in the kitty."""
    return 52 % ruleset.players if ruleset.kitty else 0


def shuffled(secret: bytes, ruleset: Ruleset) -> tuple[Card, ...]:
    """The deck as the secret shuffles it; the first card is dealt first.

    Args:
        secret: 32 bytes.
        ruleset: decides which cards are in play.

    Raises:
        ValueError: where the secret is not 32 bytes long.
    """
    stream = _stream(_checked(secret))
    cards = list(deck(ruleset))
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(last + 1, stream)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def hands(secret: bytes, ruleset: Ruleset, dealer: int) -> tuple[Cards, ...]:
    """The hands the secret deals, one a seat.

    Args:
        secret: 32 bytes.
        ruleset: decides which cards are in play, and how many seats there are.
        dealer: the seat that deals.

    Raises:
        ValueError: where the secret is not 32 bytes long, or there is no such seat.
    """
    players = ruleset.players
    if not 0 <= dealer < players:
        raise ValueError(f"no seat {dealer} among {players}")
    cards = shuffled(secret, ruleset)[: players * hand_size(ruleset)]
    return tuple(Cards.of(cards[(seat - dealer - 1) % players :: players]) for seat in range(players))


def kitty(secret: bytes, ruleset: Ruleset) -> Cards:
    """The cards the secret puts into the kitty; none where the rules have no kitty.

    Args:
        secret: 32 bytes.
        ruleset: decides whether there is one.

    Raises:
        ValueError: where the secret is not 32 bytes long.
    """
    size = kitty_size(ruleset)
    return Cards.of(shuffled(secret, ruleset)[-size:] if size else ())


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def _stream(secret: bytes) -> Iterator[int]:
    """The bytes of SHAKE-256, without end; hashlib gives a beginning of any length and no more after it."""
    start, end = 0, 52
    while True:
        yield from shake_256(secret).digest(end)[start:]
        start, end = end, 2 * end


def _below(count: int, stream: Iterator[int]) -> int:
    """The next number of the stream from 0 to count - 1, all equally likely; count is 256 at most."""
    top = 256 - 256 % count
    byte = next(stream)
    while byte >= top:
        byte = next(stream)
    return byte % count
