"""A program to be killed: `python -m tests.store.writer DATABASE large|small|forgetful`.

Opens a game, then appends to it: batches too large for memory, or small ones, without end. Prints how many
rows the game has each time they are acknowledged.
"""

import asyncio
import sys

from bot.store import GameStatus, Row, Store

LARGE = 400_000
SMALL = 3
FORGOTTEN: list[Store] = []


def batch(size: int) -> list[Row]:
    """So many rows."""
    return [Row("played", 1, f'{{"ply": {index}, "card": "QS"}}') for index in range(size)]


async def forget(path: str) -> None:
    """Write one small batch, and end without closing."""
    store = await Store.open(path)
    game = await store.create_game(1, 1, "en", batch(1), 1.0)
    await store.append(game, 2, batch(SMALL), 2.0, GameStatus.PLAYING)
    FORGOTTEN.append(store)


async def write(path: str, what: str) -> None:
    """Write to a database until killed."""
    async with await Store.open(path) as store:
        game = await store.create_game(1, 1, "en", batch(1), 1.0)
        length = 1
        while True:
            size = LARGE if what == "large" else SMALL
            rows = batch(size)
            sys.stdout.write(f"{length}\n")
            sys.stdout.flush()
            await store.append(game, length + 1, rows, 2.0, GameStatus.PLAYING)
            length += size


if __name__ == "__main__":
    asyncio.run(forget(sys.argv[1]) if sys.argv[2] == "forgetful" else write(sys.argv[1], sys.argv[2]))
