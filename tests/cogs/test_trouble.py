"""What people are told when something is slow or fails, and that the game goes on."""

import asyncio
import contextlib
import sqlite3

import pytest

from bot.engine.state import Phase
from tests.cogs import trouble
from tests.cogs.faults import Fault, Kind, NotFound, OutOfOrder
from tests.cogs.moves import in_play, played
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

MESSAGE = "/channels/*/messages/*"
MESSAGES = "/channels/*/messages"


async def two(place: Place) -> tuple[Somebody, Somebody]:
    """A game of two people and two computers, in seat order, while cards are passed."""
    place.fix_lots()
    first, second = await place.game(place.somebody("ann"), place.somebody("ben"))
    return first, second


@pytest.mark.parametrize("what", ["My hand", "Refresh", "a card", "Start", "a choice"])
@pytest.mark.parametrize("slow", ["store", "studio"])
async def test_a_click_that_takes_long_is_acknowledged_in_time(
    place: Place, monkeypatch: pytest.MonkeyPatch, slow: str, what: str
) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    message = await place.lobby(ann, ben)
    custom_id, values = place.shown().buttons["Start"]["custom_id"], None
    if what != "Start":
        await place.game_started(ann, ben)
        message, custom_id = place.table_message(), place.shown().buttons["My hand"]["custom_id"]
    if what in ("Refresh", "a choice"):
        message, custom_id = ann.panel().message, ann.panel().buttons["Refresh"]["custom_id"]
    if what == "a choice":
        menu = ann.panel().menus[0]
        custom_id, values = menu["custom_id"], [option["value"] for option in menu["options"][:3]]
    if what == "a card":
        await ann.pass_first_three()
        await ben.pass_first_three()
        person = await place.to_move((ann, ben))
        assert person is not None
        ann = person
        message, custom_id = ann.panel().message, ann.panel().play_buttons()[0]["custom_id"]
    stalled = {"store": trouble.stalled_store, "studio": trouble.stalled_studio}[slow](monkeypatch)
    result = ann.send_click(message, custom_id, values=values)
    await place.pass_time(2.5)
    assert result.acknowledged
    stalled.set()
    await place.env.settle(idle=0.001)
    if what == "Start":
        assert place.shown().enabled() == ["My hand"]
    else:
        assert result.response is not None
        assert result.response.ephemeral
        panel = see(result.response)
        assert panel.text.startswith("### Your hand")
        if what == "a choice":
            assert panel.chosen() == values


