"""How the tests of wishes sit down and look at what was played."""

from bot.engine.actions import By, Played
from bot.engine.paces import Pace
from bot.engine.state import TableState
from bot.engine.table import Table
from bot.rules.cards import Card, Cards, Suit
from bot.store import PreferencesRow, Store
from tests.engine.evening import quiet
from tests.engine.hall import Hall
from tests.engine.tabletop import (
    FOUR,
    open_table,
    play,
)

TWO_OF_CLUBS = Card.parse("2C")


async def at_the_first_card(hall: Hall, *people: int, pace: Pace = Pace.NONE) -> Table:
    """Give a table at which 2C is to be led."""
    for person in people or FOUR:
        await hall.store.person(1000 + person, f"person {person}")
    table = await open_table(hall.tables, *people, start=True, pace=pace)
    await play(table, 4)
    await quiet()
    return table


async def wants_autoplay(store: Store, *people: int) -> None:
    """Have cards of these people played at once where no other is legal."""
    for person in people:
        await store.save_preferences(PreferencesRow(person, autoplay=True))


def hand(state: TableState, seat: int) -> Cards:
    """Give the cards of a seat."""
    assert state.deal is not None
    return state.deal.hands[seat]


def club(state: TableState, seat: int) -> Card:
    """Give the lowest club of a seat."""
    return next(card for card in hand(state, seat) if card.suit is Suit.CLUBS)


def no_club(state: TableState, seat: int) -> Card:
    """Give the lowest card of a seat that is no club."""
    return next(card for card in hand(state, seat) if card.suit is not Suit.CLUBS)


def played(hall: Hall) -> list[tuple[int, Card, By]]:
    """Give every card played so far."""
    actions = [action for change in hall.changes for action in change.actions]
    return [(action.seat, action.card, action.by) for action in actions if isinstance(action, Played)]
