"""Whose language is spoken where, and that nothing of another is left in it."""

import re

import pytest

from bot.text.words import Language, label
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import everything


def community(place: Place, locale: str) -> None:
    """Make the server a Community server with a language of its own."""
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    guild.features.append("COMMUNITY")
    place.guild_locale = locale


@pytest.mark.parametrize(
    ("host", "server", "is_community", "language"),
    [
        ("de", "en-US", False, Language.DE),
        ("en-GB", "en-US", False, Language.EN),
        ("fr", "en-US", False, Language.EN),
        ("de", "en-US", True, Language.EN),
        ("en-US", "de", True, Language.DE),
        ("en-US", "de", False, Language.EN),
    ],
)
async def test_public_messages_are_in_the_hosts_language_or_the_communitys(
    place: Place, host: str, server: str, is_community: bool, language: Language
) -> None:
    if is_community:
        community(place, server)
    place.guild_locale = server
    ann = place.somebody("ann", host)
    await place.lobby(ann)
    words = place.bot.words[language]
    assert words("lobby.hint") in place.shown().text
    assert words("button.join") in place.shown().buttons


async def test_private_answers_are_in_the_persons_language(place: Place) -> None:
    ann, ben = place.somebody("ann", "de"), place.somebody("ben", "en-US")
    await place.game(ann, ben)
    assert "Wähle drei Karten" in ann.panel().text
    assert "Choose three cards" in ben.panel().text
    assert "Spiel 1" in place.shown().text
    eve = place.somebody("eve", "en-GB")
    assert await eve.refused(place.table_message(), "button.my_hand") == "You are not sitting at this table."


def english_words(place: Place) -> set[str]:
    """Words that are in the English catalogue and nowhere in the German one."""

    def spoken(language: Language) -> set[str]:
        catalogue = place.bot.words[language]._messages._catalog  # type: ignore[attr-defined]
        texts = " ".join(text for key, text in catalogue.items() if key)
        return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}", " ", texts))}

    return spoken(Language.EN) - spoken(Language.DE)


def foreign(place: Place, text: str, english: set[str]) -> set[str]:
    """The English words in a text, names and addresses left out."""
    text = re.sub(r"https?://\S+|hearts(-menu)?:\S+|hearts-\d+\.json|\b[a-z]+\.png|<:\w+:\d+>", " ", text)
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)} & english


async def test_a_german_game_has_no_english_left(place: Place) -> None:
    english = english_words(place)
    assert {"trick", "pass", "your", "turn", "waiting"} <= english
    host, guest = place.somebody("xaver", "de"), place.somebody("zenzi", "de")
    heard: list[str] = []

    def listen(*people: Somebody) -> None:
        heard.extend(everything(message, unseen=False) for person in people for message in person.messages())

    lobby = await place.lobby(host, guest, computers=1, preset="short")
    listen(host)
    heard += [await guest.refused(lobby, key) for key in ("button.join", "button.start")]
    await place.game_started(host, guest)
    listen(host, guest)
    commands = ("hand", "score", "rules", "help", "cancel", "table", "start")
    heard += [(await host.told(name)).text for name in commands]
    heard.append((await guest.told("play", card="Trumpf")).text)
    await host.open_hand()
    await guest.open_hand()
    for person in (host, guest):
        await person.pass_first_three()
        listen(person)
    await place.env.advance_time(21)
    listen(host)
    table, before = await place.table(), 0
    while table.state.open and len(table.state.history) < 2:
        person = await place.to_move((host, guest))
        assert person is not None
        if (await person.view()).to_pass:
            await person.pass_first_three()
        else:
            await person.play_unseen()
        if len(table.state.history) > before or table.state.count % 7 == 0:
            before = len(table.state.history)
            listen(host, guest)
    listen(host, guest)
    found = {text: words for text in heard if (words := foreign(place, text, english))}
    assert not found


NAMES = [
    "**bold** _it_ `code` ||x||",
    "@everyone",
    "<@123456789012345678>",
    "[click](https://evil.test)",
    "# heading",
    "> quote",
    "-# small",
    "🃏🂡👩‍👩‍👧‍👦",
    "שלום עולם",
    "مرحبا",
    "\u202eevil",
    "W" * 32,
    "a\u0300\u0301\u0302\u0303" * 6,
    "\u200b\u200b",
    "```\nblock\n```",
    "{name} %s {0}",
    "https://evil.test/x",
]


@pytest.mark.pictures
@pytest.mark.parametrize("name", NAMES)
async def test_a_name_is_shown_as_it_is_and_does_nothing(place: Place, name: str) -> None:
    ann = place.somebody("ann", global_name=name)
    await place.game(ann)
    await ann.pass_first_three()
    await place.env.advance_time(21)
    await ann.told("score")
    seen = place.shown()
    for text in seen.texts:
        assert "@everyone" not in text
        assert "<@1" not in text
        for mark in ("**bold**", "`code`", "||x||", "[click](", "```"):
            assert mark not in text
    assert label(name) in seen.alts[0]
    assert place.bot.words[Language.EN]("table.former_player") not in seen.text
