"""Message catalogues: every .po file of a language read into one, and whatever is wrong with it found then.

A message's id is a key, not a sentence ("refusal.follow_suit.clubs"); one with plural forms has its key as
`msgid` and as `msgid_plural`. What changes from one use to the next stands in it as a named field of
`str.format` ("{name}").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Never

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

NUMBER = "n"
"""The field that carries the number a plural form is chosen by; a form may do without it."""


class CatalogueError(ValueError):
    """A catalogue with a mistake in it; the message names the file or the key, and the mistake."""


def read_catalogue(folder: Path, language: str) -> Catalog:
    """Read every .po file in a folder into one catalogue.

    Args:
        folder: where the language's files are; their names do not matter.
        language: its code, which decides how many plural forms there are.

    Raises:
        CatalogueError: where there is no file, one cannot be parsed, a key stands twice, or a message is
            empty, fuzzy, short of a plural form or no valid format.
    """
    together = Catalog(locale=language)
    files = sorted(folder.glob("*.po"))
    if not files:
        raise CatalogueError(f"no catalogue for {language!r}")
    for file in files:
        for message in _read_file(file, language):
            key = key_of(message)
            if message.id in together or key in together:
                raise CatalogueError(f"{language}/{file.name}: {key} stands twice")
            mistake = _mistake(message, together.num_plurals)
            if mistake:
                raise CatalogueError(f"{language}/{file.name}: {key} {mistake}")
            together[message.id] = message
    return together


def _read_file(file: Path, language: str) -> list[Message]:
    text = file.read_text(encoding="utf-8")
    ids = Counter(line for line in text.splitlines() if line.startswith("msgid "))
    twice = [line for line, times in ids.items() if times > 1]
    if twice:
        raise CatalogueError(f"{language}/{file.name}: {twice[0]} stands twice")
    try:
        catalogue = read_po(text.splitlines(keepends=True), locale=language, abort_invalid=True)
    except PoFileError as mistake:
        raise CatalogueError(f"{language}/{file.name}: {mistake}") from mistake
    return [message for message in catalogue if message.id]


def key_of(message: Message) -> str:
    """The key of a message, whether or not it has plural forms."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms_of(message: Message) -> tuple[str, ...]:
    """The texts of a message: one, or one a plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def fields_of(message: Message) -> frozenset[str]:
    """The fields of a message, those of all its plural forms together; without the number."""
    names = {name for form in forms_of(message) for _, name, _, _ in Formatter().parse(form) if name}
    return frozenset(names - ({NUMBER} if message.pluralizable else set()))


def _mistake(message: Message, plurals: int) -> str | None:
    """What is wrong with a message, to be said after its key; None where nothing is."""
    if message.fuzzy:
        return "is fuzzy"
    if message.pluralizable and message.id[0] != message.id[1]:
        return "has another key as its plural"
    forms = forms_of(message)
    if message.pluralizable and len(forms) != plurals:
        return f"has {len(forms)} plural forms, not {plurals}"
    if not forms or not all(form.strip() for form in forms):
        return "is empty"
    for form in forms:
        try:
            parts = list(Formatter().parse(form))
        except ValueError as mistake:
            return f"is no valid format: {mistake}"
        for _, name, spec, conversion in parts:
            if name is not None and (not name.isidentifier() or spec or conversion):
                return f"has a field that is more than a name: {name!r}"
    return None


def check_alike(catalogues: Mapping[str, Catalog]) -> None:
    """Check that languages have the same messages, with the same fields and as plural or not.

    Args:
        catalogues: by language code.

    Raises:
        CatalogueError: for the first difference, naming key and language.
    """
    kinds = {
        language: {key_of(m): (bool(m.pluralizable), fields_of(m)) for m in catalogue if m.id}
        for language, catalogue in catalogues.items()
    }
    for key in sorted({key for kind in kinds.values() for key in kind}):
        missing = [language for language, kind in kinds.items() if key not in kind]
        if missing:
            raise CatalogueError(f"{key} is missing in {', '.join(missing)}")
        if len({kind[key] for kind in kinds.values()}) > 1:
            raise CatalogueError(f"{key} has other fields or plural forms in one language than in another")


class _NoMessage(NullTranslations):
    """What is asked when a catalogue has no message: nothing is shown in its place."""

    def gettext(self, message: str) -> Never:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> Never:
        raise KeyError(msgid1)


def translations(catalogue: Catalog) -> GNUTranslations:
    """Compile a catalogue in memory.

    Returns:
        gettext's own translations, whose `gettext` and `ngettext` raise KeyError for a key that is not there.
    """
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    result = GNUTranslations(compiled)
    result.add_fallback(_NoMessage())
    return result
