"""What the command takes, and what it says when it cannot start."""

import argparse
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import SandboxError, SandboxOptions, cli
from bot.sandbox.people import CHANNELS
from bot.sandbox.wire import Why
from tests.sandbox.driver import GAME, ROOT

PAGE = ROOT / "bot" / "sandbox" / "page"


def given(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    return parser.parse_args(arguments)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_this_machine_may_be_served(host: str) -> None:
    assert SandboxOptions(host=host).host == host


@pytest.mark.parametrize(
    "options",
    [
        {"host": "0.0.0.0"},
        {"host": "192.168.0.2"},
        {"host": "::"},
        {"host": "example.org"},
        {"host": ""},
        {"port": -1},
        {"port": 65536},
        {"people": 0},
        {"people": 9},
        {"pace": -1.0},
        {"pace": 61.0},
        {"pace": float("inf")},
        {"pace": float("nan")},
        {"prompt_after": -1.0},
        {"prompt_after": 4000.0},
        {"prompt_after": float("nan")},
        {"languages": ()},
        {"languages": ("fr",)},
    ],
)
def test_what_makes_no_sense_is_said_in_one_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(SandboxError) as refused:
        SandboxOptions(**options)
    assert re.fullmatch(r"[^\n]+\.", str(refused.value))


@pytest.mark.parametrize(
    ("languages", "wanted"),
    [(("en",), "en en en en"), (("de",), "de de de de"), (("en", "de"), "en de de de")],
)
def test_the_last_language_is_that_of_everybody_else(languages: tuple[str, ...], wanted: str) -> None:
    options = SandboxOptions(languages=languages)
    assert [options.language_of(place) for place in range(4)] == wanted.split()


def test_the_command_takes_what_the_sandbox_takes() -> None:
    line = "--port 0 --database x.db --pace 0.5 --prompt-after 9 --people 2 --language de en --no-browser"
    assert vars(given(*line.split())) == {
        "host": "127.0.0.1",
        "port": 0,
        "database": Path("x.db"),
        "pace": 0.5,
        "prompt_after": 9.0,
        "people": 2,
        "languages": ["de", "en"],
        "open_browser": False,
    }


def test_a_refusal_ends_the_command_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(given("--host", "0.0.0.0")) == 1
    said = capsys.readouterr()
    assert said.err == "The sandbox serves this machine only: 0.0.0.0 is no loopback address.\n"


def test_a_setting_that_cannot_be_ends_the_command_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HEARTS_THINKERS", "many")
    came = run("-m", *GAME, "--no-browser", "--port", "0")
    assert (came.returncode, came.stdout) == (1, "")
    assert came.stderr.splitlines()[-1].startswith("HEARTS_THINKERS: auto or a whole number from 0 to 64")
    assert "Traceback" not in came.stderr


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        came = run("-m", *GAME, "--no-browser", "--port", str(port))
    assert came.returncode == 1
    assert came.stderr.splitlines()[-1] == f"Port {port} is taken; give another one with --port."


def test_sigterm_ends_one_that_a_script_has_started_to_run_beside_it() -> None:
    line = ["-m", *GAME, "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [sys.executable, *line],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as started:
        assert started.stdout is not None
        assert "http://" in started.stdout.readline()
        started.terminate()
        try:
            errors = started.communicate(timeout=60)[1]
        finally:
            started.kill()
    assert (started.returncode, "Traceback" in errors) == (0, False), errors


def test_a_second_one_on_the_same_games_is_refused_and_sigterm_ends_the_first(tmp_path: Path) -> None:
    database = tmp_path / "hearts.db"
    line = ["-m", *GAME, "--no-browser", "--port", "0", "--database", str(database)]
    with subprocess.Popen(
        [sys.executable, *line], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert "http://" in first.stdout.readline()
        second = run(*line)
        first.terminate()
        errors = first.communicate(timeout=60)[1]
    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].startswith(f"The database {database} cannot be opened: a bot is ")
    assert (first.returncode, "leaked" in errors) == (0, False)
    assert not [path.name for path in tmp_path.iterdir() if path.suffix in {".db-wal", ".db-shm"}]


@pytest.mark.parametrize("missing", ["simcord", "markdown_it", "aiohttp"])
def test_without_the_extra_it_says_how_to_install_it(missing: str) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import asyncio; from bot.sandbox.options import SandboxError, SandboxOptions\n"
        "from bot.sandbox import cli, service\n"
        "try: asyncio.run(service.serve(SandboxOptions()))\n"
        "except SandboxError as error: print(error)"
    )
    if missing == "aiohttp":
        program = program.replace(
            "sys.modules['aiohttp'] = None", "import discord; sys.modules['aiohttp'] = None"
        )
    came = run("-c", program)
    assert came.stdout == (
        "The sandbox is an extra and is not installed: pip install 'hearts-bot[sandbox]'\n"
    ), came.stderr


def test_nothing_is_patched_until_the_sandbox_is_served() -> None:
    came = run("-c", "import sys, bot.sandbox, bot.sandbox.cli; print('simcord' in sys.modules)")
    assert came.stdout == "False\n", came.stderr


def test_the_simulator_is_imported_in_one_place() -> None:
    found = [
        path.name
        for path in (ROOT / "bot").rglob("*.py")
        if re.search(r"^(import|from) simcord", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert found == ["simulator.py"]


def test_the_page_speaks_both_languages_and_uses_every_word() -> None:
    words = json.loads((PAGE / "words.json").read_text("utf-8"))
    assert set(words) == {"en", "de"}
    assert set(words["en"]) == set(words["de"])
    script = "".join(path.read_text("utf-8") for path in PAGE.glob("*.js"))
    used = set(re.findall(r"(?:words|spoken)\.(\w+)", script))
    assert used - set(words["en"]) <= {"json", "length", "replace", "startsWith"}
    assert set(words["en"]) - used == set()
    for language in words.values():
        assert set(language["refused"]) == {why.value for why in Why}
        assert set(language["topics"]) == set(CHANNELS)
        language.update(language["refused"])
    for key, english in words["en"].items():
        if isinstance(english, str):
            assert re.findall(r"\{\d\}", english) == re.findall(r"\{\d\}", words["de"][key]), key


def test_the_page_never_reads_html_or_loads_from_elsewhere() -> None:
    for path in PAGE.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), path
        assert not re.search(r"https?://|//cdn", text), path