@pytest.mark.parametrize("name", ["start", "hand", "score", "rules", "help", "cancel", "table"])
async def test_a_command_that_takes_long_is_acknowledged_in_time(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    ann, _ = await two(place)
    stalled = trouble.stalled_store(monkeypatch)
    result = ann.send_command(name)
    await place.pass_time(2.5)
    assert result.acknowledged
    stalled.set()
    await place.env.settle(idle=0.001)
    shown = result.response
    assert shown is not None
    assert shown.ephemeral
    assert see(shown).text
    if name == "start":
        assert ann.words("error.channel_taken", link="") in shown.content


async def test_a_start_that_takes_long_opens_the_table_for_everybody(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    stalled = trouble.stalled_store(monkeypatch)
    result = ann.send_command("start")
    await place.pass_time(2.5)
    assert result.acknowledged
    stalled.set()
    await place.env.settle(idle=0.001)
    assert result.response is not None
    assert result.response.ephemeral
    assert see(result.response).text == ann.words("lobby.opened")
    await ben.press(place.table_message(), "button.join")
    assert await place.people_seated() == 2


@pytest.mark.expect_discord_errors
@pytest.mark.parametrize("reading", [False, True])
async def test_where_nothing_can_be_stored_nothing_changes_and_they_are_told(
    place: Place, monkeypatch: pytest.MonkeyPatch, reading: bool
) -> None:
    ann, ben = await two(place)
    table = await place.table()
    await ann.choose([option["value"] for option in ann.panel().menus[0]["options"][:3]])
    before = table.state
    with monkeypatch.context() as patched:
        trouble.failing_store(patched, reading=reading)
        result = await ann.press(ann.panel().message, "button.confirm")
        [told] = result.followups or [result.response]
        assert told.content == "That could not be saved just now, so nothing has changed. Please try again."
        assert told.ephemeral
        assert table.state is before
    await ann.confirm()
    await ben.pass_first_three()
    assert table.state.deal is not None
    assert not table.state.deal.passing


@pytest.mark.expect_discord_errors
@pytest.mark.parametrize("language", ["en", "de"])
async def test_while_another_process_has_locked_the_database_they_are_told_and_then_the_table_goes_on(
    place: Place, language: str
) -> None:
    place.fix_lots()
    ann, ben = await place.game(place.somebody("ann", language), place.somebody("ben", language))
    table = await place.table()
    await ann.choose([option["value"] for option in ann.panel().menus[0]["options"][:3]])
    before = table.state
    # The five seconds for which a lock is waited for would be real ones.
    await place.bot.store._connection.read(lambda database: database.execute("PRAGMA busy_timeout = 1"))
    other = sqlite3.connect(place.bot.settings.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(3):
        result = await ann.press(ann.panel().message, "button.confirm")
        [told] = result.followups or [result.response]
        assert told.content == ann.words("error.not_stored")
        assert table.state is before
    locked = "The database is locked by another process."
    assert locked in (await place.bot.watch.health()).problems
    other.close()
    await ann.confirm()
    await ben.pass_first_three()
    assert table.state.deal is not None
    assert not table.state.deal.passing


@pytest.mark.expect_discord_errors
async def test_a_command_that_cannot_be_stored(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = place.somebody("ann", "de")
    with monkeypatch.context() as patched:
        trouble.failing_store(patched)
        told = await ann.told("start")
        assert told.text.startswith("Das ließ sich gerade nicht speichern")
    assert await place.bot.tables.in_channel(place.channel.id) is None
    await place.lobby(ann)


@pytest.mark.expect_discord_errors
async def test_autocomplete_offers_nothing_where_nothing_can_be_read(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await two(place)
    trouble.failing_store(monkeypatch, reading=True)
    assert await ann.member.autocomplete(place.channel, "hearts play", "card", "") == []


async def test_autocomplete_offers_nothing_where_it_takes_too_long(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await two(place)
    with monkeypatch.context() as patched:
        stalled = trouble.stalled_store(patched)
        completing = asyncio.create_task(ann.member.autocomplete(place.channel, "hearts start", "preset", ""))
        since = len(place.env.http_requests)
        await place.pass_time(1.9)
        assert not place.requests("POST", "/interactions/*/callback", since)
        await place.pass_time(0.2)
        assert place.requests("POST", "/interactions/*/callback", since)
        stalled.set()
        assert await completing == []


@pytest.mark.expect_discord_errors
@pytest.mark.simcord(check_errors=False)
async def test_suggestions_that_are_not_taken_name_nobody(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await two(place)
    fault = Fault("404", lambda: NotFound(404, 10062), 1)
    broken = OutOfOrder(monkeypatch, Kind("an answer", "POST", "/interactions/*/callback"), fault)
    broken.on = True
    with contextlib.suppress(Exception):
        await ann.member.autocomplete(place.channel, "hearts start", "preset", "")
    assert broken.failed == 1
    assert "suggestions were not taken: NotFound" in caplog.text
    assert str(ann.member.id) not in caplog.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.expect_discord_errors
async def test_without_pictures_the_text_says_everything(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trouble.failing_studio(monkeypatch)
    ann, ben = await two(place)
    for person in (ann, ben):
        await person.pass_first_three()
        assert not person.panel().files
    assert not place.shown().files
    assert "Trick 1" in place.shown().text
    assert "a hand could not be drawn" in caplog.text


@pytest.mark.expect_discord_errors
async def test_without_a_picture_of_the_table_the_text_tells_cards_left_and_the_trick_before(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble.failing_studio(monkeypatch)
    people = await in_play(place)
    assert "Cards left: " in place.shown().text
    for _ in range(2 * len(people) + 1):
        mover = await place.to_move(people)
        assert mover is not None
        await played(place, mover)
    text = place.shown().text
    for person in people:
        assert f"{person.member.user.global_name} {len(await person.hand())}" in text
    assert "Trick 1 goes to" not in text
    assert text.index("Trick 2 goes to") < text.index("Trick 3: ")


@pytest.mark.expect_discord_errors
@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (503, 0), (429, 20028), (403, 50013), (404, 10008), (404, 0), (400, 50035)]
)
@pytest.mark.parametrize("method", ["PATCH table", "POST table", "PATCH panel"])
async def test_a_request_that_fails_once_does_not_stop_the_game(
    place: Place, method: str, status: int, code: int
) -> None:
    people = await place.game(*map(place.somebody, ("ann", "ben", "cleo", "dora")))
    verb, what = method.split()
    path = {"PATCH table": MESSAGE, "POST table": MESSAGES, "PATCH panel": "/webhooks/*/messages/[0-9]*"}[
        method
    ]
    place.env.inject_error(verb, path, status=status, code=code)
    if verb == "POST":
        await people[3].command("table")
    for person in people:
        if not person.panel().menus:
            await person.open_hand()
        await person.pass_first_three()
    # Where Discord asks to wait and does not say for how long, that is a minute; where it forbids, longer.
    await place.env.advance_time({429: 61, 403: 181}.get(status, 11))
    table = await place.table()
    for step in range(4):
        player = people[table.state.awaited[0]]
        if not player.panel().play_buttons():
            assert what == "panel" or step == 0
            await player.open_hand()
        await player.play_first()
    await place.env.advance_time(11)
    assert "Trick 1 goes to" in place.shown().text
    # Where Discord said the table was gone, another was posted.
    assert len(place.tables()) == (2 if (method, status) == ("PATCH table", 404) else 1)
    assert not [fault for fault in place.env.backend.faults if fault["times"]]


@pytest.mark.expect_discord_errors
async def test_while_discord_fails_the_game_goes_on_and_then_shows_what_happened(place: Place) -> None:
    people = await place.game(*map(place.somebody, ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    before = place.shown().text
    place.env.inject_error("PATCH", MESSAGE, status=503, times=None)
    table = await place.table()
    for _ in range(4):
        await people[table.state.awaited[0]].play_first()
    assert place.shown().text == before
    place.env.backend.faults.clear()
    await place.env.advance_time(60)
    assert "Trick 1 goes to" in place.shown().text


@pytest.mark.expect_discord_errors
async def test_the_end_of_a_game_is_shown_after_discord_has_failed(place: Place) -> None:
    ann, _ = await two(place)
    table = await place.table()
    asked = await ann.told("cancel")
    place.env.inject_error("PATCH", MESSAGE, status=503, times=2)
    await ann.press(asked.message, "button.cancel")
    assert table.state.phase is Phase.CANCELLED
    assert place.shown().buttons
    await place.env.advance_time(60)
    assert "ended the game early" in place.shown().text


@pytest.mark.expect_discord_errors
async def test_an_answer_discord_refuses_for_its_files_is_given_without(place: Place) -> None:
    ann, _ = await two(place)
    place.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    panel = await ann.open_hand()
    assert panel.text.startswith("### Your hand")
    assert not panel.files


async def test_an_interaction_that_is_gone_is_no_error(place: Place) -> None:
    ann, ben = await two(place)
    place.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ann.member.click(place.table_message(), label="My hand")
    await ann.open_hand()
    await ann.pass_first_three()
    await ben.pass_first_three()


async def test_a_play_whose_answer_is_lost_is_played_all_the_same(place: Place) -> None:
    people = await place.game(*map(place.somebody, ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    player = people[table.state.awaited[0]]
    place.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    panel = player.panel()
    await player.member.click(panel.message, custom_id=panel.play_buttons()[0]["custom_id"])
    assert table.state.deal is not None
    assert table.state.deal.ply == 1
    assert "Trick 1:" in place.shown().text
    # The panel is brought up to date beside the lost answer.
    assert not player.panel().play_buttons()
