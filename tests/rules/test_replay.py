"""A record played again: every decision as a line, up to the first thing that is not allowed."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules.game import Game
from bot.rules.record import DealRecord, Record, read_record
from bot.rules.refusal import Rule
from bot.rules.replay import SENTENCES, Fault, ReplayError, replay
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import settled
from tests.rules.replaying import END, HANDS, LAST, MOON, dealt, lines, play_line
from tests.rules.table import STANDARD, random_game

RECORDS = Path(__file__).with_name("records")


def test_a_line_before_every_play_with_what_was_legal() -> None:
    assert lines(dealt("2C 3C AD AC / 2S 2D AS")) == [
        play_line(1, 1, 0, "2C", "2C"),
        play_line(1, 1, 1, "3C-KC", "3C"),
        play_line(1, 1, 2, "AD", "AD"),
        play_line(1, 1, 3, "AC", "AC"),
        play_line(1, 2, 3, "2S-KS", "2S"),
        play_line(1, 2, 0, "2D-KD", "2D"),
        play_line(1, 2, 1, "AS", "AS"),
        END,
    ]


def test_a_line_after_a_deal_and_one_at_the_end() -> None:
    assert lines(dealt(f"{MOON} / {LAST}"))[-2:] == [
        {"deal": 1, "points": [26, 0, 26, 26], "totals": [26, 0, 26, 26], "moon": [1], "sun": False},
        END,
    ]


def test_the_keys_stand_in_their_order() -> None:
    assert [list(line) for line in lines(dealt(f"{MOON} / {LAST}"))[-3:]] == [
        ["deal", "trick", "seat", "legal", "played"],
        ["deal", "points", "totals", "moon", "sun"],
        ["over", "winners"],
    ]


def test_legal_cards_are_sorted_by_suit_then_rank() -> None:
    hands = ("2C KS QS AH 3D 2H-9H", "3C-7C 6D-KD", "8C-QC TH-KH 2S-5S", "KC AC 2D 4D 5D AD 6S-JS AS")
    line = lines(dealt("2C 3C 8C KC / AC QS", hands=hands))[-2]
    assert line["legal"] == ["3D", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "AH", "QS", "KS"]


def test_a_skipped_rest_is_simply_not_there_and_one_that_is_there_is_read_all_the_same() -> None:
    skipped = random_game(15, most_deals=1).deals[0][0]
    assert settled(skipped)
    assert skipped.turn is not None
    played = skipped
    while played.turn is not None:
        played = played.play(played.turn, played.legal(played.turn).highest)
    short, long = (lines(DealRecord.of(running, 0)) for running in (skipped, played))
    assert short[-2:] == long[-2:]
    assert short[:-2] == long[: len(short) - 2]
    assert len(long) == 52 + 2


def test_a_record_may_stop_anywhere() -> None:
    whole = random_game(6, most_deals=1, to_the_last_card=True).record.deals[0]
    every = lines(whole)
    assert len(every) == 52 + 2
    over_from = 0
    for stop in range(53):
        stopped = lines(replace(whole, plays=whole.plays[:stop]))
        assert stopped[:stop] == every[:stop]
        assert stopped[-1] == END
        if len(stopped) == stop + 2:
            assert stopped[-2] == every[-2]
            over_from = over_from or stop
        else:
            assert len(stopped) == stop + 1
            assert not over_from
    assert 0 < over_from <= 52
    assert over_from % 4 == 0


@pytest.mark.parametrize("confirmed", range(4))
def test_a_record_may_stop_while_cards_are_passed(confirmed: int) -> None:
    passed = ("2D 3D 4D", "3C 4C 5C", "2H 3H 4H", "2S 3S 4S")
    some = [cards if seat < confirmed else "" for seat, cards in enumerate(passed)]
    assert lines(dealt(direction=Direction.LEFT, passed=some)) == [END]
    assert lines(dealt(direction=Direction.LEFT)) == [END]


def test_a_record_without_deals_is_a_game_not_begun() -> None:
    assert lines() == [END]
    begun = replay(Record(STANDARD))
    next(begun)
    with pytest.raises(StopIteration) as end:
        next(begun)
    assert end.value.value == Game(STANDARD, 0)


@pytest.mark.parametrize("direction", list(Direction))
def test_the_pass_is_taken_as_given(direction: Direction) -> None:
    """A lone deal may be any deal of a cycle, and where 2C leads follows from where it went."""
    passed = () if direction is Direction.HOLD else ("2C 2D 3D", "3C 4C 5C", "2H 3H 4H", "2S 3S 4S")
    leads = {Direction.LEFT: 1, Direction.RIGHT: 3, Direction.ACROSS: 2, Direction.HOLD: 0}[direction]
    assert lines(dealt("2C", direction=direction, passed=passed))[0] == play_line(1, 1, leads, "2C", "2C")


@pytest.mark.parametrize("name", ["standard", "house_rules"])
def test_a_whole_game(name: str) -> None:
    totals, winners, moons = {
        "standard": ([102, 32, 61, 65], [1], {4: [1]}),
        "house_rules": ([29, 47, 73, 59], [0], {}),
    }[name]
    record = read_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    every = list(replay(record))
    after = [line for line in every if "points" in line]
    assert every[-1] == {"over": True, "winners": winners}
    assert [line["deal"] for line in after] == list(range(1, len(record.deals) + 1))
    assert after[-1]["totals"] == totals
    assert {line["deal"]: line["moon"] for line in after if line["moon"]} == moons
    assert sum("played" in line for line in every) == sum(len(deal.plays) for deal in record.deals)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("to_the_last_card", [False, True])
def test_a_played_game_replays_to_itself(seed: int, to_the_last_card: bool) -> None:
    ruleset = Ruleset(limit=50, points_on_first_trick=seed % 2 == 0, queen_breaks_hearts=seed % 3 == 0)
    played = random_game(seed, ruleset, to_the_last_card=to_the_last_card)
    every = list(replay(played.record))
    assert [line["points"] for line in every if "points" in line] == [
        list(score.points) for score in played.game.scores
    ]
    assert every[-1] == {"over": True, "winners": list(played.game.winners)}


def test_the_game_itself_is_what_a_replay_returns() -> None:
    running = replay(random_game(7).record)
    while True:
        try:
            next(running)
        except StopIteration as end:
            game: Game = end.value
            break
    assert game == random_game(7).game


WRONG = [
    (
        [dealt("2D")],
        "deal 1, trick 1, seat 0, 2D: opening_lead: the holder of the lowest club leads it to the first "
        "trick (due: 2C)",
    ),
    ([dealt("3C")], "deal 1, trick 1, seat 0, 3C: not_held: the seat does not hold the card"),
    (
        [dealt("2C AS")],
        "deal 1, trick 1, seat 1, AS: follow_suit: a suit that was led is followed by whoever holds it "
        "(due: 3C 4C 5C 6C 7C 8C 9C TC JC QC KC)",
    ),
    (
        [dealt("2C 3C KH")],
        "deal 1, trick 1, seat 2, KH: no_points_on_first_trick: no heart or QS on the first trick from a "
        "hand with anything else (due: AD)",
    ),
    (
        [dealt("2C 3C AD AC / 2H", hands=(*HANDS[:2], "AD 2S 3H-KH", "AC 2H 3S-KS"))],
        "deal 1, trick 2, seat 3, 2H: hearts_not_broken: hearts are not led before they are broken by a hand "
        "with anything else (due: 3S 4S 5S 6S 7S 8S 9S TS JS QS KS)",
    ),
    (
        [dealt("2C 3C AD AC / 2S 2D AS 2H / AS")],
        "deal 1, trick 3, seat 1, AS: not_held: the seat does not hold the card",
    ),
    (
        [dealt(f"{MOON} / {LAST} / 2C")],
        "deal 1, trick 14, seat 1, 2C: deal_over: no card is played after the last trick",
    ),
    (
        [dealt(f"{MOON} / KH AH KS KD / 2C", hands=(HANDS[0], "3C AS 4C-KC KH", "AD 2H 3H-QH AH", HANDS[3]))],
        "deal 1, trick 14, seat 2, 2C: deal_over: no card is played after the last trick",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C 2D: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D 3D", "3C 4C 5C 6C", "", ""))],
        "deal 1, before trick 1, seat 1, 3C 4C 5C 6C: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2C 2C", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D AH", "", "", ""))],
        "deal 1, before trick 1, seat 0, AH: not_held: the seat does not hold the card",
    ),
    (
        [dealt(passed=("2C 2D 3D", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C 2D 3D: no_pass_now: this deal has no pass, or the pass is over",
    ),
    (
        [dealt("2C", direction=Direction.LEFT)],
        "deal 1, before trick 1, seat 0, no card: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt("2C", direction=Direction.RIGHT, passed=("2C 2D 3D", "3C 4C 5C", "", "2S 3S 4S"))],
        "deal 1, before trick 1, seat 2, no card: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(hands=(*HANDS[:3], "AC 2S 3S-QS KH"))],
        "deal 1, before trick 1, seat 3, KH: dealt_twice: a card is dealt twice",
    ),
    (
        [dealt(hands=(*HANDS[:3], "AC 2S 3S-QS AC"))],
        "deal 1, before trick 1, seat 3, AC: dealt_twice: a card is dealt twice",
    ),
    (
        [dealt(hands=("2C 3D-KD", *HANDS[1:]))],
        "deal 1, before trick 1, seat 0, 2C 3D 4D 5D 6D 7D 8D 9D TD JD QD KD: hand_size: a seat is not dealt "
        "its share of the deck",
    ),
    (
        [dealt(hands=("", *HANDS[1:]))],
        "deal 1, before trick 1, seat 0, no card: hand_size: a seat is not dealt its share of the deck",
    ),
    (
        [dealt("2C 3C AD AC"), dealt()],
        "deal 2, before trick 1: deal_not_over: another deal follows one that still has points to take",
    ),
    (
        [dealt(f"{MOON} / {LAST}")] * 2 + [dealt("2C 3C 4C")],
        "deal 3, trick 1, seat 2, 4C: not_held: the seat does not hold the card",
    ),
    (
        [dealt(f"{MOON} / {LAST}")] * 5,
        "deal 5, before trick 1: game_over: another deal follows the one that ended the game",
    ),
]


@pytest.mark.parametrize(("deals", "text"), WRONG, ids=[text.split(":")[0] for _, text in WRONG])
def test_what_is_not_allowed_ends_it_naming_deal_trick_seat_card_and_rule(
    deals: list[DealRecord], text: str
) -> None:
    with pytest.raises(ReplayError) as refused:
        lines(*deals)
    assert str(refused.value) == text
    assert refused.value.rule in text
    assert f"deal {refused.value.deal}" in text


def test_what_came_before_is_told_first() -> None:
    running = replay(Record(STANDARD, (dealt("2C 3C KH"),)))
    assert next(running)["played"] == "2C"
    assert next(running)["played"] == "3C"
    with pytest.raises(ReplayError) as refused:
        next(running)
    error = refused.value
    assert (error.deal, error.trick, error.seat) == (1, 1, 2)
    assert (str(error.cards), str(error.due)) == ("KH", "AD")
    assert error.rule is Rule.NO_POINTS_ON_FIRST_TRICK


def test_before_the_first_trick_there_is_none_to_name() -> None:
    with pytest.raises(ReplayError) as refused:
        lines(dealt(direction=Direction.LEFT, passed=("2C 2D", "", "", "")))
    assert (refused.value.trick, refused.value.seat) == (0, 0)


@pytest.mark.parametrize(
    ("ruleset", "record"),
    [
        (Ruleset(points_on_first_trick=True), dealt("2C 3C KH")),
        (
            Ruleset(hearts_any_time=True),
            dealt("2C 3C AD AC / 2H", hands=(*HANDS[:2], "AD 2S 3H-KH", "AC 2H 3S-KS")),
        ),
    ],
)
def test_house_rules_allow_what_the_standard_game_does_not(ruleset: Ruleset, record: DealRecord) -> None:
    assert lines(record, ruleset=ruleset)[-1] == END
    with pytest.raises(ReplayError):
        lines(record)


def test_every_rule_has_a_sentence() -> None:
    assert set(SENTENCES) == {*Rule, *Fault}
