"""Seasons: whoever may manage the server starts a new one, after a question."""

import pytest

from tests.cogs.choosing import press, size
from tests.cogs.finished import DAY, enough, finished, names
from tests.cogs.people import Place
from tests.cogs.test_settings import REFUSED, manager, third


@pytest.mark.parametrize(
    ("locale", "start", "sure", "done"),
    [
        ("en-US", "Start a new season", "Start season 2", "✅ Season 2 has begun."),
        ("de", "Neue Saison beginnen", "Saison 2 beginnen", "✅ Saison 2 hat begonnen."),
    ],
)
async def test_one_begins_after_a_question(
    place: Place, locale: str, start: str, sure: str, done: str
) -> None:
    max_, ben = manager(place, locale=locale), place.somebody("ben")
    await enough(place)
    await finished([max_, ben], ago=DAY)
    panel = await third(max_)
    assert max_.words("settings.season", number=1) in panel.text
    assert size(panel) <= 40
    asked = await press(max_, panel, panel.buttons[start]["custom_id"])
    assert max_.words("settings.season_ask", number=2) in asked.text
    assert await place.bot.store.seasons(place.guild.id) == ()
    begun = await press(max_, asked, asked.buttons[sure]["custom_id"])
    assert done in begun.text
    assert max_.words("settings.season", number=2) in begun.text
    await place.restart()
    assert await place.bot.store.seasons(place.guild.id) != ()
    assert len(names(await max_.told("leaderboard"))) == 2
    assert len(names(await max_.told("leaderboard", period="season"))) == 1, "where it says that nobody is"


async def test_none_begins_where_the_question_is_answered_otherwise(place: Place) -> None:
    max_ = manager(place)
    panel = await third(max_)
    asked = await press(max_, panel, panel.buttons["Start a new season"]["custom_id"])
    back = await press(max_, asked, asked.buttons["Back"]["custom_id"])
    assert back.texts == panel.texts
    assert await place.bot.store.seasons(place.guild.id) == ()


async def test_two_who_answer_begin_one(place: Place) -> None:
    max_, mia = manager(place), manager(place, "mia")
    pages = [
        await press(each, panel, panel.buttons["Start a new season"]["custom_id"])
        for each in (max_, mia)
        for panel in [await third(each)]
    ]
    sure = pages[0].buttons["Start season 2"]["custom_id"]
    assert "Season 2 has begun" in (await press(max_, pages[0], sure)).text
    shown = await press(mia, pages[1], sure)
    assert "Somebody else has started a season meanwhile" in shown.text
    assert "**Season 2** is running" in shown.text
    assert len(await place.bot.store.seasons(place.guild.id)) == 1


@pytest.mark.parametrize("detail", ["2", "2:sure"])
async def test_who_may_not_manage_the_server_begins_none(place: Place, detail: str) -> None:
    max_, ben = manager(place), place.somebody("ben")
    panel = await third(max_)
    result = await ben.forge(panel.message, f"hearts:season:0:{detail}")
    assert result.response.content == REFUSED
    assert await place.bot.store.seasons(place.guild.id) == ()


@pytest.mark.parametrize("detail", ["", ":x", ":2:maybe", ":-2:sure", ":2:sure:3"])
async def test_a_button_that_is_none(place: Place, detail: str) -> None:
    max_ = manager(place)
    panel = await third(max_)
    result = await max_.forge(panel.message, f"hearts:season:0{detail}")
    assert result.response.content == max_.words("table_refusal.decision_past")
    assert await place.bot.store.seasons(place.guild.id) == ()
