"""Faults that are planted into tournaments: who goes on, who loses without a game, and how they end."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from devtools.simulation.club import Wanted
from devtools.simulation.planted.lobby import Plant
from netgame.tournaments import due, events, state
from netgame.tournaments.commands import Command
from netgame.tournaments.decide import _Decision
from netgame.tournaments.knockout import Meeting
from netgame.tournaments.state import Tournament
from server.tournaments.runner import TournamentRunner


def let_losers_go_on(patch: pytest.MonkeyPatch) -> None:
    """Let the better seed of each decided meeting go on."""
    winner: Any = Meeting.winner
    patch.setattr(Meeting, "winner", property(lambda self: winner.fget(self) and self.better))


def decide_twice(patch: pytest.MonkeyPatch) -> None:
    """Play a second game of each meeting, however the first one ended."""
    is_over: Any = Meeting.is_over
    patch.setattr(Meeting, "is_over", property(lambda self: is_over.fget(self) and len(self.games) != 1))


def count_pauses_as_absence(patch: pytest.MonkeyPatch) -> None:
    """Let the time to appear go on in a pause."""
    note_absence = due._Steps.note_absence

    def hasty(self: due._Steps, facts: due.Facts) -> int | None:
        resumed_at, self.t = self.t.resumed_at, replace(self.t, resumed_at=0)
        at = note_absence(self, facts)
        self.t = replace(self.t, resumed_at=resumed_at)
        return at

    patch.setattr(due._Steps, "note_absence", hasty)


def lose_in_pauses(patch: pytest.MonkeyPatch) -> None:
    """Let players lose by absence in a pause."""
    step = due.due

    def restless(tournament: Tournament, facts: due.Facts) -> due.Due:
        found = step(tournament, facts)
        if found.events or tournament.phase != "running" or not tournament.is_paused:
            return found
        steps = due._Steps(tournament, max(facts.now, tournament.at))
        at = steps.note_absence(facts)
        return due.Due(tuple(steps.events), at)

    patch.setattr("server.tournaments.runner.due", restless)


def pair_all_by_hand(patch: pytest.MonkeyPatch) -> None:
    """Let directors pair all tournaments by hand."""
    pair_by_hand = _Decision._pair_by_hand

    def generous(self: _Decision, *arguments: Any) -> None:
        self._t = replace(self._t, created=replace(self._t.created, format="swiss"))
        pair_by_hand(self, *arguments)

    patch.setattr(_Decision, "_pair_by_hand", generous)


def end_in_pauses(patch: pytest.MonkeyPatch) -> None:
    """Let the time of an arena go on in a pause."""
    ends_at: Any = Tournament.ends_at
    patch.setattr(Tournament, "ends_at", property(lambda self: ends_at.fget(self) - self.paused_ms))


def pair_absent(patch: pytest.MonkeyPatch) -> None:
    """Pair players of an arena again who were not at their last game."""
    patch.setattr(state, "_with_questions", lambda t, _event: t)


def pair_busy(patch: pytest.MonkeyPatch) -> None:
    """Pair players of an arena who play another game."""
    patch.setattr(TournamentRunner, "_is_free", TournamentRunner._is_here)


def call_it_complete(patch: pytest.MonkeyPatch) -> None:
    """End each tournament with the cause that all was played."""
    add = due._Steps.add

    def vague(self: due._Steps, event: Callable[..., Any], **values: Any) -> None:
        add(self, event, **(values | {"cause": "complete"} if event is events.Ended else values))

    patch.setattr(due._Steps, "add", vague)


def abort_alone(patch: pytest.MonkeyPatch) -> None:
    """Let a player abort a game of a tournament alone."""
    for module in ("offers", "results", "decide"):
        patch.setattr(sys.modules[f"netgame.match.{module}"], "may_abort_alone", lambda match: 0 in match.moved)


def reopen(patch: pytest.MonkeyPatch) -> None:
    """Let directors pause and correct tournaments after their end, and after its confirmation."""
    decide = _Decision.decide

    def generous(self: _Decision, command: Command) -> Any:
        self._t = replace(self._t, phase="running", end=None)
        return decide(self, command)

    patch.setattr(_Decision, "decide", generous)


def stand_still(patch: pytest.MonkeyPatch) -> None:
    """Begin no second round."""
    pair_round = due._Steps.pair_round

    def lazy(self: due._Steps, facts: due.Facts) -> int | None:
        return None if len(self.t.rounds) == 1 else pair_round(self, facts)

    patch.setattr(due._Steps, "pair_round", lazy)


_ELSEWHERE = frozenset(("elsewhere",))
_CUPS = frozenset(("tournament",))


def _wanted(seed: int, hours: float, **more: Any) -> Wanted:
    return Wanted(seed, hours=hours, only=_CUPS, **more)


IN_CUPS: Mapping[str, tuple[Plant, Wanted]] = {
    "a loser who goes on": (let_losers_go_on, _wanted(3, 2)),
    "a decided meeting played again": (decide_twice, _wanted(1, 0.5)),
    "a pause that counts as absence": (count_pauses_as_absence, _wanted(11, 0.5)),
    "a loss in a pause": (lose_in_pauses, _wanted(13, 0.5)),
    "a knock-out paired by hand": (pair_all_by_hand, _wanted(6, 1)),
    "a pause that an arena loses": (end_in_pauses, _wanted(1, 0.5)),
    "an absent player paired again": (pair_absent, _wanted(2, 0.5)),
    "a pairing of one who plays elsewhere": (pair_busy, Wanted(1, hours=0.3, only=_ELSEWHERE)),
    "an end without its cause": (call_it_complete, _wanted(7, 0.5)),
    "a game aborted alone": (abort_alone, _wanted(1, 0.5)),
    "a command after the end": (reopen, _wanted(1, 0.5)),
    "a tournament that stands still": (stand_still, _wanted(1, 0.5)),
}
