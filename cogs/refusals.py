"""Why an act was refused, in a sentence of the person's language."""

from __future__ import annotations

from bot.engine.acts import Refused, TableRefusal
from bot.text.refusals import refusal_sentence
from bot.text.words import Words


def refused_sentence(refused: Refused, words: Words) -> str:
    """One sentence that says why."""
    if isinstance(refused, TableRefusal):
        return words(f"table_refusal.{refused.rule}")
    return refusal_sentence(refused, words)
