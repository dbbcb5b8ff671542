"""Decide what a command causes: the events that it makes happen and what follows from them, as one append."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from netgame.errors import IllegalMove, NotationError
from netgame.game import ToRoll
from netgame.match import commands, events
from netgame.match.absence import check_claim
from netgame.match.commands import Command
from netgame.match.digest import digest_is_due, position_digest
from netgame.match.events import Event, OfferKind, Player, RatingChange
from netgame.match.evolve import apply_event, clocks_after
from netgame.match.followups import leg_end, match_end, match_ended, required_event
from netgame.match.legs import may_start
from netgame.match.offers import check_offer, may_abort_alone, mutual_offer
from netgame.match.results import counts_for_ratings
from netgame.match.state import InvalidEvent, Match, check_begun, find_move, known_roll, other, to_act, vacationer
from netgame.text import N_, Text

HOST: None = None  # `by` of the commands that only the host gives
_BY_HOST = frozenset(
    (
        commands.Throw,
        commands.Tick,
        commands.Sit,
        commands.Rehost,
        commands.MarkAbsent,
        commands.MarkReturned,
        commands.Pause,
        commands.Resume,
        commands.CloseTable,
    )
)
Rate = Callable[
    [Match, events.Ended], tuple[RatingChange, RatingChange] | None
]  # the ratings that go into the end of a match
Dice = Callable[[int, int], tuple[int, ...]]  # (count, sides) -> the dice


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a command that changes nothing. `position` is the current one where the command was stale."""

    code: str
    text: Text
    position: int | None = None


def decide(
    match: Match, command: Command, by: Player | None, now: int, rate: Rate | None = None
) -> tuple[Event, ...] | Refused:
    """Return the events that a command causes, in order, as one append, or why it is refused.

    `now` is when the command arrived, in ms. An event is never earlier than the event before it, so a move that waited
    in a queue says how long. `rate` gives the ratings that go into the end of a rated match.
    """
    decided = _decided(match, command, by, now, rate)
    return decided if isinstance(decided, Refused) else tuple(decided.events)


def act(
    match: Match, command: Command, by: Player | None, now: int, roll: Dice, rate: Rate | None = None, done: int = 0
) -> tuple[tuple[Event, ...], Match] | Refused:
    """Decide, and roll the dice for as long as a roll is due. Return one append, and the match after it.

    `done` is when the host carries the command out, if that may be later than its arrival.
    """
    decided = _decided(match, command, by, now, rate, done)
    if isinstance(decided, Refused):
        return decided
    while wanted := waiting_for_roll(decided.match):
        decided.do(commands.Throw(roll(wanted.count, wanted.sides)), HOST)
    return tuple(decided.events), decided.match


def wakes_at(match: Match) -> int | None:
    """Return when the host must give the next `commands.Tick`, because a leg starts or a flag falls; None for never."""
    if match.phase == "between":
        return match.starts_at
    deadline = match.clocks.deadline if match.clocks else None
    return None if deadline is None else deadline + 1


def waiting_for_roll(match: Match) -> ToRoll | None:
    """Return the roll that the host must throw now."""
    if match.phase != "playing" or match.paused or match.drawing is not None or not isinstance(match.turn, ToRoll):
        return None
    return match.turn


def _decided(
    match: Match, command: Command, by: Player | None, now: int, rate: Rate | None, done: int = 0
) -> "EventBatch | Refused":
    batch = EventBatch(match, now, rate, done)
    try:
        if match.ended:
            raise InvalidEvent("over", N_("the match is over"))
        if type(command) in _BY_HOST:
            if by is not HOST:
                raise InvalidEvent("host_only", N_("only the host of the table can do that"))
        elif by not in (0, 1) or match.seats[by] is None or by in match.vacant:
            raise InvalidEvent("no_seat", N_("you have no seat at this table"))
        batch.add_required()
        batch.do(command, by)
    except InvalidEvent as exc:
        return Refused(exc.code, exc.text, match.position if exc.code == "stale" else None)
    except NotationError as exc:
        return Refused("notation", exc.text)
    except IllegalMove as exc:
        return Refused("illegal", exc.text)
    return batch


