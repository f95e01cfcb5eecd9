"""The rest are mine, at a table: what a claim leads to, why it is refused, who acts in the same second."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.actions import By, Claimed, Dealt, Scored
from bot.engine.acts import (
    Act,
    ByComputer,
    ByPerson,
    Cancel,
    ChooseMoon,
    Claim,
    Leave,
    PlayCard,
    Refused,
    Start,
    TableRefusal,
    TableRule,
    TakeBack,
)
from bot.engine.decide import decide
from bot.engine.records import record_of
from bot.engine.state import Decision, Phase, TableState
from bot.engine.table import Change, Table
from bot.rules.cards import HEARTS, NO_CARDS, QUEEN_OF_SPADES, Card, Cards
from bot.rules.record import read_record
from bot.rules.refusal import Refusal, Rule
from bot.rules.replay import verify
from bot.rules.ruleset import Moon, MoonChoice, Ruleset
from bot.rules.scoring import DealScore
from bot.store import Store
from bot.store.errors import StoreError
from tests.engine.claiming import claims
from tests.engine.faulty import FaultyStore
from tests.engine.tabletop import (
    ANNA,
    BERT,
    CARL,
    FOUR,
    STANDARD,
    Lots,
    accepted,
    after,
    as_seated,
    cards,
    lobby,
    on_disk,
    open_table,
    passed,
    play,
    random_act,
    started,
    tables_in,
    told,
    with_hands,
)
from tests.rules.rulesets import random_ruleset

HANDS = ("AD AS AH", "2D 2S 2H", "3D 3S 3H", "4D 4S 4H")
OPEN_HEARTS = Cards.parse("AH 2H 3H 4H")
CLOSED = HEARTS - OPEN_HEARTS | Cards.of([QUEEN_OF_SPADES])


def anna_may(
    ruleset: Ruleset = STANDARD, shooter: int = 1, totals: Sequence[int] | None = None, plays: str = ""
) -> TableState:
    """Give a game in which Anna, to lead at seat 0, takes the last four hearts; one seat has the others."""
    taken = [CLOSED if seat == shooter else NO_CARDS for seat in range(4)]
    state = with_hands(started(ruleset), *HANDS, taken=taken)
    if totals is not None:
        assert state.game is not None
        state = replace(state, game=replace(state.game, scores=(DealScore(tuple(totals)),)))
    for seat, card in enumerate(cards(plays)):
        state = after(state, PlayCard(ByPerson(FOUR[seat]), card))
    return state


CLAIM = Claim(ByPerson(ANNA), 1)


@pytest.mark.parametrize("plays", ["", "AD", "AD 2D", "AD 2D 3D"])
def test_the_rest_counts_for_the_claimer_and_the_next_deal_is_dealt(plays: str) -> None:
    state = anna_may(plays=plays)
    score = DealScore((4, 22, 0, 0))
    secret = as_seated(9).secret()
    assert accepted(state, CLAIM, as_seated(9)) == (Claimed(0, By.PERSON), Scored(score), Dealt(secret))
    state = after(state, CLAIM)
    assert state.decision == Decision(2, None)
    (done,) = state.history
    assert (done.score, done.deal.claimed) == (score, 0)
    (deal,) = read_record(record_of(state)).deals
    assert deal.claim == 0


def test_a_claim_may_end_the_game() -> None:
    state = after(anna_may(totals=(10, 80, 20, 30)), Claim(ByPerson(ANNA), 2))
    assert state.phase is Phase.OVER
    assert state.game is not None
    assert (state.game.totals, state.game.winners) == ((14, 102, 20, 30), (0,))
    assert decide(state, Claim(ByPerson(ANNA), 2), as_seated()) == TableRefusal(TableRule.GAME_OVER)


@pytest.mark.parametrize(
    ("ruleset", "points"),
    [
        (STANDARD, (0, 26, 26, 26)),
        (Ruleset(moon=Moon.SUBTRACT), (-26, 0, 0, 0)),
        (Ruleset(moon=Moon.AVOID), (0, 26, 26, 26)),
        (Ruleset(no_trick_bonus=True), (0, 26, 26, 26)),
    ],
)
def test_a_claim_may_shoot_the_moon(ruleset: Ruleset, points: tuple[int, ...]) -> None:
    (done,) = after(anna_may(ruleset, shooter=0), CLAIM).history
    assert done.score == DealScore(points, (0,))


def test_whoever_shoots_by_a_claim_is_asked_as_after_a_last_card() -> None:
    state = anna_may(Ruleset(moon=Moon.CHOOSE), shooter=0)
    assert accepted(state, CLAIM, as_seated()) == (Claimed(0, By.PERSON),)
    state = after(state, CLAIM)
    assert (state.awaited, state.decision) == ((0,), Decision(1, None, moon=True))
    for seat in range(4):
        again = decide(state, Claim(ByPerson(FOUR[seat]), 1), as_seated())
        assert again == Refusal(Rule.DEAL_OVER, seat, NO_CARDS)
    assert isinstance(decide(state, PlayCard(ByPerson(ANNA), Card.parse("AD")), as_seated()), Refusal)
    state = after(state, ChooseMoon(ByPerson(ANNA), MoonChoice.SUBTRACT, state.decision))
    assert state.history[0].score == DealScore((-26, 0, 0, 0), (0,))
    (deal,) = read_record(record_of(state)).deals
    assert (deal.claim, deal.moon_choice) == (0, MoonChoice.SUBTRACT)


def test_who_took_no_trick_is_known_after_a_claim() -> None:
    (done,) = after(anna_may(Ruleset(no_trick_bonus=True)), CLAIM).history
    assert done.score == DealScore((4, 22, -5, -5))


REFUSED: list[tuple[str, TableState, Claim, Refused]] = [
    (
        "a stranger",
        anna_may(),
        Claim(ByPerson(99), 1),
        TableRefusal(TableRule.NOT_SEATED),
    ),
    (
        "a computer that is none",
        anna_may(),
        Claim(ByComputer(0), 1),
        TableRefusal(TableRule.NOT_SEATED),
    ),
    (
        "somebody else, whose turn it is not",
        anna_may(),
        Claim(ByPerson(BERT), 1),
        Refusal(Rule.CLAIM_NOT_NOW, 1, NO_CARDS),
    ),
    (
        "somebody whose cards can be beaten",
        anna_may(plays="AD"),
        Claim(ByPerson(BERT), 1),
        Refusal(Rule.CLAIM_NOT_PROVED, 1, NO_CARDS),
    ),
    (
        "for another deal",
        anna_may(),
        Claim(ByPerson(ANNA), 2),
        TableRefusal(TableRule.DECISION_PAST),
    ),
    (
        "in the lobby",
        lobby(*FOUR),
        Claim(ByPerson(ANNA)),
        TableRefusal(TableRule.NOT_STARTED),
    ),
    (
        "while cards are passed",
        started(),
        Claim(ByPerson(ANNA), 1),
        Refusal(Rule.PASS_NOT_OVER, 0, NO_CARDS),
    ),
    (
        "in the first trick",
        passed(started()),
        Claim(ByPerson(ANNA), 1),
        Refusal(Rule.CLAIM_NOT_NOW, 0, NO_CARDS),
    ),
    (
        "after the game was ended",
        after(anna_may(), Cancel(ANNA, moderator=False)),
        Claim(ByPerson(ANNA), 1),
        TableRefusal(TableRule.GAME_OVER),
    ),
    (
        "after the deal",
        after(anna_may(), CLAIM),
        CLAIM,
        TableRefusal(TableRule.DECISION_PAST),
    ),
    (
        "while a computer keeps the seat",
        after(anna_may(), Leave(ANNA)),
        CLAIM,
        TableRefusal(TableRule.SEAT_IS_KEPT),
    ),
]


@pytest.mark.parametrize(("why", "state", "claim", "refused"), REFUSED, ids=[each[0] for each in REFUSED])
def test_a_claim_that_is_refused(why: str, state: TableState, claim: Claim, refused: Refused) -> None:
    assert decide(state, claim, as_seated()) == refused, why


def test_whoever_takes_the_seat_back_may_claim() -> None:
    state = after(anna_may(), Leave(ANNA), TakeBack(ANNA), CLAIM)
    assert state.history[0].deal.claimed == 0


def test_a_claim_of_somebody_who_was_absent_starts_their_count_anew() -> None:
    state = after(replace(anna_may(), missed=(1, 1, 0, 0)), CLAIM)
    assert state.missed == (0, 1, 0, 0)


async def until_a_claim(table: Table, seed: int) -> Claim:
    """Play by lot until a person may claim the rest."""
    lots = random.Random(seed)
    while not claims(table.state):
        await play(table, 1, lots)
    return claims(table.state)[0]


def next_card(state: TableState, seed: int) -> PlayCard:
    """Give the card that whoever is to play plays, by lot."""
    act = random_act(state, random.Random(seed))
    assert isinstance(act, PlayCard)
    return act


@pytest.mark.parametrize("claim_first", [True, False], ids=["claim-first", "card-first"])
@pytest.mark.parametrize("seed", range(12))
async def test_a_claim_and_a_card_in_the_same_second(
    seed: int, claim_first: bool, store: FaultyStore
) -> None:
    table = await open_table(tables_in(store), start=True)
    claim = await until_a_claim(table, seed)
    before = table.state
    card = next_card(before, seed)
    acts: list[Act] = [claim, card] if claim_first else [card, claim]
    first, second = await asyncio.gather(*map(table.act, acts))
    assert isinstance(first, Change)
    if claim_first:
        assert second == TableRefusal(TableRule.DECISION_PAST)
    elif not isinstance(second, Change):
        # The card was the claimer's own and threw the rest away, or it was the last that counted.
        assert isinstance(second, TableRefusal) or second.rule is Rule.CLAIM_NOT_PROVED
        assert card.who == claim.who or len(table.state.history) > len(before.history)
    actions = [action for each in (first, second) if isinstance(each, Change) for action in each.actions]
    assert told(before, actions) == table.state == await on_disk(store, table)
    assert sum(isinstance(action, Claimed) for action in actions) <= 1
    assert sum(isinstance(action, Scored) for action in actions) <= 1
    done = [done for done in table.state.history if done.number == claim.deal]
    if claim_first or isinstance(second, Change):
        assert [deal.deal.claimed is not None for deal in done] == [True]


async def test_two_presses_of_the_same_button(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    claim = await until_a_claim(table, 3)
    outcomes = await asyncio.gather(*(table.act(claim) for _ in range(3)))
    assert sum(isinstance(outcome, Change) for outcome in outcomes) == 1
    assert outcomes[1:] == [TableRefusal(TableRule.DECISION_PAST)] * 2


async def test_a_refused_claim_changes_nothing(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    lots = random.Random(1)
    refused = 0
    while not table.state.history:
        before, rows = table.state, len(await store.rows(table.game_id))
        right = {claim.who for claim in claims(before)}
        for person in FOUR:
            if ByPerson(person) not in right:
                assert not isinstance(await table.act(Claim(ByPerson(person), 1)), Change)
                refused += 1
        assert table.state is before
        assert len(await store.rows(table.game_id)) == rows
        await play(table, 1, lots)
    assert refused > 100


async def test_a_disk_that_is_full_leaves_the_cards_in_their_hands(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    claim = await until_a_claim(table, 2)
    before = table.state
    store.fail["append"] = 1
    with pytest.raises(StoreError):
        await table.act(claim)
    assert table.state == before
    assert isinstance(await table.act(claim), Change)


async def test_a_claim_outlasts_a_restart(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), ruleset=Ruleset(moon=Moon.CHOOSE), start=True)
        await table.act(await until_a_claim(table, 5))
        before = table.state
        assert before.history or before.moon_question
    async with await Store.open(path) as store:
        (table,) = await tables_in(store).resume()
        assert table.state == before
        assert isinstance(await table.act(random_act(table.state, random.Random(5))), Change)


def game_of_claims(seed: int, ruleset: Ruleset) -> TableState:
    """Give the end of a game played by lot in which whoever may claim does so at once."""
    rng, lots = random.Random(seed), Lots(seed)
    state = lobby(ANNA, BERT, CARL, computers=ruleset.players - 3, ruleset=ruleset)
    state = after(state, Start(ANNA), chance=lots)
    while state.awaited:
        right = claims(state)
        state = after(state, right[0] if right else random_act(state, rng), chance=lots)
    return state


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_games_with_claims_are_verified_from_their_records(first: int) -> None:
    claimed = 0
    for seed in range(first, first + 5):
        state = game_of_claims(seed, random_ruleset(random.Random(seed)))
        assert state.phase is Phase.OVER
        assert state.game is not None
        game = verify(read_record(record_of(state)))
        assert (game.scores, game.totals) == (state.game.scores, state.game.totals)
        assert game.winners == state.game.winners
        claimed += sum(done.deal.claimed is not None for done in state.history)
    assert claimed
