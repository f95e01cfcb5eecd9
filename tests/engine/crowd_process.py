"""A program to be killed: `python -m tests.engine.crowd_process DATABASE SEED`.

Starts as the bot does, with all that listens to a table: takes up the open games of a database, opens one
in every channel that has none, and plays them side by side by lot, without end. Prints a line of JSON when it
is about to open the database, and one for every act that was accepted: the game, the number of its first row,
and the rows.
"""

import asyncio
import json
import random
import sys
from dataclasses import replace

from bot.engine.acts import Start
from bot.engine.paces import Pace
from bot.engine.table import Change, Listener, SystemChance, Table, rows
from bot.engine.tables import Opening
from bot.standings import History, Standings
from bot.store import ServerRow, Store, own_preset
from tests.engine.coming_and_going import PEOPLE, RULES, any_act
from tests.engine.hall import Hall

SERVERS = (10, 11, 12)
CHANNELS = tuple(range(20, 44))
"""Where a game is always open."""


def told(table: Table, change: Change) -> None:
    """Print what was accepted, as a listener."""
    stored = [[row.kind, row.version, row.body] for row in rows(change.actions)]
    say([table.game_id, change.before.count + 1, stored])


def say(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def prepare(store: Store) -> None:
    """Have the people come to the servers, where games by all of the rules count."""
    for number in range(1, max(PEOPLE) + 1):
        await store.person(number, f"Person {number}")
    for server in SERVERS:
        presets = [
            await store.save_preset(server, f"Rules {number}", ruleset)
            for number, ruleset in enumerate(RULES)
        ]
        counted = tuple(own_preset(preset.preset_id) for preset in presets)
        await store.save_server(ServerRow(server, counted=counted))


class Crowd:
    """Many tables, with everything on.

    Args:
        store: where they are kept.
        rng: the lots.
        listeners: told of every change, after all others.
    """

    def __init__(self, store: Store, rng: random.Random, *listeners: Listener) -> None:
        self.store = store
        self.rng = rng
        self.hall = Hall(store, computers=True)
        self.standings = Standings(store)
        self.history = History(store)
        self.hall.tables.chance = SystemChance()
        self.hall.tables.listeners += (self.standings.on_change, *listeners)

    async def start(self) -> tuple[Table, ...]:
        """Start as the bot does, and give the tables with an open game."""
        hall = self.hall
        await hall.clock.resume()
        await hall.clock.go_on(lambda _: True)
        await self.standings.catch_up()
        await self.history.catch_up()
        tables = await hall.tables.resume()
        for table in tables:
            await hall.clock.watch(table)
            hall.computers.wake(table)
            hall.wishes.wake(table)
        return tables

    async def play(self, channel: int) -> None:
        """Play game after game in a channel."""
        rng, hall = self.rng, self.hall
        while True:
            table = await hall.tables.in_channel(channel)
            if table is None:
                people = tuple(rng.sample(PEOPLE, rng.randrange(1, 4)))
                ruleset, pace = rng.choice(RULES), rng.choice(list(Pace))
                computers = rng.randrange(3)
                server = SERVERS[channel % len(SERVERS)]
                opened = await hall.tables.open(
                    Opening(server, channel, "en", ruleset, people, computers, pace)
                )
                assert isinstance(opened, Table)
                table = opened
            while table.state.open:
                await self._step(table)
                await asyncio.sleep(0)

    async def _step(self, table: Table) -> None:
        rng, hall, deal = self.rng, self.hall, table.state.deal
        match rng.randrange(30):
            case 0:
                hall.time += rng.choice((1.0, 20.0, 100.0))
                hall.clock.begin()
                await hall.clock.tick(hall.tables, hall.doorman)
            case 1 if deal is not None and not deal.passing:
                seat = rng.randrange(len(deal.hands))
                if deal.hands[seat]:
                    await hall.wishes.queue(table, seat, rng.choice(list(deal.hands[seat])))
            case _:
                act = any_act(table.state, rng, endings=True)
                if isinstance(act, Start):
                    act = replace(act, counted=table.state.ruleset)
                await table.act(act)


async def play_on(path: str, seed: int) -> None:
    """Play until killed."""
    say("opening")
    async with await Store.open(path) as store:
        crowd = Crowd(store, random.Random(seed), told)
        await crowd.start()
        await asyncio.gather(*map(crowd.play, CHANNELS))


if __name__ == "__main__":
    asyncio.run(play_on(sys.argv[1], int(sys.argv[2])))
