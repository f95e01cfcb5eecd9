"""The commands `replay` and `verify`: what they print and the status they end with."""

import argparse
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.replay_cli import add_commands

RECORDS = Path(__file__).parent / "rules" / "records"
STANDARD = RECORDS / "standard.json"


def run(*arguments: str) -> int:
    """Run a command line that has these two commands, and give its status."""
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    parsed = parser.parse_args(arguments)
    return parsed.run(parsed)


def changed(tmp_path: Path, **changes: Any) -> str:
    """Give a file with the stored record, something else standing in its first deal."""
    value = json.loads(STANDARD.read_text(encoding="utf-8"))
    value["deals"][0].update(changes)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_replay_prints_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", str(STANDARD)) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    first = json.loads(lines[0])
    assert lines[0] == json.dumps(first)
    assert (first["deal"], first["trick"], first["legal"], first["played"]) == (1, 1, ["2C"], "2C")
    assert lines[-2].startswith('{"deal": 8, "points": [')
    assert lines[-2].endswith('], "totals": [102, 32, 61, 65], "moon": [], "sun": false}')
    assert lines[-1] == '{"over": true, "winners": [1]}'
    assert printed.err == ""


def test_verify_says_what_it_has_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", str(STANDARD)) == 0
    printed = capsys.readouterr()
    assert printed.out == "verified 8 deals: totals 102 32 61 65, won by seat 1\n"
    assert printed.err == ""


def test_verify_says_that_a_game_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = json.loads(STANDARD.read_text(encoding="utf-8"))
    value["deals"] = value["deals"][:1]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert run("verify", str(path)) == 0
    assert capsys.readouterr().out.endswith(", not over\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_hyphen_reads_standard_input(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STANDARD.read_bytes()), encoding="ascii"))
    assert run(command, "-") == 0
    from_input = capsys.readouterr().out
    run(command, str(STANDARD))
    assert from_input == capsys.readouterr().out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_not_allowed_ends_with_status_1_and_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = json.loads(STANDARD.read_text(encoding="utf-8"))["deals"][0]
    path = changed(tmp_path, plays=[*deal["plays"][:5], deal["plays"][0]])
    assert run(command, path) == 1
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == (5 if command == "replay" else 0)
    assert printed.err.startswith(f"{path}: deal 1, trick 2, seat ")
    assert printed.err.endswith(", 2C: not_held: the seat does not hold the card\n")
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_false_claim_ends_with_status_1_and_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = json.loads(STANDARD.read_text(encoding="utf-8"))["deals"][0]
    assert run("replay", str(STANDARD)) == 0
    leader = json.loads(capsys.readouterr().out.splitlines()[4])["seat"]
    path = changed(tmp_path, plays=deal["plays"][:4], claim=leader)
    assert run(command, path) == 1
    assert capsys.readouterr().err == (
        f"{path}: deal 1, trick 2, seat {leader}, no card: claim_not_proved: "
        "the cards of the others may lie so that they take a trick\n"
    )


def test_only_verify_looks_at_the_dealers_and_the_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed(tmp_path, secret="hex", dealer=9)
    assert run("replay", path) == 0
    capsys.readouterr()
    assert run("verify", path) == 1
    assert "deal 1, before trick 1: dealer: " in capsys.readouterr().err


def test_a_secret_that_is_not_the_commitments_is_said_to_be_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed(tmp_path, secret="00" * 32)
    assert run("verify", path) == 1
    assert capsys.readouterr().err == (
        f"{path}: deal 1, before trick 1: commitment: "
        "the commitment is missing, or is not the SHA-256 of the secret, in hexadecimal\n"
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"2C 3C 4C",
        b'{"rules": {}}',
        b'{"rules": {"many\\nlines": 1}, "deals": []}',
        b"\xff\xfe\x00\x01",
        b"\x89PNG\r\n\x1a\n",
    ],
    ids=["empty", "words", "half", "lines", "utf-16", "picture"],
)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_no_record_ends_with_status_2_and_one_line(
    command: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert run(command, str(path)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}: ")
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_ends_with_status_2_and_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.json"
    assert run(command, str(missing)) == 2
    assert capsys.readouterr().err == f"there is no file {missing}\n"
    assert run(command, str(tmp_path)) == 2
    assert capsys.readouterr().err == f"{tmp_path}: Is a directory\n"


def test_a_byte_order_mark_does_not_hurt(tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_bytes(b"\xef\xbb\xbf" + STANDARD.read_bytes())
    assert run("verify", str(path)) == 0


def test_whoever_reads_the_lines_may_stop(tmp_path: Path) -> None:
    value = json.loads(STANDARD.read_text(encoding="utf-8"))
    value["rules"]["limit"] = 1000
    hold = value["deals"][3]
    value["deals"] = [hold] * 30
    path = tmp_path / "long.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    code = (
        "import argparse, sys; from bot.replay_cli import add_commands; p = argparse.ArgumentParser(); "
        "add_commands(p.add_subparsers()); a = p.parse_args(); sys.exit(a.run(a))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "replay", str(path)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"deal": 1')
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
