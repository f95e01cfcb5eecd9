"""A process that works for the bot: how it begins and ends."""

import os
import signal
import threading

import pytest

from bot.worker_process import WorkerProcess


def test_signals_that_end_the_bot_leave_a_worker_alone_that_has_not_come_to_work_yet() -> None:
    worker = WorkerProcess(0)
    held_back = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    worker.start()
    try:
        (process,) = worker._processes
        assert process.pid is not None
        # A Python that has only just been started knows nothing yet of what it is to ignore.
        for ending in (signal.SIGINT, signal.SIGTERM):
            os.kill(process.pid, ending)
        assert worker.submit(os.getpid).result(60) == process.pid
        assert worker.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result(60) == held_back
    finally:
        worker.end()
        worker.wait()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == held_back


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
