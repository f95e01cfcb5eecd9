"""Hints: what an Expert would do, for whoever asks and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.acts import ByPerson, Leave, PlayCard
from bot.engine.computers import seed_of
from bot.players.search import Effort, Thought, think
from bot.rules.view import View
from bot.text.cards import card_short
from bot.text.words import Language
from tests.cogs.moves import passed, played
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, everything, see

DEFERRED = 5
SHORT = Effort(worlds=12, pass_worlds=4, seconds=None)


pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well is thought is tested elsewhere."""
    monkeypatch.setattr("bot.players.worker.EXPERT", SHORT)


async def with_hints(place: Place, *people: Somebody, **options: Any) -> list[Somebody]:
    """A game with hints of these people and computers, in which they have to pass."""
    place.fix_lots()
    lobby = await place.lobby(*people, **options)
    await people[0].press(lobby, "button.hints_on")
    for person in people[1:]:
        await person.press(lobby, "button.agree")
    return await place.game_started(*people)


async def to_play(place: Place, *people: Somebody, **options: Any) -> list[Somebody]:
    """The same with the passes over, in the order in which they play, the first of whom is to."""
    seats = await with_hints(place, *people, **options)
    await passed(place, *seats)
    turn = (await place.table()).state.awaited[0]
    return seats[turn:] + seats[:turn]


def four(place: Place, locale: str = "en-US") -> list[Somebody]:
    return [place.somebody(name, locale) for name in ("ann", "ben", "cleo", "dora")]


async def asked(person: Somebody) -> Any:
    """Press Hint; gives what came of it."""
    await person.press(person.panel().message, "button.refresh")
    return await person.press(person.panel().message, "button.hint")


def at_once(place: Place) -> bool:
    """Whether the last click was answered before anything was thought: Discord shows that it goes on."""
    return place.requests("POST", "/interactions/*/callback")[-1].json["type"] == DEFERRED


async def hint(person: Somebody) -> Seen:
    """The hint a person gets, which nobody else sees."""
    result = await asked(person)
    assert at_once(person.place)
    assert result.response.ephemeral
    return person.again(result.response.message.id)


def hint_button(person: Somebody) -> bool:
    return person.words("button.hint") in person.panel().buttons


async def test_without_the_setting_there_is_no_button_and_no_hint(place: Place) -> None:
    place.fix_lots()
    [ann] = await place.game(place.somebody("ann"))
    table = await place.table()
    assert not hint_button(ann)
    result = await ann.forge(ann.panel().message, f"hearts:hint:{table.game_id}:1:pass")
    assert result.response.content == ann.words("hint.none_here")
    assert result.response.ephemeral


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_hint_is_the_expert_s_choice_from_the_same_view_with_the_same_lots(
    place: Place, locale: str
) -> None:
    people = await to_play(place, *four(place, locale))
    player = people[1]
    table = await place.table()
    first = (await people[0].view()).legal.lowest
    await place.act(PlayCard(ByPerson(await people[0].number()), first))
    view, decision = await player.view(), table.state.decision
    assert decision is not None
    thought = think(view, seed_of(table.game_id, decision, view.seat), SHORT)
    shown = await hint(player)
    assert shown.texts[0] == player.words("hint.title", number=1, trick=1)
    advised = shown.texts[1].split("\n")[0]
    assert card_short(thought.cards[0], player.words) in advised
    for card in view.legal:
        assert card_short(card, player.words) in shown.text
    assert player.words("hint.prices") in shown.texts[2]
    assert not shown.buttons


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_hint_for_a_pass(place: Place, locale: str) -> None:
    [ann] = await with_hints(place, place.somebody("ann", locale))
    view = await ann.view()
    shown = await hint(ann)
    assert shown.texts[0] == ann.words("hint.title_passing", number=1)
    advised = shown.texts[1].split("\n")[0].strip("*").split()
    assert len(advised) == 3
    assert {*advised} <= {card_short(card, ann.words) for card in view.hand}


async def test_the_button_is_there_while_there_is_something_to_decide(place: Place) -> None:
    people = await with_hints(place, *four(place))
    assert all(map(hint_button, people))
    await passed(place, *people)
    turn = (await place.table()).state.awaited[0]
    for seat, person in enumerate(people):
        await person.press(person.panel().message, "button.refresh")
        assert hint_button(person) == (seat == turn)


async def test_nobody_else_sees_it(place: Place) -> None:
    people = await to_play(place, *four(place))
    result = await asked(people[0])
    for other in people[1:]:
        assert result.response.message.id not in [message.id for message in other.messages()]
    assert result.response.message.id not in [message.id for message in place.public_messages()]


async def test_the_hint_before_is_taken_away(place: Place) -> None:
    people = await to_play(place, *four(place))
    first, second = await hint(people[0]), await hint(people[0])
    ids = [message.id for message in people[0].messages()]
    assert first.message.id not in ids
    assert second.message.id in ids
    assert first.texts == second.texts


