"""Remembering threads beside a database: the simulated Discord forgets them at its end, games do not."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from bot.sandbox.people import Place

log = logging.getLogger(__name__)


def read(database: Path) -> list[Place]:
    """Give the threads that were remembered beside a database; none where that cannot be read."""
    try:
        kept = json.loads(_beside(database).read_text("utf-8"))
        return [
            Place(str(int(each["id"])), str(each["name"]), int(each["id"]), each["parent"]) for each in kept
        ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("Threads of earlier games cannot be read: %s", error)
        return []


def write(database: Path, places: Sequence[Place]) -> None:
    """Remember the threads among some places beside a database."""
    kept = [{"id": place.id, "name": place.name, "parent": place.parent} for place in places if place.parent]
    try:
        _beside(database).write_text(json.dumps(kept, ensure_ascii=False), "utf-8")
    except OSError as error:
        log.warning("Threads cannot be remembered: %s", error)


def _beside(database: Path) -> Path:
    return database.with_name(f"{database.name}.threads.json")
