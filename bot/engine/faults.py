"""Errors in the log."""

from __future__ import annotations

import traceback


def described(error: BaseException) -> str:
    """What an error is and where it was raised.

    Without its message, which may name cards that nobody has seen.
    """
    places = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{places}".rstrip()
