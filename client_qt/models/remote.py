"""A table at a server: the fold of the events that came, and commands that go out through a link."""

import logging
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from client_qt.models.table import Status, TableModel
from netgame.errors import RulesError
from netgame.events import Created, Event, OfferKind, Player
from netgame.facts import Match, MatchError
from netgame.fold import evolve, new_match
from netgame.games import GAMES
from netgame.text import Text
from protocol.messages import ReadyUp, SendAnswer, SendMove, SendOffer, SendResign, SendWithdraw

log = logging.getLogger(__name__)
Send = Callable[..., None]  # message class and fields, without table and key


class RemoteTable(TableModel):
    """One table that is watched. Nothing changes here before the server has said so."""

    def __init__(self, table: str, account: str, send: Send, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._account = account
        self._send = send

    # ---- from the link

    def happened(self, events: tuple[Event, ...]) -> None:
        """Fold what came. A log that this program cannot fold is given up with the reason."""
        try:
            for event in events:
                self._fold(event)
        except (MatchError, RulesError) as error:
            log.warning("table %s cannot be followed: %s", self.table, error)
            self.gone.emit(Text("This game cannot be shown here: {reason}", {"reason": str(error)}))
            return
        self.changed.emit()

    def online(self, status: Status, account: str, error: Text | None = None) -> None:
        """How the connection is, and who this player is at the server."""
        self.status, self.error = status, error
        self._account = account or self._account
        self.mine = self._seats()
        self.changed.emit()

    def present(self, presence: tuple[bool, bool]) -> None:
        self.presence = presence
        self.changed.emit()

    def answered(self, refusal: Text | None) -> None:
        """The server's word on the last command."""
        self.waiting = False
        if refusal is not None:
            self.refused.emit(refusal)
        self.changed.emit()

    # ---- from the window

    def play(self, move: Any) -> None:
        if self.match is not None and not self.waiting:
            text = self.match.game.format(self.match.state, move)
            self._ask(SendMove, position=self.match.position, move=text)

    def resign(self, match: bool) -> None:
        self._ask(SendResign, match=match)

    def offer(self, kind: OfferKind) -> None:
        self._ask(SendOffer, kind=kind)

    def answer(self, offer: int, accept: bool) -> None:
        self._ask(SendAnswer, offer=offer, accept=accept)

    def withdraw(self, offer: int) -> None:
        self._ask(SendWithdraw, offer=offer)

    def ready(self) -> None:
        self._ask(ReadyUp)

    @property
    def may_move(self) -> bool:
        return super().may_move and not self.waiting

    def _ask(self, message: type, **fields: Any) -> None:
        self.waiting = True
        self._send(message, table=self.table, **fields)
        self.changed.emit()

    def _fold(self, event: Event) -> None:
        if isinstance(event, Created):
            self.match, self.log = new_match(event, GAMES), []
        else:
            assert self.match is not None, "the first event of a table is its creation"
            if event.number <= self.match.number:
                return  # told twice, which a reconnect may do
            self.match = evolve(self.match, event)
        self.log.append(event)
        self.mine = self._seats()

    def _seats(self) -> frozenset[Player]:
        seats = self.match.seats if self.match is not None else (None, None)
        players: tuple[Player, Player] = (0, 1)
        return frozenset(p for p in players if (seat := seats[p]) is not None and seat.account == self._account)


def followed(match: Match | None) -> int:
    """The number of the last event known, to ask for those after it."""
    return match.number if match is not None else 0
