"""The rules of one table in words, with whatever is not as in the standard game marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, TWO_OF_CLUBS
from bot.rules.ruleset import PRESETS, Ruleset
from bot.rules.scoring import deal_total
from bot.text.cards import card_short
from bot.text.words import Words


@dataclass(frozen=True)
class RuleLine:
    """One or two sentences about one rule.

    Attributes:
        text: plain text.
        changed: whether this is not as in the standard game.
    """

    text: str
    changed: bool = False


@dataclass(frozen=True)
class RulesSection:
    """The rules about one thing.

    Attributes:
        title: a few words, plain text.
        lines: at least one.
    """

    title: str
    lines: tuple[RuleLine, ...]


def rules_text(ruleset: Ruleset, words: Words) -> list[RulesSection]:
    """The rules of a game from the first card to the last.

    Every field of the ruleset that is not as in the standard game has a line marked `changed`; no other line
    is marked.
    """
    parts = (_aim, _cards, _pass, _tricks, _hearts, _points, _moon, _end)
    return [part(ruleset, words) for part in parts]


def rules_message(ruleset: Ruleset, words: Words) -> str:
    """The rules of a game as Markdown, within what fits one message (4000 characters)."""
    lines = [f"## {words('rules.title')}", f"**{ruleset_line(ruleset, words)}**"]
    for section in rules_text(ruleset, words):
        lines += [f"### {section.title}", *(f"- {_marked(line, words)}" for line in section.lines)]
    return "\n".join(lines)


def _marked(line: RuleLine, words: Words) -> str:
    return f"🔸 **{words('rules.house_rule')}** {line.text}" if line.changed else line.text


def preset_name(preset: str, words: Words) -> str:
    """The name of one of the presets: "Standard", "Short game"."""
    return words(f"preset.{preset}")


def ruleset_line(ruleset: Ruleset, words: Words) -> str:
    """A ruleset in a few words: "Standard, to 100 points, hearts at any time"."""
    name = preset_name(ruleset.preset, words)
    parts = [words.count("rules.line", ruleset.limit, name=name)]
    if ruleset.queen_breaks_hearts:
        parts.append(words("rules.line.queen_breaks_hearts", queen=_queen(words)))
    if ruleset.hearts_any_time:
        parts.append(words("rules.line.hearts_any_time"))
    if ruleset.points_on_first_trick:
        parts.append(words("rules.line.points_on_first_trick"))
    return ", ".join(parts)


def _section(title: str, lines: Iterable[RuleLine]) -> RulesSection:
    return RulesSection(title, tuple(lines))


def _changed(ruleset: Ruleset, field: str) -> bool:
    return field in ruleset.changes(PRESETS["standard"])


def _queen(words: Words) -> str:
    return card_short(QUEEN_OF_SPADES, words)


def _aim(ruleset: Ruleset, words: Words) -> RulesSection:
    del ruleset  # the same under all of today's house rules, as are the next two parts
    return _section(words("rules.aim.title"), [RuleLine(words("rules.aim"))])


def _cards(ruleset: Ruleset, words: Words) -> RulesSection:
    del ruleset
    return _section(
        words("rules.cards.title"), [RuleLine(words("rules.cards")), RuleLine(words("rules.cards.dealer"))]
    )


def _pass(ruleset: Ruleset, words: Words) -> RulesSection:
    del ruleset
    return _section(
        words("rules.pass.title"), [RuleLine(words("rules.pass")), RuleLine(words("rules.pass.hidden"))]
    )


def _tricks(ruleset: Ruleset, words: Words) -> RulesSection:
    if ruleset.points_on_first_trick:
        first = words("rules.tricks.first_any")
    else:
        first = words("rules.tricks.first_no_points", queen=_queen(words))
    return _section(
        words("rules.tricks.title"),
        [
            RuleLine(words("rules.tricks.opening", card=card_short(TWO_OF_CLUBS, words))),
            RuleLine(words("rules.tricks.follow")),
            RuleLine(words("rules.tricks.taker")),
            RuleLine(first, changed=_changed(ruleset, "points_on_first_trick")),
        ],
    )


def _hearts(ruleset: Ruleset, words: Words) -> RulesSection:
    queen = _queen(words)
    queen_changed = _changed(ruleset, "queen_breaks_hearts")
    if ruleset.hearts_any_time:
        lines = [RuleLine(words("rules.hearts.any_time"), changed=_changed(ruleset, "hearts_any_time"))]
        if ruleset.queen_breaks_hearts:
            lines.append(RuleLine(words("rules.hearts.queen_breaks_idle", queen=queen), queen_changed))
    else:
        if ruleset.queen_breaks_hearts:
            breaking = words("rules.hearts.queen_breaks", queen=queen)
        else:
            breaking = words("rules.hearts.queen_does_not_break", queen=queen)
        lines = [
            RuleLine(words("rules.hearts.lead")),
            RuleLine(words("rules.hearts.broken")),
            RuleLine(breaking, queen_changed),
            RuleLine(words("rules.hearts.only_queen", queen=queen)),
        ]
    lines.append(RuleLine(words("rules.hearts.queen_lead", queen=queen)))
    return _section(words("rules.hearts.title"), lines)


def _points(ruleset: Ruleset, words: Words) -> RulesSection:
    total = deal_total(ruleset)
    return _section(
        words("rules.points.title"),
        [
            RuleLine(words.count("rules.points", total, queen=_queen(words))),
            RuleLine(words("rules.points.skipped")),
        ],
    )


def _moon(ruleset: Ruleset, words: Words) -> RulesSection:
    total, queen = deal_total(ruleset), _queen(words)
    return _section(
        words("rules.moon.title"),
        [
            RuleLine(words.count("rules.moon", total, queen=queen)),
            RuleLine(words("rules.moon.without_queen", hearts=len(HEARTS), queen=queen)),
        ],
    )


def _end(ruleset: Ruleset, words: Words) -> RulesSection:
    return _section(
        words("rules.end.title"),
        [
            RuleLine(words.count("rules.end", ruleset.limit), changed=_changed(ruleset, "limit")),
            RuleLine(words("rules.end.shared")),
        ],
    )
