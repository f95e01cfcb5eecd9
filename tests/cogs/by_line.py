"""Deals played by lines of play, through the buttons and menus of the panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from bot.engine.acts import ByPerson, PlayCard
from bot.engine.table import Table
from bot.rules.cards import Card, Cards
from tests.cogs.lines import PLAY, Line, secret_of, to_pass
from tests.cogs.people import Lots, Place, Somebody


class Secrets(Lots):
    """The lots of a table whose deals come from these secrets, by number, and more of them after that."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(1000)
        self._numbers = list(numbers)

    def secret(self) -> bytes:
        """The secret of the next deal."""
        return secret_of(self._numbers.pop(0)) if self._numbers else super().secret()


async def pass_by_line(people: Sequence[Somebody], line: Line) -> None:
    """Everybody has passed through their panels."""
    for person, letter in zip(people, line, strict=True):
        offered = [option["value"] for option in person.panel().menus[0]["options"]]
        hand = Cards.of(map(Card.parse, offered))
        assert hand == await person.hand()
        await person.choose([str(card) for card in to_pass(letter, hand)])
        await person.confirm()


async def click_card(people: Sequence[Somebody], table: Table, line: Line) -> None:
    """Whoever's turn it is has played by a button of their panel."""
    [turn] = table.state.awaited
    panel = people[turn].panel()
    buttons = {
        Card.parse(button["custom_id"].rpartition(":")[2]): button["custom_id"]
        for button in panel.play_buttons()
    }
    card = PLAY[line[turn]](Cards.of(buttons))
    result = await people[turn].member.click(panel.message, custom_id=buttons[card])
    assert result.acknowledged


async def play_unseen(place: Place, people: Sequence[Somebody], line: Line, plays: int) -> None:
    """So many cards have been played, and only what then is was shown."""
    table = await place.table()
    numbers = [await person.number() for person in people]
    with only_the_end_shown(place, table):
        with place.env._bot_scope():
            for _ in range(plays):
                [turn] = table.state.awaited
                view = table.view(turn)
                assert view is not None
                await table.act(PlayCard(ByPerson(numbers[turn]), PLAY[line[turn]](view.legal)))
        await place.env.settle(idle=0.001)


@contextmanager
def only_the_end_shown(place: Place, table: Table) -> Iterator[None]:
    """What happens meanwhile is shown all at once, when it is over."""
    shown = (place.cog.boards, place.cog.panels)
    with pytest.MonkeyPatch.context() as patched:
        for messages in shown:
            patched.setattr(messages, "refresh", lambda *_: None)
        yield
    with place.env._bot_scope():
        for messages in shown:
            messages.refresh(table)


async def play_by_line(
    place: Place, people: Sequence[Somebody], line: Line, plays: int, *, all_seen: bool
) -> str:
    """The running deal has been played; gives what its table message has said.

    Args:
        place: where.
        people: in seat order.
        line: how they play.
        plays: how many cards that is.
        all_seen: all of them by the buttons of the panels; else those of the first trick and the last two.
    """
    table = await place.table()
    said = [place.shown().text]
    first = plays if all_seen else len(people)
    for _ in range(first):
        await click_card(people, table, line)
        said.append(place.shown().text)
    if plays > first:
        await play_unseen(place, people, line, max(0, plays - first - 2))
        await place.env.settle(idle=0.001)
        for _ in range(2):
            await click_card(people, table, line)
            said.append(place.shown().text)
    return "\n".join(said)
