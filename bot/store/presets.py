"""The rules servers have saved under names."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from typing import Final

from bot.rules.ruleset import PRESETS, Ruleset, RulesetError
from bot.store.base import StoreBase, all_of, one
from bot.store.books import recount, shown_book
from bot.store.counting import counted_in, own_preset, own_preset_id, rules_counted_in, rules_text
from bot.store.errors import BadPresetName, PresetNameTaken, TooManyPresets
from bot.store.records import COUNTED_AT_FIRST, PresetRow
from bot.store.remembered import Kind

MOST_PRESETS: Final = 17
"""So many a server can have of its own: with the eight there always are, they fill a menu of Discord's."""

LONGEST_PRESET_NAME: Final = 40

_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs without any ink: Hangul fillers and the empty Braille pattern."""

_PRESET: Final = "SELECT preset_id, server_id, name, rules FROM presets"


class PresetStore(StoreBase):
    """What a server has saved under names of its own."""

    async def presets(self, server_id: int) -> tuple[PresetRow, ...]:
        """Give a server's own presets by name, also those whose rules this program cannot read."""
        return await self._all(_preset, f"{_PRESET} WHERE server_id = ? ORDER BY folded_name", server_id)

    async def preset(self, server_id: int, preset_id: int) -> PresetRow | None:
        """Give one of a server's own presets, or None where it has none of that number."""
        return await self._read(lambda database: _find(database, server_id, preset_id))

    async def save_preset(self, server_id: int, name: str, ruleset: Ruleset) -> PresetRow:
        """Save rules under a new name.

        Args:
            server_id: whose preset it is.
            name: 1 to `LONGEST_PRESET_NAME` characters; spaces around it go, those within become single.
            ruleset: what it stands for.

        Raises:
            BadPresetName: the name has too few or too many characters.
            PresetNameTaken: the server has one of that name, whatever its case.
            TooManyPresets: it has `MOST_PRESETS` already.
        """
        tidied, folded = _names(name)

        def work(database: sqlite3.Connection) -> PresetRow:
            _refuse_taken(database, server_id, folded, None)
            if one(database, int, "SELECT count(*) FROM presets WHERE server_id = ?", server_id) == (
                MOST_PRESETS
            ):
                raise TooManyPresets(MOST_PRESETS)
            sql = "INSERT INTO presets (server_id, name, folded_name, rules) VALUES (?, ?, ?, ?)"
            cursor = database.execute(sql, (server_id, tidied, folded, rules_text(ruleset)))
            assert cursor.lastrowid is not None
            return PresetRow(cursor.lastrowid, server_id, tidied, ruleset)

        return await self._write(work)

    async def change_preset(
        self, server_id: int, preset_id: int, *, name: str | None = None, ruleset: Ruleset | None = None
    ) -> PresetRow | None:
        """Give a preset another name, other rules, or both; None leaves them.

        Where it counts in the server's standings, games by its new rules count from now on, and those by its
        old ones no longer.

        Returns:
            The preset as it is now; None where there is no such preset, or no longer.

        Raises:
            BadPresetName: as for `save_preset`.
            PresetNameTaken: another one of the server has that name, whatever its case.
        """
        names = None if name is None else _names(name)

        def work(database: sqlite3.Connection) -> PresetRow | None:
            if _find(database, server_id, preset_id) is None:
                return None
            if names is not None:
                tidied, folded = names
                _refuse_taken(database, server_id, folded, preset_id)
                sql = "UPDATE presets SET name = ?, folded_name = ? WHERE preset_id = ?"
                database.execute(sql, (tidied, folded, preset_id))
            if ruleset is not None:
                book = shown_book(database, server_id)
                sql = "UPDATE presets SET rules = ? WHERE preset_id = ?"
                database.execute(sql, (rules_text(ruleset), preset_id))
                recount(database, server_id, book)
            return _find(database, server_id, preset_id)

        changed = await self._write(work)
        self.on_counted()
        return changed

    async def rules_count(self, server_id: int, ruleset: Ruleset) -> bool:
        """Whether a game by these rules counts in a server's standings."""
        return await self._read(lambda database: rules_text(ruleset) in rules_counted_in(database, server_id))

    async def delete_preset(self, server_id: int, preset_id: int) -> bool:
        """Forget a preset.

        A server whose default it was has the standard game as its default again. Where it counted in the
        standings, it does no longer; where nothing else did, what counts at first does again.

        Returns:
            Whether there was such a preset.
        """

        def work(database: sqlite3.Connection) -> bool:
            book = shown_book(database, server_id)
            sql = "DELETE FROM presets WHERE server_id = ? AND preset_id = ?"
            if not database.execute(sql, (server_id, preset_id)).rowcount:
                return False
            database.execute(
                "UPDATE servers SET preset = 'standard' WHERE server_id = ? AND preset = ?",
                (server_id, own_preset(preset_id)),
            )
            counted = counted_in(database, server_id)
            if own_preset(preset_id) in counted:
                left = tuple(name for name in counted if name != own_preset(preset_id))
                database.execute(
                    "UPDATE servers SET counted = ? WHERE server_id = ?",
                    (json.dumps(left or COUNTED_AT_FIRST), server_id),
                )
                recount(database, server_id, book)
            return True

        deleted = await self._write(work, [(Kind.SERVER, server_id)])
        self.on_counted()
        return deleted

    async def ruleset_of(self, server_id: int, chosen: str) -> Ruleset | None:
        """The rules of a preset as it is chosen or set as a server's default.

        Args:
            server_id: where.
            chosen: the name of a preset there always is ("short"), `own_preset` of one of the server's own,
                or the name of one of these, in any case.

        Returns:
            The rules; None where there is no such preset in the server, or no longer, and where this program
            cannot read its rules.
        """
        if chosen in PRESETS:
            return PRESETS[chosen]
        number = own_preset_id(chosen)
        row = None if number is None else await self.preset(server_id, number)
        if row is None:
            sql = f"{_PRESET} WHERE server_id = ? AND folded_name = ?"
            row = await self._one(_preset, sql, server_id, folded_name(chosen))
        return None if row is None else row.ruleset


