"""The rules of a table: chosen by its host in forms, agreed to by everybody else."""

import dataclasses
from typing import Any

import pytest

from bot.engine.state import Phase
from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset, RulesetError
from bot.text.rules_text import differences_list, rules_message, ruleset_title
from bot.text.words import Language
from cogs.clicks import parse
from cogs.rules_draft import (
    LONGEST_CYCLE,
    LONGEST_LIMIT,
    MOST_DIRECTIONS,
    Draft,
    parse_cycle,
    wrong_sentence,
)
from tests.cogs.filling import Forms
from tests.cogs.people import Place
from tests.cogs.seen import components

ROW = 1

FILLED: list[tuple[str, dict[str, Any], Ruleset]] = [
    ("table", {"players": "3"}, Ruleset(players=3)),
    ("table", {"players": "5"}, Ruleset(players=5)),
    ("table", {"players": "5", "extras": ["kitty"]}, Ruleset(players=5, kitty=True)),
    ("table", {"players": "3", "extras": ["kitty"]}, Ruleset(players=3, kitty=True)),
    ("table", {"pass_cycle": "left, none"}, Ruleset(pass_cycle=(Direction.LEFT, Direction.HOLD))),
    ("table", {"pass_cycle": "R"}, Ruleset(pass_cycle=(Direction.RIGHT,))),
    ("table", {"limit": "50"}, Ruleset(limit=50)),
    ("table", {"extras": ["exact_limit"]}, Ruleset(exact_limit=True)),
    ("table", {"partners": "alone"}, Ruleset(partners=Partners.ALONE)),
    ("table", {"partners": "together"}, Ruleset(partners=Partners.TOGETHER)),
    ("play", {"hearts": ["queen_breaks_hearts"]}, Ruleset(queen_breaks_hearts=True)),
    ("play", {"hearts": ["hearts_any_time"]}, Ruleset(hearts_any_time=True)),
    ("play", {"hearts": ["points_on_first_trick"]}, Ruleset(points_on_first_trick=True)),
    ("play", {"moon": "subtract"}, Ruleset(moon=Moon.SUBTRACT)),
    ("play", {"moon": "choose"}, Ruleset(moon=Moon.CHOOSE)),
    ("play", {"moon": "avoid"}, Ruleset(moon=Moon.AVOID)),
    ("play", {"points": ["jack_of_diamonds"]}, Ruleset(jack_of_diamonds=True)),
    ("play", {"points": ["sun"]}, Ruleset(sun=True)),
    ("play", {"points": ["no_trick_bonus"]}, Ruleset(no_trick_bonus=True)),
    ("play", {"points": ["spot"]}, Ruleset(spot=True, limit=500)),
]


def test_every_field_is_filled_in_here() -> None:
    standard = Ruleset()
    changed = {
        field.name
        for _, _, ruleset in FILLED
        for field in dataclasses.fields(Ruleset)
        if getattr(ruleset, field.name) != getattr(standard, field.name)
    }
    assert changed == {field.name for field in dataclasses.fields(Ruleset)}


@pytest.mark.parametrize(("form", "changes", "ruleset"), FILLED, ids=[str(each[1]) for each in FILLED])
async def test_a_form_sets_its_fields(
    form: str, changes: dict[str, Any], ruleset: Ruleset, place: Place
) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    await forms.fill(form, **changes)
    assert (await place.table()).state.ruleset == ruleset
    _, values = await forms.open(form)
    assert {name: values[name] for name in changes if name != "pass_cycle"} == {
        name: value for name, value in changes.items() if name != "pass_cycle"
    }
    for text in (forms.seen().text, place.shown().text):
        assert ruleset_title(ruleset, ann.words) in text
        assert differences_list(ruleset, ann.words) in text
    await ann.press(place.table_message(), "button.start")
    assert (await place.table()).state.game is not None
    assert (await place.table()).state.ruleset == ruleset


@pytest.mark.parametrize("name", PRESETS)
async def test_a_preset_is_chosen_in_the_lobby(name: str, place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, preset="omnibus" if name == "standard" else "standard")
    forms = await Forms.opened(ann)
    await forms.preset(name)
    assert (await place.table()).state.ruleset == PRESETS[name]
    assert forms.seen().chosen() == [name]


@pytest.mark.parametrize("name", PRESETS)
async def test_a_table_opens_with_a_preset(name: str, place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, preset=name)
    state = (await place.table()).state
    assert state.ruleset == PRESETS[name]
    assert len(state.seats) == PRESETS[name].players


