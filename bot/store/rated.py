"""Rated games, and the ratings that follow from them one game after another."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.store.base import all_of, one
from bot.store.tallies import GameKind


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """Who sat in a seat of a rated game.

    Attributes:
        person: their number; None for a computer with a seat of its own.
        level: how that computer plays; empty for a person.
        left: whether the person left before the end.
    """

    person: int | None = None
    level: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A team of a rated game, or somebody alone.

    Attributes:
        place: counted from 1; equal totals share the better place.
        seats: one, or those of two partners.
    """

    place: int
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that is rated, as it ended.

    Attributes:
        game_id: the game.
        server_id: where; ratings of one server are nothing to another.
        ended_at: Unix seconds; games are rated in this order, those of one moment by number.
        sides: in the order of their first seats.
    """

    game_id: int
    server_id: int
    ended_at: float
    sides: tuple[RatedSide, ...]

    @property
    def people(self) -> frozenset[int]:
        """The numbers of the people who played."""
        seats = (seat for side in self.sides for seat in side.seats)
        return frozenset(seat.person for seat in seats if seat.person is not None)

    @property
    def when(self) -> When:
        """Its place in the order of rated games."""
        return self.ended_at, self.game_id


@dataclass(frozen=True, slots=True)
class Skill:
    """How somebody plays, as far as the games say.

    Attributes:
        mu: the middle of what is thought of it.
        sigma: how uncertain that is: a standard deviation.
        rating: the one number that is shown of both.
    """

    mu: float
    sigma: float
    rating: int


When = tuple[float, int]
"""When a game ended and its number."""

Rate = Callable[[RatedGame, Mapping[int, Skill]], Mapping[int, Skill]]
"""Gives everybody's skill after a game from their skills before it; who has none yet is left out."""

_GAME: Final = "SELECT game_id, server_id, ended_at, sides FROM rated_games"
_FROM_ON: Final = "(ended_at, game_id) >= (?, ?)"
_OF_ONE: Final = f"FROM results WHERE person_id = ? AND server_id = ? AND kind = '{GameKind.PEOPLE}'"


def nothing_rated(game: RatedGame, skills: Mapping[int, Skill]) -> Mapping[int, Skill]:
    """Rate nobody."""
    return {}


def rated_game(database: sqlite3.Connection, game_id: int) -> RatedGame | None:
    """A rated game as it is kept; None where there is none of that number."""
    return one(database, _rated, f"{_GAME} WHERE game_id = ?", game_id)


def games_rated(database: sqlite3.Connection, server_id: int) -> Iterator[RatedGame]:
    """The rated games of a server in the order in which they are rated."""
    sql = f"{_GAME} WHERE server_id = ? ORDER BY ended_at, game_id"
    return (_rated(*row) for row in database.execute(sql, (server_id,)))


def skills_of(
    database: sqlite3.Connection, server_id: int, person_id: int
) -> tuple[tuple[float, Skill], ...]:
    """When each rated game of a person ended, and their skill after it, in that order."""
    sql = f"SELECT ended_at, mu, sigma, rating {_OF_ONE} AND mu IS NOT NULL ORDER BY ended_at, game_id"
    return tuple((at, Skill(*rest)) for at, *rest in database.execute(sql, (person_id, server_id)))


def keep_rated(database: sqlite3.Connection, games: Iterable[RatedGame]) -> None:
    """Keep rated games, none of which is kept yet; nobody's rating is changed by that."""
    sql = "INSERT INTO rated_games (server_id, ended_at, game_id, sides) VALUES (?, ?, ?, ?)"
    values = ((game.server_id, game.ended_at, game.game_id, _written(game.sides)) for game in games)
    database.executemany(sql, values)


def skills_after(database: sqlite3.Connection, game_id: int) -> Mapping[int, Skill]:
    """The skills that are kept of people after a game."""
    sql = "SELECT person_id, mu, sigma, rating FROM results WHERE game_id = ? AND mu IS NOT NULL"
    return {person: Skill(*rest) for person, *rest in database.execute(sql, (game_id,))}


def keep_skills(database: sqlite3.Connection, game: RatedGame, skills: Mapping[int, Skill]) -> None:
    """Keep the skills of people after a game, for those who have a result of it."""
    sql = (
        "UPDATE results SET mu = ?, sigma = ?, rating = ?"
        f" WHERE person_id = ? AND server_id = ? AND kind = '{GameKind.PEOPLE}' AND game_id = ?"
    )
    database.executemany(
        sql,
        (
            (skill.mu, skill.sigma, skill.rating, person, game.server_id, game.game_id)
            for person, skill in skills.items()
        ),
    )


