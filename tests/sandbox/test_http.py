"""The sandbox as a page sees it: who is let in, who is shown what, and how soon."""

import statistics
import time
from typing import Any

import aiohttp
import pytest

from tests.sandbox.driver import Caller, item, page

SECRET = "the secret of ann"


def words(view: dict[str, Any]) -> str:
    """Give the text of a message without its marks."""

    def plain(node: Any) -> str:
        return node if isinstance(node, str) else "".join(plain(child) for child in node[2:])

    return "".join(plain(node) for node in view["text"])


def text_of(caller: Caller, person: str, view: dict[str, Any]) -> str:
    """Give the text a message has now, as a person sees it."""
    return words(caller.shown[person, "hearts"][view["id"]])


async def counting(ann: Caller, key: str) -> dict[str, Any]:
    """Have Ann post the demo's buttons."""
    assert (await ann.do("ann", "command", name="demo buttons", options={"key": key}))["answered"]
    return await ann.see("ann", f"count:{key}")


GOOD = {"Origin": "{origin}", "Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("what", "path", "headers", "body", "status"),
    [
        ("the page itself may", "do/ann/say", GOOD, '{"place": "hearts", "text": "hello"}', 200),
        ("another host", "do/ann/say", {**GOOD, "Host": "evil.example"}, "{}", 421),
        ("another port of this host", "do/ann/say", {**GOOD, "Host": "127.0.0.1:1"}, "{}", 421),
        ("a page of another site", "do/ann/say", {**GOOD, "Origin": "https://evil.example"}, "{}", 403),
        ("a page with no site", "do/ann/say", {**GOOD, "Origin": "null"}, "{}", 403),
        ("no origin", "do/ann/say", {"Content-Type": "application/json"}, "{}", 403),
        ("a form of another site", "do/ann/say", {**GOOD, "Sec-Fetch-Site": "cross-site"}, "{}", 403),
        ("a plain form", "do/ann/say", {**GOOD, "Content-Type": "text/plain"}, "{}", 415),
        ("no JSON", "do/ann/say", GOOD, "{", 400),
        ("JSON of another kind", "do/ann/say", GOOD, "[]", 400),
        ("a channel that is not there", "do/ann/say", GOOD, '{"place": "x", "text": "hello"}', 400),
        ("a stranger", "do/zoe/say", GOOD, '{"place": "hearts", "text": "hello"}', 400),
        ("a deed that is not there", "do/ann/fly", GOOD, '{"place": "hearts"}', 400),
        ("too long a message", "do/ann/say", GOOD, " " * 300_000, 413),
    ],
)
async def test_only_the_page_itself_can_do_something(
    demo: str, what: str, path: str, headers: dict[str, str], body: str, status: int
) -> None:
    origin = demo.rsplit("/", 2)[0]
    sent = {key: value.format(origin=origin) for key, value in headers.items()}
    async with aiohttp.ClientSession() as session:
        response = await session.post(demo + path, data=body, headers=sent)
        assert response.status == status, what


async def test_only_who_has_the_secret_finds_anything(demo: str) -> None:
    host = demo.rsplit("/", 2)[0]
    secret = demo.rsplit("/", 2)[1]
    assert len(secret) >= 32
    async with aiohttp.ClientSession() as session:
        for path in ("", "/", "/live", "/page/app.js", f"/{secret[:-1]}/", f"/{secret[:-1]}~/"):
            assert (await session.get(host + path)).status == 404, path
        assert (await session.get(f"{host}/{secret}/")).status == 200


