"""What a page in a browser is driven with."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

DESKTOP: Any = {"width": 1440, "height": 900}
PHONE: Any = {"width": 360, "height": 740}


async def use(page: "Page", command: str) -> None:
    """Type a command, take it with Enter and send it with Enter."""
    await page.locator("textarea").press_sequentially(command)
    await page.locator(".suggestions li[aria-selected=true]").wait_for()
    await page.keyboard.press("Enter")
    await page.locator(".filled .command").wait_for()
    await page.keyboard.press("Enter")
    await page.locator(".filled").wait_for(state="hidden")


async def buttons(page: "Page", key: str) -> "Locator":
    """Post the demo's buttons and give their message."""
    await use(page, f"/demo buttons key:{key}")
    message = page.locator(".message", has=page.locator(f"[data-id='count:{key}']"))
    await message.wait_for()
    return message


async def take(page: "Page", command: str) -> "Locator":
    """Type a command, take it with Enter, and give the box its options are in."""
    await page.locator("textarea").press_sequentially(command)
    await page.locator(".suggestions li[aria-selected=true]").wait_for()
    await page.keyboard.press("Enter")
    filled = page.locator(".filled")
    await filled.locator(".command").wait_for()
    return filled
