"""The replay: a game again, trick by trick, and in a running one no card that is not for one to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.__main__ import main
from bot.engine.acts import Cancel, Leave
from bot.engine.table import Table
from bot.pictures.studio import Studio
from bot.pictures.table import TablePicture
from bot.rules.cards import ALL_CARDS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.record import read_record
from bot.rules.replay import verify
from bot.rules.shuffle import commitment
from bot.store.records import PreferencesRow
from bot.text.cards import card_name, card_short, cards_text, hand_line
from cogs.seating import seat_names
from tests.cogs.choosing import pick, press, size
from tests.cogs.finished import number_of
from tests.cogs.moves import everybody_acts, play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, everything, see
from tests.cogs.test_secrecy import contains, spellings

NAMES = ("ann", "ben", "cleo", "dora")
LANGUAGES = ["en-US", "de"]


async def opened(person: Somebody, game_id: int, member: Somebody | None = None) -> Seen:
    """The replay of a game, opened from the list, at its first moment."""
    options = {} if member is None else {"member": member.member}
    told = await person.told("history", **options)
    [menu] = told.menus
    return await pick(person, told, menu["custom_id"], [str(game_id)])


async def step(person: Somebody, replay: Seen, way: str) -> Seen:
    """Press a button of the replay, which changes in place."""
    label = person.words(f"replay.step.{way}")
    return await press(person, replay, replay.buttons[label]["custom_id"])


async def from_start_to_end(person: Somebody, game_id: int) -> list[Seen]:
    """Every moment of a game, as forward leads from one to the next."""
    shown = [await opened(person, game_id)]
    forward = person.words("replay.step.forward")
    while forward in shown[-1].enabled():
        shown.append(await step(person, shown[-1], "forward"))
    return shown


async def played_out(place: Place, *people: Somebody, deals: int | None = None, **options: Any) -> Table:
    """A short game of these people that has been played to its end, or until so many deals are over."""
    place.fix_lots()
    await place.game(*people, hands=False, preset="short", **options)
    table = await place.table()
    await play_on(place, table, deals=deals)
    return table


async def plays(table: Table, count: int) -> None:
    """Whoever is waited for has acted until so many cards of the running deal are played."""
    while table.state.deal is None or table.state.deal.passing or table.state.deal.ply < count:
        await everybody_acts(table)


async def in_play(place: Place, *people: Somebody, ply: int, deals: int = 0) -> Table:
    """A running game of these people in which so many deals, and cards of the next, have been played."""
    table = await played_out(place, *people, deals=deals)
    with place.env._bot_scope():
        await plays(table, ply)
    await place.env.settle(idle=0.001)
    return table


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[TablePicture]:
    """Every picture of a table that the studio is asked for, as data."""
    asked: list[TablePicture] = []
    table = Studio.table

    async def noted(self: Studio, picture: TablePicture) -> bytes:
        asked.append(picture)
        return await table(self, picture)

    monkeypatch.setattr(Studio, "table", noted)
    return asked


def hand_after(deal: Deal, seat: int, tricks: int) -> Cards:
    """What a seat held after so many tricks of a deal, its pass done."""
    held = deal.dealt[seat] - (deal.passed[seat] or Cards(0)) | (deal.received(seat) or Cards(0))
    gone = (trick.card_of(seat) for trick in deal.tricks[:tricks])
    return held - Cards.of(card for card in gone if card is not None)


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_a_game_played_to_its_end(place: Place, locale: str) -> None:
    """Every trick stands in it with who took it, every hand as it was, and at its end the placing."""
    people = [place.somebody(name, locale) for name in NAMES]
    table = await played_out(place, *people)
    ann, state = people[0], table.state
    assert state.game is not None
    words = ann.words
    names = [name.title() for name in NAMES]
    shown = await from_start_to_end(ann, table.game_id)
    moments = [(done, tricks) for done in state.history for tricks in range(len(done.deal.tricks) + 1)]
    winner = names[state.game.winners[0]]
    for seen, (done, tricks) in zip(shown, moments, strict=True):
        whole = tricks == len(done.deal.tricks)
        title, where, ending = seen.texts[0].split("\n")
        assert f"#{table.game_id} " in title
        assert where.strip("*") == (
            words("replay.trick", number=tricks, all=13) if tricks else words("replay.before")
        )
        assert words.count("history.finished", 1, name=winner) in ending
        for play in done.deal.tricks[tricks - 1].plays if tricks else ():
            assert card_short(play.card, words) in seen.text
            assert card_name(play.card, words) in seen.alts[0]
        for seat in range(4):
            left = hand_after(done.deal, seat, tricks)
            assert not left or f"{names[seat]}: {hand_line(left, words)}" in seen.text
            passed = done.deal.passed[seat]
            assert not passed or (cards_text(passed, words) in seen.texts[2]) >= (tricks == 0)
        assert (done.secret.hex() in seen.text) == whole
        assert (words("deal.title", number=done.number) in seen.text) == whole
        assert (words.count("over.title", 1, name=winner) in seen.text) == (seen is shown[-1])
        assert len(seen.text) <= 4000
        assert size(seen) <= 40
        assert len(seen.files) == len(seen.alts) == 1


async def test_first_back_forward_last_and_deal_by_deal(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    table = await played_out(place, ann, ben)
    deals = len(table.state.history)
    assert deals > 1
    first = await opened(ann, table.game_id)
    assert first.enabled()[:2] == ["Forward", "Last"]
    second = await step(ann, first, "forward")
    assert "After trick 1 of 13" in second.texts[0]
    assert (await step(ann, second, "back")).texts == first.texts
    last = await step(ann, first, "last")
    assert f"Deal {deals} of {deals}" in last.texts[0]
    assert last.enabled()[:2] == ["First", "Back"]
    before = await step(ann, last, "back")
    tricks = len(table.state.history[-1].deal.tricks)
    assert f"After trick {tricks - 1} of 13" in before.texts[0]
    other = await pick(ann, before, before.menus[0]["custom_id"], ["2"])
    assert f"Deal 2 of {deals}\n**Before the first trick**" in other.texts[0]
    assert other.chosen() == ["2"]
    other = await step(ann, other, "back")
    assert "Deal 1 of" in other.texts[0]
    assert (await step(ann, other, "first")).texts == first.texts


async def test_the_list_is_where_it_was_left(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    table = await played_out(place, ann, deals=1)
    replay = await opened(ben, table.game_id, ann)
    back = await press(ben, await step(ben, replay, "last"), replay.buttons["List"]["custom_id"])
    assert back.texts[0] == "### 📜 Games of Ann in this server"


async def test_buttons_survive_a_restart(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    table = await played_out(place, ann, ben, deals=1)
    replay = await step(ann, await opened(ann, table.game_id), "forward")
    second = await step(ann, replay, "forward")
    await step(ann, second, "back")
    await place.restart()
    assert (await step(ann, ann.again(replay.message.id), "forward")).texts == second.texts


async def test_a_strangers_buttons_do_not_turn_mine(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    table = await played_out(place, ann, deals=1)
    mine = await opened(ann, table.game_id)
    theirs = await opened(eve, table.game_id)
    for label in ("Forward", "Last", "List"):
        result = await eve.forge(theirs.message, mine.buttons[label]["custom_id"])
        assert result.response.content == eve.words("history.not_yours", command="`/hearts history`")
    assert ann.again(mine.message.id).texts == mine.texts
    assert eve.again(theirs.message.id).texts == theirs.texts


def hidden_from(table: Table, seat: int | None) -> Cards:
    """The cards of the running deal that somebody does not know: all that others hold."""
    deal = table.state.deal
    assert deal is not None
    held = Cards(0)
    for at, hand in enumerate(deal.hands):
        if at != seat:
            held |= hand
    # What one passed on, one knows.
    return held - ((deal.passed[seat] or Cards(0)) if seat is not None else Cards(0))


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere in a picture's data, through its attributes and what is in them."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Cards):
        yield from value
    elif isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from cards_in(each)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:  # pyright: ignore[reportAttributeAccessIssue]
            if name != "ruleset":
                yield from cards_in(getattr(value, name))


@pytest.mark.parametrize("ply", [0, 1, 4, 17, 30])
async def test_no_hidden_card_of_a_running_game(place: Place, drawn: list[TablePicture], ply: int) -> None:
    """Not in a text, an alt text, a custom_id, a value, a file name, or what a picture is drawn from."""
    people = [place.somebody(name, locale) for name, locale in zip(NAMES, LANGUAGES * 2, strict=True)]
    table = await in_play(place, *people, ply=ply)
    eve = place.somebody("eve")
    every = {card: spellings(card, tuple(place.bot.words.values())) for card in ALL_CARDS}
    for person in (*people[:2], eve):
        seat = None if person is eve else await person.seat()
        hidden = hidden_from(table, seat)
        drawn.clear()
        told = await person.told("history")
        shown = await from_start_to_end(person, table.game_id)
        assert len(shown) >= 1 + ply // 4
        for seen in (told, *shown):
            text = everything(seen.message)
            assert not [card for card in hidden for form in every[card] if contains(text, form)]
            assert table.state.secret is not None
            assert table.state.secret.hex() not in text
        assert drawn
        for picture in drawn:
            assert not Cards.of(cards_in(picture)) & hidden
            assert not Cards.of(cards_in(picture)) - Cards.of(cards_in(picture.view.plays))
        own = table.state.deal
        assert own is not None
        for at, hand in enumerate(own.hands):
            assert (hand_line(hand, person.words) in shown[-1].text) == (at == seat)
        assert person.words("button.record") not in shown[-1].buttons


async def test_finished_deals_of_a_running_game_show_ones_own_hand(place: Place) -> None:
    """All hands are shown once the game is over."""
    people, eve = [place.somebody(name) for name in NAMES], place.somebody("eve")
    table = await in_play(place, *people, ply=2, deals=1)
    [done] = table.state.history
    for person in (*people, eve):
        seat = None if person is eve else await person.seat()
        first = await step(person, await opened(person, table.game_id), "forward")
        held = [hand_after(done.deal, at, 1) for at in range(4)]
        assert [hand_line(hand, person.words) in first.text for hand in held] == [
            at == seat for at in range(4)
        ]
        assert ("Review my play" in first.buttons) == (person is not eve)
        last = await step(person, first, "last")
        assert "In trick 1 of 13" in last.texts[0]
        assert "Review my play" not in last.buttons


async def test_a_running_game_goes_on_while_it_is_looked_at(place: Place) -> None:
    people = [place.somebody(name) for name in NAMES]
    ann, table = people[0], await in_play(place, *people, ply=4)
    last = await step(ann, await opened(ann, table.game_id), "last")
    assert "After trick 1 of 13" in last.texts[0]
    assert "Forward" not in last.enabled()
    with place.env._bot_scope():
        await plays(table, 8)
    await place.env.settle(idle=0.001)
    assert "After trick 2 of 13" in (await step(ann, await step(ann, last, "back"), "last")).texts[0]


async def test_a_cancelled_game_is_shown_as_one(place: Place) -> None:
    """Its finished deal is open and in the record; what was not played to its end stays hidden."""
    people, eve = [place.somebody(name) for name in NAMES], place.somebody("eve")
    ann, table = people[0], await in_play(place, *people, ply=6, deals=1)
    deal = table.state.deal
    assert deal is not None
    await place.act(Cancel(await ann.number(), moderator=False))
    first = await opened(eve, table.game_id)
    assert "🚫 ended early by Ann; does not count" in first.texts[0]
    assert "**Hands**" in first.text
    last = await step(eve, first, "last")
    assert "Deal 2 of 2\n**In trick 2 of 13**" in last.texts[0]
    assert "**Hands**" not in last.text
    assert not [hand for hand in deal.hands if hand_line(hand, eve.words) in last.text]
    mine = await step(ann, await opened(ann, table.game_id), "last")
    assert [hand_line(hand, ann.words) in mine.text for hand in deal.hands].count(True) == 1
    await recorded(ann, mine, table)


async def recorded(person: Somebody, replay: Seen, table: Table) -> str:
    """The record that the button of a replay gives to whoever presses it; it is what the game says."""
    button = replay.buttons[person.words("button.record")]
    result = await person.forge(replay.message, button["custom_id"])
    assert result.response.ephemeral
    seen = see(result.response)
    assert seen.files == (f"hearts-{table.game_id}.json",)
    [attachment] = seen.message.attachments
    text = (await attachment.read()).decode()
    record = read_record(text)
    assert [deal.secret for deal in record.deals] == [done.secret.hex() for done in table.state.history]
    assert table.state.game is not None
    assert verify(record).totals == table.state.game.totals
    return text


async def test_the_record_is_what_verify_accepts(
    place: Place, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    table = await played_out(place, ann)
    replay = await opened(eve, table.game_id)
    file = tmp_path / "record.json"
    file.write_text(await recorded(eve, replay, table))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out


async def test_there_is_no_record_of_a_running_game(place: Place) -> None:
    ann = place.somebody("ann")
    table = await played_out(place, ann, deals=1)
    replay = await opened(ann, table.game_id)
    result = await ann.forge(replay.message, f"hearts:record:{table.game_id}")
    assert result.response.content == ann.words("replay.no_record")
    result = await ann.forge(replay.message, "hearts:record:999")
    assert result.response.content == ann.words("error.no_such_game")


async def test_the_review_is_for_whoever_played(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from another channel of the server than the game was in."""
    ann, eve = place.somebody("ann"), place.somebody("eve")
    table = await played_out(place, ann)
    assert "Review my play" not in (await opened(eve, table.game_id)).buttons
    place.channel = place.guild.create_text_channel("elsewhere")
    replay = await opened(ann, table.game_id)
    button = replay.buttons["Review my play"]
    assert button["custom_id"] == f"hearts:review:{table.game_id}"

    async def busy(*_: Any) -> None:
        """What a review comes to is tested elsewhere; here it is begun."""

    monkeypatch.setattr(place.bot.thinkers, "ask", busy)
    result = await ann.forge(replay.message, button["custom_id"])
    assert see(result.response).text == ann.words("hint.busy")


