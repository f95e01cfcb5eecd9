"""A small bot that uses every kind of thing the sandbox's page can show; run it to look at the page by hand.

`python -m tests.sandbox.demo_bot --port 0 --no-browser` serves it and takes the sandbox's own options.
"""

import argparse
import asyncio
import io
import re
import sqlite3
import sys
import time
from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands, tasks
from PIL import Image, ImageDraw

from bot.sandbox import SandboxOptions, serve
from bot.sandbox.cli import add_arguments

SUITS = {"clubs": "♣", "diamonds": "♦", "spades": "♠", "hearts": "♥"}
CARDS = [f"{rank}{suit}" for suit in SUITS.values() for rank in "23456789TJQKA"]


def picture(words: str, size: tuple[int, int] = (640, 200)) -> discord.File:
    image = Image.new("RGB", size, "#14532d")
    draw = ImageDraw.Draw(image)
    for number in range(7):
        left = 30 + number * 60
        draw.rounded_rectangle((left, 50, left + 80, 160), 8, "white", "#333333", 2)
    draw.text((20, 14), words, "white", font_size=22)
    data = io.BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, "table.png", description=f"A table: {words}")


class Count(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<key>\w+)"):
    def __init__(self, key: str, label: str = "Count") -> None:
        super().__init__(
            discord.ui.Button(
                label=label, style=discord.ButtonStyle.primary, custom_id=f"count:{key}", emoji="♠️"
            )
        )
        self.key = key

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Count":
        return cls(match["key"])

    async def callback(self, interaction: discord.Interaction) -> Any:
        bot = interaction.client
        assert isinstance(bot, DemoBot)
        number = bot.counted(self.key)
        await interaction.response.edit_message(
            content=f"Counted **{number}** times", view=counting(self.key)
        )


class Act(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"act:(?P<what>\w+)"):
    def __init__(self, what: str, **looks: Any) -> None:
        super().__init__(discord.ui.Button(custom_id=f"act:{what}", **looks))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Act":
        return cls(match["what"], label=match["what"])

    async def callback(self, interaction: discord.Interaction) -> Any:
        match self.what:
            case "secret":
                german = interaction.locale is discord.Locale.german
                words = "Nur für dich" if german else "For you alone"
                await interaction.response.send_message(
                    f"{words}, {interaction.user.mention}: the secret of {interaction.user.name}",
                    file=picture(f"hand of {interaction.user.name}"),
                    ephemeral=True,
                )
            case "form":
                await interaction.response.send_modal(Form())
            case "slow":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await asyncio.sleep(1.5)
                await interaction.followup.send("That took a while", ephemeral=True)
            case "broken":
                raise RuntimeError("broken on purpose")
            case _:
                return


def act(what: str, **looks: Any) -> Any:
    """An `Act` where the types of discord.py ask for one of the layout's own."""
    return Act(what, **looks)


