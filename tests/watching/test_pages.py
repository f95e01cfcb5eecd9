"""The two pages, as Prometheus and whoever watches the bot ask for them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.engine.thinkers import Thinkers
from bot.traffic import Invalid
from bot.watching.watch import CannotWatch, Watch

README = Path(__file__).parents[2] / "README.md"


@dataclass
class Counts:
    """What a sender of messages counts."""

    sent: int = 5
    superseded: int = 3
    delayed: int = 2
    delay: float = 7.5
    waiting: int = 1


@dataclass
class Shown:
    """A watch and where it is shown."""

    watch: Watch
    address: str


@pytest.fixture
async def shown() -> AsyncIterator[Shown]:
    watch = Watch()
    port = await watch.listen("127.0.0.1", 0)
    yield Shown(watch, f"http://127.0.0.1:{port}")
    await watch.close()


async def get(address: str) -> tuple[int, str, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, answer.headers["Content-Type"], await answer.text()


async def test_health_is_503_with_reasons_and_200_without(shown: Shown) -> None:
    status, kind, text = await get(f"{shown.address}/health")
    assert (status, kind) == (503, "application/json; charset=utf-8")
    assert "Discord has not been heard yet." in text
    assert "The database does not answer: LookupError." in text

    async def answers() -> None:
        pass

    shown.watch.look_at(ask_database=answers)
    await shown.watch.gateway.on_ready()
    status, _, text = await get(f"{shown.address}/health")
    assert status == 200
    assert '"well": true' in text


async def test_the_metrics_are_what_prometheus_reads(shown: Shown) -> None:
    thinkers = Thinkers(0)
    thinkers.played["expert", "hard"] = 4
    invalid = Invalid(enough=2)
    invalid.answered(403)
    shown.watch.look_at(thinkers=thinkers, edits=Counts, invalid=invalid)
    shown.watch.metrics.drawn("hand", 0.002)
    shown.watch.metrics.drawn("table", None)
    shown.watch.metrics.lagged(0.003)
    await shown.watch.gateway.on_ready()
    await shown.watch.gateway.on_disconnect()
    status, kind, text = await get(f"{shown.address}/metrics")
    assert status == 200
    assert kind.startswith("text/plain; version=")
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    expected = {
        ("hearts_thinking_total", "expert", "hard"): 4,
        ("hearts_thinkers", "busy"): 0,
        ("hearts_thinking_queue",): 0,
        ("hearts_discord_invalid",): 1,
        ("hearts_discord_closed_seconds",): 0,
        ("hearts_edits_total", "sent"): 5,
        ("hearts_edits_total", "dropped"): 3,
        ("hearts_edits_total", "delayed"): 2,
        ("hearts_edits_delay_seconds_total",): 7.5,
        ("hearts_edits_waiting",): 1,
        ("hearts_picture_seconds_count", "hand"): 1,
        ("hearts_picture_failures_total", "table"): 1,
        ("hearts_gateway_ready",): 0,
        ("hearts_gateway_lost",): 1,
    }
    assert {key: samples[key] for key in expected} == expected
    assert samples["process_resident_memory_bytes",] > 1_000_000
    assert samples["hearts_loop_lag_seconds_count",] >= 1
    assert not [name for name, *_ in samples if name.endswith("_created")]


async def test_there_is_nothing_else(shown: Shown) -> None:
    assert (await get(f"{shown.address}/"))[0] == 404
    async with aiohttp.ClientSession() as session, session.post(f"{shown.address}/health") as answer:
        assert answer.status == 405


async def test_a_name_that_no_machine_has_is_said() -> None:
    with pytest.raises(
        CannotWatch, match=r"\(no machine has such a name\); set another HEARTS_WATCH_PORT or"
    ):
        await Watch().listen("a" * 80, 0)


async def test_a_port_that_is_taken_is_said(shown: Shown) -> None:
    port = int(shown.address.rpartition(":")[2])
    with pytest.raises(
        CannotWatch, match=rf"^Nothing can listen on 127\.0\.0\.1:{port} \(.*HEARTS_WATCH_PORT"
    ):
        await Watch().listen("127.0.0.1", port)


async def test_after_closing_nobody_listens(shown: Shown) -> None:
    await shown.watch.close()
    await shown.watch.close()
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(f"{shown.address}/health")


async def test_two_bots_in_one_process_count_apart() -> None:
    one, other = Watch(), Watch()
    one.metrics.answered("click", 0.1)
    assert one.registry.get_sample_value("hearts_answer_seconds_count", {"kind": "click"}) == 1
    assert other.registry.get_sample_value("hearts_answer_seconds_count", {"kind": "click"}) is None


def test_the_readme_names_every_metric() -> None:
    watch = Watch()
    watch.look_at(thinkers=Thinkers(0), edits=Counts, invalid=Invalid())
    names = {metric.name for metric in watch.registry.collect() if metric.name.startswith("hearts")}
    names |= {"hearts_tables_open"}
    rows = re.findall(r"^\| (`hearts_.*?) \|", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"hearts_\w+", row)}
    assert {name.removesuffix("_total") for name in named} == names
