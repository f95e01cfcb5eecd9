"""Messages, numbers and lists in two languages, and other people's names made safe."""

from __future__ import annotations

import dataclasses
from datetime import date
from pathlib import Path

import pytest

from bot.text.words import NAME_LENGTH, Language, Words, label, load_words, plain

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]

HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
MESSAGES = {
    "en": 'msgid "greet"\nmsgstr "Hello, {name}; {n} of {all}"\n\n'
    'msgid "cards"\nmsgid_plural "cards"\n'
    'msgstr[0] "{name} has one card"\nmsgstr[1] "{name} has {n} cards"\n',
    "de": 'msgid "greet"\nmsgstr "Hallo {name}; {n} von {all}"\n\n'
    'msgid "cards"\nmsgid_plural "cards"\n'
    'msgstr[0] "{name} hat eine Karte"\nmsgstr[1] "{name} hat {n} Karten"\n',
}


@pytest.fixture
def spoken(tmp_path: Path) -> dict[str, Words]:
    for language, text in MESSAGES.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "area.po").write_text(HEADER + text, encoding="utf-8")
    return {str(language): words for language, words in load_words(tmp_path).items()}


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", Language.DE),
        ("de-AT", Language.DE),
        ("en-US", Language.EN),
        ("en-GB", Language.EN),
        ("fr", Language.EN),
        ("da", Language.EN),
        ("", Language.EN),
        (None, Language.EN),
    ],
)
def test_the_language_for_a_discord_locale(locale: str | None, language: Language) -> None:
    assert Language.from_discord(locale) is language


def test_a_message_with_its_fields(spoken: dict[str, Words]) -> None:
    assert spoken["en"]("greet", name="Ann", n=1, all=1000) == "Hello, Ann; 1 of 1,000"
    assert spoken["de"]("greet", name="Ann", n=1, all=1000) == "Hallo Ann; 1 von 1.000"


@pytest.mark.parametrize(
    ("n", "english", "german"),
    [
        (0, "Ann has 0 cards", "Ann hat 0 Karten"),
        (1, "Ann has one card", "Ann hat eine Karte"),
        (2, "Ann has 2 cards", "Ann hat 2 Karten"),
        (1234, "Ann has 1,234 cards", "Ann hat 1.234 Karten"),
        (-1, "Ann has −1 cards", "Ann hat −1 Karten"),
    ],
)
def test_a_message_with_a_number(spoken: dict[str, Words], n: int, english: str, german: str) -> None:
    assert spoken["en"].count("cards", n, name="Ann") == english
    assert spoken["de"].count("cards", n, name="Ann") == german


def test_what_a_person_wrote_is_no_format(spoken: dict[str, Words]) -> None:
    assert spoken["en"]("greet", name="{n} {x.y}", n=1, all=2) == "Hello, {n} {x.y}; 1 of 2"


@pytest.mark.parametrize("words", [EN, DE])
def test_a_missing_message_is_an_error_that_names_it(words: Words) -> None:
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        words("no.such.key")
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        words.count("no.such.key", 2)


def test_a_missing_field_is_an_error_that_names_it(spoken: dict[str, Words]) -> None:
    with pytest.raises(KeyError, match="all"):
        spoken["en"]("greet", name="Ann", n=1)


@pytest.mark.parametrize(
    ("n", "number", "signed"),
    [(0, "0", "0"), (26, "26", "+26"), (-26, "\u221226", "\u221226"), (1000, "1.000", "+1.000")],
)
def test_numbers(n: int, number: str, signed: str) -> None:
    assert (DE.number(n), DE.signed(n)) == (number, signed)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (0.0, "0.00", "0,00"),
        (1.8, "1.80", "1,80"),
        (4.92, "4.92", "4,92"),
        (-0.5, "\u22120.50", "\u22120,50"),
        (1234.5, "1,234.50", "1.234,50"),
    ],
)
def test_numbers_to_hundredths(value: float, english: str, german: str) -> None:
    assert (EN.decimal(value), DE.decimal(value)) == (english, german)


@pytest.mark.parametrize(
    ("value", "signed", "english", "german"),
    [
        (0.0, False, "0.0", "0,0"),
        (-0.04, True, "0.0", "0,0"),
        (1234.56, False, "1,234.6", "1.234,6"),
        (0.26, True, "+0.3", "+0,3"),
        (-3.0, True, "\N{MINUS SIGN}3.0", "\N{MINUS SIGN}3,0"),
    ],
)
def test_tenths(value: float, signed: bool, english: str, german: str) -> None:
    assert (EN.tenths(value, signed=signed), DE.tenths(value, signed=signed)) == (english, german)


def test_months() -> None:
    assert EN.month(date(2026, 3, 31)) == "March 2026"
    assert DE.month(date(2026, 3, 1)) == "März 2026"


@pytest.mark.parametrize(
    ("items", "english", "german"),
    [
        ([], "", ""),
        (["A"], "A", "A"),
        (["A", "B"], "A and B", "A und B"),
        (["A", "B", "C"], "A, B and C", "A, B und C"),
    ],
)
def test_lists(items: list[str], english: str, german: str) -> None:
    assert (EN.list(items), DE.list(items)) == (english, german)
    assert EN.choice(items) == english.replace("and", "or")
    assert DE.choice(items) == german.replace("und", "oder")


def test_words_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        EN.language = Language.DE  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(TypeError):
        SPOKEN[Language.EN] = DE  # pyright: ignore[reportIndexIssue]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Jürgen Ötzi", "Jürgen Ötzi"),
        ("  two\n\nlines\there ", "two lines here"),
        ("a\u202eb\u200bc\x00d\u2066e", "abcde"),
        ("👩\u200d💻 Dev", "👩\u200d💻 Dev"),
        ("", "?"),
        (" \u200d\u3164\u2800 ", "?"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("twenty three characters and more", "twenty three characters…"),
        ("x" * 22 + "e\u0323\u0302\u0331\u0331", "x" * 22 + "…"),
        ("x" * 21 + "👩\u200d💻 y", "x" * 21 + "…"),
    ],
)
def test_a_name_on_a_label(name: str, shown: str) -> None:
    assert label(name) == shown
    assert len(label(name)) <= NAME_LENGTH
    assert label(shown) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("**bold** _it_", r"\*\*bold\*\* \_it\_"),
        ("`code`", r"\`code\`"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("~~gone~~", r"\~\~gone\~\~"),
        ("back\\slash", "back\\\\slash"),
        ("# big", r"\# big"),
        ("-# small", r"\-\# small"),
        ("> quoted", r"\> quoted"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("[a](b)", r"\[a\](b)"),
        ("https://x.example", r"https\://x\.example"),
        (":skull:", r"\:skull\:"),
        ("@everyone", "\\@\u200beveryone"),
        ("@here", "\\@\u200bhere"),
        ("<@123>", "\\<\\@\u200b123\\>"),
        ("<@&1>", "\\<\\@\u200b&1\\>"),
        ("<#1>", r"\<\#1\>"),
        ("<t:1:R>", r"\<t\:1\:R\>"),
        ("line\n# two", r"line \# two"),
        ("שרה", "\u2068שרה\u2069"),
    ],
)
def test_a_name_in_a_message(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_shortening_leaves_no_half_escape() -> None:
    assert plain("*" * 30) == r"\*" * 23 + "…"
