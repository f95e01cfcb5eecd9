"""The score sheet: a row a deal, a column a side, and the totals to which the deals have led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.pictures.board import (
    CROWN,
    MARGIN,
    MOON,
    MOON_ROW,
    MUTED,
    ROW,
    SCORE_COLOURS,
    SCORE_LEVEL,
    SUN,
    WIDTH,
    felt,
    plate,
    written_lines,
)
from bot.pictures.lettering import printable, text_mask, write
from bot.pictures.palette import FELT_LINE, GOLD, INK, PAPER, PLATE, ROSE, SHADOW, Colour, mix
from bot.pictures.plates import number_text
from bot.pictures.png import encode
from bot.pictures.shapes import ARROW, DOTS, mask, rounded
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import DealScore, Points
from bot.rules.sheet import SheetRow, places, sheet_rows

SHOWN: Final = 10
"""How many deals have a row of their own; what was before them is carried over in one."""

_SIZES: Final = ((44, 36), (42, 33), (40, 31), (38, 29), (36, 27), (33, 25), (30, 23))
_TITLE: Final = 46
_CAPTION: Final = 36
_NAMES: Final = (42, 36, 31)
_BAR: Final = 10
_GAP: Final = 10
_NUMBERS: Final = 104
_ROW: Final = 58
_CROWN: Final = 48
_LINE: Final = 42
_HALVED: Final = "½"
_MINUS: Final = number_text(-1)[0]
_TURNS: Final = {Direction.LEFT: 180, Direction.RIGHT: 0, Direction.ACROSS: 90}


@dataclass(frozen=True)
class SheetPicture:
    """What a picture of a score sheet shows; the same values give the same bytes.

    Attributes:
        ruleset: the rules of the game.
        scores: the finished deals, in order.
        names: who sits there, a seat each.
        title: what stands above, in a few words.
        caption: which rules and which limit, in a few words.
        running: the points so far in the deal that is running, one a seat; None where none is to be shown.
    """

    ruleset: Ruleset
    scores: tuple[DealScore, ...]
    names: tuple[str, ...]
    title: str
    caption: str
    running: Points | None = None

    def __post_init__(self) -> None:
        if len(self.names) != self.ruleset.players:
            raise ValueError(f"{len(self.names)} names for {self.ruleset.players} seats")


@dataclass(frozen=True)
class _Grid:
    """Where the columns stand, and what is in them.

    Attributes:
        left: of the first column.
        width: of a column.
        count: how many there are.
        total: the size of totals.
        points: the size of the points of a deal.
        sign: the size of moons and suns.
        reach: from a total's right end back to that of the points before it.
        inset: from a column's right end to that of its totals.
    """

    left: int
    width: int
    count: int
    total: int
    points: int
    sign: int
    reach: int
    inset: int

    def x(self, column: int) -> int:
        return self.left + column * (self.width + _GAP)

    def right(self, column: int) -> int:
        return self.x(column) + self.width - self.inset


def _grid(rows: Sequence[SheetRow], running: Points | None, ruleset: Ruleset) -> _Grid:
    """The columns for these rows, with the largest numbers that fit them."""
    sides = len(ruleset.sides)
    left = MARGIN + _NUMBERS + _GAP
    width = (WIDTH - MARGIN - left - (sides - 1) * _GAP) // sides
    cells = {
        (_points_text(row.score.points, side), _marked(row, side)) for row in rows for side in ruleset.sides
    }
    cells |= {(_points_text(running, side), False) for side in ruleset.sides} if running else {("0", False)}
    totals = {number_text(total) for row in rows for total in row.totals} or {"0"}
    total, small, sign, reach, needed = 0, 0, 0, 0, 0
    for total, small in _SIZES:
        sign = small + 4
        reach = max(text_mask(text, total).advance for text in totals) + small // 2 + (8 if sides < 5 else 0)
        needed = reach + max(text_mask(text, small).advance + sign * 6 // 5 * mark for text, mark in cells)
        if needed <= width - 20:
            break
    return _Grid(left, width, sides, total, small, sign, reach, max((width - needed) // 2, 10))


def _marked(row: SheetRow, side: tuple[int, ...]) -> bool:
    return side in row.dropped or any(seat in row.score.moon for seat in side)


def _points_text(points: Points, side: tuple[int, ...]) -> str:
    """What a deal brought a side: of a team what each of the two got."""
    return "+".join(number_text(points[seat]) for seat in side).replace(f"+{_MINUS}", _MINUS)


def draw_sheet(picture: SheetPicture) -> bytes:
    """Draw a score sheet.

    Each side has a plate with its name, its total and a bar that fills towards the limit; the plate of the
    side with the lowest total is bright and wears a crown. Below, a row a deal: its number with an arrow for
    the pass, and for each side the points after a moon or a sun where it shot one, then the total, bright
    where it is the lowest. Where all are equal nobody leads, and none is bright. "½" stands where a total
    has dropped to half of an exact limit.

    Args:
        picture: what to show.

    Returns:
        A PNG, `WIDTH` wide and as high as its rows need, clear outside its round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    ruleset = picture.ruleset
    rows = sheet_rows(ruleset, picture.scores)
    shown = rows[-SHOWN:] if len(rows) > SHOWN + 1 else rows
    carried = rows[: len(rows) - len(shown)]
    grid = _grid(shown, picture.running, ruleset)
    names = [_side_lines(picture.names, side, grid.width) for side in ruleset.sides]
    totals = rows[-1].totals if rows else (0,) * grid.count
    lines = max(len(shown) + bool(carried) + (picture.running is not None), 1)
    head = 96 + _LINE * max(map(len, names))
    top = MARGIN + 96
    body = top + head + 14
    image = felt(body + lines * _ROW + 12 + MARGIN)
    _draw_title(image, picture)
    for column, named in enumerate(names):
        _draw_head(image, grid, column, (top, head), named, totals, ruleset.limit)
    plate(image, MARGIN, body, WIDTH - 2 * MARGIN, lines * _ROW + 12, PLATE, 18)
    y = body + 6
    passes = any(ruleset.direction(number) is not Direction.HOLD for number in range(1, len(rows) + 2))
    if carried:
        _draw_carried(image, grid, y, carried)
        y += _ROW
    for row in shown:
        _draw_row(image, grid, y, row, ruleset, passes)
        y += _ROW
    if picture.running is not None:
        _draw_running(image, grid, y, picture.running, ruleset)
    for column in range(grid.count):
        x = grid.x(column) - _GAP // 2 - 1
        image.paste(FELT_LINE, (x, body + 10, x + 2, body + lines * _ROW + 2))
    return encode(image, SCORE_COLOURS, SCORE_LEVEL)


