"""No hidden card reaches anybody but its owner: everything the bot says is searched, after every step."""

from __future__ import annotations

import dataclasses
import logging
import re
from typing import Any

import pytest

from bot.rules.cards import Card
from bot.store.records import PreferencesRow
from bot.text.cards import card_name, card_short
from bot.text.words import Language
from cogs import board_contents
from cogs.layout import Layout
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import everything
from tests.cogs.watching import Leak, Watch, contains, spellings


async def play_watched(watch: Watch, people: list[Somebody], deals: int) -> None:
    """Pass and play through the panels, looking after every step."""
    table = await watch.place.table()
    step = 0
    while table.state.open and len(table.state.history) < deals:
        person = await watch.place.to_move(people)
        assert person is not None
        view = await person.view()
        if view.to_pass:
            await person.choose([str(card) for card in list(view.hand)[:3]])
            await watch.look()
            await person.confirm()
        else:
            await person.play_first()
        await watch.look()
        step += 1
        if step % 8 == 1:
            await watch.complete()
            await people[step % len(people)].told("play", card="QS")
            await person.told("score")
            for each in people:
                await each.open_hand()
            await watch.look()


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Any:
    """Everything the bot logs, however little it matters."""
    for name in ("bot", "cogs"):
        caplog.set_level(logging.DEBUG, logger=name)
    return caplog


@pytest.mark.parametrize(
    ("locales", "deals"), [(("en-US", "de", "en-US", "de"), 1), (("de",), 1), (("en-US", "en-US"), 1)]
)
async def test_no_hidden_card_is_shown_to_anybody(
    place: Place, logged: Any, locales: tuple[str, ...], deals: int
) -> None:
    names = ("xa", "xb", "xc", "xd")
    people = await place.game(*(place.somebody(names[at], locale) for at, locale in enumerate(locales)))
    watch = Watch(place, people, place.somebody("xe"), logged)
    await play_watched(watch, people, deals)
    assert watch.searched > 30


async def test_what_is_queued_or_tapped_is_shown_to_nobody_else(place: Place, logged: Any) -> None:
    place.fix_lots()
    people = await place.game(*map(place.somebody, ("xa", "xb", "xc", "xd")), pace="none")
    watch = Watch(place, people, place.somebody("xe"), logged)
    for person in people:
        row = PreferencesRow(await person.number(), confirm=True, queue=True)
        await place.bot.store.save_preferences(row)
        await person.pass_first_three()
    table = await place.table()
    queued = tapped = 0
    while not table.state.history and queued < 12:
        [turn] = table.state.awaited
        for person in people:
            await person.press(person.panel().message, "button.refresh")
        for person in (people[(turn + step) % 4] for step in (1, 2)):
            cards = [b for b in person.panel().buttons.values() if ":queue:" in b["custom_id"]]
            if cards:
                await person.member.click(person.panel().message, custom_id=cards[0]["custom_id"])
                queued += 1
            await watch.look()
        mover = people[turn]
        cards = [b for b in mover.panel().buttons.values() if ":tap:" in b["custom_id"]]
        cards = [button for button in cards if not button.get("disabled")]
        await mover.member.click(mover.panel().message, custom_id=cards[0]["custom_id"])
        tapped += 1
        await watch.look()
        await mover.play_first()
        await watch.look()
    assert queued >= 12
    assert tapped > 3
    assert watch.searched > 30


@pytest.mark.settings(emoji=True)
async def test_no_emoji_shows_a_hidden_card(place: Place, logged: Any) -> None:
    people = await place.game(*map(place.somebody, ("xa", "xb", "xc", "xd")))
    looks: tuple[dict[str, Any], ...] = (
        {"deck_colours": "four"},
        {"hand_order": "ranks"},
        {"pictures": False},
        {},
    )
    for person, look in zip(people, looks, strict=True):
        await place.bot.store.save_preferences(PreferencesRow(await person.number(), **look))
    watch = Watch(place, people, place.somebody("xe"), logged)
    await play_watched(watch, people, 1)
    assert watch.searched > 30
    shown = "".join(everything(message) for person in people for message in person.messages())
    assert re.search(r"<:\w+_of_\w+:\d+>", shown)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
async def test_no_hidden_card_is_shown_to_anybody_in_many_deals(place: Place, logged: Any, seed: int) -> None:
    place.fix_lots(1000 * seed + 1)
    people = await place.game(*map(place.somebody, ("xa", "xb", "xc", "xd")))
    watch = Watch(place, people, place.somebody("xe"), logged)
    await play_watched(watch, people, 4)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("how", [str, card_short, card_name], ids=["notation", "short", "name"])
async def test_a_leak_would_be_found(
    place: Place, logged: Any, monkeypatch: pytest.MonkeyPatch, how: Any, language: Language
) -> None:
    locale = {Language.EN: "en-US", Language.DE: "de"}[language]
    people = await place.game(*(place.somebody(name, locale) for name in ("xa", "xb", "xc", "xd")))
    watch = Watch(place, people, place.somebody("xe"), logged)
    await watch.look()
    table, words = await place.table(), place.bot.words[language]
    honest = board_contents.table_layout

    def leaking(*args: Any, **fields: Any) -> Layout:
        layout = honest(*args, **fields)
        deal = table.state.deal
        assert deal is not None
        card = deal.hands[0].highest
        return dataclasses.replace(layout, footer=str(card) if how is str else how(card, words))

    monkeypatch.setattr(board_contents, "table_layout", leaking)
    with pytest.raises(Leak, match="in a public message"):
        await play_watched(watch, people, 1)


@pytest.mark.parametrize(
    ("text", "card", "found"),
    [
        ("hearts:pass:1:1:pass:2CQSKH", "QS", True),
        ("hearts:play:1:1:0:QS", "QS", True),
        ("**Q♠**", "QS", True),
        ("**D♠︎**", "QS", True),
        ("the queen of spades", "QS", True),
        ("Pik-Dame", "QS", True),
        ("10♥︎", "TH", True),
        ("<:qs_two_de_0a1b2c3d:12345>", "QS", True),
        ("<:kqs_two_de_0a1b2c3d:12345>", "QS", False),
        ("a3c5d4e2c77", "5D", False),
        ("`4a5c2c`", "5C", False),
        ("queens and spades", "QS", False),
        ("Q♥︎", "QS", False),
    ],
)
def test_what_is_found(place: Place, text: str, card: str, found: bool) -> None:
    words = tuple(place.bot.words.values())
    assert any(contains(text, each) for each in spellings(Card.parse(card), words)) == found
