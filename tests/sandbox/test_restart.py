"""Games go on whenever the bot is replaced, and when the sandbox is started again on the same database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.sandbox.driver import GAME, Caller, item, load, page, parts, sandbox

QUICK = {"HEARTS_EDIT_INTERVAL": "0.1"}


@contextmanager
def kept(database: Path) -> Iterator[str]:
    """Run the real game with computer players as slow as people see them."""
    with sandbox(GAME, "--database", str(database), environment=QUICK) as address:
        yield address


async def restart(anybody: Caller, times: int = 1) -> None:
    for _ in range(times):
        assert await anybody.post("restart", {}) == {"running": True}
    assert anybody.notices == []


async def open_table(who: Caller, person: str, place: str, computers: int) -> dict[str, Any]:
    came = await who.do(
        person, "command", place=place, name="hearts start", options={"computers": str(computers)}
    )
    assert came["answered"]
    return await who.see(person, "hearts:start:", place)


async def press(who: Caller, person: str, place: str, view: dict[str, Any], start: str) -> None:
    """Press the button of a message as it is now."""
    now = who.shown[person, place][view["id"]]
    came = await who.do(person, "click", place=place, message=view["id"], id=item(now, start)["id"])
    assert came.get("answered"), came


def has(view: dict[str, Any], start: str) -> bool:
    """Say whether a message has an item that can be used whose id begins in some way."""
    found = [part for part in parts(view["components"]) if str(part.get("id", "")).startswith(start)]
    return any(not part["disabled"] for part in found)


async def see_hand(who: Caller, person: str, place: str, start: str) -> dict[str, Any]:
    """Open a private panel, and wait until something in it can be used."""
    assert (await who.do(person, "command", place=place, name="hearts hand", options={}))["answered"]

    def panels() -> list[dict[str, Any]]:
        return [view for view in who.messages(person, place) if view["ephemeral"] and has(view, start)]

    await who.until(lambda: bool(panels()))
    return panels()[-1]


async def pass_cards(who: Caller, person: str, place: str) -> None:
    panel = await see_hand(who, person, place, "hearts-menu:choose:")
    menu = item(panel, "hearts-menu:choose:")
    values = [option["value"] for option in menu["options"][:3]]
    await who.do(person, "choose", place=place, message=panel["id"], id=menu["id"], values=values)
    await who.until(lambda: has(who.shown[person, place][panel["id"]], "hearts:pass:"))
    await press(who, person, place, panel, "hearts:pass:")


async def test_twenty_restarts_in_a_row_under_load_with_tables_in_every_phase(tmp_path: Path) -> None:
    with load(), kept(tmp_path / "hearts.db") as address:
        async with page(address, "ann", "bob") as both:
            lobby = await open_table(both, "bob", "lounge", 1)
            table = await open_table(both, "ann", "hearts", 3)
            await restart(both, 3)

            await press(both, "ann", "hearts", table, "hearts:start:")
            await restart(both, 3)

            await pass_cards(both, "ann", "hearts")
            # Three computers move meanwhile, each a second after the other.
            await restart(both, 14)

            await see_hand(both, "ann", "hearts", "hearts:play:")
            now = both.shown["bob", "lounge"][lobby["id"]]
            menu = item(now, "hearts-menu:add:")["id"]
            came = await both.do(
                "bob", "choose", place="lounge", message=lobby["id"], id=menu, values=["easy"]
            )
            assert came.get("answered"), came


async def test_another_process_takes_up_the_games_of_a_kept_database(tmp_path: Path) -> None:
    database = tmp_path / "hearts.db"
    with kept(database) as address:
        async with page(address, "ann", "bob") as both:
            await open_table(both, "bob", "lounge", 1)
            await press(both, "ann", "hearts", await open_table(both, "ann", "hearts", 3), "hearts:start:")
            await pass_cards(both, "ann", "hearts")
    for _ in range(2):
        with load(), kept(database) as address:
            async with page(address, "ann", "bob") as both:
                await see_hand(both, "ann", "hearts", "hearts:play:")
                assert item(await both.see("bob", "hearts:start:", "lounge"), "hearts-menu:add:")
                await restart(both)
