"""Random commands from both players, a stranger and the host: what must hold of every match at every moment."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from netgame.events import (
    AnswerOffer,
    Command,
    Event,
    MakeOffer,
    MakeReady,
    Play,
    Player,
    Resign,
    Sit,
    Stand,
    Throw,
    Tick,
    WithdrawOffer,
)
from netgame.facts import other
from netgame.game import Over
from netgame.games import GAMES
from netgame.match import HOST, Match, Refused, act, decide, evolve, new_match, replay, to_act, waiting_for_roll
from tests.netgame.match_helpers import TALLY, created

ALL = {**TALLY, **GAMES}
PLAYERS: tuple[Player, Player] = (0, 1)
ANYBODY = st.sampled_from([0, 1, 2, HOST])
TABLES: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.sampled_from(
    [
        ("tally", {}),
        ("tally", {"dice": False}),
        ("tally", {"length": 1, "battles": 3}),
        ("tally", {"battles": 1, "count": False}),
        ("clod", {}),
        ("clod", {"ties": "white"}),
        ("thud", {"no_capture_limit": 2}),
        ("thud", {"battles": 1}),
    ]
)
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, st.sampled_from(PLAYERS), st.sampled_from(["a", "b", ""]), st.just("X")),
    st.just(Stand()),
    st.just(MakeReady()),
    st.builds(Throw, st.lists(st.integers(0, 7), max_size=3).map(tuple)),
    st.builds(MakeOffer, st.sampled_from(["count", "bribe"])),
    st.builds(Resign, st.booleans()),
)


class MatchMachine(RuleBasedStateMachine):
    @initialize(table=TABLES, seed=st.integers(0, 1000))
    def open(self, table: tuple[str, dict[str, Any]], seed: int) -> None:
        first = created(table[0], ALL, **table[1])
        self.log: list[Event] = [first]
        self.match: Match = new_match(first, ALL)
        self.now = first.at
        self.dice: list[int] = []
        self.chance = Random(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        # the same dice for ever would block Clod for ever
        return tuple(min(self.dice.pop(), sides) if self.dice else self.chance.randint(1, sides) for _ in range(count))

    def give(self, command: Command, by: Any) -> None:
        before = self.match
        decided = decide(before, command, by, self.now)
        done = act(before, command, by, self.now, self.roll)
        if isinstance(done, Refused):
            assert decided == done
            assert str(done.text)
            return
        assert not before.ended, "a finished match changes no more"
        events, after = done
        assert events[: len(decided)] == decided  # type: ignore[arg-type]
        folded = before
        for event in events:
            folded = evolve(folded, event)
        assert folded == after
        self.match = after
        self.log += events

    # ---- what people sensibly do, so that matches get anywhere

    @precondition(lambda self: self.match.phase == "open")
    @rule()
    def sit_both(self) -> None:
        for player in PLAYERS:
            self.give(Sit(player, f"player {player}", "X"), HOST)

    @precondition(lambda self: to_act(self.match) is not None)
    @rule(choices=st.lists(st.integers(0, 12), min_size=1, max_size=6), dice=st.lists(st.integers(1, 6), max_size=12))
    def play_legally(self, choices: list[int], dice: list[int]) -> None:
        self.dice = dice
        for choice in choices:
            number = self.match.number
            moves = list(islice(self.match.game.moves(self.match.state), choice + 1))
            if moves:
                text = self.match.game.format(self.match.state, moves[-1])
                self.give(Play(self.match.position, text), to_act(self.match))
                assert self.match.number > number

    @precondition(lambda self: self.match.phase == "playing")
    @rule(by=st.sampled_from(PLAYERS))
    def offer_to_stop(self, by: Player) -> None:
        self.give(MakeOffer("count"), by)

    @precondition(lambda self: self.match.offers)
    @rule(accept=st.booleans())
    def answer_the_offer(self, accept: bool) -> None:
        for number, offer in self.match.offers.items():
            self.give(AnswerOffer(number, accept), other(offer.player))

    @precondition(lambda self: self.match.phase == "between")
    @rule()
    def start_the_next_leg(self) -> None:
        for player in PLAYERS:
            self.give(MakeReady(), player)

    # ---- what anybody may try

    @rule(by=ANYBODY, command=COMMANDS)
    def try_anything(self, by: Any, command: Command) -> None:
        self.give(command, by)

    @rule(by=ANYBODY, behind=st.integers(-1, 2), move=st.sampled_from(["+1", "a1", "dA6-B6", "TF7-D5xC4", ""]))
    def play_anything(self, by: Any, behind: int, move: str) -> None:
        self.give(Play(self.match.position - behind, move), by)

    @rule(by=ANYBODY, back=st.integers(-1, 2), accept=st.booleans() | st.none())
    def meddle_with_an_offer(self, by: Any, back: int, accept: bool | None) -> None:
        number = max(self.match.offers, default=self.match.number) - back
        self.give(WithdrawOffer(number) if accept is None else AnswerOffer(number, accept), by)

    @rule(by=ANYBODY, ms=st.integers(0, 61_000))
    def time_passes(self, by: Any, ms: int) -> None:
        self.now += ms
        self.give(Tick(), by)

    @rule(ms=st.integers(0, 10**6))
    def the_clock_jumps(self, ms: int) -> None:
        self.now = ms

    @invariant()
    def the_fold_of_the_log_is_the_live_match(self) -> None:
        if hasattr(self, "log"):
            assert replay(self.log, ALL) == self.match

    @invariant()
    def numbers_have_no_gaps_and_time_does_not_run_back(self) -> None:
        if hasattr(self, "log"):
            assert [event.number for event in self.log] == list(range(1, self.match.number + 1))
            assert [event.at for event in self.log] == sorted(event.at for event in self.log)

    @invariant()
    def there_is_at_most_one_open_offer_per_kind_and_player(self) -> None:
        if hasattr(self, "log"):
            offers = Counter((offer.player, offer.kind) for offer in self.match.offers.values())
            assert all(count == 1 for count in offers.values())
            assert not offers or self.match.phase == "playing"

    @invariant()
    def nothing_is_left_to_do_for_the_host(self) -> None:
        if hasattr(self, "log"):
            assert waiting_for_roll(self.match) is None
            assert self.match.phase != "playing" or not isinstance(self.match.turn, Over)
            assert self.match.phase != "open" or None in self.match.seats


TestMatchMachine = pytest.mark.slow(MatchMachine.TestCase)
TestMatchMachine.settings = settings(
    max_examples=250, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
