"""The real game on the page: every command in both languages, settings with their menus, games in threads."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from bot.text.words import Language, load_words
from tests.sandbox.driver import GAME, Caller, item, page, parts, sandbox

WORDS = load_words()
QUICK = {"HEARTS_TRICK_PAUSE": "0.1", "HEARTS_EDIT_INTERVAL": "0.1"}


@pytest.fixture(scope="module")
def game() -> Iterator[str]:
    """The address of a sandbox with the real bot; Ann owns the server and reads English, Bob German."""
    with sandbox(GAME, "--pace", "0.05", "--language", "en", "de", environment=QUICK) as address:
        yield address


@pytest.fixture
async def both(game: str) -> AsyncIterator[Caller]:
    """What Ann and Bob see; the bot may report no error meanwhile."""
    async with page(game, "ann", "bob") as caller:
        yield caller
        assert caller.notices == []


async def commands(game: str, person: str, place: str = "hearts") -> dict[str, dict[str, Any]]:
    async with aiohttp.ClientSession() as session, session.get(f"{game}commands/{person}/{place}") as found:
        return {each["name"]: each for each in await found.json()}


async def private(
    who: Caller, person: str, name: str, place: str = "hearts", **options: str
) -> dict[str, Any]:
    """Use a command that is answered privately, and give the answer."""
    known = {view["id"] for view in who.messages(person, place)}

    def fresh() -> list[dict[str, Any]]:
        seen = [view for view in who.messages(person, place) if view["id"] not in known]
        return [view for view in seen if view["ephemeral"] and not view["loading"]]

    assert (await who.do(person, "command", place=place, name=name, options=options)).get("answered")
    await who.until(lambda: bool(fresh()))
    return fresh()[-1]


async def change(who: Caller, view: dict[str, Any], verb: str, **what: Any) -> dict[str, Any]:
    """Press or choose something in Ann's private message, and give it as it then is."""
    came = await who.do("ann", verb, message=view["id"], **what)
    assert came.get("answered"), came
    await who.until(lambda: who.shown["ann", "hearts"][view["id"]] is not view)
    return who.shown["ann", "hearts"][view["id"]]


def channel_menu(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for part in parts(view["components"]) if part.get("of") == "channel"]


async def test_every_command_is_named_in_both_languages(game: str) -> None:
    for person, language in (("ann", Language.EN), ("bob", Language.DE)):
        root = WORDS[language]("command.hearts.name")
        for name, command in (await commands(game, person)).items():
            own = WORDS[language](f"command.{name.split()[1]}.name")
            assert command["label"] == f"{root} {own}"


@pytest.mark.parametrize(
    "name",
    [
        "hand",
        "score",
        "rules",
        "leave",
        "cancel",
        "leaderboard",
        "stats",
        "history",
        "preferences",
        "help",
        "table",
    ],
)
async def test_every_command_without_a_game_is_answered_in_both_languages(both: Caller, name: str) -> None:
    answers = [await private(both, person, f"hearts {name}") for person in ("ann", "bob")]
    shown = [(each["text"], each["components"]) for each in answers]
    assert shown[0] != shown[1]
    assert all(text or components for text, components in shown)


async def test_somebody_is_chosen_for_a_command(both: Caller, game: str) -> None:
    for name in ("stats", "history", "replace"):
        member = (await commands(game, "bob"))[f"hearts {name}"]["options"][0]
        people = {choice["name"]: choice["value"] for choice in member["choices"]}
        assert member["kind"] == "user"
        assert await private(both, "bob", f"hearts {name}", member=people["Cid"])


async def test_preferences_are_changed_in_place(both: Caller) -> None:
    panel = await private(both, "ann", "hearts preferences")
    button = next(
        part
        for part in parts(panel["components"])
        if part.get("kind") == "button" and part["id"].endswith("no")
    )
    other = await change(both, panel, "click", id=button["id"])
    assert next(part for part in parts(other["components"]) if part.get("id") == button["id"]) != button
    await change(both, other, "click", id=button["id"].removesuffix("no") + "yes")


