"""What the store keeps: one frozen dataclass a table row.

Discord's ids are ints, times are Unix seconds, seats count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.rules.ruleset import Ruleset

NEVER: Final = 1e15
"""A time that does not come: the due time of a deadline that has been acted on."""

COUNTED_AT_FIRST: Final = ("standard", "short")
"""The presets that count in a server's standings until others are chosen."""


class GameStatus(StrEnum):
    """What a game is now."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether the game still holds its channel."""
        return self in (GameStatus.LOBBY, GameStatus.PLAYING)


@dataclass(frozen=True, slots=True)
class Row:
    """An action as the store sees it.

    Attributes:
        kind: what happened.
        version: of the body's form, counted from 1 for each kind.
        body: a JSON object as text. Not in the repr: it may hold the secret of a deal.
    """

    kind: str
    version: int
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row and its place in the game.

    Attributes:
        number: counts from 1 within the game, without a gap.
        at: when it was accepted.
        row: what was stored.
    """

    number: int
    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class GameHeader:
    """A game without its actions.

    Attributes:
        game_id: never used again for another game.
        server_id: where it is played.
        channel_id: where it is played; a thread is a channel.
        status: what it is now.
        language: of its public messages, such as "de".
        created_at: when it was opened.
        parent_channel_id: where a thread's game was opened; None where that is the channel itself.
        host_person_id: who has a host's rights, as last set.
    """

    game_id: int
    server_id: int
    channel_id: int
    status: GameStatus
    language: str
    created_at: float
    parent_channel_id: int | None = None
    host_person_id: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Who somebody is.

    Attributes:
        person_id: the number actions use; never used again for somebody else.
        discord_id: the account.
        name: as last seen.
    """

    person_id: int
    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PanelRow:
    """The private message in which a seat sees its hand.

    Attributes:
        game_id: the game.
        seat: whose hand.
        person_id: who opened it.
        message_id: the private message.
        token: of the last click on it, with which it can be edited for 15 minutes. Not in the repr: whoever
            reads it can write in the bot's name.
        language: of this person.
        clicked_at: when the token was given.
    """

    game_id: int
    seat: int
    person_id: int
    message_id: int
    token: str = field(repr=False)
    language: str
    clicked_at: float


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A public message of a game.

    Attributes:
        game_id: the game.
        kind: "table", "prompt", …: one message of each kind a game.
        channel_id: where it stands.
        message_id: the message.
        posted_at: when it was posted.
        subject: what it is about, for example the number of a deal.
    """

    game_id: int
    kind: str
    channel_id: int
    message_id: int
    posted_at: float
    subject: int


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """When something is due.

    Attributes:
        game_id: the game.
        kind: what is due: one of each kind for a game and seat.
        seat: who is waited for, or None for the whole table.
        due_at: when.
        decision: the decision it waits for, so that one that is no longer open can be told.
    """

    game_id: int
    kind: str
    seat: int | None
    due_at: float
    decision: str


@dataclass(frozen=True, slots=True)
class PreferencesRow:
    """What a person chose, the same in every server.

    Attributes:
        person_id: who.
        language: such as "de"; None for the one Discord has.
        mention: whether they are mentioned when they are waited for.
        confirm: whether a card is tapped and then confirmed.
        queue: whether a card may be queued before their turn.
        autoplay: whether a card is played at once where it is the only legal one.
        deck_colours: how many colours tell the suits apart: "two" or "four".
        hand_order: how the hand is sorted: "suits" or "ranks".
        pictures: whether private messages have pictures; else their text says the same.
    """

    person_id: int
    language: str | None = None
    mention: bool = True
    confirm: bool = False
    queue: bool = False
    autoplay: bool = False
    deck_colours: str = "two"
    hand_order: str = "suits"
    pictures: bool = True


@dataclass(frozen=True, slots=True)
class ServerRow:
    """What was set for a server.

    Attributes:
        server_id: which.
        language: of public messages; None for the one Discord has.
        preset: the rules a table starts with: the name of a preset there always is, or `own_preset` of one
            that was saved for the server, and may be gone.
        pace: the pace a table starts with.
        channels: where games may start; everywhere if empty.
        threads: whether each game gets a thread.
        prompts: whether people who are waited for are mentioned.
        tables_per_channel: how many games may be open at once in a channel and its threads.
        tables_per_server: how many games may be open at once.
        min_games: how many games it takes to be in the leaderboard.
        counted: the presets by whose rules a game is played that counts in the standings, called as in
            `preset`.
        level: how computers play where nobody says otherwise.
    """

    server_id: int
    language: str | None = None
    preset: str = "standard"
    pace: str = "normal"
    channels: tuple[int, ...] = ()
    threads: bool = False
    prompts: bool = True
    tables_per_channel: int = 3
    tables_per_server: int = 20
    min_games: int = 3
    counted: tuple[str, ...] = COUNTED_AT_FIRST
    level: str = "hard"


@dataclass(frozen=True, slots=True)
class PresetRow:
    """Rules that were saved for a server under a name.

    Attributes:
        preset_id: never used again for another preset.
        server_id: whose.
        name: no two of a server differ in case alone.
        ruleset: what it stands for; None where this program cannot read that, so that it can still be seen,
            changed and deleted.
    """

    preset_id: int
    server_id: int
    name: str
    ruleset: Ruleset | None


@dataclass(frozen=True, slots=True)
class QueuedRow:
    """A card that a seat wants played when its turn comes.

    Attributes:
        game_id: the game.
        seat: whose.
        deal: the number of the deal it belongs to.
        card: in card notation. Not in the repr: nobody else may know it.
    """

    game_id: int
    seat: int
    deal: int
    card: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Whether somebody is in a server.

    Attributes:
        server_id: the server.
        person_id: who.
        present: whether they were there.
        checked_at: when that was last found out.
    """

    server_id: int
    person_id: int
    present: bool
    checked_at: float
