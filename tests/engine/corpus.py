r"""The corpus: old games as they stand in databases, and what each came to.

A file of `corpus/` is one game as JSON lines. A line with a kind is a row: its kind, version and body, word
for word. A line with "phase" is what the rows up to there have led to. A file that is there is never changed:
the program must read it for ever. When an action gets a new version, or the engine a new habit, add games:

    python -m tests.engine.corpus NAME [--seed N] [--limit N] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME [--seed N] [--rules JSON] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME --agreed [--seed N] [--rules JSON] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME --hints [--seed N] [--limit N] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME --levels [--seed N] [--limit N] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME --rated [--seed N] [--limit N] [--people N] [--acts N] [--cancel]
    python -m tests.engine.corpus NAME --come-and-go [--seed N] [--limit N] [--acts N]

plays a game by lot through today's engine and writes it to `corpus/NAME.jsonl`, which must not be there. With
--agreed the host chooses the rules in the lobby, the others agree, seats are swapped and shuffled, and
whoever may claim the rest of a deal does so. With --hints the host allows them, and the others agree. With
--levels the table is opened for Hard computers, and the host adds an Expert. With --rated its rules count in
the server, so that it is rated where more than one play. With --come-and-go people leave,
come back and are replaced all the time, and the clock plays for some of them.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.engine.actions import Action, write
from bot.engine.acts import (
    Act,
    AddComputer,
    Agree,
    Cancel,
    Join,
    Leave,
    RemoveComputer,
    SetHints,
    SetRuleset,
    ShuffleSeats,
    Start,
    SwapSeats,
)
from bot.engine.decide import decide
from bot.engine.folding import fold
from bot.engine.paces import Pace
from bot.engine.state import EARLIER_LEVEL, Computer, Person, TableState
from bot.engine.tables import Opening
from bot.rules.ruleset import Ruleset
from bot.store import Row
from tests.engine.claiming import claims
from tests.engine.coming_and_going import PEOPLE, any_act
from tests.engine.tabletop import Lots, random_act, told

CORPUS = Path(__file__).with_name("corpus")

Summary = dict[str, Any]

_TELLING = ("scored", "moon_chosen", "seats_shuffled", "seat_kept", "seat_taken_back", "replacement_wanted")


def games() -> tuple[Path, ...]:
    """Give the files of the corpus."""
    return tuple(sorted(CORPUS.glob("*.jsonl")))


def rows_of(path: Path) -> Iterator[tuple[Row | None, Summary | None]]:
    """Read a file line by line: rows, and what they have led to."""
    for line in path.read_text("utf-8").splitlines():
        entry = json.loads(line)
        if "phase" in entry:
            yield None, entry
        else:
            yield Row(entry["kind"], entry["version"], entry["body"]), None


def summary(state: TableState) -> Summary:
    """Give what is recorded of a state, in plain words that do not change with the program."""
    game, deal = state.game, state.deal
    # What came later is left out where there is none of it, so that files from before stay true.
    later: dict[str, Any] = {
        "pace": None if state.pace is Pace.NONE else str(state.pace),
        "missed": list(state.missed) if any(state.missed) else None,
        "wanted": sorted(state.wanted) or None,
        "rules": state.ruleset.changes(Ruleset()) if state.rules_changed else None,
        "to_agree": sorted(state.to_agree) or None,
        "hints": state.hints or None,
        "rated": state.rated or None,
        "level": None if state.level == EARLIER_LEVEL else state.level,
        "claims": {
            str(done.number): done.deal.claimed for done in state.history if done.deal.claimed is not None
        }
        or None,
    }
    return {
        **{key: value for key, value in later.items() if value is not None},
        "phase": str(state.phase),
        "count": state.count,
        "host": state.host,
        "seats": [_occupant(seat) for seat in state.seats],
        "ended_by": state.ended_by,
        "dealer": None if game is None else game.dealer,
        "points": [] if game is None else [list(score.points) for score in game.scores],
        "moons": [] if game is None else [list(score.moon) for score in game.scores],
        "totals": None if game is None else list(game.totals),
        "winners": None if game is None else list(game.winners),
        "awaited": list(state.awaited),
        "decision": None if state.decision is None else str(state.decision),
        "deal": None
        if deal is None
        else {
            "direction": str(deal.direction),
            "dealt": list(map(str, deal.dealt)),
            "hands": list(map(str, deal.hands)),
            "passed": [None if cards is None else str(cards) for cards in deal.passed],
            "taken": list(map(str, deal.taken)),
            "trick": [f"{play.seat}:{play.card}" for play in deal.trick.plays],
            "broken": deal.broken,
            **({"kitty": str(deal.kitty)} if deal.kitty else {}),
        },
    }


def _occupant(seat: Person | Computer | None) -> str | None:
    match seat:
        case Person(number):
            return f"person {number}"
        case Computer(level, figure, None):
            return f"computer {level} {figure}"
        case Computer(level, figure, owner, why):
            return f"computer {level} {figure} for {owner}: {why}"
        case None:
            return None


def played_game(
    seed: int,
    ruleset: Ruleset,
    people: int,
    acts: int | None,
    cancel: bool,
    agreed: bool = False,
    hints: bool = False,
    levels: bool = False,
    rated: bool = False,
) -> list[Action]:
    """Give the actions of a game played by lot, after some coming and going in its lobby.

    Args:
        seed: what it follows from.
        ruleset: its rules.
        people: how many play, 1 to 4 and no more than there are seats; computers fill the rest.
        acts: how many passes and plays there are; to the end of the game if None.
        cancel: whether the host ends it then.
        agreed: whether the rules are chosen and agreed to in its lobby, seats are moved, and claims are made.
        hints: whether they are allowed.
        levels: whether the table is opened for Hard computers, and an Expert is added.
        rated: whether its rules count in the server.
    """
    rng, lots = random.Random(seed), Lots(seed)
    host = 100
    opened = Ruleset() if agreed else ruleset
    level, added = ("hard", "expert") if levels else (EARLIER_LEVEL, None)
    actions: list[Action] = list(Opening(1, 2, "en", opened, (host,), level=level).actions)
    state = fold(actions)

    def do(act: Act) -> None:
        nonlocal state
        decided = decide(state, act, lots)
        assert isinstance(decided, tuple), decided
        actions.extend(decided)
        state = told(state, decided)

    # Whoever opened the table leaves it, and the next person becomes its host.
    host += 1
    for act in (Join(host), AddComputer(100), RemoveComputer(100), Leave(100), AddComputer(host, added)):
        do(act)
    if people > 3:
        do(RemoveComputer(host))
    for person in range(host + 1, host + people):
        do(Join(person))
    if agreed:
        for act in (SetRuleset(host, ruleset), ShuffleSeats(host), SwapSeats(host, 0, ruleset.players - 1)):
            do(act)
    if hints:
        do(SetHints(host, allowed=True))
    for person in sorted(state.to_agree):
        do(Agree(person, 1))
    done = 0
    if acts is None or acts > 0:
        do(Start(host, state.ruleset if rated else None))
    while state.awaited and (acts is None or done < acts):
        right = claims(state) if agreed else ()
        do(rng.choice(right) if right else random_act(state, rng))
        done += 1
    if cancel:
        do(Cancel(host, moderator=False))
    return actions


def come_and_go(seed: int, ruleset: Ruleset, limit: int | None) -> list[Action]:
    """Give the actions of a game in which people come and go by lot all the time.

    Args:
        seed: what it follows from.
        ruleset: its rules.
        limit: how many acts are accepted; to the end of the game if None.
    """
    rng, lots = random.Random(seed), Lots(seed)
    actions: list[Action] = list(Opening(1, 2, "en", ruleset, PEOPLE[:2], pace=Pace.SLOW).actions)
    state, accepted = fold(actions), 0
    while state.open and (limit is None or accepted < limit):
        decided = decide(state, any_act(state, rng), lots)
        if isinstance(decided, tuple):
            actions.extend(decided)
            state, accepted = told(state, decided), accepted + 1
    return actions


def add(name: str, actions: Sequence[Action]) -> Path:
    """Write a game, with what it comes to after every deal and now and then in between.

    Raises:
        FileExistsError: such a file is there, and stays as it is.
    """
    lines: list[str] = []
    state: TableState | None = None
    for number, action in enumerate(actions, 1):
        kind, version, body = write(action)
        lines.append(json.dumps({"kind": kind, "version": version, "body": body}))
        state = fold((action,)) if state is None else told(state, (action,))
        if kind in _TELLING or number % 97 == 0 or number == len(actions):
            lines.append(json.dumps(summary(state)))
    path = CORPUS / f"{name}.jsonl"
    with path.open("x", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def main() -> None:
    """Add a game."""
    parser = argparse.ArgumentParser(description="Add a game to the corpus.")
    parser.add_argument("name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--rules", type=json.loads, help="the rules as in a record, in place of a limit")
    parser.add_argument("--people", type=int, default=4, choices=(1, 2, 3, 4))
    parser.add_argument("--acts", type=int, help="passes and plays; to the end of the game if left out")
    parser.add_argument("--cancel", action="store_true", help="the host ends the game")
    parser.add_argument("--agreed", action="store_true", help="rules are agreed to, and claims made")
    parser.add_argument("--hints", action="store_true", help="hints are allowed")
    parser.add_argument("--levels", action="store_true", help="computers are of other levels than medium")
    parser.add_argument("--rated", action="store_true", help="the rules count in the server")
    parser.add_argument("--come-and-go", action="store_true", help="people come and go; acts count these too")
    asked = parser.parse_args()
    ruleset = Ruleset(limit=asked.limit) if asked.rules is None else Ruleset.from_record(asked.rules)
    if asked.come_and_go:
        add(asked.name, come_and_go(asked.seed, ruleset, asked.acts))
        return
    actions = played_game(
        asked.seed,
        ruleset,
        asked.people,
        asked.acts,
        asked.cancel,
        asked.agreed,
        asked.hints,
        asked.levels,
        asked.rated,
    )
    add(asked.name, actions)


if __name__ == "__main__":
    main()
