"""A table as the window sees it, wherever it is played."""

from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from client_qt.models.walk import MoveList
from netgame.events import Event, OfferKind, Player
from netgame.facts import Match, Step, player_of
from netgame.game import Over, ToMove
from netgame.text import Text

Status = Literal["connecting", "online", "waiting", "failed"]


class TableModel(QObject):
    """The match as far as it is known here, and what this window may do about it.

    `mine` are the players that this window controls: one at a remote table, both where two people share the screen,
    none for who only watches. `changed` comes after every fold; `refused` with a sentence to show.
    """

    changed = Signal()
    refused = Signal(object)  # Text
    gone = Signal(object)  # Text: the table cannot be played on from here

    is_local = False
    is_review = False  # a match from a file

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.match: Match | None = None
        self.log: list[Event] = []  # what the match is the fold of
        self.moves = MoveList()  # kept with the match: it is not made again when the table is shown again
        self.mine: frozenset[Player] = frozenset()
        self.presence: tuple[bool, bool] = (True, True)
        self.status: Status = "online"
        self.waiting = False  # for the answer to a command; the board takes no second move meanwhile
        self.error: Text | None = None  # why it is not online

    # ---- what is asked of it; a concrete table carries it out

    def play(self, move: Any) -> None:
        raise NotImplementedError

    def resign(self, match: bool) -> None:
        raise NotImplementedError

    def offer(self, kind: OfferKind) -> None:
        raise NotImplementedError

    def answer(self, offer: int, accept: bool) -> None:
        raise NotImplementedError

    def withdraw(self, offer: int) -> None:
        raise NotImplementedError

    def ready(self) -> None:
        raise NotImplementedError

    # ---- what follows from the match

    @property
    def to_move(self) -> Player | None:
        """Whose move is waited for, while a leg is played."""
        match = self.match
        if match is None or match.phase != "playing":
            return None
        turn = match.turn
        return None if isinstance(turn, Over) else player_of(turn.seat, match.leg)

    @property
    def may_move(self) -> bool:
        """Does the board wait for this window?"""
        match = self.match
        return (
            match is not None
            and match.phase == "playing"
            and isinstance(match.turn, ToMove)
            and self.to_move in self.mine
            and self.status == "online"
        )

    @property
    def actor(self) -> Player | None:
        """Who acts when this window resigns or offers: the own player, or at a shared screen the one to move."""
        if len(self.mine) == 1:
            return next(iter(self.mine))
        return self.to_move if self.mine else None

    @property
    def agreed(self) -> Over | None:
        """What stopping here would come to; None where the game does not offer it."""
        match = self.match
        if match is None or match.phase != "playing" or isinstance(match.turn, Over):
            return None
        return match.game.agreed(match.state)

    def offer_from(self, mine: bool) -> int | None:
        """The number of an open offer, made by this window's player or by the other."""
        match = self.match
        if match is None:
            return None
        return next((number for number, offer in match.offers.items() if (offer.player in self.mine) == mine), None)

    def name_of(self, player: Player) -> str:
        """What the player is called; empty while the seat is free."""
        seated = self.match.seats[player] if self.match is not None else None
        return seated.name if seated is not None else ""

    def steps(self) -> Sequence[Step]:
        """Everything that changed the board, legs and rolls included."""
        return self.match.history if self.match is not None else ()

    def say(self, text: Text) -> None:
        self.refused.emit(text)
