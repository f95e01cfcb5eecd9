"""Books: the totals of a server by one choice of rules; a second one is written while the first is shown.

All of a large server takes seconds to add up. So another choice is written into another book, some people at
a time, and then takes the place of the first at once; whoever reads meanwhile sees the first. What is written
so far is in the database, and is gone on with at the next start.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.store.base import all_of, one
from bot.store.counting import empty_book, rules_counted_in, sum_up_person, sum_up_server

AT_ONCE: Final = 4_000
"""Results of a server that are added up at once; a tenth of a second or so."""

SHOWN: Final = "coalesce((SELECT side FROM books WHERE server_id = ? AND shown), 1) * ?"
"""Gives the number of the book of a server that is shown; the server's number is filled in twice."""

_SIDES: Final = "SELECT server_id, side, shown, rules, after FROM books"


@dataclass(frozen=True, slots=True)
class Book:
    """A book.

    Attributes:
        server_id: whose.
        side: 1 or -1.
        rules: those that count in it, as `rules_text` gives them; None where it is to be emptied only.
        after: people up to this number are in it; None where it has to be emptied first, or is shown.
    """

    server_id: int
    side: int
    rules: frozenset[str] | None
    after: int | None = None

    @property
    def number(self) -> int:
        """By which its totals are found."""
        return self.server_id * self.side


def shown_book(database: sqlite3.Connection, server_id: int) -> Book:
    """The book of a server that is shown."""
    found = one(database, _book, f"{_SIDES} WHERE server_id = ? AND shown", server_id)
    return found or Book(server_id, 1, rules_counted_in(database, server_id))


def books_with(database: sqlite3.Connection, server_id: int, person_id: int) -> Iterator[Book]:
    """The books in which somebody's totals are to be kept up to date."""
    yield shown_book(database, server_id)
    other = _other_book(database, server_id)
    if other is not None and other.after is not None and other.after >= person_id:
        yield other


def recount(database: sqlite3.Connection, server_id: int, before: Book) -> None:
    """Have a server's totals follow what is set to count there now: at once, or soon where it takes longer.

    Args:
        database: in a transaction that has changed what counts.
        server_id: which server.
        before: the book that was shown when it began.
    """
    rules = rules_counted_in(database, server_id)
    assert before.rules is not None
    if rules == before.rules:
        _put_away(database, server_id)
        return
    changed = json.dumps(sorted(rules ^ before.rules))
    sql = "SELECT 1 FROM results WHERE server_id = ? AND rules IN (SELECT value FROM json_each(?)) LIMIT 1"
    touched = database.execute(sql, (server_id, changed)).fetchone()
    sql = "SELECT 1 FROM results WHERE server_id = ? LIMIT 1 OFFSET ?"
    if touched and database.execute(sql, (server_id, AT_ONCE)).fetchone():
        _keep(database, before, shown=True)
        _keep(database, Book(server_id, -before.side, rules), shown=False)
        return
    _put_away(database, server_id)
    sql = "UPDATE books SET rules = ? WHERE server_id = ? AND shown"
    database.execute(sql, (_written(rules), server_id))
    if touched:
        sum_up_server(database, before.number, server_id, rules)


def begin_anew(database: sqlite3.Connection, server_id: int) -> None:
    """The results of a server are others: its book is added up at once, another one from the start."""
    book = shown_book(database, server_id)
    assert book.rules is not None
    sum_up_server(database, book.number, server_id, book.rules)
    database.execute("UPDATE books SET after = NULL WHERE server_id = ? AND NOT shown", (server_id,))


def recount_slice(database: sqlite3.Connection, seconds: float) -> bool:
    """Go on with the books that are not shown, for so long.

    Returns:
        Whether there was anything to do.
    """
    book = one(database, _book, f"{_SIDES} WHERE NOT shown LIMIT 1")
    if book is None:
        return False
    until = time.monotonic() + seconds
    if book.after is None:
        _empty(database, book, until)
        return True
    assert book.rules is not None
    after = book.after
    people = database.execute("SELECT person_id FROM people WHERE person_id > ? ORDER BY person_id", (after,))
    for (after,) in people:
        sum_up_person(database, book.number, book.server_id, book.rules, after)
        if time.monotonic() >= until:
            break
    else:
        _turn_over(database, book)
        return True
    people.close()
    sql = "UPDATE books SET after = ? WHERE server_id = ? AND side = ?"
    database.execute(sql, (after, book.server_id, book.side))
    return True


def _empty(database: sqlite3.Connection, book: Book, until: float) -> None:
    while empty_book(database, book.number):
        if time.monotonic() >= until:
            return
    where, which = "WHERE server_id = ? AND side = ?", (book.server_id, book.side)
    if book.rules is None:
        database.execute(f"DELETE FROM books {where}", which)
    else:
        database.execute(f"UPDATE books SET after = 0 {where}", which)


def _turn_over(database: sqlite3.Connection, book: Book) -> None:
    """Show a book that is complete, and put the other one away."""
    where = "WHERE server_id = ? AND side = ?"
    database.execute(
        f"UPDATE books SET shown = 0, rules = NULL, after = NULL {where}", (book.server_id, -book.side)
    )
    database.execute(f"UPDATE books SET shown = 1, after = NULL {where}", (book.server_id, book.side))


def _put_away(database: sqlite3.Connection, server_id: int) -> None:
    """The book that is not shown is not wanted any more."""
    sql = "UPDATE books SET rules = NULL, after = NULL WHERE server_id = ? AND NOT shown"
    database.execute(sql, (server_id,))


def _keep(database: sqlite3.Connection, book: Book, *, shown: bool) -> None:
    rules = None if book.rules is None else _written(book.rules)
    sql = "INSERT OR REPLACE INTO books (server_id, side, shown, rules, after) VALUES (?, ?, ?, ?, NULL)"
    database.execute(sql, (book.server_id, book.side, shown, rules))


def _other_book(database: sqlite3.Connection, server_id: int) -> Book | None:
    found = all_of(database, _book, f"{_SIDES} WHERE server_id = ? AND NOT shown", server_id)
    return found[0] if found else None


def _written(rules: frozenset[str]) -> str:
    return json.dumps(sorted(rules))


def _book(server_id: int, side: int, shown: int, rules: str | None, after: int | None) -> Book:
    del shown
    return Book(server_id, side, None if rules is None else frozenset(json.loads(rules)), after)
