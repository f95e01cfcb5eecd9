"""The page in a browser, over a bot that uses everything it can show."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.sandbox.browsing import DESKTOP, PHONE, buttons, use
from tests.sandbox.driver import DEMO, sandbox

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page


async def test_a_command_is_used_with_the_keyboard_alone(ann: "Page") -> None:
    await ann.locator("textarea").focus()
    await ann.keyboard.type("/demo but")
    first = ann.locator(".suggestions li").first
    await first.wait_for()
    assert "Everything at once" in await first.inner_text()
    await ann.keyboard.press("Tab")
    await ann.locator(".suggestions li", has_text="preset").wait_for()
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("Enter")
    await ann.locator(".given", has_text="preset").wait_for()
    await ann.keyboard.type("sh")
    await ann.keyboard.press("Enter")
    await ann.keyboard.press("Enter")
    await ann.locator(".message", has_text="Counted 0 times, short, 0 computers").first.wait_for()
    assert await ann.locator("textarea").evaluate("node => node === document.activeElement")


async def test_the_bot_completes_what_is_typed(ann: "Page") -> None:
    await ann.locator("textarea").press_sequentially("/demo play")
    await ann.locator(".suggestions li[aria-selected=true]").wait_for()
    await ann.keyboard.press("Enter")
    await ann.locator(".suggestions li", has_text="2♣").wait_for()
    await ann.keyboard.type("q♠")
    await ann.keyboard.press("Enter")
    await ann.locator(".suggestions li", has_text="Q♠").wait_for()
    await ann.keyboard.press("Enter")
    await ann.keyboard.press("Enter")
    await ann.locator(".message.private", has_text=re.compile("You play Q♠")).wait_for()


async def test_a_required_option_has_to_be_given(ann: "Page") -> None:
    await ann.locator("textarea").press_sequentially("/demo play")
    await ann.locator(".suggestions li[aria-selected=true]").wait_for()
    await ann.keyboard.press("Enter")
    await ann.locator(".suggestions li", has_text="2♣").wait_for()
    await ann.keyboard.type("zz")
    await ann.get_by_text("No matches").wait_for()
    await ann.keyboard.press("Control+A")
    await ann.keyboard.press("Delete")
    await ann.locator(".send").click()
    await ann.get_by_text("This option is required").wait_for()
    await ann.keyboard.press("Escape")


async def test_a_button_waits_and_then_shows_what_came(ann: "Page") -> None:
    message = await buttons(ann, "press")
    await message.get_by_role("button", name="Broken").click()
    await message.locator(".button.danger.pending").wait_for()
    await message.get_by_text("This interaction failed").wait_for()
    assert await message.locator(".pending").count() == 0
    await ann.locator(".notice", has_text="broken on purpose").first.wait_for()
    await message.locator("[data-id^=count]").click()
    await message.get_by_text("Counted 1 times").wait_for()
    assert await message.get_by_text("This interaction failed").count() == 0
    assert await message.get_by_role("button", name="Disabled").is_disabled()


async def test_three_cards_are_chosen_from_a_menu_with_the_keyboard(ann: "Page") -> None:
    message = await buttons(ann, "menu")
    await message.locator("[data-id='pass:3:3']").focus()
    await ann.keyboard.press("Enter")
    await ann.locator(".picker").wait_for()
    assert await ann.get_by_role("button", name="Done").is_disabled()
    for key in ("Space", "ArrowDown", "Space", "ArrowDown", "ArrowDown", "Space", "ArrowDown", "Space"):
        await ann.keyboard.press(key)
    assert await ann.locator(".picker li[aria-selected=true]").count() == 3
    await ann.get_by_text("3 of 3 chosen").wait_for()
    await ann.keyboard.press("Escape")
    await ann.locator(".message.private", has_text=re.compile("Chosen: Q♣.? Q♦.? Q♥")).wait_for()


async def test_one_card_is_chosen_with_one_click(ann: "Page") -> None:
    message = await buttons(ann, "one")
    await message.locator("[data-id='pass:1:1']").click()
    await ann.locator(".picker li", has_text="Queen of spades").click()
    await ann.locator(".message.private", has_text=re.compile("Chosen: Q♠")).wait_for()


async def test_the_picture_of_a_card_stands_on_the_line_of_its_words(ann: "Page") -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    await ann.route("**/emoji/5", lambda route: route.fulfill(content_type="image/svg+xml", body=picture))
    apart = await ann.evaluate(
        """async () => {
          const { text } = await import('./page/text.js');
          const queen = [['emoji', { name: ':qs:', id: '5' }], '\u00a0Q♠ and more '];
          const box = document.createElement('div');
          document.querySelector('#pane-ann .log').append(box);
          box.append(...text(['Ann plays ', ...queen, 'Ben plays ', ...queen], { locale: 'en' }));
          const apart = [];
          for (let width = 10; width < 400; width += 1) {
            box.style.width = `${width}px`;
            for (const picture of box.querySelectorAll('img')) {
              const words = document.createRange();
              words.setStart(picture.nextSibling, 1);
              words.setEnd(picture.nextSibling, 3);
              const [above, below] = [picture.getBoundingClientRect(), words.getBoundingClientRect()];
              if (below.top >= above.bottom || above.top >= below.bottom) apart.push(width);
            }
          }
          const said = box.textContent;
          box.remove();
          return { apart, said };
        }"""
    )
    assert apart == {"apart": [], "said": "Ann plays \xa0Q♠\ufe0e and more Ben plays \xa0Q♠\ufe0e and more "}


async def test_a_form_is_filled_in(ann: "Page", pictures: Path) -> None:
    message = await buttons(ann, "form")
    await message.get_by_role("button", name="Form", exact=True).click()
    form = ann.get_by_role("dialog", name="A form of every kind")
    await form.wait_for()
    await ann.screenshot(path=pictures / "form.png")
    await form.get_by_role("button", name="Submit").click()
    await form.get_by_text("This field is required").first.wait_for()
    await form.get_by_label("Name").fill("Ann")
    await form.get_by_label("Story").fill("A long\nstory")
    await form.get_by_label("Short").check()
    await form.get_by_label("Queen breaks hearts").check()
    await form.get_by_role("button", name="Submit").click()
    await form.wait_for(state="detached")
    await ann.locator(".message", has_text="Ann plays short with queen").wait_for()


async def test_a_private_message_says_so_and_can_be_put_away(ann: "Page") -> None:
    message = await buttons(ann, "private")
    await message.get_by_role("button", name="Secret").click()
    secret = ann.locator(".message.private", has_text="the secret of ann").last
    await secret.wait_for()
    assert "Only you can see this" in await secret.inner_text()
    assert await secret.locator(".mention.me").inner_text() == "@Ann"
    picture = secret.get_by_role("img", name="A table: hand of ann")
    assert await picture.evaluate("node => node.decode().then(() => node.naturalWidth)") == 640
    await picture.click()
    await ann.locator("dialog img").wait_for()
    await ann.keyboard.press("Escape")
    number = await secret.get_attribute("data-key")
    await secret.get_by_role("button", name="Dismiss message").click()
    await ann.locator(f".message[data-key='{number}']").wait_for(state="detached")


async def test_everything_is_shown_in_every_size_and_light(ann: "Page", pictures: Path) -> None:
    await use(ann, "/demo text")
    await ann.locator(".embed").first.wait_for()
    await use(ann, "/demo layout")
    layout = ann.locator(".container").last
    await layout.wait_for()
    assert await layout.locator("h2").inner_text() == "Deal 1 · pass left"
    assert await layout.evaluate("node => getComputedStyle(node).getPropertyValue('--accent')") == "#dc2626"
    assert await layout.locator(".thumbnail img").get_attribute("src") is not None
    async with ann.expect_download() as download:
        await layout.get_by_role("link", name="record.txt", exact=True).click()
    assert (await (await download.value).path()).read_bytes() == b"a record\n"
    spoiler = ann.locator(".spoiler").last
    await spoiler.click()
    assert await spoiler.get_attribute("data-open") == ""
    pinged = ann.locator(".message.pinged")
    assert await pinged.count() >= 1

    for theme in ("dark", "light"):
        assert await ann.locator("html").get_attribute("data-theme") == theme
        await ann.screenshot(path=pictures / f"desktop-{theme}.png")
        await ann.get_by_role("link", name="Everybody").click()
        for person in ("ann", "bob", "cid", "dee"):
            await ann.locator(f"#pane-{person} .container").last.wait_for()
        assert await ann.locator("#pane-bob .message.pinged").count() == 0
        await ann.screenshot(path=pictures / f"four-{theme}.png")
        await ann.set_viewport_size(PHONE)
        await ann.get_by_role("link", name="Ann").click()
        wide = await ann.evaluate("document.scrollingElement.scrollWidth")
        assert wide == PHONE["width"]
        assert await ann.locator("#pane-ann .log").evaluate("node => node.scrollWidth <= node.clientWidth")
        await ann.screenshot(path=pictures / f"phone-{theme}.png")
        await ann.set_viewport_size(DESKTOP)
        if theme == "dark":
            await ann.get_by_role("button", name="Light or dark").click()


async def test_everybody_is_spoken_to_in_their_language(ann: "Page") -> None:
    await ann.get_by_role("link", name="Everybody").click()
    bob, cid = ann.locator("#pane-bob"), ann.locator("#pane-cid")
    await bob.get_by_placeholder("Nachricht an #hearts").wait_for()
    await cid.get_by_placeholder("Message #hearts").wait_for()
    await cid.locator(".language").select_option("de")
    await cid.get_by_placeholder("Nachricht an #hearts").wait_for()
    await cid.locator("textarea").press_sequentially("/")
    await cid.locator(".suggestions li", has_text="Eine Handkarte").wait_for()
    await cid.locator(".language").select_option("en")
    await cid.get_by_placeholder("Message #hearts").wait_for()


async def test_a_new_bot_takes_over(ann: "Page") -> None:
    message = await buttons(ann, "again")
    await message.locator("[data-id^=count]").click()
    await message.get_by_text("Counted 1 times").wait_for()
    await ann.get_by_role("button", name="Restart the bot").click()
    await ann.get_by_text("The bot has been replaced by a new one").wait_for()
    await message.locator("[data-id^=count]").click()
    await message.get_by_text("Counted 2 times").wait_for()


async def test_what_is_focused_stays_focused_while_its_message_changes(ann: "Page") -> None:
    message = await buttons(ann, "focus")
    count = message.locator("[data-id^=count]")
    await count.focus()
    for number in range(1, 4):
        await ann.keyboard.press("Enter")
        await message.get_by_text(f"Counted {number} times").wait_for()
        assert await count.evaluate("node => node === document.activeElement")
        # The message may change before the click has its answer, and until then another is not taken.
        await message.locator("[data-id^=count]:not([aria-busy])").wait_for()
        assert await count.evaluate("node => node === document.activeElement")


async def test_everybody_reads_the_name_of_a_command_in_their_language(ann: "Page") -> None:
    await use(ann, "/demo buttons key:named")
    await ann.locator(".message", has=ann.locator("[data-id='count:named']")).wait_for()
    await ann.get_by_role("link", name="Everybody").click()
    for person, used in (("ann", "Ann used /demo buttons"), ("bob", "Ann hat verwendet: /demo knöpfe")):
        pane = ann.locator(f"#pane-{person}")
        message = pane.locator(".message", has=ann.locator("[data-id='count:named']"))
        above = " ".join((await message.locator(".above").inner_text()).split())
        assert above.endswith(used)


REFUSALS = [
    ("not_running", "", "The bot is not running.", "Der Bot läuft nicht."),
    ("message_gone", "", "That message is gone.", "Diese Nachricht gibt es nicht mehr."),
    ("bad_value", "number", "That value does not fit: number", "Dieser Wert passt nicht: number"),
]


@pytest.mark.parametrize(("why", "about", "english", "german"), REFUSALS)
async def test_a_refusal_is_in_the_language_of_whoever_is_refused(
    ann: "Page", why: str, about: str, english: str, german: str
) -> None:
    message = await buttons(ann, why)
    await ann.route("**/do/*/click", lambda route: route.fulfill(status=409, json=refused))
    refused = {"error": {"why": why, "about": about}}
    await ann.get_by_role("link", name="Everybody").click()
    for person, sentence in (("ann", english), ("bob", german)):
        message = ann.locator(f"#pane-{person} .message", has=ann.locator("[data-id^='count:']")).last
        await message.locator("[data-id^=count]").click()
        await message.get_by_role("alert").filter(has_text=sentence).wait_for()


async def test_a_thread_is_a_channel_of_the_list(ann: "Page") -> None:
    await use(ann, "/demo thread name:Aside")
    started = ann.locator(".notification", has_text="started a thread: Aside")
    await started.wait_for()
    door = ann.locator(".side .channel", has_text="Aside")
    await door.wait_for()
    await ann.locator(".message .mention", has_text="#Aside").click()
    await ann.get_by_placeholder("Message #Aside").wait_for()
    assert await door.get_attribute("aria-current") == "page"
    await buttons(ann, "inside")
    await ann.locator(".message", has_text="Counted 0 times").locator("[data-id^=count]").click()
    await ann.get_by_text("Counted 1 times").wait_for()
    await ann.locator(".side .channel", has_text="hearts").click()
    await started.get_by_role("button", name="Aside").click()
    await ann.get_by_text("Counted 1 times").wait_for()

    await ann.set_viewport_size(PHONE)
    assert await ann.locator("#pane-ann").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert await ann.locator("#pane-ann .top .channel[aria-current]").is_visible()
    await ann.set_viewport_size(DESKTOP)

    await use(ann, "/demo archive")
    await ann.get_by_placeholder("Message #hearts").wait_for()
    await door.wait_for(state="detached")


async def test_an_answer_to_a_click_stands_without_a_message_that_is_gone(ann: "Page") -> None:
    await use(ann, "/demo gone")
    message = ann.locator(".message", has=ann.locator("[data-id='count:gone']"))
    await message.get_by_role("button", name="Secret").click()
    secret = ann.locator(".message.private", has_text="the secret of ann").last
    await secret.wait_for()
    await message.wait_for(state="detached")
    await ann.reload()
    await secret.wait_for()
    assert await ann.get_by_text("Original message was deleted").count() == 0


async def test_a_page_of_a_sandbox_that_is_gone_asks_for_the_new_address(browser: "Browser") -> None:
    page = await browser.new_page(viewport=DESKTOP)
    page.set_default_timeout(60_000)
    with sandbox(DEMO, "--language", "de") as address:
        await page.goto(f"{address}#ann")
        await page.locator(".welcome").wait_for()
    await page.get_by_text("Die Sandbox ist nicht erreichbar").wait_for()
    port = address.split(":")[2].split("/")[0]
    with sandbox(DEMO, "--port", port):
        await page.get_by_text("diese Adresse gilt nicht mehr").wait_for()
        assert await page.get_by_text("Neuer Versuch").count() == 0
    await page.close()
