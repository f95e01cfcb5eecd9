"""People, what they chose, and the servers they are in; and single values."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import astuple

from bot.store.base import KEEP_VALUE, StoreBase, one
from bot.store.books import recount, shown_book
from bot.store.counting import counted_in
from bot.store.records import MemberRow, Person, PreferencesRow, ServerRow
from bot.store.remembered import UNKNOWN, Kind

_PERSON = "SELECT person_id, discord_id, name FROM people"
_PREFERENCES = (
    "SELECT person_id, language, mention, confirm, queue, autoplay, deck_colours, hand_order, pictures"
    " FROM preferences"
)
_SERVER = (
    "SELECT server_id, language, preset, pace, channels, threads, prompts,"
    " tables_per_channel, tables_per_server, min_games, counted, level FROM servers"
)
_MEMBER = "SELECT server_id, person_id, present, checked_at FROM members"


class PeopleStore(StoreBase):
    """Who somebody is and what they, or a server, chose: rows that are overwritten."""

    async def person(self, discord_id: int, name: str) -> Person:
        """Find a person by their account, or make one; the name becomes the one given."""

        def make(database: sqlite3.Connection) -> Person:
            sql = (
                "INSERT INTO people (discord_id, name) VALUES (?, ?)"
                " ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name"
                " RETURNING person_id, discord_id, name"
            )
            person = one(database, Person, sql, discord_id, name)
            assert person is not None
            return person

        # Nearly always they are there under that name, and nothing need be written.
        known = await self._known(Kind.ACCOUNT, discord_id, lambda: self.person_by_discord_id(discord_id))
        if known is not None and known.name == name:
            return known
        # Their number is not known before where they are new, and then nothing is remembered under it.
        changed = () if known is None else ((Kind.PERSON, known.person_id),)
        return await self._write(make, ((Kind.ACCOUNT, discord_id), *changed))

    async def person_by_discord_id(self, discord_id: int) -> Person | None:
        """Give the person with that account, or None."""
        return await self._one(Person, f"{_PERSON} WHERE discord_id = ?", discord_id)

    async def people(self, person_ids: Iterable[int]) -> Mapping[int, Person]:
        """Give the persons with these numbers; who is not there, or no longer, is not in the answer."""
        people: dict[int, Person] = {}
        missing: list[int] = []
        for number in person_ids:
            found = self._remembered.get((Kind.PERSON, number))
            if found is UNKNOWN:
                missing.append(number)
            else:
                people[number] = found
        if missing:
            sql = f"{_PERSON} WHERE person_id IN (SELECT value FROM json_each(?))"
            for person in await self._all(Person, sql, json.dumps(missing)):
                people[person.person_id] = person
                self._remembered.keep((Kind.PERSON, person.person_id), person)
        return people

    async def preferences(self, person_id: int) -> PreferencesRow:
        """Give what a person chose; the defaults where they have not."""
        sql = f"{_PREFERENCES} WHERE person_id = ?"
        found = await self._known(
            Kind.PREFERENCES, person_id, lambda: self._one(_preferences, sql, person_id)
        )
        return found or PreferencesRow(person_id)

    async def chosen_languages(self) -> Mapping[int, str]:
        """Give the language of everybody who has chosen one, by account."""
        sql = (
            "SELECT discord_id, language FROM preferences JOIN people USING (person_id)"
            " WHERE language IS NOT NULL"
        )
        return dict(await self._all(_pair, sql))

    async def save_preferences(self, preferences: PreferencesRow) -> None:
        """Keep what a person chose, in place of what they did before.

        Raises:
            NotStored: there is no such person.
        """
        await self._execute(
            "INSERT OR REPLACE INTO preferences (person_id, language, mention, confirm, queue, autoplay,"
            " deck_colours, hand_order, pictures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *astuple(preferences),
            changed=[(Kind.PREFERENCES, preferences.person_id)],
        )

    async def server(self, server_id: int) -> ServerRow:
        """Give what was set for a server; the defaults where nothing was."""
        sql = f"{_SERVER} WHERE server_id = ?"
        found = await self._known(Kind.SERVER, server_id, lambda: self._one(_server, sql, server_id))
        return found or ServerRow(server_id)

    async def save_server(self, server: ServerRow) -> None:
        """Keep what was set for a server, in place of what was before, and bring its totals up to date."""
        sql = (
            "INSERT OR REPLACE INTO servers (server_id, language, preset, pace, channels, threads, prompts,"
            " tables_per_channel, tables_per_server, min_games, counted, level)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        values = (
            server.server_id,
            server.language,
            server.preset,
            server.pace,
            json.dumps(server.channels),
            server.threads,
            server.prompts,
            server.tables_per_channel,
            server.tables_per_server,
            server.min_games,
            json.dumps(server.counted),
            server.level,
        )

        def work(database: sqlite3.Connection) -> None:
            before, book = counted_in(database, server.server_id), shown_book(database, server.server_id)
            database.execute(sql, values)
            if server.counted != before:
                recount(database, server.server_id, book)

        await self._write(work, [(Kind.SERVER, server.server_id)])
        self.on_counted()

    async def member_seen(self, server_id: int, person_id: int, present: bool, at: float) -> None:
        """Keep whether somebody is in a server.

        Args:
            server_id: the server.
            person_id: who.
            present: whether they are in it.
            at: when that was found out.

        Raises:
            NotStored: there is no such person.
        """
        await self._execute(
            "INSERT OR REPLACE INTO members (server_id, person_id, present, checked_at) VALUES (?, ?, ?, ?)",
            server_id,
            person_id,
            present,
            at,
        )

    async def members(self, server_id: int, person_ids: Iterable[int]) -> Mapping[int, MemberRow]:
        """Give what is known of these people in a server; who was never looked up is not in the answer."""
        sql = f"{_MEMBER} WHERE server_id = ? AND person_id IN (SELECT value FROM json_each(?))"
        rows = await self._all(_member, sql, server_id, json.dumps(list(person_ids)))
        return {row.person_id: row for row in rows}

    async def members_gone(self, server_id: int) -> frozenset[int]:
        """Give everybody who was not in a server when last looked up."""
        sql = "SELECT person_id FROM members WHERE server_id = ? AND present = 0"
        return frozenset(await self._all(int, sql, server_id))

    async def get_value(self, key: str) -> str | None:
        """Give what was last kept under a key, or None."""
        return await self._one(str, "SELECT value FROM kept_values WHERE key = ?", key)

    async def set_value(self, key: str, value: str) -> None:
        """Keep a value under a key, in place of the one before."""
        await self._execute(KEEP_VALUE, key, value)


def _pair(discord_id: int, language: str) -> tuple[int, str]:
    return discord_id, language


def _preferences(
    person_id: int,
    language: str | None,
    mention: int,
    confirm: int,
    queue: int,
    autoplay: int,
    deck_colours: str,
    hand_order: str,
    pictures: int,
) -> PreferencesRow:
    return PreferencesRow(
        person_id,
        language,
        bool(mention),
        bool(confirm),
        bool(queue),
        bool(autoplay),
        deck_colours,
        hand_order,
        bool(pictures),
    )


def _server(
    server_id: int,
    language: str | None,
    preset: str,
    pace: str,
    channels: str,
    threads: int,
    prompts: int,
    tables_per_channel: int,
    tables_per_server: int,
    min_games: int,
    counted: str,
    level: str,
) -> ServerRow:
    return ServerRow(
        server_id,
        language,
        preset,
        pace,
        tuple(json.loads(channels)),
        bool(threads),
        bool(prompts),
        tables_per_channel,
        tables_per_server,
        min_games,
        tuple(json.loads(counted)),
        level,
    )


def _member(server_id: int, person_id: int, present: int, checked_at: float) -> MemberRow:
    return MemberRow(server_id, person_id, bool(present), checked_at)
