"""What the second formulation of the rules says of a running deal."""

from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.refusal import Refusal, Rule
from tests.rules import by_the_book


def due_by_the_book(deal: Deal) -> tuple[Cards, Rule | None]:
    """Give what the seat to play may play, by the second formulation of the rules."""
    assert deal.turn is not None
    tricks = [[(play.seat, str(play.card)) for play in trick.plays] for trick in (*deal.tricks, deal.trick)]
    legal, why = by_the_book.due([str(card) for card in deal.hands[deal.turn]], tricks, deal.ruleset)
    return Cards.of(map(Card.parse, legal)), why


def refusal_by_the_book(deal: Deal, seat: int, card: Card) -> Refusal | None:
    """Give why a card may not be played, by the second formulation of the rules."""
    tried = Cards.of([card])
    if deal.turn is None:
        return Refusal(Rule.PASS_NOT_OVER if deal.passing else Rule.DEAL_OVER, seat, tried)
    if seat != deal.turn:
        return Refusal(Rule.NOT_YOUR_TURN, seat, tried)
    if card not in deal.hands[seat]:
        return Refusal(Rule.NOT_HELD, seat, tried)
    legal, why = due_by_the_book(deal)
    return None if card in legal or why is None else Refusal(why, seat, tried, legal)