def _names(name: str) -> tuple[str, str]:
    """The name as it is shown, and as it is compared."""
    tidied = " ".join(name.split())
    if not 1 <= len(tidied) <= LONGEST_PRESET_NAME or not any(map(_seen, tidied)):
        raise BadPresetName(LONGEST_PRESET_NAME)
    folded = folded_name(tidied)
    if own_preset_id(folded) is not None:
        # Typed where a preset is chosen, it means the one of that number.
        raise PresetNameTaken(tidied)
    return tidied, folded


def _seen(character: str) -> bool:
    """Whether a character is to be seen: a letter, a digit or a sign, and none of those that are blank."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def folded_name(name: str) -> str:
    """A preset's name as it is compared: its case, its spaces and ways of writing do not matter."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def _refuse_taken(database: sqlite3.Connection, server_id: int, folded: str, by: int | None) -> None:
    sql = f"{_PRESET} WHERE server_id = ? AND folded_name = ?"
    for there in all_of(database, _preset, sql, server_id, folded):
        if there.preset_id != by:
            raise PresetNameTaken(there.name)


def _find(database: sqlite3.Connection, server_id: int, preset_id: int) -> PresetRow | None:
    return one(database, _preset, f"{_PRESET} WHERE server_id = ? AND preset_id = ?", server_id, preset_id)


def _preset(preset_id: int, server_id: int, name: str, rules: str) -> PresetRow:
    try:
        ruleset = Ruleset.from_record(json.loads(rules))
    except RulesetError:
        ruleset = None
    return PresetRow(preset_id, server_id, name, ruleset)
