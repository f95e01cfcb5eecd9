"""Games that have ended in a server: their deals are what a test says, and nobody played them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.rules.ruleset import Ruleset
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen
from tests.standings.games import QUICK, Deals, cancelled, count_quick_games, played, store_game

DAY = 86400.0


async def number_of(person: Somebody) -> int:
    """Their number in the store, which they get where they have none."""
    name = person.member.user.global_name or "?"
    return (await person.place.bot.store.person(person.member.id, name)).person_id


async def finished(
    people: Sequence[Somebody],
    deals: Deals = ((0, 5, 8, 30),),
    *,
    left: Sequence[Somebody] = (),
    server: int | None = None,
    ago: float = 0.0,
    ruleset: Ruleset = QUICK,
) -> None:
    """A game of these people, in the seats from the first on, that has come to its end.

    Quick games count in the server; whether games by other rules do is as set.

    Args:
        people: by seat; computers sit in the other seats.
        deals: the points of each deal, by seat; the first seat wins where nothing is said.
        left: those of the people who left.
        server: where, if not in their own.
        ago: how many seconds ago it ended.
        ruleset: by which rules, if not those of quick games.
    """
    place = people[0].place
    where = place.guild.id if server is None else server
    if ruleset == QUICK:
        await count_quick_games(place.bot.store, where)
    actions = played(
        [await number_of(person) for person in people],
        deals,
        left=[await number_of(person) for person in left],
        server=where,
        ruleset=ruleset,
    )
    game = await store_game(place.bot.store, actions, place.bot.now() - ago)
    await place.bot.standings.fold_game(game)


async def ended_early(people: Sequence[Somebody], *, abandoned: bool = False) -> None:
    """A game of these people that the first of them cancelled, or that all of them left."""
    place, numbers = people[0].place, [await number_of(person) for person in people]
    opened, *rest = cancelled(numbers, None if abandoned else numbers[0])
    opened = played(numbers, [], server=place.guild.id)[0]
    game = await store_game(place.bot.store, (opened, *rest), place.bot.now())
    await place.bot.standings.fold_game(game)


async def count(place: Place, *presets: str) -> None:
    """Have games by the rules of these presets count, and no others."""
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, counted=presets))


async def enough(place: Place, games: int = 1) -> None:
    """Have the leaderboard take so many games."""
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, min_games=games))


def lines(seen: Seen) -> list[str]:
    """The lines of a leaderboard, two for each person: without marks of Markdown."""
    return [line.replace("*", "").removeprefix("-# ") for line in seen.texts[1].split("\n")]


def names(seen: Seen) -> list[str]:
    """Rank and name of everybody on a page."""
    return [line.split(" · ")[0] for line in lines(seen)[::2]]
