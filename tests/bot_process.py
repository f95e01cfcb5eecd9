"""A program: `python -m tests.bot_process API GATEWAY …` is `hearts-bot …` with another Discord."""

import sys

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main

if __name__ == "__main__":
    Route.BASE = sys.argv[1]
    DiscordWebSocket.DEFAULT_GATEWAY = type(DiscordWebSocket.DEFAULT_GATEWAY)(sys.argv[2])
    sys.exit(main(sys.argv[3:]))
