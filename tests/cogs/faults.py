"""Discord out of order: requests of one kind fail in one way, until that is over."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord.http import client

from bot.traffic import Limited


class Refused(discord.HTTPException):
    """An answer with a status, as discord.py passes it on."""

    def __init__(self, status: int, code: int = 0, **headers: str) -> None:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        response: Any = type("Response", (), {"status": status, "reason": "", "headers": told})()
        super().__init__(response, {"code": code, "message": "out of order"})


class Forbidden(Refused, discord.Forbidden):
    """An answer with the status 403."""


class NotFound(Refused, discord.NotFound):
    """An answer with the status 404."""


@dataclass(frozen=True)
class Fault:
    """One way for a request to fail.

    Attributes:
        name: for the name of a test.
        error: what is raised.
        most: so often one request may be made in vain while it lasts.
        echo: whether the request gets through, and only what comes back is lost.
    """

    name: str
    error: Callable[[], Exception]
    most: int
    echo: bool = False

    def __str__(self) -> str:
        return self.name


LASTS = 25.0
"""Seconds for which Discord is out of order."""

FIRST_PAUSE = 6.0
"""Seconds until the second try, here: Discord in memory lets less than five pass for real."""

TRIES = 3
"""Tries in that time with pauses of 6 and 12 seconds, the next of 24."""

LATER = 61.0
"""Seconds after which what may be repeated has been."""

NO_PERMISSION = Fault("403", lambda: Forbidden(403, 50013), 2)
NO_MESSAGE = Fault("404", lambda: NotFound(404, 10008), 1)
NO_TOKEN = Fault("401 expired token", lambda: Refused(401, 50027), 1)
NO_WEBHOOK = Fault("404 expired token", lambda: NotFound(404, 10015), 1)
NO_INTERACTION = Fault("404 expired interaction", lambda: NotFound(404, 10062), 1)

PASSING = (
    Fault("429", lambda: Refused(429, 0, Retry_After="20"), 2),
    Fault("a limit as it is heard", lambda: Limited(20.0), 2),
    Fault("500", lambda: Refused(500), TRIES),
    Fault("503", lambda: Refused(503), TRIES),
    Fault("a timeout", TimeoutError, TRIES),
    Fault("a lost echo", TimeoutError, TRIES, echo=True),
)
"""What may be otherwise the next time."""


@dataclass(frozen=True)
class Kind:
    """One kind of request.

    Attributes:
        name: for the name of a test.
        method: of HTTP.
        path: as a pattern of `fnmatch`.
        when: whether a request that fits is of this kind, by its body.
    """

    name: str
    method: str
    path: str
    when: Callable[[Any], bool] = lambda body: True

    def __str__(self) -> str:
        return self.name

    def fits(self, method: str, path: str, body: Any) -> bool:
        """Whether a request is of this kind."""
        return method == self.method and fnmatch.fnmatch(path, self.path) and self.when(body)


class OutOfOrder:
    """Requests of a kind fail while it is on; counts how many have.

    Attributes:
        on: whether they do.
        failed: how many have failed so far.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: Kind, fault: Fault) -> None:
        self.on = False
        self.failed = 0
        dispatch = client.router.dispatch

        def out_of_order(backend: Any, method: str, path: str, **request: Any) -> Any:
            if not self.on or not kind.fits(method, path, request.get("json")):
                return dispatch(backend, method, path, **request)
            self.failed += 1
            if fault.echo:
                dispatch(backend, method, path, **request)
            raise fault.error()

        monkeypatch.setattr(client.router, "dispatch", out_of_order)
