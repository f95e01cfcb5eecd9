"""The end of a game as a podium: who came where, with how many points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from bot.pictures.board import (
    BRONZE,
    CROWN,
    GROUND_RAMPS,
    MARGIN,
    MOON,
    PLATE_RAMPS,
    SCORE_LEVEL,
    SILVER,
    SUN,
    WIDTH,
    WREATH,
    felt,
    written_lines,
)
from bot.pictures.deck import Deck, DeckColours
from bot.pictures.faces import face
from bot.pictures.lettering import text_mask, write
from bot.pictures.paints import face_colours
from bot.pictures.palette import (
    EDGE,
    FELT,
    FELT_LINE,
    FELT_SHADE,
    GOLD,
    INK,
    PAPER,
    PLATE,
    SHADOW,
    Colour,
    ramps,
)
from bot.pictures.plates import SeatPicture, number_text
from bot.pictures.png import encode
from bot.pictures.shapes import COMPUTER, DISC, PIPS, mask, rounded
from bot.pictures.sheet import seat_name
from bot.rules.cards import Card, Suit
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from bot.rules.sheet import places, sheet_rows

PLACING_SIZE: Final = (WIDTH, 800)
"""Width and height in pixels."""

_STANDING: Final[dict[int, tuple[int, ...]]] = {2: (0, 1), 3: (1, 0, 2), 4: (1, 0, 2, 3), 5: (3, 1, 0, 2, 4)}
"""For so many sides, the ranks from the left: the best in or next to the middle."""
_GROUND: Final = PLACING_SIZE[1] - 112
_HEIGHTS: Final = (290, 242, 208, 182, 162)
_MEDALS: Final[tuple[Colour, ...]] = (GOLD, SILVER, BRONZE)
_MEDAL: Final = 68
_TOTAL: Final = 76
_NAMES: Final = (46, 38, 33)
_FIRST_NAMES: Final = (50, 42, 36)
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_SIGN: Final = 46
_ICON: Final = 34
_SPACE: Final = 10
_WREATH: Final = 188
_CROWN: Final = 90
_CAPTION: Final = 38
_WIDEST: Final = (350, 300)
"""How broad the winner's step and another are at most, in pixels."""
_PIPS: Final = (
    *((Suit.CLUBS, 236, 44, 62, 12), (Suit.DIAMONDS, 64, 296, 58, 10), (Suit.SPADES, 212, 250, 66, -10)),
    *((Suit.DIAMONDS, 690, 58, 66, -10), (Suit.HEARTS, 876, 300, 60, 16), (Suit.CLUBS, 686, 196, 78, -12)),
)
"""Pips in the felt: suit, left and top, size, and by how many degrees they are turned."""
_CARD: Final = 128
_CARDS: Final = (
    *(("AH", 54, 62, 24), ("QS", 90, 48, 6)),
    *(("JD", 788, 62, -24), ("KH", 772, 48, -6)),
)
"""Cards that lie in the corners: which, left and top, and by how many degrees they are turned."""

_COLOURS: Final = ramps(
    [
        *GROUND_RAMPS,
        *PLATE_RAMPS,
        *((colour, EDGE, 1) for colour in face_colours(DeckColours.TWO)),
        *((EDGE, ground, 3) for ground in (FELT, FELT_SHADE, PAPER)),
    ]
)


@dataclass(frozen=True)
class PlacingPicture:
    """What a picture of a game's end shows; the same values give the same bytes.

    Attributes:
        ruleset: the rules of the game.
        scores: its deals, in order; at least one.
        seats: who sits there, a seat each.
        caption: which rules and how many deals, in a few words.
        german: whether cards have the letters B D K A in place of J Q K A.
    """

    ruleset: Ruleset
    scores: tuple[DealScore, ...]
    seats: tuple[SeatPicture, ...]
    caption: str
    german: bool = False

    def __post_init__(self) -> None:
        if len(self.seats) != self.ruleset.players:
            raise ValueError(f"{len(self.seats)} names for {self.ruleset.players} seats")
        if not self.scores:
            raise ValueError("no deal is finished")


