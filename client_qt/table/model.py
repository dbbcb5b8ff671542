"""The model of one table: a match and the commands that this window can give."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from client_qt.table.change import Change
from client_qt.table.elsewhere import Elsewhere
from client_qt.table.move_rows import MoveRows
from client_qt.table.move_times import MoveTimes
from client_qt.table.together import Place, Together
from netgame.game import Over, ToMove
from netgame.match import Refused, decide
from netgame.match.absence import claims
from netgame.match.commands import Command, MakeOffer
from netgame.match.conditional import Line
from netgame.match.events import ClaimKind, Event, Offered, OfferKind, Player
from netgame.match.state import Match, Ply, player_of, vacationer
from netgame.players.table_logs import NOT_SIGNED
from netgame.records.comments import Comments
from netgame.text import Text
from protocol.messages import ChatLine, RematchState

Status = Literal["connecting", "online", "waiting", "failed"]
ChatRoom = Literal["table", "spectators"]
NO_REMATCH = RematchState(table="")  # is offered


class Result(NamedTuple):
    """When a game ended, in ms of the clock of its table, and who won it; None: nobody."""

    ended: int
    winner: int | None


class TableModel(QObject):
    """The known state of a match, and the commands for it. Class attributes say what a kind of table can do.

    `changed` carries a `Change`, the parts that have changed. Connect a slot without an argument if it needs all of
    them. A slot with one says which it needs: `if change & (Change.MATCH | Change.COMMENTS):`. One call of a method
    emits it at most once, so several may come in one turn of the event loop. New chat, single events, refusals and the
    end of commands have signals of their own, since they are news and not state.

    A model has no parent in Qt: it lives as long as somebody refers to it. What follows it without showing it keeps it
    in a weak reference, or not at all, and connects methods, not functions that refer to the model.

    `mine` are the players that this window controls: one at a server, both at a shared screen, none for a spectator.
    """

    changed = Signal(object)  # Change
    refused = Signal(object)  # Text, the reason
    command_ended = Signal(object)  # a Command that was answered or lost, before `refused`
    closed = Signal(object)  # Text, the reason why the table cannot be shown any more
    replaced = Signal(object)  # the TableModel that has the table from now on
    chatted = Signal(str)  # the room of new messages
    event_added = Signal(object)  # an Event of just now, not an older one
    shown_together = Signal()  # one of the players who look at the match together shows another position
    together_ended = Signal(str)  # why, as in `AnalysisState`

    offer_kinds: tuple[OfferKind, ...] = ()  # the offers that players can make
    live = False  # at a server, with clocks, connections and chat
    is_local = False  # played in this window, which therefore takes moves back without asking
    shared_screen = False  # two people play at this screen
    is_record = False  # a match from a file
    takes_commands = True  # resignations, offers, readiness
    takes_comments = True
    continued_at = ""  # the server at which both players go on with the match in place of this table

    def __init__(self) -> None:
        super().__init__()
        self.match: Match | None = None
        self.log: list[Event] = []  # the events of the match
        self.proof = NOT_SIGNED  # what this program has found out about the signatures of the log
        self._times = MoveTimes()
        self.moves = MoveRows()  # kept with the match, so that showing a long match again is fast
        self.comments: Comments = {}  # by event; local until the record is saved
        self.origin = ""  # the name of the match that the comments belong to, wherever it is opened
        self.mine: frozenset[Player] = frozenset()
        self.account = ""  # of the user at the server of this table
        self.presence: tuple[bool, bool] = (True, True)
        self.causes: tuple[str, str] = ("", "")  # of an absence, as `Presence` has them
        self.conditional: tuple[int, tuple[Line, ...]] | None = None  # the ply, the lines after it; None: not known
        self.vacations = (0, 0)  # until when each player is on vacation, as `Presence` has it
        self.spectators: tuple[str, ...] = ()  # the names of the first few
        self.watching = 0  # spectators in all
        self.thinking: frozenset[Player] = frozenset()  # the computer players of this window that think now
        self.getting_faster = False  # the engine of one that thinks; it says so while it prepares itself
        self.ratings: tuple[str, str] = ("", "")  # by player, in words; empty for unrated
        self.rooms: dict[ChatRoom, list[ChatLine]] = {"table": [], "spectators": []}
        self.earlier: tuple[ChatLine, ...] = ()  # the talk of the players before a rematch
        self.rematch_offers = NO_REMATCH
        self.results: tuple[Result, ...] = ()  # of earlier games of the two players, who have their order of this match
        self.together = Together()
        self.may_ask_together = False  # the server knows how two players look at a match together
        self.may_continue = False  # this player may continue the match at this computer
        self.elsewhere: Elsewhere | None = None  # where the match is as well
        self.server = ""  # the name of its server, for people
        self.is_server_here = False  # its server runs on this computer
        self.status: Status = "online"
        self.error: Text | None = None  # why it is not online
        self.error_code = ""
        self.reason: Text | None = None  # why it is closed
        self.is_shown = False  # by the page of the table
        self.stopped: Text | None = None  # why the server takes no commands for this table at the moment
        self._refusals: dict[Hashable, Text | None] = {}
        self._refusals_in: Match | None = None

    def close(self, reason: Text, successor: "TableModel | None" = None) -> None:
        """End this model once: emit `replaced` if there is a successor, else `closed`. Pages that show it let go."""
        if self.reason is None:
            self.reason = reason
            if successor is not None:
                self.replaced.emit(successor)
            else:
                self.closed.emit(reason)

    def play(self, move: Any) -> None:
        raise NotImplementedError

    def resign(self, match: bool) -> None:
        """Resign the match, or only its current leg."""
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
        """Leave and lose the match."""
        raise NotImplementedError

    def take_seat(self, player: Player | None = None, ready: bool = True) -> None:
        """Take a free seat, or change to the other one."""
        raise NotImplementedError

    def leave_seat(self) -> None:
        """Leave the seat before the start."""
        raise NotImplementedError

    def rematch(self, swap: bool) -> None:
        """Offer a rematch, or accept the same offer of the other side."""
        raise NotImplementedError

    def close_rematch(self) -> None:
        """Decline the other side's offer of a rematch, or withdraw the own one."""
        raise NotImplementedError

    @property
    def can_ask_together(self) -> bool:
        """Whether this player can ask the other one to look at the finished match together, if that one is there."""
        match = self.match
        if match is None or match.ended is None or len(self.mine) != 1 or not self.may_ask_together:
            return False
        is_computer = any(seat is None or seat.computer for seat in match.seats)
        return self.status == "online" and not is_computer and not self.together.wanted

    def look_together(self) -> None:
        """Ask the other player to look at the finished match together, or agree."""
        raise NotImplementedError

    def look_alone(self) -> None:
        """Look alone, withdraw the own question, or decline that of the other player."""
        raise NotImplementedError

    def show_together(self, place: Place) -> None:
        """Show a position to the other player too."""
        raise NotImplementedError

    def keep_line(self, place: Place) -> None:
        """Keep a legal line as a comment, unless it is only a part of the match, or `MAX_PATHS` others are there."""
        raise NotImplementedError

    def write(self, room: ChatRoom, text: str) -> None:
        """Send a chat message."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take back the last step, where this window decides alone."""

    @property
    def can_undo(self) -> bool:
        """Whether `undo` does something."""
        return False

    def redo(self) -> None:
        """Make the move again that was taken back last, where this window decides alone."""

    @property
    def can_redo(self) -> bool:
        """Whether `redo` does something."""
        return False

    def now(self) -> int:
        """The time of the clocks, in ms."""
        return self.match.at if self.match is not None else 0

    def view_step(self, at: int | None) -> None:
        """Note the step that the window shows; None is the present."""

    def can_move_at(self, at: int | None) -> bool:
        """Return whether a move can be made while the window shows that step."""
        return at is None

    @property
    def viewed_match(self) -> Match | None:
        """The match in which a move would be made."""
        return self.match

    def is_next_move(self, move: object) -> bool:
        """Return whether that move already follows the viewed step."""
        return False

    @property
    def original(self) -> "TableModel":
        """The table of which this one shows a variation; else this table."""
        return self

    @property
    def to_move(self) -> Player | None:
        """The player to move or to roll while a leg is played."""
        match = self.match
        if match is None or match.phase != "playing":
            return None
        turn = match.turn
        return None if isinstance(turn, Over) else player_of(turn.seat, match.leg)

    @property
    def can_move(self) -> bool:
        """Whether this window is to move."""
        match = self.match
        return (
            match is not None
            and match.phase == "playing"
            and isinstance(match.turn, ToMove)
            and (match.paused is None or vacationer(match) in self.mine)
            and self.to_move in self.mine
            and self._takes_moves
        )

    @property
    def _takes_moves(self) -> bool:
        return self.status == "online"

    @property
    def waiting(self) -> bool:
        """Whether a move is on its way; the board takes no second one meanwhile."""
        return False

    @property
    def can_plan(self) -> bool:
        """Whether the other side is to move, so that this window may choose a turn ahead."""
        return False

    @property
    def is_given_up(self) -> bool:
        """Whether the server has been away for so long that waiting for it makes no sense."""
        return False

    @property
    def is_spectator(self) -> bool:
        return self.match is not None and not self.mine and not self.is_record

    @property
    def is_only_viewed(self) -> bool:
        """Whether the user plays nothing here: it is a record, over, or a match of others."""
        return self.is_record or self.is_spectator or (self.match is not None and self.match.phase == "over")

    @property
    def actor(self) -> Player | None:
        """The player who resigns or offers: the own one, or at a shared screen the one to move."""
        if len(self.mine) == 1:
            return next(iter(self.mine))
        return self.to_move if self.mine else None

    @property
    def agreed(self) -> Over | None:
        """The result of stopping here; None where the game does not offer that."""
        match = self.match
        if match is None or match.phase != "playing" or isinstance(match.turn, Over):
            return None
        return match.game.agreed(match.state)

    def may(self, command: Command, by: Player | None) -> bool:
        """Return whether the rules accept that command now. The rules decide once for each match state."""
        return self._can_send(by) and self.refusal(command, by) is None

    def refusal(self, command: Command, by: Player | None) -> Text | None:
        """Return why the rules refuse that command now; None also where no command can be sent."""
        match = self.match
        if match is None or not self._can_send(by):
            return None
        if self._refusals_in is not match:
            self._refusals_in, self._refusals = match, {}
        key = command, by
        if key not in self._refusals:
            outcome = decide(match, command, by, max(self.now(), match.at))
            self._refusals[key] = outcome.text if isinstance(outcome, Refused) else None
        return self._refusals[key]

    def _can_send(self, by: Player | None) -> bool:
        has_player = self.match is not None and by is not None
        return has_player and self.status == "online" and self.takes_commands and not self.continued_at

    def can_offer(self, kind: OfferKind, to: int | None = None) -> bool:
        return kind in self.offer_kinds and self.may(MakeOffer(kind, to), self.offerer(kind, to))

    def offerer(self, kind: OfferKind, to: int | None = None) -> Player | None:
        """The player in whose name this window offers that."""
        return self.actor

    def open_offers(self, mine: bool) -> tuple[Offered, ...]:
        """Return the open offers of this window's players or of the other side, the oldest first."""
        match = self.match
        offers = match.offers.values() if match is not None else ()
        return tuple(offer for offer in offers if (offer.player in self.mine) == mine)

    def claims(self) -> tuple[ClaimKind, ...]:
        """Return the claims that the absence of the other player allows now."""
        match = self.match
        if match is None or len(self.mine) != 1 or self.status != "online" or self.continued_at:
            return ()
        return claims(match, next(iter(self.mine)), max(self.now(), match.at))

    def name_of(self, player: Player) -> str:
        """Return the player's name; empty while the seat is free."""
        seated = self.match.seats[player] if self.match is not None else None
        return seated.name if seated is not None else ""

    def computer_of(self, player: Player) -> str:
        """Return which computer player sits there, for example "level 3"; empty for a person and a free seat."""
        seated = self.match.seats[player] if self.match is not None else None
        return seated.computer if seated is not None else ""

    def steps(self) -> Sequence[Ply]:
        """Return everything that changed the board, including the starts of legs and the rolls."""
        return self.match.history if self.match is not None else ()

    def move_times(self) -> Mapping[int, int]:
        """Return how long moves took, in ms, by the numbers of their events; unknown times are absent."""
        return self._times.of(self.log)

    def comment(self, number: int, lines: tuple[str, ...]) -> None:
        """Replace the comment on an event; an empty one removes it."""
        others = {place: old for place, old in self.comments.items() if place != number}
        now = {**others, number: lines} if lines else others
        if now != self.comments:
            self.comments = now
            self.changed.emit(Change.COMMENTS)


class ReviewTable(TableModel):
    """A record. Nothing changes its match."""

    is_record = True
    takes_commands = False

    def __init__(
        self,
        log: Sequence[Event],
        match: Match,
        source: str,
        moves: MoveRows | None = None,
    ) -> None:
        """`moves` may have been made by another thread."""
        super().__init__()
        self.match, self.log = match, list(log)
        self.moves = moves or self.moves
        self.source = source  # the name of the file, for people
