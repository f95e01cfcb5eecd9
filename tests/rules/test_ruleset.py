"""House rules are fields of the ruleset; a preset is only a ruleset, and every field can still be changed."""

import json
import random
import re
from dataclasses import fields

import pytest

from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset, RulesetError
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD


def test_the_defaults_are_the_standard_game() -> None:
    assert PRESETS["standard"] == STANDARD
    assert {field.name: field.default for field in fields(STANDARD)} == {
        "players": 4,
        "kitty": False,
        "pass_cycle": (),
        "limit": 100,
        "queen_breaks_hearts": False,
        "hearts_any_time": False,
        "points_on_first_trick": False,
        "moon": "add",
        "jack_of_diamonds": False,
        "sun": False,
        "no_trick_bonus": False,
        "spot": False,
        "partners": "none",
        "exact_limit": False,
    }
    assert STANDARD.pass_size == 3
    assert [str(direction) for direction in STANDARD.pass_cycle] == ["left", "right", "across", "hold"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("standard", {}),
        ("short", {"limit": 50}),
        ("omnibus", {"jack_of_diamonds": True}),
        ("spot", {"spot": True, "limit": 500}),
        ("three", {"players": 3}),
        ("five", {"players": 5}),
        ("partners", {"partners": "alone"}),
        ("old_school", {"points_on_first_trick": True, "hearts_any_time": True}),
    ],
)
def test_what_a_preset_changes(name: str, changes: dict[str, object]) -> None:
    assert PRESETS[name].changes(STANDARD) == changes
    assert PRESETS[name].preset == name
    assert PRESETS[name].to_record() == {"preset": name}
    assert Ruleset.from_record({"preset": name}) == PRESETS[name]


def test_there_are_eight_presets() -> None:
    assert len(PRESETS) == len(set(PRESETS.values())) == 8


@pytest.mark.parametrize(
    ("players", "cycle"), [(4, "left right across hold"), (3, "left right hold"), (5, "left right hold")]
)
def test_the_usual_cycle_follows_from_the_number_of_players(players: int, cycle: str) -> None:
    usual = Ruleset(players=players)
    assert [str(direction) for direction in usual.pass_cycle] == cycle.split()
    assert usual.usual_cycle
    assert Ruleset.from_record({"players": players, "pass_cycle": cycle.split()}) == usual
    for number in range(1, 13):
        assert usual.direction(number) is usual.pass_cycle[(number - 1) % len(cycle.split())]


@pytest.mark.parametrize("cycle", ["hold", "left", "across right", "left left hold left right"])
def test_any_list_of_directions_is_a_cycle(cycle: str) -> None:
    ruleset = Ruleset.from_record({"pass_cycle": cycle.split()})
    assert ruleset.pass_cycle == tuple(Direction(word) for word in cycle.split())
    assert not ruleset.usual_cycle
    assert ruleset.to_record() == {"preset": "standard", "pass_cycle": cycle.split()}
    assert ruleset.direction(len(cycle.split()) + 1) is ruleset.pass_cycle[0]


@pytest.mark.parametrize(
    ("ruleset", "sides"),
    [
        (Ruleset(), ((0,), (1,), (2,), (3,))),
        (Ruleset(players=3), ((0,), (1,), (2,))),
        (Ruleset(players=5), ((0,), (1,), (2,), (3,), (4,))),
        (Ruleset(partners=Partners.ALONE), ((0, 2), (1, 3))),
        (Ruleset(partners=Partners.TOGETHER), ((0, 2), (1, 3))),
    ],
    ids=str,
)
def test_opposite_seats_are_a_team_where_there_are_partners(
    ruleset: Ruleset, sides: tuple[tuple[int, ...], ...]
) -> None:
    assert ruleset.sides == sides


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
        ({"players": 2}, "players", "3, 4 or 5"),
        ({"players": 6}, "players", "3, 4 or 5"),
        ({"players": "4"}, "players", "3, 4 or 5"),
        ({"players": 4.0}, "players", "3, 4 or 5"),
        ({"moon": "ask"}, "moon", "add, subtract, choose, avoid"),
        ({"moon": True}, "moon", "add, subtract, choose, avoid"),
        ({"partners": True}, "partners", "none, alone, together"),
        ({"partners": "both"}, "partners", "none, alone, together"),
        ({"pass_cycle": "left"}, "pass_cycle", "a list of left, right, across, hold"),
        ({"pass_cycle": None}, "pass_cycle", "a list of left, right, across, hold"),
        ({"pass_cycle": ["up"]}, "pass_cycle", "a list of left, right, across, hold"),
        ({"pass_cycle": ["left", 3]}, "pass_cycle", "a list of left, right, across, hold"),
        ({"pass_cycle": []}, "pass_cycle", "at least one direction"),
        ({"sun": 1}, "sun", "true or false"),
        ({"spot": "yes"}, "spot", "true or false"),
        ({"kitty": 0}, "kitty", "true or false"),
        ({"no_trick_bonus": -5}, "no_trick_bonus", "true or false"),
        ({"jack_of_diamonds": None}, "jack_of_diamonds", "true or false"),
        ({"exact_limit": 50}, "exact_limit", "true or false"),
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
    assert (refused.value.field, refused.value.against) == (field, None)
    assert refused.value.value == record[field]
    assert allowed in refused.value.allowed
    assert field in str(refused.value)


