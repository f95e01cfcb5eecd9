"""What `/hearts start` opens a table with: presets offered while one types, named, or set for the server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.acts import Cancel, Leave, SwapSeats
from bot.engine.state import Phase
from bot.rules.ruleset import PRESETS, Partners, Ruleset
from bot.store import MOST_PRESETS, own_preset
from bot.text.rules_text import preset_name
from bot.text.words import Language
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody

HOUSE = Ruleset(limit=75, sun=True)


async def offered(person: Somebody, typed: str = "") -> dict[str, str]:
    """The choices while one types: what each is by what stands for it."""
    choices = await person.member.autocomplete(person.place.channel, "hearts start", "preset", typed)
    assert all(len(choice["name"]) <= 100 for choice in choices)
    return {choice["value"]: choice["name"] for choice in choices}


async def rules_of_the_lobby(place: Place) -> Ruleset:
    return (await place.table()).state.ruleset


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_every_preset_is_offered_by_its_name_and_what_it_is(place: Place, locale: str) -> None:
    ann = place.somebody("ann", locale)
    choices = await offered(ann)
    assert list(choices) == list(PRESETS)
    for value, shown in choices.items():
        assert shown.startswith(f"{preset_name(value, ann.words)}: ")
    assert len(set(choices.values())) == len(choices)


@pytest.mark.parametrize(
    ("locale", "typed", "fitting"),
    [
        ("en-US", "old", ["old_school"]),
        ("en-US", "RANK", ["spot"]),
        ("de", "zu ", ["three", "five"]),
        ("de", "kurz", ["short"]),
        ("de", "nothing like it", []),
    ],
)
async def test_what_is_typed_narrows_what_is_offered(
    place: Place, locale: str, typed: str, fitting: list[str]
) -> None:
    assert list(await offered(place.somebody("ann", locale), typed)) == fitting


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", PRESETS)
async def test_a_name_typed_in_either_language_will_do(place: Place, name: str, language: Language) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, preset=f" {preset_name(name, place.bot.words[language]).upper()} ")
    assert await rules_of_the_lobby(place) == PRESETS[name]


async def test_what_nothing_is_called_is_refused(place: Place) -> None:
    ann = place.somebody("ann", "de")
    told = await ann.told("start", preset="**Doppelkopf**")
    assert told.text.startswith("Eine Variante „\\*\\*Doppelkopf\\*\\*“ gibt es hier nicht")
    assert not place.public_messages()


class TestOwnPresets:
    async def test_they_are_offered_after_the_others_and_open_a_table(self, place: Place) -> None:
        ann = place.somebody("ann")
        row = await place.bot.store.save_preset(place.guild.id, "House night", HOUSE)
        elsewhere = await place.bot.store.save_preset(place.guild.id + 1, "Not here", HOUSE)
        choices = await offered(ann)
        assert list(choices) == [*PRESETS, own_preset(row.preset_id)]
        assert choices[own_preset(row.preset_id)] == (
            "House night: to 75 points, taking every trick counts as two moons"
        )
        refused = await ann.told("start", preset=own_preset(elsewhere.preset_id))
        assert refused.text.startswith("There are no rules called")
        await place.lobby(ann, preset=own_preset(row.preset_id))
        assert await rules_of_the_lobby(place) == HOUSE

    async def test_their_name_can_be_typed(self, place: Place) -> None:
        await place.bot.store.save_preset(place.guild.id, "House night", HOUSE)
        await place.lobby(place.somebody("ann"), preset="house  NIGHT")
        assert await rules_of_the_lobby(place) == HOUSE

    async def test_as_many_as_there_can_be_fit(self, place: Place) -> None:
        for number in range(MOST_PRESETS):
            await place.bot.store.save_preset(place.guild.id, f"Ours {number:02}", HOUSE)
        assert len(await offered(place.somebody("ann"))) == len(PRESETS) + MOST_PRESETS

    async def test_one_can_be_what_the_server_starts_with(self, place: Place) -> None:
        store, ann = place.bot.store, place.somebody("ann")
        row = await store.save_preset(place.guild.id, "House night", HOUSE)
        server = await store.server(place.guild.id)
        await store.save_server(replace(server, preset=own_preset(row.preset_id)))
        await place.lobby(ann)
        assert await rules_of_the_lobby(place) == HOUSE
        await place.act(Cancel(await ann.number(), moderator=False))
        await store.save_server(replace(server, preset=own_preset(row.preset_id + 1)))
        await place.lobby(ann)
        assert await rules_of_the_lobby(place) == PRESETS["standard"]


async def test_a_rematch_of_partners_keeps_rules_and_seats(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await place.lobby(ann, ben, preset="partners")
    await place.act(SwapSeats(await ann.number(), 1, 2))
    await place.game_started(ann, ben, hands=False)
    table = await place.table()
    assert table.state.ruleset.partners is Partners.ALONE
    seats = [await person.seat() for person in (ann, ben)]
    assert seats == [0, 2]
    await play_on(place, table)
    over = place.table_message()
    # Whoever presses is the host, and sits where they sat.
    await ben.press(over, "button.rematch")
    again = await place.table()
    assert again.state.phase is Phase.LOBBY
    assert again.state.ruleset == table.state.ruleset
    assert again.state.host == await ben.number()
    assert [await person.seat() for person in (ann, ben)] == seats
    assert None not in again.state.seats


@pytest.mark.parametrize("preset", ["short", "partners"])
async def test_who_left_may_call_a_rematch_as_those_who_stayed(place: Place, preset: str) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await place.game(ann, ben, preset=preset, hands=False)
    table, number = await place.table(), await ben.number()
    seats = [await person.seat() for person in (ann, ben)]
    await place.act(Leave(number))
    await play_on(place, table)
    assert table.state.gone == {number}
    await ben.press(place.table_message(), "button.rematch")
    again = await place.table()
    assert again.game_id != table.game_id
    assert again.state.phase is Phase.LOBBY
    assert again.state.host == number
    assert {*again.state.persons} == {number, await ann.number()}
    assert None not in again.state.seats
    if preset == "partners":
        assert [await person.seat() for person in (ann, ben)] == seats
