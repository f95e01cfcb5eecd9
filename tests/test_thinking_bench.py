"""The command `bench thinking`."""

import json

import pytest

from bot.__main__ import main


@pytest.mark.parametrize("workers", [0, 1])
def test_it_measures_clicks_while_nobody_and_while_everybody_thinks(
    workers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["bench", "thinking", "--clicks", "12", "--tables", "2", "--workers", str(workers)])
    printed = capsys.readouterr()
    assert printed.err == ""
    measured = json.loads(printed.out)
    assert (measured["clicks"], measured["tables"], measured["workers"]) == (12, 2, workers)
    for name in ("nobody_thinks_ms", "experts_think_ms", "event_loop_late_ms"):
        figures = measured[name]
        assert 0 < figures["p50"] <= figures["p95"] <= figures["p99"] <= figures["max"]
    assert sum(measured["experts_as"].values()) > 0
    assert measured["experts_as"].keys() <= {"expert", "hard", "medium"}
    assert measured["met"] is (measured["experts_think_ms"]["p99"] <= measured["goal_p99_ms"] == 100)
    assert status == (0 if measured["met"] else 1)


@pytest.mark.parametrize("option", ["clicks", "tables", "workers"])
def test_what_cannot_be_measured(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "thinking", f"--{option}", "-1"]) == 2
    assert f"error: argument --{option}: a whole number from " in capsys.readouterr().err