@pytest.mark.parametrize(
    ("record", "field", "allowed"),
    [
        ({"kitty": True}, "kitty", "^false with 4 players$"),
        ({"preset": "three", "kitty": True, "players": 4}, "kitty", "false with 4 players"),
        ({"partners": "alone", "players": 3}, "partners", "none with 3 players"),
        ({"preset": "partners", "players": 5}, "partners", "none with 5 players"),
        ({"preset": "five", "partners": "together"}, "partners", "none with 5 players"),
        ({"preset": "three", "pass_cycle": ["across"]}, "pass_cycle", "left, right, hold with 3 players"),
        (
            {"players": 5, "pass_cycle": ["left", "across", "hold"]},
            "pass_cycle",
            "left, right, hold with 5 players",
        ),
    ],
    ids=str,
)
def test_what_does_not_go_together_is_refused_with_the_other_field(
    record: dict[str, object], field: str, allowed: str
) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_record(record)
    assert (refused.value.field, refused.value.against) == (field, "players")
    assert re.search(allowed, refused.value.allowed)
    assert refused.value.value == record.get(field, "alone")


@pytest.mark.parametrize("seed", range(100))
def test_every_field_goes_into_the_record_and_comes_back(seed: int) -> None:
    ruleset = random_ruleset(random.Random(seed))
    record = json.loads(json.dumps(ruleset.to_record()))
    assert Ruleset.from_record(record) == ruleset
    for preset in PRESETS.values():
        changes = ruleset.changes(preset)
        assert Ruleset.from_record({"preset": preset.preset, **changes}) == ruleset


@pytest.mark.parametrize(
    ("ruleset", "record"),
    [
        (Ruleset(), {"preset": "standard"}),
        (Ruleset(players=3, kitty=True), {"preset": "three", "kitty": True}),
        (Ruleset(spot=True), {"preset": "standard", "spot": True}),
        (Ruleset(moon=Moon.AVOID), {"preset": "standard", "moon": "avoid"}),
        (Ruleset(partners=Partners.TOGETHER), {"preset": "standard", "partners": "together"}),
        (
            Ruleset(players=5, pass_cycle=(Direction.HOLD,)),
            {"preset": "five", "pass_cycle": ["hold"]},
        ),
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
        ({"preset": "three", "players": 4}, Ruleset()),
        ({"players": 5}, PRESETS["five"]),
        ({"moon": "choose", "partners": "none"}, Ruleset(moon=Moon.CHOOSE)),
    ],
    ids=str,
)
def test_a_record_may_say_more_or_less_than_it_needs(record: dict[str, object], ruleset: Ruleset) -> None:
    assert Ruleset.from_record(record) == ruleset


def test_words_of_a_record_become_words_of_the_rules_and_plain_text_again() -> None:
    record: dict[str, object] = {"moon": "avoid", "partners": "together", "pass_cycle": ["left", "hold"]}
    ruleset = Ruleset.from_record(record)
    assert ruleset.moon is Moon.AVOID
    assert ruleset.partners is Partners.TOGETHER
    assert ruleset.pass_cycle[1] is Direction.HOLD
    written = ruleset.changes(STANDARD)
    assert written == record
    assert {type(value) for value in (written["moon"], written["partners"])} == {str}
    with pytest.raises(RulesetError) as refused:
        Ruleset(players=3, pass_cycle=(Direction.ACROSS,))
    assert refused.value.value == ["across"]
    assert str(refused.value).startswith("pass_cycle cannot be ['across']; ")


def test_changes_name_the_fields_and_their_own_values() -> None:
    changed = Ruleset(limit=60, queen_breaks_hearts=True)
    assert changed.changes(STANDARD) == {"limit": 60, "queen_breaks_hearts": True}
    assert STANDARD.changes(changed) == {"limit": 100, "queen_breaks_hearts": False}
    assert STANDARD.changes(STANDARD) == {}
