"""Typing commands with their options, and what is read out meanwhile."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.sandbox.browsing import buttons, take

if TYPE_CHECKING:
    from playwright.async_api import Page


@pytest.mark.parametrize(
    "typed",
    [
        ["preset ", "short", "Enter"],
        ["preset:", "short", "Enter"],
        ["preset", "Enter", "short", "Enter"],
        ["PRE", "Tab", "sho", "Tab"],
        ["preset short "],
        ["pre", "Tab", "short", " "],
    ],
)
async def test_the_name_of_an_option_is_typed_and_then_its_value(ann: "Page", typed: list[str]) -> None:
    filled = await take(ann, "/demo buttons")
    for keys in typed:
        await (ann.keyboard.press(keys) if keys in ("Enter", "Tab") else ann.keyboard.type(keys))
    assert await filled.locator(".given").count() == 1
    assert await filled.get_by_role("combobox", name="preset").input_value() == "Short"
    assert await filled.locator(".wrong").count() == 0
    await ann.keyboard.type("number 2")
    assert await filled.get_by_role("combobox", name="number").input_value() == "2"
    await ann.keyboard.press("Enter")
    await ann.locator(".message", has_text="Counted 0 times, short, 2 computers").last.wait_for()


@pytest.mark.parametrize(
    "typed", ["/demo buttons preset:short number:2", "/demo buttons preset short number 2"]
)
async def test_a_whole_command_is_typed_before_it_is_taken(ann: "Page", typed: str) -> None:
    filled = await take(ann, typed)
    assert await filled.get_by_role("combobox", name="preset").input_value() == "Short"
    assert await filled.get_by_role("combobox", name="number").input_value() == "2"
    await ann.keyboard.press("Escape")


async def test_what_names_no_option_is_not_sent_and_the_reason_goes_away(ann: "Page") -> None:
    filled = await take(ann, "/demo buttons")
    await ann.keyboard.type("zebra")
    await ann.get_by_text("No matches").wait_for()
    await ann.keyboard.press("Enter")
    await ann.get_by_role("alert").filter(has_text="There is no option of that name").wait_for()
    assert await filled.is_visible()
    await ann.keyboard.press("Control+A")
    await ann.keyboard.press("Delete")
    assert await ann.get_by_role("alert").count() == 0
    await ann.keyboard.press("Escape")


async def test_what_is_offered_and_filled_in_has_a_name_of_its_own(ann: "Page") -> None:
    filled = await take(ann, "/demo buttons")
    for name in ("key, optional, What to count", "number, optional, How many computer players"):
        await ann.get_by_role("option", name=name, exact=True).wait_for()
    await ann.keyboard.type("preset:")
    await ann.get_by_role("option", name="Short", exact=True).wait_for()
    expanded = filled.get_by_role("combobox", expanded=True)
    assert await expanded.count() == 1
    assert await expanded.get_attribute("aria-label") == "preset"
    await ann.keyboard.press("Escape")
    assert await ann.get_by_role("combobox", expanded=True).count() == 0
    await ann.locator("textarea").press_sequentially("/demo but")
    await ann.get_by_role(
        "option", name="/demo buttons, key preset number, Everything at once", exact=True
    ).wait_for()
    await ann.keyboard.press("Escape")

    message = await buttons(ann, "names")
    await message.locator("[data-id='pass:1:1']").click()
    queen = ann.get_by_role("option", name=re.compile("^♠., Queen of spades, 12 points$"))
    await queen.wait_for()
    await ann.keyboard.press("Escape")
    await message.get_by_role("button", name=re.compile("♠.? Count")).wait_for()
