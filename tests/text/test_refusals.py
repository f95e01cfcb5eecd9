"""Every refusal is one sentence that names the rule and the cards."""

from __future__ import annotations

import pytest

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Direction
from bot.rules.shuffle import hands
from bot.text.cards import Ambiguous, Unknown
from bot.text.refusals import refusal_sentence, typed_sentence
from bot.text.words import Language, load_words
from tests.rules.table import STANDARD, deal, game_after, played_out, row

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]

TRICK = ("2C 5D KH", "4C JC 3D", "TC 2D 2S", "AC 6D 7S")
ONE_CLUB = ("2C 5D KH", "4C QD 3D", "TC 2D 2S", "AC 6D 7S")
VOID = ("2C 5C KH", "4D JD QS", "TC 2D 2S", "AC 6C 7S")
LEADER = ("2C 5D KH", "4C JC 3D", "TC 2D 2S", "AC 6D 7H")
OTHER_SUITS = ("2C 5D KH", "4C 3D 9D", "TC 2H 3H", "AC 6S 7S")


def play(running: Deal, seat: int, card: str) -> Refusal | None:
    return running.refuse_play(seat, Card.parse(card))


def passing(*confirmed: str) -> Deal:
    running = deal("2C 5D KH 9S", "4C JC 3D 8S", "TC 2D 2S 3S", "AC 6D 7S 4S", direction=Direction.LEFT)
    for seat, cards in enumerate(confirmed):
        running = running.pass_cards(seat, row(cards))
    return running


SITUATIONS = [
    (
        play(deal(*TRICK, plays="2C"), 1, "3D"),
        Rule.FOLLOW_SUIT,
        "You still hold clubs (4♣ J♣), so a club is due.",
        "Du hast noch Kreuz (4♣ B♣), also musst du Kreuz bedienen.",
    ),
    (
        play(deal(*ONE_CLUB, plays="2C"), 1, "3D"),
        Rule.FOLLOW_SUIT,
        "You still hold a club (4♣), so you have to play it.",
        "Du hast noch ein Kreuz (4♣) und musst damit bedienen.",
    ),
    (
        play(deal(*LEADER, plays="2C 4C TC AC 6D"), 0, "KH"),
        Rule.FOLLOW_SUIT,
        "You still hold a diamond (5♦), so you have to play it.",
        "Du hast noch ein Karo (5♦) und musst damit bedienen.",
    ),
    (
        play(
            deal("2C 5D 9D KH", "4C JC 3D 2D", "TC QD 2S 3S", "AC 6D 7H 8H", plays="2C 4C TC AC 6D"), 0, "KH"
        ),
        Rule.FOLLOW_SUIT,
        "You still hold diamonds (5♦ 9♦), so a diamond is due.",
        "Du hast noch Karo (5♦ 9♦), also musst du Karo bedienen.",
    ),
    (
        play(
            deal("2C 5S 9S KH", "4C JC 3D 2D", "TC QD 2S 3S", "AC 6S 7H 8H", plays="2C 4C TC AC 6S"), 0, "KH"
        ),
        Rule.FOLLOW_SUIT,
        "You still hold spades (5♠ 9♠), so a spade is due.",
        "Du hast noch Pik (5♠ 9♠), also musst du Pik bedienen.",
    ),
    (
        play(
            deal("2C 5H KH 9S", "4C JC 3D 2D", "TC QD 2S 3S", "AC 6H 7H 8H", plays="2C 4C TC AC 6H"), 0, "9S"
        ),
        Rule.FOLLOW_SUIT,
        "You still hold hearts (5♥ K♥), so a heart is due.",
        "Du hast noch Herz (5♥ K♥), also musst du Herz bedienen.",
    ),
    (
        play(deal(*TRICK), 0, "5D"),
        Rule.OPENING_LEAD,
        "The lowest club opens the deal, and you hold it: lead 2♣.",
        "Das niedrigste Kreuz eröffnet, und du hast es: Spiel 2♣ aus.",
    ),
    (
        play(deal(*VOID, plays="2C"), 1, "QS"),
        Rule.NO_POINTS_ON_FIRST_TRICK,
        "The first trick gets no points: play neither a heart nor Q♠ while you hold anything else (4♦ J♦).",
        "Im ersten Stich wird nicht geschmiert: Herz und D♠ bleiben auf der Hand, "
        "solange du etwas anderes hast (4♦ B♦).",
    ),
    (
        play(deal(*LEADER, plays="2C 4C TC AC"), 3, "7H"),
        Rule.HEARTS_NOT_BROKEN,
        "Hearts are not broken yet, so lead something else (6♦).",
        "Herz ist noch nicht gebrochen, also spiel etwas anderes aus (6♦).",
    ),
    (
        play(deal(*TRICK), 1, "4C"),
        Rule.NOT_YOUR_TURN,
        "It is not your turn.",
        "Du bist gerade nicht dran.",
    ),
    (
        play(deal(*TRICK), 0, "QS"),
        Rule.NOT_HELD,
        "You do not hold Q♠.",
        "Du hast D♠ nicht auf der Hand.",
    ),
    (
        passing().refuse_pass(0, row("QS KH AH")),
        Rule.NOT_HELD,
        "You do not hold A♥ or Q♠.",
        "Du hast A♥ oder D♠ nicht auf der Hand.",
    ),
    (
        play(passing(), 0, "2C"),
        Rule.PASS_NOT_OVER,
        "Cards are still being passed; nobody plays until everyone is done.",
        "Es wird noch weitergegeben; gespielt wird erst, wenn alle fertig sind.",
    ),
    (
        play(played_out("2C", "3C", "4C", "5C"), 0, "2C"),
        Rule.DEAL_OVER,
        "This deal is over, so there is nothing left to play.",
        "Dieses Spiel ist zu Ende, es ist keine Karte mehr zu spielen.",
    ),
    (
        game_after().start_deal(hands(bytes(32), STANDARD, 0)).refuse_moon(2),
        Rule.NO_MOON_CHOICE,
        "There is no moon of yours to decide about.",
        "Du hast keinen Mond, über den du entscheiden könntest.",
    ),
    (
        refuse_claim(deal(*TRICK), 0),
        Rule.CLAIM_NOT_NOW,
        "You can claim the rest when it is your turn or the trick is yours, after the first trick and before"
        " the last.",
        "Den Rest kannst du beanspruchen, wenn du am Zug bist oder dir der Stich gehört, nach dem ersten"
        " Stich und vor dem letzten.",
    ),
    (
        refuse_claim(deal("2C KH 9S", "3C QH 8S", "4C 3H 7S", "5C AH 6S", plays="2C 3C 4C 5C"), 3),
        Rule.CLAIM_NOT_PROVED,
        "The rest is not certain: the others’ cards may lie so that they take a trick.",
        "Der Rest ist dir nicht sicher: Die Karten der anderen können so liegen, dass sie noch einen Stich"
        " machen.",
    ),
    (
        deal(*TRICK).refuse_pass(0, row("2C 5D KH")),
        Rule.NO_PASS_NOW,
        "There is nothing to pass right now.",
        "Gerade gibt es nichts weiterzugeben.",
    ),
    (
        passing("2C 5D KH").refuse_pass(0, row("2C 5D 9S")),
        Rule.PASS_CONFIRMED,
        "You have already passed your cards, and a confirmed pass is final.",
        "Du hast deine Karten schon weitergegeben, und dabei bleibt es.",
    ),
    (
        passing().refuse_pass(0, row("2C KH")),
        Rule.PASS_COUNT,
        "A pass is exactly three different cards; you chose 2♣ K♥.",
        "Du gibst genau drei verschiedene Karten weiter; ausgesucht hast du 2♣ K♥.",
    ),
    (
        passing().refuse_pass(0, []),
        Rule.PASS_COUNT,
        "A pass is exactly three different cards, and you have not chosen any yet.",
        "Du gibst genau drei verschiedene Karten weiter und hast noch keine ausgesucht.",
    ),
]


