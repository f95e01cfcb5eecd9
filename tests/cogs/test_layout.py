"""What a message becomes where something in it cannot be sent."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from discord import ButtonStyle, ui

from cogs.clicks import Button, ChannelMenu, Choose, Menu, Option, Press
from cogs.layout import TEXT_LENGTH, Download, Heading, Layout, Picture, Row, button_rows

QUEEN = "<:queen_of_spades_en_0a1b2c3d:1234567890123456789>"
PICTURE = Picture(b"png", "hand.png", "a hand")


def texts(layout: Layout) -> list[str]:
    return [item.content for item in layout.view().walk_children() if isinstance(item, ui.TextDisplay)]


def emoji(layout: Layout) -> list[Any]:
    found: list[Any] = []
    for item in layout.view().walk_children():
        if isinstance(item, Press):
            found.append(item.item.emoji)
        elif isinstance(item, Choose):
            found += [option.emoji for option in item.item.options]
    return found


def card_rows() -> list[Row]:
    button = Button("play", 1, "Q\u2660", "1:QS", emoji=QUEEN)
    return [(button,), Menu("choose", 1, (Option("QS", "Q\u2660", emoji=QUEEN),))]


def test_emoji_stand_in_texts_on_buttons_and_in_menus() -> None:
    layout = Layout([f"{QUEEN}\u00a0Q\u2660"], card_rows())
    assert texts(layout) == [f"{QUEEN}\u00a0Q\u2660"]
    assert [str(each) for each in emoji(layout)] == [QUEEN, QUEEN]


def test_where_the_text_is_too_long_the_emoji_in_it_go_and_no_word_does() -> None:
    line = f"{QUEEN}\u00a0Q\u2660 "
    layout = Layout([line * 60], card_rows(), below=[line * 30], footer=line, instead=line)
    assert layout.length > TEXT_LENGTH
    assert "".join(texts(layout)) == "Q\u2660 " * 92
    assert [str(each) for each in emoji(layout)] == [QUEEN, QUEEN]


@pytest.mark.parametrize("spare", [0, 1])
def test_text_is_counted_over_the_whole_message(spare: int) -> None:
    caption, heading = "c" * 20, "h" * 30
    beside = len(QUEEN) + len(caption) + len(heading) + 10 + 40
    layout = Layout(
        [QUEEN, "t" * (TEXT_LENGTH - beside + 1 - spare)],
        [Heading(heading)],
        footer="f" * 10,
        below=["b" * 40],
        download=Download("record.json", "{}", caption),
    )
    assert layout.length == TEXT_LENGTH + 1 - spare
    assert (QUEEN in texts(layout)) == bool(spare)


def test_without_emoji_everything_else_stays() -> None:
    layout = Layout([f"{QUEEN}\u00a0Q\u2660"], card_rows(), PICTURE, f"{QUEEN} f", below=[f"{QUEEN} b"])
    plain = layout.without_emoji()
    assert layout.has_emoji
    assert not plain.has_emoji
    assert texts(plain) == ["Q\u2660", " b", " f"]
    assert emoji(plain) == [None, None]
    assert plain.picture == PICTURE


@pytest.mark.parametrize(
    "layout",
    [
        Layout(["Q\u2660"]),
        Layout(["\\<:queen_of_spades_en_0a1b2c3d:12\\>"], [(Button("play", 1, "Q"),), Heading("h")]),
    ],
)
def test_a_message_without_emoji_has_none(layout: Layout) -> None:
    assert not layout.has_emoji


def test_what_a_picture_says_stands_in_its_place_where_there_is_none() -> None:
    layout = Layout(["above"], picture=PICTURE, below=["below"], instead="You can play: Q\u2660")
    assert texts(layout) == ["above", "below"]
    assert texts(layout.without_files()) == ["above", "You can play: Q\u2660", "below"]
    assert not layout.without_files().files()


@pytest.mark.parametrize(("with_emoji", "most"), [(False, 4), (True, 3)])
@pytest.mark.parametrize("count", [1, 3, 4, 13, 17])
def test_a_row_of_buttons_fits_a_phone(count: int, with_emoji: bool, most: int) -> None:
    shown = QUEEN if with_emoji else ""
    rows = button_rows([Button("play", 1, str(at), emoji=shown) for at in range(count)])
    assert [button.label for row in rows for button in row] == [str(at) for at in range(count)]
    assert len(rows) == -(-count // most)
    assert max(map(len, rows)) <= most


def whole() -> Layout:
    """A message with something in every place there is."""
    menu = Menu("choose", 1, (Option("QS", "Q"),), "1", "which", 2, 1)
    channels = ChannelMenu("channels", 1, (7,), "1", "where")
    rows: list[Row] = [[Button("play", 1, "Q", "1:QS")], Heading("heading"), menu, channels]
    return Layout(
        ["text"],
        rows,
        PICTURE,
        "footer",
        Download("record.json", "{}", "caption"),
        ["below"],
        [replace(PICTURE, name="table.png")],
        "instead",
    )


def others(value: Any) -> list[Any]:
    """Each a little different from a value of a message."""
    if is_dataclass(value) and not isinstance(value, type):
        found: list[Any] = []
        for field in fields(value):
            found += [replace(value, **{field.name: other}) for other in others(getattr(value, field.name))]
        return found
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case str():
            return [value + "!"]
        case bytes():
            return [value + b"!"]
        case ButtonStyle():
            return [ButtonStyle.danger]
        case list() | tuple():
            parts: list[Any] = [*value]
            changed = [
                [*parts[:at], other, *parts[at + 1 :]]
                for at, part in enumerate(parts)
                for other in others(part)
            ]
            return [type(value)(each) for each in [parts[1:], *changed]]
        case None:
            return []
        case _:
            raise TypeError(type(value))


def test_of_two_messages_that_differ_anywhere_one_digest_says_so() -> None:
    changed = others(whole())
    assert len(changed) > 40
    digests = [each.digest for each in [whole(), *changed]]
    assert len(set(digests)) == len(digests)


def test_the_same_message_put_together_again_has_the_same_digest() -> None:
    assert whole().digest == whole().digest
    as_tuples = replace(whole(), texts=("text",), below=("below",), rows=[*map(row_as_tuple, whole().rows)])
    assert as_tuples.digest == whole().digest


def row_as_tuple(row: Row) -> Row:
    return tuple(row) if isinstance(row, list) else row
