"""The rules a server has saved under names."""

import sqlite3
from pathlib import Path

import pytest

from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset
from bot.store import (
    MOST_PRESETS,
    BadPresetName,
    PresetNameTaken,
    PresetRow,
    ServerRow,
    Store,
    TooManyPresets,
    own_preset,
    own_preset_id,
    rules_text,
)

SERVER, ELSEWHERE = 10, 11
SHORT, OMNIBUS = PRESETS["short"], PRESETS["omnibus"]


async def test_saved_under_a_name(store: Store) -> None:
    assert await store.presets(SERVER) == ()
    saved = await store.save_preset(SERVER, "  Club \n evening ", OMNIBUS)
    assert saved == PresetRow(1, SERVER, "Club evening", OMNIBUS)
    assert await store.preset(SERVER, 1) == saved
    assert await store.presets(SERVER) == (saved,)


async def test_in_one_server_alone(store: Store) -> None:
    await store.save_preset(SERVER, "Club", SHORT)
    elsewhere = await store.save_preset(ELSEWHERE, "Club", OMNIBUS)
    assert await store.presets(ELSEWHERE) == (elsewhere,)
    assert await store.preset(ELSEWHERE, 1) is None
    assert await store.change_preset(ELSEWHERE, 1, name="Ours") is None
    assert not await store.delete_preset(ELSEWHERE, 1)
    assert await store.ruleset_of(ELSEWHERE, "own:1") is None
    assert await store.presets(SERVER) == (PresetRow(1, SERVER, "Club", SHORT),)


async def test_by_name_whatever_its_case(store: Store) -> None:
    for name in ("zebra", "Älter", "Beta", "alpha"):
        await store.save_preset(SERVER, name, SHORT)
    assert [row.name for row in await store.presets(SERVER)] == ["alpha", "Beta", "zebra", "Älter"]


@pytest.mark.parametrize("name", ["Größe", "GRÖSSE", " größe ", "Gro\u0308ße"])
async def test_a_name_is_there_once(name: str, store: Store) -> None:
    await store.save_preset(SERVER, "Größe", SHORT)
    other = await store.save_preset(SERVER, "other", SHORT)
    with pytest.raises(PresetNameTaken) as taken:
        await store.save_preset(SERVER, name, OMNIBUS)
    assert taken.value.name == "Größe"
    with pytest.raises(PresetNameTaken):
        await store.change_preset(SERVER, other.preset_id, name=name, ruleset=OMNIBUS)
    assert await store.preset(SERVER, other.preset_id) == other, "neither of both was changed"


@pytest.mark.parametrize("name", ["", " \n ", "x" * 41])
async def test_a_name_has_one_to_forty_characters(name: str, store: Store) -> None:
    with pytest.raises(BadPresetName, match="1 to 40 characters"):
        await store.save_preset(SERVER, name, SHORT)
    longest = await store.save_preset(SERVER, "x" * 40, SHORT)
    with pytest.raises(BadPresetName):
        await store.change_preset(SERVER, longest.preset_id, name=name)


@pytest.mark.parametrize("name", ["\u200b", "\u200b \u200d", "\u2800", "\u3164\ufe0f", "\u00ad"])
async def test_a_name_is_to_be_seen(name: str, store: Store) -> None:
    with pytest.raises(BadPresetName):
        await store.save_preset(SERVER, name, SHORT)
    seen = await store.save_preset(SERVER, "👩\u200d🚀 ", SHORT)
    assert seen.name == "👩\u200d🚀"


@pytest.mark.parametrize("name", ["own:7", "OWN:1", "\uff4fwn:3"])
async def test_a_name_is_no_number_of_another_preset(name: str, store: Store) -> None:
    with pytest.raises(PresetNameTaken):
        await store.save_preset(SERVER, name, SHORT)


async def test_there_are_so_many_at_most(store: Store) -> None:
    for number in range(MOST_PRESETS):
        await store.save_preset(SERVER, f"number {number}", SHORT)
    with pytest.raises(TooManyPresets) as refused:
        await store.save_preset(SERVER, "one more", SHORT)
    assert refused.value.most == MOST_PRESETS == len(await store.presets(SERVER))
    await store.save_preset(ELSEWHERE, "one more", SHORT)
    await store.delete_preset(SERVER, 1)
    await store.save_preset(SERVER, "one more", SHORT)


