"""`hearts-bot run` as a process: what it says when it cannot start, one bot a database, and how it ends."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import errno
import json
import signal
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot import running
from bot.store import DatabaseLock
from bot.store.backup import copies
from bot.store.schema import packaged_migrations
from tests.loopback import TOKEN, Loopback, start_bot
from tests.store import released


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback.running() as loopback:
        yield loopback


async def ended(process: asyncio.subprocess.Process, limit: float = 60.0) -> tuple[int | None, str]:
    """The exit status of a process that ends within so many seconds, and what it wrote on standard error."""
    try:
        async with asyncio.timeout(limit):
            _, errors = await process.communicate()
    except TimeoutError:
        process.kill()
        pytest.fail("it did not end")
    return process.returncode, errors.decode()


async def reached(event: asyncio.Event, process: asyncio.subprocess.Process) -> None:
    """Wait until Discord has heard of a process, which must not end before."""
    ending = asyncio.ensure_future(process.wait())
    hearing = asyncio.ensure_future(event.wait())
    await asyncio.wait((ending, hearing), return_when=asyncio.FIRST_COMPLETED, timeout=60)
    if not hearing.done():
        pytest.fail(f"it did not come so far: {(await ended(process, 1))[1]}")
    ending.cancel()


async def refused(discord: Loopback, folder: Path, **settings: str) -> tuple[int | None, str]:
    """The exit status and the one sentence of a bot that does not start."""
    status, errors = await ended(await start_bot(discord, folder, **settings))
    assert "Traceback" not in errors
    said = [line for line in errors.splitlines() if not line.startswith(("20", "\x1b"))]
    assert len(said) == 1, errors
    return status, said[0]


async def test_without_a_token(discord: Loopback, tmp_path: Path) -> None:
    status, sentence = await refused(discord, tmp_path, token="")
    assert (status, sentence) == (
        2,
        "No token: set HEARTS_TOKEN in the environment or in a file .env; `hearts-bot doctor` says how.",
    )
    assert not list(tmp_path.iterdir())


async def test_with_a_wrong_token(discord: Loopback, tmp_path: Path) -> None:
    status, sentence = await refused(discord, tmp_path, token=TOKEN[:-1] + "c")
    assert status == 1
    assert sentence == (
        "Discord does not accept the token in HEARTS_TOKEN; copy it anew from the Bot page of the application"
        " in Discord's developer portal."
    )


@pytest.mark.parametrize("token", ["secret", f"Bot {TOKEN}", f'"{TOKEN}"'])
async def test_with_what_is_no_token(discord: Loopback, tmp_path: Path, token: str) -> None:
    status, sentence = await refused(discord, tmp_path, token=token)
    assert status == 2
    assert sentence.startswith("HEARTS_TOKEN does not look like a bot's token, which has three parts")
    assert not discord.asked.is_set()
    assert not list(tmp_path.iterdir())


async def test_without_discord_it_waits_for_it(discord: Loopback, tmp_path: Path) -> None:
    discord.api = "http://127.0.0.1:9/api"
    process = await start_bot(discord, tmp_path)
    assert process.stderr is not None
    async with asyncio.timeout(60):
        while b"Discord cannot be reached: " not in (line := await process.stderr.readline()):
            assert line
    assert line.endswith(b"; tried again in 2 s\n")
    process.terminate()
    status, errors = await ended(process)
    assert status == 0
    assert "Traceback" not in errors


def answer(status: int, body: str, kind: str = "application/json", **headers: str) -> web.Response:
    """What may come instead of Discord's answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return web.Response(status=status, body=body.encode(), headers={"Content-Type": kind, **named})


PAGE = "<html>\n<head><title>Access denied</title></head>\n<body>Log in first</body>\n</html>"


