"""The text record of a game: one JSON object, read and written."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.rules.deal import Deal
from bot.rules.record import DealRecord, Record, RecordError, read_record, write_record
from bot.rules.ruleset import Direction, Moon, MoonChoice, Ruleset
from bot.rules.scoring import settled
from bot.rules.shuffle import commitment, hands
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD, deal, random_game, row

STORED = sorted(Path(__file__).with_name("records").glob("*.json"))
"""Records as they were once written; they are read for ever."""

SECRET = bytes(range(32))

WRITTEN = """\
{"format": 1,
 "rules": {"preset": "short", "hearts_any_time": true},
 "deals": [
  {"dealer": 3, "pass": "left",
   "hands": [["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"],
             ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD"],
             ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"],
             ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"]],
   "passed": [["QC", "KC", "AC"],
              ["2D", "3D", "4D"],
              ["2H", "3H", "4H"],
              ["QS", "KS", "AS"]],
   "kitty": [],
   "plays": ["2C", "AC", "3D", "2S",
             "QC", "4D"],
   "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"},
  {"dealer": 0, "pass": "hold",
   "hands": [["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"],
             ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD"],
             ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"],
             ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"]],
   "kitty": [],
   "plays": []}]}
"""

SUITS = tuple(tuple(row(f"2{suit}-A{suit}")) for suit in "CDHS")

RECORD = Record(
    Ruleset(limit=50, hearts_any_time=True),
    (
        DealRecord(
            Direction.LEFT,
            hands=SUITS,
            passed=tuple(tuple(row(text)) for text in ("QC KC AC", "2D 3D 4D", "2H 3H 4H", "QS KS AS")),
            plays=tuple(row("2C AC 3D 2S / QC 4D")),
            dealer=3,
            commitment=commitment(SECRET),
        ),
        DealRecord(Direction.HOLD, hands=SUITS, dealer=0),
    ),
)


def test_a_record_as_it_is_written() -> None:
    assert write_record(RECORD) == WRITTEN
    assert read_record(WRITTEN) == RECORD


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_records_are_read_and_written_as_ever(path: Path) -> None:
    """Their rules may come to be named by another preset; nothing else changes."""
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    rules = json.dumps(record.ruleset.to_record())
    lines = text.splitlines()
    assert Ruleset.from_record(json.loads(text)["rules"]) == record.ruleset
    assert write_record(record).splitlines() == [lines[0], f' "rules": {rules},', *lines[2:]]


def test_there_are_stored_records() -> None:
    assert {path.stem for path in STORED} >= {"standard", "house_rules"}


@pytest.mark.parametrize("seed", range(5))
def test_a_game_comes_back_as_it_was_written(seed: int) -> None:
    record = random_game(seed, Ruleset(limit=60, queen_breaks_hearts=True)).record
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert max(map(len, text.splitlines())) <= 100


def test_a_record_keeps_all_that_was_done() -> None:
    played = random_game(1, most_deals=4)
    for written, (running, dealer, secret) in zip(played.record.deals, played.deals, strict=True):
        assert written.dealer == dealer
        assert written.direction is running.direction
        assert written.hands == tuple(map(tuple, hands(secret, STANDARD, dealer)))
        assert written.passed == (
            ()
            if running.direction is Direction.HOLD
            else tuple(tuple(cards or ()) for cards in running.passed)
        )
        assert written.plays == tuple(play.card for play in running.plays)
        assert (written.commitment, written.secret) == (commitment(secret), secret.hex())


def test_what_is_downloaded_leaves_the_running_deal_out() -> None:
    finished = random_game(3, most_deals=2)
    secret = bytes(32)
    running = Deal.start(STANDARD, Direction.ACROSS, hands(secret, STANDARD, 1))
    record = Record.public(STANDARD, [*finished.deals, (running, 1, secret)])
    assert record == finished.record
    assert len(record.deals) == 2
    assert secret.hex() not in write_record(record)
    assert commitment(secret) not in write_record(record)


def test_the_secret_of_a_deal_that_is_not_over_is_never_written() -> None:
    running, dealer, secret = random_game(4, most_deals=1).deals[0]
    shown = Deal.start(STANDARD, running.direction, running.dealt)
    for seat, cards in enumerate(running.passed):
        shown = shown.pass_cards(seat, list(cards or ()))
    for play in running.plays:
        assert not settled(shown)
        written = DealRecord.of(shown, dealer, secret)
        assert (written.secret, written.commitment) == (None, commitment(secret))
        shown = shown.play(play.seat, play.card)
    assert DealRecord.of(shown, dealer, secret).secret == secret.hex()


def test_a_deal_without_a_secret_is_written_without_proof() -> None:
    running, dealer, _ = random_game(4, most_deals=1).deals[0]
    written = DealRecord.of(running, dealer)
    assert (written.secret, written.commitment) == (None, None)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """Give the text of the record above after a change to its JSON."""
    value = json.loads(WRITTEN)
    change(value)
    return json.dumps(value)


def first_deal(**changes: object) -> Callable[[dict[str, Any]], object]:
    return lambda value: value["deals"][0].update(changes)


def without(*keys: str) -> Callable[[dict[str, Any]], object]:
    return lambda value: [deal.pop(key, None) for deal in value["deals"] for key in keys]


def test_only_rules_pass_hands_passed_and_plays_are_needed() -> None:
    text = changed(
        lambda value: (value.pop("format"), without("dealer", "kitty", "commitment", "secret")(value))
    )
    deals = tuple(replace(deal, dealer=None, commitment=None) for deal in RECORD.deals)
    assert read_record(text) == replace(RECORD, deals=deals)


@pytest.mark.parametrize(
    "change",
    [
        without("kitty"),
        first_deal(kitty=None),
        first_deal(secret=None, moon_choice=None, claim=None),
        first_deal(note="a key of another name"),
        lambda value: value.update(players=["Ann", "Ben", "Cem", "Dora"]),
        lambda value: value["deals"][1].update(passed=[]),
        lambda value: value["deals"][1].update(passed=None),
        lambda value: value["rules"].update(limit=50, queen_breaks_hearts=False),
    ],
)
def test_what_says_nothing_changes_nothing(change: Callable[[dict[str, Any]], object]) -> None:
    assert read_record(changed(change)) == RECORD


def test_cards_stay_in_the_order_they_are_written_in() -> None:
    """A record of something that is not allowed is still a record: a card twice, a pass of two."""
    text = changed(first_deal(passed=[["AC", "QC"], ["2D", "2D", "2D"], [], []], plays=["AS", "AS"]))
    deal = read_record(text).deals[0]
    assert deal.passed == (tuple(row("AC QC")), tuple(row("2D 2D 2D")), (), ())
    assert deal.plays == tuple(row("AS AS"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("2C 3C", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("9" * 10_000, "not JSON"),
        ("[]", "the record: an object is due"),
        ("null", "the record: an object is due"),
        ('"record"', "the record: an object is due"),
        ("{}", "the record: rules is missing"),
        ('{"rules": {}}', "the record: deals is missing"),
        ('{"deals": []}', "the record: rules is missing"),
        ('{"rules": [], "deals": []}', "rules: an object is due"),
        ('{"rules": {}, "deals": {}}', "deals: a list is due"),
        ('{"rules": {}, "deals": [[]]}', "deal 1: an object is due"),
        ('{"rules": {"preset": "whist"}, "deals": []}', "rules: preset cannot be 'whist'"),
        (
            '{"rules": {"moon": "ask"}, "deals": []}',
            "rules: moon cannot be 'ask'; allowed: add, subtract, choose, avoid",
        ),
        ('{"rules": {"limit": 2}, "deals": []}', "rules: limit cannot be 2; allowed: 25 to 1000"),
    ],
    ids=lambda text: text[:40],
)
def test_a_text_that_is_no_record(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda value: value.update(format=2), "format 2 is not known; known: 1"),
        (lambda value: value.update(format=True), "format True is not known"),
        (lambda value: value.update(format="1"), "format '1' is not known"),
        (without("pass"), "deal 1: pass is missing"),
        (without("hands"), "deal 1: hands is missing"),
        (without("plays"), "deal 1: plays is missing"),
        (first_deal(**{"pass": "up"}), "deal 1: pass: 'up' is none of left, right, across, hold"),
        (first_deal(**{"pass": ["left"]}), "deal 1: pass: ['left'] is none of"),
        (first_deal(dealer="3"), "deal 1: dealer: a seat is due, not '3'"),
        (first_deal(dealer=True), "deal 1: dealer: a seat is due, not True"),
        (first_deal(hands=[["2C"]] * 3), "deal 1: hands: 4 lists are due, one a seat, not 3"),
        (first_deal(hands=[["2C"]] * 5), "deal 1: hands: 4 lists are due, one a seat, not 5"),
        (first_deal(hands={}), "deal 1: hands: a list is due"),
        (first_deal(hands=["2C", "3C", "4C", "5C"]), "deal 1: hands: seat 0: a list is due"),
        (first_deal(hands=[["2C"], ["1C"], [], []]), "deal 1: hands: seat 1: not a card: '1C'"),
        (first_deal(hands=[["2C"], [3], [], []]), "deal 1: hands: seat 1: a card is due"),
        (first_deal(passed=[[], []]), "deal 1: passed: 4 lists are due, one a seat, not 2"),
        (first_deal(passed="QS"), "deal 1: passed: a list is due"),
        (first_deal(plays="2C"), "deal 1: plays: a list is due"),
        (first_deal(plays=["2C", "qs"]), "deal 1: plays: not a card: 'qs'"),
        (first_deal(plays=["2C", None]), "deal 1: plays: a card is due"),
        (first_deal(commitment=5), "deal 1: commitment: a text is due"),
        (first_deal(secret=[]), "deal 1: secret: a text is due"),
        (first_deal(kitty=["2D"]), "deal 1: kitty: these rules have none"),
        (first_deal(kitty="2D"), "deal 1: kitty: a list is due"),
        (first_deal(kitty=["1D"]), "deal 1: kitty: not a card: '1D'"),
        (first_deal(moon_choice="avoid"), "deal 1: moon_choice: 'avoid' is none of add, subtract"),
        (first_deal(moon_choice=["add"]), "deal 1: moon_choice: ['add'] is none of add, subtract"),
        (first_deal(claim="0"), "deal 1: claim: a seat is due, not '0'"),
        (first_deal(claim=True), "deal 1: claim: a seat is due, not True"),
        (first_deal(claim=4), "deal 1: claim: a seat is due, not 4"),
        (first_deal(claim=-1), "deal 1: claim: a seat is due, not -1"),
        (lambda value: value["deals"][1].pop("plays"), "deal 2: plays is missing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "change",
)
def test_a_record_that_is_not_whole_or_not_known(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(changed(change))
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


THREE = """\
{"format": 1,
 "rules": {"preset": "three", "kitty": true, "moon": "choose"},
 "deals": [
  {"dealer": 2, "pass": "hold",
   "hands": [["3C"],
             ["4C"],
             ["5C"]],
   "kitty": ["2C"],
   "plays": ["3C", "4C", "5C"],
   "moon_choice": "subtract",
   "claim": 0}]}
"""


def test_kitty_choice_and_claim_stand_in_the_record() -> None:
    deal = DealRecord(
        Direction.HOLD,
        hands=tuple(tuple(row(card)) for card in ("3C", "4C", "5C")),
        plays=tuple(row("3C-5C")),
        dealer=2,
        kitty=tuple(row("2C")),
        moon_choice=MoonChoice.SUBTRACT,
        claim=0,
    )
    record = Record(Ruleset(players=3, kitty=True, moon=Moon.CHOOSE), (deal,))
    assert write_record(record) == THREE
    assert read_record(THREE) == record


def test_a_deal_with_a_kitty_that_was_claimed_is_written_down() -> None:
    ruleset = Ruleset(players=3, kitty=True)
    running = deal("3C 3D", "4C 4D", "5C AD", ruleset=ruleset, kitty="2C", plays="3C 4C 5C")
    written = DealRecord.of(running.claim(2), dealer=1)
    assert (written.kitty, written.claim) == (tuple(row("2C")), 2)
    assert DealRecord.of(running, dealer=1).claim is None


@pytest.mark.parametrize(
    ("players", "direction", "allowed"),
    [
        (3, "across", "left, right, hold"),
        (5, "across", "left, right, hold"),
        (4, "up", "left, right, across"),
    ],
)
def test_a_direction_is_one_that_so_many_players_have(players: int, direction: str, allowed: str) -> None:
    deal = {"pass": direction, "hands": [[]] * players, "plays": []}
    with pytest.raises(RecordError, match=f"pass: '{direction}' is none of {allowed}"):
        read_record(json.dumps({"rules": {"players": players}, "deals": [deal]}))


@pytest.mark.parametrize("seed", range(30))
def test_a_game_by_any_rules_comes_back_as_it_was_written(seed: int) -> None:
    played = random_game(seed, random_ruleset(random.Random(seed)), most_deals=6)
    assert read_record(write_record(played.record)) == played.record
