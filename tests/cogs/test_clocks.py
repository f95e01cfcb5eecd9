"""Clocks: chosen in the lobby, shown as a time that counts by itself, reminding, and playing at the end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.actions import By, Passed, Played, SeatKept, Why
from bot.engine.acts import ByPerson, PlayCard
from bot.engine.clock import BEAT
from bot.engine.paces import Pace
from bot.engine.state import Person, Phase
from tests.cogs.choosing import picked
from tests.cogs.moves import (
    NAMES,
    actions,
    ids,
    in_play,
    kept,
    mentions,
    passed,
    play_until_turn,
    played,
    seated,
    shown_deadline,
    stored_deadline,
)
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

PROMPT = 20.0
"""Seconds after which the first mention comes, in these tests."""


def paces(*paces: Pace) -> Any:
    """The parameter `pace`."""
    # In small letters "slow" would be the mark of tests that take long.
    return pytest.mark.parametrize("pace", paces, ids=lambda pace: pace.name)


hurried = paces(Pace.FAST, Pace.NORMAL, Pace.SLOW)


def turn(pace: Pace) -> float:
    """Seconds for a turn."""
    assert pace.turn is not None
    return pace.turn


def at_half(pace: Pace) -> float:
    """Seconds from the first mention to half of the turn."""
    return turn(pace) / 2 - PROMPT


class TestInTheLobby:
    @paces(*Pace)
    async def test_the_host_chooses_the_pace(self, place: Place, pace: Pace) -> None:
        ann = place.somebody("ann")
        await place.lobby(ann, pace=pace)
        table, shown = await place.table(), place.shown()
        assert table.state.pace is pace
        assert picked(shown, f"hearts-menu:pace:{table.game_id}") == pace
        assert ann.words("lobby.pace", pace=ann.words(f"pace.{pace}")) in shown.text

    async def test_nobody_else_does(self, place: Place) -> None:
        ann, ben, eve = map(place.somebody, ("ann", "ben", "eve"))
        lobby = await place.lobby(ann, ben)
        table = await place.table()
        menu = f"hearts-menu:pace:{table.game_id}"
        for person, why in ((ben, "not_host"), (eve, "not_seated")):
            result = await person.member.select(lobby, ["fast"], custom_id=menu)
            assert result.response is not None
            assert result.response.ephemeral
            assert see(result.response).text == person.words(f"table_refusal.{why}")
        assert table.state.pace is Pace.NORMAL
        assert picked(place.shown(), menu) == "normal"

    async def test_a_pace_that_is_none_is_refused(self, place: Place) -> None:
        ann = place.somebody("ann")
        lobby = await place.lobby(ann)
        table = await place.table()
        for values in (["hasty"], []):
            result = await ann.forge(lobby, f"hearts-menu:pace:{table.game_id}", values)
            assert result.response.ephemeral
        assert table.state.pace is Pace.NORMAL

    async def test_not_once_the_game_has_begun(self, place: Place) -> None:
        [ann] = await place.game(place.somebody("ann"), hands=False)
        table = await place.table()
        message = place.table_message()
        result = await ann.forge(message, f"hearts-menu:pace:{table.game_id}", ["fast"])
        assert see(result.response).text == ann.words("table_refusal.already_started")
        assert table.state.pace is Pace.NORMAL


class TestTheTimeThatIsLeft:
    @hurried
    async def test_is_the_stored_deadline_for_the_pass_and_for_a_turn(self, place: Place, pace: Pace) -> None:
        ann, *others = await seated(place, pace=pace)
        table = await place.table()
        await ann.open_hand()
        for phase in ("pass", "play"):
            due = await stored_deadline(place, table)
            assert due is not None, phase
            assert due == pytest.approx(place.bot.now() + turn(pace), abs=5)
            assert shown_deadline(place.shown()) == int(due)
            if phase == "pass":
                assert shown_deadline(ann.panel()) == int(due)
                await passed(place, ann, *others)

    async def test_is_in_the_panel_of_whoever_is_to_act_alone(self, place: Place) -> None:
        first, second, *_ = await in_play(place, panels=True)
        assert shown_deadline(first.panel()) == shown_deadline(place.shown()) is not None
        assert shown_deadline(second.panel()) is None
        await played(place, first)
        assert shown_deadline(first.panel()) is None
        assert shown_deadline(second.panel()) == shown_deadline(place.shown()) is not None

    async def test_begins_anew_with_every_turn(self, place: Place) -> None:
        first, *_ = await in_play(place)
        before = shown_deadline(place.shown())
        await place.later(100)
        await played(place, first)
        after = shown_deadline(place.shown())
        assert before is not None
        assert after is not None
        assert after - before == pytest.approx(100, abs=5)

    async def test_is_one_for_all_who_pass(self, place: Place) -> None:
        ann, ben, *_ = await seated(place)
        before = shown_deadline(place.shown())
        await place.later(100)
        await passed(place, ann, ben)
        assert shown_deadline(place.shown()) == before

    async def test_is_none_where_nobody_is_hurried(self, place: Place) -> None:
        ann, *_ = await seated(place, pace=Pace.NONE)
        await ann.open_hand()
        assert shown_deadline(place.shown()) is None
        assert shown_deadline(ann.panel()) is None
        assert await stored_deadline(place, await place.table()) is None


class TestReminders:
    @paces(Pace.NORMAL, Pace.SLOW)
    async def test_half_way_a_new_mention_takes_the_place_of_the_first(
        self, place: Place, pace: Pace
    ) -> None:
        first, *_ = await in_play(place, pace=pace)
        await place.later(PROMPT + 1)
        [prompt] = place.prompts()
        assert mentions(place) == [ids(first)]
        await place.later(at_half(pace) - 3)
        assert [each.id for each in place.prompts()] == [prompt.id]
        await place.later(4)
        [reminder] = place.prompts()
        assert reminder.id != prompt.id
        assert reminder.content == prompt.content
        assert mentions(place) == [ids(first), ids(first)]
        await place.later(turn(pace) / 4)
        assert mentions(place) == [ids(first), ids(first)]

    async def test_at_the_fast_pace_the_prompt_is_the_reminder(self, place: Place) -> None:
        first, *_ = await in_play(place, pace=Pace.FAST)
        await place.later(PROMPT + 1)
        [prompt] = place.prompts()
        await place.later(turn(Pace.FAST) - PROMPT - 3)
        assert [each.id for each in place.prompts()] == [prompt.id]
        assert mentions(place) == [ids(first)]

    async def test_without_a_clock_there_is_one_mention(self, place: Place) -> None:
        first, *_ = await in_play(place, pace=Pace.NONE)
        await place.later(PROMPT + 1)
        await place.later(3 * 86400)
        assert len(place.prompts()) == 1
        assert mentions(place) == [ids(first)]
        assert (await place.table()).state.awaited == (await first.seat(),)

    async def test_of_a_pass_are_for_those_who_have_not_passed(self, place: Place) -> None:
        ann, ben, cleo, dora = await seated(place)
        await passed(place, cleo)
        await place.later(PROMPT + 1)
        await passed(place, ann)
        await place.later(at_half(Pace.NORMAL) + 1)
        assert mentions(place) == [ids(ann, ben, dora), ids(ben, dora)]
        assert set(place.prompts()[0].raw_mentions) == ids(ben, dora)

    async def test_who_acts_is_reminded_of_nothing(self, place: Place) -> None:
        first, second, *_ = await in_play(place)
        await place.later(PROMPT + 1)
        await played(place, first)
        assert not place.prompts()
        await played(place, second)
        await place.later(PROMPT - 5)
        assert not place.prompts()
        assert mentions(place) == [ids(first)]


class TestWhenTheTimeIsUp:
    @hurried
    async def test_a_turn_is_played_by_the_clock(self, place: Place, pace: Pace) -> None:
        first, *_ = await in_play(place, pace=pace)
        table, seat = await place.table(), await first.seat()
        before = table.state.count
        await place.later(turn(pace) - 4)
        assert table.state.count == before
        await place.later(6)
        played_by_clock = (await actions(place, table))[before]
        assert isinstance(played_by_clock, Played)
        assert (played_by_clock.seat, played_by_clock.by) == (seat, By.CLOCK)
        assert table.state.seats[seat] == Person(await first.number())
        assert not place.prompts()

    @hurried
    async def test_a_pass_is_made_by_the_clock_for_all_who_have_not(self, place: Place, pace: Pace) -> None:
        ann, ben, *others = await seated(place, pace=pace)
        table = await place.table()
        await passed(place, ann, *others)
        await place.later(turn(pace) + 2)
        assert table.state.deal is not None
        assert not table.state.deal.passing
        by = {each.seat: each.by for each in await actions(place, table) if isinstance(each, Passed)}
        clock = {await ben.seat(): By.CLOCK}
        assert by == {await person.seat(): By.PERSON for person in (ann, *others)} | clock

    async def test_the_panel_says_that_the_turn_is_over(self, place: Place) -> None:
        first, *_ = await in_play(place, panels=True)
        button = first.panel().play_buttons()[0]["custom_id"]
        await place.later(turn(Pace.NORMAL) + 2)
        assert not first.panel().play_buttons()
        before = (await place.table()).state.count
        await first.forge(first.panel().message, button)
        assert (await place.table()).state.count == before
        assert first.words("table_refusal.decision_past") in first.panel().text

    async def test_after_two_turns_in_a_row_a_computer_keeps_the_seat(self, place: Place) -> None:
        first, *others = await in_play(place, panels=True)
        table, seat, number = await place.table(), await first.seat(), await first.number()
        await place.later(turn(Pace.NORMAL) + 2)
        assert table.state.seats[seat] == Person(number)
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        computer = await kept(place, first)
        assert computer is not None
        assert (computer.owner, computer.why) == (number, Why.CLOCK)
        assert first.words("computer.keeps", face="🤖", name=first.member.name.title()) in place.shown().text
        await place.later(16 * 60)
        await first.open_hand()
        assert first.panel().texts == (first.words("panel.kept.clock"), first.words("panel.kept"))
        assert first.panel().enabled() == [first.words("button.take_back")]

    async def test_a_turn_of_ones_own_in_between_counts_from_the_start(self, place: Place) -> None:
        first, *others = await in_play(place)
        await place.later(turn(Pace.NORMAL) + 2)
        for _ in range(2):
            await play_until_turn(place, first, others)
            await played(place, first)
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        assert await kept(place, first) is None

    async def test_a_missed_pass_counts_too(self, place: Place) -> None:
        people = await seated(place)
        table = await place.table()
        await place.later(turn(Pace.NORMAL) + 2)
        first = people[table.state.awaited[0]]
        await place.later(turn(Pace.NORMAL) + 2)
        computer = await kept(place, first)
        assert computer is not None
        assert computer.why is Why.CLOCK

    async def test_the_rights_of_a_host_go_on(self, place: Place) -> None:
        people = await in_play(place)
        table = await place.table()
        [host] = [person for person in people if await person.number() == table.state.host]
        others = [person for person in people if person is not host]
        for _ in range(2):
            await play_until_turn(place, host, others)
            await place.later(turn(Pace.NORMAL) + 2)
        assert await kept(place, host) is not None
        assert table.state.host in [await person.number() for person in others]

    async def test_three_of_four_gone_keep_nobody_waiting(self, place: Place) -> None:
        ann, *others = await seated(place, pace=Pace.FAST)
        table = await place.table()
        await passed(place, ann)
        while table.state.persons != (await ann.number(),):
            if await place.to_move([ann]) is ann:
                await played(place, ann)
            else:
                await place.later(turn(Pace.FAST) + 2)
        for person in others:
            computer = await kept(place, person)
            assert computer is not None
            assert computer.why is Why.CLOCK
        keeps = [each for each in await actions(place, table) if isinstance(each, SeatKept)]
        assert len(keeps) == 3
        while not table.state.history:
            await played(place, ann)
        assert table.state.host == await ann.number()

    async def test_nobody_left_who_plays_leaves_a_game_that_comes_to_its_end(self, place: Place) -> None:
        place.fix_lots()
        await place.game(place.somebody("ann"), hands=False, pace=Pace.FAST, preset="short")
        table = await place.table()
        for _ in range(2):
            await place.later(turn(Pace.FAST) + 2)
        assert not table.state.persons
        for _ in range(20):
            if table.state.open:
                await place.env.advance_time(1)
        assert table.state.phase is Phase.OVER


class TestTakenBack:
    async def kept_by_clock(self, place: Place) -> tuple[Somebody, list[Somebody]]:
        """Somebody whose seat a computer keeps since the pass, and the others."""
        people = await in_play(place, panels=True)
        first, *others = people
        await place.later(turn(Pace.NORMAL) + 2)
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        assert await kept(place, first) is not None
        return first, others

    @pytest.mark.parametrize("by", ["the panel", "My hand", "the command"])
    async def test_by_a_button_that_one_is_shown(self, place: Place, by: str) -> None:
        first, others = await self.kept_by_clock(place)
        table, number = await place.table(), await first.number()
        if by == "My hand":
            await first.open_hand()
        elif by == "the command":
            first.panel_id = (await first.told("hand")).message.id
        assert first.panel().texts == (first.words("panel.kept.clock"), first.words("panel.kept"))
        await first.press(first.panel().message, "button.take_back")
        assert number in table.state.persons
        assert first.panel().texts[0] == first.words("panel.title", number=1)
        assert first.member.name.title() in place.shown().text
        assert (
            first.words("computer.keeps", face="🤖", name=first.member.name.title()) not in place.shown().text
        )
        await play_until_turn(place, first, others)
        await first.play_first()

    async def test_two_more_turns_are_waited_for(self, place: Place) -> None:
        first, others = await self.kept_by_clock(place)
        await first.open_hand()
        await first.press(first.panel().message, "button.take_back")
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        assert await kept(place, first) is None

    async def test_by_nobody_else(self, place: Place) -> None:
        _, others = await self.kept_by_clock(place)
        table, eve = await place.table(), place.somebody("eve")
        before = table.state.count
        for person, why in ((others[0], "seat_not_kept"), (eve, "seat_not_kept")):
            result = await person.forge(place.table_message(), f"hearts:takeback:{table.game_id}")
            assert result.response.ephemeral
            if person is eve:
                assert see(result.response).text == person.words(f"table_refusal.{why}")
        assert table.state.count == before

    async def test_a_click_on_ones_cards_meanwhile_shows_the_button(self, place: Place) -> None:
        first, *others = await in_play(place, panels=True)
        button, message = first.panel().play_buttons()[0]["custom_id"], first.panel().message
        await place.later(turn(Pace.NORMAL) + 2)
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        await first.forge(message, button)
        assert first.panel().enabled() == [first.words("button.take_back")]


class TestAcrossARestart:
    @hurried
    async def test_the_time_away_is_given_back(self, place: Place, pace: Pace) -> None:
        first, *_ = await in_play(place, pace=pace)
        table = await place.table()
        due, count = await stored_deadline(place, table), table.state.count
        assert due is not None
        await place.later(turn(pace) / 2)
        await place.bot.close()
        away = 2 * turn(pace)
        place.env.backend.advance_clock(away)
        await place.restart()
        table = await place.table()
        assert table.state.count == count
        again = await stored_deadline(place, table)
        assert again is not None
        assert again - due == pytest.approx(away, abs=BEAT + 2)
        assert shown_deadline(place.shown()) == int(again)
        await place.later(again - place.bot.now() - 3)
        assert table.state.awaited == (await first.seat(),)
        await place.later(5)
        assert table.state.count > count

    async def test_during_the_pass(self, place: Place) -> None:
        ann, ben, *_ = await seated(place)
        await passed(place, ann)
        await place.later(100)
        await place.bot.close()
        place.env.backend.advance_clock(10 * 3600)
        await place.restart()
        table = await place.table()
        assert table.state.deal is not None
        assert table.state.deal.passing
        await passed(place, ben)
        await place.later(turn(Pace.NORMAL))
        assert not table.state.deal.passing

    async def test_missed_turns_and_kept_seats_are_remembered(self, place: Place) -> None:
        first, *others = await in_play(place)
        await place.later(turn(Pace.NORMAL) + 2)
        await place.restart()
        await play_until_turn(place, first, others)
        await place.later(turn(Pace.NORMAL) + 2)
        assert await kept(place, first) is not None
        await place.restart()
        assert await kept(place, first) is not None
        await first.open_hand()
        await first.press(first.panel().message, "button.take_back")
        assert await kept(place, first) is None

    async def test_a_reminder_is_not_repeated(self, place: Place) -> None:
        first, *_ = await in_play(place)
        await place.later(PROMPT + 1)
        await place.later(at_half(Pace.NORMAL) + 1)
        await place.restart()
        await place.later(30)
        assert mentions(place) == [ids(first), ids(first)]
        assert len(place.prompts()) == 1


async def test_two_tables_have_clocks_of_their_own(place: Place) -> None:
    ann, ben = map(place.somebody, NAMES[:2])
    await place.game(ann, hands=False, pace=Pace.FAST)
    fast = await place.table()
    place.channel = place.guild.create_text_channel("slow")
    await place.game(ben, hands=False, pace=Pace.SLOW)
    slow, count = await place.table(), (await place.table()).state.count
    await place.later(turn(Pace.FAST) + 2)
    assert any(isinstance(each, Passed) and each.by is By.CLOCK for each in await actions(place, fast))
    assert slow.state.count == count


async def test_a_person_and_the_clock_never_both_play(place: Place) -> None:
    first, *_ = await in_play(place)
    table, number, card = await place.table(), await first.number(), (await first.view()).legal.lowest
    decision = table.state.decision
    await place.later(turn(Pace.NORMAL) + 2)
    before = table.state.count
    outcome = await table.act(PlayCard(ByPerson(number), card, decision))
    assert getattr(outcome, "rule", None) == "decision_past"
    assert table.state.count == before
