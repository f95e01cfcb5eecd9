"""Tables of any rules: three and five players, a kitty, partners, a moon by choice, a claim."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from discord import ButtonStyle

from bot.rules.cards import NO_CARDS
from bot.rules.scoring import card_points
from bot.text.cards import card_short, cards_short
from tests.cogs.filling import Forms
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import components, everything, see

MOON_OF_FOUR, MOON_OF_THREE, MOON_OF_FIVE = 3348, 895, 46
"""Secrets of deals in which the first seat plays high, the others low, and the first takes all points."""

COSTLY_CLAIM = 1
"""The secret of a deal that, so played, ends with points the second seat can, but need not, take."""

MOON_OF_TEAM, SUN_OF_FOUR = 7, 29013
"""And of deals in which the first seat and its partner have all points, or the first has every trick."""

NAMES = ("ann", "ben", "cleo", "dora", "emil")


async def dealt(place: Place, players: int, secret: int, **changes: Any) -> list[Somebody]:
    """Give people in seat order, in a deal without a pass, by rules that were filled in in forms."""
    place.fix_lots(secret)
    people = [place.somebody(name) for name in NAMES[:players]]
    await place.lobby(people[0])
    forms = await Forms.opened(people[0])
    table = {name: value for name, value in changes.items() if name in ("extras", "limit", "partners")}
    play = {name: value for name, value in changes.items() if name not in table}
    no_pass = people[0].words("forms.direction.hold")
    await forms.fill("table", players=str(players), pass_cycle=no_pass, **table)
    if play:
        await forms.fill("play", **play)
    for person in people[1:]:
        await person.press(place.table_message(), "button.join")
    return await place.game_started(*people)


async def high_and_low(place: Place, people: Sequence[Somebody], plays: int = 99) -> None:
    """Play on, the first seat its highest card and the others their lowest, for so many cards at most."""
    for _ in range(plays):
        table = await place.table()
        public = table.public()
        if public is None or public.turn is None or public.number > 1:
            return
        person = people[public.turn]
        legal = sorted((await person.view()).legal, key=lambda card: card.rank)
        card = legal[-1 if public.turn == 0 else 0]
        custom_id = f"hearts:play:{table.game_id}:{table.state.decision}:{card}"
        await person.forge(person.panel().message, custom_id)


def deal_message(place: Place) -> str:
    """Give what stands about the last finished deal."""
    return next(
        see(message).text for message in reversed(place.public_messages()) if "is over" in see(message).text
    )


@pytest.mark.parametrize(
    ("answer", "way", "points"),
    [
        ("Others +26", "Counted as 26 points for each of the others.", (0, 26, 26, 26)),
        ("Me −26", "Counted as 26 points off the total of Ann.", (-26, 0, 0, 0)),
    ],
)
async def test_the_shooter_is_asked_what_the_moon_does(
    answer: str, way: str, points: tuple[int, ...], place: Place
) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR, moon="choose")
    await high_and_low(place, people)
    ann, ben = people[0], people[1]
    assert "**Ann** has shot the moon and chooses how it counts." in place.shown().text
    assert "chooses how it counts" in ben.panel().text
    assert not any("+26" in label for label in ben.panel().buttons)
    await place.restart()
    panel = await ann.open_hand()
    others = "**26 points for each of the others:** Ann 0 · Ben 26 · Cleo 26 · Dora 26. The game goes on."
    own = "**26 points off your total:** Ann −26 · Ben 0 · Cleo 0 · Dora 0. The game goes on."
    assert others in panel.text
    assert own in panel.text
    table = await place.table()
    choice = "add" if "+" in answer else "subtract"
    refused = await ben.forge((await ben.open_hand()).message, f"hearts:moon:{table.game_id}:1:moon:{choice}")
    assert refused.acknowledged
    assert table.state.moon_question is not None
    result = await ann.member.click(ann.panel().message, label=answer)
    assert result.acknowledged
    state = (await place.table()).state
    assert [score.points for score in state.game.scores] == [points]  # type: ignore[union-attr]
    assert "🌙 **Ann** has shot the moon!" in deal_message(place)
    assert way in deal_message(place)
    assert "🌙 Ann" in (await ann.told("score")).text


async def test_what_a_moon_does_to_teams_and_who_wins_by_it(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR, moon="choose", partners="alone", limit="50")
    await high_and_low(place, people)
    text = people[0].panel().text
    assert "Ann and Cleo 0 · Ben and Dora 52. Ann and Cleo win the game by that." in text
    assert "Ann and Cleo −26 · Ben and Dora 0. The game goes on." in text
    await people[0].member.click(people[0].panel().message, label="Opponents +26")
    assert "🏆 Ann and Cleo win the game" in people[1].panel().text
    final = see(place.public_messages()[-1]).text
    assert "🏆 Ann and Cleo win the game" in final
    assert "1. **Ann and Cleo**: 0 points\n2. **Ben and Dora**: 52 points" in final


async def test_partners_see_the_totals_of_their_teams(place: Place) -> None:
    people = await dealt(place, 4, 7, partners="together")
    assert "__Ann and Cleo: 0__" in place.shown().text
    assert "Ann and Cleo are a team with 0 points." in place.shown().alts[0]
    await high_and_low(place, people)
    text = deal_message(place)
    score = (await place.table()).state.game.scores[0].points  # type: ignore[union-attr]
    assert f"__Ann and Cleo: {score[0] + score[2]}__" in text
    sheet = (await people[1].told("score")).text
    assert f"Ben and Dora {score[1] + score[3]} ({score[1]} + {score[3]})" in sheet
    assert "when a team has 100" in sheet


@pytest.mark.parametrize(("players", "secret", "cards"), [(3, MOON_OF_THREE, 17), (5, MOON_OF_FIVE, 10)])
async def test_three_and_five_play_with_cards_face_down(
    players: int, secret: int, cards: int, place: Place
) -> None:
    people = await dealt(place, players, secret, extras=["kitty"])
    kitty = (await place.table()).state.deal.kitty  # type: ignore[union-attr]
    shown = [card_short(card, people[0].words) for card in kitty]
    count = "1 card lies face down" if players == 3 else "2 cards lie face down"
    assert count in place.shown().text
    assert count in place.shown().alts[0]
    for person in people:
        assert len(await person.hand()) == cards
        assert len(list(components(person.panel().message))) <= 40
        assert not any(card in everything(person.panel().message) for card in shown)
    await high_and_low(place, people, players)
    taker = (await place.table()).public().tricks[0].taker  # type: ignore[union-attr]
    name = NAMES[taker or 0].title()
    assert f"Turned up: {' '.join(shown)} (" in place.shown().text
    assert f"for **{name}**." in place.shown().text
    assert f"Turned up, now with {name}" in place.shown().alts[0]
    await high_and_low(place, people)
    score = (await place.table()).state.game.scores[0]  # type: ignore[union-attr]
    assert score.moon == (0,)
    assert score.points == (0, *(26,) * (players - 1))


async def test_the_rest_is_claimed_with_an_open_hand(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR)
    while not (await people[0].view()).may_claim:
        assert "The rest is mine" not in people[0].panel().buttons
        assert (await place.table()).public().number == 1  # type: ignore[union-attr]
        await high_and_low(place, people, 1)
    assert "You can take every trick that is left and shoot the moon:" in people[0].panel().text
    assert not any("The rest is mine" in person.panel().buttons for person in people[1:])
    table = await place.table()
    forged = await people[1].forge(people[1].panel().message, f"hearts:claim:{table.game_id}:1")
    assert forged.acknowledged
    assert (await place.table()).state.deal is not None
    hand = await people[0].hand()
    result = await people[0].member.click(people[0].panel().message, label="The rest is mine")
    assert result.acknowledged
    state = (await place.table()).state
    assert state.game is not None
    assert [score.points for score in state.game.scores] == [(0, 26, 26, 26)]
    text = deal_message(place)
    assert "**Ann** laid the hand open and took the rest (" in text
    assert all(card_short(card, people[0].words) in text for card in hand)
    assert state.history[0].deal.laid_open == hand != NO_CARDS
    again = await people[0].forge(people[0].panel().message, f"hearts:claim:{table.game_id}:1")
    assert again.acknowledged
    assert len((await place.table()).state.history) == 1


async def test_the_clock_says_how_a_moon_counts(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR, moon="choose", partners="alone", limit="50")
    await high_and_low(place, people)
    for shown in (place.shown().text, people[1].panel().text):
        assert "**26 points for each opponent:** Ann and Cleo 0 · Ben and Dora 52." in shown
        assert "**26 points off the total of Ann:** Ann and Cleo −26 · Ben and Dora 0." in shown
    assert "without an answer: 26 points for each opponent." in place.shown().text
    await place.later(301)
    text = deal_message(place)
    assert "Counted as 26 points for each opponent." in text
    assert "⏰ Time was up, so the clock chose that." in text


async def test_a_claim_is_confirmed_by_who_confirms_cards(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR)
    ann = people[0]
    liked = await place.bot.store.preferences(await ann.number())
    await place.bot.store.save_preferences(replace(liked, confirm=True))
    for _ in range(52):
        if (await ann.view()).may_claim:
            break
        await high_and_low(place, people, 1)
    await ann.open_hand()
    await ann.member.click(ann.panel().message, label="The rest is mine")
    assert (await place.table()).public().number == 1  # type: ignore[union-attr]
    assert "Lay your hand open and take everything that is left?" in ann.panel().text
    await ann.member.click(ann.panel().message, label="Lay my hand open")
    assert "**Ann** laid the hand open and took the rest (" in deal_message(place)
    again = ann.panel().text
    assert "The last deal brought you 0 points" in again


async def test_a_claim_that_shoots_the_moon_is_shown_to_all_while_the_shooter_chooses(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_FOUR, moon="choose")
    ann, ben = people[0], people[1]
    while not (await ann.view()).may_claim:
        await high_and_low(place, people, 1)
    hand = await ann.hand()
    await ann.member.click(ann.panel().message, label="The rest is mine")
    assert (await place.table()).state.moon_question is not None
    opened = cards_short(hand, ann.words)
    await place.restart()
    said = f"**Ann** laid the hand open and takes the rest: {opened}"
    for seen in (place.shown(), await ben.open_hand(), await ann.open_hand()):
        assert said in seen.text
        assert "chooses how it counts" in seen.text or "How is it to count" in seen.text
    assert "Ann laid the hand open and takes the rest:" in place.shown().alts[0]


async def test_a_claim_says_what_the_rest_costs(place: Place) -> None:
    people = await dealt(place, 4, COSTLY_CLAIM)
    ben = people[1]
    while not (await ben.view()).may_claim:
        await high_and_low(place, people, 1)
    view = await ben.view()
    points = card_points(view.public.rest, view.public.ruleset)
    assert points > 1
    assert not view.claim_shoots
    panel = await ben.open_hand()
    assert f"You can take every trick that is left ({points} points): **The rest is mine** lays" in panel.text
    button = next(each for each in components(panel.message) if each.get("label") == "The rest is mine")
    assert button["style"] == ButtonStyle.secondary.value


async def test_two_who_shot_the_moon_together_and_the_one_with_the_queen_is_asked(place: Place) -> None:
    people = await dealt(place, 4, MOON_OF_TEAM, moon="choose", partners="together")
    await high_and_low(place, people)
    question = (await place.table()).state.moon_question
    assert question is not None
    asked, partner = people[question.seat], people[(question.seat + 2) % 4]
    names = [person.member.name.title() for person in (asked, partner)]
    together = f"{min(names)} and {max(names)}"
    assert f"**{together}** have shot the moon together" in place.shown().text
    panel = await asked.open_hand()
    assert f"{names[1]} and you have shot the moon together. How is it to count?" in panel.text
    assert {"Opponents +26", "Me −26"} <= {*panel.buttons}
    assert "Opponents +26" not in (await partner.open_hand()).buttons
    await asked.member.click(panel.message, label="Me −26")
    state = (await place.table()).state
    assert sorted(state.game.scores[0].points) == [-26, 0, 0, 0]  # type: ignore[union-attr]
    assert f"🌙 **{together}** have shot the moon together" in deal_message(place)


async def test_the_sun_is_asked_about_as_the_sun(place: Place) -> None:
    people = await dealt(place, 4, SUN_OF_FOUR, moon="choose", points=["sun"])
    await high_and_low(place, people)
    ann = people[0]
    panel = await ann.open_hand()
    assert "You have taken every trick" in panel.text
    assert "**Ann** has taken every trick" in place.shown().text
    await ann.member.click(panel.message, label="Others +52")
    state = (await place.table()).state
    assert state.game.scores[0].points == (0, 52, 52, 52)  # type: ignore[union-attr]


async def test_a_claim_and_a_card_in_the_same_second_are_one_of_both(place: Place) -> None:
    people = await dealt(place, 4, COSTLY_CLAIM)
    ben = people[1]
    while not (await ben.view()).may_claim:
        await high_and_low(place, people, 1)
    panel = (await ben.open_hand()).message
    table = await place.table()
    card = next(iter((await ben.view()).legal))
    decision = table.state.decision
    assert (await ben.forge(panel, f"hearts:claim:{table.game_id}:1")).acknowledged
    late = await ben.forge(panel, f"hearts:play:{table.game_id}:{decision}:{card}")
    assert late.acknowledged
    assert table.state.history[0].deal.claimed == 1
    assert table.public().number == 2  # type: ignore[union-attr]
    assert "not" in ben.panel().text or "already" in ben.panel().text
