"""The totals of a game as lines that climb towards the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.board import (
    CROSS,
    LOZENGE,
    MARGIN,
    MINT,
    MOON,
    MUTED,
    PINK,
    ROW,
    SCORE_COLOURS,
    SCORE_LEVEL,
    SKY,
    SQUARE,
    SUN,
    TRIANGLE,
    VIOLET,
    WIDTH,
    felt,
    plate,
)
from bot.pictures.lettering import text_mask, write
from bot.pictures.palette import GOLD, PAPER, PLATE, Colour
from bot.pictures.plates import number_text
from bot.pictures.png import encode
from bot.pictures.shapes import DISC, Point, Shape, mask
from bot.pictures.sheet import seat_name
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from bot.rules.sheet import SheetRow, sheet_rows

CHART_SIZE: Final = (WIDTH, 640)
"""Width and height in pixels."""

_TITLE: Final = 46
_CAPTION: Final = 36
_NUMBER: Final = 34
_NAMES: Final = 36
_LABEL: Final = 48
_PLATE: Final = (MARGIN, 104, WIDTH - 2 * MARGIN, CHART_SIZE[1] - 104 - MARGIN)
_LEFT: Final = MARGIN + 88
_RIGHT: Final = WIDTH - MARGIN - 328
_TOP: Final = _PLATE[1] + 34
_BOTTOM: Final = CHART_SIZE[1] - MARGIN - 62
_THICK: Final = 8
_MARK: Final = 24
_SIGN: Final = 40
_FINE: Final = 3
_MARKED: Final = 14
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)

_LINES: Final[tuple[tuple[Colour, Shape], ...]] = (
    (PAPER, DISC),
    (SKY, SQUARE),
    (PINK, TRIANGLE),
    (MINT, LOZENGE),
    (VIOLET, CROSS),
)


@dataclass(frozen=True)
class ChartPicture:
    """What a picture of a game's totals shows; the same values give the same bytes.

    Attributes:
        ruleset: the rules of the game.
        scores: the finished deals, in order; at least one.
        names: who sits there, a seat each.
        title: what stands above, in a few words.
        caption: which rules and which limit, in a few words.
    """

    ruleset: Ruleset
    scores: tuple[DealScore, ...]
    names: tuple[str, ...]
    title: str
    caption: str

    def __post_init__(self) -> None:
        if len(self.names) != self.ruleset.players:
            raise ValueError(f"{len(self.names)} names for {self.ruleset.players} seats")
        if not self.scores:
            raise ValueError("no deal is finished")


@dataclass(frozen=True)
class _Scale:
    """What lies where: deals from the left, totals from the bottom.

    Attributes:
        deals: how many there are.
        low: the lowest total there is room for.
        high: the highest.
    """

    deals: int
    low: int
    high: int

    @property
    def every(self) -> int:
        """Every how many deals there is room for a number and for marks."""
        return next(step for step in _STEPS if self.deals / step <= _MARKED)

    def x(self, deal: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * deal / self.deals

    def y(self, total: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (total - self.low) / (self.high - self.low)


def draw_chart(picture: ChartPicture) -> bytes:
    """Draw the totals of a game, deal by deal.

    Each side has a line of its colour with marks of its shape, from zero at the left to its name and its
    total at the right; a moon or a sun stands in place of the mark where it shot one. The limit is a broken
    line across.

    Args:
        picture: what to show.

    Returns:
        A PNG of `CHART_SIZE`, clear outside its round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    rows = sheet_rows(picture.ruleset, picture.scores)
    limit = picture.ruleset.limit
    reached = [total for row in rows for total in row.totals]
    low, high = min(0, *reached), max(limit, *reached)
    if low < 0:
        low -= (high - low) // 16
    scale = _Scale(len(rows), low, high)
    image = felt(CHART_SIZE[1])
    title = text_mask(picture.title, _TITLE, 520)
    write(image, (MARGIN + 14, 68), picture.title, _TITLE, PAPER, "lm", 520)
    room = WIDTH - 2 * MARGIN - 28 - title.advance - 40
    write(image, (WIDTH - MARGIN - 14, 68), picture.caption, _CAPTION, PAPER, "rm", room)
    plate(image, *_PLATE, PLATE, 24)
    _draw_scale(image, scale, limit)
    order = sorted(range(len(rows[-1].totals)), key=lambda side: -rows[-1].totals[side])
    for side in order:
        _draw_line(image, scale, side, rows)
    for side in order:
        _draw_marks(image, scale, side, rows, picture.ruleset.sides[side])
    _draw_labels(image, scale, picture, rows[-1])
    return encode(image, SCORE_COLOURS, SCORE_LEVEL)


