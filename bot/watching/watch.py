"""The watch: everything that is counted, and the two pages where it is shown."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from typing import Any

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from bot.engine.table import Observer
from bot.engine.tables import Tables
from bot.engine.thinkers import Thinkers
from bot.watching.gateway import Gateway
from bot.watching.health import Health, Sending, examine
from bot.watching.journal import Journal
from bot.watching.lag import LoopLag
from bot.watching.metrics import Metrics
from bot.watching.readings import Edits, Invalid, Readings
from bot.watching.requests import Requests


class CannotWatch(Exception):
    """Nothing can listen at the port; the sentence says why and what to do."""


class Watch:
    """What is counted and timed, and pages that show it: `/health` and `/metrics`.

    It counts from the beginning; it listens nowhere until it is told to.

    Args:
        registry: where the metrics are to be found; one of its own if None.

    Attributes:
        registry: the same.
        metrics: what is counted as it happens.
        requests: the requests to Discord.
        gateway: the connections to it.
        observers: to be told what is tried at tables.
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.registry = registry or CollectorRegistry()
        self.metrics = Metrics(self.registry)
        self.requests = Requests(self.metrics)
        self.gateway = Gateway()
        self.observers: tuple[Observer, ...] = (self.metrics, Journal())
        self._lag = LoopLag(self.metrics.lagged)
        self._readings = Readings(self.gateway)
        self.registry.register(self._readings)
        ProcessCollector(registry=self.registry)
        self._ask_database: Callable[[], Awaitable[object]] = _nobody
        self._sending: Sending | None = None
        self._runner: web.AppRunner | None = None

    def listeners(self, *, sharded: bool) -> Mapping[str, Callable[..., Coroutine[Any, Any, None]]]:
        """What is to be called at which of discord.py's events, of a bot with shards or another."""
        shard = "shard_" if sharded else ""
        return {
            "on_interaction": self.requests.on_interaction,
            "on_ready": self.gateway.on_ready,
            f"on_{shard}connect": self.gateway.on_connection,
            f"on_{shard}resumed": self.gateway.on_connection,
            f"on_{shard}disconnect": self.gateway.on_disconnect,
        }

    def look_at(
        self,
        *,
        tables: Tables | None = None,
        thinkers: Thinkers | None = None,
        edits: Callable[[], Edits] | None = None,
        invalid: Invalid | None = None,
        sending: Sending | None = None,
        ask_database: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """From now on show these parts too; what is not given stays as it is."""
        readings = self._readings
        readings.tables = tables or readings.tables
        readings.thinkers = thinkers or readings.thinkers
        readings.edits = edits or readings.edits
        readings.invalid = invalid or readings.invalid
        self._sending = sending or self._sending
        self._ask_database = ask_database or self._ask_database

    def page(self) -> bytes:
        """All metrics with their values now, as Prometheus reads them."""
        return generate_latest(_WithoutBirthdays(self.registry))

    async def health(self) -> Health:
        """How the bot is."""
        return await examine(self.gateway, self._lag, self._ask_database, self._open_tables, self._sending)

    @property
    def is_shown(self) -> bool:
        """Whether both pages can be asked for."""
        return self._runner is not None

    async def listen(self, host: str, port: int) -> int:
        """Show both pages to whoever asks there, and begin to look how late the event loop is.

        Args:
            host: an address of this machine.
            port: 0 for any that is free.

        Returns:
            The port.

        Raises:
            CannotWatch: where nothing can listen there.
        """
        app = web.Application()
        app.router.add_get("/health", self._on_health)
        app.router.add_get("/metrics", self._on_metrics)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except (OSError, UnicodeError) as error:
            await runner.cleanup()
            raise CannotWatch(
                f"Nothing can listen on {host}:{port} ({_why(error)}); set another HEARTS_WATCH_PORT or"
                " HEARTS_WATCH_HOST."
            ) from error
        self._runner = runner
        self._lag.start()
        return runner.addresses[0][1]

    async def close(self) -> None:
        """Show nothing any more."""
        self._lag.stop()
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    def _open_tables(self) -> int:
        return 0 if self._readings.tables is None else self._readings.tables.open_count

    async def _on_health(self, request: web.Request) -> web.Response:
        health = await self.health()
        return web.json_response(health.to_json(), status=200 if health.well else 503, headers=_FRESH)

    async def _on_metrics(self, request: web.Request) -> web.Response:
        return web.Response(body=self.page(), headers={"Content-Type": CONTENT_TYPE_LATEST, **_FRESH})


class _WithoutBirthdays(Collector):
    """A registry without the time each series began at: twice as much to read, and nobody asks for it."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric


_FRESH: Mapping[str, Any] = {"Cache-Control": "no-store"}


def _why(error: OSError | UnicodeError) -> str:
    """What the system says, without the address, which the event loop adds to it."""
    if isinstance(error, UnicodeError):
        return "no machine has such a name"
    if error.errno is None or isinstance(error, socket.gaierror):
        return error.strerror or str(error)
    return os.strerror(error.errno)


async def _nobody() -> None:
    raise LookupError("there is no database yet")
