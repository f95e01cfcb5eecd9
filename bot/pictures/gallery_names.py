"""Example names in every script, for looking at."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.pictures.lettering import text_mask
from bot.pictures.palette import GOLD, INK, PAPER, PLATE
from bot.pictures.shapes import rounded
from bot.pictures.typefaces import Layout

IN_EVERY_SCRIPT: Final = (
    "Jörg Weiß-Åström",
    "Žofie Łukasz Čapek",
    "Nguyễn Thị Ánh",
    "Дмитрий Їжакевич",
    "Ωμέγα Ψυχή",
    "דָּוִד שָׁלוֹם",
    "שלום כהן",
    "محمد علي",
    "فاطمة الزهراء",
    "پریسا می\u200cخواهم",
    "ދިވެހި",
    "ߒߞߏ",
    "𞤀𞤁𞤂𞤢𞤥",
    "राजेश क्षत्रिय",
    "श्रीमती हिन्दी",
    "রহিম বাংলা",
    "ਸਿੰਘ ਪੰਜਾਬ",
    "ગુજરાતી",
    "ଓଡ଼ିଆ",
    "தமிழ் செல்வன்",
    "తెలుగు శ్రీ",
    "ಕನ್ನಡ ಶ್ರೀ",
    "മലയാളം ശ്രീ",
    "සිංහල ශ්\u200dරී",
    "สมชาย ผู้ใหญ่",
    "ສະບາຍດີ",
    "ខ្មែរ ស្រី",
    "မြန်မာ ကျွန်ုပ်",
    "ꦗꦮ ꧁ Nick ꧂",
    "ᬩᬮᬶ",
    "བོད་ཡིག ༺༻",
    "አማርኛ",
    "ქართული",
    "Հայերեն",
    "ᏣᎳᎩ",
    "ᐃᓄᒃᑎᑐᑦ ᗩᗷᑕ",
    "ⵜⵉⴼⵉⵏⴰⵖ",
    "ⲁⲃⲅ",
    "ꓡꓲꓢꓴ",
    "ᱚᱞ",
    "ᚠᚢᚦ",
    "ꆈꌠ",
    "王小明 李華",
    "臺灣 龍飛",
    "さくら カナ",
    "山﨑太郎 髙橋 𠮷野",
    "김민수 훈민",
    "ㄅㄆㄇ",
    "👑 Queen 🦊",
    "👩\u200d👧\u200d👦 👨🏽\u200d🚀 👍🏽",
    "🇩🇪 🇫🇷 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "1\ufe0f\u20e3 #\ufe0f\u20e3 ☺\ufe0f ☠",
    "❤\ufe0f ♥ ★ ☾ ⚡ ♛ ♠ ♣ ♦",
    "→ ⇒ ∞ ≠ ♪ ✓ −5",
    "░▒▓ ╰━╯",
    "ⓒⓘⓡ ²³ ™ ½ €",
    "한글 🐼 العربية Latin",
)
"""Names as people have them, in every script the fonts know."""

_LONG: Final = (
    "Wilhelmina von Hohenzollern",
    "محمد عبد الرحمن الخطيب",
    "山田太郎山田太郎",
    "Z\u0335\u0321\u0328\u031ba\u0335\u0322\u0358l\u0335\u0353\u0302g\u0335o\u0335",
)
_SIZE: Final = 42
_COLUMNS: Final = 3
_PLATE: Final = (300, 76)
_GAP: Final = 8
_ROOM: Final = 264


def drawn_names() -> dict[str, bytes]:
    """Every name on a plate, as PNG: with the best layout there is, and with the basic one."""
    return {"names": _drawn(None), "names-unshaped": _drawn(Layout.BASIC)}


def _drawn(layout: Layout | None) -> bytes:
    width, height = _PLATE
    names = (*IN_EVERY_SCRIPT, *_LONG)
    rows = -(-len(names) // _COLUMNS)
    image = Image.new("RGBA", (_COLUMNS * (width + _GAP), rows * (height + _GAP)))
    for place, name in enumerate(names):
        x, y = place % _COLUMNS * (width + _GAP), place // _COLUMNS * (height + _GAP)
        back, front = (PLATE, PAPER) if place % 2 else (GOLD, INK)
        image.paste(back, (x, y), rounded(width, height, 20))
        mask = text_mask(name, _SIZE, _ROOM, layout).mask
        image.paste(front, (x + (width - mask.width) // 2, y + (height - mask.height) // 2), mask)
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()
