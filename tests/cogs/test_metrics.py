"""What is counted while people play agrees with what is on disk."""

from __future__ import annotations

from collections import Counter

from bot.engine.acts import TableRule
from bot.engine.table import Change
from bot.rules.refusal import Rule
from tests.cogs.people import Place


async def test_what_is_counted_in_a_deal_is_what_is_on_disk(place: Place) -> None:
    changes: list[Change] = []
    place.bot.tables.listeners += (lambda _, change: changes.append(change),)
    ann, ben = await place.game(place.somebody("ann"), place.somebody("ben"), pace="none")
    table = await place.table()
    value = place.bot.watch.registry.get_sample_value
    assert value("hearts_tables_open") == 1
    for person in (ann, ben):
        await person.pass_first_three()
    stale = f"hearts:play:{table.game_id}:{table.state.decision}:2C"
    while not table.state.history:
        person = await place.to_move([ann, ben])
        assert person is not None
        await person.play_first()
    await ann.forge(ann.panel().message, stale)
    await ann.told("play", card=str((await ann.hand()).lowest))

    rows = await place.bot.store.rows(table.game_id)
    counted: Counter[str] = Counter()
    by: Counter[str] = Counter()
    for metric in place.bot.watch.registry.collect():
        for sample in metric.samples:
            if sample.name == "hearts_actions_total":
                counted[sample.labels["kind"]] += int(sample.value)
                by[sample.labels["by"]] += int(sample.value)
    assert counted == Counter(row.row.kind for row in rows)
    assert by["person"] >= 26
    assert by["computer"] >= 26
    assert value("hearts_refusals_total", {"rule": TableRule.DECISION_PAST}) == 1
    assert value("hearts_refusals_total", {"rule": Rule.PASS_NOT_OVER}) == 1
    assert value("hearts_act_seconds_count") == len(changes)
    assert (value("hearts_edits_total", {"outcome": "sent"}) or 0) > 10
    assert value("hearts_edits_waiting") == 0
    assert (value("hearts_picture_seconds_count", {"kind": "hand"}) or 0) > 20
    assert value("hearts_thinking_total", {"asked": "medium", "played": "medium"}) == by["computer"]
