"""Messages whose keys are put together while the program runs: each pattern with the keys it can give.

`{}` stands for what is filled in: `words(f"card.suit.{name}")` has the pattern "card.suit.{}".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.engine.actions import Why
from bot.engine.acts import TableRule
from bot.engine.paces import Pace
from bot.players import LEVELS
from bot.rules.cards import Rank, Suit
from bot.rules.refusal import Rule
from bot.rules.ruleset import PLAYERS, PRESETS, SWITCHES, Direction, Moon, MoonChoice, Partners
from bot.standings import GameKind, Order
from bot.text.commands import COMMANDS
from bot.text.words import Language
from cogs.choices import NO, YES
from cogs.commands import OPTIONS
from cogs.permissions import HELPFUL, NEEDED, NEEDED_FOR_THREADS, NEEDED_IN_THREADS
from cogs.preferences import CHOICES, LOOKS
from cogs.replay_message import STEPS
from cogs.rules_draft import GROUPS, Form
from cogs.server_settings import NUMBERS, PAGES
from cogs.standings_message import PAGE_TURNS, Period

OWN_SENTENCE: Final = {
    Rule.PASS_COUNT,
    Rule.NOT_HELD,
    Rule.OPENING_LEAD,
    Rule.FOLLOW_SUIT,
    Rule.NO_POINTS_ON_FIRST_TRICK,
    Rule.HEARTS_NOT_BROKEN,
}
"""Rules whose sentence names cards; those have a key of their own in the code."""


OWN_WORDS: Final = {"queen_breaks_hearts", "jack_of_diamonds"}
"""House rules whose short form names a card; those have a key of their own in the code."""


def _members(pattern: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(pattern.replace("{}", name) for name in names)


def _of_options(part: str) -> tuple[str, ...]:
    return tuple(
        f"command.{command}.option.{option}.{part}"
        for command, options in OPTIONS.items()
        for option in options
    )


def _of_radios(part: str) -> tuple[str, ...]:
    radios: dict[str, Iterable[object]] = {"players": PLAYERS, "partners": Partners, "moon": Moon}
    return tuple(f"forms.{name}.{value}{part}" for name, values in radios.items() for value in values)


FORM_FIELDS: Final = ("players", "partners", "pass_cycle", "limit", "moon")
"""What a form has beside its groups of switches."""


_NAMES: Final[Mapping[str, Iterable[str]]] = {
    "alt.passing.{}": [direction for direction in Direction if direction is not Direction.HOLD],
    "choice.{}": [YES, NO, *Language],
    "card.letter.{}": [rank.name.lower() for rank in Rank if rank > Rank.TEN],
    "card.rank.{}": [rank.name.lower() for rank in Rank],
    "card.suit.{}": [suit.name.lower() for suit in Suit],
    "command.{}.description": COMMANDS,
    "command.{}.name": COMMANDS,
    "button.moon.{}": MoonChoice,
    "computer.{}": map(str, range(max(PLAYERS))),
    "forms.{}": [*FORM_FIELDS, *(group for form in GROUPS.values() for group in form)],
    "forms.{}.about": FORM_FIELDS,
    "forms.{}.title": Form,
    "forms.button.{}": Form,
    "forms.direction.{}": Direction,
    "forms.switch.{}": SWITCHES,
    "forms.switch.{}.about": SWITCHES,
    "forms.wrong.{}": ["limit", "pass_cycle", "kitty", "partners"],
    "leaderboard.turn.{}": PAGE_TURNS,
    "level.{}": LEVELS,
    "level.{}.about": LEVELS,
    "level.{}.face": LEVELS,
    "pace.{}": Pace,
    "panel.kept.{}": Why,
    "pace.{}.about": Pace,
    "permission.{}": {*NEEDED, *NEEDED_IN_THREADS, *NEEDED_FOR_THREADS, *HELPFUL},
    "preferences.{}": {*CHOICES, *LOOKS},
    "preset.{}": PRESETS,
    "refusal.follow_suit.{}": [suit.name.lower() for suit in Suit],
    "refusal.{}": [rule for rule in Rule if rule not in OWN_SENTENCE],
    "button.{}": ["all_games", "my_games"],
    "replay.step.{}": STEPS,
    "rules.line.moon.{}": [moon for moon in Moon if moon is not Moon.ADD],
    "rules.line.partners.{}": [partners for partners in Partners if partners is not Partners.NONE],
    "rules.line.switch.{}": [switch for switch in SWITCHES if switch not in OWN_WORDS],
    "rules.moon.{}": Moon,
    "rules.moon.partners.{}": [partners for partners in Partners if partners is not Partners.NONE],
    "rules.pass.direction.{}": Direction,
    "rules.players.{}": map(str, PLAYERS),
    "score.number.{}": [direction for direction in Direction if direction is not Direction.HOLD],
    "settings.page.{}": PAGES,
    "settings.{}": [field for field, _ in NUMBERS.values()],
    "standings.kind.{}": GameKind,
    "standings.order.{}": Order,
    "standings.period.{}": Period,
    "stats.button.best.{}": GameKind,
    "stats.button.worst.{}": GameKind,
    "table.direction.{}": Direction,
    "table_refusal.{}": TableRule,
}

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    **{pattern: _members(pattern, names) for pattern, names in _NAMES.items()},
    **{f"forms.{{}}.{{}}{part}": _of_radios(part) for part in ("", ".about")},
    "preferences.{}.{}": tuple(
        f"preferences.{name}.{value}" for name, values in LOOKS.items() for value in values
    ),
    **{f"command.{{}}.option.{{}}.{part}": _of_options(part) for part in ("name", "description")},
}
