"""A table at a server: its events are applied here, and commands go out through a session."""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, get_args
from weakref import ref

from msgspec import structs
from PySide6.QtCore import QTimer

from client_qt.table.change import Change
from client_qt.table.commands import Command
from client_qt.table.connection_loss import ConnectionLoss
from client_qt.table.elsewhere import Compared, goes_on, is_taken
from client_qt.table.model import NO_REMATCH, ChatRoom, Status, TableModel
from client_qt.table.server_time import ServerTime
from client_qt.table.text_match import TextMatch
from client_qt.table.together import Place
from client_qt.text.disk_words import disk_words
from client_qt.text.translation import tr
from netgame.errors import RulesError
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match.absence import budget_left
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    Commit,
    Leave,
    MakeOffer,
    MakeReady,
    Play,
    Resign,
    Reveal,
    WithdrawOffer,
)
from netgame.match.commands import Command as MatchCommand
from netgame.match.conditional import Line
from netgame.match.create import new_match
from netgame.match.events import ClaimKind, Created, Event, OfferKind, Player
from netgame.match.evolve import evolve
from netgame.match.state import InvalidEvent, Match, MatchError, OtherPosition, UnknownRules, find_move
from netgame.match.tries import step_of
from netgame.players.dice_links import DiceLinks, LogForked
from netgame.records.comments import may_have_comments
from netgame.records.variations import paths_of, with_path
from netgame.text import N_, Text
from protocol.client.lists import joined
from protocol.identity.device_key import verify
from protocol.messages import (
    Analyse,
    AnalysisState,
    ChallengeInfo,
    ChatLine,
    CloseAnalysis,
    CloseRematch,
    CommitDice,
    LeaveSeat,
    ReadyUp,
    Rematch,
    RematchState,
    ReportPosition,
    RevealLink,
    Say,
    SendAnswer,
    SendClaim,
    SendLeave,
    SendMove,
    SendOffer,
    SendResign,
    SendWithdraw,
    ShowLine,
    TakeSeat,
)
from protocol.program import PROGRAM

log = logging.getLogger(__name__)
Send = Callable[[Command], None]
_FETCHED_AGAIN = Text(
    "Your program computes another position than the server. It tells the server, and fetches the game once more."
)
_RECOVERED = Text(
    "Your program had computed another position than the server. It has fetched the game again, and now both agree."
)
_OTHER_POSITION = N_(
    "Your program and the server compute different positions after event {number}, also at the second try. One of them"
    " is wrong, most likely the older one: this is {ours}, the server is {theirs}. Update the older one."
)
_OTHER_POSITION_SAME = N_(
    "Your program and the server compute different positions after event {number}, also at the second try. One of them"
    " is wrong, although both are {ours}. Install your program again, and tell the operator of the server."
)
_DOES_NOT_FIT_SAME = N_(
    "By the rules of your program event {number} cannot happen: {reason}. Your program or the server is wrong, although"
    " both are {ours}. Install your program again, and tell the operator of the server."
)
_DOES_NOT_FIT = N_(
    "By the rules of your program event {number} cannot happen: {reason}. The program or the server is wrong, most"
    " likely the older one: this is {ours}, the server is {theirs}. Update the older one."
)
MAX_MESSAGES = 500  # of chat that are kept for a room
CHECKED_AT_ONCE = 30  # signatures, five milliseconds
MAX_NEW_EVENTS = 8  # more events at once are what this window missed
RECENT_MS = 10_000


