"""Nothing that people read is missing, unused or malformed, in any language."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from babel.messages.catalog import Catalog, Message

from bot.assets import assets_folder
from bot.text.catalogue import CatalogueError, check_alike, fields_of, key_of, read_catalogue
from bot.text.words import Language, load_words
from tests.text.families import FAMILIES
from tests.text.usage import KEY, Use, sentences, sources, uses

FOLDER = assets_folder() / "words"
CATALOGUES = {str(language): read_catalogue(FOLDER / language, language) for language in Language}
MESSAGES = {language: {key_of(m): m for m in catalogue if m.id} for language, catalogue in CATALOGUES.items()}
KEYS = set(MESSAGES["en"])
FILES = sorted(FOLDER.glob("*/*.po"))
TREES = sources("bot", "cogs")
USES = uses(TREES)


def known_area(key: str) -> bool:
    return key.split(".")[0] in {known.split(".")[0] for known in KEYS}


def asked_keys(use: Use) -> tuple[str, ...]:
    return FAMILIES.get(use.key, (use.key,))


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


TEXTS = [
    pytest.param(language, form, id=f"{language}-{key}-{number}")
    for language, messages in MESSAGES.items()
    for key, message in messages.items()
    for number, form in enumerate(forms(message))
]


def test_every_message_asked_for_exists() -> None:
    missing = [
        f"{use.place}: {key}"
        for use in USES
        if use.plural is not None or known_area(use.key)
        for key in asked_keys(use)
        if key not in KEYS and "{}" not in key
    ]
    assert not missing, "\n".join(missing)


def test_every_key_put_together_is_of_a_declared_family() -> None:
    undeclared = [
        f"{use.place}: {use.key}"
        for use in USES
        if "{}" in use.key and (use.plural is not None or known_area(use.key)) and use.key not in FAMILIES
    ]
    assert not undeclared, "\n".join(undeclared)


def test_every_message_is_used() -> None:
    used = {key for use in USES for key in asked_keys(use)}
    unused = sorted(KEYS - used)
    assert not unused, "\n".join(unused)


def test_every_family_is_used_and_complete() -> None:
    patterns = {use.key for use in USES}
    assert sorted(set(FAMILIES) - patterns) == []
    assert sorted({key for members in FAMILIES.values() for key in members} - KEYS) == []


def test_messages_are_given_their_fields_and_no_others() -> None:
    wrong: list[str] = []
    for use in USES:
        for key in asked_keys(use):
            message = MESSAGES["en"].get(key)
            if message is None or use.plural is None or use.fields is None:
                continue
            if use.plural != bool(message.pluralizable):
                wrong.append(f"{use.place}: {key} asked for {'with' if use.plural else 'without'} a number")
            if use.fields != fields_of(message):
                wrong.append(f"{use.place}: {key} has {set(fields_of(message))}, given {set(use.fields)}")
    assert not wrong, "\n".join(wrong)


def test_no_sentence_stands_in_code() -> None:
    assert not sentences(sources("cogs"))


def test_every_language_has_the_same_files() -> None:
    names = {language: {file.name for file in (FOLDER / language).glob("*.po")} for language in Language}
    assert names[Language.DE] == names[Language.EN]


def test_keys_are_small_words_joined_by_dots() -> None:
    assert [key for key in sorted(KEYS) if not KEY.fullmatch(key)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_file_is_what_translation_tools_expect(file: Path) -> None:
    opened = polib.pofile(str(file), encoding="utf-8", check_for_duplicates=True)
    language = file.parent.name
    assert opened.metadata["Language"] == language
    assert opened.metadata["Content-Type"] == "text/plain; charset=UTF-8"
    assert opened.metadata["Plural-Forms"] == Catalog(locale=language).plural_forms
    assert opened.percent_translated() == 100
    assert opened.obsolete_entries() == []


@pytest.mark.parametrize(("language", "text"), TEXTS)
def test_a_text_is_set_as_its_language_sets_it(language: str, text: str) -> None:
    opening, closing = {"en": ("“", "”"), "de": ("„", "“")}[language]
    unquoted = re.sub(f"{opening}[^{opening}{closing}]+{closing}", "", text)
    assert not re.search("[“”„\"']", unquoted), "quotation marks or apostrophes of another language"
    assert " - " not in text, "a hyphen for a dash"
    assert "..." not in text, "three full stops for an ellipsis"
    assert "  " not in text, "two spaces"
    assert " :" not in text
    assert " ," not in text


@pytest.mark.parametrize(
    ("file", "mistake"),
    [
        ("", "no catalogue"),
        ('msgid "a.b"\nmsgstr "A"\n\nmsgid "a.b"\nmsgstr "B"\n', "stands twice"),
        ('msgid "a.b"\nmsgstr ""\n', "a.b is empty"),
        ('#, fuzzy\nmsgid "a.b"\nmsgstr "A"\n', "a.b is fuzzy"),
        ('msgid "a.b"\nmsgstr "{name"\n', "a.b is no valid format"),
        ('msgid "a.b"\nmsgstr "{}"\n', "a.b has a field that is more than a name"),
        ('msgid "a.b"\nmsgstr "{name.upper}"\n', "a.b has a field that is more than a name"),
        ('msgid "a.b"\nmsgstr "{name!r}"\n', "a.b has a field that is more than a name"),
        ('msgid "a.b"\nmsgstr "{n:03}"\n', "a.b has a field that is more than a name"),
        ('msgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "one"\n', "a.b"),
        ('msgid "a.b"\nmsgid_plural "a.c"\nmsgstr[0] "one"\nmsgstr[1] "more"\n', "a.b has another key"),
        ('msgid "a.b"\nmsgstr A\n', "en/area.po"),
    ],
)
def test_a_mistake_in_a_catalogue_is_found_when_it_is_read(tmp_path: Path, file: str, mistake: str) -> None:
    if file:
        header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        (tmp_path / "area.po").write_text(header + file, encoding="utf-8")
    with pytest.raises(CatalogueError, match=re.escape(mistake)):
        read_catalogue(tmp_path, "en")


def test_a_key_in_two_files_is_found(tmp_path: Path) -> None:
    for name in ("one.po", "two.po"):
        (tmp_path / name).write_text('msgid "a.b"\nmsgstr "A"\n', encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"two\.po: a\.b stands twice"):
        read_catalogue(tmp_path, "en")


@pytest.mark.parametrize(
    ("german", "mistake"),
    [
        ({}, "a.b is missing in de"),
        ({"a.b": "{n}"}, "a.b has other fields"),
        ({"a.b": "{name}", "a.c": "A"}, "a.c is missing in en"),
    ],
)
def test_languages_that_differ_are_found(german: dict[str, str], mistake: str) -> None:
    catalogues = {"en": Catalog(locale="en"), "de": Catalog(locale="de")}
    catalogues["en"].add("a.b", "{name}")
    for key, text in german.items():
        catalogues["de"].add(key, text)
    with pytest.raises(CatalogueError, match=re.escape(mistake)):
        check_alike(catalogues)


def test_a_language_without_a_message_stops_the_program_from_starting(tmp_path: Path) -> None:
    for language, text in (("en", 'msgid "a.b"\nmsgstr "A"\n'), ("de", 'msgid "a.c"\nmsgstr "A"\n')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "area.po").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"a\.b is missing in de"):
        load_words(tmp_path)
