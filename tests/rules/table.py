"""How the tests of the rules lay cards on the table."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.rules.cards import RANK_LETTERS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.record import Record
from bot.rules.ruleset import Direction, MoonChoice, Ruleset
from bot.rules.scoring import DealScore, settled
from bot.rules.shuffle import hands, kitty

STANDARD = Ruleset()


def row(text: str) -> list[Card]:
    """Read cards in the order they stand; "3C-KC" is every club from 3 to K, "/" parts tricks for the eye."""
    cards: list[Card] = []
    for word in text.replace("/", " ").split():
        first, _, last = word.partition("-")
        ranks = RANK_LETTERS[RANK_LETTERS.index(first[0]) : RANK_LETTERS.index((last or first)[0]) + 1]
        cards += [Card.parse(rank + first[1]) for rank in ranks]
    return cards


def cards(text: str) -> Cards:
    """Read a set of cards, as `row` does."""
    return Cards.of(row(text))


def deal(
    *hands: str,
    plays: str = "",
    ruleset: Ruleset = STANDARD,
    direction: Direction = Direction.HOLD,
    kitty: str = "",
) -> Deal:
    """Give a deal of these hands, one a seat, in which these cards have been played.

    Nobody passes unless a direction is given. Hands may be short: they only have to be of the same size.
    """
    dealt = Deal.start(ruleset, direction, [cards(hand) for hand in hands], cards(kitty))
    for card in row(plays):
        assert dealt.turn is not None
        dealt = dealt.play(dealt.turn, card)
    return dealt


def played_out(*orders: str, ruleset: Ruleset = STANDARD, kitty: str = "") -> Deal:
    """Give a deal played to the end without a pass, each seat playing its cards in the order of its row."""
    left = [row(order) for order in orders]
    running = deal(*orders, ruleset=ruleset, kitty=kitty)
    while running.turn is not None:
        running = running.play(running.turn, left[running.turn].pop(0))
    return running


def taken(*rows: str, ruleset: Ruleset = STANDARD, choice: MoonChoice | None = None) -> Deal:
    """Give a deal in which the seats have taken these cards, however that came about.

    Cards are still held, so that what is open is not settled by their being gone.
    """
    held = [f"{rank}C" for rank in "23456"[: ruleset.players]]
    return replace(deal(*held, ruleset=ruleset), taken=tuple(map(cards, rows)), moon_choice=choice)


def over(*rows: str, ruleset: Ruleset = STANDARD, choice: MoonChoice | None = None) -> Deal:
    """Give a deal that is over, in which the seats have taken these cards, however that came about."""
    return replace(taken(*rows, ruleset=ruleset, choice=choice), turn=None)


def game_after(*scores: Sequence[int], ruleset: Ruleset = STANDARD, first_dealer: int = 0) -> Game:
    """Give a game in which finished deals brought these points, one row a deal."""
    return Game(ruleset, first_dealer, tuple(DealScore(tuple(points)) for points in scores))


@dataclass(frozen=True)
class Played:
    """A game played at random, with what it was dealt from."""

    game: Game
    deals: tuple[tuple[Deal, int, bytes], ...]

    @property
    def record(self) -> Record:
        """The game as people can download it."""
        return Record.public(self.game.ruleset, self.deals)


def random_game(
    seed: int, ruleset: Ruleset = STANDARD, *, most_deals: int = 100, to_the_last_card: bool = False
) -> Played:
    """Give a game of random passes and plays, up to its end or to so many deals.

    A deal stops where nothing that counts is open, or where asked for goes on to its last card. Who is asked
    how a moon counts chooses by lot, or not at all.
    """
    rng = random.Random(seed)
    players = ruleset.players
    game = Game(ruleset, rng.randrange(players))
    deals: list[tuple[Deal, int, bytes]] = []
    while not game.over and len(deals) < most_deals:
        secret, dealer = rng.randbytes(32), game.dealer
        game = game.start_deal(hands(secret, ruleset, dealer), kitty(secret, ruleset))
        for seat in range(players):
            if running_deal(game).passing:
                game = game.pass_cards(seat, rng.sample(list(running_deal(game).hands[seat]), 3))
        running = running_deal(game)
        while running.turn is not None and (to_the_last_card or not settled(running)):
            running = running.play(running.turn, rng.choice(list(running.legal(running.turn))))
        game = replace(game, deal=running)
        question = game.moon_question
        choice = None if question is None else rng.choice((None, *MoonChoice))
        if question is not None and choice is not None:
            game = game.choose_moon(question.seat, choice)
        deals.append((running_deal(game), dealer, secret))
        game = game.finish_deal(game.result())
    return Played(game, tuple(deals))


def running_deal(game: Game) -> Deal:
    """Give the deal that is running."""
    assert game.deal is not None
    return game.deal
