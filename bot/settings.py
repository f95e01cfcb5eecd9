"""Settings, read once from the environment and a `.env` file."""

from __future__ import annotations

import base64
import binascii
import difflib
import os
import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

PREFIX: Final = "HEARTS_"

LEAST_BETWEEN_COPIES: Final = 0.01
"""Hours from one copy of the database to the next, at least."""

NO_TOKEN_BY_ITS_LOOK: Final = (
    "HEARTS_TOKEN does not look like a bot's token, which has three parts with dots between them; copy it"
    " anew from the Bot page of the application in Discord's developer portal"
)

_WORDS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "text", "json", "auto")
"""What there is to choose from, as it is written."""

_LONGEST: Final = 60


class Settings(BaseSettings):
    """What can be set from outside; every name is an environment variable with the prefix HEARTS_.

    Attributes:
        token: the bot's Discord token.
        database: the SQLite file with every game.
        log_level: how much is logged.
        log_format: whether lines are for people or for a program that collects them.
        computer_pace: seconds a computer takes for a card.
        trick_pause: seconds a finished trick stays on the table before a computer leads to the next.
        prompt_after: seconds until a person who has not acted is mentioned; 0 for never.
        thinkers: worker processes in which computer players think: "auto" for all cores but one (at most
            4); 0 for none, where they think in threads of the bot's own process, which then answers people
            more slowly.
        painter: whether pictures are drawn in a worker process; else in threads of the bot's own process,
            which then answers people more slowly and takes more memory, though less in all.
        edit_interval: seconds at least between two edits of one message.
        requests_per_second: requests to Discord in a second, answers to clicks not counted; Discord allows
            most bots 50. 0 for any number, as where there is no Discord.
        emoji: whether cards are uploaded as emoji of the application, and shown as such.
        backup_every: hours from one copy of the database to the next; 0 for none.
        backup_copies: how many copies are kept.
        backup_folder: where they are; counted from the folder of the database.
        watch_port: where `/health` and `/metrics` are shown; 0 for nowhere.
        watch_host: the address of this machine they are shown at.

    What is set to nothing is not set; upper and lower case are the same where words are to choose from.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
        allow_inf_nan=False,
    )

    token: SecretStr = Field(default=SecretStr(""), description="a bot's token")
    database: Path = Path("hearts.sqlite")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    computer_pace: float = Field(default=1.0, ge=0, le=60)
    trick_pause: float = Field(default=2.0, ge=0, le=60)
    thinkers: Literal["auto"] | Annotated[int, Field(ge=0, le=64)] = Field(
        default="auto", description="auto or a whole number from 0 to 64"
    )
    painter: bool = True
    prompt_after: float = Field(default=20.0, ge=0, le=3600)
    edit_interval: float = Field(default=1.2, ge=0, le=60)
    requests_per_second: int = Field(default=45, ge=0, le=10_000)
    emoji: bool = True
    backup_every: float = Field(default=24.0, ge=0, le=8760, description="0 or a number from 0.01 to 8760")
    backup_copies: int = Field(default=7, ge=1, le=1000)
    backup_folder: Path = Path("backups")
    watch_port: int = Field(default=0, ge=0, le=65535)
    watch_host: str = Field(default="127.0.0.1", min_length=1, description="an address of this machine")

    @field_validator("log_level", "log_format", "thinkers", mode="before")
    @classmethod
    def _in_its_case(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return next((word for word in _WORDS if word.lower() == value.strip().lower()), value)

    @field_validator("backup_every")
    @classmethod
    def _not_without_a_pause(cls, hours: float) -> float:
        if 0 < hours < LEAST_BETWEEN_COPIES:
            raise ValueError("there would be one copy after another")
        return hours


class BadSettings(Exception):
    """Settings that cannot be.

    Attributes:
        problems: what is wrong and what to do, a line for each.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_settings(**given: Any) -> Settings:
    """The settings from the environment and `.env`, but for those that are given.

    Raises:
        BadSettings: a value cannot be, or the file not be read.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        raise BadSettings(problems_of(error)) from error
    except UnicodeDecodeError as error:
        raise BadSettings((f"{Path('.env').absolute()} is not written in UTF-8; save it in that",)) from error
    except OSError as error:
        raise BadSettings(
            (
                f"{Path('.env').absolute()} cannot be read ({error.strerror}); give the right to do so to the"
                " account that runs the bot",
            )
        ) from error


def problems_of(error: ValidationError) -> tuple[str, ...]:
    """What is wrong with settings, a line for each: "HEARTS_EMOJI: true or false is wanted, not x; …"."""
    found = {str(problem["loc"][0]): problem["input"] for problem in error.errors()}
    return tuple(
        f"{name_of(field)}: {wanted(field)} is wanted{_instead(field, value)};"
        " .env.example says what can stand there"
        for field, value in found.items()
    )


def name_of(field: str) -> str:
    """The name that a setting has in the environment."""
    return f"{PREFIX}{field.upper()}"


def wanted(name: str) -> str:
    """What a setting can be, such as "a whole number from 0 to 65535"."""
    field = Settings.model_fields[name]
    if field.description is not None:
        return field.description
    if get_origin(field.annotation) is Literal:
        *others, last = map(str, get_args(field.annotation))
        return f"{', '.join(others)} or {last}"
    if field.annotation is bool:
        return "true or false"
    if field.annotation not in (int, float):
        return "something else"
    lowest, highest = limits(name)
    return f"a {'whole ' if field.annotation is int else ''}number from {lowest} to {highest}"


def limits(name: str) -> tuple[int, int]:
    """The least and the greatest value of a setting that is a number."""
    bounds = Settings.model_fields[name].metadata
    lowest, highest = (
        next(getattr(each, bound) for each in bounds if hasattr(each, bound)) for bound in ("ge", "le")
    )
    return lowest, highest


def _instead(field: str, value: object) -> str:
    """The value that stands in a setting, as a part of a sentence; nothing where it is a secret."""
    if Settings.model_fields[field].annotation is SecretStr:
        return ""
    text = str(value)
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f", not {text}" if text.strip() == text and text.isprintable() else f", not {text!r}"


def unknown_settings() -> tuple[str, ...]:
    """A sentence for each name in the environment or `.env` that looks like a setting's and is none."""
    known = {field.upper() for field in Settings.model_fields}
    in_file = {name.upper() for name in DotEnvSettingsSource(Settings).env_vars}
    sentences: list[str] = []
    for where, names in (("the environment", {name.upper() for name in os.environ}), (".env", in_file)):
        for name in sorted(names - {PREFIX + field for field in known}):
            if (match := re.fullmatch("HEART(?:S?(_)|S)(.*)", name)) is not None:
                near = difflib.get_close_matches(match[2], known, 1, cutoff=0.55 if match[1] else 0.8)
                if not near and not name.startswith(PREFIX):
                    continue  # somebody else's, such as HEARTBEAT_URL
            elif where == ".env" and name in known:
                near = [name]
            else:
                continue
            advice = f"did you mean {PREFIX}{near[0]}?" if near else ".env.example names those there are"
            sentences.append(f"{name} in {where} is no setting, and is passed over; {advice}")
    return tuple(sentences)


def looks_like_a_token(text: str) -> bool:
    """Whether a text has the form of a bot's token: its account's number, a time and a signature."""
    match = re.fullmatch(r"([\w-]{4,})\.[\w-]{5,}\.[\w-]{20,}", text, re.ASCII)
    if match is None:
        return False
    try:
        return base64.urlsafe_b64decode(match[1] + "=" * (-len(match[1]) % 4)).isdigit()
    except binascii.Error:
        return False
