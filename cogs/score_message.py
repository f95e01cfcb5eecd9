"""What a deal came to, and the game at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.engine.state import DealHistory
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Moon
from bot.rules.scoring import (
    JACK_OF_DIAMONDS,
    JACK_POINTS,
    NO_TRICK_POINTS,
    DealScore,
    card_points,
    dropped_total,
    moon_counted,
    shot,
    side_totals,
)
from bot.rules.shuffle import commitment
from bot.text.cards import card_text, cards_text
from bot.text.words import Words
from cogs.clicks import Button
from cogs.layout import Download, Layout, Picture
from cogs.moon_text import counted_line
from cogs.seating import SeatName
from cogs.teams import by_team, team_name


def deal_layout(
    history: DealHistory,
    game: Game,
    names: tuple[SeatName, ...],
    words: Words,
    picture: Picture | None = None,
) -> Layout:
    """What is left of the message of a deal when it is over: what happened, and the secret it was dealt from.

    Args:
        history: the deal.
        game: the game up to this deal, its points included.
        names: of the seats.
        words: the language of the table.
        picture: the score sheet; None where there is none.
    """
    score, totals = history.score, game.totals
    lines = [
        words.count("deal.seat", score.points[seat], name=names[seat].text, total=totals[seat])
        for seat in range(len(names))
    ]
    sides = side_totals(totals, game.ruleset)
    happened = [
        *_moon(history, names, words),
        *_claim(history.deal, names, words),
        *_extras(history.deal, score, names, words),
        *_exact_limit(game, names, words),
    ]
    if not history.deal.over:
        happened.append(words("deal.rest_skipped"))
    if max(sides) >= game.ruleset.limit and not game.over:
        level = [
            team_name(side, names, words)
            for side, total in zip(game.ruleset.sides, sides, strict=True)
            if total == min(sides)
        ]
        happened.append(words("deal.tie", names=words.list(level)))
    return Layout(
        texts=(
            words("deal.title", number=history.number),
            "\n".join(by_team(game.ruleset, sides, lines, names, words)),
            "\n".join(happened),
        ),
        picture=picture,
        footer=words("deal.secret", secret=history.secret.hex(), commitment=commitment(history.secret)),
    )


def _moon(history: DealHistory, names: tuple[SeatName, ...], words: Words) -> Iterator[str]:
    """Who has shot a moon or a sun, and which way it went where the rules do not say that beforehand."""
    score, ruleset = history.score, history.deal.ruleset
    if not score.moon:
        return
    shooters = team_name(score.moon, names, words)
    if score.sun:
        yield words("deal.sun", names=shooters)
    else:
        yield words.count("deal.moon", len(score.moon), names=shooters)
    moon = shot(history.deal.taken, ruleset)
    if ruleset.moon is not Moon.ADD and moon is not None:
        yield counted_line(moon, moon_counted(score), ruleset, names, words)
    if history.moon_clocked:
        yield words("deal.moon_clocked")


def _claim(deal: Deal, names: tuple[SeatName, ...], words: Words) -> Iterator[str]:
    if deal.claimed is not None:
        yield words.count(
            "deal.claimed",
            card_points(deal.rest_claimed, deal.ruleset),
            name=names[deal.claimed].text,
            cards=cards_text(deal.laid_open, words),
        )


def _extras(deal: Deal, score: DealScore, names: tuple[SeatName, ...], words: Words) -> Iterator[str]:
    """What counts beside the penalty cards, so that anybody can check the points."""
    ruleset = deal.ruleset
    if ruleset.jack_of_diamonds:
        for seat, cards in enumerate(deal.taken):
            if JACK_OF_DIAMONDS in cards:
                jack = card_text(JACK_OF_DIAMONDS, words)
                yield words("deal.jack", jack=jack, points=JACK_POINTS, name=names[seat].text)
    if ruleset.no_trick_bonus and not score.moon:
        without = [names[seat].text for seat, cards in enumerate(deal.taken) if not cards]
        if without:
            yield words("deal.no_trick", points=NO_TRICK_POINTS, names=words.list(without))


def _exact_limit(game: Game, names: tuple[SeatName, ...], words: Words) -> Iterator[str]:
    for side in game.dropped[-1]:
        yield words(
            "deal.exact",
            name=team_name(side, names, words),
            limit=game.ruleset.limit,
            half=dropped_total(game.ruleset),
        )


def places_text(game: Game, names: tuple[SeatName, ...], words: Words) -> str:
    """The placing at the end of a game, a line for each team or each who played alone, best first."""
    totals = side_totals(game.totals, game.ruleset)
    ranked = sorted(zip(totals, game.ruleset.sides, strict=True))
    return "\n".join(
        words.count(
            "over.place",
            total,
            place=1 + sum(other < total for other in totals),
            name=team_name(side, names, words),
        )
        for total, side in ranked
    )


def winners_title(game: Game, names: tuple[SeatName, ...], words: Words) -> str:
    """Who has won."""
    return words.count("over.title", len(game.winners), name=team_name(game.winners, names, words))


def over_layout(
    game_id: int,
    game: Game,
    names: tuple[SeatName, ...],
    record: Download,
    words: Words,
    pictures: Sequence[Picture] = (),
) -> Layout:
    """The message at the end of a game: the placing, the record, and another game for who likes one.

    Args:
        game_id: the game.
        game: at its end.
        names: of the seats.
        record: the record of the game.
        words: the language of the table.
        pictures: from the top.
    """
    return Layout(
        texts=(winners_title(game, names, words), places_text(game, names, words)),
        picture=next(iter(pictures), None),
        further=tuple(pictures[1:]),
        download=record,
        rows=(
            (
                Button("rematch", game_id, words("button.rematch"), style=ButtonStyle.success),
                review_button(game_id, words),
            ),
        ),
    )


def review_button(game_id: int, words: Words, deal: int | None = None) -> Button:
    """For whoever wants to know how they decided: in one deal, or in the whole game."""
    return Button("review", game_id, words("button.review"), "" if deal is None else str(deal))
