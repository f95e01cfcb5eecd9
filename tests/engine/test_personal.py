"""What somebody can take with them: all that is stored about them, and nothing of the others' cards."""

import json
from typing import Any

import pytest

from bot.engine.acts import Join, Leave, SetPace, Start, TakeBack
from bot.engine.paces import Pace
from bot.engine.personal import personal_data
from bot.engine.state import Person
from bot.engine.table import Change, Table
from bot.engine.tables import Tables
from bot.store import (
    DeadlineRow,
    GameKind,
    PanelRow,
    PreferencesRow,
    QueuedRow,
    RatedGame,
    RatedSeat,
    RatedSide,
    ResultRow,
    Row,
    Skill,
    Store,
)
from tests.engine.tabletop import ANNA, BERT, CARL, open_table, play, tables_in

ACCOUNT = 1_234_567_890_123_456_789
NOW = 1_700_000_000.0


async def told(store: Store, person: int = ANNA) -> Any:
    """What a person is given."""
    return json.loads(await personal_data(store, person, NOW))


async def actions(store: Store, game: int = 0, person: int = ANNA) -> list[tuple[str, Any]]:
    """Kind and body of what a person did in one of their games."""
    data = await told(store, person)
    return [(each["kind"], each["body"]) for each in data["games"][game]["actions"]]


async def done(table: Table, act: Any) -> None:
    """Do something that is allowed."""
    assert isinstance(await table.act(act), Change)


@pytest.fixture
async def tables(store: Store) -> Tables:
    for number, name in enumerate(("Anna", "Bert", "Carl"), 1):
        assert (await store.person(ACCOUNT + number, name)).person_id == number
    return tables_in(store, now=lambda: NOW)


async def test_who_they_are_and_what_they_chose(store: Store, tables: Tables) -> None:
    await store.save_preferences(PreferencesRow(ANNA, "de", queue=True))
    await store.save_preferences(PreferencesRow(BERT, "en"))
    await store.member_seen(10, ANNA, True, NOW)
    data = await told(store)
    assert data["format"] == 1
    assert data["written_at"] == "2023-11-14T22:13:20+00:00"
    assert data["people"] == [{"person_id": 1, "discord_id": str(ACCOUNT + 1), "name": "Anna"}]
    [preferences] = data["preferences"]
    assert (preferences["language"], preferences["queue"]) == ("de", 1)
    assert data["members"] == [
        {"server_id": "10", "person_id": 1, "present": 1, "checked_at": "2023-11-14T22:13:20+00:00"}
    ]
    assert data["games"] == []


async def test_results_and_ratings_of_all_servers(store: Store, tables: Tables) -> None:
    for server in (10, 11):
        table = await open_table(tables, ANNA, BERT, channel=server)
        row = ResultRow(
            ANNA,
            server,
            GameKind.PEOPLE,
            table.game_id,
            NOW,
            "2023-11",
            "{}",
            100,
            True,
            5,
            1,
            0,
            0,
            5,
            5,
            False,
        )
        other = RatedSide(2, (RatedSeat(BERT, left=True),))
        rated = RatedGame(table.game_id, server, NOW, (RatedSide(1, (RatedSeat(ANNA),)), other))
        await store.save_results(table.game_id, [row], rated, lambda game, skills: {ANNA: Skill(26, 8, 1040)})
    data = await told(store)
    assert [(each["server_id"], each["rating"]) for each in data["results"]] == [("10", 1040), ("11", 1040)]
    assert {each["server_id"] for each in data["totals"]} == {"10", "11"}
    assert [each["rated"] for each in data["games"]] == [{"place": 1, "of": 2, "left": False}] * 2
    assert [each["rated"] for each in (await told(store, BERT))["games"]] == [
        {"place": 2, "of": 2, "left": True}
    ] * 2


async def test_a_host_did_what_opened_and_set_the_table(store: Store, tables: Tables) -> None:
    table = await open_table(tables, ANNA, computers=1, pace=Pace.SLOW)
    await done(table, Join(BERT))
    await done(table, SetPace(ANNA, Pace.FAST))
    await done(table, Start(ANNA))
    kinds = [kind for kind, _ in await actions(store)]
    assert kinds == [
        "opened",
        "pace",
        "host",
        "seat_taken",
        "seat_computer",
        "pace",
        "seat_computer",
        "seats_shuffled",
        "started",
    ]
    assert [kind for kind, _ in await actions(store, person=BERT)] == ["seat_taken"]
    [opened, *_] = [body for _, body in await actions(store)]
    assert (opened["server"], opened["channel"]) == ("10", "20")


