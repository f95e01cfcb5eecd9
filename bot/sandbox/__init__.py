"""The bot without Discord: a page of our own over a simulated server.

Nothing here is imported by the rest of the program, and nothing here imports the simulator until the sandbox
is served: it replaces the clock and parts of the event loop of the whole process.
"""

from bot.sandbox.options import BotFactory, SandboxError, SandboxOptions
from bot.sandbox.service import serve

__all__ = ["BotFactory", "SandboxError", "SandboxOptions", "serve"]
