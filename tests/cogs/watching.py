"""Searches everything people can read for cards that are hidden from them."""

from __future__ import annotations

from typing import Any

from bot.rules.cards import ALL_CARDS, Card, Cards
from bot.text.cards import card_name, card_short
from bot.text.words import Words
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
