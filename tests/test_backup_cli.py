"""`hearts-bot backup` and `hearts-bot restore`, also beside a bot that runs."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import DatabaseLock, Store
from bot.store.backup import copies
from bot.store.schedule import Plan
from tests.loopback import Loopback, start_bot
from tests.store.samples import rows
from tests.test_running import ended, reached

NOW = 1_790_000_000.0


@pytest.fixture
async def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A closed database with two games, which is the one of the settings."""
    path = tmp_path / "hearts.sqlite"
    async with await Store.open(path) as store:
        for channel in range(2):
            await store.create_game(1, channel, "en", rows(3), 1.0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEARTS_DATABASE", str(path))
    return path


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback.running() as loopback:
        yield loopback


def games(path: Path) -> int:
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
    connection.close()
    return count


def test_there_and_back(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    size = copy.stat().st_size
    assert capsys.readouterr() == (f"copied to {copy}: 2 games, {size} bytes, checked\n", "")
    database.write_bytes(b"spoiled")
    assert main(["restore", str(copy)]) == 0
    said, errors = capsys.readouterr()
    (before,) = tmp_path.glob("hearts.sqlite.before-*")
    assert said == (
        f"restored {database} from {copy}: 2 games\nthe file that was there is kept as {before}\n"
    )
    assert errors == ""
    assert before.read_bytes() == b"spoiled"
    assert games(database) == 2


async def test_one_game_is_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = tmp_path / "one.sqlite", tmp_path / "copy.sqlite"
    async with await Store.open(path) as store:
        await store.create_game(1, 1, "en", rows(3), 1.0)
    assert main(["backup", str(copy), "--database", str(path)]) == 0
    assert ": 1 game, " in capsys.readouterr().out
    assert main(["restore", str(copy), "--database", str(path)]) == 0
    assert ": 1 game\n" in capsys.readouterr().out


def test_the_database_may_be_named(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTS_DATABASE", str(tmp_path / "another.sqlite"))
    (tmp_path / "copies").mkdir()
    assert main(["backup", "copies", "--database", str(database)]) == 0
    ((_, copy),) = copies(database, tmp_path / "copies")
    assert main(["restore", str(copy), "--database", str(tmp_path / "new.sqlite")]) == 0
    assert games(tmp_path / "new.sqlite") == 2
    assert not (tmp_path / "another.sqlite").exists()


@pytest.mark.parametrize("destination", ["backups", "backups/", "{folder}/backups", "kept/"])
@pytest.mark.parametrize("named", [False, True])
def test_a_folder_for_copies_is_made_where_one_is_meant(
    database: Path, tmp_path: Path, destination: str, named: bool
) -> None:
    options = ["--database", str(database)] if named else []
    assert main(["backup", destination.format(folder=tmp_path), *options]) == 0
    folder = tmp_path / Path(destination.format(folder=tmp_path)).name
    ((_, copy),) = copies(database, folder)
    assert games(copy) == 2
    assert folder.stat().st_mode & 0o777 == 0o700
    plan = Plan(database, Path(folder.name), 86400.0, 7)
    plan.carry_out(NOW, lambda: False)
    assert len(copies(database, folder)) == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["backup", "no/copy.sqlite"], "There is no folder {folder}/no; make it first."),
        (["backup", "hearts.sqlite"], "There is a file {folder}/hearts.sqlite already; name another one"),
        (["backup", "no/copies/"], "There is no folder {folder}/no; make it first."),
        (
            ["backup", "diary/"],
            "{folder}/diary is a file, where a folder for copies is to be; move it elsewhere",
        ),
        (["backup", "x", "--database", "no.sqlite"], "There is no database {folder}/no.sqlite."),
        (["restore", "no.sqlite"], "There is no file {folder}/no.sqlite."),
        (["restore", "hearts.sqlite"], "{folder}/hearts.sqlite is the database itself."),
        (["restore", "diary"], "The copy {folder}/diary cannot be restored: it is not an SQLite database"),
    ],
)
def test_what_cannot_be_is_one_line(
    database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    why: str,
) -> None:
    (tmp_path / "diary").write_text("Dear diary,\n" * 1000)
    before = database.read_bytes()
    assert main(arguments) == 1
    said, errors = capsys.readouterr()
    assert said == ""
    assert len(errors.splitlines()) == 1
    assert errors.startswith(why.format(folder=tmp_path))
    assert database.read_bytes() == before


def test_a_refused_restore_says_what_else_there_is(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = database.read_bytes()
    assert main(["restore", "no.sqlite"]) == 1
    assert capsys.readouterr().err.endswith("/no.sqlite. Nothing was changed; name another copy.\n")
    assert main(["backup", "backups"]) == 0
    ((_, copy),) = copies(database, tmp_path / "backups")
    newer = copy.with_name("hearts-2126-01-01T00-00-00Z.sqlite")
    newer.write_bytes(b"spoiled")
    capsys.readouterr()
    assert main(["restore", str(newer)]) == 1
    assert capsys.readouterr().err.endswith(f" Nothing was changed; the newest other one is {copy}.\n")
    assert database.read_bytes() == before


def test_advice_names_the_option_that_was_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTS_DATABASE", str(tmp_path))
    assert main(["backup", str(tmp_path / "copy")]) == 1
    assert capsys.readouterr().err.endswith("; set another place in HEARTS_DATABASE.\n")
    assert main(["backup", str(tmp_path / "copy"), "--database", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("; set another place with --database.\n")


def test_a_wrong_setting(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEARTS_BACKUP_COPIES", "0")
    assert main(["backup", "copy"]) == 2
    assert capsys.readouterr().err.startswith("HEARTS_BACKUP_COPIES: ")


async def test_beside_a_bot_that_runs(database: Path, discord: Loopback, tmp_path: Path) -> None:
    bot = await start_bot(discord, tmp_path, database=str(database))
    await reached(discord.identified, bot)
    copying = await start_bot(discord, tmp_path, "backup", "copy.sqlite", database=str(database))
    assert (await ended(copying))[0] == 0
    assert games(tmp_path / "copy.sqlite") == 2
    restoring = await start_bot(discord, tmp_path, "restore", "copy.sqlite", database=str(database))
    status, errors = await ended(restoring)
    assert status == 1
    assert errors == (
        f"The database {database} cannot be opened: a bot is running on it already; stop that one first.\n"
    )
    bot.terminate()
    assert (await ended(bot))[0] == 0
    assert games(database) == 2
    DatabaseLock.take(database).release()


async def test_a_bot_does_not_begin_anew_beside_its_copies(
    database: Path, discord: Loopback, tmp_path: Path
) -> None:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    database.unlink()
    status, errors = await ended(await start_bot(discord, tmp_path, database=str(database)))
    assert status == 1
    assert errors.endswith(
        f"The database {database} cannot be opened: the file is missing, yet there are copies of it in"
        f" {tmp_path / 'backups'}; put one back with hearts-bot restore, or move them away to begin anew.\n"
    )
    assert not database.exists()
