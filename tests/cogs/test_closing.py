"""While the bot is being stopped: clicks get a sentence, and what was begun is brought to its end."""

import asyncio
from typing import Any

import pytest

from tests.cogs import trouble
from tests.cogs.people import Place, Somebody, until


async def stopping(place: Place, monkeypatch: pytest.MonkeyPatch) -> tuple[Somebody, Any, Any]:
    """Somebody whose card waits for a slow disk while the bot is being stopped.

    Gives them, the stopping, and what makes the disk go on.
    """
    people = await place.game(place.somebody("ann"), place.somebody("ben", "de"))
    for person in people:
        await person.pass_first_three()
    mover = await place.to_move(people)
    assert mover is not None
    panel = mover.panel()
    stalled = trouble.stalled_store(monkeypatch)
    mover.send_click(panel.message, panel.play_buttons()[0]["custom_id"])
    await place.pass_time(0.1)
    with place.env._bot_scope():
        closing = asyncio.create_task(place.bot.close())
    await place.pass_time(0.1)
    assert not closing.done()
    return mover, closing, stalled


@pytest.mark.parametrize("how", ["a click", "a command", "a form"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_late_click_gets_a_sentence_and_changes_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, how: str, language: str
) -> None:
    late = place.somebody("late", language)
    _, closing, stalled = await stopping(place, monkeypatch)
    if how == "a click":
        custom_id = place.shown().buttons["My hand"]["custom_id"]
        result = late.send_click(place.table_message(), custom_id)
    elif how == "a form":
        result = late.send_click(place.table_message(), "hearts:form:1:points")
    else:
        result = late.send_command("start")
    await place.pass_time(0.1)
    assert result.response is not None
    assert result.response.ephemeral
    assert result.response.content == late.words("error.ending")
    assert ("gestartet" in result.response.content) == (language == "de")
    stalled.set()
    await closing


async def test_a_card_that_was_being_stored_is_stored_and_answered(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, closing, stalled = await stopping(place, monkeypatch)
    table = place.bot.tables.in_memory[0]
    before = table.state.count
    stalled.set()
    await closing
    assert table.state.count == before + 1
    assert not mover.panel().play_buttons()
    await place.restart()
    after = (await place.table()).state
    assert after.count >= before + 1
    assert after.deal is not None
    assert after.deal.ply >= 1


@pytest.mark.expect_discord_errors
async def test_an_answer_that_never_comes_holds_the_end_up_for_seconds_only(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mover, closing, stalled = await stopping(place, monkeypatch)
    told = len(mover.messages())
    await place.pass_time(1.2)
    await place.pass_time(1.9)
    await until(lambda: len(mover.messages()) > told)
    assert "1 clicks were not answered before the end" in caplog.text
    sentence = mover.messages()[-1]
    assert sentence.content == mover.words("error.ending_late")
    assert sentence.flags.ephemeral
    stalled.set()
    await closing
