"""A program to be killed: `python -m tests.engine.player_process DATABASE SEED`.

Takes up the open game of a database, or opens one, and plays it by lot, then the next, without end. Prints a
line of JSON for every act that was accepted: the game, the number of its first row, and the rows.
"""

import asyncio
import json
import random
import sys

from bot.engine.acts import Start
from bot.engine.state import Phase
from bot.engine.table import Change, Table, rows
from bot.engine.tables import Opening, Tables
from bot.rules.ruleset import Ruleset
from bot.store import Store
from tests.engine.tabletop import ANNA, random_act

CHANNEL = 20


def told(table: Table, change: Change) -> None:
    """Print what was accepted, as a listener."""
    stored = [[row.kind, row.version, row.body] for row in rows(change.actions)]
    sys.stdout.write(json.dumps([table.game_id, change.before.count + 1, stored]) + "\n")
    sys.stdout.flush()


async def play_on(path: str, seed: int) -> None:
    """Play until killed."""
    rng = random.Random(seed)
    async with await Store.open(path) as store:
        tables = Tables(store, lambda: 1000.0, (told,))
        while True:
            resumed = await tables.resume()
            opening = Opening(10, CHANNEL, "en", Ruleset(limit=25), (ANNA, ANNA + 1))
            table = resumed[0] if resumed else await tables.open(opening)
            assert isinstance(table, Table)
            while table.state.open:
                lobby = table.state.phase is Phase.LOBBY
                await table.act(Start(ANNA) if lobby else random_act(table.state, rng))


if __name__ == "__main__":
    asyncio.run(play_on(sys.argv[1], int(sys.argv[2])))
