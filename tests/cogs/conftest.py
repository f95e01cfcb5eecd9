"""Discord in memory for the tests of the cogs, and the checks every such test gets for nothing."""

from __future__ import annotations

import importlib.util
import io
import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord
from PIL import Image
from simcord.http import router

from bot.app import HeartsBot, create_bot
from bot.pictures import studio
from bot.settings import Settings
from tests.cogs.faults import NotFound
from tests.cogs.people import Place
from tests.log_lines import each_about_its_own

CONTRACT = Path(__file__).parents[3] / "shared" / "discord" / "validate.py"
"""Checks recorded requests against Discord's own description of its interface, where it is at hand."""

NOT_DESCRIBED = re.compile(
    r"(GET|PATCH|DELETE) /channels/\d+|\w+ (/guilds/\d+/members/\d+|/applications/\d+/emojis(/\d+)?)"
    r"|GET /channels/\d+/messages"
)
"""Requests that the description at hand leaves out."""

# Without this SimCord waits 50 ms for idleness after every click whose handler never suspends.
(simcord.Env._settle_internal.__kwdefaults__ or {})["idle"] = 0.001


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "settings(**fields): the bot's settings for this test")
    config.addinivalue_line("markers", "pictures: pictures are really drawn")
    config.addinivalue_line("markers", "expect_discord_errors: errors logged by discord.py are no failure")


def settings_for(request: pytest.FixtureRequest, folder: Path) -> Settings:
    """The settings of a test: nobody waits for a pace, unless the test's marker says so."""
    marker = request.node.get_closest_marker("settings")
    fields: dict[str, Any] = {
        "computer_pace": 0,
        "trick_pause": 0,
        "edit_interval": 0,
        "requests_per_second": 0,
        "prompt_after": 20,
        "thinkers": 0,
        "painter": False,
        "emoji": False,
    }
    fields.update(marker.kwargs if marker else {})
    return Settings(database=folder / "hearts.sqlite", **fields)


@pytest.fixture(autouse=True)
def _quick_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing is tested elsewhere; here a picture is a dot, unless a test is marked to have real ones."""
    if request.node.get_closest_marker("pictures") is None:
        dot = io.BytesIO()
        Image.new("RGB", (1, 1)).save(dot, "PNG")
        for draw in ("draw_hand", "draw_table", "draw_sheet", "draw_chart", "draw_placing"):
            monkeypatch.setattr(studio, draw, lambda _: dot.getvalue())


@pytest.fixture(autouse=True)
def _files_need_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord lets every file through; Discord wants permission to attach it to a message in a channel."""
    dispatch = router.dispatch

    def checked(backend: Any, method: str, path: str, **request: Any) -> Any:
        channel = re.match(r"/channels/(\d+)/messages", path)
        if channel is not None and request.get("files"):
            where = backend.get_channel(int(channel[1]))
            if where.guild_id is not None:
                backend.require_permissions(where.guild_id, backend.bot_user.id, where.id, "attach_files")
        return dispatch(backend, method, path, **request)

    monkeypatch.setattr(router, "dispatch", checked)


@pytest.fixture(autouse=True)
def _posted_once(monkeypatch: pytest.MonkeyPatch, _files_need_permission: None) -> None:
    """SimCord posts everything it is given; Discord posts nothing twice that has the same nonce.

    It gives the message it has posted with it, as that is now; where that was deleted, an error.
    """
    dispatch = router.dispatch
    posted: dict[Any, Any] = {}

    def once(backend: Any, method: str, path: str, **request: Any) -> Any:
        body = request.get("json")
        nonce = body.get("nonce") if method == "POST" and isinstance(body, dict) else None
        if nonce in posted:
            channel, message = (int(posted[nonce][key]) for key in ("channel_id", "id"))
            if message not in backend.messages.get(channel, ()):
                raise NotFound(404, 10008)
            return posted[nonce]
        answer = dispatch(backend, method, path, **request)
        if nonce is not None:
            posted[nonce] = answer
        return answer

    monkeypatch.setattr(router, "dispatch", once)


def new_bot(request: pytest.FixtureRequest, folder: Path) -> HeartsBot:
    """A bot for a test; Discord in memory does not say how many shards it should have."""
    bot = create_bot(settings_for(request, folder))
    bot.shard_count = 1
    return bot


@pytest.fixture
def simcord_bot(request: pytest.FixtureRequest, tmp_path: Path) -> HeartsBot:
    return new_bot(request, tmp_path)


@pytest.fixture
async def env(simcord_env: simcord.Env) -> AsyncIterator[simcord.Env]:
    yield simcord_env
    await simcord_env.bot.close()


@pytest.fixture
def place(request: pytest.FixtureRequest, env: simcord.Env, tmp_path: Path) -> Place:
    """A server with a channel, and a way to restart the bot on the same database."""
    return Place(env, lambda: new_bot(request, tmp_path))


def _validator() -> Any:
    if not CONTRACT.is_file():
        return None
    spec = importlib.util.spec_from_file_location("contract", CONTRACT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    return module.SpecValidator()


@pytest.fixture(scope="session")
def contract() -> Any:
    """The validator of requests; None where it is not at hand."""
    return _validator()


@pytest.fixture(autouse=True)
def _discord_is_content(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture, contract: Any
) -> Iterator[None]:
    """No error is logged, no line about a table that is another's, and every request is one Discord takes."""
    caplog.set_level(logging.INFO)
    with each_about_its_own(caplog):
        yield
    env = request.node.funcargs.get("simcord_env")
    if env is None:
        return
    requests = [{"method": r.method, "path": r.path, "json": r.json} for r in env.http_requests]
    file = request.config.getoption("--record-requests")
    if file:
        with Path(file).open("a", encoding="utf-8") as record:
            described = (
                each for each in requests if not NOT_DESCRIBED.fullmatch(f"{each['method']} {each['path']}")
            )
            record.writelines(json.dumps(each) + "\n" for each in described)
    if request.node.get_closest_marker("expect_discord_errors") is None:
        errors = [
            f"{record.name}: {record.getMessage()}"
            for when in ("setup", "call")
            for record in caplog.get_records(when)
            if record.levelno >= logging.WARNING and record.name.startswith(("discord", "bot", "cogs"))
        ]
        assert not errors, "\n".join(errors)
    if contract is not None:
        contract.assert_requests(
            each for each in env.http_requests if not NOT_DESCRIBED.fullmatch(f"{each.method} {each.path}")
        )
