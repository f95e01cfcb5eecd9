"""Tables for the benchmark, written into a database as if people had played there for a while."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.engine.acts import Act, ByComputer, ByPerson, ChooseMoon, Pass, PlayCard, Start, Who
from bot.engine.clock import Clock
from bot.engine.decide import decide
from bot.engine.folding import apply, fold
from bot.engine.paces import Pace
from bot.engine.state import Decision, Person, TableState
from bot.engine.table import SystemChance, Table, rows
from bot.engine.tables import Opening
from bot.load_bench.discord_state import DiscordState
from bot.load_bench.payloads import Ids, Message, Place, Somebody
from bot.rules.ruleset import Ruleset
from bot.rules.view import view
from bot.store.records import GameStatus, MessageRow
from bot.store.store import Store

TABLES_A_GUILD: Final = 10
PROMPT_AFTER: Final = 20.0
"""Seconds until somebody is mentioned, as the bot has it unless it is set otherwise."""
TABLE: Final = "table"
"""The kind of a table's public message in the store."""
HAND: Final = "hearts:hand:{game}"
"""The button on it that opens a hand."""


@dataclass(frozen=True)
class Plan:
    """What is prepared.

    Attributes:
        tables: how many.
        people: in how many seats of each table there is a person; computers in the others.
        level: how those play.
        seed: of who has played what.
        deals: how many whole deals, at most, have been played at a table; more plays have, up to another one.
    """

    tables: int
    people: int
    level: str = "hard"
    seed: int = 1
    deals: int = 0


@dataclass(frozen=True)
class Prepared:
    """A table that was prepared.

    Attributes:
        place: its channel.
        people: who sits at it.
    """

    place: Place
    people: tuple[Somebody, ...]


def somebody(ids: Ids, number: int) -> Somebody:
    """A person with a name no other has; every third speaks German."""
    return Somebody(ids.next(), f"Player {number}", "de" if number % 3 == 0 else "en-US")


async def prepare(database: Path, plan: Plan, discord: DiscordState, now: float) -> list[Prepared]:
    """Make a database with open tables, each at a random place of a deal, and their messages in Discord.

    Args:
        database: the file, which is not there yet.
        plan: what to make.
        discord: gets the channels and the messages.
        now: in Unix seconds; everything happened just before.
    """
    lots = random.Random(plan.seed)
    store = await Store.open(database)
    try:
        clock = Clock(store, lambda: now, PROMPT_AFTER, _nobody_plays)
        prepared = [
            await _table(store, clock, plan, discord, lots, number, now) for number in range(plan.tables)
        ]
        await clock.resume()
        return prepared
    finally:
        await store.close()


async def _nobody_plays(table: Table, seat: int, decision: Decision) -> None:
    del table, seat, decision


async def _table(
    store: Store,
    clock: Clock,
    plan: Plan,
    discord: DiscordState,
    lots: random.Random,
    number: int,
    now: float,
) -> Prepared:
    place = discord.add_place((1_000_000 + number // TABLES_A_GUILD) << 22)
    people = tuple(somebody(discord.ids, number * plan.people + each) for each in range(plan.people))
    persons = [(await store.person(one.account, one.name)).person_id for one in people]
    ruleset = Ruleset()
    free = ruleset.players - plan.people
    opening = Opening(
        place.guild, place.channel, "en", ruleset, tuple(persons), free, level=plan.level, pace=Pace.NORMAL
    )
    first = opening.actions
    host = persons[0]
    game_id = await store.create_game(place.guild, place.channel, "en", rows(first), now, None, host)
    state = fold(first)
    plays = lots.randrange(plan.deals * 56, plan.deals * 56 + 52)
    acts, later = 0, []
    while acts <= plays and state.open:
        decided = decide(state, _next(state, host, lots), SystemChance())
        assert isinstance(decided, tuple), decided
        for action in decided:
            state = apply(state, action)
        later += decided
        acts += 1
    status = GameStatus.PLAYING if state.open else GameStatus.OVER
    await store.append(game_id, len(first) + 1, rows(later), now, status)
    message = Message(discord.ids.next(), place, [_hand_button(game_id)])
    discord.messages[message.id] = message
    discord.audience.changed(message)
    await clock.watch(Table(store, game_id, "en", state, SystemChance(), lambda: now, ()))
    subject = 1 if state.game is None else state.game.number
    await store.save_message(MessageRow(game_id, TABLE, place.channel, message.id, now, subject))
    return Prepared(place, people)


def _next(state: TableState, host: int, lots: random.Random) -> Act:
    """Something somebody may do now."""
    if state.game is None or state.deal is None:
        return Start(host)
    seat = lots.choice(state.awaited)
    occupant, decision = state.seats[seat], state.decision
    who: Who = ByPerson(occupant.number) if isinstance(occupant, Person) else ByComputer(seat)
    seen = view(state.game, seat)
    question = seen.public.moon_question
    if question is not None:
        return ChooseMoon(who, question.unasked, decision)
    if seen.to_pass:
        return Pass(who, tuple(lots.sample(tuple(seen.hand), seen.public.ruleset.pass_size)), decision)
    return PlayCard(who, lots.choice(tuple(seen.legal)), decision)


def _hand_button(game_id: int) -> dict[str, object]:
    return {
        "type": 1,
        "components": [{"type": 2, "style": 1, "label": "My hand", "custom_id": HAND.format(game=game_id)}],
    }