@pytest.mark.parametrize(("refusal", "rule", "english", "german"), SITUATIONS)
def test_a_refusal_is_a_sentence(refusal: Refusal | None, rule: Rule, english: str, german: str) -> None:
    assert refusal is not None
    assert refusal.rule is rule
    assert refusal_sentence(refusal, EN).replace("\ufe0e", "") == english
    assert refusal_sentence(refusal, DE).replace("\ufe0e", "") == german


def test_every_rule_has_its_sentence() -> None:
    assert {rule for _, rule, _, _ in SITUATIONS} == set(Rule)


@pytest.mark.parametrize(
    ("problem", "english", "german"),
    [
        (
            Ambiguous("KD", tuple(Cards.parse("QC QD KD"))),
            "“KD” could be Q♣, Q♦ or K♦; type the full name, such as “queen of clubs”.",
            "„KD“ kann D♣, D♦ oder K♦ sein; schreib die Karte aus, zum Beispiel „Kreuz-Dame“.",
        ),
        (
            Unknown("KD", Cards.parse("QD KD")),
            "You do not hold Q♦ or K♦.",
            "Du hast D♦ oder K♦ nicht auf der Hand.",
        ),
        (
            Unknown("**joker** @here", NO_CARDS),
            "I know no card called “\\*\\*joker\\*\\* \\@\u200bhere”; "
            "type it like QS, 10H or “queen of spades”.",
            "Eine Karte „\\*\\*joker\\*\\* \\@\u200bhere“ kenne ich nicht; "
            "schreib zum Beispiel PD, H10 oder „Pik-Dame“.",
        ),
        (
            Unknown("", NO_CARDS),
            "Type a card, such as QS, 10H or “queen of spades”.",
            "Schreib eine Karte, zum Beispiel PD, H10 oder „Pik-Dame“.",
        ),
    ],
)
def test_a_text_that_is_no_card_of_the_hand_is_answered(
    problem: Ambiguous | Unknown, english: str, german: str
) -> None:
    assert typed_sentence(problem, EN).replace("\ufe0e", "") == english
    assert typed_sentence(problem, DE).replace("\ufe0e", "") == german
