"""The score sheet below what a deal came to, the placing and the chart at the end, each with what it says."""

from __future__ import annotations

from typing import Any

import pytest
from discord import PermissionOverwrite

from bot.engine.table import Table
from bot.pictures import studio
from bot.pictures.chart import ChartPicture
from bot.pictures.placing import PlacingPicture
from bot.pictures.sheet import SheetPicture
from cogs.board import Board
from cogs.boards import Boards
from tests.cogs import trouble
from tests.cogs.choosing import press
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

DOT = b"\x89PNG a picture"
MESSAGE = "/channels/*/messages/*"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What every picture of scores was to show, the newest last."""
    pictures: list[Any] = []

    def draw(picture: Any) -> bytes:
        pictures.append(picture)
        return DOT

    for name in ("draw_sheet", "draw_chart", "draw_placing"):
        monkeypatch.setattr(studio, name, draw)
    return pictures


async def finished_game(place: Place, locale: str = "en-US") -> Somebody:
    """A short game of a person and three computers has come to its end, each of its deals shown."""
    [ann] = await place.game(place.somebody("ann", locale), preset="short")
    table = await place.table()
    while table.state.open:
        await play_on(place, table, deals=len(table.state.history) + 1)
    return ann


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_every_deal_leaves_its_sheet_and_the_game_its_placing(
    place: Place, drawn: list[Any], locale: str
) -> None:
    ann = await finished_game(place, locale)
    words, table = ann.words, await place.bot.tables.get(1)
    assert table is not None
    game = table.state.game
    assert game is not None
    *deals, over = map(see, place.tables())
    sheets = [picture for picture in drawn if isinstance(picture, SheetPicture)]
    assert [sheet.scores for sheet in sheets] == [game.scores[:count] for count in range(1, len(deals) + 1)]
    for number, (deal, sheet) in enumerate(zip(deals, sheets, strict=True), start=1):
        assert deal.files == ("sheet.png",)
        assert words("deal.title", number=number) in deal.text
        assert sheet.title == words("sheet.title", number=number)
        assert sheet.caption.endswith({"de": "bis 50 Punkte", "en-US": "to 50 points"}[locale])
        [alt] = deal.alts
        assert alt.startswith(words.count("sheet.alt", number, rules=sheet.caption))
        for points in game.scores[number - 1].points:
            assert words.number(points) in alt
    [placing] = [picture for picture in drawn if isinstance(picture, PlacingPicture)]
    [chart] = [picture for picture in drawn if isinstance(picture, ChartPicture)]
    assert placing.scores == chart.scores == game.scores
    assert over.files[:2] == ("placing.png", "chart.png")
    assert [seat.name for seat in placing.seats] == list(chart.names)
    assert [seat.computer for seat in placing.seats].count(False) == 1
    said_of_places, said_of_lines = over.alts
    for total in game.totals:
        assert words.number(total) in said_of_places
        assert words.number(total) in said_of_lines
    assert "Ann" in said_of_places
    assert "Ann" in said_of_lines


@pytest.mark.expect_discord_errors
async def test_where_nothing_can_be_drawn_the_text_is_there_all_the_same(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trouble.failing_studio(monkeypatch)
    ann = await finished_game(place)
    *deals, over = map(see, place.tables())
    assert [deal.files for deal in deals] == [()] * len(deals)
    assert all(ann.words("deal.title", number=n) in deal.text for n, deal in enumerate(deals, start=1))
    assert "wins the game" in over.text
    assert not over.alts
    assert over.files == ("hearts-1.json",)
    for what in ("score sheet", "placing", "chart"):
        assert f"a {what} could not be drawn" in caplog.text


@pytest.mark.expect_discord_errors
async def test_one_picture_that_fails_does_not_take_the_other(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(picture: object) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(studio, "draw_placing", fail)
    await finished_game(place)
    assert see(place.tables()[-1]).files == ("chart.png", "hearts-1.json")
    assert "a placing could not be drawn: OSError" in caplog.text


@pytest.mark.expect_discord_errors
async def test_where_files_are_refused_nothing_is_drawn_for_nothing(place: Place, drawn: list[Any]) -> None:
    me = place.guild.me
    assert me is not None
    place.channel = place.guild.create_text_channel(
        "limits", overwrites={me: PermissionOverwrite(attach_files=False)}
    )
    ann = await finished_game(place)
    assert not drawn
    over = see(place.tables()[-1])
    assert "wins the game" in over.text
    assert not over.files
    assert ann.words("button.rematch") in over.enabled()


@pytest.mark.expect_discord_errors
@pytest.mark.parametrize("kind", ["sheet", "chart", "placing"])
async def test_a_picture_that_was_late_is_shown_once_it_is_there(
    place: Place, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    await place.game(place.somebody("ann"), preset="short")
    table = await place.table()
    late = trouble.late_studio(monkeypatch, kind)
    while table.state.open and not (kind == "sheet" and table.state.history):
        await play_on(place, table, deals=len(table.state.history) + 1)
    shown = 0 if kind == "sheet" else -1
    before = see(place.tables()[shown])
    assert f"{kind}.png" not in before.files
    await place.env.advance_time(10)
    assert f"{kind}.png" not in see(place.tables()[shown]).files
    late.set()
    await place.env.advance_time(25)
    after = see(place.tables()[shown])
    assert after.message.id == before.message.id
    assert f"{kind}.png" in after.files
    assert set(before.files) <= set(after.files)
    assert after.text == before.text
    assert after.enabled() == before.enabled()
    since = len(place.env.http_requests)
    await place.env.advance_time(100)
    assert not place.requests("PATCH", f"/channels/*/messages/{after.message.id}", since)


@pytest.mark.expect_discord_errors
async def test_the_picture_of_a_table_that_was_late_needs_no_card_to_be_shown(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = trouble.late_studio(monkeypatch, "table")
    look, looks = Boards._look, list[None]()

    async def drawn_from_the_third_look_on(boards: Boards, table: Table, board: Board) -> None:
        looks.append(None)
        if len(looks) == 3:
            assert not place.shown().files
            late.set()
        await look(boards, table, board)

    monkeypatch.setattr(Boards, "_look", drawn_from_the_third_look_on)
    await place.game(place.somebody("ann"), preset="short")
    assert len(looks) >= 3
    assert place.shown().files == ("table.png",)


@pytest.mark.expect_discord_errors
async def test_a_picture_that_is_always_late_is_given_up(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trouble.late_studio(monkeypatch, "placing")
    await finished_game(place)
    await place.env.advance_time(300)
    caplog.clear()
    since = len(place.env.http_requests)
    await place.env.advance_time(200)
    assert "in time" not in caplog.text
    assert not place.requests("PATCH", MESSAGE, since)
    assert see(place.tables()[-1]).files == ("chart.png", "hearts-1.json")


async def test_what_is_shown_already_is_not_uploaded_again(place: Place, drawn: list[Any]) -> None:
    ann = await finished_game(place)
    count, since = len(drawn), len(place.env.http_requests)
    table = await place.bot.tables.get(1)
    assert table is not None
    for _ in range(3):
        place.cog.boards.refresh(table)
        await place.env.settle(idle=0.001)
    assert len(drawn) == count
    assert not place.requests("PATCH", MESSAGE, since)
    assert ann.words("button.rematch") in see(place.tables()[-1]).enabled()


async def test_the_score_command_shows_the_sheet_with_the_running_deal(
    place: Place, drawn: list[Any]
) -> None:
    place.fix_lots()
    ann, _ = await place.game(place.somebody("ann"), place.somebody("ben", "de"))
    told = await ann.told("score")
    [sheet] = drawn
    assert told.files == ("sheet.png",)
    assert sheet.title == "Deal 1"
    assert sheet.scores == ()
    assert sheet.running == (0, 0, 0, 0)
    assert told.alts[0].startswith("The score sheet after 0 deals. Standard, to 100 points.")
    assert "In deal 1 so far: Ann 0, Ben 0" in told.alts[0]


async def test_who_likes_no_pictures_is_told_the_score_in_words(place: Place, drawn: list[Any]) -> None:
    ann, _ = await place.game(place.somebody("ann"), place.somebody("ben"))
    await press(ann, await ann.told("preferences"), "hearts:prefer:0:pictures:no")
    told = await ann.told("score")
    assert "### Score" in told.text
    assert not told.files
    assert not drawn
