"""Whatever is dealt, passed and played under whatever house rules: what holds at every moment."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.rules.cards import ALL_CARDS, NO_CARDS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.record import DealRecord, Record, read_record, write_record
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.replay import replay, verify
from bot.rules.ruleset import MoonChoice, Ruleset
from bot.rules.scoring import settled
from bot.rules.shuffle import hands, kitty
from bot.rules.view import public_view, view
from tests.rules import by_the_book
from tests.rules.judging import refusal_by_the_book
from tests.rules.rulesets import rulesets
from tests.rules.worlds import other_world

SEATS = st.integers(0, 4)
"""Seats of the largest table; of a smaller one, the first come again after the last."""
NUMBERS = st.integers(0, 9999)
CARDS = st.sampled_from(ALL_CARDS)


class AnyGame(RuleBasedStateMachine):
    """One game from its first deal on, told step by step."""

    @initialize(ruleset=rulesets(), first_dealer=SEATS, number=NUMBERS)
    def sit_down(self, ruleset: Ruleset, first_dealer: int, number: int) -> None:
        self.players = ruleset.players
        first_dealer %= self.players
        self.game = Game(ruleset, first_dealer)
        self.totals = [0] * self.players
        self.rng = random.Random(first_dealer)
        self.finished: list[tuple[Deal, int, bytes]] = []
        self.begin_a_deal(number)

    @property
    def deal(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def passing(self) -> bool:
        return self.game.deal is not None and self.game.deal.passing

    def playing(self) -> bool:
        return self.game.deal is not None and self.game.deal.turn is not None

    def begin_a_deal(self, number: int) -> None:
        self.secret = secret = number.to_bytes(32, "big")
        self.dealer = self.game.dealer
        ruleset = self.game.ruleset
        self.game = self.game.start_deal(hands(secret, ruleset, self.dealer), kitty(secret, ruleset))

    @precondition(passing)
    @rule(seat=SEATS, picked=st.lists(st.integers(0, 9), min_size=3, max_size=3, unique=True))
    def confirm_a_pass(self, seat: int, picked: list[int]) -> None:
        before = self.game
        seat %= self.players
        hand = list(self.deal.hands[seat])
        cards = [hand[at] for at in picked]
        confirmed = self.deal.passed[seat] is not None
        refusal = self.deal.refuse_pass(seat, cards)
        assert refusal == (Refusal(Rule.PASS_CONFIRMED, seat, Cards.of(cards)) if confirmed else None)
        if refusal is None:
            self.game = before.pass_cards(seat, cards)
            assert before.deal is not None
            self.check_exchange(before.deal)
        else:
            self.expect_refusal(refusal, lambda: before.pass_cards(seat, cards))

    @precondition(passing)
    @rule(seed=NUMBERS)
    def confirm_all_passes(self, seed: int) -> None:
        choices = random.Random(seed)
        for seat in choices.sample(range(self.players), self.players):
            if self.deal.passed[seat] is None:
                before = self.deal
                self.game = self.game.pass_cards(seat, choices.sample(list(before.hands[seat]), 3))
                self.check_exchange(before)

    def check_exchange(self, before: Deal) -> None:
        if self.deal.passing:
            assert self.deal.hands == before.hands
            return
        for seat in range(self.players):
            receiver = self.deal.direction.target(seat, self.players)
            given = self.deal.passed[seat]
            assert given is not None
            assert given <= self.deal.hands[receiver]
            assert self.deal.received(receiver) == given
        assert self.deal.turn is not None
        held = [str(card) for hand in self.deal.hands for card in hand]
        assert Card.parse(by_the_book.lowest_club(held)) in self.deal.hands[self.deal.turn]

    @rule(seat=SEATS, cards=st.lists(CARDS, max_size=5))
    def try_to_pass_something(self, seat: int, cards: list[Card]) -> None:
        if self.game.deal is None:
            return
        before = self.game
        seat %= self.players
        refusal = self.deal.refuse_pass(seat, cards)
        allowed = (
            self.deal.passing
            and self.deal.passed[seat] is None
            and len(cards) == len(set(cards)) == 3
            and set(cards) <= set(self.deal.hands[seat])
        )
        assert (refusal is None) is allowed
        if refusal is not None:
            assert refusal.seat == seat
            assert refusal.tried <= Cards.of(cards)
            self.expect_refusal(refusal, lambda: before.pass_cards(seat, cards))

    @precondition(playing)
    @rule(choice=st.integers(0, 16))
    def play_a_legal_card(self, choice: int) -> None:
        self.play_one_of_the_legal(choice)

    @precondition(playing)
    @rule(cards=st.integers(1, 52), seed=NUMBERS)
    def play_on(self, cards: int, seed: int) -> None:
        choices = random.Random(seed)
        for _ in range(cards):
            if self.deal.turn is not None:
                self.play_one_of_the_legal(choices.randrange(17))
                self.check_cards()
                self.check_the_seat_to_play()

    def play_one_of_the_legal(self, choice: int) -> None:
        seat = self.deal.turn
        assert seat is not None
        before = self.deal
        legal = list(before.legal(seat))
        card = legal[choice % len(legal)]
        self.game = self.game.play(seat, card)
        assert self.deal.hands[seat] == before.hands[seat] - Cards.of([card])
        assert self.deal.plays == (*before.plays, self.deal.plays[-1])
        assert (self.deal.plays[-1].seat, self.deal.plays[-1].card) == (seat, card)
        if len(before.trick) == self.players - 1:
            trick = [(play.seat, str(play.card)) for play in self.deal.tricks[-1].plays]
            taker = by_the_book.taker(trick)
            assert self.deal.turn == (None if self.deal.over else taker)
            apart = NO_CARDS if before.tricks else before.kitty
            assert self.deal.taken[taker] - before.taken[taker] == self.deal.tricks[-1].cards | apart
        else:
            assert self.deal.turn == (seat + 1) % self.players
            assert self.deal.taken == before.taken

    @rule(seat=SEATS, card=CARDS)
    def try_to_play_something(self, seat: int, card: Card) -> None:
        if self.game.deal is None:
            return
        before = self.game
        seat %= self.players
        refusal = self.deal.refuse_play(seat, card)
        if refusal is not None:
            self.expect_refusal(refusal, lambda: before.play(seat, card))

    def expect_refusal(self, refusal: Refusal, act: Callable[[], object]) -> None:
        """The act raises what was said before, and changes nothing."""
        game, before = self.game, repr(self.game)
        with pytest.raises(IllegalAct) as refused:
            act()
        assert refused.value.refusal == refusal
        assert self.game is game
        assert repr(self.game) == before

    @precondition(playing)
    @rule(seat=SEATS)
    def claim_the_rest(self, seat: int) -> None:
        seat %= self.players
        before = self.deal
        if self.game.refuse_claim(seat) is not None:
            return
        self.game = self.game.claim(seat)
        assert self.deal.over
        assert self.deal.claimed == seat
        assert self.deal.plays == before.plays
        assert (before.laid_open, self.deal.laid_open) == (NO_CARDS, before.hands[seat])
        assert self.deal.taken[:seat] + self.deal.taken[seat + 1 :] == (
            before.taken[:seat] + before.taken[seat + 1 :]
        )

    @precondition(lambda self: self.game.deal is not None and settled(self.game.deal))
    @rule(number=NUMBERS, choice=st.sampled_from((None, *MoonChoice)))
    def finish_the_deal(self, number: int, choice: MoonChoice | None) -> None:
        ruleset = self.game.ruleset
        taken = [{str(card) for card in cards} for cards in self.deal.taken]
        who = by_the_book.shooters(taken, ruleset)
        question = self.game.moon_question
        assert (question is not None) is (ruleset.moon == "choose" and bool(who))
        if question is None:
            choice = None
        before = self.game
        for seat in range(self.players):
            asked = question is not None and seat == question.seat
            assert (before.refuse_moon(seat) is None) is asked
            if not asked:
                refusal = Refusal(Rule.NO_MOON_CHOICE, seat, NO_CARDS)
                self.expect_refusal(refusal, lambda seat=seat: before.choose_moon(seat, MoonChoice.ADD))
        if question is not None and choice is not None:
            (option,) = [each for each in question.options if each.choice is choice]
            self.game = self.game.choose_moon(question.seat, choice)
            assert self.game.moon_question is None
            assert option.score == self.game.result()
        deal, result = self.deal, self.game.result()
        assert list(result.points) == by_the_book.points(taken, self.totals, ruleset, choice)
        assert set(result.moon) == who
        assert result.sun is (bool(who) and by_the_book.shot_sun(taken, ruleset))
        assert sum(result.points) in by_the_book.sums(taken, ruleset)
        self.totals = by_the_book.new_totals(self.totals, result.points, ruleset)
        self.game = self.game.finish_deal(result)
        self.finished.append((deal, self.dealer, self.secret))
        if not self.game.over:
            self.begin_a_deal(number)

    @precondition(lambda self: self.game.deal is not None)
    @rule(seed=NUMBERS)
    def go_on_to_the_next_deal(self, seed: int) -> None:
        if self.deal.passing:
            self.confirm_all_passes(seed)
        while not settled(self.deal):
            self.play_on(4, seed)
        self.finish_the_deal(seed, (None, *MoonChoice)[seed % 3])

    @invariant()
    def check_cards(self) -> None:
        """Every card of the deck is in exactly one hand, on the table, face down or taken."""
        if self.game.deal is None:
            return
        deal = self.deal
        face_down = deal.kitty if not deal.tricks and deal.claimed is None else NO_CARDS
        on_the_table = deal.trick.cards if deal.claimed is None else NO_CARDS
        places = [*deal.hands, on_the_table, *deal.taken, face_down]
        missing = by_the_book.left_out(deal.ruleset)
        everything = [card for card in ALL_CARDS if str(card) not in missing]
        assert sorted(card for place in places for card in place) == everything
        assert {len(hand) for hand in deal.dealt} == {52 // self.players}
        assert len(deal.kitty) == (52 % self.players if deal.ruleset.kitty else 0)

    @invariant()
    def check_legality(self) -> None:
        """Somebody always has a legal card; what is legal and why the rest is not is the same by the book."""
        if self.game.deal is None:
            return
        deal = self.deal
        assert deal.over or deal.passing or any(map(deal.legal, range(self.players)))
        for seat in range(self.players):
            self.check_seat(seat)
        tricks = [
            [(play.seat, str(play.card)) for play in trick.plays] for trick in (*deal.tricks, deal.trick)
        ]
        assert deal.broken is by_the_book.hearts_broken(tricks, deal.ruleset)

    def check_the_seat_to_play(self) -> None:
        if self.deal.turn is not None:
            assert self.deal.legal(self.deal.turn)
            self.check_seat(self.deal.turn)

    def check_seat(self, seat: int) -> None:
        deal = self.deal
        refusals = {card: deal.refuse_play(seat, card) for card in ALL_CARDS}
        assert Cards.of(card for card in ALL_CARDS if refusals[card] is None) == deal.legal(seat)
        assert refusals == {card: refusal_by_the_book(deal, seat, card) for card in ALL_CARDS}

    @invariant()
    def check_views(self) -> None:
        """What is hidden from a seat changes nothing in its view."""
        if self.game.deal is None or self.deal.claimed is not None:
            return  # what a claimer has laid open follows from cards that this would deal anew
        assert public_view(other_world(self.game, None, self.rng)) == public_view(self.game)
        for seat in range(self.players):
            assert view(other_world(self.game, seat, self.rng), seat) == view(self.game, seat)

    @invariant()
    def check_settled(self) -> None:
        """The rest of a deal may be skipped just where nothing that counts is open."""
        if self.game.deal is not None:
            taken = [{str(card) for card in cards} for cards in self.deal.taken]
            nothing_open = by_the_book.nothing_open(taken, self.game.ruleset)
            assert settled(self.deal) is (self.deal.over or nothing_open)

    @invariant()
    def check_order(self) -> None:
        """Deals are numbered, dealt and passed in their order, and the game ends as the book says."""
        game = self.game
        assert game.number == len(game.scores) + (not game.over)
        assert game.dealer == (game.first_dealer + game.number - 1) % self.players
        cycle = game.ruleset.pass_cycle
        assert game.direction is cycle[(game.number - 1) % len(cycle)]
        for seat, total in enumerate(self.totals):
            assert sum(game.totals[mate] for mate in by_the_book.team(seat, game.ruleset)) == total
        ended = by_the_book.winners(self.totals, game.ruleset) if game.scores else set()
        assert set(game.winners) == ended
        assert game.over is bool(ended)

    def teardown(self) -> None:
        """What was played can be written down, read, replayed and verified."""
        if not hasattr(self, "game"):
            return
        public = Record.public(self.game.ruleset, self.finished)
        assert read_record(write_record(public)) == public
        assert verify(public).scores == self.game.scores
        if self.game.deal is None:
            return
        running = DealRecord.of(self.deal, self.dealer, self.secret)
        whole = Record(public.ruleset, (*public.deals, running))
        assert read_record(write_record(whole)) == whole
        plays = [
            line["played"]
            for line in replay(whole)
            if line.get("deal") == self.game.number and "played" in line
        ]
        assert plays == [str(play.card) for play in self.deal.plays]


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=timedelta(seconds=5),
    suppress_health_check=[HealthCheck.too_slow],
)
