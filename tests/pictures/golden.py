"""Pictures as they were approved, and how far one may be from that.

Renewed by `python -m tests.pictures.golden`, once the new ones have been looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops

from bot.pictures.chart import draw_chart
from bot.pictures.gallery import BACKGROUNDS, hands, tables
from bot.pictures.gallery_scores import charts, placings, ratings, sheets
from bot.pictures.hand import draw_hand
from bot.pictures.placing import draw_placing
from bot.pictures.rating import draw_rating
from bot.pictures.sheet import draw_sheet
from bot.pictures.table import draw_table
from tests.pictures.pixels import over

FOLDER: Final = Path(__file__).parent / "golden"
MOST_ALL_OVER: Final = 1.0
"""How far pixels may be from the approved ones on average, of 255; FreeType smooths letters differently."""
MOST_IN_A_TILE: Final = 16.0
"""How far they may be on average in any tile: less than where another digit or pip stands."""
TILE: Final = 12

_HANDS: Final = (
    "hand-en-two",
    "hand-de-four",
    "hand-waiting",
    "hand-by-rank",
    "hand-seven",
    "hand-seventeen",
)
_TABLES: Final = ("table-3-turn", "table-4-pass", "table-4-taken", "table-5-taken", "table-partners")


def golden() -> dict[str, Callable[[], bytes]]:
    """What is compared, by the name of its file: as a rule only what letters of the main font stand on."""
    drawn: dict[str, Callable[[], bytes]] = {}
    drawn |= {name: lambda name=name: draw_hand(hands()[name]) for name in _HANDS}
    drawn |= {name: lambda name=name: draw_table(tables()[name]) for name in _TABLES}
    drawn["sheet-eight"] = lambda: draw_sheet(sheets()["sheet-eight"])
    drawn["chart-eight"] = lambda: draw_chart(charts()["chart-eight"])
    drawn["rating-few"] = lambda: draw_rating(ratings()["rating-few"])
    drawn["placing"] = lambda: draw_placing(next(iter(placings().values())))
    return drawn


def as_kept(png: bytes) -> Image.Image:
    """A picture as it is kept: half as large, over the dark background."""
    return over(png, BACKGROUNDS["dark"]).reduce(2)


def distances(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """How far two pictures of one size are from one another: on average, and in the tile that is worst."""
    apart = ImageChops.difference(one, other).convert("L")
    values = apart.histogram()
    mean = sum(value * count for value, count in enumerate(values)) / (apart.width * apart.height)
    _, worst = apart.reduce(TILE).getextrema()
    assert isinstance(worst, int)
    return mean, float(worst)


def renew() -> None:
    """Write every picture as it is drawn now."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in golden().items():
        as_kept(draw()).quantize(256).save(FOLDER / f"{name}.png", optimize=True)
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    renew()
