"""`hearts-bot doctor`: every thing that can be missing is found, and said with what to do."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest
from discord.http import Route

from bot import doctor
from bot.__main__ import main
from bot.app import PERMISSIONS
from bot.pictures import faces, inspection, typefaces
from bot.players import compiled
from bot.settings import looks_like_a_token
from bot.store import DatabaseLock, Store
from bot.store.backup import ROOM, copy_name
from bot.store.schema import packaged_migrations
from bot.text import words
from cogs import permissions
from tests.loopback import BOT_ID, TOKEN, Loopback
from tests.store import released
from tests.test_project import README

README_TEXT = " ".join(README.read_text(encoding="utf-8").split())


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, with a token and no other setting."""
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE", "BACKUP_EVERY", "BACKUP_FOLDER", "WATCH_PORT", "WATCH_HOST"):
        monkeypatch.delenv(f"HEARTS_{name}", raising=False)
    monkeypatch.setenv("HEARTS_TOKEN", TOKEN)


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with Loopback.running() as loopback:
        monkeypatch.setattr(Route, "BASE", loopback.api)
        yield loopback


Examine = Callable[..., tuple[int, str]]


@pytest.fixture
def examined(capsys: pytest.CaptureFixture[str]) -> Examine:
    """The exit status and what is printed, without Discord."""

    def examined() -> tuple[int, str]:
        status = main(["doctor", "--offline"])
        said, errors = capsys.readouterr()
        assert errors == ""
        return status, said

    return examined


def wrong(said: str) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in said.splitlines() if line.startswith("WRONG")]


def test_nothing_is_missing(examined: Examine, tmp_path: Path) -> None:
    status, said = examined()
    assert status == 0
    assert not wrong(said)
    assert said.splitlines()[-1] == "Nothing is missing."
    assert f"note   there is no database {tmp_path / 'hearts.sqlite'} yet; the first start makes it" in said
    assert f"every 24 hours a copy in {tmp_path / 'backups'}, of which 7 are kept" in said
    assert f"fine   settings, from the environment alone: no .env in {tmp_path}, where the bot is" in said
    assert not list(tmp_path.iterdir()), "nothing is made by looking"
    (tmp_path / ".env").touch()
    assert f"fine   settings, from the environment and {tmp_path / '.env'}\n" in examined()[1]


async def test_a_database_that_is_sound(examined: Examine, tmp_path: Path) -> None:
    path = tmp_path / "hearts.sqlite"
    async with await Store.open(path) as store:
        await store.create_game(1, 1, "en", (), 1.0)
        status, said = await asyncio.to_thread(examined)
        assert (status, f"the database {path}: sound, 1 game, " in said) == (0, True)
    before = path.read_bytes()
    assert (await asyncio.to_thread(examined))[0] == 0
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["hearts.sqlite"]


@pytest.mark.parametrize(("every", "copied"), [("24", "after a copy into {}"), ("0", "without a copy")])
def test_an_old_database(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: str, copied: str
) -> None:
    monkeypatch.setenv("HEARTS_BACKUP_EVERY", every)
    released.load(tmp_path / "hearts.sqlite", 1)
    status, said = examined()
    assert status == 0
    coming = f"it is at version 1; the next start brings it to {len(packaged_migrations())}, {copied}, and"
    assert coming.format(tmp_path / "backups") in said
    connection = sqlite3.connect(tmp_path / "hearts.sqlite")
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