async def test_another_site_cannot_listen(demo: str) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in ({"Origin": "https://evil.example"}, {}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{demo}live", headers=headers)
            assert refused.value.status == 403


async def test_the_page_may_load_nothing_from_elsewhere(demo: str) -> None:
    async with page(demo) as anybody:
        response = await anybody.get("")
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "http" not in (await anybody.session.get(f"{demo}page/app.js")).headers.get("Location", "")
        assert (await anybody.get("page/../server.py")).status == 404
        assert (await anybody.get("page/%2e%2e%2fserver.py")).status == 404


async def test_a_private_message_reaches_nobody_else(demo: str) -> None:
    async with page(demo, "ann") as ann, page(demo, "bob", "cid", "dee") as others:
        public = await counting(ann, "private")
        await others.see("bob", "count:private")
        assert (await ann.do("ann", "click", message=public["id"], id="act:secret"))["answered"]
        secret = await ann.see("ann", SECRET)
        assert secret["ephemeral"]
        assert secret["reply"]["id"] == public["id"]
        picture = secret["attachments"][0]["path"]

        mine = await ann.get(f"file/ann/{picture}")
        assert (mine.status, mine.content_type) == (200, "image/png")
        for person in ("bob", "cid", "dee"):
            assert (await others.get(f"file/{person}/{picture}")).status == 404
            refused = await others.do(person, "click", message=secret["id"], id="act:secret")
            assert "error" in refused

        await ann.do("ann", "say", text="that is all")
        await others.see("bob", "that is all")
        assert not any(SECRET in heard or picture in heard for heard in others.heard)


async def test_a_private_message_can_be_put_away(demo: str) -> None:
    async with page(demo, "ann") as ann:
        public = await counting(ann, "away")
        await ann.do("ann", "click", message=public["id"], id="act:secret")
        secret = await ann.see("ann", SECRET)
        await ann.do("ann", "dismiss", message=secret["id"])
        await ann.until(lambda: all(view["id"] != secret["id"] for view in ann.messages("ann")))


async def test_each_person_is_spoken_to_in_their_language(demo: str) -> None:
    async with page(demo, "ann", "bob") as both:
        public = await counting(both, "language")
        await both.do("bob", "click", message=public["id"], id="act:secret")
        await both.see("bob", "Nur für dich")
        assert (
            await (await both.session.get(f"{demo}commands/bob/hearts")).json()
            != await (await both.session.get(f"{demo}commands/ann/hearts")).json()
        )

        await both.do("bob", "language", language="en")
        await both.do("bob", "click", message=public["id"], id="act:secret")
        await both.see("bob", "For you alone")
        await both.do("bob", "language", language="de")


async def test_commands_are_described_with_their_options(demo: str) -> None:
    async with page(demo) as anybody:
        commands = {
            each["name"]: each
            for each in await (await anybody.session.get(f"{demo}commands/bob/hearts")).json()
        }
        buttons = commands["demo buttons"]
        assert (buttons["label"], buttons["description"]) == ("demo knöpfe", "Alles auf einmal")
        options = {option["name"]: option for option in buttons["options"]}
        assert [choice["value"] for choice in options["preset"]["choices"]] == ["standard", "short"]
        assert options["number"]["kind"] == "integer"
        assert commands["demo play"]["options"][0]["autocomplete"]
        assert commands["demo play"]["options"][0]["required"]


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"key": "typed", "preset": "short", "number": "3"}, "short, 3 computers"),
        ({"key": "typed"}, "no preset, 0 computers"),
    ],
)
async def test_a_command_is_given_its_options(demo: str, options: dict[str, str], answer: str) -> None:
    async with page(demo, "ann") as ann:
        assert (await ann.do("ann", "command", name="demo buttons", options=options))["answered"]
        view = await ann.see("ann", answer)
        assert view["command"] == {
            "person": ann.world["people"][0]["id"],
            "labels": {"en": "demo buttons", "de": "demo knöpfe"},
        }


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("demo nothing", {}),
        ("demo play", {}),
        ("demo buttons", {"number": "9"}),
        ("demo buttons", {"number": "many"}),
        ("demo buttons", {"preset": "long"}),
        ("demo text", {"user": "1"}),
    ],
)
async def test_a_command_that_does_not_fit_is_refused(demo: str, name: str, options: dict[str, str]) -> None:
    async with page(demo, "ann") as ann:
        before = ann.messages("ann")
        assert "error" in await ann.do("ann", "command", name=name, options=options)
        assert ann.messages("ann") == before


async def test_the_bot_completes_what_is_typed(demo: str) -> None:
    async with page(demo) as anybody:
        came = await anybody.do("ann", "complete", name="demo play", option="card", text="q", options={})
        assert [choice["value"] for choice in came["choices"]] == ["Q♣", "Q♦", "Q♠", "Q♥"]


async def test_a_menu_takes_as_many_as_it_asks_for(demo: str) -> None:
    async with page(demo, "ann") as ann:
        public = await counting(ann, "menu")
        menu = item(public, "pass:3:3")
        assert (menu["min"], menu["max"], len(menu["options"])) == (3, 3, 9)
        too_few = await ann.do("ann", "choose", message=public["id"], id=menu["id"], values=["Q♠", "2♣"])
        assert "error" in too_few
        enough = await ann.do("ann", "choose", message=public["id"], id=menu["id"], values=["Q♠", "2♣", "3♣"])
        assert enough["answered"]
        await ann.see("ann", "Chosen: Q♠ 2♣ 3♣")