def _draw_title(image: Image.Image, picture: SheetPicture) -> None:
    middle = MARGIN + 26
    title = text_mask(picture.title, _TITLE, 440)
    write(image, (MARGIN + 14, middle), picture.title, _TITLE, PAPER, "lm", 440)
    room = WIDTH - 2 * MARGIN - 28 - title.advance - 40
    write(image, (WIDTH - MARGIN - 14, middle), picture.caption, _CAPTION, PAPER, "rm", room)


def _side_lines(names: Sequence[str], side: tuple[int, ...], width: int) -> list[tuple[str, int]]:
    """The names of a side and their size: a line each, or two for one who is alone."""
    lines: list[tuple[str, int]] = []
    for seat in side:
        size, texts = written_lines(seat_name(names, seat), _NAMES, width - 16, 3 - len(side))
        lines += [(text, size) for text in texts]
    return lines


def _draw_head(
    image: Image.Image,
    grid: _Grid,
    column: int,
    span: tuple[int, int],
    names: Sequence[tuple[str, int]],
    totals: Points,
    limit: int,
) -> None:
    """The plate of a side: names, total, and how far it is to the limit."""
    top, height = span
    x, width = grid.x(column), grid.width
    total = totals[column]
    leads = _leads(totals, column)
    back, front = (GOLD, INK) if leads else (PLATE, PAPER)
    plate(image, x, top, width, height, back, 20)
    if leads:
        corner = (x + (width - _CROWN) // 2, top - _CROWN + 6)
        image.paste(SHADOW, (corner[0] - 3, corner[1] - 3), mask(CROWN, _CROWN + 6, _CROWN + 6))
        image.paste(GOLD, corner, mask(CROWN, _CROWN, _CROWN))
    room = height - 96
    for number, (line, letters) in enumerate(names):
        y = top + 12 + room / 2 + (number - (len(names) - 1) / 2) * _LINE
        write(image, (x + width / 2, y), line, letters, front, "mm", width - 16)
    text = number_text(total)
    size = next(
        size for size in (60, 54, 48, 42, 36) if text_mask(text, size).advance <= width - 16 or size == 36
    )
    write(image, (x + width / 2, top + height - 54), text, size, front, "mm")
    _draw_bar(image, (x + 16, top + height - _BAR - 12), width - 32, total / limit, back)


def seat_name(names: Sequence[str], seat: int) -> str:
    """The name in a seat; the seat's number, counted from 1, where nothing of it can be shown."""
    return printable(names[seat]) or f"#{seat + 1}"


def _draw_bar(image: Image.Image, corner: tuple[int, int], width: int, share: float, back: Colour) -> None:
    """How far a total has come to the limit; empty below zero."""
    image.paste(mix(back, INK if back == GOLD else PAPER, 0.3), corner, rounded(width, _BAR, _BAR // 2))
    filled = round(width * min(max(share, 0), 1))
    if filled >= _BAR:
        colour = INK if back == GOLD else ROSE
        image.paste(colour, corner, rounded(filled, _BAR, _BAR // 2))


def _draw_number(image: Image.Image, y: int, text: str, direction: Direction | None) -> None:
    middle = y + _ROW // 2
    size = 36 if text_mask(text, 36).advance <= _NUMBERS - 16 else 30
    if direction is None:
        write(image, (MARGIN + _NUMBERS / 2, middle), text, size, MUTED, "mm")
        return
    write(image, (MARGIN + 52, middle), text, size, MUTED, "rm")
    if direction is Direction.HOLD:
        return
    arrow = mask(ARROW, 34, 34).rotate(_TURNS[direction])
    image.paste(MUTED, (MARGIN + 62, middle - 17), arrow)


def _draw_row(image: Image.Image, grid: _Grid, y: int, row: SheetRow, ruleset: Ruleset, passes: bool) -> None:
    if row.score.moon:
        image.paste(MOON_ROW, (MARGIN + 6, y + 2), rounded(WIDTH - 2 * MARGIN - 12, _ROW - 4, 12))
    elif row.number % 2:
        image.paste(ROW, (MARGIN + 6, y + 2), rounded(WIDTH - 2 * MARGIN - 12, _ROW - 4, 12))
    _draw_number(image, y, str(row.number), ruleset.direction(row.number) if passes else None)
    middle = y + _ROW / 2
    colour = PAPER if row.score.moon else MUTED
    for column, side in enumerate(ruleset.sides):
        right = grid.right(column)
        _draw_total(image, grid, right, y, row.totals[column], _leads(row.totals, column))
        points = _points_text(row.score.points, side)
        write(image, (right - grid.reach, middle), points, grid.points, colour, "rm")
        end = right - grid.reach - text_mask(points, grid.points).advance - grid.sign // 5
        if any(seat in row.score.moon for seat in side):
            sign = mask(SUN if row.score.sun else MOON, grid.sign, grid.sign)
            image.paste(GOLD, (end - grid.sign, round(middle) - grid.sign // 2), sign)
            end -= grid.sign + 4
        if side in row.dropped:
            write(image, (end, middle), _HALVED, grid.points, GOLD, "rm")


def _leads(totals: Points, column: int) -> bool:
    """Whether a side's total is the lowest, and not that of all."""
    return places(totals)[column] == 1 and len(set(totals)) > 1


def _draw_total(image: Image.Image, grid: _Grid, right: int, y: int, total: int, lowest: bool) -> None:
    write(image, (right, y + _ROW / 2), number_text(total), grid.total, GOLD if lowest else PAPER, "rm")


def _draw_carried(image: Image.Image, grid: _Grid, y: int, rows: tuple[SheetRow, ...]) -> None:
    """One row for all the deals that have none of their own."""
    last = rows[-1]
    _draw_number(image, y, f"1–{last.number}", None)
    for column, total in enumerate(last.totals):
        _draw_total(image, grid, grid.right(column), y, total, _leads(last.totals, column))
    image.paste(MUTED, (MARGIN + 16, y + _ROW - 2), rounded(WIDTH - 2 * MARGIN - 32, 3, 1))


def _draw_running(image: Image.Image, grid: _Grid, y: int, points: Points, ruleset: Ruleset) -> None:
    size = 40
    image.paste(MUTED, (MARGIN + (_NUMBERS - size) // 2, y + (_ROW - size) // 2), mask(DOTS, size, size))
    for column, side in enumerate(ruleset.sides):
        end = grid.right(column) - grid.reach
        write(image, (end, y + _ROW / 2), _points_text(points, side), grid.points, MUTED, "rm")