class RemoteTable(TableModel):
    """A table at a server. The match changes only by events of the server."""

    offer_kinds = get_args(OfferKind)
    live = True

    def __init__(self, table: str, account: str, send: Send, time: ServerTime | None = None) -> None:
        """`time` may be shared by all tables of a server."""
        super().__init__()
        self.table = table
        self.account = account
        self._send = send
        self._time = time or ServerTime()
        self.code = ""  # the access code that this window knows
        self.retry_in: Callable[[], float | None] = lambda: None  # seconds until the next attempt to connect
        self.lost = ConnectionLoss(self._time.steady)
        self.dice: Callable[[], DiceLinks | None] = lambda: None  # the chains of this player at the server
        self.forks: dict[str, Compared | None] = {}  # how the logs of other tables of this match differ, by table
        self.challenges: Callable[[], Iterable[ChallengeInfo]] = tuple  # the open ones of and to this player
        self.others: Callable[[], Iterable[RemoteTable]] = tuple  # all tables of this window
        self.start_again: Callable[[ReportPosition], None] = lambda report: None  # report it, and fetch the whole log
        self.server_program = ""  # name and version
        self.text: TextMatch | None = None  # the match without rules, once this program has failed to follow it
        self.recovered: Text | None = None  # says that the whole log fits after the first try has failed
        self._failed_at = 0  # the number of the first event that did not fit
        self._is_restarting = False  # the whole log is on its way; what comes before it is dropped
        self._link: Command | None = None  # the last command for the dice
        self._link_at = 0  # the number of the last event that was known when it was given
        self._move: Command | None = None  # until it is refused, or its event comes
        self._look: Command | None = None  # the last question to look at the match together
        self._repeated_look: Command | None = None  # the last one after a lost connection
        self._lost_at: int | None = None  # the server's time at which the connection was lost
        self._previous: ref[RemoteTable] | None = None  # the table of which this one is the rematch; not kept for it

    def apply_events(self, events: tuple[Event, ...]) -> None:
        """Apply new events. If they do not fit, fetch the whole log once more; then follow it only as text."""
        if self._is_restarting or (self.match is None and self.text is None and not isinstance(events[0], Created)):
            return  # of an earlier watch of this table, which has ended
        if self.text is not None:
            self._follow_as_text(self.text.with_events(events))
            return
        known, dice = self.match.number if self.match is not None else 0, self.dice()
        try:
            for event in events:
                if self._apply(event) and dice is not None:
                    dice.follow(self.table, (event,))
        except (MatchError, RulesError) as error:
            self._lose_track(events, error)
            return
        if self._failed_at and self.match is not None and self.match.number >= self._failed_at:
            self.recovered = self.recovered or _RECOVERED
        self._end_move()
        self._draw_dice()
        self._check()
        self.stopped = None
        self.changed.emit(Change.MATCH | Change.COMMAND | Change.CONNECTION)
        if known and len(events) <= MAX_NEW_EVENTS:
            for event in events:
                if event.number > known and event.at > self.now() - RECENT_MS:
                    self.event_added.emit(event)

    def restart_log(self, after: int) -> None:
        """Expect the events after that number. After 0 the log starts again; the old match is shown until then."""
        assert after == 0 or self.match is not None or self.text is not None, "missed events follow known ones"
        if after == 0:
            self._is_restarting = False
            self.text = replace(self.text, log=()) if self.text is not None else None
        if not self.rematch_offers.made and any(offer is not None for offer in self.rematch_offers.offers):
            self.set_rematch_offers(NO_REMATCH)  # the server sends those that are still open
        if after == 0 and self._move is not None and self._move.state == "accepted":
            self._move = None  # its event was in a log that does not exist any more

    def set_status(self, status: Status, account: str, error: Text | None = None, code: str = "") -> None:
        """Set the state of the connection and the user's account at the server; `code` is that of the error."""
        self.lost.note(status, code)
        if status == "online":
            self._lost_at = None
        elif self._lost_at is None:
            self._lost_at = self.now()
        if status != self.status and status != "online":
            self.together.lose()
        self.status, self.error, self.error_code = status, error, code
        self.account = account or self.account
        self.mine = self._seats()
        if self.together.wanted and not self.mine:  # the server knows this player by another account now
            self._end_together("")
        self.changed.emit(Change.CONNECTION | Change.MATCH)

    def set_presence(
        self,
        presence: tuple[bool, bool],
        causes: tuple[str, str] = ("", ""),
        spectators: Iterable[str] = (),
        watching: int = 0,
        now: int = 0,
        vacations: tuple[int, int] = (0, 0),
    ) -> None:
        """Set which players are connected, why others are not, and the spectators. `now` is the server's time or 0,
        `vacations` as those of `Presence`."""
        if now:
            self._time.note_now(now)
        self.presence, self.causes, self.vacations = presence, causes, vacations
        self.spectators, self.watching = tuple(spectators), watching
        if self.together.is_lost and all(presence):
            self._look_again()
        self.changed.emit(Change.PRESENCE)

    def set_conditional(self, base: int, lines: tuple[Line, ...]) -> None:
        """Set the conditional moves that the server keeps for this player; they begin after the ply `base`."""
        self.conditional = base, lines
        self.changed.emit(Change.CONDITIONAL)

    def stop(self, why: Text | None) -> None:
        """Set why the server takes no commands at the moment; None: it takes them."""
        if why != self.stopped:
            self.stopped = why
            self.changed.emit(Change.CONNECTION)

    def add_messages(self, room: ChatRoom, lines: Iterable[ChatLine]) -> None:
        """Add chat messages; known ones may come again after a reconnect."""
        kept, self.rooms[room] = self.rooms[room], joined(self.rooms[room], lines, MAX_MESSAGES)
        if self.rooms[room] != kept:
            self.chatted.emit(room)

    def follow_up(self, previous: "RemoteTable") -> None:
        """Show the talk at the table before this one, of which it is the rematch or goes on, also what comes later."""
        if self._previous is None:
            self._previous = ref(previous)
            previous.chatted.connect(self._add_earlier)
            self._add_earlier()

    def _add_earlier(self) -> None:
        previous = self._previous() if self._previous is not None else None
        if previous is not None:
            own = previous.account  # another one than here if that table is at another server
            lines = (*previous.earlier, *previous.rooms["table"])[-MAX_MESSAGES:]
            self.earlier = tuple(
                structs.replace(line, account=self.account) if line.account == own else line for line in lines
            )
            self.changed.emit(Change.EARLIER_CHAT)

    def set_rematch_offers(self, offers: RematchState) -> None:
        self.rematch_offers = offers
        self.changed.emit(Change.REMATCH)

    def set_analysis(self, state: AnalysisState) -> None:
        """Take over which players want to look at the match together, and the lines that they show.

        A server that sends too many of them is left alone."""
        match, together = self.match, self.together
        if match is None or match.ended is None or len(self.mine) != 1:
            return
        if state.closed:
            if self._look is None or self._look.state != "sent":  # else an earlier question has ended
                self._end_together(state.closed)
            return
        was_checking = together.has_unchecked
        if not together.take(state, min(self.mine)):
            self.look_alone()
        elif together.is_lost and together.is_asked:
            self._look_again()
        elif together.has_unchecked and not was_checking:
            self._check_line()
        self.changed.emit(Change.TOGETHER)

    def _check_line(self) -> None:
        """Check a line that the other player or the server shows, and keep it; the others in later turns of the event
        loop."""
        match, together = self.match, self.together
        if match is None or not together.has_unchecked:
            return
        before, found = together.place, together.check_next(match)
        if found is not None:
            self.keep_line(found)
        if together.place != before:
            self.shown_together.emit()
        if together.has_unchecked:
            QTimer.singleShot(0, self._check_line)

    def look_together(self) -> None:
        self.together.wanted = True
        self._look = self._ask(Analyse)
        self.changed.emit(Change.TOGETHER)

    def _look_again(self) -> None:
        """Ask again after a lost connection."""
        self.together.is_lost = False
        self._look = self._repeated_look = self._ask(Analyse)

    def look_alone(self) -> None:
        self._look = None
        self._ask(CloseAnalysis, own=self.together.wanted)
        self._end_together("")

    def show_together(self, place: Place) -> None:
        self._ask(ShowLine, after=place.after, moves=list(place.line), at=place.at)

    def keep_line(self, place: Place) -> None:
        kept = with_path(self.comments.get(place.after, ()), place.line)
        if self.match is not None and _is_kept(self.match, place) and place.line in paths_of(kept):
            self.comment(place.after, kept)

    def _end_together(self, why: str) -> None:
        is_news = self.together.wanted or (self.together.is_asked and why == "withdrawn")
        self.together.end()
        self.changed.emit(Change.TOGETHER)
        if is_news:
            self.together_ended.emit(why)

    def play(self, move: Any) -> None:
        if self.match is not None and not self.waiting:
            text = self.match.game.format(self.match.state, move)
            dice, link = self.dice(), b""
            try:
                if dice is not None and self.match.drawing is not None and self.to_move is not None:
                    link = dice.for_move(self.table, self.match, self.to_move, text)
            except LogForked:
                pass  # `is_forked` says so
            except OSError as error:
                self.close(_no_notes(error))
                return
            position = self.match.position
            command = Play(position, text, link=link)
            self._move = self._give(command, SendMove, position=position, move=text, **({"link": link} if link else {}))
            self.changed.emit(Change.COMMAND)

    def _check(self) -> None:
        """Check the signatures of new events, those of a long log in several turns of the event loop."""
        dice = self.dice()
        if dice is None or self.reason is not None:
            return
        found = dice.logs.check(self.table, verify, CHECKED_AT_ONCE)
        if not dice.logs.is_checked(self.table):
            QTimer.singleShot(0, self._check)
        if found != self.proof:
            self.proof = found
            self.changed.emit(Change.PROOF)

    def _draw_dice(self) -> None:
        """Do what the dice need of this program now."""
        dice, match, link = self.dice(), self.match, self._link
        if dice is None or match is None or match.created.dice == "host" or self.continued_at:
            return
        if match.ended:
            with suppress(OSError):  # a note that stays does no harm
                dice.forget(self.table)
        if link is not None and (link.state == "sent" or (link.state == "accepted" and link.number > match.number)):
            return
        self._link_at = match.number
        try:
            for player in self.mine:
                match dice.command(self.table, match, player):
                    case Commit(tip):
                        self._link = self._give(Commit(tip), CommitDice, tip=tip)
                    case Reveal(found):
                        self._link = self._ask(RevealLink, link=found)
        except LogForked as error:
            log.warning("table %s: %s", self.table, error)
        except OSError as error:
            self.close(_no_notes(error))

    @property
    def lacks_chain(self) -> bool:
        """Whether the dice need a chain of this player that is at another computer."""
        match, dice = self.match, self.dice()
        if match is None or match.drawing is None or match.ended or dice is None:
            return False
        return any(not dice.has_chain(self.table, match, player) for player in self.mine)

    @property
    def is_forked(self) -> bool:
        """Whether the dice need a link that this program has revealed in another course of the match."""
        match, dice = self.match, self.dice()
        is_drawn_here = match is not None and match.drawing is not None and not match.ended and bool(self.mine)
        return is_drawn_here and dice is not None and dice.is_forked(self.table)

    def resign(self, match: bool) -> None:
        self._give(Resign(match), SendResign, match=match)

    def offer(self, kind: OfferKind, to: int | None = None) -> None:
        if kind == "take_back" and to is None and self.match is not None and self.mine:
            with suppress(InvalidEvent):  # the server says why not
                to = self.match.history[find_move(self.match, min(self.mine), None)].event.number
        self._give(MakeOffer(kind, to), SendOffer, kind=kind, to=to)

    def answer(self, offer: int, accept: bool) -> None:
        self._give(AnswerOffer(offer, accept), SendAnswer, offer=offer, accept=accept)

    def withdraw(self, offer: int) -> None:
        self._give(WithdrawOffer(offer), SendWithdraw, offer=offer)

    def ready(self) -> None:
        self._give(MakeReady(), ReadyUp)

    def claim(self, what: ClaimKind) -> None:
        self._give(Claim(what), SendClaim, what=what)

    def leave(self) -> None:
        self._give(Leave(), SendLeave)

    def take_seat(self, player: Player | None = None, ready: bool = True) -> None:
        self._ask(TakeSeat, player=player, ready=ready)

    def leave_seat(self) -> None:
        self._ask(LeaveSeat)

    def rematch(self, swap: bool) -> None:
        self._ask(Rematch, swap=swap)

    def close_rematch(self) -> None:
        self._ask(CloseRematch)

    def write(self, room: ChatRoom, text: str) -> None:
        self._ask(Say, room=room, text=text)

    def now(self) -> int:
        """The server's time. While the connection is lost it stands still, because clocks may have stopped there."""
        return self._time.now() if self._lost_at is None else self._lost_at

    def own_budget(self) -> int | None:
        """Return the time that this player may still be away if the server runs, in ms; None without a budget."""
        match = self.match
        if match is None or match.phase == "over":
            return None
        if len(self.mine) != 1 or self._lost_at is None or match.created.absence == "wait":
            return None
        left = budget_left(match, next(iter(self.mine)), max(match.at, self._lost_at))
        counts = match.phase == "playing" and match.paused is None and not self.lost.is_stopped
        away = self._time.now() - self._lost_at if counts else 0
        return max(0, left - away)

    @property
    def is_given_up(self) -> bool:
        return self.lost.is_given_up(self.match)

    @property
    def waiting(self) -> bool:
        return self._move is not None

    @property
    def can_move(self) -> bool:
        return super().can_move and not self.waiting and not self.continued_at

    @property
    def continued_at(self) -> str:  # type: ignore[override]
        match, elsewhere = self.match, self.elsewhere
        if match is None or match.ended is not None or not match.created.origin:
            return ""
        later = next(filter(self._is_later, self.others()), None)
        if later is not None:
            return later.server or tr("another computer")
        if elsewhere is not None and elsewhere.is_later and (match.rehosted is None or elsewhere.fork is not None):
            return elsewhere.place.server or tr("another computer")
        return ""

    @property
    def is_given_up_for_another(self) -> bool:
        """Whether the match ended here while it waited for a player, and goes on at another table of this window."""
        match = self.match
        return (
            match is not None
            and match.ended is not None
            and bool(match.vacant)
            and any(
                other.match is not None
                and other.match.ended is None
                and other.match.created.origin == match.created.origin
                for other in self.others()
            )
        )

    def _is_later(self, other: "RemoteTable") -> bool:
        """Return whether the match goes on at another table of this window, or waits there for one of the players."""
        match, there = self.match, other.match
        if other is self or match is None or there is None or there.created.origin != match.created.origin:
            return False
        if there.ended is not None and there.vacant:  # it was given up
            return False
        if (fork := self.forks.get(other.table)) is not None and fork.signed[0] != fork.signed[1]:
            return fork.is_later
        return is_taken(other.log) and goes_on(other.log, self.log)

    @property
    def _takes_moves(self) -> bool:
        """A move without a connection is sent as soon as there is one again."""
        return self.status != "failed" and not self.is_given_up and self.stopped is None

    @property
    def can_plan(self) -> bool:
        match = self.match
        if match is None or match.phase != "playing" or match.paused is not None or self.status != "online":
            return False
        return isinstance(match.turn, ToMove) and bool(self.mine) and self.to_move not in self.mine

    def _give(self, command: MatchCommand, message: type, **fields: Any) -> Command:
        """Give a command of the player here, with their signature."""
        dice, player = self.dice(), min(self.mine, default=None)
        if dice is not None and player is not None:
            if self.match is not None:
                fields |= dice.logs.signature(self.table, self.match, player, command)
            elif self.text is not None:
                seat = self.text.seats[player]
                fields |= dice.logs.signature_as_text(self.table, self.text.log, seat, command)
        return self._ask(message, **fields)

    def _ask(self, message: type, **fields: Any) -> Command:
        command = Command(message, self.table, fields, self._command_ended)
        self._send(command)
        return command

    def _command_ended(self, command: Command) -> None:
        was_waiting = self.waiting
        self._end_move()
        self.command_ended.emit(command)
        if self.waiting != was_waiting:
            self.changed.emit(Change.COMMAND)
        if command is self._link:
            if command.state == "refused":
                log.warning("table %s: the dice: %s", self.table, command.why)
            has_grown = self.match is not None and self.match.number > self._link_at
            # what makes it due, again or for the first time, may have come before the answer
            if command.state == "accepted" or (command.state == "refused" and has_grown):
                self._draw_dice()
            return
        if command is self._repeated_look and command.code == "gone" and self.together.wanted:
            self.together.is_lost = True  # the other player is online again, and did not follow this table yet
            if self.together.is_asked:
                self._look_again()
            self.changed.emit(Change.TOGETHER)
            return
        if command.message is Analyse and command.state == "refused":
            self._end_together("")
        has_ended = command.message in (ShowLine, CloseAnalysis) and not self.together.is_open  # by the other player
        is_replaced = command.message is ShowLine and command.state == "lost"  # by what the server sends after the loss
        if command.why is not None and not has_ended and not is_replaced:
            self.refused.emit(command.why)

    def _end_move(self) -> None:
        """Let the board take moves again after a refusal, or when the event of an accepted move is here."""
        move, number = self._move, self.match.number if self.match is not None else 0
        if move is not None and move.state != "sent" and (move.state != "accepted" or number >= move.number):
            self._move = None

    def _lose_track(self, events: tuple[Event, ...], error: RulesError) -> None:
        """Fetch the log once more, or show it as text. `error` is why one of the events does not fit here."""
        log.warning("table %s cannot be followed: %s", self.table, error)
        number, cause = error.number if isinstance(error, MatchError) else 0, error.__cause__
        if self._failed_at or number <= 1:
            known = tuple(self.log) if number > 1 else ()
            self.match = None
            self._follow_as_text(TextMatch(known, self._why_as_text(error)).with_events(events))
            return
        self._failed_at, self._is_restarting = number, True
        digests = (cause.stated, cause.computed) if isinstance(cause, OtherPosition) else (b"", b"")
        self.stop(_FETCHED_AGAIN)
        self.start_again(ReportPosition(table=self.table, number=number, stated=digests[0], computed=digests[1]))

    def _why_as_text(self, error: RulesError) -> Text:
        """Return why the match is not shown by rules, and which side may be wrong."""
        cause = error.__cause__
        if isinstance(cause, UnknownRules):
            return cause.text
        number = error.number if isinstance(error, MatchError) else 0
        programs: dict[str, str | int] = {"ours": PROGRAM, "theirs": self.server_program or "?", "number": number}
        is_same = self.server_program == PROGRAM
        if isinstance(cause, OtherPosition):
            return Text(_OTHER_POSITION_SAME if is_same else _OTHER_POSITION, programs)
        reason = error.reason if isinstance(error, MatchError) else error.text
        return Text(_DOES_NOT_FIT_SAME if is_same else _DOES_NOT_FIT, {**programs, "reason": str(reason)})

    def _follow_as_text(self, text: TextMatch) -> None:
        self.text, self.log, self.stopped = text, [], None
        if text.log:
            self._time.note(text.log[-1].at)
        self.mine = self._seats()
        self.changed.emit(Change.MATCH | Change.COMMAND | Change.CONNECTION)

    @property
    def is_spectator(self) -> bool:
        return super().is_spectator or (self.text is not None and not self.mine)

    def _apply(self, event: Event) -> bool:
        """Apply an event. Return False for a known one: events may come again after a reconnect."""
        self._time.note(event.at)
        if isinstance(event, Created):
            self.match, self.log = new_match(event, GAMES), []
        else:
            assert self.match is not None, "the first event of a table is its creation"
            if event.number <= self.match.number:
                return False
            self.match = evolve(self.match, event)
        self.log.append(event)
        self.mine = self._seats()
        return True

    def _seats(self) -> frozenset[Player]:
        followed = self.text or self.match
        seats = followed.seats if followed is not None else (None, None)
        players: tuple[Player, Player] = (0, 1)
        return frozenset(p for p in players if (seat := seats[p]) is not None and seat.account == self.account)


def _is_kept(match: Match, place: Place) -> bool:
    """Return whether a line can be kept, and is not only a part of the match itself."""
    step = step_of(match, place.after)
    played = tuple(ply.notation for ply in match.history[step + 1 : step + 1 + len(place.line)])
    return place.line != played and may_have_comments(match.history[step].event)


def _no_notes(error: OSError) -> Text:
    """Return why this program draws no more dice at a table."""
    return Text("This computer cannot keep the notes for its dice: {reason}", {"reason": disk_words(error)})
