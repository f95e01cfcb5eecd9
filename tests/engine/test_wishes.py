"""Queued cards, and cards that are played at once because no other is legal."""

import random
from pathlib import Path

import pytest

from bot.engine.actions import By, Played
from bot.engine.acts import ByPerson, ByRule, Leave, PlayCard, TakeBack
from bot.engine.paces import Pace
from bot.engine.state import Decision, TableState
from bot.rules.cards import ALL_CARDS, Card, Suit
from bot.store import QueuedRow, Store
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import Hall, turn
from tests.engine.tabletop import (
    ANNA,
    FOUR,
    after,
    as_seated,
    lowest_act,
    on_disk,
    open_table,
    play,
    who_sits,
)
from tests.engine.wishing import TWO_OF_CLUBS, at_the_first_card, club, hand, no_club, played, wants_autoplay


async def test_a_queued_card_is_played_when_the_turn_comes(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    lead = turn(table)
    second = (lead + 1) % 4
    card = club(table.state, second)
    await hall.wishes.queue(table, second, card)
    await quiet()
    assert await hall.wishes.queued(table, second) == card
    assert played(hall) == []
    await play(table, 1)
    await quiet()
    assert played(hall) == [(lead, TWO_OF_CLUBS, By.PERSON), (second, card, By.PERSON)]
    assert await hall.wishes.queued(table, second) is None
    assert await store.queued(table.game_id) == ()
    assert await on_disk(store, table) == table.state


async def test_cards_of_all_three_others_follow_one_another(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    lead = turn(table)
    others = [(lead + step) % 4 for step in (1, 2, 3)]
    wanted = [(seat, club(table.state, seat)) for seat in others]
    for seat, card in wanted:
        await hall.wishes.queue(table, seat, card)
    await play(table, 1)
    await quiet()
    assert played(hall)[1:] == [(seat, card, By.PERSON) for seat, card in wanted]
    assert table.state.decision == Decision(1, 4)


async def test_a_card_that_is_not_legal_when_the_turn_comes_is_dropped(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    second = (turn(table) + 1) % 4
    card = no_club(table.state, second)
    await hall.wishes.queue(table, second, card)
    await play(table, 1)
    await quiet()
    assert turn(table) == second
    assert await hall.wishes.queued(table, second) is None
    assert await store.queued(table.game_id) == ()
    await play(table, 4)
    await quiet()
    assert (second, card, By.PERSON) not in played(hall), "also not when it would be legal later"


async def test_a_card_taken_back_is_not_played(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    second = (turn(table) + 1) % 4
    await hall.wishes.queue(table, second, club(table.state, second))
    await hall.wishes.drop(table, second)
    assert await hall.wishes.queued(table, second) is None
    await play(table, 1)
    await quiet()
    assert turn(table) == second


async def test_the_card_queued_last_is_played(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    second = (turn(table) + 1) % 4
    clubs = [card for card in hand(table.state, second) if card.suit is Suit.CLUBS]
    for card in clubs:
        await hall.wishes.queue(table, second, card)
    await play(table, 1)
    await quiet()
    assert played(hall)[1] == (second, clubs[-1], By.PERSON)


async def test_a_card_queued_at_ones_own_turn_is_played_at_once(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    await hall.wishes.queue(table, seat, no_club(table.state, seat))
    await quiet()
    assert (turn(table), await hall.wishes.queued(table, seat)) == (seat, None)
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]


async def test_a_card_of_another_deal_is_forgotten(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    while len(table.state.history) == 0:
        await play(table, 1)
    await play(table, 4)
    await quiet()
    seat = turn(table)
    await store.queue_card(QueuedRow(table.game_id, seat, 1, str(TWO_OF_CLUBS)))
    hall.wishes.wake(table)
    await quiet()
    assert await hall.wishes.queued(table, seat) is None
    assert turn(table) == seat


async def test_a_card_that_has_been_passed_away_is_not_queued_any_more(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    away = lowest_act(table.state, 0)
    card = next(iter(hand(table.state, 0)))
    await hall.wishes.queue(table, 0, card)
    assert await hall.wishes.queued(table, 0) == card
    await table.act(away)
    await play(table, 3)
    await quiet()
    assert await hall.wishes.queued(table, 0) is None
    await play(table, 8)
    assert (0, card, By.PERSON) not in played(hall)


@pytest.mark.parametrize("seat", range(4))
async def test_nobody_has_a_card_played_for_another_seat(seat: int, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    lead = turn(table)
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await quiet()
    assert played(hall) == ([(lead, TWO_OF_CLUBS, By.PERSON)] if seat == lead else [])


async def test_nothing_is_queued_in_the_lobby(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables)
    await hall.wishes.queue(table, 0, TWO_OF_CLUBS)
    assert await store.queued(table.game_id) == ()
    assert await hall.wishes.queued(table, 0) is None


async def test_a_seat_that_a_computer_keeps_plays_no_queued_card_and_has_it_again(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    second = (turn(table) + 1) % 4
    card = club(table.state, second)
    await hall.wishes.queue(table, second, card)
    await table.act(Leave(FOUR[second]))
    await play(table, 1)
    await quiet()
    assert turn(table) == second
    await table.act(TakeBack(FOUR[second]))
    await quiet()
    assert played(hall)[1:] == [(second, card, By.PERSON)]


async def test_a_queued_card_is_an_act_of_the_person(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall, pace=Pace.FAST)
    lead = turn(table)
    await hall.tick(60)
    assert table.state.missed[lead] == 1
    await play(table, 3)
    while turn(table) != lead:
        await play(table, 1)
    assert table.state.deal is not None
    await hall.wishes.queue(table, lead, table.state.deal.legal(lead).lowest)
    await quiet()
    assert table.state.missed == (0, 0, 0, 0)


async def test_the_only_legal_card_is_played_at_once_for_whoever_wants_that(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    lead = turn(table)
    assert played(hall) == [], "off at first"
    await wants_autoplay(store, FOUR[lead])
    hall.wishes.wake(table)
    await quiet()
    assert played(hall) == [(lead, TWO_OF_CLUBS, By.FORCED)]


async def test_where_there_is_a_choice_nothing_is_played(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    await wants_autoplay(store, *FOUR)
    for _ in range(30):
        await play(table, 1)
        await quiet()
        deal = table.state.deal
        if deal is not None and deal.turn is not None:
            assert len(deal.legal(deal.turn)) > 1
    cards = played(hall)
    assert {by for _, _, by in cards} == {By.PERSON, By.FORCED}
    assert await on_disk(store, table) == table.state


async def test_a_queued_card_goes_before_and_an_illegal_one_leaves_the_only_legal_card(
    store: FaultyStore,
) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    lead = turn(table)
    await wants_autoplay(store, FOUR[lead])
    await hall.wishes.queue(table, lead, no_club(table.state, lead))
    await quiet()
    assert played(hall) == [(lead, TWO_OF_CLUBS, By.FORCED)]
    assert await store.queued(table.game_id) == ()


async def test_an_absent_person_for_whom_cards_play_themselves_is_absent_all_the_same(
    store: FaultyStore,
) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall, pace=Pace.FAST)
    lead = turn(table)
    await wants_autoplay(store, *FOUR)
    hall.wishes.wake(table)
    for _ in range(60):
        await hall.tick(60)
        if len(table.state.persons) < 4:
            break
    gone = next(seat for seat in range(4) if FOUR[seat] in table.state.gone)
    by = [by for seat, _, by in played(hall) if seat == gone]
    assert by.count(By.CLOCK) == 2
    assert set(by) <= {By.CLOCK, By.FORCED}
    assert (lead, TWO_OF_CLUBS, By.FORCED) in played(hall)


@pytest.mark.parametrize("how", ["queued", "autoplay"])
async def test_across_a_restart(how: str, path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await at_the_first_card(hall)
        lead = turn(table)
        if how == "queued":
            await store.queue_card(QueuedRow(table.game_id, lead, 1, str(TWO_OF_CLUBS)))
        else:
            await wants_autoplay(store, FOUR[lead])
        assert played(hall) == []
    async with await Store.open(path) as store:
        hall = Hall(store)
        await hall.resume()
        await quiet()
        assert played(hall) == [(lead, TWO_OF_CLUBS, By.PERSON if how == "queued" else By.FORCED)]


async def test_a_card_queued_before_a_restart_for_a_turn_after_it(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await at_the_first_card(hall)
        second = (turn(table) + 1) % 4
        card = club(table.state, second)
        await hall.wishes.queue(table, second, card)
        await quiet()
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await hall.resume()
        assert await hall.wishes.queued(table, second) == card
        await play(table, 1)
        await quiet()
        assert played(hall)[1:] == [(second, card, By.PERSON)]


def granted(
    state: TableState, wished: dict[int, Card], autoplay: set[int]
) -> tuple[TableState, list[Played]]:
    """Give what follows from what people have wished for, by the rules alone; wishes are used up."""
    cards: list[Played] = []
    deals = len(state.history)
    while state.decision is not None and state.decision.ply is not None and len(state.history) == deals:
        (seat,) = state.awaited
        assert state.deal is not None
        legal, card = state.deal.legal(seat), wished.pop(seat, None)
        if card is not None and card in legal:
            who, by = who_sits(state, seat), By.PERSON
        elif seat in autoplay and len(legal) == 1:
            who, by, card = ByRule(FOUR[seat]), By.FORCED, legal.lowest
        else:
            break
        state = after(state, PlayCard(who, card), chance=as_seated())
        cards.append(Played(seat, card, by))
    return state, cards


@pytest.mark.parametrize("seed", range(6))
async def test_wishes_by_lot(seed: int, store: FaultyStore) -> None:
    rng = random.Random(seed)
    hall = Hall(store)
    table = await at_the_first_card(hall)
    autoplay = set(rng.sample(range(4), seed % 4))
    await wants_autoplay(store, *(FOUR[seat] for seat in autoplay))
    hall.wishes.wake(table)
    await quiet()
    wished: dict[int, Card] = {}
    while not table.state.history:
        for seat in rng.sample(range(4), rng.randrange(4)):
            if seat == turn(table):
                continue
            if rng.random() < 0.3:
                await hall.wishes.drop(table, seat)
                wished.pop(seat, None)
            elif rng.random() < 0.1:
                # A card of somebody else's hand.
                card = rng.choice(ALL_CARDS)
                if card not in hand(table.state, seat):
                    await hall.wishes.queue(table, seat, card)
                    wished.pop(seat, None)
            else:
                wished[seat] = rng.choice(list(hand(table.state, seat)))
                await hall.wishes.queue(table, seat, wished[seat])
        before = len(played(hall))
        act = lowest_act(table.state)
        assert isinstance(act, PlayCard)
        assert isinstance(act.who, ByPerson)
        expected, cards = granted(after(table.state, act, chance=as_seated()), wished, autoplay)
        await table.act(act)
        await quiet()
        found = played(hall)[before + 1 :]
        if not table.state.history:
            assert found == [(each.seat, each.card, each.by) for each in cards]
            assert table.state == expected
            for seat in range(4):
                assert await hall.wishes.queued(table, seat) == wished.get(seat)
    assert await on_disk(store, table) == table.state


async def test_wishes_of_one_table_wait_for_no_other(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    other = await open_table(hall.tables, ANNA, 7, 8, 9, channel=21, start=True)
    await play(other, 4)
    await quiet()
    store.before[table.game_id] = gate = Gate()
    await hall.wishes.queue(table, turn(table), TWO_OF_CLUBS)
    await gate.reached.wait()
    await hall.wishes.queue(other, turn(other), TWO_OF_CLUBS)
    for _ in range(50):
        await store.rows(other.game_id)
    assert other.state.decision == Decision(1, 1)
    assert table.state.decision == Decision(1, 0)
    gate.open.set()
    await quiet()