class EventBatch:
    """The events of one command while they are collected, and the match after them."""

    def __init__(self, match: Match, now: int, rate: Rate | None, done: int = 0) -> None:
        self.match = match
        self.now = now  # when the command arrived
        self.at = max(now, match.at, done)
        self.events: list[Event] = []
        self._rate = rate

    def add_required(self) -> None:
        """Add the events that follow by themselves."""
        while event := required_event(self.match, self.at):
            self.add(event)

    def add(self, event: Event) -> None:
        """Add an event, and write into it what the clocks show after it, the digest if one is due, and the ratings."""
        match = self.match
        clocks = clocks_after(match, event)
        if clocks is not None:
            object.__setattr__(event, "clocks", clocks.read(event.at))  # no other code has seen this event yet
        if isinstance(event, events.Ended) and self._rate and counts_for_ratings(match, event):
            event = replace(event, ratings=self._rate(match, event))
        after = apply_event(match, event, clocks)
        if isinstance(event, events.BoardChanged) and digest_is_due(after):
            object.__setattr__(event, "digest", position_digest(after))
            object.__setattr__(after, "undigested", 0)  # no other code has seen either yet
        self.match = after
        self.events.append(event)

    def make(self, event: Callable[..., Event], /, **values: Any) -> None:
        """Add a new event of that kind."""
        self.add(event(number=self.match.number + 1, at=self.at, **values))

    def do(self, command: Command, by: Player | None) -> None:
        """Add the events that the command causes, and those that follow."""
        if by is HOST:
            self._do_for_host(command)
        else:
            self._do_for_player(command, by)
        self.add_required()

    def _do_for_host(self, command: Command) -> None:
        match = self.match
        counts_absence = match.phase != "open" and match.created.absence != "wait"
        match command:
            case commands.Throw(dice):
                player = to_act(match)
                if player is None or waiting_for_roll(match) is None:
                    raise InvalidEvent("no_roll", N_("no roll of the dice is due"))
                # a roll from before a take-back comes again, whatever the host threw
                self.make(events.Rolled, player=player, index=match.rolls, dice=known_roll(match) or dice)
            case commands.Tick():
                clocks = match.clocks
                deadline = clocks.deadline if clocks else None
                if may_start(match, self.at):
                    self.make(events.Started, leg=match.leg + 1)
                elif clocks and clocks.running is not None and deadline is not None and self.at > deadline:
                    self.add(match_ended(match, self.at, "flag", other(clocks.running), clocks.running))
            case commands.Sit(player, account, name, ready, computer, key):
                had = next((seat for seat in match.seats if seat and account and seat.account == account), None)
                if had and had.player != player and not match.seats[player]:
                    self.make(events.Unseated, player=had.player)
                self.make(
                    events.Seated, player=player, account=account, name=name, ready=ready, computer=computer, key=key
                )
            case commands.Rehost(origin):
                self.at = max(self.now, match.created.at)  # by the clock of the new host
                self.make(events.Rehosted, origin=origin)
            case commands.MarkAbsent(player, cause):
                if counts_absence and player not in match.away:
                    self.make(events.Absent, player=player, cause=cause)
            case commands.MarkReturned(player):
                if counts_absence and player in match.away:
                    self.make(events.Returned, player=player)
            case commands.Pause(cause):
                if match.phase != "open" and not match.paused:
                    self.make(events.Paused, cause=cause)
            case commands.Resume():
                if match.paused:
                    self.make(events.Resumed)
            case commands.CloseTable(started=True, unplayed=unplayed) if match.phase != "open":
                if unplayed and any(match.moved):
                    raise InvalidEvent("started", N_("the match has started, so its table cannot be closed"))
                if not match.paused:
                    self.make(events.Paused, cause="drain")
                self.add(match_ended(self.match, self.at, "aborted", None, None))
            case commands.CloseTable():
                if match.phase != "open":
                    raise InvalidEvent("started", N_("the match has started, so its table cannot be closed"))
                for seat in match.seats:
                    if seat is not None:
                        self.make(events.Unseated, player=seat.player)
                self.add(match_ended(self.match, self.at, "aborted", None, None))

    def _do_for_player(self, command: Command, by: Player) -> None:
        match command:
            case commands.Play() | commands.Reveal() if vacationer(self.match) == by:
                self.make(events.Resumed)  # a player on vacation may act
                self._do_for_player(command, by)
            case commands.Play():
                self._play(by, command)
            case commands.Resign(match=whole):
                check_begun(self.match)
                if self.match.phase == "playing":
                    self.add(leg_end(self.match, self.at, "resigned", by))
                elif not whole:
                    raise InvalidEvent("between_legs", N_("the leg is already over; you can still resign the match"))
                if whole:
                    while self.match.lapsing:
                        event = required_event(self.match, self.at)
                        assert event is not None, "open offers lapse at the end of a leg"
                        self.add(event)
                    self.add(match_end(self.match, self.at, by))
            case commands.MakeOffer(kind, to):
                self._offer(by, kind, to)
            case commands.AnswerOffer(number, accept):
                offer = self.match.offers.get(number)
                if offer and offer.player == by:
                    raise InvalidEvent("own_offer", N_("only the other side can answer your offer"))
                self.make(events.OfferClosed, offer=number, outcome="accepted" if accept else "declined")
            case commands.WithdrawOffer(number):
                offer = self.match.offers.get(number)
                if offer and offer.player != by:
                    raise InvalidEvent("not_your_offer", N_("only the player who made an offer can withdraw it"))
                self.make(events.OfferClosed, offer=number, outcome="withdrawn")
            case commands.Commit(tip):
                self.make(events.Committed, player=by, tip=tip)
            case commands.Reveal(link):
                self.make(events.Revealed, player=by, link=link)
            case commands.MakeReady():
                self.make(events.Ready, player=by)
            case commands.Claim(what):
                check_claim(self.match, by, what, self.at)
                if what == "adjourn":
                    self.make(events.Paused, cause="adjourned")
                else:
                    self.add(match_ended(self.match, self.at, "absent", by if what == "win" else None, other(by)))
            case commands.Leave():
                check_begun(self.match)
                self.add(match_ended(self.match, self.at, "left", other(by), by))
            case commands.Stand():
                self.make(events.Unseated, player=by)
                if self.match.seats == (None, None):
                    self.add(match_ended(self.match, self.at, "aborted", None, None))
            case _:
                raise InvalidEvent("unknown_command", N_("this table knows no such command"))

    def _play(self, by: Player, play: commands.Play) -> None:
        before = self.match
        if play.position != before.position:
            raise InvalidEvent("stale", N_("the board has changed since; the move was made for an earlier position"))
        queued = lag = 0
        clocks = before.clocks
        if clocks is not None and clocks.running == by:
            queued = min(max(0, self.at - self.now), self.at - clocks.since)
            lag = clocks.uncharged_lag(by, play.rtt, self.at - queued)
        event = events.Moved(
            number=before.number + 1, at=self.at, player=by, move=play.move, queued=queued, lag=lag, link=play.link,
            conditional=play.conditional, seen=play.seen if self._has_newer_offer(by, play.seen) else 0,
        )  # fmt: skip
        self.add(event)
        # the log holds the notation of the rules page, however the player spelt the move
        written = before.game.format(before.state, self.match.history.last.move)
        if written != play.move:
            self.match = before
            self.events.pop()
            self.add(replace(event, move=written))

    def _has_newer_offer(self, by: Player, seen: int) -> bool:
        """Return whether the other player made an open offer after event `seen`; 0 means that all were seen."""
        offers = self.match.offers.values()
        return seen > 0 and any(offer.player != by and offer.number > seen for offer in offers)

    def _offer(self, by: Player, kind: OfferKind, to: int | None) -> None:
        if kind == "abort" and may_abort_alone(self.match):
            self.add(match_ended(self.match, self.at, "aborted", None, by))
            return
        both_want = mutual_offer(self.match, by, kind)
        if both_want is not None:
            self.make(events.OfferClosed, offer=both_want, outcome="accepted")
            return
        if kind == "take_back" and self.match.phase == "playing":
            to = self.match.history[find_move(self.match, by, to)].event.number
        check_offer(self.match, by, kind, to)
        self.make(events.Offered, player=by, kind=kind, to=to)