NONSENSE: list[tuple[dict[str, Any], str, str]] = [
    ({"limit": "20"}, "The limit is a whole number from 25 to 1000.", "Das Limit ist eine ganze Zahl"),
    ({"limit": "1001"}, "The limit is a whole number from 25 to 1000.", "Das Limit ist eine ganze Zahl"),
    ({"limit": "-50"}, "The limit is a whole number from 25 to 1000.", "Das Limit ist eine ganze Zahl"),
    ({"limit": "²5"}, "The limit is a whole number from 25 to 1000.", "Das Limit ist eine ganze Zahl"),
    ({"limit": "viel"}, "The limit is a whole number from 25 to 1000.", "Das Limit ist eine ganze Zahl"),
    ({"pass_cycle": "up, down"}, "The passing order is a list of left", "Die Reihenfolge beim Weitergeben"),
    ({"players": "3", "pass_cycle": "across"}, "Passing across needs four players.", "nur zu viert"),
    ({"players": "3", "partners": "alone"}, "Partners need four players.", "braucht vier Mitspielende"),
    ({"extras": ["kitty"]}, "With four players every card is dealt", "Zu viert werden alle Karten verteilt"),
]


@pytest.mark.parametrize(("changes", "english", "german"), NONSENSE, ids=[str(each[0]) for each in NONSENSE])
@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_nonsense_is_refused_and_can_be_edited(
    changes: dict[str, Any], english: str, german: str, locale: str, place: Place
) -> None:
    ann = place.somebody("ann", locale)
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    result, values = await forms.open("table")
    await forms.send(result, {**values, **changes})
    assert (german if locale == "de" else english) in forms.seen().text
    assert (await place.table()).state.ruleset == Ruleset()
    assert not (await place.table()).state.rules_changed
    await place.restart()
    again, typed = await forms.edit_again()
    assert {**typed, "pass_cycle": ""} == {**values, **changes, "pass_cycle": ""}
    sent = changes.get("pass_cycle", values["pass_cycle"])
    assert typed["pass_cycle"] == sent or parse_cycle(typed["pass_cycle"]) == parse_cycle(sent)
    await forms.send(again, {**typed, **values, "limit": "60"})
    assert (await place.table()).state.ruleset == Ruleset(limit=60)
    assert ann.words("forms.button.edit") not in forms.seen().buttons


async def test_only_the_host_changes_the_rules(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    theirs = await Forms.opened(ben)
    assert "Follow suit if you can" in theirs.seen().text
    assert not theirs.seen().buttons
    assert not theirs.seen().menus
    game_id = (await place.table()).game_id
    result = await ben.forge(lobby, f"hearts-menu:preset:{game_id}", ["short"])
    assert result.response.content == "Only the host can do that."
    assert (await place.table()).state.ruleset == Ruleset()


async def test_a_form_that_comes_after_the_start_changes_nothing(place: Place) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann)
    forms = await Forms.opened(ann)
    result, values = await forms.open("table")
    await ann.press(lobby, "button.start")
    refusal = await forms.send(result, {**values, "limit": "60"})
    assert refusal.response.content == "The game has already started."
    assert (await place.table()).state.ruleset == Ruleset()


