"""Readings: metrics that are not counted as things happen, but looked at when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.engine.tables import Tables
from bot.engine.thinkers import Thinkers
from bot.watching.gateway import Gateway


class Edits(Protocol):
    """What has become since the start of what is sent to Discord beside answers."""

    @property
    def sent(self) -> int:
        """How many requests were sent."""
        ...

    @property
    def superseded(self) -> int:
        """How many were not, since a newer state came before their turn."""
        ...

    @property
    def delayed(self) -> int:
        """How many had to wait for Discord's limits."""
        ...

    @property
    def delay(self) -> float:
        """For how many seconds, all together."""
        ...

    @property
    def waiting(self) -> int:
        """How many wait now."""
        ...


class Invalid(Protocol):
    """Requests that Discord counts as invalid."""

    @property
    def count(self) -> int:
        """How many it has refused within ten minutes."""
        ...

    @property
    def closed_for(self) -> float:
        """For how many seconds only people who wait are answered, for there were too many."""
        ...


@dataclass(eq=False)
class Readings(Collector):
    """Looks at the parts of the bot; those that are not there yet are left out.

    Attributes:
        gateway: the connections.
        tables: the open tables.
        thinkers: the thinking.
        edits: gives what has been sent to Discord beside answers.
        invalid: what Discord has refused.
    """

    gateway: Gateway
    tables: Tables | None = None
    thinkers: Thinkers | None = None
    edits: Callable[[], Edits] | None = None
    invalid: Invalid | None = None

    def collect(self) -> Iterator[Metric]:
        """Every metric with its values now."""
        gateway = self.gateway
        hears = gateway.ready and not gateway.lost
        yield GaugeMetricFamily("hearts_gateway_ready", "1 while Discord is heard.", float(hears))
        yield GaugeMetricFamily("hearts_gateway_lost", "Connections that are lost.", float(gateway.lost))
        if self.tables is not None:
            count = self.tables.open_count
            yield GaugeMetricFamily("hearts_tables_open", "Open tables, in memory or not.", float(count))
        if self.thinkers is not None:
            yield from _thinking(self.thinkers)
        if self.edits is not None:
            yield from _sending(self.edits())
        if self.invalid is not None:
            yield GaugeMetricFamily(
                "hearts_discord_invalid",
                "Requests refused with 401, 403 or 429 within ten minutes.",
                float(self.invalid.count),
            )
            yield GaugeMetricFamily(
                "hearts_discord_closed_seconds",
                "For how long only answers to people are sent, for too many requests were refused.",
                self.invalid.closed_for,
            )


def _sending(counts: Edits) -> Iterator[Metric]:
    edits = CounterMetricFamily(
        "hearts_edits", "Posts and edits beside answers, by what became of them.", labels=("outcome",)
    )
    for outcome, count in (
        ("sent", counts.sent),
        ("dropped", counts.superseded),
        ("delayed", counts.delayed),
    ):
        edits.add_metric((outcome,), float(count))
    yield edits
    yield CounterMetricFamily("hearts_edits_delay_seconds", "Seconds they waited for limits.", counts.delay)
    yield GaugeMetricFamily("hearts_edits_waiting", "Posts and edits that wait now.", float(counts.waiting))


def _thinking(thinkers: Thinkers) -> Iterator[Metric]:
    workers = GaugeMetricFamily("hearts_thinkers", "Worker processes, by what they do.", labels=("state",))
    for state, count in (("free", thinkers.free), ("busy", thinkers.busy), ("warming", thinkers.warming)):
        workers.add_metric((state,), float(count))
    yield workers
    yield GaugeMetricFamily(
        "hearts_thinking_queue", "Questions that wait for a worker.", float(thinkers.waiting)
    )
    played = CounterMetricFamily(
        "hearts_thinking",
        "Moves of computers, by the level asked for and the one that was played.",
        labels=("asked", "played"),
    )
    for (asked, level), count in sorted(thinkers.played.items()):
        played.add_metric((asked, level), float(count))
    yield played
    yield CounterMetricFamily(
        "hearts_thinkers_lost", "Workers that died or did not answer.", float(thinkers.lost)
    )
