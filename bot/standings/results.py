"""How a game ended for each person: a pure fold of the table's last state.

Games by different rules stand in one leaderboard, so their figures have to mean the same:

- Wins are wins. Both partners of the winning team have won.
- Places are those at a table of four, see `place_of_four`.
- Points are compared only between games that give the usual ones, see `has_usual_points`; any other game
  counts with its place alone. They are the total the game ended with, also where that was halved on the
  way or a moon was taken from it; the best and the worst deal are what a deal was scored with.
- Moons are those a deal credits somebody with: a sun is one, and one of both partners together is one for
  each of them. Missed and conceded is what `missed_moon` and `concedes_moon` say.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.engine.state import Computer, Person, Phase, TableState
from bot.rules.cards import ALL_CARDS, QUEEN_OF_SPADES, Cards
from bot.rules.moons import concedes_moon, missed_moon
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import card_points
from bot.store.counting import rules_text
from bot.store.tallies import GameKind, ResultRow

LAST: Final = 400
"""The place of whoever is last, in hundredths."""

_USUAL: Final = Ruleset()


def place_of_four(place: int, ruleset: Ruleset) -> int:
    """The place somebody would have at a table of four, in hundredths: 100 for the first, 400 for the last.

    Those between are spread evenly: the second of three has 250, that of five 175. Of two teams one is first
    and the other last.

    Args:
        place: as `Game.places` has it.
        ruleset: how many seats there are, and who plays for whom.
    """
    behind_everybody = ruleset.players - len(ruleset.sides[0])
    return 100 + (LAST - 100) * (place - 1) // behind_everybody


def has_usual_points(ruleset: Ruleset) -> bool:
    """Whether points mean what they do in the standard game: four share 26 a deal, each for themselves.

    How a moon or a sun counts makes no difference: it is rare, and a total either way.
    """
    return (
        len(ruleset.sides) == len(_USUAL.sides)
        and _dealt_out(ruleset) == _dealt_out(_USUAL)
        and not ruleset.no_trick_bonus
    )


def _dealt_out(ruleset: Ruleset) -> int:
    """What all cards of a deal count together."""
    return card_points(Cards.of(ALL_CARDS), ruleset)


def month_of(at: float) -> str:
    """The month of a time, such as "2026-02".

    Args:
        at: Unix seconds; the month is that of UTC, so that it is the same for everybody in a server.
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def month_after(at: float) -> float:
    """When the month of a time is over, in UTC: Unix seconds."""
    moment = datetime.fromtimestamp(at, UTC)
    year, month = divmod(moment.year * 12 + moment.month, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC).timestamp()


def results_of(state: TableState, game_id: int, ended_at: float) -> tuple[ResultRow, ...]:
    """How the game ended for each person; nothing for one that is not over, was cancelled or abandoned.

    Nor is there anything for one in which hints could be asked for, whether or not anybody did: who did is
    for nobody else to see, and all were told beforehand that it does not count.

    Computers have no result, but count where places are given. Whoever had left, so that a computer kept
    their seat at the end, is last, whatever became of it; its points count for them all the same, so that
    leaving saves nobody from the points of a bad deal. A partner who stayed has the place of the team.

    Args:
        state: after the last action.
        game_id: the game.
        ended_at: when that was, in Unix seconds.

    Returns:
        One row a person, by number.
    """
    if state.phase is not Phase.OVER or state.game is None or state.hints:
        return ()
    seats: dict[int, int] = {}
    for seat, occupant in enumerate(state.seats):
        match occupant:
            case Person(number) | Computer(owner=int(number)):
                seats[number] = seat
            case _:
                pass
    kind = GameKind.PEOPLE if len(seats) > 1 else GameKind.ALONE
    usual = has_usual_points(state.ruleset)
    missed = [missed_moon(done.deal, done.score.moon) for done in state.history]
    rows: list[ResultRow] = []
    for person, seat in sorted(seats.items()):
        left = isinstance(state.seats[seat], Computer)
        points = [deal.score.points[seat] for deal in state.history if usual]
        rows.append(
            ResultRow(
                person_id=person,
                server_id=state.server,
                kind=kind,
                game_id=game_id,
                ended_at=ended_at,
                month=month_of(ended_at),
                rules=rules_text(state.ruleset),
                place=LAST if left else place_of_four(state.game.places[seat], state.ruleset),
                won=not left and seat in state.game.winners,
                points=state.game.totals[seat] if usual else None,
                deals=len(state.history),
                moons=sum(seat in deal.score.moon for deal in state.history),
                queens=sum(QUEEN_OF_SPADES in deal.deal.taken[seat] for deal in state.history),
                best_deal=min(points, default=None),
                worst_deal=max(points, default=None),
                left_early=left,
                missed=missed.count(seat),
                conceded=sum(concedes_moon(seat, done.score, state.ruleset) for done in state.history),
                side=next(number for number, side in enumerate(state.ruleset.sides) if seat in side),
            )
        )
    return tuple(rows)
