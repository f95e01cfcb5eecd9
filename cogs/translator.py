"""The names and descriptions of commands in the languages people set Discord to."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.text.words import Language, Words


class CatalogueTranslator(app_commands.Translator):
    """Translates the keys that commands are declared with.

    A command is declared with the English text and its key, `locale_str("start", key="command.start.name")`.
    """

    def __init__(self, words: Mapping[Language, Words]) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None where it is the one the command is declared in."""
        key = string.extras.get("key")
        language = Language.from_discord(locale.value)
        if not isinstance(key, str) or locale.value.startswith("en") or language is Language.EN:
            return None
        return self._words[language](key)
