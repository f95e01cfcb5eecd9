"""Cards that are typed: for the keyboard and for screen readers."""

from collections.abc import Callable

import pytest

from bot.rules.cards import ALL_CARDS, Card, Cards, Suit
from bot.rules.ruleset import PRESETS
from bot.rules.shuffle import hands
from bot.text.cards import card_name, card_short, hand_line, parse_card
from tests.cogs.people import Lots, Place, Somebody

ALL = Cards.of(ALL_CARDS)


def held(*names: str) -> Callable[[Cards], bool]:
    """Whether a hand has all of these cards."""
    return lambda hand: Cards.parse(" ".join(names)) <= hand


def deal_to_the_first(place: Place, wanted: Callable[[Cards], bool]) -> None:
    """Have the first seat dealt such a hand in the next game's first deal."""
    for number in range(1, 5000):
        if wanted(hands(Lots(number).secret(), PRESETS["standard"], 3)[0]):
            place.fix_lots(number)
            return
    raise AssertionError("no such deal")


async def in_play(place: Place) -> list[Somebody]:
    """Four people whose passes are over; the first is to play, the others follow."""
    place.fix_lots()
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    turn = (await place.table()).state.awaited[0]
    return people[turn:] + people[:turn]


@pytest.mark.parametrize(
    ("locale", "typed"),
    [
        ("en-US", ("QS", "kd", "10♥")),
        ("en-US", ("queen of spades", "King of Diamonds", "ten of hearts")),
        ("de", ("Pik Dame", "Karo-König", "Herz 10")),
        ("de", ("PD", "Karo K", "H10")),
    ],
)
async def test_a_pass_is_typed_in_either_language(
    place: Place, locale: str, typed: tuple[str, str, str]
) -> None:
    deal_to_the_first(place, lambda hand: held("QS", "KD", "TH")(hand) and not held("QC")(hand))
    ann, _ = await place.game(place.somebody("ann", locale), place.somebody("ben"), hands=False)
    options = dict(zip(("first", "second", "third"), typed, strict=True))
    told = await ann.told("pass", **options)
    assert (await ann.view()).passed == Cards.parse("KD QS TH")
    for card in Cards.parse("KD QS TH"):
        assert card_short(card, ann.words) in told.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("QS", "QS", "KD"), "A pass is exactly three different cards"),
        (("QS", "KD", "AC"), "You do not hold A♣︎."),
        (("QS", "KD", "trump"), "I know no card called “trump”"),
        (("QS", "KD", "10"), "“10” could be"),
    ],
)
async def test_a_pass_that_is_none_changes_nothing(
    place: Place, typed: tuple[str, str, str], sentence: str
) -> None:
    deal_to_the_first(
        place,
        lambda hand: held("QS", "KD", "TH", "TD")(hand) and hand.isdisjoint(Cards.parse("AC QC")),
    )
    ann, _ = await place.game(place.somebody("ann"), place.somebody("ben"), hands=False)
    table = await place.table()
    before = table.state.count
    told = await ann.told("pass", **dict(zip(("first", "second", "third"), typed, strict=True)))
    assert sentence in told.text
    assert table.state.count == before
    assert told.menus


async def test_where_two_cards_could_be_meant_the_bot_asks(place: Place) -> None:
    deal_to_the_first(place, held("KD", "QC", "QD"))
    ann, _ = await place.game(place.somebody("ann"), place.somebody("ben"), hands=False)
    told = await ann.told("pass", first="KD", second="2C", third="3C")
    assert "“KD” could be Q♣︎, Q♦︎ or K♦︎; type the full name" in told.text
    assert (await ann.view()).to_pass
    # Where the queen of clubs is named as such, KD can only be the king.
    await ann.told("pass", first="KD", second="QC", third="QD")
    assert (await ann.view()).passed == Cards.parse("QC QD KD")


async def test_a_card_is_typed_and_played(place: Place) -> None:
    first, *_ = await in_play(place)
    told = await first.told("play", card="2c")
    assert told.texts[1] == hand_line(await first.hand(), first.words)
    assert "2♣︎" not in told.texts[1]
    assert f"**{first.member.name.title()}** 2♣︎" not in told.text
    assert "Trick 1:" in place.shown().text
    assert "2♣︎" in place.shown().text
    assert first.panel_id not in [message.id for message in first.messages()]


async def test_out_of_turn(place: Place) -> None:
    _, second, *_ = await in_play(place)
    card = (await second.hand()).lowest
    table = await place.table()
    before = table.state.count
    assert "It is not your turn." in (await second.told("play", card=str(card))).text
    assert table.state.count == before


