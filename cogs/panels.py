"""Panels: the private message of every seat, kept to what the seat knows while its token lives."""

from __future__ import annotations

import copy
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.engine.actions import Why
from bot.engine.state import Computer, Decision, Occupant, Person, Phase
from bot.engine.table import Change, Table
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.view import View
from bot.store.errors import NotStored, StoreError
from bot.store.records import PanelRow, PreferencesRow
from bot.text.words import Language, Words
from bot.traffic import Urgency, Verb
from cogs.answers import NO_PINGS, Answer, Mode, taken_away
from cogs.delivery import TOKEN_LIFE, delivered, gone
from cogs.layout import Layout
from cogs.looks import EmojiOf, private_look
from cogs.panel_message import Handling, ended_layout, kept_layout, panel_layout
from cogs.permissions import missing, missing_sentence
from cogs.pictures import hand_picture
from cogs.score_message import places_text, winners_title
from cogs.seating import seat_names
from cogs.table_message import Clocked
from cogs.upkeep import Lane, Upkeep, drop_all

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Choice:
    """Cards somebody has chosen to pass but not yet confirmed.

    Attributes:
        deal: the number of the deal.
        cards: the cards.
    """

    deal: int
    cards: Cards


@dataclass(frozen=True)
class Tap:
    """A card somebody has tapped to play but not yet confirmed.

    Attributes:
        decision: what it would answer.
        card: the card.
    """

    decision: Decision
    card: Card


@dataclass(frozen=True)
class Notice:
    """A sentence on top of a panel, which stays until the seat has something new to decide.

    Attributes:
        text: the sentence.
        decision: what the seat had to decide then; None where it had nothing to.
    """

    text: str
    decision: Decision | None


class Panel(Upkeep):
    """One seat's panel, and what is known about it while the program runs.

    Attributes:
        shown: the digest of what it shows, as far as is known.
        choice: what is chosen to be passed.
        tap: what is tapped to be played.
        claiming: what was open at the table when the rest was claimed but not yet confirmed.
        notice: what stands on top.
        answering: how many clicks on it are being answered, which show what a look would.
        missed: whether a look was passed over meanwhile.
        unseen: whether a look has found no message that could be changed.
    """

    shown: int | None = None
    choice: Choice | None = None
    tap: Tap | None = None
    claiming: Decision | None = None
    notice: Notice | None = None
    answering: int = 0
    missed: bool = False
    unseen: bool = False

    def begun(self, decision: Decision | None) -> bool:
        """Whether something has been chosen or tapped in it for what the seat has to decide."""
        if decision is None:
            return False
        if self.tap is not None and self.tap.decision == decision:
            return True
        return self.choice is not None and decision == Decision(self.choice.deal, None)