def rate_from(database: sqlite3.Connection, server_id: int, since: When | None, rate: Rate) -> frozenset[int]:
    """Rate the games of a server anew, one after another.

    Somebody who has been erased has no skill that is kept, but others' ratings follow from it: it is found
    again from their games, as if they were there, so that nothing changes for anybody.

    Args:
        database: with the games and their results.
        server_id: which server.
        since: the first game that is rated anew; all are if None.
        rate: what a game does to skills.

    Returns:
        Whose rating after some later game than the first may have changed.
    """
    skills: dict[int, Skill] = {}
    games: Iterable[RatedGame] = ()
    if since is not None:
        sql = f"{_GAME} WHERE server_id = ? AND {_FROM_ON} ORDER BY ended_at, game_id"
        games = all_of(database, _rated, sql, server_id, *since)
        people = frozenset[int]().union(*(game.people for game in games))
        skills = _skills_before(database, server_id, people, since, rate)
    else:
        games = games_rated(database, server_id)
    later: set[int] = set()
    for number, game in enumerate(games):
        after = rate(game, skills)
        skills.update(after)
        keep_skills(database, game, after)
        if number:
            later |= game.people
    return frozenset(later)


def _skills_before(
    database: sqlite3.Connection, server_id: int, people: frozenset[int], since: When, rate: Rate
) -> dict[int, Skill]:
    """The skills of people before a time, of those who had one."""
    skills: dict[int, Skill] = {}
    present = _present(database, people)
    for person in present:
        sql = f"SELECT mu, sigma, rating {_OF_ONE} AND mu IS NOT NULL AND NOT {_FROM_ON}"
        sql += " ORDER BY ended_at DESC, game_id DESC LIMIT 1"
        before = one(database, Skill, sql, person, server_id, *since)
        if before is not None:
            skills[person] = before
    erased = people - present
    return skills | _skills_of_erased(database, server_id, erased, since, rate) if erased else skills


def _skills_of_erased(
    database: sqlite3.Connection, server_id: int, people: frozenset[int], since: When, rate: Rate
) -> dict[int, Skill]:
    """The skills before a time of erased people, from their games and what is kept of others."""
    found: dict[int, RatedGame] = {}
    erased, wanted, others = frozenset[int](), people, frozenset[int]()
    while wanted:
        # Whoever met them and is gone too is found again along with them.
        erased |= wanted
        games = _games_of(database, server_id, wanted, since)
        found.update((game.game_id, game) for game in games)
        met = frozenset[int]().union(*(game.people for game in games)) - erased
        others |= _present(database, met)
        wanted = met - others
    kept: dict[int, dict[When, Skill]] = {}
    for person in others:
        sql = f"SELECT ended_at, game_id, mu, sigma, rating {_OF_ONE} AND mu IS NOT NULL"
        sql += " ORDER BY ended_at, game_id"
        rows = database.execute(sql, (person, server_id))
        kept[person] = {(at, game_id): Skill(*skill) for at, game_id, *skill in rows}
    times = {person: tuple(course) for person, course in kept.items()}
    skills: dict[int, Skill] = {}
    for game in sorted(found.values(), key=lambda each: each.when):
        before = {person: skills[person] for person in game.people & skills.keys()}
        for person in game.people & others:
            place = bisect_left(times[person], game.when)
            if place:
                before[person] = kept[person][times[person][place - 1]]
        after = rate(game, before)
        skills.update((person, after[person]) for person in game.people & erased & after.keys())
    return {person: skills[person] for person in people & skills.keys()}


def _games_of(
    database: sqlite3.Connection, server_id: int, people: frozenset[int], before: When
) -> tuple[RatedGame, ...]:
    """The rated games before a time in which one of these people played."""
    # As they are written: nothing else in the text looks so.
    looks = [f'"person":{person}{behind}' for person in sorted(people) for behind in "},"]
    sql = (
        f"{_GAME} WHERE server_id = ? AND NOT {_FROM_ON}"
        " AND EXISTS (SELECT 1 FROM json_each(?) WHERE instr(sides, value))"
    )
    return all_of(database, _rated, sql, server_id, *before, json.dumps(looks))


def _present(database: sqlite3.Connection, people: frozenset[int]) -> frozenset[int]:
    sql = "SELECT person_id FROM people WHERE person_id IN (SELECT value FROM json_each(?))"
    return frozenset(all_of(database, int, sql, json.dumps(sorted(people))))


def _written(sides: tuple[RatedSide, ...]) -> str:
    return json.dumps(
        [[side.place, [_seat_written(seat) for seat in side.seats]] for side in sides], separators=(",", ":")
    )


def _seat_written(seat: RatedSeat) -> dict[str, Any]:
    if seat.person is None:
        return {"level": seat.level}
    return {"person": seat.person, **({"left": True} if seat.left else {})}


def _rated(game_id: int, server_id: int, ended_at: float, sides: str) -> RatedGame:
    read = (
        RatedSide(place, tuple(RatedSeat(**seat) for seat in seats)) for place, seats in json.loads(sides)
    )
    return RatedGame(game_id, server_id, ended_at, tuple(read))
