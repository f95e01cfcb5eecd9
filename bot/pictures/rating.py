"""Somebody's rating as a line through time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.board import (
    CROWN,
    MARGIN,
    MOON_ROW,
    MUTED,
    ROW,
    SCORE_COLOURS,
    SCORE_LEVEL,
    WIDTH,
    felt,
    plate,
)
from bot.pictures.lettering import text_mask, write
from bot.pictures.palette import GOLD, PAPER, PLATE
from bot.pictures.plates import number_text
from bot.pictures.png import encode
from bot.pictures.shapes import DISC, Point, mask

RATING_SIZE: Final = (WIDTH, 640)
"""Width and height in pixels."""

_TITLE: Final = 46
_CAPTION: Final = 36
_NUMBER: Final = 34
_NOW: Final = 50
_PLATE: Final = (MARGIN, 104, WIDTH - 2 * MARGIN, RATING_SIZE[1] - 104 - MARGIN)
_LEFT: Final = MARGIN + 112
_RIGHT: Final = WIDTH - MARGIN - 158
_TOP: Final = _PLATE[1] + 74
_BOTTOM: Final = RATING_SIZE[1] - MARGIN - 124
_TIMES: Final = RATING_SIZE[1] - MARGIN - 36
_THICK: Final = 7
_MARK: Final = 22
_SIGN: Final = 34
_FINE: Final = 3
_MARKED: Final = 24
"""So many points have a mark each; more would run into one another."""
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
_LINES: Final = 5
_LEAST: Final = 40
"""A rating that hardly moves is not drawn as if it did: so much there is room for at least."""


@dataclass(frozen=True)
class RatingPoint:
    """Rated games that lie so close together that they are one point of the line.

    Attributes:
        at: when the last of them ended, in Unix seconds.
        low: the lowest rating after one of them.
        high: the highest.
        last: that after the last.
    """

    at: float
    low: int
    high: int
    last: int


@dataclass(frozen=True)
class RatingPicture:
    """What a picture of somebody's rating shows; the same values give the same bytes.

    Attributes:
        points: in order of time; at least one.
        times: what is written below, each with the time in Unix seconds that it stands for.
        title: what stands above, in a few words.
        caption: what stands beside it.
    """

    points: tuple[RatingPoint, ...]
    times: tuple[tuple[float, str], ...]
    title: str
    caption: str

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError("no game is rated")


@dataclass(frozen=True)
class _Scale:
    """What lies where: time from the left, ratings from the bottom."""

    start: float
    end: float
    low: int
    high: int

    def x(self, at: float) -> float:
        if self.end <= self.start:
            return (_LEFT + _RIGHT) / 2
        return _LEFT + (_RIGHT - _LEFT) * (at - self.start) / (self.end - self.start)

    def y(self, rating: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (rating - self.low) / (self.high - self.low)


def draw_rating(picture: RatingPicture) -> bytes:
    """Draw how a rating went.

    The line goes through the rating after the last game of each point; where several games are one point, a
    band behind it reaches from the lowest to the highest of them. The highest of all has a crown, and the
    lowest its number; the last stands at the right.

    Args:
        picture: what to show.

    Returns:
        A PNG of `RATING_SIZE`, clear outside its round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    points = picture.points
    low, high = min(point.low for point in points), max(point.high for point in points)
    spare = max(0, _LEAST - (high - low))
    scale = _Scale(points[0].at, points[-1].at, low - spare // 2, high + (spare + 1) // 2)
    image = felt(RATING_SIZE[1])
    room = WIDTH - 2 * MARGIN - 28
    caption = text_mask(picture.caption, _CAPTION, room // 2)
    write(image, (WIDTH - MARGIN - 14, 68), picture.caption, _CAPTION, PAPER, "rm", room // 2)
    write(image, (MARGIN + 14, 68), picture.title, _TITLE, PAPER, "lm", room - caption.advance - 32)
    plate(image, *_PLATE, PLATE, 24)
    _draw_scale(image, scale, picture.times)
    _draw_band(image, scale, points)
    _draw_line(image, scale, points)
    _draw_extremes(image, scale, points)
    _draw_now(image, scale, points[-1])
    return encode(image, SCORE_COLOURS, SCORE_LEVEL)


def _draw_scale(image: Image.Image, scale: _Scale, times: Sequence[tuple[float, str]]) -> None:
    draw = ImageDraw.Draw(image)
    span = scale.high - scale.low
    step = next((step for step in _STEPS if span / step <= _LINES), span)
    for rating in range(-(-scale.low // step) * step, scale.high + 1, step):
        y = round(scale.y(rating))
        draw.rectangle((_LEFT, y - 1, _RIGHT, y), ROW)
        write(image, (_LEFT - 18, y), number_text(rating), _NUMBER, MUTED, "rm")
    free = float(_PLATE[0] + 8)
    for at, text in times:
        half = text_mask(text, _NUMBER).advance / 2
        x = scale.x(at)
        # One that has no room of its own is left out, but for a little push at the edges.
        middle = min(max(x, free + half), _PLATE[0] + _PLATE[2] - 12 - half)
        if abs(middle - x) > half:
            continue
        draw.rectangle((round(x), _TIMES - 34, round(x) + 1, _TIMES - 24), MUTED)
        write(image, (middle, _TIMES), text, _NUMBER, MUTED, "mm")
        free = middle + half + 24


def _draw_band(image: Image.Image, scale: _Scale, points: Sequence[RatingPoint]) -> None:
    upper = [(scale.x(point.at), scale.y(point.high)) for point in points]
    lower = [(scale.x(point.at), scale.y(point.low)) for point in points]
    if len(points) < 2 or upper == lower:
        return
    box = (_LEFT, _TOP, _RIGHT + 1, _BOTTOM + 1)
    large, place = _large(box)
    ImageDraw.Draw(large).polygon([place(point) for point in (*upper, *reversed(lower))], fill=255)
    image.paste(MOON_ROW, box[:2], large.reduce(_FINE))


def _draw_line(image: Image.Image, scale: _Scale, points: Sequence[RatingPoint]) -> None:
    line = [(scale.x(point.at), scale.y(point.last)) for point in points]
    box = (_LEFT - _MARK, _TOP - _MARK, _RIGHT + _MARK, _BOTTOM + _MARK)
    if len(line) > 1:
        large, place = _large(box)
        ImageDraw.Draw(large).line(
            [place(point) for point in line], fill=255, width=_THICK * _FINE, joint="curve"
        )
        image.paste(GOLD, box[:2], large.reduce(_FINE))
    for number, point in enumerate(line):
        if len(line) <= _MARKED or number == len(line) - 1:
            _draw_mark(image, point)


def _large(box: tuple[int, int, int, int]) -> tuple[Image.Image, Callable[[Point], Point]]:
    """A clear mask as large as a box, many times finer, and how a point of the picture lies in it."""
    left, top, right, bottom = box
    large = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
    return large, lambda point: ((point[0] - left) * _FINE, (point[1] - top) * _FINE)


def _draw_mark(image: Image.Image, at: Point) -> None:
    x, y = round(at[0] - _MARK / 2), round(at[1] - _MARK / 2)
    image.paste(PLATE, (x - 4, y - 4), mask(DISC, _MARK + 8, _MARK + 8))
    image.paste(GOLD, (x, y), mask(DISC, _MARK, _MARK))


def _draw_extremes(image: Image.Image, scale: _Scale, points: Sequence[RatingPoint]) -> None:
    """The crown above the highest rating, and the numbers of it and of the lowest."""
    if len(points) < 2:
        return
    highest = max(points, key=lambda point: point.high)
    lowest = min(points, key=lambda point: point.low)
    if highest.high == lowest.low:
        return
    x, y = scale.x(highest.at), scale.y(highest.high)
    number = text_mask(number_text(highest.high), _NUMBER)
    half = (number.advance + _SIGN + 10) / 2
    left = min(max(x - half, _LEFT), WIDTH - MARGIN - 16 - 2 * half)
    image.paste(GOLD, (round(left), round(y) - 18 - _SIGN), mask(CROWN, _SIGN, _SIGN))
    write(image, (left + _SIGN + 10, y - 34), number_text(highest.high), _NUMBER, GOLD, "lm")
    if lowest is points[-1] and lowest.low == lowest.last:
        return
    half = text_mask(number_text(lowest.low), _NUMBER).advance / 2
    middle = min(max(scale.x(lowest.at), _LEFT + half), _RIGHT)
    write(image, (middle, scale.y(lowest.low) + 32), number_text(lowest.low), _NUMBER, PAPER, "mm")


def _draw_now(image: Image.Image, scale: _Scale, last: RatingPoint) -> None:
    """The rating as it is, beside the end of the line."""
    write(image, (scale.x(last.at) + 24, scale.y(last.last)), number_text(last.last), _NOW, GOLD, "lm")
