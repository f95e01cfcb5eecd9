"""What is refused: a typed reason, and nothing has changed, neither in memory nor on disk."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.engine.acts import (
    Abandon,
    Act,
    AddComputer,
    ByClock,
    ByComputer,
    ByPerson,
    Cancel,
    Join,
    Leave,
    Pass,
    PlayCard,
    Refused,
    RemoveComputer,
    Replace,
    SetPace,
    Start,
    TableRefusal,
    TableRule,
    TakeBack,
)
from bot.engine.paces import Pace
from bot.engine.state import Decision, TableState
from bot.engine.table import Change, Table
from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Ruleset
from bot.store import Store
from tests.engine.tabletop import (
    ANNA,
    BERT,
    EVE,
    FOUR,
    cards,
    lowest_act,
    on_disk,
    open_table,
    play,
    tables_in,
    who_sits,
)


@dataclass(frozen=True)
class Try:
    """What somebody tries at a moment of a game, and the reason why not.

    The game has four people in seats 0 to 3, seat 3 deals, and everybody passes and plays their lowest cards.
    """

    says: str
    moment: str
    act: Callable[[TableState], Act]
    reason: Callable[[TableState], Refused]


def table_rule(rule: TableRule) -> Callable[[TableState], Refused]:
    """Give the reason that is a rule of the table."""
    return lambda state: TableRefusal(rule)


def deal_of(state: TableState) -> Deal:
    """Give the running deal."""
    assert state.deal is not None
    return state.deal


def turn(state: TableState) -> int:
    """Give the seat to play."""
    seat = deal_of(state).turn
    assert seat is not None
    return seat


def hand(state: TableState, seat: int) -> list[Card]:
    """Give the cards of a seat."""
    return list(deal_of(state).hands[seat])


def pass_of(seat: int, at: slice = slice(3), decision: Decision | None = None) -> Callable[[TableState], Act]:
    """Give a seat's pass of those of its cards."""
    return lambda state: Pass(who_sits(state, seat), tuple(hand(state, seat)[at]), decision)


def refusal(
    rule: Rule, seat: int, tried: Callable[[TableState], list[Card]]
) -> Callable[[TableState], Refused]:
    """Give the reason that is a rule of the card game."""
    return lambda state: Refusal(rule, seat, Cards.of(tried(state)))


GAME_OVER = table_rule(TableRule.GAME_OVER)
ALREADY_STARTED = table_rule(TableRule.ALREADY_STARTED)
NOT_STARTED = table_rule(TableRule.NOT_STARTED)
NOT_SEATED = table_rule(TableRule.NOT_SEATED)
PAST = table_rule(TableRule.DECISION_PAST)

PASSING, CONFIRMED, PLAYING, SECOND_TRICK = "passing", "seat 0 has passed", "playing", "second trick"
LOBBY, OVER, CANCELLED = "lobby", "over", "cancelled"


def any_play(state: TableState) -> Act:
    """Give a play nobody could make anyway."""
    return PlayCard(ByPerson(ANNA), Card.parse("QS"))


