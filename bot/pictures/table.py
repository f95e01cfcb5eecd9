"""The table as everybody sees it: who sits where, the trick, the pass, the score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.deck import PLAIN_DECK, Deck
from bot.pictures.faces import card_height
from bot.pictures.felt import TABLE_SIZE, empty_table
from bot.pictures.lettering import text_mask
from bot.pictures.paints import Paints
from bot.pictures.palette import GOLD, INK, ROSE, SHADOW
from bot.pictures.pieces import Piece, outline_of, piece_of
from bot.pictures.places import Places
from bot.pictures.plaques import Plaque, plaque_piece
from bot.pictures.plates import Plate, SeatPicture, Towards, plate_piece
from bot.pictures.shapes import ARROW, BROKEN_HEART, DISC, STAR, mask
from bot.pictures.turned import Frame, card_paints, outline, turned_frame
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import Direction, Partners
from bot.rules.shuffle import kitty_size
from bot.rules.trick import Trick
from bot.rules.view import PublicView

__all__ = ["TABLE_SIZE", "SeatPicture", "TablePicture", "draw_table"]

_LABEL_SIZE: Final = 37
_BROKEN_SIZE: Final = 29
_TAKER_SIZE: Final = 28
_ARROW_SIZE: Final = 96
_SMALL_CARD: Final = 66
_SMALL_STEP: Final = 38
_SMALL_TURN: Final = 4
_WINNING: Final = Frame(7)
_TAKING: Final = Frame(5)


@dataclass(frozen=True)
class TablePicture:
    """What a picture of a table shows; the same values give the same bytes.

    Seat 0 sits at the bottom and the others clockwise as one looks at the picture: seat 1, its left
    neighbour, to the left, the next one above.

    Attributes:
        view: what everybody may know.
        seats: who sits there, a seat each.
        shown_trick: the trick in the middle: the running one, or the one just finished. The trick taken
            before it lies small where no plate is.
        pass_label: which way is passed, in words; stands in the middle as long as no trick does, while cards
            are passed among arrows; None for no words.
        broken_label: what stands beside the broken heart once hearts are broken; None for the heart alone.
        deck: what the cards look like.
        dealer_label: the letter on the dealer's button, one or two characters.
    """

    view: PublicView
    seats: tuple[SeatPicture, ...]
    shown_trick: Trick
    pass_label: str | None
    broken_label: str | None
    deck: Deck = PLAIN_DECK
    dealer_label: str = "D"

    def __post_init__(self) -> None:
        if len(self.seats) != self.view.players:
            raise ValueError(f"{len(self.seats)} names for {self.view.players} seats")

    @property
    def last_trick(self) -> Trick | None:
        """The trick taken before the one in the middle; None where there is none in this deal."""
        earlier = [trick for trick in self.view.tricks if trick != self.shown_trick]
        return earlier[-1] if earlier else None


def draw_table(picture: TablePicture) -> bytes:
    """Draw a table.

    Args:
        picture: what to show.

    Returns:
        A PNG of `TABLE_SIZE`, clear outside the table's round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    view = picture.view
    places = Places(TABLE_SIZE, view.players)
    canvas = empty_table()
    if view.passing:
        _draw_arrows(canvas, places, view.direction)
    if picture.pass_label and not picture.shown_trick.plays:
        label = Plaque(picture.pass_label, _LABEL_SIZE, 220)
        canvas.put(plaque_piece(label, canvas.paints), TABLE_SIZE[0] // 2, TABLE_SIZE[1] // 2, False)
    if view.broken:
        _draw_broken(canvas, picture.broken_label)
    last = picture.last_trick
    if last is not None:
        _draw_last(canvas, places.last_trick, last, picture)
    if view.kitty is None or view.kitty:
        _draw_kitty(canvas, view.kitty, kitty_size(view.ruleset), picture.deck)
    _draw_trick(canvas, places, picture)
    for seat in range(view.players):
        piece = plate_piece(_plate(picture, places, seat), canvas.paints)
        x, y = places.plate_middle(seat)
        canvas.put(piece, x, y, shaded=False)
    return canvas.png()


def _plate(picture: TablePicture, places: Places, seat: int) -> Plate:
    view, sitting = picture.view, picture.seats[seat]
    sides = list(zip(view.ruleset.sides, view.team_totals, strict=True))
    side, total = next((place, total) for place, (side, total) in enumerate(sides) if seat in side)
    return Plate(
        name=_name(picture, seat),
        computer=sitting.computer,
        cards=view.hand_sizes[seat],
        points=view.points[seat],
        total=total,
        turn=_towards(*places.inward(seat)) if view.turn == seat else None,
        dealer=picture.dealer_label if seat == view.dealer else None,
        passed=view.confirmed[seat] if view.passing else None,
        side=None if view.ruleset.partners is Partners.NONE else side,
    )


def _name(picture: TablePicture, seat: int) -> str:
    name = picture.seats[seat].name
    return name if text_mask(name, _LABEL_SIZE).advance else f"#{seat + 1}"


def _towards(x: float, y: float) -> Towards:
    if abs(y) >= abs(x) * 0.54:
        return Towards.UP if y < 0 else Towards.DOWN
    return Towards.RIGHT if x > 0 else Towards.LEFT


def _draw_trick(canvas: Canvas, places: Places, picture: TablePicture) -> None:
    """The cards in the order they were played, later ones on top, each before the seat it came from."""
    trick, width = picture.shown_trick, places.card_width
    winning = trick.winning
    for play in trick.plays:
        x, y, degrees = places.card(play.seat)
        frame = _WINNING if play == winning else None
        _lay_card(canvas, play.card, width, picture.deck, (x, y, degrees), frame)
    if winning is not None:
        canvas.put(_star(canvas.paints), *places.badge(winning.seat, card_height(width)), shaded=False)


def _lay_card(
    canvas: Canvas, card: Card, width: int, deck: Deck, place: tuple[int, int, int], frame: Frame | None
) -> None:
    x, y, degrees = place
    piece = Piece(card_paints(card, width, deck, degrees, canvas.paints), outline(width, degrees))
    canvas.put(piece, x, y, shaded=False)
    if frame is not None:
        image, shown = turned_frame(width, degrees, frame, canvas.paints)
        canvas.overlay(image, shown, x - image.width // 2, y - image.height // 2)


@cache
def _star(paints: Paints) -> Piece:
    size, sign, room = 51, 37, 10
    image = Image.new("RGB", (size + 2 * room, size + 2 * room), SHADOW)
    covered = Image.new("L", image.size)
    covered.paste(255, (room, room), mask(DISC, size, size))
    image.paste(GOLD, (room + 3, room + 3), mask(DISC, size - 6, size - 6))
    corner = room + (size - sign) // 2
    image.paste(INK, (corner, corner), mask(STAR, sign, sign))
    return piece_of(image, outline_of(covered), paints)


def _draw_last(canvas: Canvas, middle: tuple[int, int], trick: Trick, picture: TablePicture) -> None:
    """The cards of a trick that was taken, small and fanned out, and below them who took it."""
    count = len(trick)
    for place, play in enumerate(trick.plays):
        off = place - (count - 1) / 2
        x = round(middle[0] + off * _SMALL_STEP)
        y = round(middle[1] - 16 + off * off * 1.5)
        frame = _TAKING if play == trick.winning else None
        where = (x, y, round(off * _SMALL_TURN))
        _lay_card(canvas, play.card, _SMALL_CARD, picture.deck, where, frame)
    taker = trick.taker
    if taker is not None:
        label = Plaque(_name(picture, taker), _TAKER_SIZE, 160, STAR, GOLD, lines=1)
        canvas.put(plaque_piece(label, canvas.paints), middle[0], middle[1] + 54, shaded=False)


def _draw_broken(canvas: Canvas, label: str | None) -> None:
    piece = plaque_piece(Plaque(label or "", _BROKEN_SIZE, 170, BROKEN_HEART, ROSE), canvas.paints)
    canvas.put(piece, 54 + piece.image.width // 2, TABLE_SIZE[1] - 96, shaded=False)


def _draw_kitty(canvas: Canvas, kitty: Cards | None, count: int, deck: Deck) -> None:
    """The cards that lay apart, small in the corner at the bottom right: from the back until turned up."""
    shown: list[Card | None] = [None] * count if kitty is None else list(kitty)
    y = TABLE_SIZE[1] - 98
    for place, card in enumerate(shown):
        x = TABLE_SIZE[0] - 102 - (count - 1 - place) * (_SMALL_CARD + 8)
        image = card_paints(card, _SMALL_CARD, deck, 0, canvas.paints)
        canvas.put(Piece(image, outline(_SMALL_CARD, 0)), x, y, shaded=False)


def _draw_arrows(canvas: Canvas, places: Places, direction: Direction) -> None:
    """An arrow from every seat towards the one its cards go to."""
    for seat in range(places.players):
        target = direction.target(seat, places.players)
        if target != seat:
            x, y, degrees = places.arrow(seat, target)
            canvas.put(_arrow(round(degrees), canvas.paints), x, y, shaded=False)


@lru_cache(maxsize=64)
def _arrow(degrees: int, paints: Paints) -> Piece:
    room = _ARROW_SIZE + 40
    large = Image.new("L", (2 * room, 2 * room))
    size = 2 * _ARROW_SIZE
    large.paste(255, (room - size // 2, room - size // 2), mask(ARROW, size, size))
    covered = large.rotate(-degrees, Image.Resampling.BICUBIC).reduce(2)
    return piece_of(Image.new("RGB", covered.size, GOLD), outline_of(covered), paints)
