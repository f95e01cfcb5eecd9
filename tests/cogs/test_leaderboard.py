"""The leaderboard: who is in it, in which order, on which page, and who may turn the pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.rules.ruleset import Ruleset
from bot.store import LONGEST_PRESET_NAME, MOST_PRESETS, own_preset
from bot.text.words import Language
from tests.cogs.choosing import pick, press, size
from tests.cogs.finished import DAY, count, ended_early, enough, finished, lines, names, number_of
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

MEMBERS = "/guilds/*/members/*"


async def turn(person: Somebody, page: Seen, label: str) -> Seen:
    """Press a button of the leaderboard, which changes in place."""
    return await press(person, page, page.buttons[label]["custom_id"])


async def sort(person: Somebody, page: Seen, order: str) -> Seen:
    """Choose what comes first."""
    return await pick(person, page, page.menus[0]["custom_id"], [order])


async def crowd(place: Place, size: int) -> list[Somebody]:
    """People of whom the first has won most games, the next fewer, and so on: one game each, or more."""
    people = [place.somebody(f"p{number:02}") for number in range(1, size + 1)]
    loser = place.somebody("loser")
    await enough(place, 1)
    for wins, person in enumerate(reversed(people), 1):
        for _ in range(wins):
            await finished([person, loser], [(0, 30, 1, 2)])
    return people


@pytest.fixture
async def four(place: Place) -> list[Somebody]:
    """Four people with three games among each other."""
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
    await finished(people, [(2, 5, 8, 11), (0, 7, 5, 14)])
    await finished(people, [(1, 6, 8, 11), (0, 0, 0, 26)])
    await finished(people, [(26, 9, 0, 0), (0, 0, 6, 20)])
    return people


async def test_every_figure(four: list[Somebody]) -> None:
    told = await four[0].told("leaderboard", sort="wins")
    assert told.texts[0].split("\n") == [
        "### 🏆 Leaderboard",
        "Games among people · All time · Most wins first",
        "-# Games by these rules count: Standard, Short game and Quick",
    ]
    assert lines(told) == [
        "1. Ann (you) · 2 wins",
        "3 games · place 2.00 · 4.83 points a deal",
        "2. Cleo · 1 win",
        "3 games · place 2.33 · 4.50 points a deal",
        "3. Ben · 0 wins",
        "3 games · place 2.00 · 4.50 points a deal",
        "3. Dora · 0 wins",
        "3 games · place 3.67 · 13.67 points a deal",
    ]
    assert told.texts[2] == "-# Your place: 1 of 4 · Listed from 3 games on"


async def test_german_numbers_and_plurals(place: Place, four: list[Somebody]) -> None:
    eve = place.somebody("eve", "de")
    told = await eve.told("leaderboard", sort="wins")
    assert told.texts[0].split("\n")[1:] == [
        "Partien mit anderen · Insgesamt · Meiste Siege zuerst",
        "-# Es zählen Partien nach diesen Regeln: Standard, Kurze Partie und Quick",
    ]
    assert lines(told)[:4] == [
        "1. Ann · 2 Siege",
        "3 Partien · Platz 2,00 · 4,83 Punkte/Spiel",
        "2. Cleo · 1 Sieg",
        "3 Partien · Platz 2,33 · 4,50 Punkte/Spiel",
    ]
    assert told.texts[2] == "-# Ab 3 Partien"
    await finished([eve])
    await enough(place, 2)
    assert (await eve.told("leaderboard", sort="wins", who="alone")).texts[2] == "-# Dir fehlt noch 1 Partie"
    await enough(place, 1)
    told = await eve.told("leaderboard", sort="wins", who="alone")
    assert lines(told) == ["1. Eve (du) · 1 Sieg", "1 Partie · Platz 1,00 · 0,00 Punkte/Spiel"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("wins", ["1. Ann (you)", "2. Cleo", "3. Ben", "3. Dora"]),
        ("place", ["1. Ann (you)", "1. Ben", "3. Cleo", "4. Dora"]),
        ("points", ["1. Ben", "1. Cleo", "3. Ann (you)", "4. Dora"]),
    ],
)
async def test_equal_figures_share_a_rank(four: list[Somebody], order: str, expected: list[str]) -> None:
    ann = four[0]
    told = await ann.told("leaderboard", sort=order)
    assert names(told) == expected
    other = await ann.told("leaderboard", sort="points" if order == "wins" else "wins")
    chosen = await sort(ann, other, order)
    assert chosen.texts == told.texts
    assert chosen.chosen() == [order]


async def test_nobody_is_listed_yet(place: Place) -> None:
    ann = place.somebody("ann")
    told = await ann.told("leaderboard", sort="wins")
    assert told.texts[1:] == ("Nobody is listed here yet: it takes 3 finished games that count.",)
    await finished([ann, place.somebody("ben")])
    told = await ann.told("leaderboard", sort="wins")
    assert told.texts[1:] == (
        "Nobody is listed here yet: it takes 3 finished games that count.",
        "-# You need 2 more games to be listed",
    )


async def test_it_takes_as_many_games_as_the_server_says(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    await finished([ann, ben])
    await finished([ann, cleo])
    for games, expected in ((1, ["1. Ann (you)", "2. Ben", "2. Cleo"]), (2, ["1. Ann (you)"])):
        await enough(place, games)
        assert names(await ann.told("leaderboard", sort="wins")) == expected


async def test_alone_with_computers_is_a_view_of_its_own(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await enough(place)
    await finished([ann])
    await finished([ben, ann])
    people = await ann.told("leaderboard", sort="wins")
    assert names(people) == ["1. Ben", "2. Ann (you)"]
    alone = await turn(ann, people, "Games alone with computers")
    assert names(alone) == ["1. Ann (you)"]
    assert names(await turn(ann, alone, "Games among people")) == names(people)
    assert (await ann.told("leaderboard", sort="wins", who="alone")).texts == alone.texts


async def test_this_month(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await enough(place)
    await finished([ann, ben], ago=40 * DAY)
    await finished([ann, ben], ago=40 * DAY)
    await finished([ben, ann])
    ever = await ann.told("leaderboard", sort="wins")
    assert names(ever) == ["1. Ann (you)", "2. Ben"]
    month = await turn(ann, ever, "This month")
    assert names(month) == ["1. Ben", "2. Ann (you)"]
    now = place.bot.words[Language.EN].month(datetime.fromtimestamp(place.bot.now(), UTC).date())
    assert f"· {now} ·" in month.texts[0]
    assert (await ann.told("leaderboard", sort="wins", period="month")).texts == month.texts
    assert (await turn(ann, month, "All time")).texts == ever.texts
    place.env.backend.advance_clock(40 * DAY)
    await place.restart()
    assert "Nobody is listed here yet" in (await turn(ann, ever, "This month")).text


async def test_two_servers_never_see_each_other(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    await enough(place)
    await finished([ann, ben])
    for _ in range(3):
        await finished([cleo, ben], server=place.guild.id + 1)
    told = await ann.told("leaderboard", sort="wins")
    assert names(told) == ["1. Ann (you)", "2. Ben"]
    assert "1 game ·" in lines(told)[3]


async def test_a_leaver_is_last_and_an_ended_game_counts_for_nobody(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    await enough(place)
    await finished([ann, ben], left=[ann])
    await ended_early([cleo, ben])
    await ended_early([cleo, ann], abandoned=True)
    assert lines(await ben.told("leaderboard", sort="place")) == [
        "1. Ben (you) · average place 2.00",
        "1 game · 0 wins · 5.00 points a deal",
        "2. Ann · average place 4.00",
        "1 game · 0 wins · 0.00 points a deal",
    ]


class TestWhoLeftTheServer:
    async def test_is_hidden_and_the_others_move_up(self, place: Place, four: list[Somebody]) -> None:
        ann, ben, cleo, _ = four
        place.guild.remove_member(ann.member)
        told = await ben.told("leaderboard", sort="wins")
        assert names(told) == ["1. Cleo", "2. Ben (you)", "2. Dora"]
        assert "Your place: 2 of 3" in told.text
        place.guild.remove_member(cleo.member)
        await place.later(DAY + 1)
        assert names(await ben.told("leaderboard", sort="wins")) == ["1. Ben (you)", "1. Dora"]

    async def test_is_looked_up_once_a_day(self, place: Place, four: list[Somebody]) -> None:
        ann, ben = four[:2]
        place.guild.remove_member(ann.member)
        told = await ben.told("leaderboard", sort="wins")
        looked_up = place.requests("GET", MEMBERS)
        # Whoever asks is there.
        assert len(looked_up) == 3
        await sort(ben, told, "points")
        await ben.told("leaderboard", sort="wins", period="month")
        assert len(place.requests("GET", MEMBERS)) == 3
        await place.restart()
        await ben.told("leaderboard", sort="wins")
        assert len(place.requests("GET", MEMBERS)) == 3
        await place.later(DAY + 1)
        await ben.told("leaderboard", sort="wins")
        assert len(place.requests("GET", MEMBERS)) == 6

    async def test_is_back_at_once_when_they_ask(self, place: Place, four: list[Somebody]) -> None:
        ann, ben = four[:2]
        place.guild.remove_member(ann.member)
        assert len(names(await ben.told("leaderboard", sort="wins"))) == 3
        ann.member = place.guild.add_member(ann.member.user)
        assert names(await ann.told("leaderboard", sort="wins"))[0] == "1. Ann (you)"
        assert names(await ben.told("leaderboard", sort="wins"))[0] == "1. Ann"

    async def test_is_back_after_a_day(self, place: Place, four: list[Somebody]) -> None:
        ann, ben = four[:2]
        place.guild.remove_member(ann.member)
        await ben.told("leaderboard", sort="wins")
        place.guild.add_member(ann.member.user)
        await place.later(DAY + 1)
        assert names(await ben.told("leaderboard", sort="wins"))[0] == "1. Ann"

    async def test_leaves_no_gap_on_the_page(self, place: Place) -> None:
        people = await crowd(place, 14)
        for person in people[2:4]:
            place.guild.remove_member(person.member)
        told = await people[0].told("leaderboard", sort="wins")
        assert names(told) == [
            "1. P01 (you)",
            "2. P02",
            *(f"{rank}. P{rank + 2:02}" for rank in range(3, 11)),
        ]

    async def test_is_never_shown_however_many_they_are(self, place: Place) -> None:
        people = await crowd(place, 62)
        for person in people[1:60]:
            place.guild.remove_member(person.member)
        told = await people[0].told("leaderboard", sort="wins")
        assert names(told)[0] == "1. P01 (you)"
        assert not {f"P{number:02}" for number in range(2, 61)} & {name.split(" ")[1] for name in names(told)}
        told = await people[0].told("leaderboard", sort="wins")
        assert names(told) == ["1. P01 (you)", "2. P61", "3. P62", "4. Loser"]

    @pytest.mark.parametrize("status", [403, 500])
    async def test_is_not_said_without_an_answer(
        self, place: Place, four: list[Somebody], status: int
    ) -> None:
        place.env.inject_error("GET", MEMBERS, status=status, times=9)
        assert len(names(await four[0].told("leaderboard", sort="wins"))) == 4
        assert not await place.bot.store.members_gone(place.guild.id)


class TestPages:
    async def test_are_turned_in_place_also_after_a_restart(self, place: Place) -> None:
        people = await crowd(place, 24)
        first = await people[11].told("leaderboard", sort="wins")
        assert names(first) == [f"{rank}. P{rank:02}" for rank in range(1, 11)]
        assert "Your place: 12 of 25 · Page 1 of 3" in first.text
        assert not {"First", "Previous"} & set(first.enabled())
        second = await turn(people[11], first, "Next")
        assert names(second)[0:2] == ["11. P11", "12. P12 (you)"]
        await place.restart()
        last = await turn(people[11], second, "Last")
        assert names(last)[-1] == "25. Loser"
        assert not {"Next", "Last"} & set(last.enabled())
        assert (await turn(people[11], last, "Previous")).texts == second.texts
        assert (await turn(people[11], second, "First")).texts == first.texts
        assert (await turn(people[11], first, "My place")).texts == second.texts
        assert not place.public_messages()

    async def test_are_those_of_the_same_leaderboard(self, place: Place) -> None:
        people = await crowd(place, 12)
        first = await people[0].told("leaderboard", sort="points", period="month")
        second = await turn(people[0], first, "Next")
        assert second.texts[0] == first.texts[0]
        assert second.chosen() == ["points"]
        assert len(names(second)) == 3

    async def test_my_place_is_nowhere_for_who_has_none(self, place: Place) -> None:
        await crowd(place, 12)
        eve = place.somebody("eve")
        told = await eve.told("leaderboard", sort="wins")
        assert "My place" not in told.enabled()
        assert "Your place" not in told.text

    async def test_are_turned_by_whoever_asked_alone(self, place: Place) -> None:
        people = await crowd(place, 12)
        ann, eve = people[0], place.somebody("eve")
        page = await ann.told("leaderboard", sort="wins")
        result = await eve.forge(page.message, page.buttons["Next"]["custom_id"])
        assert result.response.ephemeral
        assert result.response.content == (
            "Somebody else turns these pages. `/hearts leaderboard` shows you your own."
        )
        assert ann.again(page.message.id).texts == page.texts

    @pytest.mark.parametrize(
        "detail",
        [
            "",
            "1",
            "ME:wins:all:people:1",
            "ME:wins:all:people:1:sideways",
            "ME:luck:all:people:1:next",
            "ME:wins:2020:people:1:next",
            "ME:wins:all:cats:1:next",
            "ME:wins:all:people:x:next",
        ],
    )
    async def test_a_forged_click_changes_nothing(self, place: Place, detail: str) -> None:
        ann = place.somebody("ann")
        await enough(place)
        await finished([ann, place.somebody("ben")])
        page = await ann.told("leaderboard", sort="wins")
        detail = detail.replace("ME", str(await number_of(ann)))
        result = await ann.forge(page.message, f"hearts:board:0:{detail}".rstrip(":"))
        assert result.response.ephemeral
        assert ann.again(page.message.id).texts == page.texts

    @pytest.mark.parametrize("page", ["0", "7", "9" * 40])
    async def test_a_page_that_is_not_there_is_the_nearest(self, place: Place, page: str) -> None:
        people = await crowd(place, 12)
        told = await people[0].told("leaderboard", sort="wins")
        number = await number_of(people[0])
        await people[0].forge(told.message, f"hearts:board:0:{number}:wins:all:people:{page}:previous")
        seen = people[0].again(told.message.id)
        assert "Page 1 of 2" in seen.text or "Page 2 of 2" in seen.text

    async def test_a_forged_order_changes_nothing(self, place: Place) -> None:
        people = await crowd(place, 2)
        page = await people[0].told("leaderboard", sort="wins")
        await people[0].forge(page.message, page.menus[0]["custom_id"], ["luck"])
        assert people[0].again(page.message.id).texts == page.texts


async def test_a_name_is_shown_as_it_is_and_does_nothing(place: Place) -> None:
    ann = place.somebody("ann", global_name="**@everyone** <@1>")
    await enough(place)
    await finished([ann, place.somebody("ben")])
    told = await ann.told("leaderboard", sort="wins")
    assert "@everyone" not in told.text
    assert "<@1>" not in told.text


async def test_a_full_page_is_within_what_discord_takes(place: Place) -> None:
    people = [place.somebody(f"m{number}", global_name="*" * 32) for number in range(12)]
    await enough(place)
    for number in range(0, 12, 4):
        await finished(people[number : number + 4], [(0, 9, 8, 30)])
    for number in range(1, MOST_PRESETS):
        name = f"{number:*<{LONGEST_PRESET_NAME}}"
        await place.bot.store.save_preset(place.guild.id, name, Ruleset(players=3, limit=60 + number))
    await count(place, *(own_preset(number) for number in range(1, MOST_PRESETS + 1)), "standard")
    told = await people[0].told("leaderboard", sort="wins")
    assert len(names(told)) == 10
    assert len(told.text) <= 4000
    assert size(told) <= 40
