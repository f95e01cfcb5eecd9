"""Which rules count on the leaderboard of a server, and what is said of that."""

from __future__ import annotations

from bot.rules.ruleset import PRESETS, Ruleset
from bot.store import own_preset
from tests.cogs.finished import count, enough, finished, lines, names
from tests.cogs.people import Place


async def test_the_lobby_says_where_a_game_does_not_count(place: Place) -> None:
    said = "By these rules the game does not count for the leaderboard."
    await place.lobby(place.somebody("ann"), preset="short")
    assert said not in place.shown().text
    await count(place, "standard")
    await place.somebody("ben").press(place.table_message(), "button.join")
    assert said in place.shown().text


class TestRulesThatCount:
    PLACES = "-# Places are converted to a table of four: from 1 for the first to 4 for the last."
    POINTS = (
        "-# Points are only taken from games of four, each for themselves, with the usual 26 points a deal."
    )

    async def test_are_standard_and_short_at_first(self, place: Place) -> None:
        people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
        await enough(place)
        await finished(people, [(10, 20, 30, 100)], ruleset=PRESETS["standard"])
        await finished(people, [(10, 20, 30, 60)], ruleset=PRESETS["short"])
        for name in PRESETS:
            if name not in ("standard", "short"):
                players = PRESETS[name].players
                some = people[:3] if players == 3 else people
                points = (600, 5, 30, 90, 7)[:players]
                await finished(some, [points], ruleset=PRESETS[name])
        told = await people[0].told("leaderboard", sort="wins")
        assert told.texts[0].endswith("\n-# Games by these rules count: Standard and Short game")
        assert lines(told)[:2] == ["1. Ann (you) · 2 wins", "2 games · place 1.00 · 10.00 points a deal"]
        assert told.texts[2] == "-# Your place: 1 of 4"

    async def test_decide_about_games_of_the_past(self, place: Place) -> None:
        people = [place.somebody(name) for name in ("ann", "ben", "cleo")]
        await enough(place)
        await finished(people, [(100, 20, 30)], ruleset=PRESETS["three"])
        assert "Nobody is listed here yet" in (await people[0].told("leaderboard", sort="wins")).text
        await count(place, "three", "standard")
        told = await people[0].told("leaderboard", sort="wins")
        assert lines(told) == [
            "1. Ben · 1 win",
            "1 game · place 1.00",
            "2. Ann (you) · 0 wins",
            "1 game · place 4.00",
            "2. Cleo · 0 wins",
            "1 game · place 2.50",
        ]
        assert told.texts[2].split("\n") == ["-# Your place: 2 of 3", self.PLACES, self.POINTS]
        assert names(await people[0].told("leaderboard", sort="place")) == [
            "1. Ben",
            "2. Cleo",
            "3. Ann (you)",
        ]
        assert "Nobody is listed here yet" in (await people[0].told("leaderboard", sort="points")).text
        await count(place, "standard")
        assert "Nobody is listed here yet" in (await people[0].told("leaderboard", sort="wins")).text

    async def test_of_partners_let_both_win(self, place: Place) -> None:
        people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
        await enough(place)
        await count(place, "partners")
        await finished(people, [(10, 60, 30, 60)], ruleset=PRESETS["partners"])
        told = await people[0].told("leaderboard", sort="wins")
        assert lines(told) == [
            "1. Ann (you) · 1 win",
            "1 game · place 1.00",
            "1. Cleo · 1 win",
            "1 game · place 1.00",
            "3. Ben · 0 wins",
            "1 game · place 4.00",
            "3. Dora · 0 wins",
            "1 game · place 4.00",
        ]
        assert told.texts[2].split("\n")[1:] == [self.PLACES, self.POINTS]

    async def test_that_give_other_points_count_with_the_places(self, place: Place) -> None:
        people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
        await enough(place)
        await count(place, "standard", "spot")
        await finished(people, [(100, 20, 30, 60)], ruleset=PRESETS["standard"])
        await finished(people, [(5, 600, 30, 60)], ruleset=PRESETS["spot"])
        told = await people[0].told("leaderboard", sort="wins")
        assert lines(told)[:2] == ["1. Ann (you) · 1 win", "2 games · place 2.50 · 100.00 points a deal"]
        assert told.texts[2].split("\n")[1:] == [self.POINTS]

    async def test_of_the_server_are_called_as_they_are(self, place: Place) -> None:
        ann = place.somebody("ann")
        saved = await place.bot.store.save_preset(place.guild.id, "**Club** @everyone", Ruleset(limit=75))
        await count(place, own_preset(saved.preset_id), "own:99")
        title = (await ann.told("leaderboard", sort="wins")).texts[0]
        assert title.endswith("-# Games by these rules count: \\*\\*Club\\*\\* \\@\u200beveryone")

    async def test_that_are_many_are_not_all_named(self, place: Place) -> None:
        ann = place.somebody("ann")
        await count(place, *PRESETS)
        title = (await ann.told("leaderboard", sort="wins")).texts[0]
        assert title.endswith(
            ": Standard, Short game, Omnibus, Spot Hearts, Three players, Five players and 2 more"
        )

    async def test_are_none(self, place: Place) -> None:
        ann = place.somebody("ann")
        await count(place)
        assert (
            (await ann.told("leaderboard", sort="wins")).texts[0].endswith("-# No rules count at the moment.")
        )
