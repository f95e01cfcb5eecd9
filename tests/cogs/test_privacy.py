"""What is stored about somebody is told to them alone, given to them, and erased when they say so."""

from __future__ import annotations

import contextlib
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.engine.state import Computer, Phase
from bot.engine.table import Table
from bot.rules.ruleset import Ruleset
from bot.store import StorageFailed
from bot.text.words import plain
from cogs.boards import MAX_BELOW
from tests.cogs.choosing import press
from tests.cogs.finished import enough, finished, lines
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, everything, see
from tests.engine.tabletop import play
from tests.store.traces import traces, traces_in_files

LANGUAGES = ("en-US", "de")
ZOE = "zoraida"
SHOWN = "Zoraida"
both = pytest.mark.parametrize("locale", LANGUAGES)


def database(place: Place) -> Path:
    """The file of the bot's database."""
    return Path(place.bot.settings.database)


def button(person: Somebody, seen: Seen, key: str) -> str:
    """The custom_id of a button, by the key of its label."""
    return str(seen.buttons[person.words(f"privacy.button.{key}")]["custom_id"])


async def asked(person: Somebody) -> Seen:
    """The question whether everything is to be erased."""
    shown = await person.told("privacy")
    return await press(person, shown, button(person, shown, "ask"))


async def erased(person: Somebody) -> Seen:
    """What somebody is told who has said that everything is to be erased."""
    question = await asked(person)
    return await press(person, question, button(person, question, "erase"))


def left_of(place: Place, person: Somebody) -> list[str]:
    """Where something of a person is in the database."""
    return traces(database(place), person.member.id, SHOWN)


def former(person: Somebody) -> str:
    """What stands in a message in place of the name, in somebody's language."""
    return plain(person.words("table.former_player"))


def public(place: Place) -> str:
    """All that is in public messages, and above them: whose commands they answer."""
    parts: list[str] = []
    for message in place.public_messages():
        asked_by = message.interaction_metadata
        parts += [everything(message), "" if asked_by is None else f"{asked_by.user.name} {asked_by.user.id}"]
    return "\n".join(parts).replace(ZOE, SHOWN)


@both
async def test_asking_stores_nothing(place: Place, locale: str) -> None:
    eve = place.somebody("eve", locale)
    shown = await eve.told("privacy")
    assert shown.text == eve.words("privacy.nothing")
    assert not shown.buttons
    assert await place.bot.store.person_by_discord_id(eve.member.id) is None


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        (
            "en-US",
            [
                "- **Who you are:** your Discord id and your name, now Zoraida.",
                "- **Games:** what you did at 3 tables, act by act, and when. Open now: 1.",
                "- **Results:** how 2 finished games went for you, your ratings (rated: 2), and what these"
                " add up to.",
                "- **Preferences:** none, as you have chosen nothing in `/hearts preferences`.",
                "- **Servers:** of 1 server, whether you are a member, as last looked up.",
                "- **Your hands:** of 1 private message its number and the key that lets me edit it for"
                " 15 minutes after your last click; in a running game also a card you queued and your time"
                " for a turn.",
            ],
        ),
        (
            "de",
            [
                "- **Wer du bist:** deine Discord-ID und dein Name, zurzeit Zoraida.",
                "- **Partien:** was du an 3 Tischen getan hast, Zug um Zug, und wann. Davon noch offen: 1.",
                "- **Ergebnisse:** wie 2 beendete Partien für dich ausgingen, deine Wertungen (gewertet: 2)"
                " und was sich daraus zusammenzählt.",
                "- **Vorlieben:** keine, denn in `/herzeln vorlieben` hast du nichts gewählt.",
                "- **Server:** für 1 Server, ob du dort Mitglied bist, so wie ich es zuletzt nachgesehen"
                " habe.",
                "- **Deine Karten:** von 1 privaten Nachricht die Nummer und der Schlüssel, mit dem ich sie"
                " bis 15 Minuten nach deinem letzten Klick ändern kann; in einer laufenden Partie auch eine"
                " vorgemerkte Karte und deine Bedenkzeit.",
            ],
        ),
    ],
)
async def test_what_is_stored_in_their_own_figures(place: Place, locale: str, said: list[str]) -> None:
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben")
    await finished([zoe, ben])
    await finished([ben, zoe], server=77)
    await place.game(zoe)
    await zoe.told("leaderboard")
    shown = await zoe.told("privacy")
    assert shown.texts[0] == zoe.words("privacy.title")
    assert shown.texts[1].split("\n") == said
    rest = (
        zoe.words("privacy.how_long"),
        zoe.words.count("privacy.copies", 7),
        zoe.words("privacy.not_stored"),
    )
    assert shown.texts[2].split("\n") == [*rest]
    assert list(shown.buttons) == [zoe.words("privacy.button.file"), zoe.words("privacy.button.ask")]
    await zoe.told("preferences")
    await zoe.forge(shown.message, "hearts:prefer:0:confirm:yes")
    again = await zoe.told("privacy")
    assert zoe.words("privacy.preferences", command="§").split("§")[0] in again.text