@pytest.mark.parametrize(
    ("login", "gateway", "why"),
    [
        (answer(503, "{}"), answer(200, "{}"), "it answers 503 Service Unavailable"),
        (answer(403, PAGE, "text/html"), answer(503, PAGE, "text/html"), "it answers 403 Forbidden"),
        (answer(200, "{no"), answer(200, PAGE, "text/html"), "what answers is not Discord"),
        (answer(200, PAGE, "text/html"), answer(200, "[]"), "what answers is not Discord"),
        (answer(429, PAGE, "text/html", Retry_After="1"), answer(503, ""), "it says to wait for 1 s"),
    ],
)
async def test_what_is_no_answer_of_discords_is_said_in_a_sentence_and_asked_again(
    discord: Loopback, tmp_path: Path, login: web.Response, gateway: web.Response, why: str
) -> None:
    discord.instead = {"/api/users/@me": [login], "/api/gateway/bot": [gateway]}
    process = await start_bot(discord, tmp_path)
    await reached(discord.identified, process)
    process.terminate()
    status, errors = await ended(process)
    assert status == 0
    assert "Traceback" not in errors
    assert "<" not in errors
    said = [line for line in errors.splitlines() if "Discord cannot be reached: " in line]
    assert len(said) == 2, errors
    assert why in said[0]
    assert said[0].endswith("; tried again in 2 s")


async def test_a_bot_that_has_connected_too_often_waits_until_it_may(
    discord: Loopback, tmp_path: Path
) -> None:
    limit = {"total": 1000, "remaining": 0, "reset_after": 1500, "max_concurrency": 1}
    told = json.dumps({"url": discord.gateway, "shards": 1, "session_start_limit": limit})
    discord.instead = {"/api/gateway/bot": [answer(200, told)]}
    process = await start_bot(discord, tmp_path)
    await reached(discord.identified, process)
    process.terminate()
    status, errors = await ended(process)
    assert status == 0
    assert "connect 1000 times a day, which are used up; it connects in 2 s" in errors


@pytest.mark.parametrize("when", ["asking where to connect", "connecting", "running"])
async def test_a_token_that_is_no_longer_accepted(discord: Loopback, tmp_path: Path, when: str) -> None:
    if when == "asking where to connect":
        discord.instead = {"/api/gateway/bot": [answer(401, '{"message": "401: Unauthorized", "code": 0}')]}
    elif when == "connecting":
        discord.closes = 4004
    process = await start_bot(discord, tmp_path)
    if when == "running":
        await reached(discord.identified, process)
        discord.closes = 4004
        await discord.hang_up()
    status, errors = await ended(process)
    assert status == 1
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].startswith("Discord does not accept the token in HEARTS_TOKEN; ")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("no/such/hearts.sqlite", None, "there is no folder {folder}/no/such; make it, or set another place"),
        ("hearts.sqlite", b"Dear diary,\n" * 1000, "it is not an SQLite database, or its start is damaged"),
        ("hearts.sqlite", b"", "the file is empty; put a backup in its place with hearts-bot restore"),
    ],
)
async def test_a_database_that_cannot_be_used_is_said_before_discord_is_asked(
    discord: Loopback, tmp_path: Path, name: str, content: bytes | None, why: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    status, sentence = await refused(discord, tmp_path, database=str(path))
    assert status == 1
    assert sentence.startswith(f"The database {path} cannot be opened: {why.format(folder=tmp_path)}")
    assert not discord.asked.is_set()
    assert path.exists() is (content is not None)
    if content is not None:
        assert path.read_bytes() == content


async def test_what_the_system_refuses_here_is_not_said_of_discord(discord: Loopback, tmp_path: Path) -> None:
    status, sentence = await refused(discord, tmp_path, database=str(tmp_path / ("n" * 300)))
    assert status == 1
    assert sentence.startswith("The database ")
    assert sentence.endswith(": it has too long a name; choose a shorter one.")
    (tmp_path / "loop.sqlite").symlink_to("loop.sqlite")
    status, sentence = await refused(discord, tmp_path, database=str(tmp_path / "loop.sqlite"))
    assert "it is a link that leads to itself; set another place in HEARTS_DATABASE" in sentence


@pytest.mark.parametrize(
    ("error", "here"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/x"), True),
        (OSError(errno.EMFILE, "Too many open files"), True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), False),
        (TimeoutError(), False),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), False),
        (aiohttp.ClientOSError(errno.EMFILE, "Too many open files"), False),
    ],
)
def test_which_errors_are_of_this_machine(error: OSError, here: bool) -> None:
    assert running._is_of_this_machine(error) is here


async def test_a_setting_that_cannot_be(discord: Loopback, tmp_path: Path) -> None:
    status, sentence = await refused(discord, tmp_path, computer_pace="soon")
    assert status == 2
    assert sentence.startswith("HEARTS_COMPUTER_PACE: ")


