"""A moment of a game, looked at again, as a message: text first, the table as it was, and where to go on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from bot.engine.moments import Moment, Replay, Sight
from bot.engine.state import Phase
from bot.rules.shuffle import commitment, hand_size
from bot.standings import Ending
from bot.text.cards import cards_text, hand_line
from bot.text.rules_text import ruleset_line
from bot.text.score_alt import points_line
from bot.text.words import Words, label
from cogs.clicks import NO_GAME, Button, Menu, NoSuchItem, Option
from cogs.history_message import VERB as HISTORY
from cogs.history_message import Leaf, Listed, ending_text
from cogs.layout import Layout, Picture, Row
from cogs.scenes import game_after
from cogs.score_message import deal_layout, places_text, review_button, winners_title
from cogs.seating import SeatName
from cogs.table_message import Clocked, Scene, table_layout

VERB: Final = "replay"
RECORD: Final = "record"

MOST_DEALS: Final = 25
"""Options Discord takes in a menu; of more deals, those around the one shown."""

_OPTION_LENGTH: Final = 100


class Step(StrEnum):
    """Where an item of the replay leads."""

    FIRST = "first"
    BACK = "back"
    FORWARD = "forward"
    LAST = "last"
    DEAL = "deal"
    """The beginning of the deal that is chosen."""
    OPEN = "open"
    """The first moment, in a message of its own, beside the one that leads there."""


STEPS: Final = (Step.FIRST, Step.BACK, Step.FORWARD, Step.LAST)


@dataclass(frozen=True)
class Spot:
    """Which moment somebody looks at, and the list they came from.

    Attributes:
        listed: the list.
        deal: the number of the deal.
        step: the moment of the deal.
    """

    listed: Listed
    deal: int
    step: int

    def detail(self, step: Step) -> str:
        """What the custom_id of an item at this moment says."""
        return f"{self.listed}:{self.deal}:{self.step}:{step}"

    @classmethod
    def read(cls, detail: str) -> tuple[Self, Step]:
        """Read what `detail` gives.

        Raises:
            NoSuchItem: it is none.
        """
        try:
            listed, deal, step, way = detail.rsplit(":", 3)
            return cls(Listed.read(listed), int(deal), int(step)), Step(way)
        except ValueError:
            raise NoSuchItem from None


@dataclass(frozen=True)
class Shown:
    """What is shown of a game.

    Attributes:
        game_id: the game.
        replay: all of it.
        place: of the moment among all.
        sight: what whoever asked may know of the moment.
        ending: what has become of the game.
        canceller: the name of whoever ended it before its end, if anybody did.
        names: of the seats at the moment.
        now: of the seats at the end, or now.
        played: whether whoever asked took part.
    """

    game_id: int
    replay: Replay
    place: int
    sight: Sight
    ending: Ending
    canceller: str
    names: tuple[SeatName, ...]
    now: tuple[SeatName, ...]
    played: bool

    @property
    def moment(self) -> Moment:
        """The moment."""
        return self.replay.moments[self.place]


def scene_of(shown: Shown) -> Scene:
    """The table at the moment, as everybody saw it."""
    state, sight = shown.moment.state, shown.sight
    assert state.secret is not None
    clocked = Clocked(state.clocked, state.clock_passed)
    return Scene(sight.public, sight.trick, commitment(state.secret), clocked=clocked)


def replay_layout(listed: Listed, shown: Shown, picture: Picture | None, words: Words) -> Layout:
    """A moment of a game.

    Args:
        listed: the list that was come from.
        shown: what there is.
        picture: the table; None where there is none.
        words: the language of whoever asked.
    """
    moment = shown.moment
    table = table_layout(shown.game_id, scene_of(shown), shown.names, None, words)
    below = list(table.below)
    footer = ""
    if moment.done is not None:
        after = game_after(shown.replay.state, moment.done)
        result = deal_layout(moment.done, after, shown.names, words)
        below += result.texts
        footer = result.footer
        last = shown.place == len(shown.replay.moments) - 1
        if last and shown.replay.state.phase is Phase.OVER:
            below += [winners_title(after, shown.now, words), places_text(after, shown.now, words)]
    spot = Spot(listed, moment.number, moment.step)
    return Layout(
        texts=(_title(shown, words), *table.texts[1:], _hands(shown, words)),
        picture=picture,
        below=tuple(below),
        instead=table.instead,
        footer=footer,
        rows=_rows(spot, shown, words),
    )


def _title(shown: Shown, words: Words) -> str:
    state = shown.replay.state
    ending = ending_text(shown.ending, state, shown.now, shown.canceller, words)
    return words(
        "replay.title",
        game=str(shown.game_id),
        deal=shown.moment.number,
        deals=shown.replay.deals,
        where=_where(shown, words),
        ending=ending,
        rules=ruleset_line(state.ruleset, words),
    )


def _where(shown: Shown, words: Words) -> str:
    public = shown.sight.public
    whole = hand_size(public.ruleset)
    if public.claimed is not None:
        return words("replay.claimed", number=len(public.tricks) + 1, all=whole)
    if public.trick.plays:
        return words("replay.trick_now", number=len(public.tricks) + 1, all=whole)
    if public.tricks:
        return words("replay.trick", number=len(public.tricks), all=whole)
    return words("replay.passing") if public.passing else words("replay.before")


def _hands(shown: Shown, words: Words) -> str:
    """The hands that may be known, and before the first trick what was passed of them."""
    sight, names = shown.sight, shown.names
    public = sight.public
    lines: list[str] = []
    for seat, hand in enumerate(sight.hands):
        if hand:
            lines.append(words("replay.hand", name=names[seat].text, cards=hand_line(hand, words)))
        passed = sight.passed[seat]
        if passed and not public.tricks and not public.trick.plays:
            target = public.direction.target(seat, public.players)
            lines.append(words("replay.passed", cards=cards_text(passed, words), name=names[target].text))
    if sight.apart:
        lines.append(words("replay.apart", cards=cards_text(sight.apart, words)))
    return "\n".join((words("replay.hands"), *lines)) if lines else ""


def _rows(spot: Spot, shown: Shown, words: Words) -> list[Row]:
    last = len(shown.replay.moments) - 1
    nowhere = (shown.place == 0, shown.place == 0, shown.place == last, shown.place == last)
    rows: list[Row] = [
        [
            Button(VERB, shown.game_id, words(f"replay.step.{step}"), spot.detail(step), disabled=disabled)
            for step, disabled in zip(STEPS, nowhere, strict=True)
        ]
    ]
    if shown.replay.deals > 1:
        rows.append(_deals(spot, shown, words))
    state = shown.replay.state
    below = [Button(HISTORY, NO_GAME, words("button.all_in_list"), spot.listed.detail(Leaf.ANEW))]
    if not state.open and state.history:
        below.append(Button(RECORD, shown.game_id, words("button.record")))
    if shown.played and state.history and not state.open:
        below.append(review_button(shown.game_id, words))
    elif shown.played and shown.moment.finished:
        below.append(review_button(shown.game_id, words, shown.moment.number))
    rows.append(below)
    return rows


def _deals(spot: Spot, shown: Shown, words: Words) -> Menu:
    state = shown.replay.state
    deals = shown.replay.deals
    first = max(1, min(spot.deal - MOST_DEALS // 2, deals - MOST_DEALS + 1))
    names = [name.label for name in shown.now]
    options: list[Option] = []
    for number in range(first, min(deals, first + MOST_DEALS - 1) + 1):
        points = ""
        if number <= len(state.history):
            score = state.history[number - 1].score
            points = label(points_line(score.points, state.ruleset, names, words), _OPTION_LENGTH)
        title = words("replay.deal", number=number)
        options.append(Option(str(number), title, points, chosen=number == spot.deal))
    return Menu(VERB, shown.game_id, tuple(options), spot.detail(Step.DEAL))