def _draw_scale(image: Image.Image, scale: _Scale, limit: int) -> None:
    draw = ImageDraw.Draw(image)
    step = next((step for step in _STEPS if (scale.high - scale.low) / step <= 5), scale.high - scale.low)
    start = -(-scale.low // step) * step
    end = _RIGHT + 14
    near = step * 0.45
    for total in range(start, scale.high + 1, step):
        y = round(scale.y(total))
        if total and abs(total - limit) < near:
            continue
        draw.rectangle((_LEFT, y - 1, end, y + (1 if total == 0 else 0)), MUTED if total == 0 else ROW)
        write(image, (_LEFT - 14, y), number_text(total), _NUMBER, MUTED, "rm")
    y = round(scale.y(limit))
    for x in range(_LEFT, end, 26):
        draw.rectangle((x, y - 2, min(x + 15, end), y + 2), GOLD)
    write(image, (_LEFT - 14, y), number_text(limit), _NUMBER, GOLD, "rm")
    for deal in range(1, scale.deals + 1):
        if deal % scale.every == 0:
            write(image, (scale.x(deal), _BOTTOM + 30), str(deal), _NUMBER, MUTED, "mm")


def _draw_line(image: Image.Image, scale: _Scale, side: int, rows: Sequence[SheetRow]) -> None:
    colour, _ = _LINES[side]
    points = [(scale.x(0), scale.y(0)), *((scale.x(row.number), scale.y(row.totals[side])) for row in rows)]
    edge = _THICK
    left, top = round(points[0][0]) - edge, round(min(y for _, y in points)) - edge
    right, bottom = round(points[-1][0]) + edge, round(max(y for _, y in points)) + edge
    for width, ink in ((_THICK + 6, PLATE), (_THICK, colour)):
        stroke = _stroke(points, (left, top, right, bottom), width)
        image.paste(ink, (left, top), stroke)


def _stroke(points: Sequence[Point], box: tuple[int, int, int, int], width: int) -> Image.Image:
    """A line through points, smooth at its edges: mode L, as large as the box."""
    left, top, right, bottom = box
    large = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
    scaled = [((x - left) * _FINE, (y - top) * _FINE) for x, y in points]
    draw = ImageDraw.Draw(large)
    draw.line(scaled, fill=255, width=width * _FINE, joint="curve")
    return large.reduce(_FINE)


def _draw_marks(
    image: Image.Image, scale: _Scale, side: int, rows: Sequence[SheetRow], seats: tuple[int, ...]
) -> None:
    colour, shape = _LINES[side]
    for row in rows:
        x, y = scale.x(row.number), scale.y(row.totals[side])
        if any(seat in row.score.moon for seat in seats):
            _draw_mark(image, (x, y), SUN if row.score.sun else MOON, _SIGN, GOLD, DISC)
        elif row.number % scale.every == 0 or row.number == len(rows):
            _draw_mark(image, (x, y), shape, _MARK, colour)


def _draw_mark(
    image: Image.Image, at: Point, shape: Shape, size: int, colour: Colour, ground: Shape | None = None
) -> None:
    """A mark that stands out from the lines: on a ground of its own shape, or of another."""
    outer = size + 8
    x, y = round(at[0] - size / 2), round(at[1] - size / 2)
    image.paste(PLATE, (x - 4, y - 4), mask(ground or shape, outer, outer))
    image.paste(colour, (x, y), mask(shape, size, size))


def _draw_labels(image: Image.Image, scale: _Scale, picture: ChartPicture, last: SheetRow) -> None:
    """Names and totals at the ends of the lines, moved apart where the ends lie close together."""
    sides = picture.ruleset.sides
    places = sorted((scale.y(total), side) for side, total in enumerate(last.totals))
    heights = _apart([y for y, _ in places], _LABEL * max(map(len, sides)))
    start = _RIGHT + 24
    for (end, side), y in zip(places, heights, strict=True):
        colour, shape = _LINES[side]
        if abs(end - y) > 3:
            box = (_RIGHT + 12, round(min(end, y)) - 4, start + 6, round(max(end, y)) + 4)
            image.paste(colour, box[:2], _stroke([(_RIGHT + 14, end), (start + 2, y)], box, 3))
        _draw_mark(image, (start + 14, y), shape, _MARK, colour)
        total = number_text(last.totals[side])
        right = WIDTH - MARGIN - 16
        write(image, (right, y), total, _NAMES, colour, "rm")
        room = right - text_mask(total, _NAMES).advance - 12 - (start + 36)
        _write_names(image, (start + 36, y), [seat_name(picture.names, s) for s in sides[side]], colour, room)


def _write_names(image: Image.Image, at: Point, names: list[str], colour: Colour, room: int) -> None:
    for number, name in enumerate(names):
        y = at[1] + (number - (len(names) - 1) / 2) * (_NAMES + 4)
        write(image, (at[0], y), name, _NAMES, colour, "lm", room)


def _apart(heights: Sequence[float], label: int) -> list[float]:
    """Heights moved so that labels lie neither on one another nor outside the plate.

    Args:
        heights: of the middles of labels, from the top, in pixels.
        label: how high a label is.
    """
    placed: list[float] = []
    free = _PLATE[1] + 6 + label / 2
    for height in heights:
        placed.append(max(height, free))
        free = placed[-1] + label
    free = _PLATE[1] + _PLATE[3] - 6 - label / 2
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], free)
        free = placed[number] - label
    return placed