def test_a_bot_that_runs(examined: Examine, tmp_path: Path) -> None:
    lock = DatabaseLock.take(tmp_path / "hearts.sqlite")
    assert "note   a bot is running on it" in examined()[1]
    lock.release()
    assert "fine   no bot is running on it" in examined()[1]


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("TOKEN", "", "no token: make an application with a bot in Discord's developer portal"),
        ("TOKEN", "secret", "HEARTS_TOKEN does not look like a bot's token"),
        ("TOKEN", f"Bot {TOKEN}", "HEARTS_TOKEN does not look like a bot's token"),
        ("DATABASE", "no/hearts.sqlite", "there is no folder {folder}/no; make it"),
        ("DATABASE", "diary", "it is not an SQLite database, or its start is damaged"),
        ("DATABASE", "empty", "the file is empty"),
        ("DATABASE", "foreign", "it belongs to another program"),
        ("DATABASE", "new", "update the program"),
        ("BACKUP_FOLDER", "no/backups", "there is no folder {folder}/no for copies; make it"),
        ("BACKUP_FOLDER", "diary", "{folder}/diary is a file, where a folder for copies is to be; move it"),
        ("EMOJI", "perhaps", "HEARTS_EMOJI: "),
    ],
)
def test_what_is_wrong_is_said(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    (tmp_path / "diary").write_text("Dear diary,\n" * 1000)
    (tmp_path / "empty").touch()
    released.load(tmp_path / "new", 1)
    for file, statement in (("foreign", "CREATE TABLE t (a)"), ("new", "PRAGMA user_version = 99")):
        connection = sqlite3.connect(tmp_path / file)
        connection.execute(statement)
        connection.close()
    monkeypatch.setenv(f"HEARTS_{name}", value)
    status, said = examined()
    assert status == 1
    (line,) = wrong(said)
    assert why.format(folder=tmp_path) in line
    assert said.splitlines()[-1] == "1 thing to be put right."
    assert TOKEN not in said


def test_a_database_that_is_gone_but_has_copies(examined: Examine, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / copy_name(tmp_path / "hearts.sqlite", 1_790_000_000.0)).touch()
    status, said = examined()
    assert status == 1
    assert "the file is missing, yet there are copies of it" in wrong(said)[0]
    assert "hours old; see the log for why" in said


def test_a_database_that_is_a_link_to_itself(examined: Examine, tmp_path: Path) -> None:
    (tmp_path / "hearts.sqlite").symlink_to("hearts.sqlite")
    status, said = examined()
    assert status == 1
    assert "it is a link that leads to itself; set another place" in wrong(said)[0]


def test_what_the_system_refuses_is_said_with_what_to_do(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTS_DATABASE", str(tmp_path / ("n" * 300)))
    monkeypatch.setenv("HEARTS_BACKUP_FOLDER", "b" * 300)
    status, said = examined()
    assert status == 1
    for line in wrong(said):
        assert line.endswith("has too long a name; choose a shorter one")


def test_no_copies_are_wanted(examined: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTS_BACKUP_EVERY", "0")
    assert "note   the bot makes no copies of the database" in examined()[1]


def test_a_port_that_is_taken(examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("HEARTS_WATCH_PORT", str(port))
        assert wrong(examined()[1]) == [
            f"Nothing can listen on 127.0.0.1:{port} (Address already in use); set another HEARTS_WATCH_PORT"
            " or HEARTS_WATCH_HOST"
        ]
        lock = DatabaseLock.take(tmp_path / "hearts.sqlite")
        assert f"note   127.0.0.1, port {port} is taken, it seems by the bot that is running" in examined()[1]
        lock.release()
    assert f"fine   /health and /metrics can be shown at 127.0.0.1, port {port}" in examined()[1]


def test_an_address_that_is_not_one_of_this_machine(
    examined: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTS_WATCH_PORT", "9464")
    monkeypatch.setenv("HEARTS_WATCH_HOST", "192.0.2.1")
    (line,) = wrong(examined()[1])
    assert line.startswith("Nothing can listen on 192.0.2.1:9464 (Cannot assign requested address); set ")


def test_a_disk_that_is_nearly_full(examined: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = doctor.shutil.disk_usage(".")._replace(free=doctor.LEAST_ROOM - 1)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    status, said = examined()
    assert status == 1
    assert "only 200 MB are free in " in wrong(said)[0]


async def test_a_disk_on_which_no_copy_has_room(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(tmp_path / "hearts.sqlite")).close()
    monkeypatch.setattr(doctor, "LEAST_ROOM", 0)
    usage = doctor.shutil.disk_usage(".")._replace(free=ROOM)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    _, said = await asyncio.to_thread(examined)
    (line,) = wrong(said)
    assert line.startswith(f"There is no room for a copy in {tmp_path}: it takes 1 MB, besides which 68 MB")


def test_assets_that_are_not_there(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (faces, typefaces, words):
        monkeypatch.setattr(module, "assets_folder", lambda: tmp_path)
    faces._face.cache_clear()
    faces._drawing.cache_clear()
    faces.back.cache_clear()
    typefaces.typefaces.cache_clear()
    status, said = examined()
    assert status == 1
    found = wrong(said)
    for what in (
        "list of fonts: ",
        "card QS: ",
        "card AS: ",
        "back of a card: ",
        "the catalogues of words: ",
    ):
        assert sum(line.startswith(what) for line in found) == 1, what
    faces._face.cache_clear()


def test_a_font_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise OSError("cannot open resource")

    assert not inspection.cannot_be_drawn()
    monkeypatch.setattr(inspection, "opened", missing)
    problems = inspection.cannot_be_drawn()
    assert len(problems) == len(typefaces.typefaces())
    assert "font NotoSans-CondensedBold.ttf: cannot open resource" in problems


def test_what_the_bot_can_do_without(examined: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    monkeypatch.setattr(inspection, "best_layout", lambda: None)
    status, said = examined()
    assert status == 0
    assert "note   computer players would think faster with numba: pip install 'hearts-bot[fast]'" in said
    assert "note   without FriBiDi" in said


async def test_discord_knows_the_token(loopback: Loopback, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    said = capsys.readouterr().out
    assert "fine   Discord accepts the token, which is that of hearts" in said
    assert f"client_id={BOT_ID}&scope=bot+applications.commands&permissions=" in said
    assert not loopback.identified.is_set(), "it does not connect"


async def test_discord_does_not_know_the_token(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEARTS_TOKEN", TOKEN[:-1] + "c")
    assert await asyncio.to_thread(main, ["doctor"]) == 1
    (line,) = wrong(capsys.readouterr().out)
    assert line.startswith("Discord does not accept the token in HEARTS_TOKEN; copy it anew")


async def test_discord_does_not_answer(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "LOGIN_LIMIT", 0.5)
    loopback.silent.add("/api/users/@me")
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    assert "note   a token is there, but Discord cannot be asked about it now: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("token", "looks"),
    [
        (TOKEN, True),
        ("MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz-_ABCDEFGH12", True),
        (f'"{TOKEN}"', False),
        (TOKEN.rpartition(".")[0], False),
        ("aGVsbG8.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb", False),
        ("Ä" + TOKEN, False),
        ("", False),
    ],
)
def test_what_looks_like_a_token(token: str, looks: bool) -> None:
    assert looks_like_a_token(token) is looks


def test_the_readme_invites_with_what_the_bot_needs() -> None:
    asked = {*PERMISSIONS}
    assert asked >= {*permissions.NEEDED, *permissions.NEEDED_IN_THREADS, *permissions.HELPFUL}
    assert asked >= {*permissions.NEEDED_FOR_THREADS}
    number = discord.Permissions(**dict.fromkeys(PERMISSIONS, True)).value
    assert f"scope=bot+applications.commands&permissions={number}" in README_TEXT
    for name in PERMISSIONS:
        assert name.replace("_", " ").title().replace(" In ", " in ") in README_TEXT
