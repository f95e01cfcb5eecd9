"""A process that works for the bot: how it begins and ends."""

import signal
import threading

import pytest

from bot.worker_process import WorkerProcess


def test_a_worker_is_ended_that_nobody_could_look_after(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_thread(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    worker = WorkerProcess(0)
    with monkeypatch.context() as short:
        short.setattr(threading.Thread, "start", no_thread)
        with pytest.raises(RuntimeError):
            worker.start()
    (process,) = worker._processes
    assert worker.wait(60)
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert worker.wait(), "who waits without a limit waits for nobody"
