"""Settings, read once from the environment and a `.env` file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_WANTED: Final = {
    "int_parsing": "a whole number is wanted",
    "int_from_float": "a whole number is wanted",
    "float_parsing": "a number is wanted",
    "bool_parsing": "true or false is wanted",
    "literal_error": "{expected} is wanted",
    "greater_than_equal": "{ge} or more is wanted",
    "less_than_equal": "{le} or less is wanted",
}
"""What a setting asks for, by the kind of problem pydantic found with it."""


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
    """

    model_config = SettingsConfigDict(env_prefix="HEARTS_", env_file=".env", extra="ignore", frozen=True)

    token: SecretStr = SecretStr("")
    database: Path = Path("hearts.sqlite")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    computer_pace: float = Field(default=1.0, ge=0, le=60)
    trick_pause: float = Field(default=2.0, ge=0, le=60)
    thinkers: Literal["auto"] | Annotated[int, Field(ge=0, le=64)] = "auto"
    painter: bool = True
    prompt_after: float = Field(default=20.0, ge=0, le=3600)
    edit_interval: float = Field(default=1.2, ge=0, le=60)
    requests_per_second: int = Field(default=45, ge=0, le=10_000)
    emoji: bool = True
    backup_every: float = Field(default=24.0, ge=0, le=8760)
    backup_copies: int = Field(default=7, ge=1, le=1000)
    backup_folder: Path = Path("backups")
    watch_port: int = Field(default=0, ge=0, le=65535)
    watch_host: str = "127.0.0.1"


def problems_of(error: ValidationError) -> tuple[str, ...]:
    """What is wrong with settings, a line for each, such as "HEARTS_WATCH_PORT: a whole number is wanted"."""
    return tuple(
        dict.fromkeys(
            f"HEARTS_{str(problem['loc'][0]).upper()}: "
            + _WANTED.get(problem["type"], problem["msg"]).format_map(problem.get("ctx", {}))
            for problem in error.errors()
        )
    )
