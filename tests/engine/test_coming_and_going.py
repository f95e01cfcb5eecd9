"""Whatever people do, and whoever goes away: a game is what its rows say, and can come to its end."""

import random
from collections import Counter
from pathlib import Path

import pytest

from bot.engine.actions import SeatKept, Why, read, write
from bot.engine.acts import AddComputer, Leave, Replace, Start, TakeBack
from bot.engine.decide import decide
from bot.engine.folding import fold
from bot.engine.paces import Pace
from bot.engine.state import Phase
from bot.engine.table import Change, Table
from bot.engine.tables import Opening
from bot.rules.ruleset import Ruleset
from bot.store import PreferencesRow, Store
from tests.engine.claiming import claims
from tests.engine.coming_and_going import PEOPLE, any_act, check, left_alone
from tests.engine.evening import quiet
from tests.engine.hall import Hall
from tests.engine.tabletop import Lots, on_disk, random_act, told

SHORT = Ruleset(limit=40)


def seeds(few: int, many: int) -> list[object]:
    """Give seeds, most of which are for a long run only."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(few, many))]


@pytest.mark.parametrize("seed", seeds(12, 300))
def test_acts_of_all_kinds_by_anybody(seed: int) -> None:
    rng, lots = random.Random(seed), Lots(seed)
    actions = list(Opening(10, 20, "en", SHORT, PEOPLE[: 1 + seed % 4], seed % 3).actions)
    state = fold(actions)
    refused = accepted = 0
    while state.open and accepted < 600:
        act = any_act(state, rng, endings=seed % 2 == 1)
        decided = decide(state, act, lots)
        if not isinstance(decided, tuple):
            refused += 1
            continue
        accepted += 1
        actions.extend(decided)
        state = told(state, decided)
        check(state)
        if accepted % 40 == 0:
            assert fold(read(*write(action)) for action in actions) == state
    assert fold(read(*write(action)) for action in actions) == state
    assert refused
    while state.decision is not None:
        decided = decide(state, left_alone(state), lots)
        assert isinstance(decided, tuple)
        state = told(state, decided)
        check(state)
    assert not state.open or state.phase is Phase.LOBBY


def test_the_lots_above_come_to_everything() -> None:
    """So that a rule of the lots that is too narrow is noticed."""
    seen: Counter[str] = Counter()
    ends: Counter[Phase] = Counter()
    for seed in range(40):
        rng, lots = random.Random(seed), Lots(seed)
        state = fold(Opening(10, 20, "en", SHORT, PEOPLE[: 1 + seed % 4], seed % 3).actions)
        for _ in range(1500):
            decided = decide(state, any_act(state, rng, endings=seed % 2 == 1), lots)
            if not isinstance(decided, tuple):
                seen[f"refused: {decided.rule}"] += 1
                continue
            state = told(state, decided)
            seen.update(type(action).__name__ for action in decided)
            seen.update(str(action.why) for action in decided if isinstance(action, SeatKept))
            if not state.open:
                break
        ends[state.phase] += 1
    assert {*Why, "SeatTakenBack", "ReplacementWanted", "PaceChosen", "SeatLeft", "Scored"} <= seen.keys()
    assert {"RulesetChosen", "Agreed", "SeatsSwapped", "Claimed"} <= seen.keys()
    refusals = (
        *("seat_is_kept", "seat_not_kept", "not_absent", "not_host", "already_wanted", "not_seated"),
        *("claim_not_now", "claim_not_proved", "not_agreed", "rules_changed_since", "too_many_people"),
    )
    assert {f"refused: {rule}" for rule in refusals} <= seen.keys()
    assert ends.keys() == {Phase.OVER, Phase.CANCELLED}


class Party:
    """A table with everything on: the clock, computers, wishes, and people who come and go by lot."""

    def __init__(self, store: Store, rng: random.Random, time: float = 1000.0) -> None:
        self.hall = Hall(store, time=time, computers=True)
        self.rng = rng

    async def open(self, pace: Pace) -> Table:
        for person in PEOPLE:
            made = await self.hall.store.person(person, "")
            await self.hall.store.save_preferences(
                PreferencesRow(made.person_id, autoplay=self.rng.random() < 0.4)
            )
        people = [person.person_id for person in (await self.hall.store.people(range(1, 5))).values()]
        opening = Opening(10, 20, "en", SHORT, tuple(people), pace=pace)
        table = await self.hall.tables.open(opening)
        assert isinstance(table, Table)
        assert isinstance(await table.act(Start(people[0])), Change)
        return table

    async def step(self, table: Table) -> None:
        """Let somebody do something, or time pass."""
        state, rng = table.state, self.rng
        turn = state.pace.turn or 60.0
        person = rng.choice((1, 2, 3, 4))
        match rng.randrange(8):
            case 0 | 1:
                await self.hall.tick(rng.choice((1.0, turn / 3, turn)))
            case 2 if len(state.persons) > 1:
                await table.act(Leave(person))
            case 3:
                await table.act(TakeBack(person))
            case 4:
                await table.act(Replace(person, rng.choice((1, 2, 3, 4)), rng.random() < 0.5))
            case 5 if state.deal is not None and not state.deal.passing:
                seat = rng.randrange(4)
                if state.deal.hands[seat]:
                    await self.hall.wishes.queue(table, seat, rng.choice(list(state.deal.hands[seat])))
            case 6:
                for claim in claims(state)[:1]:
                    await table.act(claim)
            case _:
                for _ in range(rng.randrange(4)):
                    if table.state.awaited:
                        await table.act(random_act(table.state, rng))
        if rng.random() < 0.7:
            await quiet()

    async def check(self, table: Table) -> None:
        """See that disk, memory, deadlines and the time shown agree."""
        await quiet()
        state = table.state
        assert await on_disk(self.hall.store, table) == state
        check(state)
        await self.hall.check_deadlines(table)


@pytest.mark.parametrize("seed", seeds(8, 60))
async def test_a_table_with_everything_on_and_restarts_in_between(seed: int, path: Path) -> None:
    rng = random.Random(seed)
    pace = list(Pace)[seed % 4]
    async with await Store.open(path) as store:
        party = Party(store, rng)
        game_id = (await party.open(pace)).game_id
        time = party.hall.time
    going_on, restarts = True, 0
    while going_on:
        async with await Store.open(path) as store:
            party = Party(store, rng, time + 1000)
            table = await party.hall.resume()
            assert table.game_id == game_id
            await party.check(table)
            steps = rng.randrange(5, 60)
            while table.state.open and (steps or restarts > 8):
                steps -= 1
                await party.step(table)
                if rng.random() < 0.2 and table.state.open:
                    await party.check(table)
            await party.hall.close()
            await quiet()
            going_on, time, restarts = table.state.open, party.hall.time, restarts + 1
            assert await on_disk(store, table) == table.state
            assert going_on or await party.hall.all_rows() == ()


def test_a_game_that_everybody_walks_away_from_at_any_moment_comes_to_its_end() -> None:
    lots, rng = Lots(3), random.Random(3)
    state = fold(Opening(10, 20, "en", Ruleset(limit=25), PEOPLE[:3]).actions)
    for act in (AddComputer(PEOPLE[0]), Start(PEOPLE[0])):
        decided = decide(state, act, lots)
        assert isinstance(decided, tuple)
        state = told(state, decided)
    moments = 0
    while state.decision is not None:
        alone = state
        if moments % 9 == 0:
            while alone.decision is not None:
                decided = decide(alone, left_alone(alone), lots)
                assert isinstance(decided, tuple)
                alone = told(alone, decided)
            assert alone.phase is Phase.OVER
        decided = decide(state, random_act(state, rng), lots)
        assert isinstance(decided, tuple)
        state = told(state, decided)
        moments += 1
    assert state.phase is Phase.OVER
