"""Somebody who has never seen the game plays a whole deal of it, and the bot is replaced in the middle."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.text.words import Language, load_words
from tests.sandbox.browsing import DESKTOP, PHONE
from tests.sandbox.driver import GAME, sandbox

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

CARDS = 13
WORDS = load_words()[Language.EN]
QUICK = {"HEARTS_TRICK_PAUSE": "0.1", "HEARTS_EDIT_INTERVAL": "0.1"}


@pytest.fixture(scope="module")
def game() -> Iterator[str]:
    """The address of a sandbox with the real bot and quick computer players; everybody else reads German."""
    with sandbox(GAME, "--pace", "0.05", "--language", "en", "de", environment=QUICK) as address:
        yield address


async def use(page: "Page", pane: "Locator", command: str) -> None:
    await pane.locator("textarea").press_sequentially(command)
    await pane.locator(".suggestions li[aria-selected=true]").wait_for()
    await page.keyboard.press("Enter")
    await pane.locator(".filled .command").wait_for()
    await page.keyboard.press("Enter")


async def in_the_hand_of_a_phone(page: "Page", panel: "Locator") -> None:
    """Look at a hand of card buttons as a phone shows it: with emoji, three in a row."""
    await page.set_viewport_size(PHONE)
    body = await panel.locator(".body").bounding_box()
    assert body is not None
    assert 285 <= body["width"] <= 300
    cards = panel.locator("[data-id^='hearts:play:']")
    boxes = [box for each in await cards.all() if (box := await each.bounding_box()) is not None]
    assert {round(box["width"]) for box in boxes} <= set(range(58, 90)), boxes
    lefts = sorted(box["x"] for box in boxes if box["y"] == boxes[0]["y"])
    assert len(lefts) in (2, 3), boxes
    gap = lefts[1] - lefts[0] - boxes[0]["width"]
    assert 6 <= gap <= 9, boxes
    await page.set_viewport_size(DESKTOP)


async def in_both_sizes(page: "Page", pictures: Path, name: str) -> None:
    """Take a picture on a desktop and one on a phone, where nothing may stick out."""
    await page.screenshot(path=pictures / f"{name}-desktop.png")
    await page.set_viewport_size(PHONE)
    log = page.locator("#pane-ann .log")
    assert await log.evaluate("node => node.scrollWidth <= node.clientWidth"), name
    await page.screenshot(path=pictures / f"{name}-phone.png")
    await page.set_viewport_size(DESKTOP)


async def test_a_whole_deal_with_a_restart_in_the_middle(
    browser: "Browser", game: str, pictures: Path
) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    page.set_default_timeout(120_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    await page.goto(game)
    ann = page.locator("#pane-ann")
    await ann.locator(".welcome").wait_for()
    await in_both_sizes(page, pictures, "empty")

    await use(page, ann, "/hearts start")
    lobby = ann.locator(".message", has=page.locator("[data-id^='hearts:start:']"))
    await lobby.wait_for()
    assert "/hearts start" in await lobby.inner_text()
    for _ in range(3):
        await lobby.locator(".select", has_text=WORDS("lobby.add_menu")).click()
        await ann.locator(".picker li", has_text=WORDS("level.medium")).click()
        await lobby.locator(".pending").wait_for(state="detached")
    await in_both_sizes(page, pictures, "lobby")
    await lobby.get_by_role("button", name=WORDS("button.start"), exact=True).click()

    await ann.get_by_role("button", name=WORDS("button.my_hand")).last.click()
    panel = ann.locator(".message.private").last
    await panel.locator(".select").wait_for()
    await in_both_sizes(page, pictures, "pass")
    await panel.locator(".select").click()
    for place in (0, 5, 12):
        await ann.locator(".picker li").nth(place).click()
    await page.screenshot(path=pictures / "menu-desktop.png")
    await ann.get_by_role("button", name="Done").click()
    await panel.locator(".select .chip").nth(2).wait_for()
    await panel.get_by_role("button", name=WORDS("button.confirm")).click()

    cards = panel.locator("[data-id^='hearts:play:']")
    playable = panel.locator("[data-id^='hearts:play:']:enabled")
    # A deal ends early when no points are left, and the last trick leaves nobody a choice.
    next_deal = panel.locator("[data-id^='hearts-menu:choose:']")
    await next_deal.wait_for(state="detached")
    played = 0
    while True:
        await playable.or_(next_deal).first.wait_for()
        if await next_deal.count():
            break
        assert await cards.count() == CARDS - played
        if played in (0, 6):
            await in_both_sizes(page, pictures, f"play-{played}")
        if played == 0:
            await in_the_hand_of_a_phone(page, panel)
        if played == 3:
            await page.get_by_role("button", name="Restart the bot").click()
            await page.get_by_text("The bot has been replaced by a new one").wait_for()
        card = await playable.first.get_attribute("data-id")
        await playable.first.click()
        await panel.locator(f"[data-id='{card}']").wait_for(state="detached")
        played += 1
    assert 4 <= played <= CARDS

    await in_both_sizes(page, pictures, "scored")
    await page.get_by_role("link", name="Everybody").click()
    await page.locator("#pane-dee .message").last.wait_for()
    await page.screenshot(path=pictures / "four-desktop.png")
    for person in ("bob", "cid", "dee"):
        assert await page.locator(f"#pane-{person} .message.private").count() == 0
    assert wrong == []
