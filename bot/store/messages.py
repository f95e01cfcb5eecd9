"""What a game has in Discord and is waited for: panels, messages, deadlines, queued cards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import astuple
from types import EllipsisType

from bot.store.base import KEEP_VALUE, StoreBase, one
from bot.store.records import NEVER, DeadlineRow, MessageRow, PanelRow, QueuedRow
from bot.store.remembered import Kind

_PANEL = "SELECT game_id, seat, person_id, message_id, token, language, clicked_at FROM panels"
_MESSAGE = "SELECT game_id, kind, channel_id, message_id, posted_at, subject FROM messages"
_DEADLINE = "SELECT game_id, kind, seat, due_at, decision FROM deadlines"
_SET_DEADLINE = (
    "INSERT INTO deadlines (game_id, kind, seat, due_at, decision) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (game_id, kind, coalesce(seat, -1))"
    " DO UPDATE SET due_at = excluded.due_at, decision = excluded.decision"
)
_QUEUED = "SELECT game_id, seat, deal, card FROM queued_cards"


class MessageStore(StoreBase):
    """What belongs to a running game and is no action: rows that are overwritten."""

    async def save_panel(self, panel: PanelRow) -> PanelRow | None:
        """Keep a panel as the one of its game and seat.

        Returns:
            The panel it replaces, which may be the same message with an older token, or None.

        Raises:
            NotStored: there is no such game or person.
        """

        def work(database: sqlite3.Connection) -> PanelRow | None:
            where = "WHERE game_id = ? AND seat = ?"
            replaced = one(database, PanelRow, f"{_PANEL} {where}", panel.game_id, panel.seat)
            database.execute(
                "INSERT OR REPLACE INTO panels"
                " (game_id, seat, person_id, message_id, token, language, clicked_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                astuple(panel),
            )
            return replaced

        return await self._write(work, [(Kind.PANEL, (panel.game_id, panel.seat))])

    async def panel(self, game_id: int, seat: int) -> PanelRow | None:
        """Give the panel of a seat, or None."""
        sql = f"{_PANEL} WHERE game_id = ? AND seat = ?"
        return await self._known(Kind.PANEL, (game_id, seat), lambda: self._one(PanelRow, sql, game_id, seat))

    async def panels(self, game_id: int) -> tuple[PanelRow, ...]:
        """Give the panels of a game, by seat."""
        return await self._all(PanelRow, f"{_PANEL} WHERE game_id = ? ORDER BY seat", game_id)

    async def drop_panel(self, game_id: int, seat: int, message_id: int | None = None) -> None:
        """Forget the panel of a seat; if a message is given, only where that message is the panel."""
        await self._execute(
            "DELETE FROM panels WHERE game_id = ? AND seat = ? AND message_id = coalesce(?, message_id)",
            game_id,
            seat,
            message_id,
            changed=[(Kind.PANEL, (game_id, seat))],
        )

    async def save_message(self, message: MessageRow) -> MessageRow | None:
        """Keep a message as the one of its game and kind.

        Returns:
            The message it replaces, or None.

        Raises:
            NotStored: there is no such game.
        """

        def work(database: sqlite3.Connection) -> MessageRow | None:
            where = "WHERE game_id = ? AND kind = ?"
            replaced = one(database, MessageRow, f"{_MESSAGE} {where}", message.game_id, message.kind)
            database.execute(
                "INSERT OR REPLACE INTO messages"
                " (game_id, kind, channel_id, message_id, posted_at, subject) VALUES (?, ?, ?, ?, ?, ?)",
                astuple(message),
            )
            return replaced

        return await self._write(work, [(Kind.MESSAGE, (message.game_id, message.kind))])

    async def message(self, game_id: int, kind: str) -> MessageRow | None:
        """Give the message of a kind, or None."""
        sql = f"{_MESSAGE} WHERE game_id = ? AND kind = ?"
        return await self._known(
            Kind.MESSAGE, (game_id, kind), lambda: self._one(MessageRow, sql, game_id, kind)
        )

    async def messages(self, game_id: int) -> tuple[MessageRow, ...]:
        """Give the messages of a game, by kind."""
        return await self._all(MessageRow, f"{_MESSAGE} WHERE game_id = ? ORDER BY kind", game_id)

    async def messages_behind(self, kind: str, subject: int) -> tuple[MessageRow, ...]:
        """Give the messages of a kind whose games have ended while they were about something else.

        Args:
            kind: of the messages.
            subject: what they should be about once the game has ended.
        """
        ended = (
            "SELECT 1 FROM games WHERE games.game_id = messages.game_id"
            " AND status NOT IN ('lobby', 'playing')"
        )
        sql = f"{_MESSAGE} WHERE kind = ? AND subject <> ? AND EXISTS ({ended}) ORDER BY game_id"
        return await self._all(MessageRow, sql, kind, subject)

    async def messages_before(self, kind: str, subject: int, before: float) -> tuple[MessageRow, ...]:
        """Give the messages of a kind and a subject that were posted before a time, in Unix seconds."""
        sql = f"{_MESSAGE} WHERE kind = ? AND subject = ? AND posted_at < ? ORDER BY posted_at"
        return await self._all(MessageRow, sql, kind, subject, before)

    async def drop_message(self, game_id: int, kind: str) -> None:
        """Forget the message of a kind."""
        sql = "DELETE FROM messages WHERE game_id = ? AND kind = ?"
        await self._execute(sql, game_id, kind, changed=[(Kind.MESSAGE, (game_id, kind))])

    async def set_deadline(self, deadline: DeadlineRow) -> None:
        """Keep a deadline in place of the one of the same game, kind and seat.

        Raises:
            NotStored: there is no such game.
        """
        changed = [(Kind.DEADLINES, deadline.game_id)]
        await self._execute(_SET_DEADLINE, *astuple(deadline), changed=changed)

    async def change_deadlines(
        self,
        passed: Iterable[DeadlineRow],
        wanted: Iterable[DeadlineRow],
        note: tuple[str, str] | None = None,
    ) -> None:
        """Forget some deadlines and keep others, each as `set_deadline` does, all or none of it.

        Args:
            passed: those that are forgotten: of the game, kind and seat of each.
            wanted: those that are kept.
            note: a key and a value that is kept under it, as `set_value` does.

        Raises:
            NotStored: there is no such game.
        """
        gone = [(row.game_id, row.kind, row.seat) for row in passed]
        kept = [astuple(row) for row in wanted]
        if not gone and not kept and note is None:
            return

        def work(database: sqlite3.Connection) -> None:
            sql = "DELETE FROM deadlines WHERE game_id = ? AND kind = ? AND seat IS ?"
            database.executemany(sql, gone)
            database.executemany(_SET_DEADLINE, kept)
            if note is not None:
                database.execute(KEEP_VALUE, note)

        await self._write(work, {(Kind.DEADLINES, row[0]) for row in (*gone, *kept)})

    async def clear_deadlines(
        self, game_id: int, kind: str | None = None, seat: int | EllipsisType | None = ...
    ) -> None:
        """Forget deadlines of a game.

        Args:
            game_id: the game.
            kind: only of this kind; of every kind if None.
            seat: only of this seat, or with None only of the whole table; of all if left out.
        """
        sql, values = "DELETE FROM deadlines WHERE game_id = ?", [game_id]
        if kind is not None:
            sql, values = f"{sql} AND kind = ?", [*values, kind]
        if seat is not ...:
            sql, values = f"{sql} AND seat IS ?", [*values, seat]
        await self._execute(sql, *values, changed=[(Kind.DEADLINES, game_id)])

    async def deadlines(self, game_id: int) -> tuple[DeadlineRow, ...]:
        """Give the deadlines of a game, the soonest first."""
        sql = f"{_DEADLINE} WHERE game_id = ? ORDER BY due_at, kind, seat"
        return await self._known(Kind.DEADLINES, game_id, lambda: self._all(DeadlineRow, sql, game_id))

    async def due_deadlines(self, now: float) -> tuple[DeadlineRow, ...]:
        """Give the deadlines of all games that are due at that time, the oldest first."""
        return await self._all(
            DeadlineRow, f"{_DEADLINE} WHERE due_at <= ? ORDER BY due_at, game_id, kind, seat", now
        )

    async def shift_deadlines(
        self, seconds: float, kinds: Iterable[str] | None = None, note: tuple[str, str] | None = None
    ) -> None:
        """Move every deadline that has not been acted on, due already or not.

        Args:
            seconds: how much later.
            kinds: only of these kinds; of every kind if None.
            note: a key and a value that is kept under it, as `set_value` does: all or none of it.
        """
        sql, values = "UPDATE deadlines SET due_at = due_at + ? WHERE due_at < ?", [seconds, NEVER]
        if kinds is not None:
            sql = f"{sql} AND kind IN (SELECT value FROM json_each(?))"
            values = [*values, json.dumps(list(kinds))]

        def work(database: sqlite3.Connection) -> None:
            database.execute(sql, values)
            if note is not None:
                database.execute(KEEP_VALUE, note)

        await self._write(work, [Kind.DEADLINES])

    async def queue_card(self, queued: QueuedRow) -> None:
        """Keep the card a seat wants played, in place of the one before.

        Raises:
            NotStored: there is no such game.
        """
        await self._execute(
            "INSERT OR REPLACE INTO queued_cards (game_id, seat, deal, card) VALUES (?, ?, ?, ?)",
            *astuple(queued),
        )

    async def queued(self, game_id: int) -> tuple[QueuedRow, ...]:
        """Give the queued cards of a game, by seat."""
        return await self._all(QueuedRow, f"{_QUEUED} WHERE game_id = ? ORDER BY seat", game_id)

    async def drop_queued(self, game_id: int, seat: int) -> None:
        """Forget the card a seat has queued."""
        await self._execute("DELETE FROM queued_cards WHERE game_id = ? AND seat = ?", game_id, seat)
