"""Random matches of every game, played through a table."""

from collections.abc import Iterator
from random import Random
from typing import Any

from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.match import HOST, Match, Refused, act, new_match, to_act
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign, Sit
from netgame.match.create import created_event
from netgame.match.events import Event, Player
from netgame.options import OptionValue, variants
from tests.netgame.games.conformance import picked_move

START = 1_777_658_400_123


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
