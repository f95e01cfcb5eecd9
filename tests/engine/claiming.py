"""How the tests of the engine come to a claim that is right."""

from bot.engine.acts import Claim
from bot.engine.state import TableState
from tests.engine.tabletop import who_sits


def claims(state: TableState) -> tuple[Claim, ...]:
    """Give the claims that are right now, as the buttons of whoever sits there would make them."""
    if state.game is None or state.deal is None or state.moon_question is not None:
        return ()
    return tuple(
        Claim(who_sits(state, seat), state.game.number)
        for seat in range(len(state.seats))
        if state.game.refuse_claim(seat) is None
    )