async def test_an_old_database_is_brought_up_to_date(discord: Loopback, tmp_path: Path) -> None:
    path = tmp_path / "hearts.sqlite"
    released.load(path, 1)
    process = await start_bot(discord, tmp_path)
    await reached(discord.identified, process)
    process.terminate()
    status, errors = await ended(process)
    assert status == 0
    assert f"the database {path} was at version 1 and is now at {len(packaged_migrations())}" in errors
    ((_, copy),) = copies(path, tmp_path / "backups")
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


async def test_an_old_database_that_cannot_be_copied_is_not_brought_up_to_date(
    discord: Loopback, tmp_path: Path
) -> None:
    path = tmp_path / "hearts.sqlite"
    released.load(path, 1)
    (tmp_path / "backups").touch()
    status, sentence = await refused(discord, tmp_path)
    assert status == 1
    assert sentence.startswith(f"The database {path} was not brought up to date, as no copy of it could be")
    assert not discord.asked.is_set()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("when", ["logging in", "connecting", "running"])
async def test_it_ends_when_it_is_told_to(
    discord: Loopback, tmp_path: Path, told: signal.Signals, when: str
) -> None:
    if when == "logging in":
        discord.silent.add("/api/users/@me")
    process = await start_bot(discord, tmp_path)
    await reached(discord.asked if when == "logging in" else discord.identified, process)
    if when == "running":
        assert process.stderr is not None
        # Discord has told of every server by then, and of none for two seconds.
        async with asyncio.timeout(30):
            while b"connected to Gateway" not in await process.stderr.readline():
                pass
        await asyncio.sleep(2.5)
    process.send_signal(told)
    status, errors = await ended(process, limit=30)
    assert status == 0, errors
    assert "Traceback" not in errors
    assert "told to end" in errors
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"hearts.sqlite", "hearts.sqlite.lock"}, "nothing is left in a journal"
    DatabaseLock.take(tmp_path / "hearts.sqlite").release()


async def test_a_signal_that_comes_twice_at_once_is_one(discord: Loopback, tmp_path: Path) -> None:
    process = await start_bot(discord, tmp_path, thinkers="1")
    await reached(discord.identified, process)
    process.terminate()
    assert process.stderr is not None
    async with asyncio.timeout(30):
        while b"told to end" not in await process.stderr.readline():
            pass
    process.terminate()
    status, errors = await ended(process, limit=30)
    assert status == 0, errors
    assert "leaked" not in errors


async def test_a_second_signal_some_time_after_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        for each in before:
            signal.signal(each, lambda number, _: heard.append(number))
        with running._told_to_end() as told:
            signal.raise_signal(signal.SIGTERM)
            await told.wait()
        signal.raise_signal(signal.SIGTERM)
        assert heard == []
        monkeypatch.setattr(running, "TOLD_TWICE", -1.0)
        for each in before:
            signal.raise_signal(each)
        assert heard == [*before]
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


async def test_a_second_bot_on_the_same_database_says_so_and_does_not_start(
    discord: Loopback, tmp_path: Path
) -> None:
    first = await start_bot(discord, tmp_path)
    await reached(discord.identified, first)
    status, sentence = await refused(discord, tmp_path)
    assert (status, sentence) == (
        1,
        f"The database {tmp_path / 'hearts.sqlite'} cannot be opened:"
        " a bot is running on it already; stop that one first.",
    )
    assert first.returncode is None
    first.terminate()
    assert (await ended(first))[0] == 0


async def test_a_bot_starts_after_one_that_was_killed(discord: Loopback, tmp_path: Path) -> None:
    first = await start_bot(discord, tmp_path)
    await reached(discord.identified, first)
    first.kill()
    await first.communicate()
    discord.identified.clear()
    left = tmp_path / ".hearts.sqlite-killed.restore"
    left.touch()
    second = await start_bot(discord, tmp_path)
    await reached(discord.identified, second)
    assert not left.exists(), "what a killed restore left"
    second.terminate()
    assert (await ended(second))[0] == 0
    connection = sqlite3.connect(tmp_path / "hearts.sqlite")
    assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    connection.close()
