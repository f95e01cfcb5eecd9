"""House rules are fields of the ruleset; a preset is only a ruleset, and every field can still be changed."""

from dataclasses import fields

import pytest

from bot.rules.ruleset import PRESETS, Ruleset, RulesetError
from tests.rules.table import STANDARD


def test_the_defaults_are_the_standard_game() -> None:
    assert PRESETS["standard"] == STANDARD
    assert {field.name: field.default for field in fields(STANDARD)} == {
        "limit": 100,
        "queen_breaks_hearts": False,
        "hearts_any_time": False,
        "points_on_first_trick": False,
    }
    assert (STANDARD.players, STANDARD.pass_size) == (4, 3)
    assert [str(direction) for direction in STANDARD.pass_cycle] == ["left", "right", "across", "hold"]


def test_the_short_game_differs_in_its_limit() -> None:
    assert PRESETS["short"] == Ruleset(limit=50)


@pytest.mark.parametrize("limit", [25, 50, 100, 500, 1000])
def test_limits_that_are_allowed(limit: int) -> None:
    assert Ruleset(limit=limit).limit == limit


@pytest.mark.parametrize(
    ("record", "field", "allowed"),
    [
        ({"limit": 24}, "limit", "25 to 1000"),
        ({"limit": 1001}, "limit", "25 to 1000"),
        ({"limit": 0}, "limit", "25 to 1000"),
        ({"limit": -100}, "limit", "25 to 1000"),
        ({"limit": 100.0}, "limit", "25 to 1000"),
        ({"limit": "100"}, "limit", "25 to 1000"),
        ({"limit": True}, "limit", "25 to 1000"),
        ({"limit": None}, "limit", "25 to 1000"),
        ({"queen_breaks_hearts": 1}, "queen_breaks_hearts", "true or false"),
        ({"hearts_any_time": "yes"}, "hearts_any_time", "true or false"),
        ({"points_on_first_trick": None}, "points_on_first_trick", "true or false"),
        ({"preset": "whist"}, "preset", "standard, short"),
        ({"preset": None}, "preset", "standard, short"),
        ({"preset": ["standard"]}, "preset", "standard, short"),
        ({"high_spades": True}, "high_spades", "no such rule"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    record: dict[str, object], field: str, allowed: str
) -> None:
    with pytest.raises(RulesetError, match=allowed) as refused:
        Ruleset.from_record(record)
    assert refused.value.field == field
    assert refused.value.value == record[field]
    assert allowed in refused.value.allowed
    assert field in str(refused.value)


@pytest.mark.parametrize(
    ("ruleset", "record"),
    [
        (Ruleset(), {"preset": "standard"}),
        (Ruleset(limit=50), {"preset": "short"}),
        (Ruleset(limit=75), {"preset": "standard", "limit": 75}),
        (Ruleset(hearts_any_time=True), {"preset": "standard", "hearts_any_time": True}),
        (
            Ruleset(limit=50, queen_breaks_hearts=True, points_on_first_trick=True),
            {"preset": "short", "queen_breaks_hearts": True, "points_on_first_trick": True},
        ),
    ],
    ids=str,
)
def test_a_record_has_the_preset_and_what_differs_from_it(
    ruleset: Ruleset, record: dict[str, object]
) -> None:
    assert ruleset.to_record() == record
    assert Ruleset.from_record(record) == ruleset


@pytest.mark.parametrize(
    ("record", "ruleset"),
    [
        ({}, Ruleset()),
        ({"limit": 50}, Ruleset(limit=50)),
        ({"preset": "standard", "limit": 100}, Ruleset()),
        ({"preset": "short", "limit": 100}, Ruleset()),
        ({"preset": "short", "hearts_any_time": False}, Ruleset(limit=50)),
    ],
    ids=str,
)
def test_a_record_may_say_more_or_less_than_it_needs(record: dict[str, object], ruleset: Ruleset) -> None:
    assert Ruleset.from_record(record) == ruleset


def test_changes_name_the_fields_and_their_own_values() -> None:
    changed = Ruleset(limit=60, queen_breaks_hearts=True)
    assert changed.changes(STANDARD) == {"limit": 60, "queen_breaks_hearts": True}
    assert STANDARD.changes(changed) == {"limit": 100, "queen_breaks_hearts": False}
    assert STANDARD.changes(STANDARD) == {}
