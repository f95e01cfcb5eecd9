"""A record held against the cycle, the dealers, the commitments and the secrets."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules.cards import Card
from bot.rules.record import DealRecord, Record, read_record
from bot.rules.refusal import Rule
from bot.rules.replay import Fault, ReplayError, verify
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.shuffle import commitment, hands
from tests.rules.table import STANDARD, random_game

RECORD = read_record(
    Path(__file__).with_name("records").joinpath("standard.json").read_text(encoding="utf-8")
)


def with_deal(number: int, **changes: object) -> Record:
    """Give the stored record with something else in one deal."""
    deals = list(RECORD.deals)
    deals[number - 1] = replace(deals[number - 1], **changes)  # pyright: ignore[reportArgumentType]
    return replace(RECORD, deals=tuple(deals))


def test_a_stored_record_holds() -> None:
    game = verify(RECORD)
    assert game.over
    assert (game.totals, game.winners) == ((102, 32, 61, 65), (1,))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_was_played_holds(seed: int) -> None:
    played = random_game(seed, Ruleset(limit=75, hearts_any_time=seed % 2 == 1), to_the_last_card=seed > 3)
    assert verify(played.record) == played.game


@pytest.mark.parametrize("deals", range(4))
def test_a_game_that_stopped_between_deals_holds(deals: int) -> None:
    game = verify(replace(RECORD, deals=RECORD.deals[:deals]))
    assert not game.over
    assert len(game.scores) == deals


def test_a_deal_that_stopped_holds_where_its_secret_is_told() -> None:
    game = verify(with_deal(8, plays=RECORD.deals[7].plays[:10]))
    assert not game.over
    assert len(game.scores) == 7
    assert game.deal is not None
    assert game.deal.ply == 10


def test_hexadecimal_digits_may_be_capitals() -> None:
    deal = RECORD.deals[0]
    assert deal.secret is not None
    assert deal.commitment is not None
    assert verify(with_deal(1, secret=deal.secret.upper(), commitment=deal.commitment.upper())).over


def exchanged(deal: DealRecord) -> tuple[tuple[Card, ...], ...]:
    """Give the hands of a deal in which seats 0 and 1 hold each other's first card."""
    first, second, *others = (list(hand) for hand in deal.hands)
    first[0], second[0] = second[0], first[0]
    return tuple(map(tuple, (first, second, *others)))


OTHER_SECRET = bytes(32)


@pytest.mark.parametrize(
    ("record", "deal", "rule"),
    [
        (with_deal(1, direction=Direction.RIGHT), 1, Fault.PASS_CYCLE),
        (with_deal(4, direction=Direction.LEFT), 4, Fault.PASS_CYCLE),
        (replace(RECORD, deals=RECORD.deals[1:]), 1, Fault.PASS_CYCLE),
        (replace(RECORD, deals=(RECORD.deals[0], *RECORD.deals[2:])), 2, Fault.PASS_CYCLE),
        (with_deal(3, dealer=0), 3, Fault.DEALER),
        (with_deal(3, dealer=None), 3, Fault.DEALER),
        (with_deal(1, dealer=None), 1, Fault.DEALER),
        (with_deal(1, dealer=4), 1, Fault.DEALER),
        (with_deal(1, dealer=-1), 1, Fault.DEALER),
        (with_deal(2, secret=None), 2, Fault.SECRET),
        (with_deal(2, secret="hex"), 2, Fault.SECRET),
        (with_deal(2, secret="00" * 31), 2, Fault.SECRET),
        (with_deal(2, commitment=None), 2, Fault.COMMITMENT),
        (with_deal(2, commitment="hex"), 2, Fault.COMMITMENT),
        (with_deal(2, commitment=RECORD.deals[0].commitment), 2, Fault.COMMITMENT),
        (with_deal(2, secret=OTHER_SECRET.hex()), 2, Fault.COMMITMENT),
        (
            with_deal(2, secret=OTHER_SECRET.hex(), commitment=commitment(OTHER_SECRET)),
            2,
            Fault.SECRET,
        ),
        (with_deal(5, hands=exchanged(RECORD.deals[4])), 5, Fault.SECRET),
        (with_deal(5, hands=RECORD.deals[4].hands[::-1]), 5, Fault.SECRET),
        (with_deal(5, plays=RECORD.deals[4].plays[:20]), 6, Fault.DEAL_NOT_OVER),
        (with_deal(5, plays=RECORD.deals[4].plays[1:]), 5, Rule.NOT_HELD),
        (replace(RECORD, ruleset=Ruleset(limit=50)), 5, Fault.GAME_OVER),
    ],
    ids=lambda value: str(value) if isinstance(value, Fault | Rule | int) else "record",
)
def test_what_does_not_hold(record: Record, deal: int, rule: Fault | Rule) -> None:
    with pytest.raises(ReplayError) as refused:
        verify(record)
    assert (refused.value.deal, refused.value.rule) == (deal, rule)
    assert "\n" not in str(refused.value)


def test_a_hand_that_the_secret_does_not_deal_is_named() -> None:
    deal = RECORD.deals[4]
    with pytest.raises(ReplayError) as refused:
        verify(with_deal(5, hands=exchanged(deal)))
    assert refused.value.seat == 0
    assert list(refused.value.cards) == [deal.hands[1][0]]


def test_hands_may_be_written_in_any_order() -> None:
    deal = RECORD.deals[4]
    assert verify(with_deal(5, hands=tuple(hand[::-1] for hand in deal.hands))).over


def test_the_dealer_decides_whose_hand_is_whose() -> None:
    """With another dealer, the same secret deals other hands to the same seats."""
    secret = bytes(32)
    deal = DealRecord(
        Direction.LEFT,
        hands=tuple(map(tuple, hands(secret, STANDARD, 2))),
        dealer=2,
        commitment=commitment(secret),
        secret=secret.hex(),
    )
    assert not verify(Record(STANDARD, (deal,))).over
    with pytest.raises(ReplayError) as refused:
        verify(Record(STANDARD, (replace(deal, dealer=1),)))
    assert refused.value.rule is Fault.SECRET


def test_a_kitty_comes_from_the_secret_too() -> None:
    ruleset = Ruleset(players=5, kitty=True)
    record = random_game(1, ruleset, most_deals=1).record
    assert len(verify(record).scores) == 1
    (deal,) = record.deals
    assert verify(Record(ruleset, (replace(deal, kitty=()),))) == verify(record)
    with pytest.raises(ReplayError) as refused:
        verify(Record(ruleset, (replace(deal, kitty=deal.hands[0][:2]),)))
    assert (refused.value.rule, refused.value.deal, refused.value.seat) == (Fault.SECRET, 1, None)
    assert set(refused.value.cards) == set(deal.hands[0][:2])