@both
async def test_their_own_data_as_a_file(place: Place, locale: str) -> None:
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben")
    await finished([zoe, ben])
    await place.game(zoe, ben)
    shown = await zoe.told("privacy")
    result = await zoe.member.click(shown.message, custom_id=button(zoe, shown, "file"))
    assert result.response is not None
    given = see(result.response)
    assert result.response.ephemeral
    assert given.texts == (zoe.words("privacy.file"), zoe.words("privacy.file_caption"))
    assert given.files == ("hearts-data.json",)
    text = (await given.message.attachments[0].read()).decode()
    data = json.loads(text)
    assert data["people"] == [
        {"person_id": await zoe.number(), "discord_id": str(zoe.member.id), "name": SHOWN}
    ]
    assert len(data["games"]) == 2
    assert len(data["results"]) == 1
    assert "Ben" not in text
    assert str(ben.member.id) not in text
    token = (await place.bot.store.panels((await place.table()).game_id))[0].token
    assert token not in text


async def test_a_long_file_is_packed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    zoe = place.somebody(ZOE)
    await place.game(zoe)
    monkeypatch.setattr("cogs.privacy.LONGEST_FILE", 400)
    shown = await zoe.told("privacy")
    result = await zoe.member.click(shown.message, custom_id=button(zoe, shown, "file"))
    given = see(result.response)
    assert given.files == ("hearts-data.json.gz",)
    assert zoe.words("privacy.file_packed") in given.text
    data = json.loads(gzip.decompress(await given.message.attachments[0].read()))
    assert data["people"][0]["name"] == SHOWN


async def test_what_belongs_to_private_messages_goes_with_the_game(place: Place) -> None:
    """Also where they are so old that they cannot be edited any more."""
    zoe = place.somebody(ZOE)
    await place.game(zoe, pace="none")
    game = (await place.table()).game_id
    await place.later(20 * 60)
    assert len(await place.bot.store.panels(game)) == 1
    question = await zoe.told("cancel")
    await zoe.press(question.message, "button.cancel")
    assert await place.bot.store.panels(game) == ()


@both
async def test_a_question_says_what_goes_and_what_stays(place: Place, locale: str) -> None:
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben")
    await place.lobby(zoe, ben)
    question = await asked(zoe)
    assert question.texts == (
        zoe.words("privacy.ask.title"),
        "\n".join(
            f"- {line}"
            for line in (
                zoe.words("privacy.ask.goes"),
                zoe.words("privacy.ask.stays", former=zoe.words("table.former_player")),
                zoe.words.count("privacy.ask.leaves", 1),
                zoe.words("privacy.ask.messages"),
                zoe.words("privacy.ask.copies"),
                zoe.words("privacy.ask.undone"),
            )
        ),
    )
    assert left_of(place, zoe), "asking alone erases nothing"
    back = await press(zoe, question, button(zoe, question, "back"))
    assert back.texts[0] == zoe.words("privacy.title")
    assert (await place.table()).state.host == await zoe.number()


