"""People, panels, messages, deadlines and values: rows that are overwritten."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import (
    NEVER,
    DeadlineRow,
    MemberRow,
    MessageRow,
    NotStored,
    PanelRow,
    Person,
    PreferencesRow,
    QueuedRow,
    ServerRow,
    StorageFailed,
    Store,
)


class TestPeople:
    async def test_found_or_made(self, store: Store) -> None:
        ann = await store.person(1001, "Ann")
        bob = await store.person(1002, "Bob")
        assert ann == Person(ann.person_id, 1001, "Ann")
        assert bob.person_id != ann.person_id
        assert await store.person(1001, "Ann") == ann
        assert await store.person_by_discord_id(1002) == bob
        assert await store.person_by_discord_id(1003) is None

    async def test_a_new_name_replaces_the_old_one(self, store: Store) -> None:
        ann = await store.person(1001, "Ann")
        renamed = await store.person(1001, "Änn ♥")
        assert renamed == replace(ann, name="Änn ♥")
        assert await store.person_by_discord_id(1001) == renamed
        assert await store.people([ann.person_id]) == {ann.person_id: renamed}

    async def test_two_people_may_have_one_name(self, store: Store) -> None:
        assert (await store.person(1, "Ann")).person_id != (await store.person(2, "Ann")).person_id

    async def test_several_at_once(self, store: Store) -> None:
        made = [await store.person(discord_id, f"P{discord_id}") for discord_id in range(1, 301)]
        wanted = {person.person_id: person for person in made[:240]}
        assert await store.people([*wanted, *wanted, 99999]) == wanted
        assert await store.people(()) == {}


def a_panel(game: int, person: Person, seat: int = 0, message_id: int = 500, token: str = "t1") -> PanelRow:
    return PanelRow(game, seat, person.person_id, message_id, token, "de", 1000.5)


class TestPanels:
    @pytest.fixture
    async def ann(self, store: Store) -> Person:
        return await store.person(1001, "Ann")

    async def test_saved_and_given(self, store: Store, game: int, ann: Person) -> None:
        panels = [a_panel(game, ann, seat) for seat in (2, 0, 1)]
        for panel in panels:
            assert await store.save_panel(panel) is None
        assert await store.panel(game, 2) == panels[0]
        assert await store.panel(game, 3) is None
        assert await store.panels(game) == (panels[1], panels[2], panels[0])
        assert await store.panels(game + 1) == ()

    async def test_a_seat_has_one_and_replacing_it_gives_the_older(
        self, store: Store, game: int, ann: Person
    ) -> None:
        first, second = a_panel(game, ann), a_panel(game, ann, message_id=501, token="t2")
        again = replace(second, token="t3", clicked_at=1010.0)
        assert await store.save_panel(first) is None
        assert await store.save_panel(second) == first
        assert await store.save_panel(again) == second
        assert await store.panels(game) == (again,)

    async def test_dropped(self, store: Store, game: int, ann: Person) -> None:
        other = a_panel(game, ann, seat=1)
        await store.save_panel(a_panel(game, ann))
        await store.save_panel(other)
        await store.drop_panel(game, 0)
        await store.drop_panel(game, 3)
        assert await store.panels(game) == (other,)

    async def test_dropped_only_where_it_is_that_message(self, store: Store, game: int, ann: Person) -> None:
        panel = a_panel(game, ann, message_id=501)
        await store.save_panel(panel)
        await store.drop_panel(game, 0, message_id=500)
        assert await store.panel(game, 0) == panel
        await store.drop_panel(game, 0, message_id=501)
        assert await store.panel(game, 0) is None

    async def test_of_nobody_or_of_no_game(self, store: Store, game: int, ann: Person) -> None:
        with pytest.raises(NotStored):
            await store.save_panel(a_panel(game, Person(99, 1, "nobody")))
        with pytest.raises(NotStored):
            await store.save_panel(a_panel(game + 1, ann))

    async def test_gone_with_the_person(self, path: Path, store: Store, game: int, ann: Person) -> None:
        await store.save_panel(a_panel(game, ann))
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            connection.execute("DELETE FROM people")
        connection.close()
        assert await store.panels(game) == ()
        assert len(await store.rows(game)) == 1


class TestMessages:
    async def test_saved_replaced_and_dropped(self, store: Store, game: int) -> None:
        table = MessageRow(game, "table", 20, 600, 1000.0, 1)
        prompt = MessageRow(game, "prompt", 20, 601, 1001.0, 2)
        assert await store.save_message(table) is None
        assert await store.save_message(prompt) is None
        moved = replace(table, message_id=602, subject=2)
        assert await store.save_message(moved) == table
        assert await store.message(game, "table") == moved
        assert await store.message(game, "lobby") is None
        assert await store.messages(game) == (prompt, moved)
        await store.drop_message(game, "prompt")
        await store.drop_message(game, "prompt")
        assert await store.messages(game) == (moved,)
        with pytest.raises(NotStored):
            await store.save_message(replace(table, game_id=game + 1))


class TestDeadlines:
    @pytest.fixture
    async def three(self, store: Store, game: int) -> list[DeadlineRow]:
        """A deadline of seat 1, one of seat 0 and one of the whole table, in the order they are due."""
        found = [
            DeadlineRow(game, "prompt", 1, 1010.0, "1.14"),
            DeadlineRow(game, "turn", 0, 1020.0, "1.15"),
            DeadlineRow(game, "turn", None, 1030.0, ""),
        ]
        for deadline in reversed(found):
            await store.set_deadline(deadline)
        return found

    async def test_one_of_a_kind_for_a_seat(self, store: Store, game: int, three: list[DeadlineRow]) -> None:
        assert await store.deadlines(game) == tuple(three)
        later = [replace(deadline, due_at=deadline.due_at + 5, decision="2.1") for deadline in three]
        for deadline in later:
            await store.set_deadline(deadline)
        assert await store.deadlines(game) == tuple(later)
        with pytest.raises(NotStored):
            await store.set_deadline(replace(three[0], game_id=game + 1))

    async def test_due(self, store: Store, three: list[DeadlineRow]) -> None:
        other = await store.create_game(10, 21, "en", (), 1000.0)
        same_time = DeadlineRow(other, "prompt", None, 1010.0, "")
        await store.set_deadline(same_time)
        assert await store.due_deadlines(1009.99) == ()
        assert await store.due_deadlines(1010.0) == (three[0], same_time)
        assert await store.due_deadlines(2000.0) == (three[0], same_time, *three[1:])

    async def test_changed_all_at_once(self, store: Store, game: int, three: list[DeadlineRow]) -> None:
        prompt, turn, table = three
        later = replace(prompt, due_at=1500.0, decision="1:9")
        await store.change_deadlines([prompt, turn], [later])
        assert {*await store.deadlines(game)} == {later, table}
        with pytest.raises(NotStored):
            await store.change_deadlines([table], [replace(table, game_id=game + 1)])
        assert {*await store.deadlines(game)} == {later, table}, "all or nothing"

    async def test_cleared(self, store: Store, game: int, three: list[DeadlineRow]) -> None:
        prompt, turn, table = three
        for clear, left in (
            (store.clear_deadlines(game, "prompt"), (turn, table)),
            (store.clear_deadlines(game, "turn"), (prompt,)),
            (store.clear_deadlines(game, "turn", 0), (prompt, table)),
            (store.clear_deadlines(game, "turn", seat=None), (prompt, turn)),
            (store.clear_deadlines(game, seat=1), (turn, table)),
            (store.clear_deadlines(game, "prompt", 0), (prompt, turn, table)),
            (store.clear_deadlines(game + 1), (prompt, turn, table)),
            (store.clear_deadlines(game), ()),
        ):
            await clear
            assert await store.deadlines(game) == left
            for deadline in three:
                await store.set_deadline(deadline)

    async def test_shifted(self, store: Store, game: int, three: list[DeadlineRow]) -> None:
        fired = DeadlineRow(game, "lobby", None, NEVER, "")
        await store.set_deadline(fired)
        later = [replace(deadline, due_at=deadline.due_at + 100.5) for deadline in three]
        await store.shift_deadlines(100.5)
        assert await store.deadlines(game) == (*later, fired)
        await store.shift_deadlines(-100.5)
        assert await store.deadlines(game) == (*three, fired)

    async def test_shifted_by_kind(self, store: Store, game: int, three: list[DeadlineRow]) -> None:
        prompt, turn, table = three
        await store.shift_deadlines(1000.0, ["prompt", "lobby"])
        assert await store.deadlines(game) == (turn, table, replace(prompt, due_at=2010.0))
        await store.shift_deadlines(1000.0, ())
        assert await store.deadlines(game) == (turn, table, replace(prompt, due_at=2010.0))

    async def test_shifted_together_with_a_note(
        self, store: Store, game: int, three: list[DeadlineRow]
    ) -> None:
        later = tuple(replace(deadline, due_at=deadline.due_at + 100.5) for deadline in three)
        await store.shift_deadlines(100.5, note=("alive", "7.5"))
        assert (await store.deadlines(game), await store.get_value("alive")) == (later, "7.5")
        with pytest.raises(StorageFailed):
            await store.shift_deadlines(100.5, note=("alive", None))  # pyright: ignore[reportArgumentType]
        assert (await store.deadlines(game), await store.get_value("alive")) == (later, "7.5")


class TestQueuedCards:
    async def test_kept_replaced_and_dropped(self, store: Store, game: int) -> None:
        queen, ace = QueuedRow(game, 2, 1, "QS"), QueuedRow(game, 0, 1, "AS")
        await store.queue_card(queen)
        await store.queue_card(ace)
        assert await store.queued(game) == (ace, queen)
        king = replace(queen, deal=2, card="KS")
        await store.queue_card(king)
        assert await store.queued(game) == (ace, king)
        await store.drop_queued(game, 0)
        await store.drop_queued(game, 1)
        assert await store.queued(game) == (king,)
        assert await store.queued(game + 1) == ()
        with pytest.raises(NotStored):
            await store.queue_card(replace(queen, game_id=game + 1))


class TestPreferences:
    async def test_defaults_until_something_is_chosen(self, store: Store, path: Path) -> None:
        ann, bob = await store.person(1001, "Ann"), await store.person(1002, "Bob")
        assert await store.preferences(ann.person_id) == PreferencesRow(
            ann.person_id, None, True, False, False
        )
        chosen = PreferencesRow(ann.person_id, "de", mention=False, confirm=True, queue=True, autoplay=True)
        looks = replace(chosen, deck_colours="four", hand_order="ranks", pictures=False)
        await store.save_preferences(looks)
        assert await store.preferences(ann.person_id) == looks
        await store.save_preferences(replace(chosen, language="en"))
        await store.save_preferences(chosen)
        async with await Store.open(path) as other:
            assert await other.preferences(ann.person_id) == chosen
            assert await other.preferences(bob.person_id) == PreferencesRow(bob.person_id)

    async def test_of_nobody(self, store: Store) -> None:
        with pytest.raises(NotStored):
            await store.save_preferences(PreferencesRow(99))


async def test_settings_of_a_server(store: Store, path: Path) -> None:
    assert await store.server(10) == ServerRow(10, None, "standard", "normal", (), False, True, 3, 20, 3)
    chosen = ServerRow(10, "de", "short", "fast", (2**62, 21), True, False, 3, 50, 10, level="easy")
    await store.save_server(replace(chosen, threads=False))
    await store.save_server(chosen)
    async with await Store.open(path) as other:
        assert await other.server(10) == chosen
        assert await other.server(11) == ServerRow(11)
    await store.save_server(replace(chosen, channels=()))
    assert (await store.server(10)).channels == ()


class TestMembers:
    async def test_last_seen(self, store: Store) -> None:
        ann, bob, eve = [(await store.person(number, "x")).person_id for number in (1, 2, 3)]
        await store.member_seen(10, ann, True, 100.0)
        await store.member_seen(10, bob, True, 101.0)
        await store.member_seen(10, bob, False, 102.0)
        await store.member_seen(11, ann, False, 103.0)
        assert await store.members(10, [ann, bob, eve, 99]) == {
            ann: MemberRow(10, ann, True, 100.0),
            bob: MemberRow(10, bob, False, 102.0),
        }
        assert await store.members(10, []) == {}
        assert await store.members_gone(10) == {bob}
        assert await store.members_gone(11) == {ann}
        await store.member_seen(10, bob, True, 104.0)
        assert await store.members_gone(10) == frozenset()

    async def test_of_nobody(self, store: Store) -> None:
        with pytest.raises(NotStored):
            await store.member_seen(10, 99, True, 100.0)


async def test_values(store: Store, path: Path) -> None:
    assert await store.get_value("commands") is None
    await store.set_value("commands", "one")
    await store.set_value("commands", "two")
    await store.set_value("other", "")
    assert await store.get_value("commands") == "two"
    async with await Store.open(path) as other:
        assert await other.get_value("other") == ""
        assert await other.get_value("commands") == "two"
