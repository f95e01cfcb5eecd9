"""Sandboxes and browsers for the tests of this room."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.sandbox.browsing import DESKTOP
from tests.sandbox.driver import DEMO, sandbox

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """The address of a sandbox with the demo bot; Ann reads English, Bob German, the others English."""
    with sandbox(DEMO, "--language", "en", "de", "en") as address:
        yield address


@pytest.fixture
async def browser() -> AsyncIterator["Browser"]:
    """Debian's Chromium without a window."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    async with playwright.async_playwright() as tools:
        opened = await tools.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
        yield opened
        await opened.close()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: the folder HEARTS_SCREENSHOTS names, or one of the test's own."""
    folder = Path(os.environ.get("HEARTS_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
async def ann(browser: "Browser", demo: str) -> AsyncIterator["Page"]:
    """Ann's view on a desktop; nothing may go wrong in it."""
    page = await browser.new_page(viewport=DESKTOP)
    page.set_default_timeout(60_000)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    await page.goto(f"{demo}#ann")
    await page.locator(".welcome").wait_for()
    yield page
    await page.close()
    expected = "the server responded with a status of 409"
    assert [each for each in wrong if expected not in each] == []
