"""Tournaments that the rules of tournaments play: for pictures and tests."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from client_qt.net.tournaments import RemoteTournament
from netgame.games import GAMES
from netgame.match.decide import Refused
from netgame.tournaments import commands
from netgame.tournaments.decide import Actor, decide
from netgame.tournaments.due import Facts, due
from netgame.tournaments.events import Event, GameFinished
from netgame.tournaments.state import Tournament, evolve

NOW, MINUTE = 1_700_000_000_000, 60_000
NAMES = ("Ann", "Mareike", "Jürgen", "Cleo", "Mika", "Priya", "Zoe", "Bruno", "Lea", "Jo", "Tom", "Ida")
DIRECTOR = "Ann"
POINTS = ((2, 0), (1, 1), (0, 2), (2, 0), (0, 2))


class Staging:
    """A tournament that is played step by step. The account of a player is the name."""

    def __init__(self, format: str, **terms: Any) -> None:
        self.now, self.events = NOW, list[Event]()
        self.t: Tournament | None = None
        usual: Mapping[str, Any] = {
            "tournament": "t1", "title": "Friday night", "format": format, "game": next(iter(GAMES)), "options": {},
            "clock": "days 3" if format != "arena" else "fischer 300+5",
            "arena_minutes": 60 if format == "arena" else 0,
        }  # fmt: skip
        self.give(commands.Create(**{**usual, **terms}), DIRECTOR)

    @property
    def state(self) -> Tournament:
        assert self.t is not None
        return self.t

    def give(self, command: commands.Command, account: str) -> None:
        """Give a command that the rules accept."""
        decided = decide(self.t, command, Actor(account), self.now, GAMES)
        assert not isinstance(decided, Refused), decided.text
        self.add(*decided)

    def enter(self, *names: str) -> None:
        for name in names:
            self.give(commands.Enter(rating=150_000 + 1_000 * len(name)), name)

    def add(self, *events: Event) -> None:
        for event in events:
            self.t = evolve(self.t, event)
            self.events.append(event)

    def let_happen(self) -> None:
        """Let the server do what is due."""
        while events := due(self.state, Facts(self.now, {}, lambda _account, _at: True, NAMES)).events:
            self.add(*events)

    def finish(self, count: int | None = None) -> None:
        """Finish open games, all of them or the last ones."""
        boards = list(self.state.open_boards)
        for place in boards if count is None else boards[len(boards) - min(count, len(boards)) :]:
            self.now += MINUTE
            points = POINTS[(place.round + place.index) % len(POINTS)]
            self.add(
                GameFinished(
                    number=self.state.number + 1, at=self.now, round=place.round, board=place.index, points=points
                )
            )

    def model(self) -> RemoteTournament:
        """Return the tournament as a session has it."""
        model = RemoteTournament(self.state.id)
        model.add(self.events, {name: name for name in NAMES})
        return model


@cache
def _played(format: str, count: int, rounds: int, more: int) -> tuple[Event, ...]:
    staging = Staging(format)
    staging.enter(*NAMES[:count])
    staging.give(commands.Start(), DIRECTOR)
    for _ in range(rounds):
        staging.let_happen()
        staging.finish()
    staging.let_happen()
    staging.finish(more)
    return tuple(staging.events)


def played(format: str, count: int = 8, rounds: int = 2, more: int = 2) -> Staging:
    """Return a tournament after that many rounds and, in the next round, that many games."""
    staging = Staging(format)
    staging.events.clear()
    staging.t = None
    staging.add(*_played(format, count, rounds, more))
    staging.now = staging.state.at + MINUTE
    return staging
