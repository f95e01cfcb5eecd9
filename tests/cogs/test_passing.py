"""Passing: chosen in a menu, changed at will, hidden until everybody has confirmed."""

from bot.rules.cards import Cards
from bot.text.cards import card_name, card_short, cards_short
from tests.cogs.moves import play_on
from tests.cogs.people import Place


async def test_the_menu_holds_the_hand_and_takes_exactly_three(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    [menu] = ann.panel().menus
    assert (menu["min_values"], menu["max_values"]) == (3, 3)
    hand = await ann.hand()
    assert Cards.parse(" ".join(option["value"] for option in menu["options"])) == hand
    for option, card in zip(
        menu["options"], map(Cards.parse, [o["value"] for o in menu["options"]]), strict=True
    ):
        assert option["label"] == card_short(card.lowest, ann.words)
        assert option["description"] == card_name(card.lowest, ann.words)
    assert ann.panel().enabled() == ["Refresh"]


async def test_a_choice_is_changed_and_then_confirmed(place: Place) -> None:
    [ann, _] = await place.game(place.somebody("ann"), place.somebody("ben"))
    values = [option["value"] for option in ann.panel().menus[0]["options"]]
    panel = await ann.choose(values[:3])
    assert panel.chosen() == values[:3]
    assert panel.enabled() == ["Pass these cards", "Refresh"]
    panel = await ann.choose(values[2:5])
    assert panel.chosen() == values[2:5]
    assert "You are about to pass" in panel.text
    panel = await ann.confirm()
    view = await ann.view()
    assert view.passed == Cards.parse(" ".join(values[2:5]))
    assert "You passed" in panel.text
    assert not panel.menus
    assert panel.enabled() == ["Refresh"]


async def test_a_choice_survives_other_peoples_passes_and_a_refresh(place: Place) -> None:
    ann, ben, *_ = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo")))
    values = [option["value"] for option in ann.panel().menus[0]["options"]][:3]
    await ann.choose(values)
    await ben.pass_first_three()
    assert ann.panel().chosen() == values
    await ann.press(ann.panel().message, "button.refresh")
    assert ann.panel().chosen() == values
    await ann.open_hand()
    assert ann.panel().chosen() == values
    await ann.confirm()
    assert not (await ann.view()).to_pass


async def test_a_choice_of_one_deal_is_none_in_the_next(place: Place) -> None:
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    await play_on(place, await place.table(), deals=1)
    for person in people:
        assert not person.panel().chosen()
        assert "Pass these cards" not in person.panel().enabled()


async def test_nobody_learns_what_comes_in_before_everybody_has_confirmed(place: Place) -> None:
    place.fix_lots()
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    *early, last = people
    dealt = {person: await person.hand() for person in people}
    for person in early:
        await person.pass_first_three()
        assert (await person.view()).received is None
        assert "and got" not in person.panel().text
        assert await person.hand() == dealt[person]
    assert last.words("table.passing", names="**Dora**") in place.shown().text
    await last.pass_first_three()
    for person in people:
        view = await person.view()
        assert view.received is not None
        assert view.passed is not None
        mine = person.words.beside(view.hand)
        assert f"You passed {cards_short(view.passed, mine)} to **" in person.panel().text
        assert f"and got {cards_short(view.received, mine)} from **" in person.panel().text
        assert "Passed to you:" in person.panel().alts[0]
        assert view.hand == dealt[person] - (view.passed or Cards(0)) | view.received


async def test_the_table_names_who_still_has_to_pass(place: Place) -> None:
    place.fix_lots()
    ann, ben = await place.game(place.somebody("ann"), place.somebody("ben"))
    assert ann.words("table.passing", names="**Ann** and **Ben**") in place.shown().text
    await ann.pass_first_three()
    assert ann.words("table.passing", names="**Ben**") in place.shown().text
    await ben.pass_first_three()
    assert ann.words("table.passing", names="").rstrip(".") not in place.shown().text