TRIES = [
    Try("nobody plays in the lobby", LOBBY, any_play, NOT_STARTED),
    Try("nor passes", LOBBY, lambda _: Pass(ByPerson(ANNA), cards("2C 3C 4C")), NOT_STARTED),
    Try("a stranger does not play", LOBBY, lambda _: PlayCard(ByPerson(EVE), Card.parse("QS")), NOT_SEATED),
    Try("joining late", PASSING, lambda _: Join(EVE), ALREADY_STARTED),
    Try("a stranger leaves", PASSING, lambda _: Leave(EVE), NOT_SEATED),
    Try(
        "a stranger takes a seat back", PASSING, lambda _: TakeBack(EVE), table_rule(TableRule.SEAT_NOT_KEPT)
    ),
    Try("another pace late", PLAYING, lambda _: SetPace(ANNA, Pace.FAST), ALREADY_STARTED),
    Try("a computer late", PASSING, lambda _: AddComputer(ANNA), ALREADY_STARTED),
    Try("sending one away late", PLAYING, lambda _: RemoveComputer(ANNA), ALREADY_STARTED),
    Try("starting twice", PLAYING, lambda _: Start(ANNA), ALREADY_STARTED),
    Try(
        "cancelling as a guest",
        PLAYING,
        lambda _: Cancel(BERT, moderator=False),
        table_rule(TableRule.MAY_NOT_CANCEL),
    ),
    Try(
        "cancelling as a stranger",
        PLAYING,
        lambda _: Cancel(EVE, moderator=False),
        table_rule(TableRule.MAY_NOT_CANCEL),
    ),
    Try(
        "a stranger passes",
        PASSING,
        lambda s: Pass(ByPerson(EVE), tuple(hand(s, 0)[:3]), s.decision),
        NOT_SEATED,
    ),
    Try("a computer passes for a person", PASSING, lambda s: Pass(ByComputer(0), cards("2C")), NOT_SEATED),
    Try(
        "a computer plays for a person",
        PLAYING,
        lambda s: PlayCard(ByComputer(turn(s)), Card.parse("2C"), s.decision),
        NOT_SEATED,
    ),
    Try(
        "two cards",
        PASSING,
        pass_of(1, slice(2)),
        refusal(Rule.PASS_COUNT, 1, lambda s: hand(s, 1)[:2]),
    ),
    Try(
        "four cards",
        PASSING,
        pass_of(1, slice(4)),
        refusal(Rule.PASS_COUNT, 1, lambda s: hand(s, 1)[:4]),
    ),
    Try("no card", PASSING, pass_of(1, slice(0)), refusal(Rule.PASS_COUNT, 1, lambda s: [])),
    Try(
        "one card three times",
        PASSING,
        lambda s: Pass(ByPerson(BERT), (hand(s, 1)[0],) * 3, s.decision),
        refusal(Rule.PASS_COUNT, 1, lambda s: hand(s, 1)[:1]),
    ),
    Try(
        "a card twice",
        PASSING,
        lambda s: Pass(ByPerson(BERT), (*hand(s, 1)[:2], hand(s, 1)[1]), s.decision),
        refusal(Rule.PASS_COUNT, 1, lambda s: hand(s, 1)[:2]),
    ),
    Try(
        "another's card",
        PASSING,
        lambda s: Pass(ByPerson(BERT), (*hand(s, 1)[:2], hand(s, 2)[0]), s.decision),
        refusal(Rule.NOT_HELD, 1, lambda s: hand(s, 2)[:1]),
    ),
    Try(
        "the same pass again",
        CONFIRMED,
        pass_of(0, slice(3), Decision(1, None)),
        refusal(Rule.PASS_CONFIRMED, 0, lambda s: hand(s, 0)[:3]),
    ),
    Try(
        "another pass after it",
        CONFIRMED,
        pass_of(0, slice(3, 6)),
        refusal(Rule.PASS_CONFIRMED, 0, lambda s: hand(s, 0)[3:6]),
    ),
    Try(
        "a card before everybody has passed",
        CONFIRMED,
        lambda s: PlayCard(ByPerson(ANNA), hand(s, 0)[0]),
        refusal(Rule.PASS_NOT_OVER, 0, lambda s: hand(s, 0)[:1]),
    ),
    Try(
        "the button of a play while cards are passed",
        CONFIRMED,
        lambda s: PlayCard(ByPerson(ANNA), hand(s, 0)[0], Decision(1, 0)),
        PAST,
    ),
    Try(
        "a play that answers the pass",
        CONFIRMED,
        lambda s: PlayCard(ByPerson(ANNA), hand(s, 0)[0], s.decision),
        PAST,
    ),
    Try("the button of the pass after it", PLAYING, pass_of(0, slice(3), Decision(1, None)), PAST),
    Try(
        "a typed pass after it",
        PLAYING,
        pass_of(0),
        refusal(Rule.NO_PASS_NOW, 0, lambda s: hand(s, 0)[:3]),
    ),
    Try("a pass that answers a play", PLAYING, pass_of(0, slice(3), Decision(1, 0)), PAST),
    Try(
        "the button of the deal before",
        PLAYING,
        lambda s: PlayCard(who_sits(s, turn(s)), deal_of(s).legal(turn(s)).lowest, Decision(0, 0)),
        PAST,
    ),
    Try(
        "a button of the future",
        PLAYING,
        lambda s: PlayCard(who_sits(s, turn(s)), deal_of(s).legal(turn(s)).lowest, Decision(1, 1)),
        PAST,
    ),
    Try(
        "the same click again",
        SECOND_TRICK,
        lambda s: PlayCard(
            who_sits(s, deal_of(s).plays[-1].seat), deal_of(s).plays[-1].card, Decision(1, deal_of(s).ply - 1)
        ),
        PAST,
    ),
    Try(
        "a card played before",
        SECOND_TRICK,
        lambda s: PlayCard(
            who_sits(s, turn(s)), next(each.card for each in deal_of(s).plays if each.seat == turn(s))
        ),
        lambda s: Refusal(
            Rule.NOT_HELD,
            turn(s),
            Cards.of([next(each.card for each in deal_of(s).plays if each.seat == turn(s))]),
        ),
    ),
    Try(
        "out of turn",
        SECOND_TRICK,
        lambda s: PlayCard(who_sits(s, (turn(s) + 1) % 4), hand(s, (turn(s) + 1) % 4)[0]),
        lambda s: Refusal(Rule.NOT_YOUR_TURN, (turn(s) + 1) % 4, Cards.of([hand(s, (turn(s) + 1) % 4)[0]])),
    ),
    Try(
        "another's card in turn",
        SECOND_TRICK,
        lambda s: PlayCard(who_sits(s, turn(s)), hand(s, (turn(s) + 1) % 4)[0], s.decision),
        lambda s: Refusal(Rule.NOT_HELD, turn(s), Cards.of([hand(s, (turn(s) + 1) % 4)[0]])),
    ),
    Try(
        "an opening lead that is not 2C",
        PLAYING,
        lambda s: PlayCard(who_sits(s, turn(s)), hand(s, turn(s))[-1], s.decision),
        lambda s: Refusal(Rule.OPENING_LEAD, turn(s), Cards.of([hand(s, turn(s))[-1]]), Cards.parse("2C")),
    ),
    *(
        Try(f"{says} when it is {moment}", moment, act, GAME_OVER)
        for moment in (OVER, CANCELLED)
        for says, act in (
            ("playing", any_play),
            ("playing as a stranger", lambda _: PlayCard(ByPerson(EVE), Card.parse("QS"))),
            ("a computer's card", lambda _: PlayCard(ByComputer(0), Card.parse("QS"))),
            ("passing", lambda _: Pass(ByPerson(ANNA), cards("2C 3C 4C"), Decision(1, None))),
            ("joining", lambda _: Join(EVE)),
            ("leaving", lambda _: Leave(ANNA)),
            ("taking a seat back", lambda _: TakeBack(ANNA)),
            ("another pace", lambda _: SetPace(ANNA, Pace.SLOW)),
            ("sending somebody away", lambda _: Replace(ANNA, BERT, absent=True)),
            ("a turn by the clock", lambda _: PlayCard(ByClock(0), Card.parse("QS"))),
            ("adding a computer", lambda _: AddComputer(ANNA)),
            ("removing one", lambda _: RemoveComputer(ANNA)),
            ("starting", lambda _: Start(ANNA)),
            ("cancelling", lambda _: Cancel(ANNA, moderator=True)),
            ("a channel that goes away", lambda _: Abandon()),
        )
    ),
]