async def test_start_waits_until_everybody_has_agreed(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    lobby = await place.lobby(ann, ben, cleo)
    forms = await Forms.opened(ann)
    await forms.fill("table", limit="60")
    assert "Still to agree: Ben and Cleo" in place.shown().text
    start = place.shown().buttons["Start"]
    assert start["disabled"]
    game_id = (await place.table()).game_id
    forged = await ann.forge(lobby, f"hearts:start:{game_id}")
    assert "once everybody at the table has agreed" in forged.response.content
    await ben.press(lobby, "button.agree")
    assert "Still to agree: Cleo" in place.shown().text
    stale = place.shown().buttons["Agree"]["custom_id"]
    await forms.fill("table", limit="70")
    assert "Still to agree: Ben and Cleo" in place.shown().text
    refused = await cleo.forge(lobby, stale)
    assert "The rules have changed again" in refused.response.content
    await ben.press(lobby, "button.agree")
    await cleo.press(lobby, "button.agree")
    assert "Agree" not in place.shown().buttons
    await ann.press(lobby, "button.start")
    assert (await place.table()).state.phase is Phase.PLAYING


async def test_four_people_cannot_be_put_at_three_seats(place: Place) -> None:
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
    await place.lobby(*people)
    forms = await Forms.opened(people[0])
    await forms.fill("table", players="3")
    assert "More people sit at the table" in forms.seen().text
    _, typed = await forms.edit_again()
    assert typed["players"] == "3"


async def test_partners_settle_who_sits_opposite(place: Place) -> None:
    ann, ben, cleo, dora = (place.somebody(name) for name in ("ann", "ben", "cleo", "dora"))
    lobby = await place.lobby(ann, ben, cleo, dora, preset="partners")
    assert "**Team 1:** Ann and Cleo" in place.shown().text
    assert "**Team 2:** Ben and Dora" in place.shown().text
    assert sum(item["type"] == ROW for item in components(lobby)) == 5
    swap = next(menu for menu in place.shown().menus if ":swap:" in menu["custom_id"])
    assert [each["label"] for each in swap["options"]] == ["1. Ann", "2. Ben", "3. Cleo", "4. Dora"]
    await ann.member.select(lobby, ["1", "2"], custom_id=swap["custom_id"])
    assert "**Team 1:** Ann and Ben" in place.shown().text
    refused = await ben.forge(lobby, swap["custom_id"], ["0", "1"])
    assert refused.response.content == "Only the host can do that."
    await ann.press(lobby, "button.shuffle_seats")
    assert await ben.refused(lobby, "button.shuffle_seats") == "Only the host can do that."
    shown, seats = place.shown(), (await place.table()).state.seats
    names = {await person.number(): person.member.name.title() for person in (ann, ben, cleo, dora)}
    first, second, third, fourth = (names[person] for person in (await place.table()).state.persons)
    assert f"**Team 1:** {first} and {third}\n**Team 2:** {second} and {fourth}" in shown.text
    await ann.press(lobby, "button.start")
    state = (await place.table()).state
    assert state.phase is Phase.PLAYING
    assert state.seats == seats


@pytest.mark.parametrize(("locale", "free"), [("en-US", "free"), ("de", "frei")])
async def test_a_free_seat_is_plain_in_the_menu(locale: str, free: str, place: Place) -> None:
    place.guild_locale = locale
    await place.lobby(place.somebody("ann", locale), preset="partners")
    swap = next(menu for menu in place.shown().menus if ":swap:" in menu["custom_id"])
    assert [each["label"] for each in swap["options"]] == ["1. Ann", *(f"{at}. {free}" for at in (2, 3, 4))]


@pytest.mark.parametrize("language", Language)
def test_what_is_typed_survives_in_a_button(language: Language, place: Place) -> None:
    words = place.bot.words[language]
    plain = Draft.of(Ruleset(), words)
    for draft in (
        plain,
        Draft.of(Ruleset(players=5, kitty=True, moon=Moon.CHOOSE), words),
        Draft.of(Ruleset(partners=Partners.TOGETHER, sun=True, exact_limit=True), words),
    ):
        assert Draft.parse(draft.code()) == draft
    for cycle in (
        "links, rechts, gegenüber, behaltn",
        "rechts, gegenüber, behalten, linkz",
        "rechts, rechts, rechts, links, oben, links",
        "left: right: none %3A",
        "ß" * LONGEST_CYCLE,
    ):
        typed = dataclasses.replace(plain, cycle=cycle, limit="9:999"[:LONGEST_LIMIT])
        code = typed.code()
        assert Draft.parse(code) == dataclasses.replace(typed, limit="9 999")
        assert parse(f"hearts:form:{10**12}:table:{code}").detail == f"table:{code}"
        assert len(f"hearts:form:{10**12}:table:{code}") <= 100


@pytest.mark.parametrize("language", Language)
def test_a_cycle_has_no_more_deals_than_its_explanation_has_room_for(
    language: Language, place: Place
) -> None:
    words = place.bot.words[language]
    for players, kitty, partners in (
        (3, True, Partners.NONE),
        (4, False, Partners.TOGETHER),
        (5, True, Partners.NONE),
    ):
        direction = Direction.RIGHT if players != 4 else Direction.ACROSS
        most = Ruleset(
            players=players,
            kitty=kitty,
            partners=partners,
            moon=Moon.CHOOSE,
            limit=1000,
            exact_limit=True,
            pass_cycle=(direction,) * MOST_DIRECTIONS,
            points_on_first_trick=True,
            queen_breaks_hearts=True,
            jack_of_diamonds=True,
            spot=True,
            no_trick_bonus=True,
            sun=True,
        )
        hint = words("forms.host_chooses")
        assert len(rules_message(most, words)) + len(hint) < 4000
        draft = Draft.of(most, words)
        assert len(draft.cycle) <= LONGEST_CYCLE
        assert draft.ruleset(Ruleset()) == most
        with pytest.raises(RulesetError) as refused:
            dataclasses.replace(draft, cycle="r " * (MOST_DIRECTIONS + 1)).ruleset(Ruleset())
        assert str(MOST_DIRECTIONS) in wrong_sentence(refused.value, words)


@pytest.mark.parametrize(
    ("text", "cycle"),
    [
        ("left, right, across, none", "left right across hold"),
        ("Links, Rechts, Gegenüber, Keine", "left right across hold"),
        ("l r a h", "left right across hold"),
        ("rechts/links", "right left"),
        ("hold", "hold"),
        ("links → rechts, dann nach gegenüber", "left right across"),
        ("L R G B", "left right across hold"),
        ("", ""),
        ("left, oben", None),
        ("left 2", None),
    ],
)
def test_directions_are_read_in_both_languages(text: str, cycle: str | None) -> None:
    expected = None if cycle is None else tuple(map(Direction, cycle.split()))
    assert parse_cycle(text) == expected


async def test_whoever_is_host_when_a_form_is_sent_decides(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    hers = await Forms.opened(ann)
    first, values = await hers.open("table")
    await ann.press(lobby, "button.leave")
    his = await Forms.opened(ben)
    second, _ = await his.open("play")
    refused = await hers.send(first, {**values, "limit": "60"})
    assert refused.response.content == "You are not sitting at this table."
    await ann.press(lobby, "button.join")
    # Hers again, with the table as it was when it opened: only what is in her form would change.
    third, values = await hers.open("table")
    refused = await hers.send(third, {**values, "limit": "60"})
    assert refused.response.content == "Only the host can do that."
    nonsense, values = await hers.open("table")
    await hers.send(nonsense, {**values, "limit": "20"})
    assert (await place.table()).state.ruleset == Ruleset()
    await his.send(second, {**(await his.open("play"))[1], "points": ["sun"]})
    assert (await place.table()).state.ruleset == Ruleset(sun=True)


async def test_two_forms_open_at_once_do_not_undo_each_other(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    table, at_the_table = await forms.open("table")
    play, in_play = await forms.open("play")
    await forms.send(play, {**in_play, "moon": "avoid"})
    await forms.send(table, {**at_the_table, "players": "5"})
    assert (await place.table()).state.ruleset == Ruleset(players=5, moon=Moon.AVOID)


async def test_who_sits_down_after_a_change_has_seen_the_rules(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    lobby = await place.lobby(ann, ben)
    await (await Forms.opened(ann)).fill("table", limit="60")
    await cleo.press(lobby, "button.join")
    assert "Still to agree: Ben\n" in place.shown().text
    assert await cleo.refused(lobby, "button.agree") == "Nobody is waiting for you to agree."
    await place.restart()
    await ben.press(lobby, "button.agree")
    await ann.press(lobby, "button.start")
    assert (await place.table()).state.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("before", "form", "changes", "after"),
    [
        ("spot", "play", {"points": []}, Ruleset()),
        ("spot", "play", {"points": ["spot", "sun"]}, Ruleset(spot=True, limit=500, sun=True)),
        ("spot", "table", {"limit": "100"}, Ruleset(spot=True)),
        ("short", "play", {"points": ["spot"]}, Ruleset(spot=True, limit=50)),
        ("three", "table", {"players": "4"}, Ruleset()),
        ("three", "table", {"players": "5"}, Ruleset(players=5)),
        ("three", "table", {"pass_cycle": ""}, None),
        ("five", "table", {"players": "4", "pass_cycle": ""}, Ruleset()),
    ],
)
async def test_what_goes_with_a_change(
    place: Place, before: str, form: str, changes: dict[str, Any], after: Ruleset | None
) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, preset=before)
    forms = await Forms.opened(ann)
    sent = await forms.fill(form, **changes)
    assert (await place.table()).state.ruleset == (PRESETS[before] if after is None else after)
    if after is None:
        assert sent.response.content == "The table plays by these rules already."
