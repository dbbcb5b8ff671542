"""Two people at one screen: the match is played here, with this computer's dice and no server."""

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from PySide6.QtCore import QObject

from client_qt.table.model import TableModel
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match import HOST, Match, Refused, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign, Sit, Tick, WithdrawOffer
from netgame.match.create import created_event
from netgame.match.events import Event, Moved, OfferKind, OptionValue, Player, Started

RollDice = Callable[[int, int], tuple[int, ...]]


def system_dice(count: int, sides: int) -> tuple[int, ...]:
    """Roll dice with the operating system's random numbers."""
    chance = random.SystemRandom()
    return tuple(chance.randint(1, sides) for _ in range(count))


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class LocalTable(TableModel):
    """A match at one screen. This window has both players, so it accepts its own offers. `key` identifies the match."""

    shared_screen = True
    offer_kinds = ("take_back", "abort", "count")

    def __init__(
        self,
        log: Sequence[Event],
        match: Match,
        names: tuple[str, str],
        parent: QObject | None = None,
        roll: RollDice = system_dice,
        now: Callable[[], int] = wall_ms,
    ) -> None:
        """Continue a match: its log and the result of it. `names` are for free seats."""
        assert match.ended is None, "a finished match does not go on"
        super().__init__(parent)
        self.key = secrets.token_hex(8)
        self.mine = frozenset((0, 1))
        self._roll, self._now = roll, now
        self.undone: list[str] = []  # the moves that were taken back, the last one first
        self.match, self.log = match, list(log)
        players: tuple[Player, Player] = (0, 1)
        for player in players:
            if match.phase == "open" and match.seats[player] is None:
                self._act(Sit(player, "", names[player]), HOST)
        if match.phase == "playing":  # a roll may be due, or the end of a leg that the log does not have yet
            self._act(Tick(), HOST)

    @classmethod
    def new(
        cls,
        game: type[Game[Any, Any]],
        options: Mapping[str, OptionValue],
        names: tuple[str, str],
        parent: QObject | None = None,
        roll: RollDice = system_dice,
        now: Callable[[], int] = wall_ms,
        position: str | None = None,
    ) -> Self:
        """Begin a match. `MatchError` for options or a position that the game does not take."""
        created = created_event(game(**options), at=now(), title=game.title, position=position)
        return cls([created], new_match(created, {game.key: game}), names, parent, roll, now)

    def go_back(self, log: Sequence[Event], match: Match) -> None:
        """Go back to an earlier state: the beginning of the log and the match after it."""
        assert self.match is not None
        self.undone += moves_after(self.match, match)
        self.match, self.log = match, list(log)
        self.changed.emit()

    def play(self, move: Any) -> None:
        if self.match is not None:
            self._play(self.match.game.format(self.match.state, move))

    def redo(self) -> None:
        if self.undone:
            self._play(self.undone[-1])

    @property
    def can_redo(self) -> bool:
        return bool(self.undone) and self.can_move

    def _play(self, move: str) -> None:
        """Play a move. Another move than the one that was taken back ends the redo."""
        match, player = self.match, self.to_move
        if match is not None and player is not None:
            before = self.undone
            self.undone = before[:-1] if before[-1:] == [move] else []
            if not self._act(Play(match.position, move), player):
                self.undone = before

    def resign(self, match: bool) -> None:
        self._act(Resign(match), self.to_move)

    def offer(self, kind: OfferKind, to: int | None = None) -> None:
        """Offer and accept at once: the other side sits at the same screen."""
        match, player = self.match, self.offerer(kind, to)
        if match is None or player is None or not self._act(MakeOffer(kind, to), player):
            return
        for offer in self.open_offers(mine=True):
            self.answer(offer.number, accept=True)
        self.undone += moves_after(match, self.match)

    def offerer(self, kind: OfferKind, to: int | None = None) -> Player | None:
        if kind == "take_back":
            return self._mover(to)
        return self.to_move if self.to_move is not None else 0

    def _mover(self, to: int | None) -> Player | None:
        """Return the player of that move of the leg, or of its last one."""
        for step in reversed(self.steps()):
            if isinstance(step.event, Started):
                return None
            if isinstance(step.event, Moved) and to in (None, step.event.number):
                return step.event.player
        return None

    def answer(self, offer: int, accept: bool) -> None:
        assert self.match is not None
        made_by = self.match.offers[offer].player
        self._act(AnswerOffer(offer, accept), 1 - made_by)  # type: ignore[arg-type]

    def withdraw(self, offer: int) -> None:
        assert self.match is not None
        self._act(WithdrawOffer(offer), self.match.offers[offer].player)

    def ready(self) -> None:
        players: tuple[Player, Player] = (0, 1)
        for player in players:
            self._act(MakeReady(), player)

    def _act(self, command: Command, by: Player | None) -> bool:
        assert self.match is not None
        try:
            outcome = act(self.match, command, by, self._now(), self._roll)
        except RulesError as error:
            self.refused.emit(error.text)
            return False
        if isinstance(outcome, Refused):
            self.refused.emit(outcome.text)
            return False
        events, self.match = outcome
        self.log += events
        self.changed.emit()
        for event in events:
            self.event_added.emit(event)
        return True


def moves_after(later: Match, earlier: Match | None) -> list[str]:
    """Return the moves of a match that an earlier state of it does not have, the last one first."""
    kept = len(earlier.history) if earlier is not None else 0
    return [step.notation for step in reversed(later.history[kept:]) if isinstance(step.event, Moved)]
