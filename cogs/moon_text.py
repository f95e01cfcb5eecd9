"""What is said of a moon or a sun by choice: who is asked, what each answer does, what time running out does.

Nothing in a `MoonQuestion` is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.ruleset import MoonChoice, Partners, Ruleset
from bot.rules.scoring import MoonOption, MoonQuestion, Shot, side_totals
from bot.text.words import Words
from cogs.seating import SeatName
from cogs.teams import team_name


def asked_line(question: MoonQuestion, names: Sequence[SeatName], words: Words) -> str:
    """Who has shot the moon or the sun, and who is asked how it counts."""
    score, name = question.options[0].score, names[question.seat].text
    if score.sun:
        return words("table.sun_asked", name=name)
    if len(score.moon) > 1:
        return words("table.moon_asked_team", names=team_name(score.moon, names, words), name=name)
    return words("table.moon_asked", name=name)


def own_question(question: MoonQuestion, names: Sequence[SeatName], words: Words) -> str:
    """The question, put to the shooter."""
    score = question.options[0].score
    if score.sun:
        return words("panel.sun_asked")
    partners = [names[seat].text for seat in score.moon if seat != question.seat]
    if partners:
        return words("panel.moon_asked_team", name=words.list(partners))
    return words("panel.moon_asked")


def option_lines(
    question: MoonQuestion, ruleset: Ruleset, names: Sequence[SeatName], words: Words, *, own: bool = False
) -> list[str]:
    """A line for each answer: what it does to every total, and whether somebody wins by it.

    Args:
        question: what is asked.
        ruleset: the rules of the game.
        names: of the seats.
        words: the language.
        own: whether the shooter reads it.
    """
    return [_option_line(question, option, ruleset, names, words, own) for option in question.options]


def _option_line(
    question: MoonQuestion,
    option: MoonOption,
    ruleset: Ruleset,
    names: Sequence[SeatName],
    words: Words,
    own: bool,
) -> str:
    if own and option.choice is MoonChoice.SUBTRACT:
        way = words.count("panel.moon_subtract", question.stake)
    else:
        way = _way(option.choice, question.stake, names[question.seat], ruleset, words)
    sides = zip(ruleset.sides, side_totals(option.totals, ruleset), strict=True)
    totals = " · ".join(
        words("score.seat", name=team_name(side, names, words), points=words.number(total))
        for side, total in sides
    )
    after = words("table.moon_goes_on")
    if option.winners:
        winners = team_name(option.winners, names, words)
        after = words.count("table.moon_wins", len(option.winners), name=winners)
    return words("table.moon_option", way=way, totals=totals, after=after)


def unasked_line(
    question: MoonQuestion, time: str, ruleset: Ruleset, names: Sequence[SeatName], words: Words
) -> str:
    """When the shooter's time runs out, and how the moon counts then."""
    way = _way(question.unasked, question.stake, names[question.seat], ruleset, words)
    return words("table.moon_clock", time=time, way=way)


def counted_line(
    moon: Shot, choice: MoonChoice, ruleset: Ruleset, names: Sequence[SeatName], words: Words
) -> str:
    """Which way a moon or a sun went."""
    way = _way(choice, moon.stake, names[moon.shooter], ruleset, words)
    return words("deal.moon_counted", way=way)


def _way(choice: MoonChoice, stake: int, shooter: SeatName, ruleset: Ruleset, words: Words) -> str:
    if choice is MoonChoice.SUBTRACT:
        return words.count("table.moon_subtract", stake, name=shooter.text)
    others = words("moon.others" if ruleset.partners is Partners.NONE else "moon.opponents")
    return words.count("table.moon_add", stake, others=others)
