"""Whether a table has hints: the host chooses, all know and agree, and the game then does not count."""

import pytest

from bot.engine.state import Phase
from bot.text.words import Language
from tests.cogs.people import Place

LANGUAGES = [Language.EN, Language.DE]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_host_allows_them_and_the_lobby_says_so(place: Place, language: Language) -> None:
    words = place.bot.words[language]
    ann, ben = (place.somebody(name, locale) for name, locale in (("ann", str(language)), ("ben", "fr")))
    lobby = await place.lobby(ann, ben)
    assert words("lobby.hints") not in place.shown().text
    await ann.press(lobby, "button.hints_on")
    assert words("lobby.hints") in place.shown().text
    assert words("button.agree") in place.shown().buttons
    await ann.press(lobby, "button.hints_off")
    assert words("lobby.hints") not in place.shown().text


async def test_a_guest_does_not(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    assert await ben.refused(lobby, "button.hints_on") == "Only the host can do that."


async def test_the_game_starts_when_everybody_has_agreed_and_says_so_to_its_end(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    await ann.press(lobby, "button.hints_on")
    assert "Start" not in place.shown().enabled()
    await ben.press(lobby, "button.agree")
    await ann.press(lobby, "button.start")
    table = await place.table()
    assert table.state.phase is Phase.PLAYING
    assert place.bot.words[Language.EN]("table.hints") in place.shown().text
    await place.restart()
    assert (await place.table()).state.hints
    assert place.bot.words[Language.EN]("table.hints") in place.shown().text


async def test_an_old_button_does_not_turn_them_off_and_on(place: Place) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann)
    old = place.shown().buttons["Allow hints"]["custom_id"]
    await ann.press(lobby, "button.hints_on")
    result = await ann.forge(lobby, old)
    assert result.response.content == "The table plays by these rules already."
    assert (await place.table()).state.hints


@pytest.mark.parametrize("detail", ["", ":", ":maybe"])
async def test_a_button_that_is_none(place: Place, detail: str) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann)
    table = await place.table()
    await ann.forge(lobby, f"hearts:hints:{table.game_id}{detail}")
    assert not table.state.hints