class Pass(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"pass:(?P<least>\d):(?P<most>\d)"):
    def __init__(self, least: int, most: int) -> None:
        options = [
            discord.SelectOption(
                label=f"Queen of {name}", value=f"Q{sign}", description="12 points", emoji=f"{sign}️"
            )
            for name, sign in SUITS.items()
        ] + [discord.SelectOption(label=f"{rank} of clubs", value=f"{rank}♣") for rank in "23456"]
        super().__init__(
            discord.ui.Select(
                placeholder=f"Choose {most} cards to pass" if most > 1 else "Choose a card",
                min_values=least,
                max_values=most,
                options=options,
                custom_id=f"pass:{least}:{most}",
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Pass":
        return cls(int(match["least"]), int(match["most"]))

    async def callback(self, interaction: discord.Interaction) -> Any:
        assert interaction.data is not None
        values = interaction.data.get("values", [])
        await interaction.response.send_message(f"Chosen: {' '.join(values)}", ephemeral=True)


class Form(discord.ui.Modal, title="A form of every kind"):
    about = discord.ui.TextDisplay("Fields with a **star** have to be filled.")
    name = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(max_length=20, placeholder="At most 20")
    )
    story = discord.ui.Label(
        text="Story",
        description="As long as you like",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, required=False),
    )
    preset = discord.ui.Label(
        text="Preset",
        component=discord.ui.RadioGroup(
            options=[
                discord.RadioGroupOption(
                    label="Standard", value="standard", description="To 100", default=True
                ),
                discord.RadioGroupOption(label="Short", value="short"),
            ]
        ),
    )
    rules = discord.ui.Label(
        text="House rules",
        component=discord.ui.CheckboxGroup(
            options=[
                discord.CheckboxGroupOption(label="Queen breaks hearts", value="queen"),
                discord.CheckboxGroupOption(label="Points on the first trick", value="first"),
            ],
            required=False,
            min_values=0,
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, preset, rules = self.name.component, self.preset.component, self.rules.component
        assert isinstance(name, discord.ui.TextInput)
        assert isinstance(preset, discord.ui.RadioGroup)
        assert isinstance(rules, discord.ui.CheckboxGroup)
        await interaction.response.send_message(
            f"{name.value} plays {preset.value} with {', '.join(rules.values) or 'no house rule'}"
        )


def counting(key: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Count(key))
    looks = [
        ("secret", discord.ButtonStyle.secondary, "♥️", False),
        ("form", discord.ButtonStyle.success, None, False),
        ("slow", discord.ButtonStyle.secondary, None, False),
        ("broken", discord.ButtonStyle.danger, None, False),
        ("silent", discord.ButtonStyle.secondary, None, False),
        ("disabled", discord.ButtonStyle.primary, "♣️", True),
    ]
    for what, style, emoji, disabled in looks:
        view.add_item(Act(what, label=what.title(), style=style, emoji=emoji, disabled=disabled))
    view.add_item(discord.ui.Button(label="Rules", url="https://example.org/rules"))
    view.add_item(Pass(3, 3))
    view.add_item(Pass(1, 1))
    view.stop()
    return view


class Table(discord.ui.LayoutView):
    def __init__(self, turn: discord.abc.User) -> None:
        super().__init__(timeout=None)
        inside: list[Any] = [
            discord.ui.TextDisplay(
                f"## Deal 1 · pass left\nIt is {turn.mention}'s turn\n-# Hearts are not broken"
            ),
            discord.ui.MediaGallery(
                discord.MediaGalleryItem("attachment://table.png", description="The table")
            ),
            discord.ui.Separator(spacing=discord.SeparatorSpacing.large),
            discord.ui.Section(
                "**Ann** 12 points\n**Bob** 3 points", accessory=act("secret", label="My hand")
            ),
            discord.ui.Section("Scores so far", accessory=discord.ui.Thumbnail("attachment://table.png")),
            discord.ui.ActionRow(act("form", label="Form", style=discord.ButtonStyle.success)),
            discord.ui.File("attachment://record.txt"),
        ]
        self.add_item(discord.ui.Container(*inside, accent_colour=0xDC2626))
        self.add_item(discord.ui.TextDisplay("Outside the frame"))
        self.stop()


class DemoBot(commands.Bot):
    """Keeps its counts in SQLite, so that they can be seen to survive a restart."""

    def __init__(self, options: SandboxOptions) -> None:
        super().__init__("!", intents=discord.Intents.default())
        assert options.database is not None
        self.counts = sqlite3.connect(options.database, isolation_level=None)
        self.counts.execute(
            "CREATE TABLE IF NOT EXISTS counts (key TEXT PRIMARY KEY, number INTEGER NOT NULL)"
        )
        self.ticking: discord.InteractionMessage | None = None
        self.ticks = 0

    def counted(self, key: str) -> int:
        row = self.counts.execute(
            "INSERT INTO counts VALUES (?, 1)"
            " ON CONFLICT (key) DO UPDATE SET number = number + 1 RETURNING number",
            (key,),
        ).fetchone()
        return row[0]

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Act, Pass)
        self.tree.add_command(Demo())
        await self.tree.set_translator(Translator())
        await self.tree.sync()
        self.tick.start()

    async def close(self) -> None:
        self.tick.cancel()
        await super().close()
        self.counts.close()

    @tasks.loop(seconds=1)
    async def tick(self) -> None:
        if self.ticking is not None:
            self.ticks += 1
            await self.ticking.edit(content=f"Tick {self.ticks} at {time.time()}")


class Translator(app_commands.Translator):
    WORDS: ClassVar = {
        "Everything at once": "Alles auf einmal",
        "buttons": "knöpfe",
        "A card of your hand": "Eine Handkarte",
    }

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        return self.WORDS.get(string.message) if locale is discord.Locale.german else None


class Demo(app_commands.Group, name="demo", description="What the page can show", guild_only=True):
    @app_commands.command(name="buttons", description="Everything at once")
    @app_commands.describe(key="What to count", number="How many computer players")
    @app_commands.choices(
        preset=[app_commands.Choice(name=n.title(), value=n) for n in ("standard", "short")]
    )
    async def buttons(
        self,
        interaction: discord.Interaction,
        key: str = "a",
        preset: app_commands.Choice[str] | None = None,
        number: app_commands.Range[int, 0, 3] = 0,
    ) -> None:
        await interaction.response.send_message(
            f"Counted **0** times, {preset.value if preset else 'no preset'}, {number} computers",
            view=counting(key),
            file=picture("above the buttons"),
        )

    @app_commands.command(name="layout", description="Components V2")
    async def layout(self, interaction: discord.Interaction) -> None:
        record = discord.File(io.BytesIO(b"a record\n"), "record.txt")
        files = [picture("in a gallery"), record]
        await interaction.response.send_message(view=Table(interaction.user), files=files)

    @app_commands.command(name="play", description="A card of your hand")
    async def play(self, interaction: discord.Interaction, card: str) -> None:
        await interaction.response.send_message(f"You play {card}", ephemeral=True)

    @play.autocomplete("card")
    async def cards(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        fits = [card for card in CARDS if current.upper() in card]
        return [app_commands.Choice(name=card, value=card) for card in fits[:25]]

    @app_commands.command(name="thread", description="A thread")
    async def thread(self, interaction: discord.Interaction, name: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await interaction.response.send_message(f"It is here: {thread.mention}")

    @app_commands.command(name="archive", description="Archive this thread")
    async def archive(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message("The end")
        await interaction.channel.edit(archived=True)

    @app_commands.command(name="gone", description="A message whose button answers and is then deleted")
    async def gone(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Soon gone", view=counting("gone"))
        message = await interaction.original_response()
        await asyncio.sleep(2)
        await message.delete()

    @app_commands.command(name="ticks", description="An edit every second by a stored token")
    async def ticks(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Tick 0", ephemeral=True)
        bot = interaction.client
        assert isinstance(bot, DemoBot)
        bot.ticking, bot.ticks = await interaction.original_response(), 0

    @app_commands.command(name="text", description="Markdown, an embed, a mention")
    async def text(self, interaction: discord.Interaction, user: discord.Member | None = None) -> None:
        embed = discord.Embed(title="An embed", description="With **bold** and ♥ ♠", colour=0x5865F2)
        embed.set_author(name="Hearts").set_footer(text="A footer").set_image(url="attachment://table.png")
        embed.add_field(name="Ann", value="12 points").add_field(name="Bob", value="3 points")
        who = user or interaction.user
        now = int(discord.utils.utcnow().timestamp())
        await interaction.response.send_message(
            f"# Heading\n**bold** *italics* __under__ ~~gone~~ `code` ||spoiler||\n- one\n- two\n  - three\n"
            f"> a quote\n```py\nprint('hi')\n```\n<t:{now}:R> <t:{now}:t> {who.mention} see https://example.org/\n"
            "-# small print ♠ ♥ ♦ ♣",
            embed=embed,
            file=picture("in an embed"),
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = vars(parser.parse_args())
    options = SandboxOptions(**{**given, "languages": tuple(given["languages"])})

    def say(sentence: str) -> None:
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()

    asyncio.run(serve(options, DemoBot, announce=say))


if __name__ == "__main__":
    main()