async def test_changed(store: Store) -> None:
    await store.save_preset(SERVER, "Club", SHORT)
    assert await store.change_preset(SERVER, 1, name="CLUB") == PresetRow(1, SERVER, "CLUB", SHORT)
    assert await store.change_preset(SERVER, 1, ruleset=OMNIBUS) == PresetRow(1, SERVER, "CLUB", OMNIBUS)
    both = PresetRow(1, SERVER, "Verein", SHORT)
    assert await store.change_preset(SERVER, 1, name="Verein", ruleset=SHORT) == both
    assert await store.change_preset(SERVER, 1) == both
    assert await store.presets(SERVER) == (both,)
    assert await store.change_preset(SERVER, 2, name="Nobody's") is None


async def test_deleted_and_its_number_never_used_again(store: Store) -> None:
    await store.save_preset(SERVER, "Club", SHORT)
    assert await store.delete_preset(SERVER, 1)
    assert not await store.delete_preset(SERVER, 1)
    assert (await store.save_preset(SERVER, "Club", SHORT)).preset_id == 2


async def test_where_the_default_is_deleted_the_standard_game_is(store: Store) -> None:
    for number in (1, 2):
        await store.save_preset(SERVER, f"number {number}", SHORT)
    await store.save_server(ServerRow(SERVER, preset=own_preset(2), min_games=7))
    await store.save_server(ServerRow(ELSEWHERE, preset=own_preset(2)))
    await store.delete_preset(SERVER, 1)
    assert await store.server(SERVER) == ServerRow(SERVER, preset="own:2", min_games=7)
    await store.delete_preset(SERVER, 2)
    assert await store.server(SERVER) == ServerRow(SERVER, preset="standard", min_games=7)
    assert (await store.server(ELSEWHERE)).preset == "own:2"


UNREADABLE = {
    "a rule of a later program": '{"cut_throat":true}',
    "a value of a later program": '{"limit":5000}',
    "nonsense": '{"players":[3]}',
}


@pytest.mark.parametrize("rules", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_one_that_cannot_be_read_is_there_to_be_changed_or_deleted(
    rules: str, store: Store, path: Path
) -> None:
    for name in ("broken", "good"):
        await store.save_preset(SERVER, name, SHORT)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE presets SET rules = ? WHERE preset_id = 1", (rules,))
    connection.commit()
    connection.close()
    broken = PresetRow(1, SERVER, "broken", None)
    assert await store.presets(SERVER) == (broken, PresetRow(2, SERVER, "good", SHORT))
    assert await store.preset(SERVER, 1) == broken
    assert await store.ruleset_of(SERVER, "own:1") is None
    assert await store.change_preset(SERVER, 1, name="mended") == PresetRow(1, SERVER, "mended", None)
    mended = PresetRow(1, SERVER, "mended", OMNIBUS)
    assert await store.change_preset(SERVER, 1, ruleset=OMNIBUS) == mended
    assert await store.delete_preset(SERVER, 1)


CHOSEN = {
    "one there always is": ("short", SHORT),
    "one of the server's": ("own:1", OMNIBUS),
    "by its name": ("Club evening", OMNIBUS),
    "by its name in any case": (" CLUB evening", OMNIBUS),
    "one that is gone": ("own:2", None),
    "no number": ("own:", None),
    "a number no preset has": (f"own:{10**30}", None),
    "a number in other digits": ("own:\u0661", None),
    "a name nobody gave": ("nonsense", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("chosen", "expected"), CHOSEN.values(), ids=CHOSEN.keys())
async def test_the_rules_that_are_chosen(chosen: str, expected: Ruleset | None, store: Store) -> None:
    await store.save_preset(SERVER, "Club evening", OMNIBUS)
    assert await store.ruleset_of(SERVER, chosen) == expected


def test_what_stands_for_an_own_preset() -> None:
    assert own_preset_id(own_preset(12)) == 12
    assert [own_preset_id(name) for name in ("standard", "own:-1", "own:1.5", "12")] == [None] * 4


RULES = {
    "the standard game": (Ruleset(), "{}"),
    "a preset": (SHORT, '{"limit":50}'),
    "several fields, sorted": (Ruleset(spot=True, limit=500), '{"limit":500,"spot":true}'),
    "three players pass as three do": (Ruleset(players=3), '{"players":3}'),
    "unless they do not": (
        Ruleset(players=3, pass_cycle=(Direction.HOLD,)),
        '{"pass_cycle":["hold"],"players":3}',
    ),
    "words": (
        Ruleset(moon=Moon.AVOID, partners=Partners.TOGETHER),
        '{"moon":"avoid","partners":"together"}',
    ),
}


@pytest.mark.parametrize(("ruleset", "text"), RULES.values(), ids=RULES.keys())
async def test_a_ruleset_has_one_text(ruleset: Ruleset, text: str, store: Store) -> None:
    assert rules_text(ruleset) == text
    saved = await store.save_preset(SERVER, "x", ruleset)
    assert (await store.preset(SERVER, saved.preset_id)) == saved
