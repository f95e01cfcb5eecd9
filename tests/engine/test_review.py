"""The review of somebody's decisions: what cost most by what could be known, and what hindsight says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.acts import Start
from bot.engine.computers import seed_of
from bot.engine.decisions import Made, decisions_of
from bot.engine.review import LEAST, LEAST_LUCK, Review, review
from bot.engine.state import Decision
from bot.engine.thinkers import Thinkers
from bot.players.search import Effort, Thought, think
from bot.rules.cards import Cards
from bot.rules.ruleset import PRESETS
from bot.rules.view import View
from bot.text.review_text import review_texts
from bot.text.words import Language, load_words
from tests.engine.tabletop import ANNA, BERT, FOUR
from tests.engine.test_decisions import Evening, started

GAME = 5
EN = load_words()[Language.EN]
EFFORT = Effort(worlds=20, pass_worlds=8, seconds=None)


pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.players.worker.EXPERT", EFFORT)
    monkeypatch.setattr("bot.players.coaching.QUICK", EFFORT)
    monkeypatch.setattr("bot.players.coaching.PASS_WORLDS", 20)


async def silent(done: int, of: int) -> None:
    del done, of


async def looked_at(decisions: Sequence[Made], thinkers: Thinkers | None = None) -> Review:
    found = await review(thinkers or Thinkers(0), GAME, decisions, silent)
    assert found is not None
    return found


def wild_deal(preset: str = "standard") -> Evening:
    """A deal in which people often play any legal card."""
    ruleset = PRESETS[preset]
    evening = started(ruleset, FOUR[: min(4, ruleset.players)])
    evening.deal(wild=0.7)
    return evening


@pytest.mark.parametrize("preset", ["standard", "three", "five", "partners", "omnibus", "spot"])
async def test_what_cost_most_comes_first_and_no_more_than_three(preset: str) -> None:
    evening = wild_deal(preset)
    for person in evening.state.persons[:2]:
        decisions = decisions_of(evening.actions, person)
        found = await looked_at(decisions)
        assert found.looked == found.decisions == len(decisions)
        costs = [finding.cost for finding in found.findings]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= 3
        for finding in found.findings:
            assert finding.made in decisions
            assert finding.price is None or (finding.price.more >= LEAST and finding.price.clear)
            assert not Cards.of(finding.made.cards) <= Cards.of(finding.advice.equals)
            known = finding.made.view
            assert Cards.of(finding.advice.cards) <= (known.hand if known.to_pass else known.legal)


async def test_among_wild_plays_something_is_found() -> None:
    evening = wild_deal()
    found = [await looked_at(decisions_of(evening.actions, person)) for person in FOUR]
    assert any(each.findings for each in found)


async def test_the_same_is_found_again() -> None:
    evening = wild_deal()
    decisions = decisions_of(evening.actions, BERT)
    assert await looked_at(decisions) == await looked_at(decisions)


async def test_who_decides_as_an_expert_does_hears_that_nothing_cost_anything() -> None:
    evening = wild_deal()
    as_expert: list[Made] = []
    for made in decisions_of(evening.actions, ANNA):
        public = made.view.public
        decision = Decision(public.number, public.ply if made.trick else None)
        cards = think(made.view, seed_of(GAME, decision, made.view.seat), EFFORT).cards
        as_expert.append(Made(made.view, cards, made.trick, made.took, made.game, made.passes))
    assert (await looked_at(as_expert)).findings == ()


async def test_a_card_the_search_does_not_look_at_is_an_error_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing_else(view: View, seed: int) -> Thought:
        del seed
        sound = (view.legal.lowest,)
        return Thought(sound, sound, (), 0)

    evening = wild_deal()
    made = next(
        each
        for person in FOUR
        for each in decisions_of(evening.actions, person)
        if each.trick and each.cards != (each.view.legal.lowest,)
    )
    monkeypatch.setattr("bot.engine.review.quick_thought", nothing_else)
    found = await looked_at([made])
    assert [(finding.made, finding.price) for finding in found.findings] == [(made, None)]
    texts = "\n".join(review_texts(found, 1, ["Ann", "Ben", "Cleo", "Dora"], EN))
    assert "At the time: a mistake that no Expert considers." in texts
    assert "Nothing clearly cost you anything" not in texts


async def test_a_right_choice_that_brought_points_may_have_been_bad_luck() -> None:
    found = None
    for seed in range(3, 12):
        evening = Evening(PRESETS["standard"], FOUR, seed)
        evening.do(Start(ANNA))
        evening.deal(wild=0.0)
        for person in FOUR:
            found = found or (await looked_at(decisions_of(evening.actions, person))).unlucky
        if found:
            break
    assert found is not None
    assert found.hindsight >= LEAST_LUCK
    assert found.made.took > 0
    assert not Cards.of(found.made.cards) <= Cards.of(found.other)


async def test_with_no_decisions_there_is_nothing_to_look_at() -> None:
    assert await looked_at(()) == Review(0, 0, (), None)


async def test_when_it_takes_too_long_the_rest_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.engine.review.SECONDS", -1.0)
    evening = wild_deal()
    decisions = decisions_of(evening.actions, ANNA)
    found = await looked_at(decisions)
    assert (found.looked, found.decisions) == (0, len(decisions))


async def test_how_far_it_is_is_told() -> None:
    evening = wild_deal()
    decisions = decisions_of(evening.actions, ANNA)
    told: list[tuple[int, int]] = []

    async def tell(done: int, of: int) -> None:
        told.append((done, of))

    await review(Thinkers(0), GAME, decisions, tell)
    assert told == [(done, len(decisions)) for done in range(len(decisions))]


@pytest.mark.parametrize("busy", ["ask", "think"])
async def test_without_a_free_worker_there_is_none(busy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*args: Any) -> None:
        del args

    evening = wild_deal()
    dear = [
        made
        for person in FOUR
        for made in decisions_of(evening.actions, person)
        if (await looked_at([made])).findings
    ]
    thinkers = Thinkers(0)
    monkeypatch.setattr(thinkers, busy, nobody)
    assert await review(thinkers, GAME, dear, silent) is None


async def test_a_worker_of_its_own_finds_the_same() -> None:
    evening = wild_deal()
    decisions = decisions_of(evening.actions, ANNA)[:4]
    thinkers = Thinkers(1)
    thinkers.start()
    try:
        found = None
        while found is None:
            found = await review(thinkers, GAME, decisions, silent)
    finally:
        await thinkers.close()
    assert found.looked == len(decisions)


def test_views_are_those_of_the_decider_alone() -> None:
    evening = wild_deal()
    for made in decisions_of(evening.actions, ANNA):
        assert isinstance(made.view, View)
        assert "Game" not in repr(made)
