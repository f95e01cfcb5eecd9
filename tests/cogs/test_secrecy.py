"""No hidden card reaches anybody but its owner: everything the bot says is searched, after every step."""

from __future__ import annotations

import dataclasses
import logging
import re
from typing import Any

import pytest

from bot.rules.cards import ALL_CARDS, Card, Cards
from bot.store.records import PreferencesRow
from bot.text.cards import card_name, card_short
from bot.text.words import Language, Words
from cogs import boards
from cogs.layout import Layout
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import everything

_TEXT_STYLE = "\ufe0e"


class Leak(AssertionError):
    """A hidden card was found where somebody else can read it."""


class Watch:
    """Searches what a game has shown to people who must not see it.

    Attributes:
        searched: how many texts have been searched.
    """

    def __init__(self, place: Place, people: list[Somebody], stranger: Somebody, logged: Any) -> None:
        self.place = place
        self.people = people
        self.stranger = stranger
        self.searched = 0
        self._logged = logged
        self._spellings = {card: spellings(card, tuple(place.bot.words.values())) for card in ALL_CARDS}
        self._seen: set[tuple[int, str]] = set()

    async def look(self) -> None:
        """Search everything there is to read now.

        Raises:
            Leak: where a card somebody holds and has not played is in anything others can read.
        """
        state = (await self.place.table()).state
        deal = state.deal
        if deal is None:
            return
        hands = deal.hands
        over = [done.secret.hex() for done in state.history]
        held = Cards(0)
        for hand in hands:
            held |= hand
        for message in self.place.public_messages():
            text = everything(message)
            # What shows the secret of a deal shows that deal, and all of its cards are open.
            if not any(secret in text for secret in over):
                self._search("a public message", text, held)
        for record in self._logged.get_records("call"):
            if record.name.split(".")[0] in ("bot", "cogs"):
                self._search("the log", record.getMessage(), held)
        mine = {message.id for message in self.stranger.messages()}
        for person in self.people:
            own = hands[await person.seat()]
            for message in person.messages():
                if message.flags.ephemeral:
                    assert message.id not in mine
                    self._search("another hand", everything(message), held - own - await known_to(person))
        mine_ids = [{m.id for m in person.messages() if m.flags.ephemeral} for person in self.people]
        assert sum(map(len, mine_ids)) == len(set().union(*mine_ids))

    async def complete(self) -> None:
        """Search what autocomplete offers everybody, also a stranger."""
        deal = (await self.place.table()).state.deal
        if deal is None:
            return
        for person in [*self.people, self.stranger]:
            own = Cards(0) if person is self.stranger else deal.hands[await person.seat()]
            for name, option in (("play", "card"), ("pass", "first")):
                for typed in ("", "q", "10"):
                    answer = await person.member.autocomplete(
                        self.place.channel, f"hearts {name}", option, typed
                    )
                    others = Cards.of(ALL_CARDS) - own
                    self._search(
                        "autocomplete", "\n".join(f"{c['name']}\n{c['value']}" for c in answer), others
                    )

    def _search(self, where: str, text: str, hidden: Cards) -> None:
        key = (hidden.mask, text)
        if key in self._seen:
            return
        self._seen.add(key)
        self.searched += 1
        for card in hidden:
            for spelling in self._spellings[card]:
                if contains(text, spelling):
                    raise Leak(f"{spelling!r} in {where}: {text}")


async def known_to(person: Somebody) -> Cards:
    """What a person rightly knows of other hands: the cards they passed on."""
    view = await person.view()
    return view.passed or Cards(0)


def spellings(card: Card, languages: tuple[Words, ...]) -> set[str]:
    """A card in every notation the bot uses."""
    found = {str(card), f"<:{card}_".lower()}
    for words in languages:
        short = card_short(card, words)
        found |= {short, short.replace(_TEXT_STYLE, ""), card_name(card, words)}
    return found


def contains(text: str, spelling: str) -> bool:
    """Whether a card's spelling stands in a text as a word of its own, or among cards without a gap."""
    if not spelling.isascii() or len(spelling) > 2:
        at = text.find(spelling)
        # "0♥" is no card, but "10♥" has one in it.
        return at >= 0 and not (at > 0 and spelling[0].isdigit() and text[at - 1].isdigit())
    start = 0
    while (at := text.find(spelling, start)) >= 0:
        before = text[at - 1] if at else " "
        after = text[at + 2] if at + 2 < len(text) else " "
        if not (before.isalnum() or after.isalnum()) or in_cards(text, at):
            return True
        start = at + 1
    return False


def in_cards(text: str, at: int) -> bool:
    """Whether what stands there is part of a run of cards in notation, such as "QSKHAH"."""
    start = end = at
    while start >= 2 and is_card(text[start - 2 : start]):
        start -= 2
    while is_card(text[end : end + 2]):
        end += 2
    run = text[start:end]
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    return len(run) > 2 and not before.isalnum() and not after.isalnum()


NOTATION = {str(card) for card in ALL_CARDS}


def is_card(text: str) -> bool:
    """Whether two characters are a card in notation."""
    return text in NOTATION


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
    honest = boards.table_layout

    def leaking(*args: Any, **fields: Any) -> Layout:
        layout = honest(*args, **fields)
        deal = table.state.deal
        assert deal is not None
        card = deal.hands[0].highest
        return dataclasses.replace(layout, footer=str(card) if how is str else how(card, words))

    monkeypatch.setattr(boards, "table_layout", leaking)
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