class Panels:
    """The panels of all seats."""

    def __init__(self, bot: HeartsBot, emoji_of: EmojiOf) -> None:
        self._bot = bot
        self._emoji_of = emoji_of
        self._panels: dict[tuple[int, int], Panel] = {}

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: whatever changed in a panel is to be shown there."""
        if change.before.phase is Phase.LOBBY:
            return
        awaited = table.state.awaited
        for seat in _owned(table):
            self._panel(table, seat).soon(Urgency.AWAITED if seat in awaited else Urgency.NEWS)

    def refresh(self, table: Table, urgency: Urgency = Urgency.NEWS) -> None:
        """Have the panels of a table looked after soon."""
        for seat in _owned(table):
            self._panel(table, seat).soon(urgency)

    def busy(self, table: Table) -> bool:
        """Whether something is being done to one of the table's panels."""
        panels = (self._panels.get((table.game_id, seat)) for seat in range(len(table.state.seats)))
        return any(panel is not None and (panel.busy or panel.answering) for panel in panels)

    def let_go(self, table: Table) -> None:
        """Let go of what is known of the panels of a table that leaves memory."""
        for seat in range(len(table.state.seats)):
            self._panels.pop((table.game_id, seat), None)

    async def close(self) -> None:
        """Drop every refresh in progress."""
        await drop_all(self._panels.values())

    @asynccontextmanager
    async def held(self, table: Table, seat: int) -> AsyncIterator[None]:
        """Nothing else is done to the panel meanwhile; for a click that is answered with it."""
        try:
            async with self._panel(table, seat).lock:
                yield
        finally:
            self._let_go(table, seat)

    @contextmanager
    def answering(self, table: Table, seat: int) -> Iterator[None]:
        """A click is being acted on and answered: until then nothing else looks after the panel."""
        panel = self._panel(table, seat)
        panel.answering += 1
        try:
            yield
        finally:
            panel.answering -= 1
            if panel.missed and not panel.answering:
                panel.missed = False
                panel.soon(Urgency.AWAITED if seat in table.state.awaited else Urgency.NEWS)
            self._let_go(table, seat)

    async def answer(
        self,
        answer: Answer,
        table: Table,
        seat: int,
        words: Words,
        *,
        chosen: Cards | None = None,
        tapped: Card | None = None,
        claiming: bool = False,
        notice: str = "",
    ) -> None:
        """Answer a click or a command with the seat's panel as it is now.

        To be called while the panel is `held`. Whichever message the panel was in before is taken away.

        Args:
            answer: the answer to give: in place for a click on a panel, else a new private message.
            table: the table.
            seat: whose panel.
            words: the language of the person.
            chosen: cards chosen to be passed, not yet confirmed; None for those that were chosen before.
            tapped: a card tapped to be played, not yet confirmed.
            claiming: whether the rest is claimed, not yet confirmed.
            notice: a sentence to put on top.
        """
        panel = self._panel(table, seat)
        decision = _to_decide(table, seat)
        panel.tap = Tap(decision, tapped) if tapped is not None and decision is not None else None
        panel.claiming = table.state.decision if claiming else None
        if chosen is not None and table.state.game is not None:
            panel.choice = Choice(table.state.game.number, chosen)
        interaction = answer.interaction
        lacking = missing_sentence(missing(interaction, also_helpful=True), words)
        notices = "\n".join(line for line in (notice, lacking) if line)
        panel.notice = Notice(notices, decision)
        ended = not table.state.open
        layout = await self._layout(table, seat, words, panel)
        message_id = await answer.show(layout)
        if message_id is None:
            return
        panel.shown, panel.unseen = layout.digest, False
        owner = _owner(table.state.seats[seat])
        if owner is None:
            return
        row = PanelRow(
            table.game_id,
            seat,
            owner,
            message_id,
            interaction.token,
            words.language,
            self._bot.now(),
        )
        try:
            replaced = await self._bot.store.save_panel(row)
            if ended:
                await self._bot.store.drop_panel(table.game_id, seat)
            if replaced is not None and replaced.message_id != message_id:
                await self._remove(replaced, interaction)
        except NotStored:
            log.info("a panel of game %d is not kept: whoever it was for has been erased", table.game_id)
        except (StoreError, OSError, aiohttp.ClientError) as error:
            # The answer stands; without its row the panel only heals at the next click.
            log.warning("a panel of game %d was not kept: %s", table.game_id, type(error).__name__)

    def _panel(self, table: Table, seat: int) -> Panel:
        key = (table.game_id, seat)
        known = self._panels.get(key)
        if known is not None:
            return known
        panel = Panel(
            f"panel {table.game_id}/{seat}",
            lambda: self._follow(table, seat, panel),
            Lane(self._bot.traffic, table, ("panel", *key), exempt=True),
            interval=self._bot.settings.edit_interval,
            done=lambda: self._let_go(table, seat),
        )
        self._panels[key] = panel
        return panel

    def _let_go(self, table: Table, seat: int) -> None:
        """Let go of what is known of a panel that has nothing more to show, or that nobody has."""
        panel = self._panels.get((table.game_id, seat))
        if panel is None or panel.answering:
            return
        needed = panel.busy or panel.begun(_to_decide(table, seat))
        if not table.state.open or (panel.unseen and not needed):
            del self._panels[(table.game_id, seat)]

    async def _follow(self, table: Table, seat: int, panel: Panel) -> None:
        if panel.answering:
            panel.missed = True
            return
        row = await self._bot.store.panel(table.game_id, seat)
        # The game may end while the panel is drawn, and then the next look is to show that.
        ended = not table.state.open
        panel.unseen = row is None or self._bot.now() - row.clicked_at > TOKEN_LIFE
        if row is None:
            return
        if panel.unseen:
            if ended:
                await self._bot.store.drop_panel(table.game_id, seat, row.message_id)
            return
        view = table.view(seat)
        if panel.shown is None and view is not None and view.to_pass:
            # After a restart: what is chosen stands only in the message, and an edit would wipe it out.
            return
        layout = await self._layout(table, seat, self._bot.words[Language(row.language)], panel)
        digest = layout.digest
        if digest != panel.shown:
            try:
                await self._edit(panel, row, layout)
            except discord.HTTPException as error:
                if gone(error) is None:
                    raise
                await self._bot.store.drop_panel(table.game_id, seat, row.message_id)
                return
            panel.shown = digest
        if ended:
            await self._bot.store.drop_panel(table.game_id, seat, row.message_id)

    async def _layout(self, table: Table, seat: int, words: Words, panel: Panel) -> Layout:
        if not isinstance(table.state.seats[seat], Person) and table.state.open:
            return kept_layout(table.game_id, _why(table, seat), words)
        view = table.view(seat)
        if view is None:
            return await self._ended(table, words)
        notice, decision = panel.notice, _to_decide(table, seat)
        text = notice.text if notice is not None and notice.decision == decision else ""
        names = await seat_names(self._bot, table.state, words)
        liked = await self._liked(table, seat)
        look = private_look(liked, words, self._emoji_of)
        handling = await self._handling(table, view, panel, liked)
        lifted, clicked = handling.chosen or handling.begun(view), panel.answering > 0
        picture = await hand_picture(self._bot, view, look, lifted, clicked=clicked)
        return panel_layout(table.game_id, view, names, picture, look.words, handling=handling, notice=text)

    async def _liked(self, table: Table, seat: int) -> PreferencesRow:
        """What the person whose seat it is prefers."""
        owner = _owner(table.state.seats[seat])
        return PreferencesRow(0) if owner is None else await self._bot.store.preferences(owner)

    async def _ended(self, table: Table, words: Words) -> Layout:
        """What is left of a panel when the game has ended: how, and where to look."""
        game = table.state.game
        if table.state.phase is not Phase.OVER or game is None:
            return ended_layout([words("panel.closed")])
        names = await seat_names(self._bot, table.state, words)
        return ended_layout(
            [winners_title(game, names, words), places_text(game, names, words), words("panel.over")]
        )

    async def _handling(self, table: Table, view: View, panel: Panel, liked: PreferencesRow) -> Handling:
        """What the person has begun at the panel, and how they like to handle it."""
        choice, tap, decision = panel.choice, panel.tap, _to_decide(table, view.seat)
        chosen = NO_CARDS
        if choice is not None and choice.deal == view.public.number and view.to_pass:
            chosen = choice.cards & view.hand
        if not isinstance(table.state.seats[view.seat], Person):
            return Handling(chosen)
        return Handling(
            chosen=chosen,
            tapped=tap.card if tap is not None and tap.decision == decision else None,
            claiming=panel.claiming is not None and panel.claiming == table.state.decision,
            queued=await self._bot.wishes.queued(table, view.seat) if liked.queue else None,
            confirms=liked.confirm,
            queues=liked.queue,
            due=self._bot.clock.due(table),
            clocked=Clocked(table.state.clocked, table.state.clock_passed),
            hints=table.state.hints,
        )

    def _webhook(self, row: PanelRow) -> discord.Webhook:
        assert self._bot.application_id is not None
        return discord.Webhook.partial(self._bot.application_id, row.token, client=self._bot)

    async def _edit(self, panel: Panel, row: PanelRow, layout: Layout) -> None:
        async def edit(layout: Layout) -> None:
            await self._webhook(row).edit_message(
                row.message_id, view=layout.view(), attachments=layout.files(), allowed_mentions=NO_PINGS
            )

        await delivered(self._bot, layout, lambda shown: panel.request(Verb.EDIT, lambda: edit(shown)))

    async def _remove(self, row: PanelRow, interaction: discord.Interaction[Any]) -> None:
        """Take an older panel of the seat away, where its token still lives."""
        if self._bot.now() - row.clicked_at > TOKEN_LIFE:
            return
        # Of the interaction that last answered with the panel only the token was kept, and only that differs.
        older = copy.copy(interaction)
        older.token = row.token
        await taken_away(older, "panel")


def _owner(occupant: Occupant | None) -> int | None:
    """The number of the person whose seat it is, also while a computer keeps it."""
    match occupant:
        case Person(number):
            return number
        case Computer(owner=owner):
            return owner
        case None:
            return None


def _owned(table: Table) -> list[int]:
    """The seats that belong to people."""
    return [seat for seat, occupant in enumerate(table.state.seats) if _owner(occupant) is not None]


def _why(table: Table, seat: int) -> Why | None:
    """Why a computer keeps a seat."""
    occupant = table.state.seats[seat]
    return occupant.why if isinstance(occupant, Computer) else None


def _to_decide(table: Table, seat: int) -> Decision | None:
    return table.state.decision if seat in table.state.awaited else None


def panel_mode(interaction: discord.Interaction[Any], *, in_panel: bool) -> Mode:
    """Whether an answer changes the panel that was clicked or is a new private message."""
    message = interaction.message
    return Mode.IN_PLACE if in_panel and message is not None and message.flags.ephemeral else Mode.PRIVATE
