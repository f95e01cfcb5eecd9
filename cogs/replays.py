"""The replay: a game again, moment by moment, for whoever asks and nobody else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from bot.engine.actions import read
from bot.engine.moments import Replay, replay_of
from bot.engine.records import record_of
from bot.engine.table import Unreadable
from bot.standings import channels_of, ending_of
from bot.store.records import GameHeader
from bot.text.words import Words
from cogs.answers import Answer, Mode
from cogs.clicks import Click, NoSuchItem
from cogs.desk import Desk, Interaction
from cogs.history import name_of, not_yours
from cogs.history_message import Listed
from cogs.layout import Download, Layout
from cogs.looks import private_look
from cogs.pictures import table_picture
from cogs.replay_message import Shown, Spot, Step, replay_layout, scene_of
from cogs.seating import seat_names

KEPT: Final = 16
"""So many games are kept for who turns the pages."""


class Replays:
    """Shows games again. Keeps those looked at last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._games: OrderedDict[int, tuple[int, Replay]] = OrderedDict()

    async def turn(self, interaction: Interaction, click: Click) -> None:
        """Open the game chosen in a list, or go on in the one clicked, for whoever asked for it.

        Raises:
            NoSuchItem: no item of a list or of a replay was clicked.
        """
        if click.game_id:
            spot, step = Spot.read(click.detail)
            game_id, listed = click.game_id, spot.listed
        else:
            spot, step = None, Step.FIRST
            game_id, listed = _number(click.values), Listed.read(click.detail)
        words = self._desk.words(interaction)
        mode = Mode.PRIVATE if step is Step.OPEN else Mode.IN_PLACE
        async with Answer(interaction, mode) as answer:
            person = await self._desk.person(interaction)
            if person != listed.person:
                await answer.say(not_yours(words))
                return
            found = await self._find(answer, game_id, person, words)
            if found is None:
                return
            header, replay = found
            place = _place(replay, spot, step, click.values)
            await self._show(answer, listed, header, replay, place, words)

    async def record(self, interaction: Interaction, click: Click) -> None:
        """Give the record of a game that is no longer played: what `hearts-bot verify` accepts."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            person = await self._desk.person(interaction)
            found = await self._find(answer, click.game_id, person, words)
            if found is None:
                return
            _, replay = found
            if replay.state.open or not replay.state.history:
                await answer.say(words("replay.no_record"))
                return
            text = await asyncio.to_thread(record_of, replay.state)
            record = Download(f"hearts-{click.game_id}.json", text, words("over.record"))
            await answer.show(Layout((words("replay.record"),), download=record))

    async def _find(
        self, answer: Answer, game_id: int, person: int, words: Words
    ) -> tuple[GameHeader, Replay] | None:
        """A game somebody may look at; otherwise says why they may not.

        Raises:
            Unreadable: this program cannot read it.
        """
        interaction = answer.interaction
        header = await self._bot.store.header(game_id)
        if header is None or header.server_id != interaction.guild_id:
            await answer.say(words("error.no_such_game"))
            return None
        replay = await self._replay(game_id)
        if not replay.moments:
            await answer.say(words("error.no_such_game"))
            return None
        played = person in {*replay.state.persons, *replay.state.gone}
        if not played and not await self._desk.places.seen_by(interaction, channels_of(header)):
            await answer.say(words("history.hidden"))
            return None
        return header, replay

    async def _replay(self, game_id: int) -> Replay:
        rows = await self._bot.store.rows(game_id)
        kept = self._games.get(game_id)
        if kept is None or kept[0] != len(rows):

            def folded() -> Replay:
                try:
                    return replay_of([read(each.row.kind, each.row.version, each.row.body) for each in rows])
                except Exception as error:
                    # Without the message, which may have hidden cards in it.
                    raise Unreadable(f"game {game_id}: {type(error).__name__}") from None

            # A whole game takes long enough to keep clicks waiting.
            kept = len(rows), await asyncio.to_thread(folded)
            self._games[game_id] = kept
        self._games.move_to_end(game_id)
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        return kept[1]

    async def _show(
        self, answer: Answer, listed: Listed, header: GameHeader, replay: Replay, place: int, words: Words
    ) -> None:
        bot, state = self._bot, replay.state
        liked = await bot.store.preferences(listed.person)
        look = private_look(liked, words, self._desk.emoji_of)
        shown = Shown(
            game_id=header.game_id,
            replay=replay,
            place=place,
            sight=replay.sight(place, listed.person),
            ending=ending_of(state, header.status),
            canceller=await name_of(bot, state.ended_by, words),
            names=await seat_names(bot, replay.moments[place].state, words),
            now=await seat_names(bot, state, words),
            played=listed.person in {*state.persons, *state.gone},
        )
        picture = None
        if look.pictures:
            picture = await table_picture(bot, scene_of(shown), shown.names, look.words, look.deck)
        await answer.show(replay_layout(listed, shown, picture, look.words))


def _place(replay: Replay, spot: Spot | None, step: Step, values: tuple[str, ...]) -> int:
    """The place of the moment an item leads to."""
    last = len(replay.moments) - 1
    if step is Step.LAST:
        return last
    if spot is None or step in (Step.FIRST, Step.OPEN):
        return 0
    if step is Step.DEAL:
        return replay.find(_number(values), 0)
    place = replay.find(spot.deal, spot.step)
    return max(0, place - 1) if step is Step.BACK else min(last, place + 1)


def _number(values: tuple[str, ...]) -> int:
    text = "".join(values)
    if not text.isdecimal() or len(text) > 18:
        raise NoSuchItem
    return int(text)