@dataclass(frozen=True)
class _Step:
    """One side's step of the podium.

    Attributes:
        side: its seats.
        place: counted from 1.
        total: its points.
        moons: how many moons it shot.
        suns: how many suns.
    """

    side: tuple[int, ...]
    place: int
    total: int
    moons: int
    suns: int


@dataclass(frozen=True)
class _Line:
    """A line above a step: a name or a part of one.

    Attributes:
        text: what stands there.
        size: of the letters.
        screen: whether a screen stands before it.
    """

    text: str
    size: int
    screen: bool


def draw_placing(picture: PlacingPicture) -> bytes:
    """Draw the placing at the end of a game.

    Every side stands on a step, the higher the better its place; equal places have steps of one height. On a
    step are the place and the total, above it the names, and a moon or a sun with how many were shot; the
    winner's crown is in a wreath.

    Args:
        picture: what to show.

    Returns:
        A PNG of `PLACING_SIZE`, clear outside its round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    steps = sorted(_steps(picture), key=lambda step: step.place)
    image = _ground(picture.german).copy()
    count = len(steps)
    # The winner's step is broader, as far as that leaves the others room for a name.
    more = 1.15 if count == 5 else 1.3
    share = (WIDTH - 2 * MARGIN) / (count - 1 + more)
    width = min(round(share), _WIDEST[1])
    lead = min(round(share * more), _WIDEST[0])
    whole = lead + (count - 1) * width
    x = left = (WIDTH - whole) // 2
    for rank in _STANDING[count]:
        _draw_step(image, x, lead if rank == 0 else width, steps[rank], picture.seats)
        x += lead if rank == 0 else width
    image.paste(SHADOW, (left - 14, _GROUND), rounded(whole + 28, 8, 4))
    write(image, (WIDTH / 2, _GROUND + 52), picture.caption, _CAPTION, PAPER, "mm", WIDTH - 2 * MARGIN - 20)
    return encode(image, _COLOURS, SCORE_LEVEL)


def _steps(picture: PlacingPicture) -> list[_Step]:
    totals = sheet_rows(picture.ruleset, picture.scores)[-1].totals
    steps: list[_Step] = []
    for side, place, total in zip(picture.ruleset.sides, places(totals), totals, strict=True):
        shot = [score for score in picture.scores if any(seat in score.moon for seat in side)]
        suns = sum(score.sun for score in shot)
        steps.append(_Step(side, place, total, len(shot) - suns, suns))
    return steps


@cache
def _ground(german: bool) -> Image.Image:
    """The felt with the suits woven into it and cards in its corners. Not to be drawn on."""
    image = felt(PLACING_SIZE[1])
    for suit, x, y, size, degrees in _PIPS:
        pip = mask(PIPS[suit], size, size).rotate(degrees, Image.Resampling.BICUBIC, expand=True)
        image.paste(FELT_LINE, (x, y), pip.point([value // 4 for value in range(256)]))
    for name, x, y, degrees in _CARDS:
        card = face(Card.parse(name), _CARD, Deck(german=german))
        turned = card.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
        image.alpha_composite(turned, (x, y))
    return image


def _draw_step(image: Image.Image, x: int, width: int, step: _Step, seats: Sequence[SeatPicture]) -> None:
    height = _HEIGHTS[step.place - 1]
    top = _GROUND - height
    first = step.place == 1
    colour = _MEDALS[step.place - 1] if step.place <= len(_MEDALS) else FELT_LINE
    back, front = (GOLD, INK) if first else (PLATE, PAPER)
    inner = width - 12
    image.paste(SHADOW, (x + 3, top - 3), rounded(inner + 6, height + 3, 15))
    image.paste(back, (x + 6, top), rounded(inner, height, 12))
    if not first:
        image.paste(colour, (x + 6, top), rounded(inner, 14, 7))
    middle = x + width // 2
    medal = top + 14 + (height - 14 - _TOTAL - _MEDAL) // 3 + _MEDAL // 2
    _draw_medal(image, middle, medal, step.place, colour)
    text = number_text(step.total)
    write(image, (middle, (medal + _MEDAL / 2 + _GROUND) / 2 - 2), text, _TOTAL, front, "mm", inner - 12)
    names, screen = _name_lines(step, inner, seats)
    y = _draw_names(image, middle, top - 10, inner, names)
    y = _draw_signs(image, middle, y, step, screen)
    if first:
        _draw_wreath(image, middle, y - 8)


def _draw_medal(image: Image.Image, x: int, y: int, place: int, colour: Colour) -> None:
    corner = (x - _MEDAL // 2, y - _MEDAL // 2)
    image.paste(INK if place == 1 else colour, corner, mask(DISC, _MEDAL, _MEDAL))
    if place > len(_MEDALS):
        inner = _MEDAL - 10
        image.paste(PLATE, (x - inner // 2, y - inner // 2), mask(DISC, inner, inner))
    inks = {1: GOLD, 2: INK, 3: INK}
    write(image, (x, y), str(place), 46, inks.get(place, PAPER), "mm")


def _name_lines(step: _Step, width: int, seats: Sequence[SeatPicture]) -> tuple[list[_Line], bool]:
    """The names of a side, and whether there is a screen above them, as none of them has room for it."""
    sizes = _FIRST_NAMES if step.place == 1 else _NAMES
    lines: list[_Line] = []
    above = False
    for seat in step.side:
        computer, name = seats[seat].computer, seat_name([sitting.name for sitting in seats], seat)
        beside = computer and (
            len(step.side) > 1 or text_mask(name, sizes[1]).advance + _ICON + _SPACE <= width
        )
        room = width - (_ICON + _SPACE) * beside
        size, texts = written_lines(name, sizes, room, 3 - len(step.side))
        lines += [_Line(text, size, beside) for text in texts]
        above = above or (computer and not beside)
    return lines, above


def _draw_names(image: Image.Image, x: int, bottom: int, width: int, lines: Sequence[_Line]) -> int:
    """The names of a side, above each other; gives where they begin."""
    for line in reversed(lines):
        height = round(line.size * 1.12)
        y = bottom - height // 2
        icon = (_ICON + _SPACE) * line.screen
        start = x - (text_mask(line.text, line.size, width - icon).advance + icon) // 2
        if icon:
            image.paste(PAPER, (start, y - _ICON // 2), mask(COMPUTER, _ICON, _ICON))
        write(image, (start + icon, y), line.text, line.size, PAPER, "lm", width - icon)
        bottom -= height
    return bottom


def _draw_signs(image: Image.Image, x: int, bottom: int, step: _Step, screen: bool) -> int:
    """A screen, and how many moons and suns a side shot; gives where that begins."""
    signs = [(COMPUTER, _ICON, PAPER, 1)] if screen else []
    signs += [(sign, _SIGN, GOLD, count) for sign, count in ((MOON, step.moons), (SUN, step.suns)) if count]
    if not signs:
        return bottom
    labels = [f"{_TIMES}{count}" if count > 1 else "" for *_, count in signs]
    reach = sum(size for _, size, *_ in signs) + 14 * (len(signs) - 1)
    reach += sum(text_mask(label, 38).advance + 6 for label in labels if label)
    start, y = x - reach // 2, bottom - _SIGN // 2 - 4
    for (sign, size, colour, _), label in zip(signs, labels, strict=True):
        image.paste(colour, (start, y - size // 2), mask(sign, size, size))
        start += size
        if label:
            write(image, (start + 6, y), label, 38, GOLD, "lm")
            start += text_mask(label, 38).advance + 6
        start += 14
    return bottom - _SIGN - 8


def _draw_wreath(image: Image.Image, x: int, bottom: int) -> None:
    image.paste(GOLD, (x - _WREATH // 2, bottom - _WREATH), mask(WREATH, _WREATH, _WREATH))
    y = bottom - _WREATH // 2 - 4
    image.paste(GOLD, (x - _CROWN // 2, y - _CROWN // 2), mask(CROWN, _CROWN, _CROWN))
