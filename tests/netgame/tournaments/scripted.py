"""A tournament that a test plays: commands, and what is due, with results that the test chooses."""

from collections.abc import Callable
from typing import Any

from netgame.games import GAMES
from netgame.match import events as match_events
from netgame.match.decide import Refused
from netgame.tournaments import commands
from netgame.tournaments.commands import Command
from netgame.tournaments.decide import Actor, decide
from netgame.tournaments.due import Facts, due
from netgame.tournaments.events import Event
from netgame.tournaments.state import Board, Tournament, evolve

START_MS = 1_800_000_000_000
DIRECTOR = "dora"


def ended(winner: int | None, reason: Any = "legs") -> match_events.Ended:
    return match_events.Ended(number=9, at=9, reason=reason, winner=winner, totals=(0, 0))  # type: ignore[arg-type]


class Scripted:
    """A tournament with its log, the time, and the matches that have ended."""

    def __init__(self, **terms: Any) -> None:
        self.log: list[Event] = []
        self.state: Tournament | None = None
        self.now, self.up_since, self.next_at = START_MS, 0, 0
        self.ended: dict[str, match_events.Ended] = {}
        self.moved: dict[str, tuple[bool, bool]] = {}
        self.here: set[str] = set()
        self.banned: dict[str, int] = {}
        self.was_here: Callable[[str, int], bool] = lambda account, at: account in self.here
        usual: dict[str, Any] = {"tournament": "t1", "title": "Cup", "format": "swiss", "game": "clod", "options": {}}
        self.made = self.order(commands.Create(**usual | terms), DIRECTOR)

    @classmethod
    def started(cls, *players: str, here: set[str] | None = None, **terms: Any) -> "Scripted":
        """Return a tournament that has begun with these players, of whom those are online, else all."""
        cup = cls(**terms)
        cup.enter(*players)
        cup.here = cup.here if here is None else here
        assert cup.order(commands.Start()) == ""
        cup.tick()
        return cup

    @property
    def t(self) -> Tournament:
        assert self.state is not None, self.made
        return self.state

    def order(self, command: Command, by: str = DIRECTOR, *, is_moderator: bool = False) -> str:
        """Give a command. Return the code of its refusal; "" if it was accepted."""
        decided = decide(self.state, command, Actor(by, is_moderator), self.now, GAMES)
        if isinstance(decided, Refused):
            return decided.code
        self.add(*decided)
        return ""

    def add(self, *new: Event) -> None:
        for event in new:
            self.state = evolve(self.state, event)
            self.log.append(event)

    def enter(self, *accounts: str, rating: int = 0) -> None:
        for account in accounts:
            assert self.order(commands.Enter(rating), account) == ""
            self.here.add(account)

    def tick(self, seconds: float = 0) -> int | None:
        """Let time pass and happen what is due. Return when more is due."""
        self.now += int(seconds * 1000)
        while True:
            facts = Facts(
                self.now, self.ended, self.was_here, self.here, self.up_since, self.moved, self.next_at, self.banned
            )
            found = due(self.t, facts)
            if not found.events:
                return found.at
            self.add(*found.events)

    def play(self, winner: Callable[[Board], int | None] = lambda board: 0) -> None:
        """Let all matches of the open boards end, and happen what is due."""
        for place in self.t.open_boards:
            self.ended[place.board.paired.table] = ended(winner(place.board))
        self.tick()

    @property
    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.log]
