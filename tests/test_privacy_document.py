"""PRIVACY.md says the same in both languages, the same as the command, and what the program really does."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.store.privacy import TABLES, VACUUMED
from bot.store.schema import migrate, packaged_migrations
from bot.text.words import Language, load_words

ROOT = Path(__file__).parents[1]
WORDS = load_words()
ENGLISH, GERMAN = re.split(
    r"^(?=# Datenschutz$)", (ROOT / "PRIVACY.md").read_text(encoding="utf-8"), flags=re.MULTILINE
)
HALVES = {Language.EN: ENGLISH, Language.DE: GERMAN}
ITEMS = ("person", "games", "results", "preferences", "servers", "panels")
"""What the command says is stored."""
both = pytest.mark.parametrize("language", HALVES)


def rows(half: str) -> list[list[str]]:
    """The rows of the table of what is stored, without its head."""
    lines = [line for line in half.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def named(text: str) -> list[str]:
    """What stands there in code style."""
    return re.findall(r"`([^`]+)`", text)


def label(language: Language, key: str) -> str:
    """The words in bold that a line of the command begins with."""
    words = WORDS[language]
    plural = key in ("games", "results", "servers", "panels", "copies")
    fields = {"name": "", "running": "0", "rated": "0", "command": ""}
    text = words.count(f"privacy.{key}", 2, **fields) if plural else words(f"privacy.{key}", **fields)
    found = re.match(r"\*\*(.+?):\*\*", text)
    assert found is not None
    return found[1]


def schema() -> set[str]:
    """Every table of the database."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, packaged_migrations())
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    return found - {"sqlite_sequence"}


@both
def test_every_table_of_the_database_is_named(language: Language) -> None:
    assert schema() <= set(named(HALVES[language]))


@both
def test_tables_with_rows_of_a_person_are_said_to_have_them(language: Language) -> None:
    personal = {table for row in rows(HALVES[language]) for table in named(row[2])}
    assert personal == {*TABLES, "actions", "games", "rated_games", "queued_cards", "deadlines"}


def test_both_name_the_same_stored_things() -> None:
    assert [named(row[2]) for row in rows(ENGLISH)] == [named(row[2]) for row in rows(GERMAN)]
    others = [[name for name in named(half) if name in schema()] for half in HALVES.values()]
    assert others[0] == others[1]


@both
def test_it_names_what_the_command_names(language: Language) -> None:
    assert [row[0] for row in rows(HALVES[language])] == [f"**{label(language, item)}**" for item in ITEMS]
    for key in ("copies", "not_stored"):
        assert f"**{label(language, key)}:**" in HALVES[language]
    assert WORDS[language]("table.former_player") in HALVES[language]


@both
def test_the_command_says_how_long_as_it_does(language: Language) -> None:
    games = next(row for row in rows(HALVES[language]) if "`actions`" in row[2])
    for_good = {Language.EN: "for good", Language.DE: "auf Dauer"}[language]
    assert games[3].startswith(f"{for_good};")
    assert for_good in WORDS[language]("privacy.how_long")


@both
def test_backups_outlast_an_erasure_wherever_one_is_told_of(language: Language) -> None:
    backups, until = {
        Language.EN: ("ackups", "until newer ones replace them"),
        Language.DE: ("Sicherungskopien", "bis neuere sie ersetzen"),
    }[language]
    for text in (WORDS[language]("privacy.ask.copies"), WORDS[language]("privacy.done", former="")):
        assert backups in text
        assert until in text


def test_both_have_the_same_parts() -> None:
    for part in (r"^#+ ", r"^- ", r"^\*\*", r"\d+"):
        found = [re.findall(part, half, flags=re.MULTILINE) for half in HALVES.values()]
        assert found[0] == found[1], part


@both
def test_its_figures_are_those_of_the_program(language: Language) -> None:
    half = HALVES[language]
    assert f"{VACUUMED // 1_000_000} MB" in half
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    assert (defaults["backup_every"], defaults["backup_copies"]) == (24, 7), "one a day and the last seven"
    settings = {f"HEARTS_{name.upper()}" for name in defaults}
    assert {name for name in named(half) if name.isupper()} <= settings


def test_the_readme_leads_there() -> None:
    assert "[PRIVACY.md](PRIVACY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
