"""Random matches of every game, played through a table."""

from collections.abc import Iterator
from random import Random
from typing import Any

from devtools.harness.games.match_helpers import rated_by_host
from devtools.harness.games.random_moves import picked_move
from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.match import HOST, Match, Refused, act, new_match, to_act, wakes_at
from netgame.match.absence import claims
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    Command,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resign,
    Resume,
    Sit,
    Tick,
    WithdrawOffer,
)
from netgame.match.create import created_event
from netgame.match.events import Event, Player
from netgame.options import OptionValue, variants

START = 1_777_658_400_123
CLOCKS = ["none", "move 30", "sudden 200", "fischer 60+5", "bronstein 60+5", "byoyomi 30+3x20", "days 1"]
OFFERS = ["count", "take_back", "take_back", "take_back", "pause", "more_time", "adjourn", "abort"]


def every_variant() -> Iterator[tuple[str, str, dict[str, OptionValue]]]:
    """Yield each game by its key, with each of its usual variants."""
    for key, kind in GAMES.items():
        for name, options in variants(kind).items():
            yield key, name, options


class RandomTable:
    """A table at which both sides move at random; `log` has the events."""

    def __init__(self, game: Game[Any, Any], seed: int, position: str | None = None, **agreed: Any) -> None:
        self.rng = Random(seed)
        self.game = game
        created = created_event(game, at=START, title='Über "all"', position=position, **agreed)
        self.log: list[Event] = [created]
        self.match: Match = new_match(created, GAMES)
        for player, name in ((0, "Ann"), (1, "Jürgen\u202e")):
            self.do(Sit(player, f"account{player}", name), HOST)

    def do(self, command: Command, by: Player | None) -> None:
        done = act(self.match, command, by, self.match.at + self.rng.choice((0, 7, 12_345)), self.roll)
        assert not isinstance(done, Refused), done
        events, self.match = done
        self.log += events

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.rng.randint(1, sides) for _ in range(count))

    def play(self, plies: int) -> None:
        """Make that many moves, or play to the end, leg by leg."""
        while plies and not self.match.ended:
            plies -= 1
            if self.match.phase == "between":
                self.do(MakeReady(), 1)
                self.do(MakeReady(), 0)
            move = picked_move(self.game, self.match.state, self.rng)
            notation = self.game.format(self.match.state, move)
            self.do(Play(self.match.position, notation), to_act(self.match))

    def stop(self) -> None:
        """End the leg by agreement if the game offers that, or else by resigning."""
        if self.match.phase != "playing" or isinstance(self.match.turn, Over):
            return
        if self.game.agreed(self.match.state) is None:
            self.do(Resign(), 1)
            return
        self.do(MakeOffer("count"), 0)
        self.do(AnswerOffer(self.match.number, accept=False), 1)
        self.do(MakeOffer("count"), 1)
        self.do(AnswerOffer(self.match.number, accept=True), 0)


def random_log(key: str, options: dict[str, Any], seed: int, plies: int, stop: bool = False) -> tuple[Event, ...]:
    """Return the log of a random match with a limit of moves."""
    table = RandomTable(GAMES[key](**options), seed)
    table.play(plies)
    if stop:
        table.stop()
    return tuple(table.log)


class LivelyTable(RandomTable):
    """A table at which players also do other things than move; refused commands change nothing."""

    def live(self, steps: int) -> None:
        """Take that many steps, or play to the end."""
        for _ in range(steps):
            if self.match.ended:
                return
            self.rng.choice((self._move, self._move, self._move, self._fuss))()

    def attempt(self, command: Command, by: Player | None, after: int = 0) -> None:
        now = self.match.at + after
        done = act(self.match, command, by, now - self.rng.choice((0, 0, 900)), self.roll, rated_by_host)
        if not isinstance(done, Refused):
            events, self.match = done
            self.log += events

    def _move(self) -> None:
        if self.match.paused:
            self.attempt(Resume(), HOST, 60_000)
        elif self.match.phase == "between":
            self.attempt(Tick(), HOST, 60_000)
        elif (player := to_act(self.match)) is not None:
            move = picked_move(self.game, self.match.state, self.rng)
            play = Play(self.match.position, self.game.format(self.match.state, move), self.rng.randint(0, 900))
            after = self.rng.choice((0, 40, 3_000, 20_000))
            at = wakes_at(self.match)
            if at is not None and self.match.at + after >= at:
                self.attempt(Tick(), HOST, after + 900)  # the flag
            else:
                self.attempt(play, player, after)

    def _fuss(self) -> None:
        by: Player = self.rng.choice((0, 1))  # type: ignore[assignment]
        for command, whose in self.rng.choice(self._ways(by)):
            self.attempt(command, whose, self.rng.choice((0, 1_000)))

    def _ways(self, by: Player) -> list[list[tuple[Command, Player | None]]]:
        next_number = self.match.number + 1
        # until both have moved, to offer to abort is to do it
        offered = MakeOffer(self.rng.choice(OFFERS if 0 not in self.match.moved else OFFERS[:-1]))  # type: ignore[arg-type]
        found: list[list[tuple[Command, Player | None]]] = [
            [(offered, by), (AnswerOffer(next_number, accept=True), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (AnswerOffer(next_number, accept=True), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (AnswerOffer(next_number, accept=False), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (WithdrawOffer(next_number), by)],
            [(offered, by)],
            [(MarkAbsent(by, self.rng.choice(("lost", "left"))), HOST)],  # type: ignore[arg-type]
            [(MarkReturned(by), HOST)],
            [(Pause(self.rng.choice(("restart", "drain"))), HOST)],  # type: ignore[arg-type]
            [(MakeReady(), 0), (MakeReady(), 1)],
        ]
        if self.rng.random() < 0.05:
            found.append([(Resign(), by)])
        if self.rng.random() < 0.2 and "draw" in claims(self.match, by, self.match.at):
            found.append([(Claim("draw"), by)])
        return found


def lively(key: str, clock: str, seed: int, steps: int) -> LivelyTable:
    mixed = seed * 100 + CLOCKS.index(clock) * 10 + len(key)  # or all would do the same things at the same time
    table = LivelyTable(GAMES[key](), mixed, clock=clock, absence="forfeit 30", rated=seed % 2 == 0)
    table.live(steps)
    return table
