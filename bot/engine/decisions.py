"""What one person has decided in a game, and what came of it: read from the list of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.engine.actions import Action, By, Passed, Played
from bot.engine.folding import apply, fold
from bot.players.merging import representatives
from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.scoring import card_points
from bot.rules.view import View, view


@dataclass(frozen=True)
class Made:
    """One decision somebody made, as it was before them.

    Attributes:
        view: what they knew.
        cards: the card they played, or the cards they passed.
        trick: the number of the trick, counted from 1; 0 for a pass.
        took: the points of that trick, where it was theirs in the end; else 0.
        game: the game before the decision, hands open: for what hindsight says.
        passes: what every seat passed in the deal, before or after that; None where nobody did.
    """

    view: View
    cards: tuple[Card, ...]
    trick: int
    took: int
    game: Game = field(repr=False)
    passes: tuple[tuple[Card, ...] | None, ...] = field(repr=False)

    @property
    def deal(self) -> int:
        """The number of the deal."""
        return self.view.public.number


def decisions_of(actions: Sequence[Action], person: int, deal: int | None = None) -> tuple[Made, ...]:
    """The decisions a person made in finished deals, where there was anything to choose.

    What a computer decided that kept their seat, the clock, or nobody because it was forced, is not theirs.
    Of cards that are equal it makes no difference which is played, so that is no decision.

    Args:
        actions: of the game.
        person: the number of the person.
        deal: the number of the deal; None for all of them.
    """
    found: list[tuple[Game, int, tuple[Card, ...]]] = []
    state = fold(actions[:1])
    for action in actions[1:]:
        if (
            isinstance(action, Passed | Played)
            and action.by is By.PERSON
            and state.seat_of(person) == action.seat
            and state.game is not None
            and deal in (None, state.game.number)
        ):
            cards = tuple(action.cards) if isinstance(action, Passed) else (action.card,)
            found.append((state.game, action.seat, cards))
        state = apply(state, action)
    finished = {done.number: done.deal for done in state.history}
    made = (
        _made(game, seat, cards, finished[game.number])
        for game, seat, cards in found
        if game.number in finished
    )
    return tuple(each for each in made if _has_choice(each))


def _made(game: Game, seat: int, cards: tuple[Card, ...], finished: Deal) -> Made:
    known = view(game, seat)
    trick = 0 if known.to_pass else len(known.public.tricks) + 1
    took = 0
    if 0 < trick <= len(finished.tricks):
        whole = finished.tricks[trick - 1]
        took = card_points(whole.cards, game.ruleset) if whole.taker == seat else 0
    passes = tuple(None if each is None else tuple(each) for each in finished.passed)
    return Made(known, cards, trick, took, game, passes)


def _has_choice(made: Made) -> bool:
    return made.view.to_pass or len(representatives(made.view, made.cards[0])) > 1
