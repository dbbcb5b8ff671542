"""A table as the window sees it, wherever it is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from client_qt.table.walk import Lined, MoveList
from netgame.game import Over, ToMove
from netgame.match import Refused, decide
from netgame.match.absence import claims
from netgame.match.commands import Command, MakeOffer
from netgame.match.events import ClaimKind, Event, Offered, OfferKind, Player
from netgame.match.state import Match, Ply, player_of
from netgame.records.comments import Comments
from netgame.text import Text

Status = Literal["connecting", "online", "waiting", "failed"]
Room = Literal["table", "spectators"]
OFFERS: tuple[OfferKind, ...] = ("take_back", "pause", "more_time", "abort", "adjourn", "count")


@dataclass(frozen=True)
class Line:
    """Something that was said. `number` grows within a room; `account` is empty for somebody at this very computer."""

    number: int
    at: int
    account: str
    name: str
    text: str


@dataclass(frozen=True)
class RematchOffers:
    """About playing a finished match again: who wants to, by player (None, or whether with the sides swapped), the
    table that came of it, and why an offer is gone: "declined", "withdrawn", "left" or empty."""

    offers: tuple[bool | None, bool | None] = (None, None)
    made: str = ""
    closed: str = ""


class TableModel(QObject):
    """The match as far as it is known here, and what this window may do about it.

    `mine` are the players that this window controls: one at a remote table, both where two people share the screen,
    none for who only watches. `changed` comes after every fold; `refused` with a sentence to show.
    """

    changed = Signal()
    refused = Signal(object)  # Text
    gone = Signal(object)  # Text: the table cannot be played on from here
    chatted = Signal(str)  # the room in which something was said
    commented = Signal()  # what is written about the moves has changed
    event_added = Signal(object)  # an Event of just now, not an older one

    kinds: tuple[OfferKind, ...] = OFFERS  # what can be offered here at all
    is_local = False
    is_review = False  # a match from a file
    is_variation = False  # moves that are only tried

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.match: Match | None = None
        self.log: list[Event] = []  # what the match is the fold of
        self.moves = MoveList()  # kept with the match: it is not made again when the table is shown again
        self.lined: Lined | None = None  # the same with the lines that were kept between its rows
        self.comments: Comments = {}  # what is written about its events, and stays on this computer until it is saved
        self.mine: frozenset[Player] = frozenset()
        self.presence: tuple[bool, bool] = (True, True)
        self.causes: tuple[str, str] = ("", "")  # why a player is not there: "lost", "left", or "" if he never came
        self.spectators: tuple[str, ...] = ()  # names, the first few
        self.watching = 0  # spectators in all
        self.ratings: tuple[str, str] = ("", "")  # by player, in words; empty for who has none in this game
        self.rooms: dict[Room, list[Line]] = {"table": [], "spectators": []}
        self.rematch_offers = RematchOffers()
        self.status: Status = "online"
        self.waiting = False  # for the answer to a command; the board takes no second move meanwhile
        self.error: Text | None = None  # why it is not online

    # ---- what is asked of it; a concrete table carries it out

    def play(self, move: Any) -> None:
        raise NotImplementedError

    def resign(self, match: bool) -> None:
        raise NotImplementedError

    def offer(self, kind: OfferKind, to: int | None = None) -> None:
        raise NotImplementedError

    def answer(self, offer: int, accept: bool) -> None:
        raise NotImplementedError

    def withdraw(self, offer: int) -> None:
        raise NotImplementedError

    def ready(self) -> None:
        raise NotImplementedError

    def claim(self, what: ClaimKind) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        """Walk off, and lose the match."""
        raise NotImplementedError

    def take_seat(self, player: Player | None = None, ready: bool = True) -> None:
        """Take a seat, or change over to the other one."""
        raise NotImplementedError

    def leave_seat(self) -> None:
        """Give the seat up before the start."""
        raise NotImplementedError

    def rematch(self, swap: bool) -> None:
        """Offer to play again, or accept the same offer of the other side."""
        raise NotImplementedError

    def close_rematch(self) -> None:
        """Decline the other side's offer of a rematch, or take the own one back."""
        raise NotImplementedError

    def write(self, room: Room, text: str) -> None:
        """Say something to a room."""
        raise NotImplementedError

    def now(self) -> int:
        """The time of whoever keeps the clocks, in ms."""
        return self.match.at if self.match is not None else 0

    # ---- where it is shown as something else

    def look(self, at: int | None) -> None:
        """That step is looked at, or what happens now."""

    @property
    def here(self) -> Match | None:
        """The match in which a move would be made on what is looked at."""
        return self.match

    def acts_at(self, at: int | None) -> bool:
        """Can moves be made while that step is looked at?"""
        return at is None

    @property
    def can_undo(self) -> bool:
        """Is there something tried that this window can take back by itself?"""
        return False

    @property
    def original(self) -> "TableModel":
        """The table that is played at, where this one is only a look at it."""
        return self

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
    def can_move(self) -> bool:
        """Does the board wait for this window?"""
        match = self.match
        return (
            match is not None
            and match.phase == "playing"
            and isinstance(match.turn, ToMove)
            and match.paused is None
            and self.to_move in self.mine
            and self.status == "online"
        )

    @property
    def account(self) -> str:
        """Who sits at this computer, where a server knows that."""
        return ""

    @property
    def is_spectator(self) -> bool:
        """Does this window only look on?"""
        return self.match is not None and not self.mine and not self.is_review

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

    def may(self, command: Command, by: Player | None) -> bool:
        """Would the rules take that command now?"""
        match = self.match
        if match is None or by is None or self.status != "online" or self.is_review:
            return False
        return not isinstance(decide(match, command, by, max(self.now(), match.at)), Refused)

    def can_offer(self, kind: OfferKind, to: int | None = None) -> bool:
        """Can this window offer that now?"""
        return kind in self.kinds and self.may(MakeOffer(kind, to), self.offerer(kind, to))

    def offerer(self, kind: OfferKind, to: int | None = None) -> Player | None:
        """Who offers that when this window does."""
        return self.actor

    def open_offers(self, mine: bool) -> tuple[Offered, ...]:
        """The open offers of this window's player, or of the other side, the oldest first."""
        match = self.match
        offers = match.offers.values() if match is not None else ()
        return tuple(offer for offer in offers if (offer.player in self.mine) == mine)

    def claims(self) -> tuple[ClaimKind, ...]:
        """What this window's player may claim now because the other one is away."""
        match = self.match
        if match is None or len(self.mine) != 1 or self.status != "online":
            return ()
        return claims(match, next(iter(self.mine)), max(self.now(), match.at))

    def offer_from(self, mine: bool) -> int | None:
        """The number of the open offer to stop the leg, made by this window's player or by the other."""
        match = self.match
        if match is None:
            return None
        return next((offer.number for offer in self.open_offers(mine) if offer.kind == "count"), None)

    def name_of(self, player: Player) -> str:
        """What the player is called; empty while the seat is free."""
        seated = self.match.seats[player] if self.match is not None else None
        return seated.name if seated is not None else ""

    def steps(self) -> Sequence[Ply]:
        """Everything that changed the board, legs and rolls included."""
        return self.match.history if self.match is not None else ()

    def comment(self, number: int, lines: tuple[str, ...]) -> None:
        """Write that about an event, in place of what was written before; nothing takes it away."""
        others = {place: old for place, old in self.comments.items() if place != number}
        now = {**others, number: lines} if lines else others
        if now != self.comments:
            self.comments = now
            self.commented.emit()

    def say(self, text: Text) -> None:
        self.refused.emit(text)
