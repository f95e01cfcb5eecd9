"""Situations in which a rule matters, with what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.rules.ruleset import Direction, Moon, Partners, Ruleset
from tests.cogs.lines import Line

Points = tuple[int, ...]


@dataclass(frozen=True)
class Situation:
    """Deals in which a rule matters, and what they come to.

    Attributes:
        rule: what the rules say here.
        form: what the host fills in, by the custom_ids of the forms' parts.
        ruleset: the rules that amounts to.
        line: how each seat passes and plays.
        secrets: the numbers of the deals' secrets.
        points: what each deal comes to, by seat.
        without: what the last deal comes to, with the same secrets and lines, where the rule is not chosen;
            None where there is nothing to compare.
        but: the rules without it.
        totals: after the last deal, where they are not the sums.
        says: what stands in the message of the last deal.
        meanwhile: what stands in the message of the table while that is played.
        answer: the button the shooter presses.
        places: the final message, from the first place; empty where the game goes on.
        locale: what everybody's Discord is set to.
    """

    rule: str
    form: Mapping[str, Any]
    ruleset: Ruleset
    line: Line
    secrets: Sequence[int]
    points: Sequence[Points]
    without: Points | None = None
    but: Ruleset = field(default_factory=Ruleset)
    totals: Points = ()
    says: Sequence[str] = ()
    meanwhile: Sequence[str] = ()
    answer: str = ""
    places: Sequence[str] = ()
    locale: str = "en-US"


SITUATIONS: Final = [
    Situation(
        "three players: 17 cards each, without 2D",
        {"players": "3"},
        Ruleset(players=3),
        "hls",
        [1],
        [(20, 4, 2)],
    ),
    Situation(
        "five players: 10 cards each, without 2D and 2C",
        {"players": "5"},
        Ruleset(players=5),
        "hlssl",
        [1],
        [(13, 0, 2, 11, 0)],
    ),
    Situation(
        "three players with a kitty: QS lies in it and goes to the taker of the first trick",
        {"players": "3", "extras": ["kitty"]},
        Ruleset(players=3, kitty=True),
        "hls",
        [103],
        [(13, 0, 13)],
        meanwhile=["🂠 1 card lies face down and goes to the first trick.", "🂠 Turned up: "],
    ),
    Situation(
        "five players with a kitty: two hearts lie in it",
        {"players": "5", "extras": ["kitty"]},
        Ruleset(players=5, kitty=True),
        "hlssl",
        [6],
        [(11, 0, 2, 13, 0)],
        meanwhile=["🂠 2 Karten liegen verdeckt und gehen an den ersten Stich.", "🂠 Aufgedeckt: "],
        locale="de",
    ),
    Situation(
        "passes go across in the first deal",
        {"pass_cycle": "across, none"},
        Ruleset(pass_cycle=(Direction.ACROSS, Direction.HOLD)),
        "hlsl",
        [1],
        [(9, 0, 0, 17)],
        without=(22, 4, 0, 0),
    ),
    Situation(
        "passes go right in every deal",
        {"pass_cycle": "rechts"},
        Ruleset(pass_cycle=(Direction.RIGHT,)),
        "hlsl",
        [1],
        [(24, 2, 0, 0)],
        without=(22, 4, 0, 0),
        locale="de",
    ),
    Situation(
        "nobody passes in the first deal, all pass left in the second",
        {"pass_cycle": "none, left"},
        Ruleset(pass_cycle=(Direction.HOLD, Direction.LEFT)),
        "hlsl",
        [1, 2],
        [(5, 5, 3, 13), (21, 0, 5, 0)],
        without=(18, 4, 4, 0),
    ),
    Situation(
        "the game ends at 30, where the lowest total wins",
        {"limit": "30"},
        Ruleset(limit=30),
        "hlss",
        [4, 22],
        [(24, 0, 2, 0), (6, 20, 0, 0)],
        places=["1. **Dora**: 0 points", "2. **Cleo**: 2 points", "3. **Ben**: 20 points", "4. **Ann**: 30"],
    ),
    Situation(
        "exactly the limit drops to half of it, and the game goes on",
        {"limit": "30", "extras": ["exact_limit"]},
        Ruleset(limit=30, exact_limit=True),
        "hlss",
        [4, 22],
        [(24, 0, 2, 0), (6, 20, 0, 0)],
        totals=(15, 20, 2, 0),
        says=["Ann: exactly 30, so the total drops to 15."],
    ),
    Situation(
        "the queen of spades discarded breaks hearts",
        {"hearts": ["queen_breaks_hearts"]},
        Ruleset(queen_breaks_hearts=True),
        "sshh",
        [115],
        [(7, 0, 6, 13)],
        without=(0, 0, 13, 13),
    ),
    Situation(
        "hearts are led before they are broken",
        {"hearts": ["hearts_any_time"]},
        Ruleset(hearts_any_time=True),
        "shhh",
        [4],
        [(1, 8, 2, 15)],
        without=(2, 6, 3, 15),
    ),
    Situation(
        "points are discarded on the first trick",
        {"hearts": ["points_on_first_trick"]},
        Ruleset(points_on_first_trick=True),
        "hsss",
        [143],
        [(22, 0, 1, 3)],
        without=(16, 0, 0, 10),
    ),
    Situation(
        "a moon adds 26 to the others",
        {"moon": "add"},
        Ruleset(),
        "hlll",
        [22],
        [(0, 26, 26, 26)],
        without=(-26, 0, 0, 0),
        but=Ruleset(moon=Moon.SUBTRACT),
        says=["🌙 **Ann** has shot the moon!"],
    ),
    Situation(
        "a moon takes 26 from the shooter",
        {"moon": "subtract"},
        Ruleset(moon=Moon.SUBTRACT),
        "hlll",
        [22],
        [(-26, 0, 0, 0)],
        without=(0, 26, 26, 26),
        says=["🌙 **Ann** has shot the moon!", "Counted as 26 points off the total of Ann."],
    ),
    Situation(
        "the shooter chooses to add",
        {"moon": "choose"},
        Ruleset(moon=Moon.CHOOSE),
        "hlll",
        [22],
        [(0, 26, 26, 26)],
        answer="Others +26",
        says=["Counted as 26 points for each of the others."],
        meanwhile=["🌙 **Ann** has shot the moon and chooses how it counts."],
    ),
    Situation(
        "the shooter chooses to subtract",
        {"moon": "choose"},
        Ruleset(moon=Moon.CHOOSE),
        "hlll",
        [22],
        [(-26, 0, 0, 0)],
        answer="Ich −26",
        says=["🌙 **Ann** hat den Mond abgeschossen", "Gezählt wird: 26 Punkte weniger für Ann."],
        locale="de",
    ),
    Situation(
        "a moon that would lose the game is taken off instead",
        {"moon": "avoid", "limit": "35"},
        Ruleset(moon=Moon.AVOID, limit=35),
        "hlss",
        [1, 7, 13],
        [(18, 8, 0, 0), (16, 5, 5, 0), (-26, 0, 0, 0)],
        without=(0, 26, 26, 26),
        but=Ruleset(limit=35),
        totals=(8, 13, 5, 0),
        says=["Counted as 26 points off the total of Ann."],
    ),
    Situation(
        "a moon that loses no game is added",
        {"moon": "avoid"},
        Ruleset(moon=Moon.AVOID),
        "hlll",
        [22],
        [(0, 26, 26, 26)],
        without=(-26, 0, 0, 0),
        but=Ruleset(moon=Moon.SUBTRACT),
        says=["Counted as 26 points for each of the others."],
    ),
    Situation(
        "the jack of diamonds counts -10, and a deal can be negative",
        {"points": ["jack_of_diamonds"]},
        Ruleset(jack_of_diamonds=True),
        "hlss",
        [5],
        [(22, 3, -9, 0)],
        without=(22, 3, 1, 0),
        says=["J♦︎ (−10): Cleo"],
    ),
    Situation(
        "a shooter with the jack of diamonds",
        {"points": ["jack_of_diamonds"]},
        Ruleset(jack_of_diamonds=True),
        "hlll",
        [22],
        [(-10, 26, 26, 26)],
        without=(0, 26, 26, 26),
        says=["🌙 **Ann**", "(−10): Ann"],
        locale="de",
    ),
    Situation(
        "the jack of diamonds helps whoever takes it, also where another shoots the moon",
        {"points": ["jack_of_diamonds"]},
        Ruleset(jack_of_diamonds=True),
        "hlll",
        [128],
        [(16, 26, 0, 26)],
        without=(26, 26, 0, 26),
        says=["🌙 **Cleo**", "J♦︎ (−10): Ann"],
    ),
    Situation(
        "every trick counts twice a moon, and is no moon beside",
        {"points": ["sun"]},
        Ruleset(sun=True),
        "hlll",
        [22],
        [(0, 52, 52, 52)],
        without=(0, 26, 26, 26),
        says=["☀️ **Ann** has taken every trick!"],
    ),
    Situation(
        "a sun is applied the way a moon is",
        {"points": ["sun"], "moon": "subtract"},
        Ruleset(sun=True, moon=Moon.SUBTRACT),
        "hlll",
        [22],
        [(-52, 0, 0, 0)],
        without=(-26, 0, 0, 0),
        but=Ruleset(moon=Moon.SUBTRACT),
        says=["☀️ **Ann** has taken every trick!", "Counted as 52 points off the total of Ann."],
    ),
    Situation(
        "a sun of Spot Hearts",
        {"points": ["sun", "spot"]},
        Ruleset(sun=True, spot=True, limit=500),
        "hlll",
        [22],
        [(0, 258, 258, 258)],
        without=(0, 129, 129, 129),
        but=Ruleset(spot=True, limit=500),
        says=["☀️ **Ann** hat alle Stiche gemacht!"],
        locale="de",
    ),
    Situation(
        "who takes no trick gets 5 points less",
        {"points": ["no_trick_bonus"]},
        Ruleset(no_trick_bonus=True),
        "hlll",
        [3],
        [(18, -5, 3, 5)],
        without=(18, 0, 3, 5),
        says=["No trick (−5): Ben"],
    ),
    Situation(
        "no bonus beside a moon",
        {"points": ["no_trick_bonus"]},
        Ruleset(no_trick_bonus=True),
        "hlll",
        [22],
        [(0, 26, 26, 26)],
    ),
    Situation(
        "hearts count their ranks and the queen 25",
        {"points": ["spot"]},
        Ruleset(spot=True, limit=500),
        "hlss",
        [14],
        [(110, 14, 2, 3)],
        without=(22, 2, 1, 1),
    ),
    Situation(
        "opposite seats are a team, whose cards together are no moon",
        {"partners": "alone"},
        Ruleset(partners=Partners.ALONE),
        "hshs",
        [2],
        [(15, 0, 11, 0)],
        without=(0, 26, 0, 26),
        but=Ruleset(partners=Partners.TOGETHER),
        says=["__Ann and Cleo: 26__", "__Ben and Dora: 0__"],
    ),
    Situation(
        "a team shoots the moon together",
        {"partners": "together"},
        Ruleset(partners=Partners.TOGETHER),
        "hshs",
        [2],
        [(0, 26, 0, 26)],
        without=(15, 0, 11, 0),
        says=["🌙 **Ann und Cleo** haben den Mond zusammen abgeschossen", "__Ben und Dora: 52__"],
        locale="de",
    ),
    Situation(
        "a moon of one player spares the partner, and a team's total ends the game",
        {"partners": "alone", "limit": "50"},
        Ruleset(partners=Partners.ALONE, limit=50),
        "hlss",
        [3],
        [(0, 26, 0, 26)],
        without=(0, 26, 26, 26),
        but=Ruleset(limit=50),
        places=["1. **Ann and Cleo**: 0 points", "2. **Ben and Dora**: 52 points"],
    ),
    Situation(
        "a moon is taken off once from the shooting team",
        {"partners": "together", "moon": "subtract"},
        Ruleset(partners=Partners.TOGETHER, moon=Moon.SUBTRACT),
        "hlss",
        [3],
        [(-26, 0, 0, 0)],
        says=["__Ann and Cleo: −26__"],
    ),
]