async def test_a_form_is_opened_and_sent(demo: str) -> None:
    async with page(demo, "ann") as ann:
        public = await counting(ann, "form")
        came = await ann.do("ann", "click", message=public["id"], id="act:form")
        form = came["modal"]
        fields = {field.get("title"): field for field in form["fields"]}
        assert [field["kind"] for field in form["fields"]] == ["text", "input", "input", "radios", "checks"]
        assert fields["Name"]["max"] == 20
        assert not fields["Story"]["required"]
        missing = await ann.do(
            "ann", "submit", handle=form["handle"], values={fields["Preset"]["id"]: "short"}
        )
        assert "error" in missing
        values = {
            fields["Name"]["id"]: "Ann",
            fields["Preset"]["id"]: "short",
            fields["House rules"]["id"]: ["queen"],
        }
        assert "error" in await ann.do("ann", "submit", handle="form-0", values=values)
        assert (await ann.do("ann", "submit", handle=form["handle"], values=values))["answered"]
        await ann.see("ann", "Ann plays short with queen")


async def test_a_disabled_button_cannot_be_pressed(demo: str) -> None:
    async with page(demo, "ann") as ann:
        public = await counting(ann, "disabled")
        assert item(public, "act:disabled")["disabled"]
        assert "error" in await ann.do("ann", "click", message=public["id"], id="act:disabled")


async def test_an_interaction_nobody_answers_has_failed_after_three_seconds(demo: str) -> None:
    async with page(demo, "ann") as ann:
        public = await counting(ann, "failed")
        begun = time.monotonic()
        assert not (await ann.do("ann", "click", message=public["id"], id="act:broken"))["answered"]
        assert 2.5 < time.monotonic() - begun < 5
        assert any("broken on purpose" in notice for notice in ann.notices)


async def test_who_waits_for_a_slow_answer_blocks_nobody(demo: str) -> None:
    async with page(demo, "ann", "bob") as both:
        public = await counting(both, "slow")
        await both.do("ann", "click", message=public["id"], id="act:slow")
        thinking = await both.see("ann", "'loading': True")
        begun = time.monotonic()
        assert (await both.do("bob", "click", message=public["id"], id="count:slow"))["answered"]
        await both.until(lambda: text_of(both, "bob", public) == "Counted 1 times")
        assert time.monotonic() - begun < 1
        assert both.shown["ann", "hearts"][thinking["id"]]["loading"]
        await both.see("ann", "That took a while")


async def test_a_click_shows_on_every_view_within_a_fifth_of_a_second(demo: str) -> None:
    async with page(demo, "ann") as ann, page(demo, "bob", "cid", "dee") as others:
        public = await counting(ann, "live")
        await others.see("bob", "count:live")
        took: list[float] = []
        for number in range(1, 6):
            begun = time.monotonic()
            click = ann.do("ann", "click", message=public["id"], id="count:live")
            assert (await click)["answered"]
            seen = f"Counted {number} times"
            for person in ("bob", "cid", "dee"):
                await others.until(lambda who=person, seen=seen: text_of(others, who, public) == seen)
            took.append(time.monotonic() - begun)
        assert statistics.median(took) < 0.2, took


async def test_what_the_bot_does_by_itself_shows_within_a_fifth_of_a_second(demo: str) -> None:
    async with page(demo, "cid") as cid:
        assert (await cid.do("cid", "command", name="demo ticks", options={}))["answered"]
        late: list[float] = []
        for number in range(1, 4):
            view = await cid.see("cid", f"Tick {number} at")
            late.append(time.time() - float(words(view).split()[-1]))
        assert statistics.median(late) < 0.2, late


async def test_everything_goes_on_after_a_restart(demo: str) -> None:
    async with page(demo, "ann", "bob") as both:
        public = await counting(both, "restart")
        await both.do("ann", "click", message=public["id"], id="count:restart")
        await both.do("ann", "click", message=public["id"], id="act:secret")
        secret = await both.see("ann", SECRET)

        assert await both.post("restart", {}) == {"running": True}

        assert both.find("ann", SECRET) == secret
        assert (await both.do("bob", "click", message=public["id"], id="count:restart"))["answered"]
        await both.until(lambda: text_of(both, "ann", public) == "Counted 2 times")
        assert (await both.do("bob", "command", name="demo play", options={"card": "Q♠"}))["answered"]
        await both.see("bob", "You play Q♠")


async def test_two_channels_are_apart(demo: str) -> None:
    async with page(demo, "ann") as ann:
        await ann.do("ann", "say", place="lounge", text="over here")
        await ann.see("ann", "over here", "lounge")
        assert ann.find("ann", "over here", "hearts") is None


async def test_only_the_newest_messages_are_shown(demo: str) -> None:
    async with page(demo, "dee") as dee:
        for number in range(60):
            await dee.do("dee", "say", place="lounge", text=f"number {number}.")
        await dee.see("dee", "number 59.", "lounge")
        assert len(dee.messages("dee", "lounge")) == 50
        assert dee.find("dee", "number 9.", "lounge") is None
