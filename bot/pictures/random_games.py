"""The pictures of games that are played by lot, as people at the table would see them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bot.pictures.deck import PLAIN_DECK, Deck
from bot.pictures.hand import HandPicture
from bot.pictures.plates import SeatPicture
from bot.pictures.table import TablePicture
from bot.rules import shuffle
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.trick import Trick
from bot.rules.view import public_view, view


@dataclass(frozen=True)
class Company:
    """Who sits at a table.

    Attributes:
        seats: a seat each.
        decks: what each of them holds their cards of; in turn, where they are fewer.
    """

    seats: tuple[SeatPicture, ...]
    decks: tuple[Deck, ...] = (PLAIN_DECK,)


def random_pictures(
    ruleset: Ruleset, lots: random.Random, company: Company
) -> Iterator[HandPicture | TablePicture]:
    """Every hand and every table of a game from its first deal until it is over.

    A table is pictured after every pass and every card, a full trick once more when it is taken; a hand when
    it is dealt, passed from, given cards, to play, and after it played.

    Args:
        ruleset: the rules; who may choose after a moon is not asked.
        lots: what decides.
        company: who plays.
    """
    game = Game(ruleset, 0)
    while not game.over:
        yield from _deal(game := _dealt(game, lots), company)
        while (deal := game.deal) is not None and deal.passing:
            seat = deal.passed.index(None)
            chosen = lots.sample(list(deal.hands[seat]), ruleset.pass_size)
            game = game.pass_cards(seat, chosen)
            yield _hand(game, seat, company, Cards.of(chosen) if game.deal and game.deal.passing else None)
            yield _table(game, company)
        yield from _deal(game, company)
        while (deal := game.deal) is not None and (seat := deal.turn) is not None:
            legal = deal.legal(seat)
            yield _hand(game, seat, company, legal)
            game = game.play(seat, lots.choice(list(legal)))
            yield _hand(game, seat, company, None)
            public = public_view(game)
            if not public.trick.plays and public.last_trick is not None:
                yield _table(game, company, public.last_trick)
            yield _table(game, company)
        game = game.finish_deal(game.result())


def _dealt(game: Game, lots: random.Random) -> Game:
    secret = lots.randbytes(shuffle.SECRET_BYTES)
    return game.start_deal(
        shuffle.hands(secret, game.ruleset, game.dealer), shuffle.kitty(secret, game.ruleset)
    )


def _deal(game: Game, company: Company) -> Iterator[HandPicture | TablePicture]:
    for seat in range(game.ruleset.players):
        yield _hand(game, seat, company, None)
    yield _table(game, company)


def _hand(game: Game, seat: int, company: Company, lifted: Cards | None) -> HandPicture:
    seen = view(game, seat)
    received = (seen.received or NO_CARDS) & seen.hand
    return HandPicture(seen.hand, lifted, received, company.decks[seat % len(company.decks)])


def _table(game: Game, company: Company, shown: Trick | None = None) -> TablePicture:
    public = public_view(game)
    trick = public.trick if shown is None else shown
    label = f"Pass {public.direction}" if public.passing else None
    return TablePicture(public, company.seats, trick, label, "Hearts are broken" if public.broken else None)
