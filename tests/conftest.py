"""What every test shares."""

import random
from types import SimpleNamespace

import pytest

from bot.engine import table
from bot.players.worker import warm_up


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")
    parser.addoption("--record-requests", metavar="FILE", help="append every request to Discord to a file")
    parser.addoption("--lots", metavar="WORD", default="", help="another word, other cards in every test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; runs only with --slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="takes long; --slow runs it")
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(skip)


@pytest.fixture(autouse=True)
def _lots_fall_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a test the same lots are drawn every time, so that a fault found once is found again."""
    lots = random.Random(f"{request.config.getoption('--lots')} {request.node.nodeid}")
    monkeypatch.setattr(
        table, "secrets", SimpleNamespace(SystemRandom=lambda: lots, token_bytes=lots.randbytes)
    )


@pytest.fixture(scope="session")
def compiled() -> None:
    """What computers think by is compiled before a clock runs, as in a process that has come to work."""
    warm_up()
