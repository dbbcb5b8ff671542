"""Compute the next step of a tournament: its start, results, absent players, rounds and the end.

It follows from the log, the tables and the time alone. So it is the same after a crash, and at every server.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from netgame.match import events as match_events
from netgame.tournaments import events
from netgame.tournaments.arena import pair_arena
from netgame.tournaments.decide import MAX_EVENTS
from netgame.tournaments.events import Event, Paired
from netgame.tournaments.pairing import pair, settled
from netgame.tournaments.state import DAY_MS, Board, Place, Tournament, evolve, table_of
from netgame.tournaments.values import Format, NoPairing, Pairing

LAPSE_MS = 90 * DAY_MS  # until a tournament that does not start is cancelled
EMPTY_MS = 14 * DAY_MS  # until one without players is cancelled
AHEAD_MS = DAY_MS  # a start that is farther away is far ahead
SHORT_BAN_MS = DAY_MS  # after a ban that is not longer the time to appear begins again
LOOK_MS = 3_000  # between two looks at players of an arena who wait for an opponent


@dataclass(frozen=True)
class Facts:
    """The facts that are not in the log.

    `ended` has the ends of matches by table, and `moved` which players made a move there, or resigned.
    `was_here(account, at)` tells whether a player has been connected at any time since `at`. `up_since` is when the
    server started: absence from before does not count. `online` are the players that an arena may pair: connected, and
    in no other game. `next_at` is when the round after one that begins now begins, where the tournament has a zone.
    `banned` are the players of the tournament who are banned from the server, with the end of the ban
    in ms; 0: until it is lifted.
    """

    now: int
    ended: Mapping[str, match_events.Ended]
    was_here: Callable[[str, int], bool]
    online: Collection[str]
    up_since: int = 0
    moved: Mapping[str, tuple[bool, bool]] = field(default_factory=dict)
    next_at: int = 0
    banned: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Due:
    """The events to append now. Without any, `at` is the next time to ask; None if only other changes matter."""

    events: tuple[Event, ...] = ()
    at: int | None = None


def due(tournament: Tournament, facts: Facts) -> Due:
    """Return what happens now, or when."""
    t, now = tournament, max(facts.now, tournament.at)
    if t.phase == "over":
        return Due()
    steps = _Steps(t, now)
    steps.note_bans(facts)
    if steps.events:
        return Due(tuple(steps.events))
    if t.phase == "open":
        return steps.begin()
    steps.note_results(facts)
    if steps.events or t.is_paused:
        return Due(tuple(steps.events))
    begins_at, absence_at = steps.begin_games(), steps.note_absence(facts)
    if steps.events:
        return Due(tuple(steps.events))
    round_at = steps.pair_arena(facts) if t.is_arena else steps.pair_round(facts)
    if steps.events:
        return Due(tuple(steps.events))
    return Due(at=min((at for at in (begins_at, absence_at, round_at) if at is not None), default=None))


def is_empty(tournament: Tournament) -> bool:
    """Tell whether a tournament has not begun and has no player besides its director."""
    return tournament.phase == "open" and set(tournament.active) <= {tournament.director}


def is_idle(tournament: Tournament, now: int) -> bool:
    """Tell whether a tournament is empty and begins far ahead, or has no start. It keeps no place from others."""
    starts_at = tournament.created.starts_at
    return is_empty(tournament) and (starts_at is None or starts_at > now + AHEAD_MS)


def next_round_at(t: Tournament) -> int:
    """Return when the next round begins, if it has one and all games are over."""
    if not t.rounds:
        return 0
    over_at = max((board.over_at for board in t.rounds[-1]), default=0)
    return max(over_at + t.created.pause_s * 1000, t.next_at)


class _Steps:
    """The events of one append, and the tournament after them."""

    def __init__(self, tournament: Tournament, now: int) -> None:
        self.t, self.now = tournament, now
        self.events: list[Event] = []

    def add(self, event: Callable[..., Event], **values: Any) -> None:
        made = event(number=self.t.number + 1, at=self.now, **values)
        self.t = evolve(self.t, made)
        self.events.append(made)

    def begin(self) -> Due:
        """Start the tournament at its time, or cancel it. A pause keeps no tournament for ever."""
        created = self.t.created
        lapses_at = (created.starts_at or created.at) + LAPSE_MS
        if is_empty(self.t):
            lapses_at = min(lapses_at, created.at + EMPTY_MS)
        at = lapses_at if created.starts_at is None or self.t.is_paused else min(created.starts_at, lapses_at)
        if self.now < at:
            return Due(at=at)
        if at == lapses_at:
            self.add(events.Cancelled, cause="lapsed")
        elif len(self.t.players) < 2:
            self.add(events.Cancelled, cause="too_few")
        else:
            self.add(events.Started)
        return Due(tuple(self.events))

    def note_bans(self, facts: Facts) -> None:
        """Note which players have been banned since the last look, and whose ban was lifted."""
        for account in self.t.active:
            player, until = self.t.players[account], facts.banned.get(account)
            if until is not None and until != player.banned_until:
                self.add(events.Banned, account=account, until=until)
            elif until is None and player.is_banned(self.now):
                self.add(events.Unbanned, account=account)

    def note_results(self, facts: Facts) -> None:
        """Note the results of matches that have ended."""
        for place in list(self.t.open_boards):
            if (ended := facts.ended.get(place.board.paired.table)) is not None:
                points, is_played = result_of(ended, self.t.created.format)
                moved = facts.moved.get(place.board.paired.table, (True, True))
                self._finish(place, points, is_played, "played" if is_played else "aborted", moved)

    def begin_games(self) -> int | None:
        """Begin each game at its appointment. Return when the next one is."""
        later = []
        for place in list(self.t.open_boards):
            if (appointment := place.board.appointment) is None:
                continue
            if self.now >= appointment.begins_at:
                self.add(events.GameBegun, round=place.round, board=place.index)
            else:
                later.append(appointment.begins_at)
        return min(later, default=None)

    def note_absence(self, facts: Facts) -> int | None:
        """Let players lose who did not appear in time. Return when the next may lose.

        Their time begins again when the server starts, when a pause ends, and when a short ban of one of them ends.
        """
        if not self.t.created.appear_s:
            return None
        later = []
        for place in list(self.t.open_boards):
            if place.board.appointment is not None:
                continue
            back_at = map(self._back_at, place.board.accounts)
            at = max(place.board.at, facts.up_since, self.t.resumed_at, *back_at) + self.t.created.appear_s * 1000
            here = [facts.was_here(account, place.board.at) for account in place.board.accounts]
            if all(here):
                continue
            if self.now < at:
                later.append(at)
                continue
            points = (2, 0) if here[0] else (0, 2) if here[1] else (0, 0)
            self._finish(place, points, False, "absent")
            if self.t.created.no_show == "withdraw" and self.t.created.format not in ("arena", "knockout"):
                self._withdraw(
                    account for account, is_here in zip(place.board.accounts, here, strict=True) if not is_here
                )
        return min(later, default=None)

    def _back_at(self, account: str) -> int:
        """Return when the last ban of a player ends, or ended, if it is a short one; otherwise 0."""
        player = self.t.players[account]
        until = player.banned_until or 0
        return until if until - player.banned_at <= SHORT_BAN_MS else 0

    def _finish(
        self, place: Place, points: tuple[int, int], played: bool, cause: events.Cause,
        moved: tuple[bool, bool] = (True, True),
    ) -> None:  # fmt: skip
        self.add(
            events.GameFinished, round=place.round, board=place.index, points=points, played=played, cause=cause,
            moved=moved,
        )  # fmt: skip

    def _withdraw(self, accounts: Iterable[str]) -> None:
        """Let players leave. About those who are banned the director decides."""
        for account in accounts:
            if self.t.players[account].last_round is None and not self.t.players[account].is_banned(self.now):
                self.add(events.Withdrew, account=account)

    def pair_round(self, facts: Facts) -> int | None:
        """Pair the next round if it is time, or end the tournament. Return when it will be time."""
        t = self.t
        if next(t.open_boards, None) is not None:
            return None
        is_swiss, at = t.created.format == "swiss", next_round_at(t)
        if is_swiss and len(t.rounds) >= t.planned:
            self.add(events.Ended)
            return None
        if is_swiss and self.now < at:  # pairing takes long, and players may still come and go
            return at
        if self.now >= at:  # a player who was asked has had until now to enter again
            self._withdraw([player.account for player in t.players.values() if player.is_asked])
            t = self.t
        is_contested = len(t.active) > 1
        cause: events.EndCause = "complete" if is_contested else "too_few"
        goes_on = is_contested or (t.created.format == "knockout" and t.active)  # the last player wins all that is left
        try:
            pairings = pair(t.created.format, t.entrants, t.games, len(t.rounds) + 1) if goes_on else ()
        except NoPairing:
            pairings, cause = (), "no_pairing"
        if not pairings:
            self.add(events.Ended, cause=cause)
        elif self.now < at and is_contested:
            return at
        else:
            self._pair(pairings, facts.next_at)
        return None

    def pair_arena(self, facts: Facts) -> int | None:
        """Pair players of an arena who wait, or end it. Return when to look again."""
        t = self.t
        if self.now >= t.ends_at or t.number >= MAX_EVENTS:
            if next(t.open_boards, None) is None:
                self.add(events.Ended)
            return None
        busy = {account for place in t.open_boards for account in place.board.accounts}
        since = {account: t.started_at for account in t.active if account not in busy and account in facts.online}
        since = {account: at for account, at in since.items() if not t.players[account].is_asked}
        for board in (board for boards in t.rounds for board in boards):
            for account in since.keys() & board.accounts:
                since[account] = max(since[account], board.over_at)
        waited_s = {
            account: (self.now - max(at, t.players[account].entered_at)) / 1000 for account, at in since.items()
        }
        pairings = pair_arena(t.entrants, t.games[0], waited_s) if len(waited_s) > 1 else ()
        if pairings:
            self._pair(pairings)
        return min(t.ends_at, self.now + LOOK_MS) if len(waited_s) > 1 else t.ends_at

    def _pair(self, pairings: Collection[Pairing], next_at: int = 0) -> None:
        t, number = self.t, len(self.t.rounds) + 1
        boards = tuple(_paired(t, pairing, number, index) for index, pairing in enumerate(pairings))
        self.add(events.RoundPaired, round=number, boards=boards, next_at=next_at)


def _paired(t: Tournament, pairing: Pairing, number: int, index: int) -> Paired:
    """Return a board of the next event, with a table if a match is needed."""
    is_settled = not t.is_arena and settled(t.created.format, t.entrants, pairing, number) is not None
    return Paired(pairing.first, pairing.second, "" if is_settled else table_of(t.id, t.number + 1, index))


def result_of(ended: match_events.Ended, format: Format) -> tuple[tuple[int, int], bool]:
    """Return the half points of a match by player, and whether it was played.

    An aborted match gives none. In a knock-out it counts as drawn, so that it is played again.
    """
    if ended.reason == "aborted":
        return ((1, 1) if format == "knockout" else (0, 0)), False
    return {None: (1, 1), 0: (2, 0), 1: (0, 2)}[ended.winner], True


def abandoned(tournament: Tournament) -> tuple[tuple[Board, int], ...]:
    """Return the boards whose match need not go on, since a player has lost without it, and a player who lost."""
    boards = (board for boards in tournament.rounds for board in boards)
    return tuple(
        (board, 0 if board.points[0] == 0 else 1)
        for board in boards
        if board.points is not None and board.paired.table and board.cause in ("absent", "withdrew")
    )