async def test_a_lobby_that_came_to_nothing_is_there_too(store: Store, tables: Tables) -> None:
    table = await open_table(tables, BERT, channel=21)
    await done(table, Join(ANNA))
    await done(table, Leave(ANNA))
    data = await told(store)
    assert [(each["channel_id"], each["status"]) for each in data["games"]] == [("21", "lobby")]
    assert [kind for kind, _ in await actions(store)] == ["seat_taken", "seat_left"]
    assert data["games"][0]["host_person_id"] is None, "that is another person"


async def test_what_a_computer_does_in_ones_seat_is_not_ones_own(store: Store, tables: Tables) -> None:
    table = await open_table(tables, BERT, ANNA, CARL, computers=1, start=True)
    await play(table, 10)
    await done(table, Leave(ANNA))
    before = await actions(store)
    assert before[-1][0] == "seat_kept"
    await play(table, 12)
    assert await actions(store) == before
    await done(table, TakeBack(ANNA))
    await play(table, 8)
    after = [kind for kind, _ in await actions(store)]
    assert after[: len(before) + 1] == [*(kind for kind, _ in before), "seat_taken_back"]
    assert set(after[len(before) + 1 :]) == {"played"}


@pytest.mark.parametrize("steps", range(0, 40, 3))
async def test_nothing_of_a_running_game_that_one_may_not_know(
    steps: int, store: Store, tables: Tables
) -> None:
    table = await open_table(tables, BERT, ANNA, computers=2, start=True)
    await play(table, steps)
    seat = table.state.seat_of(ANNA)
    assert seat is not None
    found = await actions(store)
    assert not {kind for kind, _ in found} & {"dealt", "scored"}
    assert all(body["seat"] == seat for kind, body in found if kind in ("passed", "played"))
    deal = table.state.deal
    assert deal is not None
    hidden = {str(card) for at, hand in enumerate(deal.hands) if at != seat for card in hand}
    hidden -= {str(card) for card in deal.passed[seat] or ()}
    cards = {text for _, body in found for text in str(body.get("card", body.get("cards", ""))).split()}
    assert len(cards) == (steps > 1) * 3 + sum(play.seat == seat for play in deal.plays)
    assert not cards & hidden
    assert table.state.secret is not None
    text = await personal_data(store, ANNA, NOW)
    assert table.state.secret.hex() not in text


async def test_what_waits_for_them_in_a_running_game(store: Store, tables: Tables) -> None:
    table = await open_table(tables, BERT, ANNA, computers=2, start=True)
    seats = {occupant: at for at, occupant in enumerate(table.state.seats)}
    mine, other = seats[Person(ANNA)], seats[Person(BERT)]
    for seat in (mine, other):
        await store.queue_card(QueuedRow(table.game_id, seat, 1, f"{seat + 2}C"))
        await store.set_deadline(DeadlineRow(table.game_id, "turn", seat, NOW, "1:pass"))
    await store.save_panel(PanelRow(table.game_id, mine, ANNA, 555, "secret-token", "de", NOW))
    text = await personal_data(store, ANNA, NOW)
    [game] = json.loads(text)["games"]
    assert [each["card"] for each in game["queued_cards"]] == [f"{mine + 2}C"]
    assert [each["seat"] for each in game["deadlines"]] == [mine]
    [panel] = json.loads(text)["panels"]
    assert panel["message_id"] == "555"
    assert "secret-token" not in text


async def test_of_a_game_this_program_cannot_read_there_is_what_it_can(store: Store, tables: Tables) -> None:
    table = await open_table(tables, ANNA, BERT)
    count = len(await store.rows(table.game_id))
    await store.append(
        table.game_id, count + 1, [Row("unheard_of", 1, "{}"), Row("agreed", 1, '{"person":1}')], NOW
    )
    assert [kind for kind, _ in await actions(store)] == ["opened", "host", "seat_taken"]
