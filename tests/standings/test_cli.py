"""The commands `rebuild-standings` and `bench standings`."""

import json
import sqlite3
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.standings import Standings
from bot.store import Store
from tests.standings.games import ANNA, BERT, cancelled, kept, played, store_game


@pytest.fixture
async def database(path: Path, store: Store, standings: Standings) -> Path:
    """A database with two games that have ended, and the standings of them."""
    await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]))
    await store_game(store, cancelled([ANNA, BERT], None))
    await standings.catch_up()
    return path


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of nobody but the test."""
    monkeypatch.chdir(tmp_path)
    for name in ("HEARTS_DATABASE", "HEARTS_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)


class TestRebuilding:
    def test_gives_the_same_figures(self, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
        before = kept(database)
        connection = sqlite3.connect(database)
        with connection:
            connection.execute("DELETE FROM totals")
        connection.close()
        assert kept(database) != before
        assert main(["rebuild-standings", "--database", str(database)]) == 0
        assert capsys.readouterr() == ("standings built from 2 ended games\n", "")
        assert kept(database) == before

    def test_finds_the_database_in_the_settings(
        self, database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("HEARTS_DATABASE", str(database))
        assert main(["rebuild-standings"]) == 0
        assert capsys.readouterr().out == "standings built from 2 ended games\n"

    def test_makes_no_database(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        missing = tmp_path / "missing.db"
        assert main(["rebuild-standings", "--database", str(missing)]) == 1
        assert capsys.readouterr() == ("", f"There is no database {missing}.\n")
        assert not missing.exists()

    def test_says_what_is_wrong_with_the_database(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "no.db").write_text("this is no database, and longer than the header of one " * 9)
        assert main(["rebuild-standings", "--database", str(tmp_path / "no.db")]) == 1
        printed = capsys.readouterr()
        assert printed.out == ""
        assert len(printed.err.splitlines()) == 1
        assert "cannot be opened" in printed.err

    def test_advises_the_option_that_was_used(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rebuild-standings", "--database", str(tmp_path)]) == 1
        assert capsys.readouterr().err.endswith("it is not a file; set another place with --database.\n")
        monkeypatch.setenv("HEARTS_DATABASE", str(tmp_path))
        assert main(["rebuild-standings"]) == 1
        assert capsys.readouterr().err.endswith("it is not a file; set another place in HEARTS_DATABASE.\n")

    def test_says_which_setting_is_wrong(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("HEARTS_LOG_LEVEL", "LOUD")
        assert main(["rebuild-standings"]) == 2
        said, errors = capsys.readouterr()
        assert said == ""
        assert errors.startswith("HEARTS_LOG_LEVEL: DEBUG, INFO, WARNING or ERROR is wanted, not LOUD; ")


class TestBench:
    def test_measures_every_question(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["bench", "standings", "--players", "30", "--games", "200", "--runs", "3"])
        measured = json.loads(capsys.readouterr().out)
        assert (measured["players"], measured["games"], measured["runs"]) == (30, 200, 3)
        questions = measured["questions"]
        for order in ("rating", "wins", "place", "points", "moons"):
            assert {f"leaderboard all {order}", f"my place all {order}"} <= questions.keys()
        assert {"stats", "stats of the busiest player", "last page"} <= questions.keys()
        for name, question in questions.items():
            assert 0 < question["p50_ms"] <= question["p95_ms"] <= measured["worst_p95_ms"], name
            assert question["indexes_only"], name
            assert any("INDEX totals_by" in step or "PRIMARY KEY" in step for step in steps_of(question)), (
                name
            )

    def test_needs_something_to_measure(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bench", "standings", "--players", "3"]) == 2
        assert "error: argument --players: a whole number from 4 on is wanted" in capsys.readouterr().err


def steps_of(question: dict[str, dict[str, list[str]]]) -> list[str]:
    """Every step of every plan of a question."""
    return [step for steps in question["plans"].values() for step in steps]