async def test_games_get_threads_in_which_they_are_played(both: Caller, game: str) -> None:
    settings = await private(both, "ann", "hearts settings")
    yes = next(p["id"] for p in parts(settings["components"]) if str(p.get("id")).endswith("threads:yes"))
    settings = await change(both, settings, "click", id=yes)
    began = await both.do("bob", "command", name="hearts start", options={"computers": "3"})
    assert began["answered"]
    await both.until(lambda: any(place["parent"] == "hearts" for place in both.world["places"]))
    thread = next(place for place in both.world["places"] if place["parent"] == "hearts")
    assert "Bob" in thread["name"]

    announced = await both.see("ann", f"'channel': '{thread['id']}'")
    assert thread["name"] in str(announced)
    lobby = await both.see("bob", "hearts:start:", thread["key"])
    pace = item(lobby, "hearts-menu:pace:")
    chosen = next(option["value"] for option in pace["options"] if not option["default"])
    came = await both.do(
        "bob", "choose", place=thread["key"], message=lobby["id"], id=pace["id"], values=[chosen]
    )
    assert came["answered"]
    start = item(lobby, "hearts:start:")["id"]
    await both.do("bob", "click", place=thread["key"], message=lobby["id"], id=start)
    await both.see("ann", "hearts:hand:", thread["key"])
    assert item(await private(both, "bob", "hearts hand", thread["key"]), "hearts-menu:choose:")

    assert await both.post("restart", {}) == {"running": True}
    assert item(await private(both, "bob", "hearts hand", thread["key"]), "hearts-menu:choose:")
    ended = await private(both, "bob", "hearts cancel", thread["key"])
    confirm = item(ended, "hearts:cancel:")["id"]
    await both.do("bob", "click", place=thread["key"], message=ended["id"], id=confirm)

    no = yes.removesuffix("yes") + "no"
    await change(both, settings, "click", id=no)


async def test_channels_are_chosen_from_a_menu_that_offers_no_threads(both: Caller) -> None:
    settings = await private(both, "ann", "hearts settings")
    pages = [
        p["id"] for p in parts(settings["components"]) if p.get("kind") == "button" and not p["disabled"]
    ]
    for each in pages:
        if not any(p.get("of") == "channel" for p in parts(settings["components"])):
            settings = await change(both, settings, "click", id=each)
    menu = next(p for p in parts(settings["components"]) if p.get("of") == "channel")
    offered = {option["label"]: option["value"] for option in menu["options"]}
    assert set(offered) == {"hearts", "lounge"}
    settings = await change(both, settings, "choose", id=menu["id"], values=[offered["lounge"]])
    (menu,) = channel_menu(settings)
    assert [option["label"] for option in menu["options"] if option["default"]] == ["lounge"]
    wrong = await private(both, "bob", "hearts start")
    assert "lounge" in str(wrong)
    everywhere = next(p for p in parts(settings["components"]) if "everywhere" in str(p.get("id")))
    await change(both, settings, "click", id=everywhere["id"])


async def test_cards_are_pictures_in_menus_and_texts(both: Caller) -> None:
    assert (await both.do("ann", "command", name="hearts start", options={"computers": "3"}))["answered"]
    lobby = await both.see("ann", "hearts:start:")
    await both.do("ann", "click", message=lobby["id"], id=item(lobby, "hearts:start:")["id"])
    await both.see("ann", "hearts:hand:")
    hand = await private(both, "ann", "hearts hand")
    await both.until(lambda: "_of_" in str(both.shown["ann", "hearts"][hand["id"]]))
    hand = both.shown["ann", "hearts"][hand["id"]]
    cards = item(hand, "hearts-menu:choose:")["options"]
    text = str([part["text"] for part in parts(hand["components"]) if part.get("kind") == "text"])
    for card in cards:
        assert f"'id': '{card['emoji']['id']}'" in text
        async with both.session.get(f"{both.address}emoji/{card['emoji']['id']}") as picture:
            assert picture.content_type == "image/png"
            assert (await picture.read()).startswith(b"\x89PNG")
    assert (await both.get("emoji/1")).status == 404
    ended = await private(both, "ann", "hearts cancel")
    await both.do("ann", "click", message=ended["id"], id=item(ended, "hearts:cancel:")["id"])