@both
async def test_in_a_lobby_others_go_on(place: Place, locale: str) -> None:
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben", locale)
    await place.lobby(zoe, ben)
    done = await erased(zoe)
    assert done.text == zoe.words("privacy.done", former=zoe.words("table.former_player"))
    assert not done.buttons
    assert left_of(place, zoe) == []
    state = (await place.table()).state
    assert (state.persons, state.host) == ((await ben.number(),), await ben.number())
    assert SHOWN not in public(place)
    assert ben.words("lobby.host", name="Ben") in place.shown().text
    await ben.press(place.table_message(), "button.start")
    assert (await place.table()).state.phase is Phase.PLAYING


async def test_a_lobby_of_theirs_alone_is_closed(place: Place) -> None:
    zoe = place.somebody(ZOE)
    opened = await place.lobby(zoe)
    assert opened.interaction_metadata.user.id == zoe.member.id
    await erased(zoe)
    assert len(place.tables()) == 1
    assert zoe.words("table.abandoned") in place.shown().text
    assert SHOWN not in public(place)
    assert left_of(place, zoe) == []


@both
async def test_in_a_running_game_a_computer_plays_on(place: Place, locale: str) -> None:
    place.guild_locale = locale
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben", locale)
    await place.game(zoe, ben)
    await zoe.pass_first_three()
    await place.later(30)
    assert [prompt.raw_mentions for prompt in place.prompts()] == [[ben.member.id]]
    assert SHOWN in public(place)
    table, number = await place.table(), await zoe.number()
    await erased(zoe)
    assert left_of(place, zoe) == []
    assert SHOWN not in public(place)
    assert str(zoe.member.id) not in public(place)
    seat = table.state.kept_for(number)
    assert seat is not None
    assert isinstance(table.state.seats[seat], Computer)
    assert table.state.host == await ben.number()
    assert former(ben) in place.shown().text
    assert SHOWN not in everything(ben.panel().message)
    await ben.pass_first_three()
    await ben.play_first()
    assert former(ben) in (await ben.told("score")).text
    assert former(ben) in (await ben.told("history")).text


async def test_who_is_mentioned_is_so_no_longer(place: Place) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben)
    await place.later(30)
    [prompt] = place.prompts()
    assert {*prompt.raw_mentions} == {zoe.member.id, ben.member.id}
    await erased(zoe)
    [prompt] = place.prompts()
    assert prompt.raw_mentions == [ben.member.id]


async def test_who_had_left_before_is_nameless_too(place: Place) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben)
    await zoe.command("leave")
    assert SHOWN in public(place)
    await erased(zoe)
    assert SHOWN not in public(place)
    assert "a former player" in place.shown().text
    assert SHOWN not in everything(ben.panel().message)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_game_that_is_over_is_shown_anew(place: Place, restarted: bool) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben, hands=False)
    result = await zoe.told("cancel")
    await zoe.press(result.message, "button.cancel")
    assert f"{SHOWN} ended the game" in place.shown().text
    if restarted:
        await place.restart()
    await erased(zoe)
    assert SHOWN not in public(place)
    assert "a former player ended the game" in place.shown().text
    told = await ben.told("history")
    assert "ended early by a former player" in told.text


@both
async def test_after_the_last_card_all_but_the_name_stays(place: Place, locale: str) -> None:
    zoe, ben, cleo, dora = (place.somebody(name, locale) for name in (ZOE, "ben", "cleo", "dora"))
    table = await over(place, zoe, ben, cleo, dora)
    before = place.shown()
    assert SHOWN in before.text
    await erased(zoe)
    after = place.shown()
    assert after.texts[:2] == tuple(text.replace(SHOWN, former(zoe)) for text in before.texts[:2])
    assert after.files == before.files
    assert list(after.buttons) == list(before.buttons)
    assert SHOWN not in everything(after.message)
    await ben.press(after.message, "button.rematch")
    others = {await person.number() for person in (ben, cleo, dora)}
    assert {*(await place.table()).state.persons} == others
    assert (await place.table()).game_id != table.game_id


