"""Logs of tournaments for tests."""

from collections.abc import Callable, Sequence
from typing import Any

from netgame.tournaments import Format, Points, pair, settled
from netgame.tournaments.events import (
    Cancelled,
    Created,
    Ended,
    Entered,
    Event,
    GameFinished,
    Paired,
    RoundPaired,
    Started,
)  # fmt: skip
from netgame.tournaments.state import Tournament, evolve

DAY_MS = 86_400_000


class TournamentLog:
    """A tournament that grows by one event after the other, one day apart."""

    def __init__(self, format: Format, players: Sequence[str], title: str = "Winter", **terms: Any) -> None:
        self.state: Tournament | None = None
        self.add(Created, tournament="t1", title=title, format=format, game="reversi", options={}, by="dora", **terms)
        for number, account in enumerate(players):
            self.add(Entered, account=account, rating=200_000 - 1_000 * number)
        self.add(Started)

    @property
    def tournament(self) -> Tournament:
        assert self.state is not None
        return self.state

    def add(self, event: Callable[..., Event], **fields: Any) -> None:
        number = 1 if self.state is None else self.state.number + 1
        self.state = evolve(self.state, event(number=number, at=number * DAY_MS, **fields))

    def play_round(self, *results: Points | None) -> None:
        """Pair a round. Give the boards with a match these results, in turn; None leaves a board open."""
        t, number = self.tournament, len(self.tournament.rounds) + 1
        pairings = pair(t.created.format, t.entrants, t.games, number)
        tables = [
            "" if settled(t.created.format, t.entrants, each, number) else f"table{number}{index}"
            for index, each in enumerate(pairings)
        ]
        boards = tuple(Paired(each.first, each.second, table) for each, table in zip(pairings, tables, strict=True))
        self.add(RoundPaired, round=number, boards=boards)
        played = [index for index, table in enumerate(tables) if table]
        for index, points in zip(played, results, strict=False):
            if points is not None:
                self.add(GameFinished, round=number, board=index, points=points)

    def end(self) -> Tournament:
        self.add(Ended)
        return self.tournament

    def cancel(self) -> Tournament:
        self.add(Cancelled)
        return self.tournament