async def test_who_likes_no_pictures_gets_none(place: Place, drawn: list[TablePicture]) -> None:
    ann = place.somebody("ann")
    table = await played_out(place, ann, deals=1)
    await place.bot.store.save_preferences(PreferencesRow(await number_of(ann), pictures=False))
    drawn.clear()
    replay = await step(ann, await opened(ann, table.game_id), "forward")
    assert not replay.files
    assert not drawn
    done = table.state.history[0]
    for play in done.deal.tricks[0].plays:
        assert card_short(play.card, ann.words) in replay.text
    assert commitment(done.secret) not in replay.text
    # What the picture would say beside that stands in its place.
    second = await step(ann, replay, "forward")
    for play in done.deal.tricks[0].plays:
        assert card_short(play.card, ann.words) in second.text


async def test_who_sat_there_then(place: Place) -> None:
    """A computer that keeps a seat stands where it does, and not before."""
    people = [place.somebody(name) for name in NAMES]
    ann, ben, *_ = people
    table = await in_play(place, *people, ply=9)
    await place.act(Leave(await ben.number()))
    with place.env._bot_scope():
        await plays(table, 16)
    await place.env.settle(idle=0.001)
    names = await seat_names(place.bot, table.state, ann.words)
    kept = names[1].seated
    assert kept != "Ben"
    shown = await from_start_to_end(ann, table.game_id)
    assert [kept in seen.texts[1] for seen in shown] == [step > 2 for step in range(len(shown))]
    assert all("Ben" in seen.texts[1] for seen in shown)
