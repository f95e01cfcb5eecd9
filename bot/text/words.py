"""The words of a language: messages by key, numbers, lists, and other people's names made safe to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Final

from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.assets import assets_folder
from bot.rules.cards import Cards
from bot.text.catalogue import NUMBER, check_alike, read_catalogue, translations
from bot.text.look import PLAIN_LOOK, CardLook

_MINUS: Final = "\N{MINUS SIGN}"


class Language(StrEnum):
    """The languages the bot speaks, by code."""

    EN = "en"
    DE = "de"

    @staticmethod
    def from_discord(locale: str | None) -> Language:
        """The language for a Discord locale ("de", "en-GB"); English for every other and for none."""
        return Language.DE if locale is not None and locale.split("-")[0] == "de" else Language.EN

    @property
    def locale(self) -> str:
        """Whose way of writing numbers and lists the language follows, as Babel names it."""
        return {Language.EN: "en_GB", Language.DE: "de"}[self]


@dataclass(frozen=True, slots=True)
class Words:
    """Everything the bot can say in one language, and how cards are written in it for whoever reads it.

    A field that is a whole number is written as the language writes numbers; an id goes in as text.

    Attributes:
        language: which one.
        look: how cards are written.
    """

    language: Language
    _messages: GNUTranslations = field(repr=False)
    look: CardLook = PLAIN_LOOK

    def looking(self, look: CardLook) -> Words:
        """The same language, with cards written like that."""
        return replace(self, look=look)

    def beside(self, hand: Cards) -> Words:
        """The same language, with cards in the order they have in that hand."""
        return self.looking(replace(self.look, hand=hand))

    def __call__(self, key: str, **fields: str | int) -> str:
        """The message of a key, with its fields filled in.

        Raises:
            KeyError: where there is no such message, or a field of it is not given; names which.
        """
        return self._messages.gettext(key).format_map(self._written(fields))

    def count(self, key: str, n: int, **fields: str | int) -> str:
        """The message of a key in the plural form for a number, which is its field `n`.

        Raises:
            KeyError: as when called.
        """
        return self._messages.ngettext(key, key, n).format_map(self._written({NUMBER: n, **fields}))

    def _written(self, fields: Mapping[str, str | int]) -> dict[str, str]:
        return {
            name: self.number(value) if isinstance(value, int) else value for name, value in fields.items()
        }

    def number(self, n: int) -> str:
        """A whole number: "1,000" or "1.000", and with a minus sign where below zero."""
        return _whole_number(n, self.language)

    def signed(self, n: int) -> str:
        """A whole number that is added: "+4", a minus sign before 10, "0"."""
        return f"+{self.number(n)}" if n > 0 else self.number(n)

    def decimal(self, value: float) -> str:
        """A number to hundredths: "1,234.50" or "1.234,50", and with a minus sign where below zero."""
        return format_decimal(value, "#,##0.00", locale=self.language.locale).replace("-", _MINUS)

    def tenths(self, value: float, *, signed: bool = False) -> str:
        """A number to tenths: "1,234.5" or "1.234,5", "+0.5" where it is added, a minus sign below zero."""
        rounded = round(value, 1) or 0.0
        text = format_decimal(rounded, "#,##0.0", locale=self.language.locale).replace("-", _MINUS)
        return f"+{text}" if signed and rounded > 0 else text

    def month(self, at: date) -> str:
        """The month of a day: "February 2026"."""
        return format_skeleton("yMMMM", at, locale=self.language.locale)

    def short_month(self, at: date) -> str:
        """The month of a day, as short as can be: "Feb 2026"."""
        return format_skeleton("yMMM", at, locale=self.language.locale)

    def day(self, at: date) -> str:
        """A day: "3 February 2026"."""
        return format_skeleton("yMMMMd", at, locale=self.language.locale)

    def short_day(self, at: date) -> str:
        """A day whose year goes without saying, as short as can be: "3 Feb"."""
        return format_skeleton("MMMd", at, locale=self.language.locale)

    def list(self, items: Iterable[str]) -> str:
        """All of the items: "A, B and C"."""
        return format_list(list(items), locale=self.language.locale)

    def choice(self, items: Iterable[str]) -> str:
        """One of the items: "A, B or C"."""
        return format_list(list(items), style="or", locale=self.language.locale)


@lru_cache(maxsize=4096)
def _whole_number(n: int, language: Language) -> str:
    # Nearly every number is a small one, and Babel takes longer over it than the rest of the sentence does.
    return format_decimal(n, locale=language.locale).replace("-", _MINUS)


def load_words(folder: Path | None = None) -> Mapping[Language, Words]:
    """Read the catalogues of all languages; once, when the program starts.

    Args:
        folder: has a folder of .po files for each language code; left out, the one the program comes with.

    Raises:
        CatalogueError: for the first mistake in any of them.
    """
    place = assets_folder() / "words" if folder is None else folder
    catalogues = {language: read_catalogue(place / language, language) for language in Language}
    check_alike({str(language): catalogue for language, catalogue in catalogues.items()})
    return MappingProxyType(
        {language: Words(language, translations(catalogue)) for language, catalogue in catalogues.items()}
    )


NAME_LENGTH: Final = 24
"""How many characters of a name are shown; four of them still fit a phone."""

_NAMELESS: Final = "?"
_MARKDOWN: Final = re.compile(r"[\\*_~`|<>#@:.\[\]-]")
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_JOINER: Final = "\u200d"
_ISOLATE_BEGINS: Final = "\u2068"
_ISOLATE_ENDS: Final = "\u2069"


@lru_cache(maxsize=4096)
def label(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name for a place without Markdown: a button, a menu, an alt text, a picture.

    One line without control characters, of at most so many characters; "?" where nothing visible is left.
    """
    seen = "".join(
        " " if char.isspace() or char in _BLANKS else char
        for char in unicodedata.normalize("NFC", name)
        if char == _JOINER or char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
    )
    seen = " ".join(seen.split())
    if len(seen) > length:
        seen = _whole(seen, length - 1) + "…"
    return seen if seen.strip(_JOINER + " ") else _NAMELESS


def _whole(text: str, length: int) -> str:
    """The beginning of a text, not ending within what is one character to the eye."""
    while length and (
        unicodedata.combining(text[length])
        or unicodedata.category(text[length]) in ("Mn", "Me", "Sk")
        or _JOINER in text[length - 1 : length + 1]
    ):
        length -= 1
    return text[:length].rstrip()


def plain(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name, or other text a person wrote, for a Discord message: shown as it is, and nothing more.

    As `label` gives it, with Markdown escaped, mentions and links broken, and right-to-left script kept from
    turning round the text beside it.
    """
    # A backslash keeps an "@" from being Markdown, not from being a mention; the invisible space does.
    text = _MARKDOWN.sub(r"\\\g<0>", label(name, length)).replace("@", "@\u200b")
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        return f"{_ISOLATE_BEGINS}{text}{_ISOLATE_ENDS}"
    return text
