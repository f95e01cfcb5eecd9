"""People come and go: leaving at every moment, seats taken back, given away, and tables nobody comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.absence import PATIENCE
from bot.engine.actions import Why
from bot.engine.acts import Leave
from bot.engine.idle import GAME_LIFE, LOBBY_LIFE
from bot.engine.state import Phase
from bot.engine.table import Table
from cogs.boards import BUTTONS_LIFE
from tests.cogs.moves import (
    ids,
    in_play,
    kept,
    mentions,
    passed,
    play_on,
    play_until_turn,
    played,
    seated,
    shown_deadline,
    stored_deadline,
)
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

LOOK_UPS = "/guilds/*/members/*"


def name(person: Somebody) -> str:
    """How the person is called."""
    return person.member.name.title()


async def a_trick_is_finished(place: Place, table: Table, people: list[Somebody]) -> None:
    """These people and the computers play on; nobody else is waited for."""
    for _ in range(120):
        deal = table.state.deal
        if deal is not None and deal.tricks:
            return
        mover = await place.to_move(people)
        if mover is None:
            await place.env.advance_time(1)
        elif deal is not None and deal.passing:
            await passed(place, mover)
        else:
            await played(place, mover)
    raise AssertionError("the game stands still")


class TestByCommand:
    async def test_in_the_lobby_the_seat_is_free_again(self, place: Place) -> None:
        ann, ben, cleo = map(place.somebody, ("ann", "ben", "cleo"))
        lobby = await place.lobby(ann, ben)
        assert (await ben.told("leave")).text == ben.words("leave.done")
        assert name(ben) not in place.shown().text
        await cleo.press(lobby, "button.join")
        assert "2. Cleo" in place.shown().text

    async def test_in_the_lobby_the_rights_of_a_host_go_on(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        await place.lobby(ann, ben)
        await ann.told("leave")
        assert ben.words("lobby.host", name="Ben") in place.shown().text
        await place.game_started(ben)

    @pytest.mark.settings(computer_pace=10)
    @pytest.mark.parametrize("moment", ["before passing", "after passing", "own turn", "others' turn"])
    async def test_in_a_game_a_computer_keeps_the_seat(self, place: Place, moment: str) -> None:
        if moment in ("before passing", "after passing"):
            ben, *others = await seated(place, pace="none")
            if moment == "after passing":
                await passed(place, ben)
        else:
            first, second, *rest = await in_play(place, pace="none")
            ben, others = (first, [second, *rest]) if moment == "own turn" else (second, [first, *rest])
        table, number = await place.table(), await ben.number()
        seat = await ben.seat()
        told = await ben.told("leave")
        assert told.text == ben.words("leave.kept")
        assert told.enabled() == [ben.words("button.take_back")]
        computer = await kept(place, ben)
        assert computer is not None
        assert (computer.owner, computer.why) == (number, Why.LEFT)
        assert ben.words("computer.keeps", face="🤖", name=name(ben)) in place.shown().text
        assert table.state.host in [await person.number() for person in others]
        await a_trick_is_finished(place, table, others)
        # Who has come back plays on with the same seat.
        await ben.press(told.message, "button.take_back")
        assert table.state.seat_of(number) == seat
        assert ben.again(told.message.id).texts[0] == ben.words("panel.title", number=1)

    async def test_between_two_deals_and_the_game_comes_to_its_end(self, place: Place) -> None:
        place.fix_lots()
        ann, ben = map(place.somebody, ("ann", "ben"))
        await place.game(ann, ben, hands=False, preset="short")
        table = await place.table()
        await play_on(place, table, deals=1)
        assert table.state.deal is not None
        assert table.state.deal.passing
        await ann.told("leave")
        assert await kept(place, ann) is not None
        assert table.state.host == await ben.number()
        await play_on(place, table)
        assert table.state.phase is Phase.OVER
        assert place.shown().texts[0].startswith("### 🏆")
        assert ann.words("computer.keeps", face="🤖", name="Ann") in place.shown().text

    async def test_the_last_ends_the_game_as_abandoned(self, place: Place) -> None:
        ann, ben = await seated(place, 2, panels=True)
        await ann.told("leave")
        table = await place.table()
        assert table.state.open
        assert (await ben.told("leave")).text == ben.words("leave.done")
        assert (table.state.phase, table.state.ended_by) == (Phase.CANCELLED, None)
        assert ben.words("table.abandoned") in place.shown().text
        assert not place.shown().buttons
        assert ben.panel().text == ben.words("panel.closed")
        await place.lobby(ann)

    async def test_who_has_no_seat_is_told_so(self, place: Place) -> None:
        ann, eve = place.somebody("ann"), place.somebody("eve")
        assert (await eve.told("leave")).text == eve.words("error.no_game_here")
        await place.game(ann, place.somebody("ben"), hands=False)
        assert (await eve.told("leave")).text == eve.words("table_refusal.not_seated")
        await ann.told("leave")
        assert (await ann.told("leave")).text == ann.words("table_refusal.seat_is_kept")

    @pytest.mark.settings(computer_pace=10)
    @pytest.mark.parametrize("phase", ["pass", "play"])
    async def test_who_comes_back_has_the_time_that_was_left(self, place: Place, phase: str) -> None:
        first, *others = await (seated(place) if phase == "pass" else in_play(place))
        if phase == "pass":
            await passed(place, *others)
        table, before = await place.table(), shown_deadline(place.shown())
        told = await first.told("leave")
        assert await stored_deadline(place, table) is None
        assert shown_deadline(place.shown()) is None
        await place.env.advance_time(5)
        await first.press(told.message, "button.take_back")
        assert shown_deadline(place.shown()) == before
        assert int(await stored_deadline(place, table) or 0) == before
        await place.env.advance_time(30)
        assert table.state.awaited == (await first.seat(),)

    async def test_a_kept_seat_survives_a_restart(self, place: Place) -> None:
        first, *others = await in_play(place, pace="none")
        told = await first.told("leave")
        await place.restart()
        assert await kept(place, first) is not None
        await first.press(told.message, "button.take_back")
        await play_until_turn(place, first, others)
        await first.open_hand()
        await first.play_first()


class TestByLeavingTheServer:
    @pytest.mark.parametrize("phase", ["pass", "play"])
    async def test_is_noticed_at_the_prompt(self, place: Place, phase: str) -> None:
        if phase == "pass":
            ann, *others = await seated(place)
            await passed(place, *others)
        else:
            ann, *others = await in_play(place)
        place.guild.remove_member(ann.member)
        await place.later(18)
        assert await kept(place, ann) is None
        await place.later(4)
        computer = await kept(place, ann)
        assert computer is not None
        assert computer.why is Why.LEFT
        assert not place.prompts()
        assert not mentions(place)
        await a_trick_is_finished(place, await place.table(), others)

    @pytest.mark.parametrize(("after", "noticed"), [(22, 150), (152, 300)], ids=["reminder", "turn"])
    async def test_later_is_noticed_later(self, place: Place, after: int, noticed: int) -> None:
        first, *_ = await in_play(place)
        await place.later(after)
        place.guild.remove_member(first.member)
        await place.later(noticed - after - 4)
        assert await kept(place, first) is None
        count = len(mentions(place))
        await place.later(6)
        computer = await kept(place, first)
        assert computer is not None
        assert computer.why is Why.LEFT
        assert len(mentions(place)) == count
        assert not place.prompts()

    async def test_only_who_does_not_act_is_looked_up(self, place: Place) -> None:
        ann, ben, *others = await seated(place)
        await passed(place, ben, *others)
        assert not place.requests("GET", LOOK_UPS)
        await place.later(22)
        looked_up = place.requests("GET", LOOK_UPS)
        assert {int(each.path.rpartition("/")[2]) for each in looked_up} == ids(ann)
        assert mentions(place) == [ids(ann)]

    @pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50001), (404, 10004)])
    async def test_without_an_answer_nobody_has_left(self, place: Place, status: int, code: int) -> None:
        first, *_ = await in_play(place)
        place.env.inject_error("GET", LOOK_UPS, status=status, code=code, times=5)
        await place.later(22)
        assert await kept(place, first) is None
        assert mentions(place) == [ids(first)]

    async def test_of_the_host_gives_the_rights_to_another(self, place: Place) -> None:
        people = await seated(place)
        table = await place.table()
        [host] = [person for person in people if await person.number() == table.state.host]
        place.guild.remove_member(host.member)
        await place.later(22)
        assert await kept(place, host) is not None
        assert table.state.host in [await person.number() for person in people if person is not host]

    async def test_of_everybody_ends_the_game(self, place: Place) -> None:
        people = await seated(place, 3)
        table = await place.table()
        for person in people:
            place.guild.remove_member(person.member)
        await place.later(22)
        assert (table.state.phase, table.state.ended_by) == (Phase.CANCELLED, None)
        assert not place.prompts()


class TestReplacing:
    async def test_the_host_sends_somebody_away_from_the_lobby(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        await place.lobby(ann, ben)
        told = await ann.told("replace", member=ben.member)
        assert told.text == ann.words("replace.done", name="Ben")
        assert "Ben" not in place.shown().text
        assert await place.people_seated() == 1

    async def test_nobody_else_does(self, place: Place) -> None:
        ann, ben, cleo, eve = map(place.somebody, ("ann", "ben", "cleo", "eve"))
        await place.lobby(ann, ben, cleo)
        for person, target, why in (
            (ben, cleo, "not_host"),
            (ben, ann, "not_absent"),
            (eve, ben, "not_seated"),
            (ann, eve, "target_not_seated"),
            (ann, ann, "target_not_seated"),
        ):
            told = await person.told("replace", member=target.member)
            assert told.text == person.words(f"table_refusal.{why}")
        assert await place.people_seated() == 3

    async def test_everybody_else_replaces_the_host_of_a_lobby_who_is_away(self, place: Place) -> None:
        ann, ben, cleo = map(place.somebody, ("ann", "ben", "cleo"))
        await place.lobby(ann, ben, cleo)
        await place.later(PATIENCE + 5)
        wanted = await ben.told("replace", member=ann.member)
        assert wanted.text == ben.words("replace.wanted", name="Ann")
        assert "Ann" in place.shown().text
        # That Ben has said something is no sign of life of Ann's.
        done = await cleo.told("replace", member=ann.member)
        assert done.text == cleo.words("replace.done", name="Ann")
        assert "Ann" not in place.shown().text
        assert ben.words("lobby.host", name="Ben") in place.shown().text

    @pytest.mark.parametrize("pace", ["normal", "none"])
    async def test_the_host_gives_an_absent_persons_seat_to_a_computer(self, place: Place, pace: str) -> None:
        people = await in_play(place, pace=pace)
        first, *others = people
        table = await place.table()
        if table.state.host == await first.number():
            await played(place, first)
            first, *others = [*others, first]
        [host] = [person for person in others if await person.number() == table.state.host]
        told = await host.told("replace", member=first.member)
        assert told.text == host.words("table_refusal.not_absent")
        await place.later((table.state.pace.turn or 2 * PATIENCE) / 2 + 5)
        told = await host.told("replace", member=first.member)
        assert told.text == host.words("replace.done", name=name(first))
        computer = await kept(place, first)
        assert computer is not None
        assert computer.why is Why.HOST
        assert not place.prompts()
        await a_trick_is_finished(place, table, others)
        await first.open_hand()
        await first.press(first.panel().message, "button.take_back")
        assert await kept(place, first) is None

    async def test_who_is_not_waited_for_is_not_absent(self, place: Place) -> None:
        first, second, third, fourth = await in_play(place)
        table = await place.table()
        people = [first, second, third, fourth]
        [host] = [person for person in people if await person.number() == table.state.host]
        await place.later(22)
        for person in (second, third, fourth):
            if person is not host:
                told = await host.told("replace", member=person.member)
                assert told.text == host.words("table_refusal.not_absent")
        assert len(table.state.persons) == 4

    async def test_everybody_else_together_replaces_an_absent_host(self, place: Place) -> None:
        people = await seated(place, 3, pace="none")
        table = await place.table()
        [host] = [person for person in people if await person.number() == table.state.host]
        one, other = [person for person in people if person is not host]
        await passed(place, one, other)
        told = await one.told("replace", member=host.member)
        assert told.text == one.words("table_refusal.not_absent")
        await place.later(PATIENCE + 5)
        told = await one.told("replace", member=host.member)
        assert told.text == one.words("replace.wanted", name=name(host))
        assert (await one.told("replace", member=host.member)).text == one.words(
            "table_refusal.already_wanted"
        )
        assert await kept(place, host) is None
        told = await other.told("replace", member=host.member)
        assert told.text == other.words("replace.done", name=name(host))
        computer = await kept(place, host)
        assert computer is not None
        assert computer.why is Why.OTHERS
        assert table.state.host in (await one.number(), await other.number())

    async def test_where_there_is_no_game(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        assert (await ann.told("replace", member=ben.member)).text == ann.words("error.no_game_here")


class TestTablesNobodyComesTo:
    async def closed(self, place: Place, table: Table) -> Seen:
        """What is left of a table that has closed by itself."""
        assert (table.state.phase, table.state.ended_by) == (Phase.CANCELLED, None)
        shown = place.shown()
        assert not shown.buttons
        assert not shown.menus
        return shown

    async def test_a_lobby_closes_after_an_hour(self, place: Place) -> None:
        ann = place.somebody("ann")
        await place.lobby(ann)
        table = await place.table()
        await place.later(LOBBY_LIFE - 5)
        assert table.state.open
        await place.later(70)
        assert ann.words("table.abandoned") in (await self.closed(place, table)).text
        await place.lobby(ann)

    async def test_not_where_somebody_has_come_meanwhile(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        lobby = await place.lobby(ann)
        table = await place.table()
        await place.later(LOBBY_LIFE - 60)
        await ben.press(lobby, "button.join")
        await place.later(LOBBY_LIFE - 60)
        assert table.state.open
        await place.later(130)
        await self.closed(place, table)

    async def test_a_game_ends_after_seven_days(self, place: Place) -> None:
        ann, *_ = await seated(place, 2, pace="none", panels=True)
        table = await place.table()
        await place.later(GAME_LIFE - 5)
        assert table.state.open
        await place.later(70)
        assert ann.words("table.abandoned") in (await self.closed(place, table)).text
        assert (await ann.told("hand")).text == ann.words("error.no_game_here")

    async def test_a_finished_table_keeps_its_button_for_an_hour(self, place: Place) -> None:
        ann = place.somebody("ann")
        place.fix_lots()
        await place.game(ann, hands=False, preset="short")
        table = await place.table()
        await play_on(place, table)
        over = place.shown()
        assert over.enabled() == [ann.words("button.rematch"), ann.words("button.review")]
        await place.later(BUTTONS_LIFE - 5)
        assert place.shown().enabled() == [ann.words("button.rematch"), ann.words("button.review")]
        await place.later(10)
        assert not place.shown().buttons
        assert place.shown().texts == over.texts
        assert place.shown().files == over.files
        await place.restart()
        await place.later(BUTTONS_LIFE)
        assert place.shown().texts == over.texts


async def test_without_prompts_in_the_server_who_left_it_is_noticed_all_the_same(place: Place) -> None:
    first, *_ = await in_play(place)
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, prompts=False))
    place.guild.remove_member(first.member)
    await place.later(22)
    assert await kept(place, first) is not None


async def test_nobody_else_learns_who_took_what_away(place: Place) -> None:
    first, second, *_ = await in_play(place, pace="none")
    eve = place.somebody("eve")
    seen = {message.id for message in eve.messages()}
    await first.told("leave")
    await second.told("replace", member=first.member)
    await first.open_hand()
    assert {message.id for message in eve.messages()} == seen
    await place.act(Leave(await second.number()))
    for person in (first, second):
        assert place.shown().text.count(person.words("computer.keeps", face="🤖", name=name(person))) >= 1
