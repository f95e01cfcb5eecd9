"""What may be known: by everybody (`PublicView`), and by the person in one seat (`View`).

A player, a hint and whatever draws or speaks for a seat is given one of these and nothing else. No hidden
card is in them, so none can leak from what they are used for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.rules import claims
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import DealScore, MoonQuestion, card_points, shot, side_totals
from bot.rules.shuffle import deck
from bot.rules.trick import Play, Trick


@dataclass(frozen=True)
class PublicView:
    """What everybody at the table and every onlooker may know of a running deal.

    Every tuple but `scores`, `tricks` and `team_totals` has one entry a seat.

    Attributes:
        ruleset: the rules of the game.
        number: the deal's number in the game, counted from 1.
        dealer: the seat that dealt.
        direction: where cards are passed.
        scores: the finished deals of the game.
        totals: points of the finished deals.
        passing: whether some seat still has to confirm its pass.
        confirmed: whether the seat has confirmed its pass (all False on a hold).
        hand_sizes: how many cards the seat holds.
        tricks: the finished tricks of this deal.
        trick: the running trick; empty before a lead. After a claim, as far as it had come.
        turn: the seat to play; None while cards are passed or a shooter is asked, and after the last trick.
        broken: whether hearts are broken.
        taken: the cards the seat has taken.
        points: the points in those cards, moons not looked at.
        kitty: the cards that lay apart; None while they lie face down.
        moon_question: what the shooter of this deal's moon is asked; None where nobody is.
        claimed: the seat that was given the rest; None where nobody has claimed it.
        laid_open: the hand it laid open for that.
    """

    ruleset: Ruleset
    number: int
    dealer: int
    direction: Direction
    scores: tuple[DealScore, ...]
    totals: tuple[int, ...]
    passing: bool
    confirmed: tuple[bool, ...]
    hand_sizes: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    turn: int | None
    broken: bool
    taken: tuple[Cards, ...]
    points: tuple[int, ...]
    kitty: Cards | None = NO_CARDS
    moon_question: MoonQuestion | None = None
    claimed: int | None = None
    laid_open: Cards = NO_CARDS

    @property
    def team_totals(self) -> tuple[int, ...]:
        """The totals the game goes by: one for each of `ruleset.sides`."""
        return side_totals(self.totals, self.ruleset)

    @property
    def rest(self) -> Cards:
        """The cards of the deck that nobody has taken yet, wherever they are."""
        rest = Cards.of(deck(self.ruleset))
        for taken in self.taken:
            rest -= taken
        return rest

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.totals)

    @property
    def last_trick(self) -> Trick | None:
        """The trick finished last in this deal."""
        return self.tricks[-1] if self.tricks else None

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play of the deal so far, in order."""
        return tuple(play for trick in self.tricks for play in trick.plays) + self.trick.plays

    @property
    def ply(self) -> int:
        """How many cards have been played."""
        return len(self.tricks) * self.players + len(self.trick)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats with something to decide now: who has not passed, who is to play, or who is asked."""
        if self.moon_question is not None:
            return (self.moon_question.seat,)
        if self.passing:
            return tuple(seat for seat, done in enumerate(self.confirmed) if not done)
        return () if self.turn is None else (self.turn,)


@dataclass(frozen=True)
class View:
    """What one seat knows.

    Attributes:
        public: what everybody knows.
        seat: whose view it is.
        dealt: the seat's hand as dealt.
        hand: the cards it holds now (before the pass is over, those it was dealt).
        passed: the cards it has confirmed to pass; None before that, and on a hold.
        received: the cards passed to it; None until every seat has confirmed, and on a hold.
        legal: the cards it may play now; none where it is not to play.
    """

    public: PublicView
    seat: int
    dealt: Cards
    hand: Cards
    passed: Cards | None
    received: Cards | None
    legal: Cards

    @property
    def to_pass(self) -> bool:
        """Whether the seat has to choose its pass."""
        return self.public.passing and self.passed is None

    @property
    def to_play(self) -> bool:
        """Whether the seat has to play a card."""
        return self.public.turn == self.seat

    @property
    def claim_shoots(self) -> bool:
        """Whether the moon or the sun is shot where this seat takes all the rest."""
        taken = list(self.public.taken)
        taken[self.seat] |= self.public.rest
        return shot(taken, self.public.ruleset) is not None

    @cached_property
    def may_claim(self) -> bool:
        """Whether the seat may claim the rest now: `Game.refuse_claim`, by what is in this view.

        Looked at where it is asked for only: the views of computer players are many.
        """
        public = self.public
        if public.turn is None or public.passing or public.kitty is None:
            return False
        seen = self.hand | public.kitty | Cards.of(play.card for play in public.plays)
        sight = claims.Sight(
            ruleset=public.ruleset,
            seat=self.seat,
            hand=self.hand,
            unseen=Cards.of(deck(public.ruleset)) - seen,
            sizes=public.hand_sizes,
            tricks=public.tricks,
            trick=public.trick,
            turn=public.turn,
            taken=public.taken,
            passed=self.passed,
            receiver=public.direction.target(self.seat, public.players),
        )
        return claims.refuse(sight) is None


def public_view(game: Game) -> PublicView:
    """What everybody may know of the game's running deal.

    Raises:
        ValueError: between deals.
    """
    deal = _running(game)
    question = game.moon_question
    return PublicView(
        ruleset=game.ruleset,
        number=game.number,
        dealer=game.dealer,
        direction=deal.direction,
        scores=game.scores,
        totals=game.totals,
        passing=deal.passing,
        confirmed=tuple(cards is not None for cards in deal.passed),
        hand_sizes=tuple(map(len, deal.hands)),
        tricks=deal.tricks,
        trick=deal.trick,
        turn=deal.turn if question is None else None,
        broken=deal.broken,
        taken=deal.taken,
        points=tuple(card_points(cards, game.ruleset) for cards in deal.taken),
        kitty=deal.kitty if not deal.kitty or deal.tricks or deal.claimed is not None else None,
        moon_question=question,
        claimed=deal.claimed,
        laid_open=deal.laid_open,
    )


def view(game: Game, seat: int) -> View:
    """What the person in a seat may know of the game's running deal.

    Raises:
        ValueError: between deals.
    """
    deal = _running(game)
    public = public_view(game)
    return View(
        public=public,
        seat=seat,
        dealt=deal.dealt[seat],
        hand=deal.hands[seat],
        passed=deal.passed[seat],
        received=deal.received(seat),
        legal=deal.legal(seat) if seat == public.turn else NO_CARDS,
    )


def _running(game: Game) -> Deal:
    if game.deal is None:
        raise ValueError("no deal is running")
    return game.deal
