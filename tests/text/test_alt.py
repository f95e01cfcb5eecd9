"""Alt texts say what the pictures say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules.game import Game
from bot.rules.hand_order import HandOrder
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from bot.rules.trick import NO_TRICK
from bot.rules.view import public_view, view
from bot.text.alt import ALT_LENGTH, hand_alt, table_alt
from bot.text.look import CardLook
from bot.text.words import Language, Words, label, load_words
from tests.rules.table import cards, row

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
NAMES = ("Ann", "*Ben*\nB", "Cem", "Dora")
HANDS = ("2C 5D KH TS", "4C JC 3D 8S", "TC 2D 2S 3S", "AC 6D 7H 4S")


def held(plays: str = "") -> Game:
    """A fourth deal, in which nobody passes, after these cards."""
    game = Game(Ruleset(), first_dealer=1, scores=(DealScore((1, 5, 20, 0)),) * 3)
    game = game.start_deal([cards(hand) for hand in HANDS])
    for card in row(plays):
        game = game.play(turn_of(game), card)
    return game


def turn_of(game: Game) -> int:
    turn = public_view(game).turn
    assert turn is not None
    return turn


def passing(*passes: str) -> Game:
    """A first deal, in which the first seats have confirmed these passes."""
    game = Game(Ruleset(), first_dealer=1).start_deal([cards(hand) for hand in HANDS])
    for seat, passed in enumerate(passes):
        game = game.pass_cards(seat, row(passed))
    return game


PASSES = ("5D KH TS", "JC 3D 8S", "2D 2S 3S", "6D 7H 4S")


@pytest.mark.parametrize(
    ("game", "seat", "english", "german"),
    [
        (
            held(),
            1,
            "Your hand, 4 cards: clubs four, jack; diamonds three; spades eight.",
            "Deine 4 Karten: Kreuz Vier, Bube; Karo Drei; Pik Acht.",
        ),
        (
            held(),
            0,
            "Your hand, 4 cards: clubs two; diamonds five; spades ten; hearts king. You can play: clubs two.",
            "Deine 4 Karten: Kreuz Zwei; Karo Fünf; Pik Zehn; Herz König. Spielen kannst du: Kreuz Zwei.",
        ),
        (
            held("2C 4C TC AC 6D 5D 3D 2D"),
            3,
            "Your hand, 2 cards: spades four; hearts seven. You can play: spades four.",
            "Deine 2 Karten: Pik Vier; Herz Sieben. Spielen kannst du: Pik Vier.",
        ),
        (
            passing(),
            2,
            "Your hand, 4 cards: clubs ten; diamonds two; spades two, three.",
            "Deine 4 Karten: Kreuz Zehn; Karo Zwei; Pik Zwei, Drei.",
        ),
        (
            passing(*PASSES),
            0,
            "Your hand, 4 cards: clubs two; diamonds six; spades four; hearts seven. "
            "You can play: clubs two. Passed to you: six of diamonds, four of spades and seven of hearts. "
            "You passed on: five of diamonds, ten of spades and king of hearts.",
            "Deine 4 Karten: Kreuz Zwei; Karo Sechs; Pik Vier; Herz Sieben. "
            "Spielen kannst du: Kreuz Zwei. Bekommen hast du Karo-Sechs, Pik-Vier und Herz-Sieben. "
            "Weitergegeben hast du Karo-Fünf, Pik-Zehn und Herz-König.",
        ),
    ],
)
def test_a_hand(game: Game, seat: int, english: str, german: str) -> None:
    assert hand_alt(view(game, seat), EN) == english
    assert hand_alt(view(game, seat), DE) == german


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (EN, "Your hand, 4 cards by rank: three of diamonds, four of clubs, eight of spades, jack of clubs."),
        (DE, "Deine 4 Karten nach Wert: Karo-Drei, Kreuz-Vier, Pik-Acht, Kreuz-Bube."),
    ],
)
def test_a_hand_by_rank(words: Words, told: str) -> None:
    alt = hand_alt(view(held(), 1), words.looking(CardLook(HandOrder.RANKS)))
    assert alt == told


def test_cards_that_are_chosen_are_told() -> None:
    seen = view(passing(), 0)
    assert "Chosen: two of clubs and five of diamonds." in hand_alt(seen, EN, cards("2C 5D"))
    assert "Ausgewählt: Kreuz-Zwei und Karo-Fünf." in hand_alt(seen, DE, cards("2C 5D"))
    game = held()
    assert "Chosen: two of clubs. You can play: clubs two." in hand_alt(view(game, 0), EN, cards("2C"))


def test_cards_that_are_passed_but_not_yet_gone_are_told() -> None:
    seen = view(passing(PASSES[0]), 0)
    assert hand_alt(seen, EN).endswith("You are passing: five of diamonds, ten of spades and king of hearts.")
    assert hand_alt(seen, DE).endswith("Du gibst weiter: Karo-Fünf, Pik-Zehn und Herz-König.")


def test_chosen_cards_keep_the_order_of_the_hand() -> None:
    red = replace(view(held("2C 4C TC AC"), 3), hand=cards("2C 3C 6D 7H"), legal=cards("2C 6D"))
    assert hand_alt(red, EN, cards("2C 6D")).endswith(
        "Chosen: six of diamonds and two of clubs. You can play: diamonds six; clubs two."
    )


def test_a_hand_of_which_everything_may_be_played() -> None:
    game = held("2C 4C TC AC 6D 5D 3D 2D 4S TS 8S 3S")
    assert hand_alt(view(game, 0), EN) == "Your hand, 1 card: hearts king. You can play any of them."


def test_a_hand_that_is_played_out() -> None:
    game = held("2C 4C TC AC 6D 5D 3D 2D 4S TS 8S 3S KH")
    assert hand_alt(view(game, 0), DE) == "Du hast keine Karten mehr."


def seats(*numbers: tuple[int, int, int]) -> str:
    people = ("Ann", "*Ben* B", "Cem", "Dora")
    return "; ".join(
        f"{name}, cards {hand}, points {points}, total {total}"
        for name, (hand, points, total) in zip(people, numbers, strict=True)
    )


def test_a_table_while_cards_are_passed() -> None:
    shown = public_view(passing("5D KH TS", "JC 3D 8S"))
    assert table_alt(shown, NAMES, shown.trick, EN) == (
        "Cards are being passed to the left; still choosing: Cem and Dora. "
        f"The table, clockwise: {seats((4, 0, 0), (4, 0, 0), (4, 0, 0), (4, 0, 0))}. *Ben* B dealt."
    )


@pytest.mark.parametrize(
    ("words", "computer"), [(EN, "Cem (computer, Expert), "), (DE, "Cem (Computer, Experte), ")]
)
def test_a_computer_is_told_from_people_and_how_it_plays(words: Words, computer: str) -> None:
    shown = public_view(held())
    text = table_alt(shown, NAMES, shown.trick, words, ("", "", words("level.expert"), ""))
    assert text.count(computer) == 1
    assert text.count("xpert") == 1


def test_a_table_before_the_first_lead() -> None:
    shown = public_view(held())
    assert table_alt(shown, NAMES, shown.trick, EN) == (
        "The trick is still empty. Ann is to play. "
        f"The table, clockwise: {seats((4, 0, 3), (4, 0, 15), (4, 0, 60), (4, 0, 0))}. Ann dealt."
    )


def test_a_table_within_a_trick() -> None:
    shown = public_view(held("2C 4C TC"))
    assert table_alt(shown, NAMES, shown.trick, EN) == (
        "In the trick: Ann, two of clubs; *Ben* B, four of clubs; Cem, ten of clubs. "
        "Cem has the highest card so far. Dora is to play. "
        f"The table, clockwise: {seats((3, 0, 3), (3, 0, 15), (3, 0, 60), (4, 0, 0))}. Ann dealt."
    )


def test_a_table_that_still_shows_a_finished_trick() -> None:
    shown = public_view(held("2C 4C TC AC"))
    trick = shown.last_trick
    assert trick is not None
    assert table_alt(shown, NAMES, trick, DE).startswith(
        "Im Stich: Ann, Kreuz-Zwei; *Ben* B, Kreuz-Vier; Cem, Kreuz-Zehn; Dora, Kreuz-Ass. "
        "Der Stich geht an Dora. Dora ist dran. Der Tisch im Uhrzeigersinn: "
    )
    assert "davor" not in table_alt(shown, NAMES, trick, DE)


BEFORE = (
    "The trick before this one, taken by Dora: Ann, two of clubs; *Ben* B, four of clubs; Cem, ten of clubs"
)


@pytest.mark.parametrize("plays", ["2C 4C TC AC 6D", "2C 4C TC AC 6D 5D 3D 2D"])
def test_the_trick_before_the_one_in_the_middle_is_told_last(plays: str) -> None:
    shown = public_view(held(plays))
    trick = shown.trick if shown.trick.plays else shown.tricks[-1]
    assert table_alt(shown, NAMES, trick, EN).endswith(f"Ann dealt. {BEFORE}; Dora, ace of clubs.")


def test_while_the_next_trick_is_empty_the_one_before_it_is_told() -> None:
    shown = public_view(held("2C 4C TC AC"))
    text = table_alt(shown, NAMES, shown.trick, DE)
    assert text.startswith("Der Stich ist noch leer. Dora ist dran.")
    assert "Der Stich davor, geholt von Dora: Ann, Kreuz-Zwei;" in text


def test_a_table_once_hearts_are_broken() -> None:
    shown = public_view(held("2C 4C TC AC 6D 5D 3D 2D 4S TS 8S 3S KH"))
    assert "Hearts are broken." in table_alt(shown, NAMES, shown.trick, EN)
    assert "Hearts are broken." not in table_alt(public_view(held()), NAMES, NO_TRICK, EN)


@pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])
def test_with_the_longest_names_what_matters_most_is_there(words: Words) -> None:
    shown = public_view(held("2C 4C TC AC 6D 5D 3D"))
    text = table_alt(shown, ["W" * 100] * 4, shown.trick, words, [words("level.expert")] * 4)
    assert len(text) <= ALT_LENGTH
    assert words("alt.turn", name=label("W" * 100)) in text
    assert words("alt.dealer", name=label("W" * 100)) in text


@pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])
def test_alt_texts_fit_with_the_longest_names(words: Words) -> None:
    shown = public_view(held("2C 4C TC"))
    text = table_alt(shown, ["W" * 100] * 4, shown.trick, words)
    assert len(text) <= ALT_LENGTH
    assert text.endswith(".")


@pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])
def test_the_alt_text_of_a_whole_hand_fits(words: Words) -> None:
    game = Game(Ruleset(), first_dealer=0, scores=(DealScore((26, 0, 0, 0)),) * 3)
    game = game.start_deal([cards(hand) for hand in ("2C-AC", "2D-AD", "2H-AH", "2S-AS")])
    seen, by_rank = view(game, 0), words.looking(CardLook(HandOrder.RANKS))
    for alt in (hand_alt(seen, words), hand_alt(seen, by_rank)):
        assert len(alt) <= ALT_LENGTH
        assert words("card.rank.ace") in alt
