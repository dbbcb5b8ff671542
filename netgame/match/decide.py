"""What each command makes happen: events that the fold accepts, and what follows from them, as one append."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from netgame.game import ToRoll
from netgame.match.absence import check_claim
from netgame.match.clocks import said
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    CloseTable,
    Command,
    Leave,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resign,
    Resume,
    Sit,
    Stand,
    Throw,
    Tick,
    WithdrawOffer,
)
from netgame.match.events import (
    Absent,
    ClaimKind,
    Ended,
    Event,
    Moved,
    OfferClosed,
    Offered,
    OfferKind,
    OfferOutcome,
    Paused,
    Player,
    RatingChange,
    Ready,
    Resumed,
    Returned,
    Rolled,
    Seated,
    Started,
    Unseated,
)
from netgame.match.evolve import fold, may_start
from netgame.match.followups import ending, leg_end, match_end, required_event
from netgame.match.offers import check_offer, crossing, may_abort_alone
from netgame.match.state import InvalidEvent, Match, check_begun, known_roll, other, standing_move, to_act

HOST: None = None  # `by` of the commands that only the host gives
_BY_HOST = (Throw, Tick, Sit, MarkAbsent, MarkReturned, Pause, Resume, CloseTable)
Rate = Callable[[Match, Ended], tuple[RatingChange, RatingChange] | None]  # what the end does to the ratings


def waiting_for_roll(match: Match) -> ToRoll | None:
    """The roll that the host has to throw now."""
    if match.phase != "playing" or match.paused or not isinstance(match.turn, ToRoll):
        return None
    return match.turn


class EventBatch:
    """The events of one command while they are found, and the match after them. The fold refuses what does not fit."""

    def __init__(self, match: Match, now: int, rate: Rate | None, done: int = 0) -> None:
        self.match = match
        self.now = now  # when the command had arrived
        self.at = max(now, match.at, done)
        self.events: list[Event] = []
        self._rate = rate

    def check_authority(self, command: Command, by: Player | None) -> None:
        """`InvalidEvent` for who may not give that command."""
        if self.match.ended:
            raise InvalidEvent("over", "the match is over")
        if isinstance(command, _BY_HOST):
            if by is not HOST:
                raise InvalidEvent("host_only", "only the host of the table can do that")
        elif by not in (0, 1) or self.match.seats[by] is None:
            raise InvalidEvent("no_seat", "you have no seat at this table")

    def settle(self) -> None:
        """Add what follows by itself."""
        while event := required_event(self.match, self.at):
            self.add(event)

    def add(self, event: Event) -> None:
        """The next event, with what the clocks say after it."""
        match = self.match
        if match.created.clock != "none":
            event = replace(event, clocks=said(match, event))
        if isinstance(event, Ended) and self._rate and match.created.rated and event.reason != "aborted":
            event = replace(event, ratings=self._rate(match, event))
        self.match = fold(match, event)
        self.events.append(event)

    def make(self, event: Callable[..., Event], /, **values: Any) -> None:
        """The next event, of that kind."""
        self.add(event(number=self.match.number + 1, at=self.at, **values))

    def do(self, command: Command, by: Player | None) -> None:
        """Add what the command makes happen, and what follows."""
        if by is HOST:
            self._do_of_host(command)
        else:
            self._do_of_player(command, by)
        self.settle()

    def _do_of_host(self, command: Command) -> None:
        match command:
            case Throw(dice):
                self._throw(dice)
            case Tick():
                self._tick()
            case Sit():
                self._sit(command)
            case MarkAbsent(player, cause):
                if self._counts_absence() and player not in self.match.away:
                    self.make(Absent, player=player, cause=cause)
            case MarkReturned(player):
                if self._counts_absence() and player in self.match.away:
                    self.make(Returned, player=player)
            case Pause(cause):
                if self.match.phase != "open" and not self.match.paused:
                    self.make(Paused, cause=cause)
            case Resume():
                if self.match.paused:
                    self.make(Resumed)
            case CloseTable():
                self._close_table()

    def _do_of_player(self, command: Command, by: Player) -> None:
        match command:
            case Play():
                self._play(by, command)
            case Resign(match=whole):
                self._resign(by, whole)
            case MakeOffer(kind, to):
                self._offer(by, kind, to)
            case AnswerOffer(offer, accept):
                self._answer(by, offer, accept)
            case WithdrawOffer(offer):
                self._withdraw(by, offer)
            case MakeReady():
                self.make(Ready, player=by)
            case Claim(what):
                self._claim(by, what)
            case Leave():
                check_begun(self.match)
                self.add(ending(self.match, self.at, "left", other(by), by))
            case Stand():
                self._stand(by)
            case _:
                raise InvalidEvent("unknown_command", "nothing of that kind can be done here")

    # ---- the table

    def _sit(self, sit: Sit) -> None:
        seats = self.match.seats
        had = next((seat for seat in seats if seat and sit.account and seat.account == sit.account), None)
        if had and had.player != sit.player and not seats[sit.player]:
            self.make(Unseated, player=had.player)
        self.make(Seated, player=sit.player, account=sit.account, name=sit.name, ready=sit.ready)

    def _stand(self, by: Player) -> None:
        self.make(Unseated, player=by)
        if self.match.seats == (None, None):
            self.add(ending(self.match, self.at, "aborted", None, None))

    def _close_table(self) -> None:
        if self.match.phase != "open":
            raise InvalidEvent("started", "the match has started; only a table that waits for its start can be closed")
        for seat in self.match.seats:
            if seat is not None:
                self.make(Unseated, player=seat.player)
        self.add(ending(self.match, self.at, "aborted", None, None))

    def _counts_absence(self) -> bool:
        return self.match.phase != "open" and self.match.created.absence != "wait"

    def _tick(self) -> None:
        clocks = self.match.clocks
        falls_at = clocks.falls_at if clocks else None
        if may_start(self.match, self.at):
            self.make(Started, leg=self.match.leg + 1)
        elif clocks and clocks.running is not None and falls_at is not None and self.at > falls_at:
            self.add(ending(self.match, self.at, "flag", other(clocks.running), clocks.running))

    # ---- the board

    def _throw(self, dice: tuple[int, ...]) -> None:
        player = to_act(self.match)
        if player is None or waiting_for_roll(self.match) is None:
            raise InvalidEvent("no_roll", "no roll of the dice is due")
        # what fell before a take-back falls again, whatever the host threw
        dice = known_roll(self.match) or dice
        self.make(Rolled, player=player, index=self.match.rolls, dice=dice)

    def _play(self, by: Player, play: Play) -> None:
        before = self.match
        if play.position != before.position:
            raise InvalidEvent("stale", "the board has changed since; the move was made for an earlier position")
        queued, lag = self._on_the_way(by, play)
        event = Moved(number=before.number + 1, at=self.at, player=by, move=play.move, queued=queued, lag=lag)
        if before.created.clock != "none":
            event = replace(event, clocks=said(before, event))
        after = fold(before, event)
        # the log holds the notation as the rules page writes it, however the player spelt it
        written = before.game.format(before.state, after.history[-1].move)
        if written == play.move:
            self.match = after
            self.events.append(event)
        else:
            self.add(replace(event, move=written))

    def _on_the_way(self, by: Player, play: Play) -> tuple[int, int]:
        """How long a move had waited here, and how much of its time on the line is not charged."""
        clocks = self.match.clocks
        if clocks is None or clocks.running != by:
            return 0, 0
        queued = min(max(0, self.at - self.now), self.at - clocks.since)
        return queued, clocks.lag_for(by, play.rtt, self.at - queued)

    # ---- ends

    def _resign(self, by: Player, whole: bool) -> None:
        check_begun(self.match)
        if self.match.phase == "playing":
            self.add(leg_end(self.match, self.at, "resigned", by))
        elif not whole:
            raise InvalidEvent("between_legs", "the leg is over already; what can be given up now is the match")
        if whole:
            while self.match.lapsing:
                self.add(self._next_due())
            self.add(match_end(self.match, self.at, by))

    def _next_due(self) -> Event:
        event = required_event(self.match, self.at)
        assert event is not None, "something has to come next"
        return event

    def _claim(self, by: Player, what: ClaimKind) -> None:
        check_claim(self.match, by, what, self.at)
        if what == "adjourn":
            self.make(Paused, cause="adjourned")
        else:
            winner = by if what == "win" else None
            self.add(ending(self.match, self.at, "absent", winner, other(by)))

    # ---- offers

    def _offer(self, by: Player, kind: OfferKind, to: int | None) -> None:
        if kind == "abort" and may_abort_alone(self.match):
            self.add(ending(self.match, self.at, "aborted", None, by))
            return
        both_want = crossing(self.match, by, kind)
        if both_want is not None:
            self._close(both_want, "accepted")
            return
        if kind == "take_back" and self.match.phase == "playing":
            to = self.match.history[standing_move(self.match, by, to)].event.number
        check_offer(self.match, by, kind, to)
        self.make(Offered, player=by, kind=kind, to=to)

    def _answer(self, by: Player, offer: int, accept: bool) -> None:
        opened = self.match.offers.get(offer)
        if opened and opened.player == by:
            raise InvalidEvent("own_offer", "that is your own offer; the other side answers it")
        self._close(offer, "accepted" if accept else "declined")

    def _withdraw(self, by: Player, offer: int) -> None:
        opened = self.match.offers.get(offer)
        if opened and opened.player != by:
            raise InvalidEvent("not_your_offer", "only who made an offer can withdraw it")
        self._close(offer, "withdrawn")

    def _close(self, offer: int, outcome: OfferOutcome) -> None:
        self.make(OfferClosed, offer=offer, outcome=outcome)
