"""Cards as emoji."""

import re

import pytest
from PIL import Image

from bot.pictures.deck import PLAIN_DECK, Deck, DeckColours
from bot.pictures.emoji import (
    DECKS,
    EMOJI_SIZE,
    EmojiPicture,
    back_emoji,
    back_png,
    card_emoji,
    emoji_png,
    emoji_set,
)
from bot.pictures.gallery import BACKGROUNDS
from bot.pictures.gallery_deck import drawn_deck
from bot.pictures.palette import FOUR_COLOURS, TWO_COLOURS, Colour
from bot.rules.cards import ALL_CARDS, Card, Rank, Suit
from tests.pictures.pixels import opened, over

ALL = emoji_set()
TWO_GERMAN = Deck(german=True)
FOUR = Deck(DeckColours.FOUR)
FOUR_GERMAN = Deck(DeckColours.FOUR, german=True)


@pytest.mark.parametrize("emoji", ALL, ids=[emoji.name for emoji in ALL])
def test_an_emoji_is_what_discord_takes(emoji: EmojiPicture) -> None:
    assert re.fullmatch("[a-z0-9_]{2,32}", emoji.name)
    assert len(emoji.data) < 16 * 1024
    image = opened(emoji.data)
    assert image.size == (EMOJI_SIZE, EMOJI_SIZE)
    assert image.getchannel("A").getpixel((0, 0)) == 0
    assert image.getchannel("A").getpixel((EMOJI_SIZE // 2, EMOJI_SIZE // 2)) == 255


def test_no_two_emoji_have_a_name_or_a_picture_in_common() -> None:
    assert len({emoji.name for emoji in ALL}) == len({emoji.data for emoji in ALL}) == len(ALL)


@pytest.mark.parametrize(
    ("card", "deck", "begins"),
    [
        ("TC", PLAIN_DECK, "ten_of_clubs_en_"),
        ("TC", FOUR, "ten_of_clubs_en4_"),
        ("QD", PLAIN_DECK, "queen_of_diamonds_en_"),
        ("QD", FOUR_GERMAN, "queen_of_diamonds_de4_"),
        ("JS", FOUR_GERMAN, "jack_of_spades_de_"),
    ],
)
def test_a_name_read_aloud_says_the_card(card: str, deck: Deck, begins: str) -> None:
    assert re.fullmatch(f"{begins}[0-9a-f]{{8}}", card_emoji(Card.parse(card), deck).name)
    assert re.fullmatch("card_back_[0-9a-f]{8}", back_emoji().name)


def test_the_end_of_a_name_follows_the_picture() -> None:
    ends = {emoji.name.rpartition("_")[2] for emoji in ALL}
    assert len(ends) == len(ALL)
    assert all(re.fullmatch("[0-9a-f]{8}", end) for end in ends)


def test_every_card_of_every_deck_is_in_the_set_once() -> None:
    names = [emoji.name for emoji in ALL]
    needed = {card_emoji(card, deck).name for card in ALL_CARDS for deck in DECKS} | {back_emoji().name}
    assert sorted(names) == sorted(needed)
    # The plain deck, its German jacks and queens, clubs and diamonds of the other colours, and theirs.
    assert len(names) == 52 + 4 * 2 + 2 * 13 + 2 * 2 + 1


@pytest.mark.parametrize(
    ("card", "deck", "same_as"),
    [
        ("2C", TWO_GERMAN, PLAIN_DECK),
        ("KS", FOUR_GERMAN, PLAIN_DECK),
        ("QH", FOUR, PLAIN_DECK),
        ("QH", FOUR_GERMAN, TWO_GERMAN),
        ("QD", FOUR_GERMAN, FOUR_GERMAN),
        ("TD", FOUR_GERMAN, FOUR),
        ("JC", FOUR, FOUR),
        ("JC", TWO_GERMAN, TWO_GERMAN),
    ],
)
def test_faces_that_look_the_same_are_one_emoji(card: str, deck: Deck, same_as: Deck) -> None:
    emoji = card_emoji(Card.parse(card), deck)
    assert emoji is card_emoji(Card.parse(card), same_as)
    assert (emoji.card, emoji.deck) == (Card.parse(card), same_as)
    assert emoji.data == emoji_png(Card.parse(card), deck)


def test_the_back_is_no_card() -> None:
    assert back_emoji().card is None
    assert back_emoji().data == back_png()


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("suit", Suit)
def test_the_pip_has_the_colour_of_the_suit(suit: Suit, deck: Deck) -> None:
    scheme = TWO_COLOURS if deck.colours is DeckColours.TWO else FOUR_COLOURS
    image = opened(emoji_png(Card.of(Rank.SEVEN, suit), deck))
    assert image.getpixel((EMOJI_SIZE // 2, 94)) == (*scheme.suits[suit], 255)


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS)
@pytest.mark.parametrize("deck", [PLAIN_DECK, FOUR_GERMAN], ids=str)
def test_cards_differ_at_the_height_of_a_line(deck: Deck, background: Colour) -> None:
    seen = [
        over(emoji_png(card, deck), background).resize((20, 20), Image.Resampling.LANCZOS)
        for card in ALL_CARDS
    ]
    for place, one in enumerate(seen):
        for other in seen[:place]:
            pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
            assert sum(abs(a - b) > 40 for a, b in pairs) >= 8


def test_the_gallery_shows_every_card_and_every_emoji_of_every_deck() -> None:
    shown = drawn_deck()
    decks = [f"{language}-{colours}" for language in ("en", "de") for colours in DeckColours]
    assert {*shown} == {f"{kind}-{deck}" for kind in ("deck", "emoji") for deck in decks}
    assert len({*shown.values()}) == len(shown)