async def test_a_running_table_stays_below_the_game_before_it(place: Place) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben, hands=False)
    result = await zoe.told("cancel")
    await zoe.press(result.message, "button.cancel")
    await place.game(zoe, ben, hands=False)
    running, before = await place.table(), {message.id for message in place.tables()}
    await erased(zoe)
    anew = [see(message) for message in place.tables() if message.id not in before]
    assert "a former player ended the game" in anew[0].text
    assert ben.words("button.my_hand") in anew[1].enabled()
    assert len(anew) == 2
    assert SHOWN not in public(place)
    for _ in range(MAX_BELOW + 1):
        await ben.member.send(place.channel, "hm")
    assert place.table_message().id not in {each.message.id for each in anew}, "it is followed as before"
    assert running.state.open


async def over(place: Place, *people: Somebody) -> Table:
    """A game of four that has come to its end soon, with its message in the channel."""
    await place.bot.store.save_preset(place.guild.id, "Tiny", Ruleset(limit=25))
    await place.game(*people, preset="Tiny", hands=False)
    table = await place.table()
    while table.state.open:
        with place.env._bot_scope():
            await play(table, 13)
        await place.env.settle(idle=0.001)
    return table


async def test_what_a_reader_kept_goes_within_a_minute_of_its_end(place: Place) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben)
    question = await asked(zoe)
    with contextlib.closing(sqlite3.connect(database(place))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        await press(zoe, question, button(zoe, question, "erase"))
        assert traces_in_files(database(place), zoe.member.id, SHOWN)
    await place.later(61)
    assert traces_in_files(database(place), zoe.member.id, SHOWN) == []


@both
async def test_others_keep_their_figures(place: Place, locale: str) -> None:
    zoe, ben, cleo = (place.somebody(name, locale) for name in (ZOE, "ben", "cleo"))
    await enough(place)
    await finished([zoe, ben])
    await finished([zoe, cleo, ben])
    before = lines(await ben.told("leaderboard"))
    assert any(SHOWN in line for line in before)
    await erased(zoe)
    after = lines(await ben.told("leaderboard"))
    assert not any(SHOWN in line for line in after)
    rated = {line.split(" · ")[0].partition(" ")[2]: line.split(" · ")[1] for line in before[::2]}
    assert {line.split(" · ")[0].partition(" ")[2]: line.split(" · ")[1] for line in after[::2]} == {
        name: rating for name, rating in rated.items() if SHOWN not in name
    }
    assert former(ben) in (await ben.told("history")).text


async def test_whoever_comes_back_is_somebody_new(place: Place) -> None:
    zoe, ben = place.somebody(ZOE, "de"), place.somebody("ben")
    await finished([zoe, ben])
    shown = await zoe.told("preferences")
    await zoe.forge(shown.message, "hearts:prefer:0:confirm:yes")
    number = await zoe.number()
    question = await asked(zoe)
    confirm = button(zoe, question, "erase")
    await press(zoe, question, confirm)
    assert (await zoe.told("privacy")).text == zoe.words("privacy.nothing")
    await zoe.told("preferences")
    assert await zoe.number() != number
    assert (
        zoe.words("privacy.preferences_none", command="§").split("§")[0] in (await zoe.told("privacy")).text
    )
    result = await zoe.forge(question.message, confirm)
    assert "Hier geht es um jemand anders" in result.response.content
    assert left_of(place, zoe), "the button was for who is gone"


@pytest.mark.parametrize("what", ["file", "ask", "erase", "back"])
async def test_a_stranger_s_click_does_nothing(place: Place, what: str) -> None:
    zoe, eve = place.somebody(ZOE), place.somebody("eve")
    await place.lobby(zoe)
    shown = await zoe.told("privacy")
    for known in (False, True):
        if known:
            await eve.told("leaderboard")
        result = await eve.forge(shown.message, f"hearts:privacy:0:{await zoe.number()}:{what}")
        assert result.response.ephemeral
        assert result.response.content == eve.words("privacy.not_yours", command="`/hearts privacy`")
        assert not result.response.message.attachments
    assert zoe.again(shown.message.id).texts == shown.texts
    assert (await place.table()).state.persons == (await zoe.number(),)


@pytest.mark.parametrize("detail", ["", ":", ":1", ":1:all", ":x:erase", ":1:erase:2", ":-1:erase"])
async def test_a_button_that_is_none(place: Place, detail: str) -> None:
    zoe = place.somebody(ZOE)
    await place.lobby(zoe)
    shown = await zoe.told("privacy")
    result = await zoe.forge(shown.message, f"hearts:privacy:0{detail}")
    assert result.response.content == zoe.words("table_refusal.decision_past")
    assert left_of(place, zoe)


@both
async def test_a_restart_between_the_question_and_the_answer(place: Place, locale: str) -> None:
    zoe, ben = place.somebody(ZOE, locale), place.somebody("ben")
    await place.game(zoe, ben)
    question = await asked(zoe)
    await place.restart()
    done = await press(zoe, question, button(zoe, question, "erase"))
    assert done.text == zoe.words("privacy.done", former=zoe.words("table.former_player"))
    assert left_of(place, zoe) == []
    assert SHOWN not in public(place)
    await place.restart()
    assert (await place.table()).state.host == await ben.number()


async def test_pressing_twice_is_pressing_once(place: Place) -> None:
    zoe = place.somebody(ZOE)
    await place.lobby(zoe, place.somebody("ben"))
    question = await asked(zoe)
    confirm = button(zoe, question, "erase")
    first = zoe.send_click(question.message, confirm)
    second = zoe.send_click(question.message, confirm)
    await place.env.settle(idle=0.001)
    assert first.acknowledged
    assert second.acknowledged
    assert zoe.again(question.message.id).text.startswith("### ✅ Erased")
    assert left_of(place, zoe) == []


async def test_a_click_in_flight_makes_nobody_known_again(place: Place) -> None:
    """Whatever was clicked before the answer, and is only looked at after it."""
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.game(zoe, ben)
    question = await asked(zoe)
    panel = zoe.panel()
    values = [option["value"] for option in panel.menus[0]["options"]][:3]
    earlier: list[Any] = []
    clicks = [
        (panel.message, panel.menus[0]["custom_id"], values),
        (place.table_message(), f"hearts:hand:{(await place.table()).game_id}", None),
        (question.message, "hearts:prefer:0:confirm:yes", None),
    ]
    erase = button(zoe, question, "erase")
    for message, custom_id, chosen in clicks:
        earlier.append(zoe.send_click(message, custom_id, values=chosen))
    earlier.append(zoe.send_command("leaderboard"))
    last = zoe.send_click(question.message, erase)
    await place.env.settle(idle=0.001)
    assert last.acknowledged
    assert all(each.acknowledged for each in earlier)
    assert left_of(place, zoe) == []
    assert (await place.table()).state.persons == (await ben.number(),)


async def test_a_click_that_is_looked_at_late(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    zoe, ben = place.somebody(ZOE), place.somebody("ben")
    await place.lobby(ben, zoe)
    question = await asked(zoe)
    held: list[Any] = []
    store = place.bot.store
    find = store.person
    join = f"hearts:leave:{(await place.table()).game_id}"

    async def late(discord_id: int, name: str) -> Any:
        """Answers once the erasure is over."""
        if discord_id == zoe.member.id and not held:
            held.append(zoe.send_click(question.message, button(zoe, question, "erase")))
            for _ in range(200):
                if await store.person_by_discord_id(discord_id) is None:
                    break
        return await find(discord_id, name)

    monkeypatch.setattr(store, "person", late)
    result = await zoe.forge(place.table_message(), join)
    assert held[0].acknowledged
    assert result.response.content == zoe.words("privacy.meanwhile")
    assert left_of(place, zoe) == []


@pytest.mark.expect_discord_errors
async def test_what_cannot_be_erased_now_is_there_as_before(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoe = place.somebody(ZOE)
    await place.lobby(zoe)
    question = await asked(zoe)

    async def full(person_id: int) -> bool:
        del person_id
        raise StorageFailed("The disk with the database is full.")

    with monkeypatch.context() as patch:
        patch.setattr(place.bot.store, "erase", full)
        result = await zoe.member.click(question.message, custom_id=button(zoe, question, "erase"))
        assert result.response is not None
        assert result.response.content == zoe.words("error.not_stored")
    assert (await place.table()).state.persons == (await zoe.number(),)
    await zoe.told("stats")
    assert await zoe.number() == (await place.table()).state.host
    await press(zoe, question, button(zoe, question, "erase"))
    assert left_of(place, zoe) == []
