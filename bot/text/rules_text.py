"""The rules of one table in words, with whatever is not as in the standard game marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, Cards
from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset
from bot.rules.scoring import (
    JACK_OF_DIAMONDS,
    JACK_POINTS,
    NO_TRICK_POINTS,
    SUN_TIMES,
    deal_total,
    dropped_total,
)
from bot.rules.shuffle import deck, hand_size, kitty_size, left_out
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


def changed_lines(ruleset: Ruleset, words: Words) -> list[str]:
    """What is not as in the standard game, a sentence or two a rule, from the first card to the last."""
    return [line.text for section in rules_text(ruleset, words) for line in section.lines if line.changed]


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
    """A ruleset in a few words: its name, its limit, and of house rules what is not as in the standard game.

    Such as "House rules, to 100 points, hearts at any time".
    """
    return ", ".join((ruleset_title(ruleset, words), *_beside_limit(ruleset, words)))


def _beside_limit(ruleset: Ruleset, words: Words) -> list[str]:
    """What is not as in the standard game, but for the limit; nothing of a preset, whose name says it all."""
    changes = ruleset.changes(PRESETS[_named(ruleset) or "standard"])
    return [_short(ruleset, field, words) for field in changes if field != "limit"]


def _named(ruleset: Ruleset) -> str | None:
    """The preset that a ruleset is, or is but for its limit; None for house rules."""
    if ruleset == PRESETS[ruleset.preset]:
        return ruleset.preset
    return next(
        (name for name, preset in PRESETS.items() if {*ruleset.changes(preset)} <= {"limit"}),
        None,
    )


def differences(ruleset: Ruleset, words: Words) -> list[str]:
    """What is not as in the standard game, each in a few words: "to 50 points", "hearts at any time"."""
    return [_short(ruleset, field, words) for field in ruleset.changes(PRESETS["standard"])]


def ruleset_title(ruleset: Ruleset, words: Words) -> str:
    """A ruleset by the name of the preset it is but for its limit, or as house rules, and its limit."""
    named = _named(ruleset)
    name = words("rules.house_rules") if named is None else preset_name(named, words)
    return words.count("rules.line", ruleset.limit, name=name)


def differences_list(ruleset: Ruleset, words: Words) -> str:
    """What is not as in the standard game, as a Markdown list under a heading; empty where nothing is.

    Without the limit, which the title says.
    """
    changed = [
        _short(ruleset, field, words) for field in ruleset.changes(PRESETS["standard"]) if field != "limit"
    ]
    lines = [f"- {text[0].upper()}{text[1:]}" for text in changed]
    return "\n".join((words("rules.differs"), *lines)) if lines else ""


def preset_about(ruleset: Ruleset, words: Words) -> str:
    """What a preset is, on one line: how it differs from the standard game."""
    return ", ".join(differences(ruleset, words)) or words("preset.usual")


def _short(ruleset: Ruleset, field: str, words: Words) -> str:
    """A field in a few words, where it is not as in the ruleset it is compared with."""
    match field:
        case "limit":
            return words.count("rules.line.limit", ruleset.limit)
        case "players":
            return words.count("rules.line.players", ruleset.players, cards=hand_size(ruleset))
        case "pass_cycle" if _never_passes(ruleset):
            return words("rules.line.no_pass")
        case "pass_cycle":
            return words("rules.line.pass_cycle", cycle=_cycle(ruleset, words))
        case "moon":
            return words(f"rules.line.moon.{ruleset.moon}")
        case "partners":
            return words(f"rules.line.partners.{ruleset.partners}")
        case "queen_breaks_hearts":
            return words("rules.line.queen_breaks_hearts", queen=_queen(words))
        case "jack_of_diamonds":
            return words("rules.line.jack_of_diamonds", points=JACK_POINTS, jack=_jack(words))
        case switch:
            return words(f"rules.line.switch.{switch}")


def _section(title: str, lines: Iterable[RuleLine]) -> RulesSection:
    return RulesSection(title, tuple(lines))


def _changed(ruleset: Ruleset, field: str) -> bool:
    return field in ruleset.changes(PRESETS["standard"])


def _queen(words: Words) -> str:
    return card_short(QUEEN_OF_SPADES, words)


def _jack(words: Words) -> str:
    return card_short(JACK_OF_DIAMONDS, words)


def _never_passes(ruleset: Ruleset) -> bool:
    return {*ruleset.pass_cycle} == {Direction.HOLD}


def _cycle(ruleset: Ruleset, words: Words) -> str:
    return ", ".join(words(f"rules.pass.direction.{direction}") for direction in ruleset.pass_cycle)


def _aim(ruleset: Ruleset, words: Words) -> RulesSection:
    alone = ruleset.partners is Partners.NONE
    text = words("rules.aim") if alone else words("rules.aim.partners")
    return _section(words("rules.aim.title"), [RuleLine(text, _changed(ruleset, "partners"))])


def _cards(ruleset: Ruleset, words: Words) -> RulesSection:
    players = words(f"rules.players.{ruleset.players}", cards=hand_size(ruleset))
    lines = [RuleLine(players, _changed(ruleset, "players")), RuleLine(words("rules.cards.high"))]
    missing = left_out(ruleset)
    if missing:
        cards = words.list(card_short(card, words) for card in missing)
        lines.append(RuleLine(words.count("rules.cards.left_out", len(missing), cards=cards)))
    if ruleset.kitty:
        text = words.count("rules.cards.kitty", kitty_size(ruleset))
        lines.append(RuleLine(text, _changed(ruleset, "kitty")))
    alone = ruleset.partners is Partners.NONE
    lines.append(RuleLine(words("rules.cards.dealer") if alone else words("rules.cards.dealer_partners")))
    return _section(words("rules.cards.title"), lines)


def _pass(ruleset: Ruleset, words: Words) -> RulesSection:
    changed = _changed(ruleset, "pass_cycle")
    hidden = RuleLine(words("rules.pass.hidden"))
    if _never_passes(ruleset):
        lines = [RuleLine(words("rules.pass.never"), changed)]
    elif ruleset.pass_cycle == PRESETS["standard"].pass_cycle:
        lines = [RuleLine(words("rules.pass"), changed), hidden]
    else:
        lines = [RuleLine(words("rules.pass.cycle", cycle=_cycle(ruleset, words)), changed), hidden]
    return _section(words("rules.pass.title"), lines)


def _tricks(ruleset: Ruleset, words: Words) -> RulesSection:
    if ruleset.points_on_first_trick:
        first = words("rules.tricks.first_any")
    else:
        first = words("rules.tricks.first_no_points", queen=_queen(words))
    if ruleset.kitty:
        opening = words("rules.tricks.opening_lowest")
    else:
        lowest = Cards.of(deck(ruleset)).lowest
        opening = words("rules.tricks.opening", card=card_short(lowest, words))
    return _section(
        words("rules.tricks.title"),
        [
            RuleLine(opening),
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
    total, queen = deal_total(ruleset), _queen(words)
    if ruleset.spot:
        cards = words.count("rules.points.spot", total, queen=queen)
    else:
        cards = words.count("rules.points", total, queen=queen)
    lines = [RuleLine(cards, _changed(ruleset, "spot"))]
    if ruleset.jack_of_diamonds:
        text = words.count("rules.points.jack", -JACK_POINTS, jack=_jack(words))
        lines.append(RuleLine(text, _changed(ruleset, "jack_of_diamonds")))
    if ruleset.no_trick_bonus:
        key = "rules.points.no_trick_sun" if ruleset.sun else "rules.points.no_trick"
        text = words.count(key, -NO_TRICK_POINTS)
        lines.append(RuleLine(text, _changed(ruleset, "no_trick_bonus")))
    if ruleset.jack_of_diamonds or ruleset.no_trick_bonus or ruleset.sun:
        lines.append(RuleLine(words("rules.points.skipped_settled")))
    else:
        lines.append(RuleLine(words("rules.points.skipped")))
    lines.append(RuleLine(words("rules.points.claim")))
    return _section(words("rules.points.title"), lines)


def _moon(ruleset: Ruleset, words: Words) -> RulesSection:
    total, queen = deal_total(ruleset), _queen(words)
    alone = ruleset.partners is Partners.NONE
    others = words("rules.moon.others") if alone else words("rules.moon.opponents")
    shot = words.count(f"rules.moon.{ruleset.moon}", total, queen=queen, others=others)
    lines = [RuleLine(shot, _changed(ruleset, "moon"))]
    if not alone:
        # Who are partners stands in the aim, and is marked there.
        lines.append(RuleLine(words(f"rules.moon.partners.{ruleset.partners}")))
    if ruleset.partners is Partners.TOGETHER and ruleset.moon is not Moon.ADD:
        lines.append(RuleLine(words("rules.moon.together_queen", queen=queen)))
    if ruleset.sun:
        text = words.count("rules.moon.sun", SUN_TIMES * total)
        lines.append(RuleLine(text, _changed(ruleset, "sun")))
    if ruleset.spot:
        lines.append(RuleLine(words("rules.moon.without_queen_spot", queen=queen)))
    else:
        lines.append(RuleLine(words("rules.moon.without_queen", hearts=len(HEARTS), queen=queen)))
    return _section(words("rules.moon.title"), lines)


def _end(ruleset: Ruleset, words: Words) -> RulesSection:
    if ruleset.partners is Partners.NONE:
        end = words.count("rules.end", ruleset.limit)
    else:
        end = words.count("rules.end.team", ruleset.limit)
    lines = [RuleLine(end, _changed(ruleset, "limit"))]
    if ruleset.exact_limit:
        text = words.count("rules.end.exact", ruleset.limit, half=dropped_total(ruleset))
        lines.append(RuleLine(text, _changed(ruleset, "exact_limit")))
    lines.append(RuleLine(words("rules.end.shared")))
    return _section(words("rules.end.title"), lines)
