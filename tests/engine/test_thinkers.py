"""Thinking in worker processes: a move when all are busy, one dies or hangs, or the bot closes."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import worker_process
from bot.engine.thinkers import Patience, Thinkers, usual_workers
from bot.players import LEVELS, make_player, worker
from bot.rules import shuffle
from bot.rules.cards import ALL_CARDS, Card
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.view import View, view

ROOT = Path(__file__).parents[2]

TO_BE_KILLED = """
import asyncio, os
from bot.engine.thinkers import Thinkers

async def main():
    thinkers = Thinkers(1)
    thinkers.start()
    while not thinkers.free:
        await asyncio.sleep(0.01)
    (thinker,) = thinkers._working
    print(await asyncio.wrap_future(thinker.submit(os.getpid)), flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
"""A bot that says which process thinks for it."""


def to_pass(secret: int = 0) -> View:
    """A seat that is to pass."""
    rules = Ruleset()
    hands = shuffle.hands(random.Random(secret).randbytes(shuffle.SECRET_BYTES), rules, 0)
    return view(Game(rules, 0).start_deal(hands), 0)


def to_play(plies: int = 6) -> View:
    """A seat that is to play, after so many cards."""
    rules = Ruleset()
    game = Game(rules, 0).start_deal(shuffle.hands(bytes(shuffle.SECRET_BYTES), rules, 0))
    for seat in range(4):
        assert game.deal is not None
        game = game.pass_cards(seat, tuple(game.deal.hands[seat])[:3])
    for _ in range(plies):
        assert game.deal is not None
        assert game.deal.turn is not None
        game = game.play(game.deal.turn, game.deal.legal(game.deal.turn).lowest)
    assert game.deal is not None
    assert game.deal.turn is not None
    return view(game, game.deal.turn)


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def warm(patience: Patience) -> AsyncIterator[Thinkers]:
    """One worker that has come to work."""
    thinkers = Thinkers(1, patience)
    thinkers.start()
    await until(lambda: thinkers.free == 1)
    yield thinkers
    await thinkers.close()


@pytest.fixture
async def one() -> AsyncIterator[Thinkers]:
    """One worker, warm, and little patience for a free one."""
    async with warm(Patience(full=0.2, any=0.6, hint=0.6, answer=30)) as thinkers:
        yield thinkers


@pytest.fixture
async def patient() -> AsyncIterator[Thinkers]:
    """One worker, warm, which is waited for, but for little time before an Expert does with less thought."""
    async with warm(Patience(full=0.2, any=30, hint=30, answer=30)) as thinkers:
        yield thinkers


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("situation", [to_pass(), to_play()], ids=["pass", "play"])
async def test_without_workers_every_level_thinks_in_a_thread(level: str, situation: View) -> None:
    thinkers = Thinkers(0)
    thinkers.start()
    chosen = await thinkers.choose(level, 7, situation)
    assert len(chosen) == (3 if situation.to_pass else 1)
    assert set(chosen) <= set(situation.hand)
    assert thinkers.played == {(level, level): 1}
    await thinkers.close()


async def test_a_worker_answers_as_the_player_does_whatever_it_was_asked_before(one: Thinkers) -> None:
    # Hard plays out all of its thirty worlds, well within its time: nothing hangs on the clock.
    first = await one.choose("hard", 3, to_play())
    assert first == (make_player("hard", 3).choose_play(to_play()),)
    for other in range(3):
        await one.choose("hard", other, to_pass(other))
        await one.choose("expert", other, to_play(other + 8))
    assert await one.choose("hard", 3, to_play()) == first
    assert one.played == {("hard", "hard"): 5, ("expert", "expert"): 3}


async def test_a_hint_is_an_experts_thought(one: Thinkers) -> None:
    thought = await one.think(to_play(), 3)
    assert thought is not None
    assert set(thought.cards) <= set(to_play().legal)
    assert thought.options


async def test_a_worker_knows_the_rules_and_the_players_and_no_more(one: Thinkers) -> None:
    (thinker,) = one._working
    loaded: list[str] = await asyncio.wrap_future(thinker.submit(eval, "[*__import__('sys').modules]"))
    rooms = {name.split(".")[1] for name in loaded if name.startswith("bot.")} - {"__main__"}
    assert rooms == {"rules", "players", "worker_process"}
    assert not any(name.split(".")[0] in ("discord", "cogs", "aiosqlite", "PIL") for name in loaded)


class TestAllAreBusy:
    async def test_a_short_wait_makes_an_expert_think_as_hard(self, patient: Thinkers) -> None:
        busy(patient, 0.4)
        await patient.choose("expert", 1, to_play())
        assert patient.played == {("expert", "hard"): 1}

    @pytest.mark.parametrize("level", ["hard", "expert"])
    async def test_a_longer_one_makes_everybody_play_as_medium(self, one: Thinkers, level: str) -> None:
        busy(one, 60)
        began = time.monotonic()
        chosen = await one.choose(level, 1, to_play())
        assert 0.5 < time.monotonic() - began < 30
        assert chosen == (make_player("medium").choose_play(to_play()),)
        assert one.played == {(level, "medium"): 1}

    async def test_a_hint_is_given_up(self, one: Thinkers) -> None:
        busy(one, 60)
        assert await one.think(to_play(), 1) is None

    @pytest.mark.parametrize("level", ["easy", "medium"])
    async def test_who_needs_no_worker_waits_for_none(self, patient: Thinkers, level: str) -> None:
        busy(patient, 60)
        began = time.monotonic()
        await patient.choose(level, 1, to_play())
        assert time.monotonic() - began < 10
        assert patient.played == {(level, level): 1}

    async def test_computers_go_before_hints_that_asked_earlier(self) -> None:
        thinkers = Thinkers(1, Patience(full=20, any=20, hint=20))
        thinkers.start()
        await until(lambda: thinkers.free == 1)
        busy(thinkers, 2)
        order: list[str] = []

        async def hint() -> None:
            assert await thinkers.think(to_play(), 1) is not None
            order.append("hint")

        async def computer() -> None:
            await thinkers.choose("expert", 1, to_play())
            order.append("computer")

        first = asyncio.create_task(hint())
        await asyncio.sleep(0.05)
        await asyncio.gather(first, computer(), computer())
        await thinkers.close()
        assert order == ["computer", "computer", "hint"]

    async def test_nobody_waits_for_one_that_is_warming_up(self) -> None:
        thinkers = Thinkers(1, Patience(any=30))
        thinkers.start()
        began = time.monotonic()
        await thinkers.choose("expert", 1, to_play())
        assert thinkers.played == {("expert", "medium"): 1}
        assert time.monotonic() - began < 10
        await thinkers.close()


class TestThatFail:
    async def test_one_that_dies_is_replaced_and_its_move_is_made(
        self, one: Thinkers, caplog: pytest.LogCaptureFixture
    ) -> None:
        (dead,) = one._working
        process = await asyncio.wrap_future(dead.submit(os.getpid))
        move = asyncio.create_task(one.choose("expert", 1, to_pass()))
        await asyncio.sleep(0)
        os.kill(process, signal.SIGKILL)
        assert await move == make_player("medium").choose_pass(to_pass())
        await until(lambda: one.free == 1)
        assert one._working.isdisjoint({dead})
        await one.choose("expert", 1, to_play())
        assert one.played == {("expert", "medium"): 1, ("expert", "expert"): 1}
        assert not_named(caplog.text)

    async def test_one_that_died_while_nobody_asked(self, one: Thinkers) -> None:
        (dead,) = one._working
        os.kill(await asyncio.wrap_future(dead.submit(os.getpid)), signal.SIGKILL)
        await until(lambda: not any(process.is_alive() for process in dead._processes))
        assert len(await one.choose("expert", 1, to_play())) == 1
        await until(lambda: one.free == 1)
        assert await one.think(to_play(), 1) is not None

    async def test_one_that_hangs_is_ended_and_its_move_is_made(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        thinkers = Thinkers(1, Patience(answer=0.5))
        thinkers.start()
        await until(lambda: thinkers.free == 1)
        (stuck,) = thinkers._working
        process = await asyncio.wrap_future(stuck.submit(os.getpid))
        os.kill(process, signal.SIGSTOP)
        assert await thinkers.choose("hard", 1, to_play()) == (make_player("medium").choose_play(to_play()),)
        await until(lambda: thinkers.free == 1)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
        assert "does not answer" in caplog.text
        assert not_named(caplog.text)
        await thinkers.close()

    async def test_what_a_player_raises_is_logged_without_what_it_says(
        self, one: Thinkers, caplog: pytest.LogCaptureFixture
    ) -> None:
        thinker = one._free.pop()
        assert await one._answer(thinker, fail, to_pass()) is None
        assert one.free == 1, "the worker is none the worse"
        assert "ValueError" in caplog.text
        assert "test_thinkers.py" in caplog.text
        assert not_named(caplog.text)

    async def test_one_that_never_comes_to_work_is_tried_again_later_and_later(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(worker_process, "prepare", refuse)
        thinkers = Thinkers(1, Patience(rebuild=0.05))
        thinkers.start()
        await until(lambda: caplog.text.count("ended before it came to work; another one is started") == 2)
        ours = [line for line in caplog.records if line.name == "bot.engine.thinkers"]
        assert not any("\n" in line.getMessage() for line in ours)
        assert await thinkers.choose("expert", 1, to_pass()) == make_player("medium").choose_pass(to_pass())
        await thinkers.close()

    async def test_a_level_nobody_knows_says_so(self, one: Thinkers) -> None:
        with pytest.raises(worker.ThinkingFailed, match="ValueError"):
            await one.choose("grandmaster", 1, to_pass())


class TestNobodyWaitsAnyMore:
    async def test_a_worker_whose_caller_is_gone_finishes_and_is_free_again(self, one: Thinkers) -> None:
        question = asyncio.create_task(one.ask(time.sleep, 0.5))
        await until(lambda: one.free == 0)
        question.cancel()
        await asyncio.gather(question, return_exceptions=True)
        assert one.free == 0
        await until(lambda: one.free == 1)

    async def test_a_free_worker_is_not_lost_on_one_who_no_longer_waits(self, one: Thinkers) -> None:
        busy(one, 0.3)
        moves = [asyncio.create_task(one.choose("expert", 1, to_pass())) for _ in range(3)]
        await asyncio.sleep(0.05)
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)
        await until(lambda: one.free == 1)
        assert not one._queue

    async def test_closing_ends_whoever_thinks_at_once(self) -> None:
        thinkers = Thinkers(2)
        thinkers.start()
        await until(lambda: thinkers.free == 2)
        processes = [await asyncio.wrap_future(each.submit(os.getpid)) for each in thinkers._working]
        busy(thinkers, 60)
        busy(thinkers, 60)
        waiting = asyncio.create_task(thinkers.choose("expert", 1, to_pass()))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await thinkers.close()
        assert time.monotonic() - began < 20
        assert await waiting == make_player("medium").choose_pass(to_pass())
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)

    async def test_closing_while_a_worker_warms_up(self) -> None:
        thinkers = Thinkers(1)
        thinkers.start()
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await thinkers.close()
        assert time.monotonic() - began < 20
        assert asyncio.all_tasks() == {asyncio.current_task()}

    async def test_signals_that_end_the_bot_leave_a_worker_alone(self, one: Thinkers) -> None:
        (thinker,) = one._working
        process = await asyncio.wrap_future(thinker.submit(os.getpid))
        os.kill(process, signal.SIGINT)
        os.kill(process, signal.SIGTERM)
        assert len(await one.choose("expert", 1, to_pass())) == 3
        assert one._working == {thinker}

    @pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes")
    def test_no_worker_outlives_a_killed_bot(self) -> None:
        bot = subprocess.Popen(
            [sys.executable, "-c", TO_BE_KILLED],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with bot:
            assert bot.stdout is not None
            process = int(bot.stdout.readline())
            bot.kill()
        end = time.monotonic() + 10
        while Path(f"/proc/{process}/stat").exists():
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "Z":
                break
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.mark.parametrize(("cores", "workers"), [(None, 1), (1, 1), (2, 1), (4, 3), (5, 4), (64, 4)])
def test_a_core_is_left_to_who_answers_people(
    cores: int | None, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert usual_workers() == workers


def busy(thinkers: Thinkers, seconds: float) -> None:
    """Keep a free worker busy for so long."""
    thinker = thinkers._free.pop()
    task = asyncio.ensure_future(thinkers._have(thinker, 90, time.sleep, seconds))
    task.add_done_callback(lambda task: task.cancelled() or task.exception())


@worker.tell_failure
def fail(view: View) -> tuple[Card, ...]:
    raise ValueError(f"what to do with {view.hand}")


def refuse(nice: int) -> None:
    raise OSError(f"no room, however nice one is: {nice}")


def not_named(text: str) -> bool:
    """Whether no card is named."""
    return not any(f" {card}" in text or f"({card}" in text for card in ALL_CARDS)
