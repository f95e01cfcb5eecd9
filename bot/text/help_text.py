"""What `/hearts help` answers."""

from __future__ import annotations

from bot.text.commands import COMMANDS, command_description, command_line
from bot.text.words import Words


def help_text(words: Words, levels: str) -> str:
    """The help as Markdown, within what fits one message (4000 characters).

    Args:
        words: the language of the reader.
        levels: how computer players can play, in words.
    """
    parts = [
        f"# {words('help.title')}\n{words('help.intro')}",
        _section(words("help.start.title"), _start(words)),
        _section(words("help.play.title"), *_play(words)),
        _section(words("help.rules.title"), *_rules(words)),
        _section(
            words("help.rating.title"),
            words("help.rating", leaderboard=command_line("leaderboard", words)),
        ),
        _section(words("help.computers.title"), words("help.computers", levels=levels)),
        _section(words("help.commands.title"), *_commands(words)),
        _section(
            words("help.fair.title"),
            words("help.fair.how"),
            words("help.fair.proves"),
            words("help.fair.verify"),
        ),
    ]
    return "\n".join(parts)


def _section(title: str, *paragraphs: str) -> str:
    return "\n".join([f"### {title}", *paragraphs])


def _start(words: Words) -> str:
    return words(
        "help.start",
        command=command_line("start", words),
        join=words("button.join"),
        start=words("button.start"),
    )


def _play(words: Words) -> list[str]:
    my_hand = words("button.my_hand")
    return [
        words("help.play", my_hand=my_hand),
        words("help.refresh", refresh=words("button.refresh"), my_hand=my_hand),
        words("help.typed", play=command_line("play", words), passing=command_line("pass", words)),
        words("help.claim", claim=words("button.claim")),
        words(
            "help.coach",
            review=words("button.review"),
            hint=words("button.hint"),
            expert=words("level.expert"),
        ),
    ]


def _rules(words: Words) -> list[str]:
    return [
        words(
            "help.rules",
            start=command_line("start", words),
            rules=words("button.rules"),
            command=command_line("rules", words),
        ),
        words("help.rules.partners"),
        words("help.rules.own", settings=command_line("settings", words)),
    ]


def _commands(words: Words) -> list[str]:
    return [
        f"- {command_line(command, words)}: {command_description(command, words)}" for command in COMMANDS
    ]
