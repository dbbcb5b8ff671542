"""Random commands from players, spectators and the host: properties of every match at every moment."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from devtools.harness.games.match_helpers import TALLY, created, rated_by_host
from devtools.harness.games.random_moves import any_move
from netgame.game import Over, ToMove
from netgame.games import GAMES
from netgame.match import HOST, Refused, act, decide, evolve, new_match, replay, to_act, waiting_for_roll, wakes_at
from netgame.match import commands as c
from netgame.match.absence import budget_left, claims
from netgame.match.events import Event, Moved, Player, Rolled, Started, TakenBack, TimeAdded
from netgame.match.offers import may_abort_alone
from netgame.match.state import Match, other
from netgame.match.time_control import read_control
from netgame.records.reader import read_record
from netgame.records.writer import write_record

ALL = {**TALLY, **GAMES}
PLAYERS: tuple[Player, Player] = (0, 1)
ANYBODY = st.sampled_from([0, 1, 0, 1, 0, 1, 2, HOST, HOST])  # 2 watches
KINDS = st.sampled_from(["count", "take_back", "pause", "more_time", "abort", "adjourn"])
TABLES: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.sampled_from(
    [
        ("tally", {}),
        ("tally", {"dice": False}),
        ("tally", {"length": 1, "battles": 3}),
        ("tally", {"battles": 1, "count": False}),
        *((key, {}) for key in GAMES),
        *((key, dict(options)) for key, game in GAMES.items() for options in game.presets.values()),
        ("clod", {"ties": "white"}),
        ("thud", {"no_capture_limit": 2}),
    ]
)
CLOCKS = st.sampled_from(
    ["none", "move 10", "sudden 40", "fischer 30+5", "fischer 0+8", "bronstein 30+5", "byoyomi 20+2x10", "days 1"]
)
ABSENCES = st.sampled_from(["wait", "forfeit 10", "adjourn 20"])
STEPS_MS = st.sampled_from([0, 0, 1, 1, 700, 1_000, 3_000, 5_000, 9_999, 10_000, 10_001, 20_000, 30_000, 60_000])
OF_PLAYERS: st.SearchStrategy[c.Command] = st.one_of(
    st.just(c.Stand()),
    st.just(c.MakeReady()),
    st.builds(c.MakeOffer, KINDS | st.just("bribe"), st.none() | st.integers(-1, 60)),
    st.builds(c.Claim, st.sampled_from(["win", "draw", "adjourn", "moon"])),
)
OF_HOST: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.Sit, st.sampled_from(PLAYERS), st.sampled_from(["a", "b", ""]), st.just("X"), st.booleans()),
    st.builds(c.Throw, st.lists(st.integers(0, 7), max_size=3).map(tuple)),
    st.builds(c.MarkAbsent, st.sampled_from(PLAYERS), st.sampled_from(["lost", "left"])),
    st.builds(c.MarkReturned, st.sampled_from(PLAYERS)),
    st.builds(c.Pause, st.sampled_from(["restart", "drain", "agreed", "adjourned"])),
    st.just(c.Resume()),
    st.just(c.Tick()),
)
GIVING_UP: st.SearchStrategy[c.Command] = st.builds(c.Resign, st.booleans()) | st.just(c.Leave())


def gain(clock: str, event: Event, player: Player, shown: int) -> int:
    """Return how much a clock may rise by an event: for each move a new turn gives the whole time again."""
    control = read_control(clock)
    match event:
        case Moved(player=mover, queued=queued, lag=lag) if mover == player:
            return queued + lag + control.step
        case TimeAdded(player=asker, ms=ms) if asker == player:
            return ms
        case Started():
            return 10**9
        case TakenBack(player=asker) if asker == player:
            return 10**9
        case TakenBack():
            return full_again(clock, shown) - shown
    return 0


def full_again(clock: str, shown: int) -> int:
    """Return what a clock shows after a turn without a move."""
    control = read_control(clock)
    return max(shown, control.step) if control.kind in ("move", "days") else shown


class MatchMachine(RuleBasedStateMachine):
    @initialize(table=TABLES, clock=CLOCKS, absence=ABSENCES, seed=st.integers(0, 1000), how=st.sampled_from("srse"))
    def open(self, table: tuple[str, dict[str, Any]], clock: str, absence: str, seed: int, how: str) -> None:
        first = created(table[0], ALL, clock=clock, absence=absence, rated=how == "r", **table[1])
        self.log: list[Event] = [first]
        self.match: Match = new_match(first, ALL)
        self.folded = new_match(first, ALL)  # shares no list with the live one
        self.now = first.at
        self.chance = Random(seed)
        self.rolls: dict[tuple[int, int], tuple[int, ...]] = {}
        self.fronts: dict[int, Match] = {}  # the match in front of each move
        self.said: tuple[int, int] | None = None
        self.budgets = [10**9, 10**9]
        self.clock = clock
        if how != "e":
            self.sit_both()

    @precondition(lambda self: self.match.ended)
    @rule(table=TABLES, clock=CLOCKS, absence=ABSENCES, seed=st.integers(0, 1000), command=OF_PLAYERS | OF_HOST)
    def play_another_match(self, command: c.Command, **what: Any) -> None:
        for by in (0, 1, HOST):
            self.give(command, by)  # which changes nothing any more
        self.check_the_fold()
        self.open(**what, how="s")

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))

    def give(self, command: c.Command, by: Any) -> None:
        before = self.match
        decided = decide(before, command, by, self.now, rated_by_host)
        done = act(before, command, by, self.now, self.roll, rated_by_host)
        if isinstance(done, Refused):
            assert decided == done
            assert str(done.text)
            assert before == self.folded, "every refusal leaves the match as it was"
            return
        assert not before.ended, "a finished match changes no more"
        events, after = done
        assert events[: len(decided)] == decided  # type: ignore[arg-type]
        for event in events:
            earlier, self.folded = self.folded, evolve(self.folded, event)
            self.check_clocks(event)
            self.check_roll(event)
            self.check_take_back(earlier, event)
        assert self.folded == after
        self.match = after
        self.log += events

    def check_clocks(self, event: Event) -> None:
        """Check that clocks are never negative, and rise only by their event."""
        if event.clocks is None:
            assert self.clock == "none" or self.folded.phase != "playing"
        else:
            for player in PLAYERS:
                said = None if self.said is None else self.said[player]
                most = 10**9 if said is None else said + gain(self.clock, event, player, said)
                assert 0 <= event.clocks[player] <= most
        self.said = event.clocks

    def check_roll(self, event: Event) -> None:
        if isinstance(event, Rolled):
            known = self.rolls.setdefault((self.folded.leg, event.index), event.dice)
            assert event.dice == known, "the value of a roll never changes"

    def check_take_back(self, earlier: Match, event: Event) -> None:
        """Check that the board, the dice, the offers about the board and the clock are those before the move."""
        if isinstance(event, Moved):
            self.fronts[event.number] = earlier
        if isinstance(event, TakenBack):
            front, now = self.fronts[event.to], self.folded
            assert (now.state, now.turn, now.history) == (front.state, front.turn, front.history)
            assert (now.rolls, now.last_roll, to_act(now)) == (front.rolls, front.last_roll, event.player)
            assert not now.paused
            if now.clocks and front.clocks and earlier.clocks and event.clocks:
                asker, opponent = event.player, other(event.player)
                agreed = earlier.clocks.added[asker] - front.clocks.added[asker]
                assert now.clocks.left[asker] == front.clocks.left[asker] + agreed
                assert event.clocks[opponent] == full_again(self.clock, earlier.clocks.read(event.at)[opponent])

    # ---- what people sensibly do, so that matches get anywhere

    @precondition(lambda self: self.match.phase == "open")
    @rule()
    def sit_both(self) -> None:
        for player in PLAYERS:
            self.give(c.Sit(player, f"player {player}", "X"), HOST)
            self.give(c.MakeReady(), player)

    @precondition(lambda self: to_act(self.match) is not None and not self.match.paused)
    @rule(choices=st.lists(st.integers(0, 2**60), min_size=1, max_size=6), ms=STEPS_MS, rtt=st.integers(-5, 2_000))
    def play_legally(self, choices: list[int], ms: int, rtt: int) -> None:
        for choice in choices:
            match, number = self.match, self.match.number
            if isinstance(match.turn, ToMove) and match.phase == "playing":
                text = match.game.format(match.state, any_move(match.game, match.state, choice))
                self.give(c.Play(match.position, text, rtt), to_act(match))
                deadline = match.clocks.deadline if match.clocks else None
                assert self.match.number > number or (deadline is not None and self.now > deadline)
        self.now += ms

    @precondition(lambda self: self.match.phase in ("playing", "between"))
    @rule(kind=KINDS, by=st.sampled_from(PLAYERS), back=st.integers(0, 3), accept=st.sampled_from([True, False, None]))
    def offer(self, kind: Any, by: Player, back: int, accept: bool | None) -> None:
        moves = [step.event for step in self.match.history if isinstance(step.event, Moved)]
        own = [move.number for move in moves if move.player == by]
        to = own[-back] if kind == "take_back" and 0 < back <= len(own) else None
        if kind != "abort" or not may_abort_alone(self.match):
            self.give(c.MakeOffer(kind, to), by)
        if accept is not None and self.match.offers:
            self.give(c.AnswerOffer(max(self.match.offers), accept), other(by))

    @precondition(lambda self: sum(self.match.moved) > 1)
    @rule(by=st.sampled_from(PLAYERS), back=st.integers(0, 3))
    def agree_to_take_a_move_back(self, by: Player, back: int) -> None:
        self.offer(kind="take_back", by=by, back=back, accept=True)

    @precondition(lambda self: self.match.phase == "playing")
    @rule(kind=KINDS, by=st.sampled_from(PLAYERS))
    def insist(self, kind: Any, by: Player) -> None:
        for _ in range(4):
            self.offer(kind=kind, by=by, back=0, accept=False)

    @precondition(lambda self: self.match.offers)
    @rule(accept=st.booleans())
    def answer_the_offers(self, accept: bool) -> None:
        for number, offer in self.match.offers.items():
            self.give(c.AnswerOffer(number, accept), other(offer.player))

    @precondition(lambda self: self.match.phase == "between" or self.match.paused)
    @rule()
    def go_on(self) -> None:
        for player in PLAYERS:
            self.give(c.MakeReady(), player)

    @precondition(lambda self: self.match.phase == "playing")
    @rule(player=st.sampled_from(PLAYERS), ms=STEPS_MS, what=st.sampled_from(["win", "draw", "adjourn"]))
    def wait_for_somebody_and_claim(self, player: Player, ms: int, what: Any) -> None:
        self.give(c.MarkAbsent(player, "lost"), HOST)
        self.now += ms
        may = what in claims(self.match, other(player), max(self.now, self.match.at))
        number = self.match.number
        self.give(c.Claim(what), other(player))
        assert (self.match.number > number) == may

    # ---- what anybody may try

    @rule(by=ANYBODY, command=OF_PLAYERS)
    def try_what_players_do(self, by: Any, command: c.Command) -> None:
        self.give(command, by)

    @rule(by=st.sampled_from([HOST, HOST, HOST, 0, 1, 2]), command=OF_HOST)
    def try_what_the_host_does(self, by: Any, command: c.Command) -> None:
        self.give(command, by)

    @precondition(lambda self: self.match.number > 25)
    @rule(by=ANYBODY, command=GIVING_UP)
    def give_up(self, by: Any, command: c.Command) -> None:
        self.give(command, by)

    @rule(by=ANYBODY, behind=st.integers(-1, 2), move=st.sampled_from(["+1", "a1", "dA6-B6", "TF7-D5xC4", "pass", ""]))
    def play_anything(self, by: Any, behind: int, move: str) -> None:
        self.give(c.Play(self.match.position - behind, move), by)

    @rule(by=ANYBODY, back=st.integers(-1, 2), accept=st.booleans() | st.none())
    def meddle_with_an_offer(self, by: Any, back: int, accept: bool | None) -> None:
        number = max(self.match.offers, default=self.match.number) - back
        self.give(c.WithdrawOffer(number) if accept is None else c.AnswerOffer(number, accept), by)

    @rule(ms=STEPS_MS)
    def time_passes(self, ms: int) -> None:
        self.now += ms
        self.give(c.Tick(), HOST)

    @rule(ms=st.integers(0, 40_000))
    def the_clock_of_the_host_jumps_back(self, ms: int) -> None:
        self.now -= ms

    # ---- what holds

    @invariant()
    def numbers_have_no_gaps_and_time_does_not_run_back(self) -> None:
        assert len(self.log) == self.match.number
        assert [event.at for event in self.log] == sorted(event.at for event in self.log)

    @invariant()
    def there_is_at_most_one_open_offer_per_kind_and_player(self) -> None:
        offers = Counter((offer.player, offer.kind) for offer in self.match.offers.values())
        assert all(count == 1 for count in offers.values())
        assert not offers or self.match.phase in ("playing", "between")

    @invariant()
    def nothing_is_left_to_do_for_the_host(self) -> None:
        match = self.match
        assert waiting_for_roll(match) is None
        assert match.accepted is None
        assert match.lapsing == ()
        assert match.phase != "playing" or not isinstance(match.turn, Over)
        assert match.phase != "open" or match.ready != {0, 1}
        assert match.phase != "open" or match.number == 1 or match.seats != (None, None)

    @invariant()
    def the_clock_goes_of_whoever_has_to_act(self) -> None:
        if self.clock != "none":
            clocks, going = self.match.clocks, None if self.match.paused else to_act(self.match)
            assert (clocks.running if clocks else None) == going

    @invariant()
    def the_host_is_woken_when_something_happens_by_itself_and_not_before(self) -> None:
        if (at := wakes_at(self.match)) is not None:
            assert decide(self.match, c.Tick(), HOST, at)
            assert at <= self.match.at or decide(self.match, c.Tick(), HOST, at - 1) == ()

    @invariant()
    def nothing_happens_by_itself_in_a_pause(self) -> None:
        if self.match.paused:
            assert wakes_at(self.match) is None
            later = self.match.at + 10**8
            assert decide(self.match, c.Tick(), HOST, later) == ()
            assert budget_left(self.match, 0, later) == budget_left(self.match, 0, self.match.at)

    @invariant()
    def no_budget_grows_or_falls_below_nothing_and_nobody_is_away_without_a_policy(self) -> None:
        left = [budget_left(self.match, player, self.match.at) for player in PLAYERS]
        assert all(0 <= new <= old for new, old in zip(left, self.budgets, strict=True))
        self.budgets = left
        assert not self.match.away or self.match.created.absence != "wait"

    def check_the_fold(self) -> None:
        assert replay(self.log, ALL) == self.match, "the fold of the log is the live match"
        assert read_record(write_record(self.log), ALL) == tuple(self.log), "and so is what is written down"

    def teardown(self) -> None:
        if hasattr(self, "log"):
            self.check_the_fold()


TestMatchMachine = pytest.mark.slow(MatchMachine.TestCase)
TestMatchMachine.settings = settings(
    max_examples=50, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
