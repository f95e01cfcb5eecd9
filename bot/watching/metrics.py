"""The metrics: what is counted and timed while it happens, in the names Prometheus asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

from bot.engine.actions import Action, Claimed, MoonChosen, Passed, Played, kind_of
from bot.engine.acts import Act, Refused
from bot.engine.table import Change, Table
from bot.store.errors import StoreError

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds, for what is ours alone."""

_ANSWERS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
"""Seconds: after the last one Discord has given up."""

_REQUESTS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

NOT_STORED: Final = "not_stored"
"""Stands among the reasons of refusals where an act was allowed and could not be stored."""


class Metrics:
    """Counts and times; an observer of tables.

    A label is never a number of a table or a person, nor anything somebody wrote: there are few of them.

    Args:
        registry: where the metrics are to be found.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self._actions = Counter(
            "hearts_actions", "Actions stored, by kind and who decided.", ("kind", "by"), registry=registry
        )
        self._refusals = Counter(
            "hearts_refusals", "Acts refused, by the rule against them.", ("rule",), registry=registry
        )
        self._acts = Histogram(
            "hearts_act_seconds",
            "From an act being tried to its actions being on disk.",
            registry=registry,
            buckets=_QUICK,
        )
        self._answers = Histogram(
            "hearts_answer_seconds",
            "From an interaction coming in to Discord having its first answer.",
            ("kind",),
            registry=registry,
            buckets=_ANSWERS,
        )
        self._pictures = Histogram(
            "hearts_picture_seconds",
            "From a picture being asked for to its being drawn; those that were kept are not drawn.",
            ("kind",),
            registry=registry,
            buckets=_QUICK,
        )
        self._picture_failures = Counter(
            "hearts_picture_failures", "Pictures that could not be drawn.", ("kind",), registry=registry
        )
        self._requests = Histogram(
            "hearts_discord_request_seconds",
            "From a request to Discord to its answer.",
            ("kind",),
            registry=registry,
            buckets=_REQUESTS,
        )
        self._errors = Counter(
            "hearts_discord_errors",
            "Requests Discord refused, by their kind and the answer's status; without an answer, why.",
            ("kind", "status"),
            registry=registry,
        )
        self._lag = Histogram(
            "hearts_loop_lag_seconds",
            "How late the event loop came to what was due, looked at four times a second.",
            registry=registry,
            buckets=_QUICK,
        )

    def opened(self, table: Table, actions: Sequence[Action]) -> None:
        """A table was opened."""
        del table
        self._count(actions)

    def accepted(self, table: Table, change: Change, seconds: float) -> None:
        """An act is on disk."""
        del table
        self._count(change.actions)
        self._acts.observe(seconds)

    def refused(self, table: Table, act: Act, refused: Refused) -> None:
        """An act was refused."""
        del table, act
        self._refusals.labels(refused.rule).inc()

    def failed(self, table: Table, act: Act, error: StoreError) -> None:
        """An act could not be stored."""
        del table, act, error
        self._refusals.labels(NOT_STORED).inc()

    def answered(self, kind: str, seconds: float) -> None:
        """An interaction has its first answer."""
        self._answers.labels(kind).observe(seconds)

    def drawn(self, kind: str, seconds: float | None) -> None:
        """A picture was drawn, or could not be."""
        if seconds is None:
            self._picture_failures.labels(kind).inc()
        else:
            self._pictures.labels(kind).observe(seconds)

    def requested(self, kind: str, seconds: float, failure: str | None) -> None:
        """A request to Discord is over; a failure is the answer's status, or why there is none."""
        if failure is not None:
            self._errors.labels(kind, failure).inc()
        self._requests.labels(kind).observe(seconds)

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(seconds)

    def _count(self, actions: Sequence[Action]) -> None:
        for action in actions:
            decided = isinstance(action, Passed | Played | Claimed | MoonChosen)
            self._actions.labels(kind_of(action), action.by if decided else "").inc()