async def test_who_is_not_to_play_or_not_at_the_table_gets_a_sentence(place: Place) -> None:
    people = await to_play(place, *four(place))
    table = await place.table()
    custom_id = f"hearts:hint:{table.game_id}:{table.state.decision}"
    result = await people[1].forge(people[1].panel().message, custom_id)
    assert result.response.content == people[1].words("hint.not_your_turn")
    eve = place.somebody("eve")
    result = await eve.forge(place.table_message(), custom_id)
    assert result.response.content == eve.words("table_refusal.not_seated")


async def test_a_button_of_an_earlier_decision(place: Place) -> None:
    people = await to_play(place, *four(place))
    table = await place.table()
    for detail in ("1:pass", "9:0", "1:51"):
        result = await people[0].forge(people[0].panel().message, f"hearts:hint:{table.game_id}:{detail}")
        assert result.response.content == people[0].words("table_refusal.decision_past")


@pytest.mark.parametrize("detail", ["", ":", ":1", ":x:y", ":1:2:3"])
async def test_a_button_that_is_none(place: Place, detail: str) -> None:
    people = await to_play(place, *four(place))
    table = await place.table()
    before = table.state.count
    result = await people[0].forge(people[0].panel().message, f"hearts:hint:{table.game_id}{detail}")
    assert result.response.ephemeral
    assert table.state.count == before


async def test_while_all_computers_are_busy_there_is_a_sentence(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await to_play(place, *four(place))

    async def busy(view: View, seed: int) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(place.bot.thinkers, "think", busy)
        result = await asked(people[0])
        assert at_once(place)
        assert people[0].again(result.response.message.id).text == people[0].words("hint.busy")
    assert (await hint(people[0])).text != people[0].words("hint.busy")


async def test_a_hint_that_would_come_too_late(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await to_play(place, *four(place))
    table, number = await place.table(), await people[0].number()

    async def slow(view: View, seed: int) -> Thought:
        await table.act(PlayCard(ByPerson(number), view.legal.lowest))
        return think(view, seed, SHORT)

    monkeypatch.setattr(place.bot.thinkers, "think", slow)
    result = await asked(people[0])
    assert people[0].again(result.response.message.id).text == people[0].words("hint.gone")


async def test_who_has_left_meanwhile_gets_no_hint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await with_hints(place, *four(place))
    table, number = await place.table(), await people[0].number()

    async def slow(view: View, seed: int) -> Thought:
        decision, seat = table.state.decision, view.seat
        await table.act(Leave(number))
        assert table.state.decision == decision
        assert seat in table.state.awaited
        return think(view, seed, SHORT)

    monkeypatch.setattr(place.bot.thinkers, "think", slow)
    result = await asked(people[0])
    assert people[0].again(result.response.message.id).text == people[0].words("hint.gone")


async def test_after_a_restart_the_button_still_works(place: Place) -> None:
    [ann] = await with_hints(place, place.somebody("ann"))
    await place.restart()
    assert ann.words("hint.title_passing", number=1) in (await hint(ann)).text


@pytest.mark.parametrize("preset", ["three", "five", "partners", "omnibus", "spot"])
@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_by_every_kind_of_rules_it_fits_a_message(place: Place, preset: str, locale: str) -> None:
    [ann] = await with_hints(place, place.somebody("ann", locale), preset=preset)
    shown = [await hint(ann)]
    await ann.pass_first_three()
    while (await ann.view()).public.turn == await ann.seat() and len(shown) < 4:
        shown.append(await hint(ann))
        await ann.play_first()
    for each in shown:
        assert len(each.text) <= 4000
        assert max(len(line) for line in each.text.split("\n") if not line.startswith("-#")) < 240


async def test_a_hint_tells_no_hidden_card(place: Place) -> None:
    people = await to_play(place, *four(place))
    table = await place.table()
    for _ in range(8):
        player = await place.to_move(people)
        assert player is not None
        view = await player.view()
        shown = everything((await hint(player)).message)
        seen = view.hand | view.public.trick.cards
        deal = table.state.deal
        assert deal is not None
        for seat, hand in enumerate(deal.hands):
            if seat != view.seat:
                named = [card for card in hand - seen if card_short(card, player.words) in shown]
                # The queen of spades may be named as one that is still out.
                assert [str(card) for card in named] in ([], ["QS"])
        await place.act(PlayCard(ByPerson(await player.number()), view.legal.lowest))


async def test_a_game_with_hints_does_not_count_and_its_rematch_keeps_them(place: Place) -> None:
    [ann] = await with_hints(place, place.somebody("ann"), preset="short")
    table = await place.table()
    while table.state.open:
        if (await ann.view()).to_pass:
            await passed(place, ann)
        else:
            await played(place, ann)
    assert ann.words("over.hints") in place.shown().text
    await place.env.settle(idle=0.001)
    assert await place.bot.store.results_of_game(table.game_id) == ()
    await ann.press(place.table_message(), "button.rematch")
    again = await place.table()
    assert again.game_id != table.game_id
    assert again.state.hints
    assert place.bot.words[Language.EN]("lobby.hints") in see(place.table_message()).text
