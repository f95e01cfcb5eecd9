"""The rulesets a table can be opened with, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.ruleset import PRESETS, Ruleset
from bot.store import LONGEST_PRESET_NAME, ServerRow, Store, folded_name, own_preset
from bot.text.rules_text import preset_about, preset_name
from bot.text.words import Language, Words, label

LABEL_LENGTH: Final = 100
"""So many characters fit a line of a menu or of a command's choices."""


@dataclass(frozen=True)
class Preset:
    """A ruleset that can be chosen by name.

    Attributes:
        value: what stands for it in a menu, a command's option and a server's settings.
        name: what it is called, plain text.
        ruleset: the rules.
        own: whether it is one of the server's own.
    """

    value: str
    name: str
    ruleset: Ruleset
    own: bool = False


async def presets_offered(store: Store, server: int, words: Words) -> list[Preset]:
    """The presets in a server: those there always are, then its own by name, without unreadable ones."""
    own = [
        Preset(own_preset(row.preset_id), label(row.name, LONGEST_PRESET_NAME), row.ruleset, own=True)
        for row in await store.presets(server)
        if row.ruleset is not None
    ]
    return built_in(words) + own


async def presets_counted(store: Store, settings: ServerRow, words: Words) -> list[Preset]:
    """The presets that count in a server's standings, in the order they are offered."""
    presets = await presets_offered(store, settings.server_id, words)
    return [preset for preset in presets if preset.value in settings.counted]


def built_in(words: Words) -> list[Preset]:
    """The presets there are in every server, in the order they are offered."""
    return [Preset(name, preset_name(name, words), ruleset) for name, ruleset in PRESETS.items()]


def choice_label(preset: Preset, words: Words) -> str:
    """The preset's name and what it is, on one line."""
    label = words("preset.choice", name=preset.name, about=preset_about(preset.ruleset, words))
    return shortened(label)


def shortened(text: str, length: int = LABEL_LENGTH) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= length else text[: length - 1].rstrip(" ,") + "…"


def fitting(presets: Iterable[Preset], typed: str, words: Words) -> list[Preset]:
    """Those of the presets in whose line the typed text stands."""
    wanted = typed.casefold().strip()
    return [preset for preset in presets if wanted in choice_label(preset, words).casefold()]


def find(presets: Sequence[Preset], typed: str, languages: Mapping[Language, Words]) -> Preset | None:
    """The preset that is meant by a value, or by a name somebody typed in any language; None for none."""
    for preset in presets:
        if preset.value == typed:
            return preset
    wanted = folded_name(typed)
    for preset in presets:
        names = [preset.name]
        if not preset.own:
            names += [preset_name(preset.value, words) for words in languages.values()]
        if wanted in map(folded_name, names):
            return preset
    return None
