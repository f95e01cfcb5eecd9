"""What the people of the benchmark press, and what is counted of what everybody sees."""

import time
from typing import Any

import pytest

from bot.load_bench.crowd import Crowd, Guest, Shown
from bot.load_bench.discord_server import DiscordServer
from bot.load_bench.discord_state import DiscordState, Exchange
from bot.load_bench.payloads import EPHEMERAL, Json, Message, Somebody


class Quiet(DiscordServer):
    """A Discord with no bot: what people do is kept."""

    def __init__(self, state: DiscordState) -> None:
        super().__init__(state, latency=0.0)
        self.done: list[Exchange] = []

    def interact(self, asked: Any, due: float, clicked: Message | None = None) -> Exchange:
        exchange, _ = self.state.begin(asked, due, clicked)
        self.done.append(exchange)
        return exchange


class Hall:
    def __init__(self) -> None:
        self.crowd = Crowd(seed=3)
        self.state = DiscordState(self.crowd)
        self.server = Quiet(self.state)
        self.crowd.look_at(self.server)
        self.place = self.state.add_place(1 << 22)
        self.table = Message(self.state.ids.next(), self.place, row(button("hand:7")))
        self.crowd.changed(self.table)
        self.guest = Guest(Somebody(5, "Ann", "de"), self.place)
        self.crowd.seat([self.guest])

    def answer(self, components: list[Json], kind: int = 7, content: str = "") -> None:
        """Answer what was done last."""
        asked = self.server.done[-1].asked
        data = {"components": components, "content": content, "flags": EPHEMERAL}
        self.state.call_back(str(asked.id), asked.token, {"type": kind, "data": data})

    @property
    def pressed(self) -> str:
        return self.server.done[-1].asked.data["custom_id"]


def button(detail: str, *, disabled: bool = False) -> Json:
    return {"type": 2, "custom_id": f"hearts:{detail}", "disabled": disabled}


def menu(detail: str, values: str, count: int) -> Json:
    options = [{"label": each, "value": each} for each in values]
    return {"type": 3, "custom_id": f"hearts-menu:{detail}", "options": options, "min_values": count}


def row(*components: Json) -> list[Json]:
    return [{"type": 17, "components": [{"type": 1, "components": list(components)}]}]


@pytest.fixture
def hall() -> Hall:
    one = Hall()
    one.crowd.open_panel(one.guest, time.monotonic())
    return one


@pytest.mark.parametrize(
    ("panel", "pressed"),
    [
        (row(button("play:7:1.3:2C", disabled=True), button("play:7:1.3:QS"), button("refresh:7")), "play:7"),
        (row(button("play:7:1.3:QS"), button("claim:7:1")), "claim:7"),
        (row(menu("choose:7:1", "abcd", 3), button("pass:7:1:", disabled=True)), "choose:7"),
        (row(menu("choose:7:1", "abcd", 3), button("pass:7:1:2C3C4C")), "pass:7"),
        (row(button("moon:7:1m:add"), button("moon:7:1m:subtract")), "moon:7"),
    ],
)
def test_people_press_what_stands_in_their_panel(hall: Hall, panel: list[Json], pressed: str) -> None:
    hall.answer(panel, kind=4)
    assert hall.crowd.ready == 1
    assert hall.crowd.press_next(time.monotonic())
    assert hall.pressed.split(":", 1)[1].startswith(pressed)


def test_as_many_are_chosen_as_the_menu_takes(hall: Hall) -> None:
    hall.answer(row(menu("choose:7:1", "abcdef", 3)), kind=4)
    hall.crowd.press_next(time.monotonic())
    values = hall.server.done[-1].asked.data["values"]
    assert len(values) == len(set(values)) == 3
    assert set(values) <= set("abcdef")


@pytest.mark.parametrize("panel", [row(button("refresh:7")), row(button("play:7:1.3:QS", disabled=True)), []])
def test_who_has_nothing_to_decide_presses_nothing(hall: Hall, panel: list[Json]) -> None:
    hall.answer(panel, kind=4)
    assert hall.crowd.ready == 0
    assert not hall.crowd.press_next(time.monotonic())


def test_a_panel_that_is_edited_lets_its_owner_press_again(hall: Hall) -> None:
    hall.answer(row(button("refresh:7")), kind=4)
    assert hall.guest.panel is not None
    hall.guest.panel.components = row(button("play:7:1.3:QS"))
    hall.crowd.changed(hall.guest.panel)
    assert hall.crowd.ready == 1


def test_nobody_presses_again_before_the_answer(hall: Hall) -> None:
    hall.answer(row(button("play:7:1.3:QS")), kind=4)
    assert hall.crowd.press_next(time.monotonic())
    assert not hall.crowd.press_next(time.monotonic())
    assert hall.crowd.waiting == 1


@pytest.mark.parametrize(
    ("after", "kind", "refused", "actions"),
    [
        (row(button("refresh:7")), 7, False, 1),
        (row(button("play:7:1.7:KH")), 7, False, 1),
        (row(button("play:7:1.3:QS")), 7, True, 0),
        ([], 4, True, 0),
    ],
    ids=["played", "to play again", "it still stands there", "a sentence instead"],
)
def test_what_is_an_action_and_what_was_refused(
    hall: Hall, after: list[Json], kind: int, refused: bool, actions: int
) -> None:
    hall.answer(row(button("play:7:1.3:QS")), kind=4)
    hall.crowd.press_next(time.monotonic())
    hall.answer(after, kind=kind, content="" if kind == 7 else "Not now.")
    assert hall.crowd.pressed[-1].refused is refused
    assert hall.crowd.shown.actions == actions


def test_a_click_without_an_answer_is_given_up(hall: Hall) -> None:
    assert hall.crowd.waiting == 1
    assert hall.crowd.give_up(time.monotonic() - 10.0) == 0
    assert hall.crowd.give_up(time.monotonic() + 1.0) == 1
    assert hall.crowd.pressed[-1].exchange.shown is None


def test_edits_are_counted_by_the_actions_they_show() -> None:
    shown = Shown()
    for channel, at in ((1, 10.0), (1, 10.5), (1, 11.0), (2, 10.0)):
        shown.acted(channel, at)
    shown.edited(1, 12.0)
    shown.edited(1, 13.0)
    assert (shown.actions, shown.edits, shown.dropped, shown.waiting) == (4, 1, 2, 1)
    assert sorted(shown.delays) == [1.0, 1.5, 2.0]


def test_a_table_is_the_newest_message_though_an_older_one_is_edited_later(hall: Hall) -> None:
    newer = Message(hall.state.ids.next(), hall.place, row(button("join:8")))
    hall.crowd.changed(newer)
    hall.crowd.changed(hall.table)
    assert hall.crowd.table_in(hall.place) is newer
