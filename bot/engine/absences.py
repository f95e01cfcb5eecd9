"""Times in which nobody could play: then no clock runs, and no game grows idle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

BLINK: Final = 5.0
"""Seconds for which nobody minds not to be able to play: they are not given back."""


@dataclass(frozen=True)
class _Held:
    """A game in which nobody can play for now.

    Attributes:
        server: where it is played.
        since: from when on, in Unix seconds.
        until: up to when the time has been given back.
    """

    server: int
    since: float
    until: float


@dataclass(frozen=True)
class _Past:
    """A time in which nobody could play.

    Attributes:
        begin: in Unix seconds.
        end: in Unix seconds.
        games: where; everywhere if None.
    """

    begin: float
    end: float
    games: frozenset[int] | None


class Absences:
    """Where nobody can play for now, and when nobody could before."""

    def __init__(self) -> None:
        self._held: dict[int, _Held] = {}
        self._past: list[_Past] = []

    def __contains__(self, game_id: int) -> bool:
        return game_id in self._held

    def begin(self, games: Mapping[int, int], now: float) -> None:
        """From now on nobody can play in these games, given with their servers."""
        for game_id, server in games.items():
            self._held.setdefault(game_id, _Held(server, now, now))

    def end(self, concerned: Callable[[int], bool], now: float) -> Mapping[int, float]:
        """People can play again in the games of some servers.

        Returns:
            The seconds to give back, by game, where it was for long enough to matter.
        """
        ended = {game_id: held for game_id, held in self._held.items() if concerned(held.server)}
        for game_id in ended:
            del self._held[game_id]
        long = {game_id: held for game_id, held in ended.items() if now - held.since >= BLINK}
        for since in {held.since for held in long.values()}:
            self.note(since, now, [game_id for game_id, held in long.items() if held.since == since])
        return {game_id: now - held.until for game_id, held in long.items()}

    def owed(self, now: float) -> Mapping[int, float]:
        """The seconds to give back until now, by game, while people still cannot play there.

        They are not counted again.
        """
        long = {game_id: held for game_id, held in self._held.items() if now - held.since >= BLINK}
        self._held.update({game_id: replace(held, until=now) for game_id, held in long.items()})
        return {game_id: now - held.until for game_id, held in long.items()}

    def time_in(self, game_id: int, now: float) -> float:
        """The time at a table, which stands while nobody can play there, in Unix seconds."""
        held = self._held.get(game_id)
        return now if held is None else held.until

    def held(self, now: float) -> Mapping[int, float]:
        """The time at each table at which nobody can play now, in Unix seconds."""
        return {game_id: self.time_in(game_id, now) for game_id in self._held}

    def forget(self, game_id: int) -> None:
        """A game is over."""
        self._held.pop(game_id, None)

    def note(self, begin: float, end: float, games: Iterable[int] | None = None) -> None:
        """Nobody could play in these games, or in any, from one time to another in Unix seconds."""
        self._past.append(_Past(begin, end, None if games is None else frozenset(games)))
        self._past.sort(key=lambda past: past.end)

    def drop_before(self, life: float, now: float) -> None:
        """Forget what matters to no game that has been idle for so many seconds at most."""
        begin = _before(self._past, life, now)
        self._past = [past for past in self._past if past.end >= begin]

    def idle_since(self, game_id: int, life: float, now: float) -> float:
        """Since when people could have played in a game for so many seconds, in Unix seconds."""
        here = [past for past in self._past if past.games is None or game_id in past.games]
        return _before(here, life, now)


def _before(absences: Iterable[_Past], life: float, now: float) -> float:
    """So many seconds before now, without those of absences; the absences are given the oldest first."""
    begin = now - life
    for past in reversed([*absences]):
        if past.end >= begin:
            begin -= past.end - past.begin
    return begin
