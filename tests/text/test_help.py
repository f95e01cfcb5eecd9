"""Help, and the names and descriptions of commands."""

from __future__ import annotations

import re

import pytest

from bot.assets import assets_folder
from bot.text.catalogue import key_of, read_catalogue
from bot.text.commands import COMMANDS, command_line
from bot.text.help_text import help_text
from bot.text.words import Language, Words, load_words
from cogs.levels import levels_shown

SPOKEN = load_words()
FITS_A_MESSAGE = 4000
COMMAND_KEYS = sorted(
    key
    for key in map(key_of, read_catalogue(assets_folder() / "words" / "en", "en"))
    if key.startswith("command.")
)
NAMES = [key for key in COMMAND_KEYS if key.endswith(".name")]
both_languages = pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])


@both_languages
def test_help_fits_a_message_and_names_every_command(words: Words) -> None:
    text = help_text(words, levels_shown(words))
    assert words("level.expert") in text
    assert len(text) <= FITS_A_MESSAGE
    for command in COMMANDS:
        assert command_line(command, words) in text


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            Language.EN,
            [
                "This proves that nobody changed the deal after it began.",
                "It does not prove that nobody chose among several secrets before that.",
                "`hearts-bot verify FILE`",
            ],
        ),
        (
            Language.DE,
            [
                "Das beweist, dass nach Beginn des Spiels niemand mehr etwas an den Karten geändert hat.",
                "Es beweist nicht, dass vorher niemand unter mehreren Geheimnissen ausgewählt hat.",
                "`hearts-bot verify DATEI`",
            ],
        ),
    ],
)
def test_help_says_what_the_shuffle_proves_and_what_it_does_not(
    language: Language, sentences: list[str]
) -> None:
    for sentence in sentences:
        assert sentence in help_text(SPOKEN[language], "")


def test_a_command_as_it_is_typed() -> None:
    assert command_line("pass", SPOKEN[Language.EN]) == "`/hearts pass`"
    assert command_line("pass", SPOKEN[Language.DE]) == "`/herzeln weitergeben`"


@both_languages
@pytest.mark.parametrize("key", COMMAND_KEYS)
def test_names_and_descriptions_are_what_discord_takes(key: str, words: Words) -> None:
    text = words(key)
    if key in NAMES:
        assert re.fullmatch(r"[-_\w]{1,32}", text)
        assert text == text.lower()
    else:
        assert 1 <= len(text) <= 100


@both_languages
def test_no_two_commands_have_one_name_nor_two_options_of_one_command(words: Words) -> None:
    groups: dict[str, list[str]] = {}
    for key in NAMES:
        command = key.split(".option.")[0] if ".option." in key else ""
        groups.setdefault(command, []).append(words(key))
    for names in groups.values():
        assert len(set(names)) == len(names)