async def test_an_illegal_card_is_refused_by_the_name_of_the_rule(place: Place) -> None:
    first, second, *_ = await in_play(place)
    other = (await first.hand() - Cards.parse("2C")).lowest
    told = await first.told("play", card=str(other))
    assert "The lowest club opens the deal, and you hold it: lead 2♣︎." in told.text
    await first.told("play", card="2C")
    hand = await second.hand()
    clubs = hand.in_suit(Suit.CLUBS)
    assert len(clubs) > 1
    told = await second.told("play", card=str((hand - clubs).lowest))
    assert "You still hold clubs (" in told.text
    assert (await place.table()).state.awaited == (await second.seat(),)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("2C 3C", "You play one card at a time."), ("five of trumps", "I know no card called")],
)
async def test_what_is_no_card(place: Place, typed: str, sentence: str) -> None:
    first, *_ = await in_play(place)
    if typed == "2C 3C":
        typed = " ".join(str(card) for card in list(await first.hand())[:2])
    table = await place.table()
    before = table.state.count
    assert sentence in (await first.told("play", card=typed)).text
    assert table.state.count == before


async def test_a_card_is_not_played_while_cards_are_passed(place: Place) -> None:
    ann, _ = await place.game(place.somebody("ann"), place.somebody("ben"), hands=False)
    card = (await ann.hand()).lowest
    assert "Cards are still being passed" in (await ann.told("play", card=str(card))).text
    assert not (await place.table()).state.history


async def test_what_was_typed_cannot_ping_or_format(place: Place) -> None:
    first, *_ = await in_play(place)
    told = await first.told("play", card="@everyone **x**")
    assert "@everyone" not in told.text
    assert "**x**" not in told.text


async def test_who_has_no_seat_or_no_game_is_told_so(place: Place) -> None:
    eve = place.somebody("eve")
    for name, options in (("play", {"card": "QS"}), ("hand", {})):
        assert (await eve.told(name, **options)).text == "There is no game in this channel."
    await place.game(place.somebody("ann"), hands=False)
    for name, options in (("play", {"card": "QS"}), ("hand", {})):
        assert (await eve.told(name, **options)).text == "You are not sitting at this table."


def offered(choices: list[dict[str, str]]) -> Cards:
    """The cards autocomplete offers."""
    read = [parse_card(choice["value"], ALL) for choice in choices]
    cards = [card for card in read if isinstance(card, Card)]
    assert len(cards) == len(choices)
    return Cards.of(cards)


async def test_autocomplete_offers_the_cards_that_can_be_played(place: Place) -> None:
    first, second, *others = await in_play(place)
    complete = first.member.autocomplete
    assert offered(await complete(place.channel, "hearts play", "card", "")) == Cards.parse("2C")
    await first.told("play", card="2C")
    view = await second.view()
    for typed in ("", "c", "kreuz"):
        choices = await second.member.autocomplete(place.channel, "hearts play", "card", typed)
        assert offered(choices) == view.legal
        for choice in choices:
            card = parse_card(choice["value"], ALL)
            assert isinstance(card, Card)
            assert choice["name"] == f"{card_short(card, second.words)} {card_name(card, second.words)}"
    for person in others:
        choices = await person.member.autocomplete(place.channel, "hearts play", "card", "")
        assert offered(choices) == await person.hand()


async def test_autocomplete_of_a_pass_leaves_out_what_stands_in_another_option(place: Place) -> None:
    ann, ben = await place.game(place.somebody("ann"), place.somebody("ben"), hands=False)
    hand = await ann.hand()
    first, *_ = list(hand)
    choices = await ann.member.autocomplete(place.channel, "hearts pass", "second", "", first=str(first))
    assert offered(choices) == hand - Cards.of([first])
    choices = await ben.member.autocomplete(place.channel, "hearts pass", "first", "")
    assert offered(choices) == await ben.hand()


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_what_autocomplete_offers_is_understood(place: Place, locale: str) -> None:
    deal_to_the_first(place, held("KD", "QC", "QD"))
    ann, _ = await place.game(place.somebody("ann", locale), place.somebody("ben"), hands=False)
    values: dict[str, str] = {}
    for option, typed in (
        ("first", "kar"),
        ("second", "kreuz"),
        ("third", "karo d" if locale == "de" else "qd"),
    ):
        choices = await ann.member.autocomplete(place.channel, "hearts pass", option, typed)
        name = {"first": "KD", "second": "QC", "third": "QD"}[option]
        label = card_name(Card.parse(name), ann.words)
        [values[option]] = [choice["value"] for choice in choices if choice["name"].endswith(label)]
    await ann.told("pass", **values)
    assert (await ann.view()).passed == Cards.parse("QC QD KD")


@pytest.mark.parametrize("typed", ["", "q", "QS", "pik", "2"])
async def test_autocomplete_offers_strangers_nothing(place: Place, typed: str) -> None:
    eve = place.somebody("eve")
    assert await eve.member.autocomplete(place.channel, "hearts play", "card", typed) == []
    await place.game(place.somebody("ann"), hands=False)
    assert await eve.member.autocomplete(place.channel, "hearts play", "card", typed) == []
    assert await eve.member.autocomplete(place.channel, "hearts pass", "first", typed) == []