async def at_moment(store: Store, moment: str, told: list[Change]) -> Table:
    """Give a table of four people at a moment of its game, whose listener adds to a list."""
    tables = tables_in(store, lambda _, change: told.append(change))
    table = await open_table(tables, ruleset=Ruleset(limit=25), start=moment != LOBBY)
    match moment:
        case "seat 0 has passed":
            await table.act(lowest_act(table.state, 0))
        case "playing":
            await play(table, 4)
        case "second trick":
            await play(table, 4 + 4 + 1)
        case "cancelled":
            await table.act(Cancel(ANNA, moderator=False))
        case "over":
            await play(table)
        case _:
            pass
    return table


@pytest.mark.parametrize("case", TRIES, ids=lambda case: case.says.replace(" ", "-"))
async def test_refused_and_nothing_changed(case: Try, store: Store) -> None:
    told: list[Change] = []
    table = await at_moment(store, case.moment, told)
    before, rows, told_before = table.state, await store.rows(table.game_id), len(told)
    assert await table.act(case.act(before)) == case.reason(before)
    assert table.state is before
    assert await store.rows(table.game_id) == rows
    assert await on_disk(store, table) == before
    assert len(told) == told_before


async def test_no_seat_plays_for_another(store: Store) -> None:
    table = await at_moment(store, SECOND_TRICK, [])
    state = table.state
    legal = deal_of(state).legal(turn(state))
    for seat, person in enumerate(FOUR):
        if seat != turn(state):
            outcome = await table.act(PlayCard(ByPerson(person), legal.lowest, state.decision))
            assert outcome == Refusal(Rule.NOT_YOUR_TURN, seat, Cards.of([legal.lowest]))
    assert table.state is state


async def test_every_card_of_the_deck_is_refused_or_played_by_the_rules(store: Store) -> None:
    table = await at_moment(store, SECOND_TRICK, [])
    state = table.state
    seat = turn(state)
    for card in Cards((1 << 52) - 1) - deal_of(state).legal(seat):
        outcome = await table.act(PlayCard(who_sits(state, seat), card, state.decision))
        assert outcome == deal_of(state).refuse_play(seat, card)
    assert table.state is state
    assert isinstance(await table.act(lowest_act(state)), Change)
