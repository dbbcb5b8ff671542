"""A tournament as a value: what its log says up to an event."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from netgame.match.state import InvalidEvent
from netgame.text import N_
from netgame.tournaments import events
from netgame.tournaments.events import Cancelled, Cause, Created, Ended, Event, Paired
from netgame.tournaments.pairing import rounds_of, settled
from netgame.tournaments.values import Entrant, Game, Pairing, Points

Phase = Literal["open", "running", "over"]


DAY_MS = 86_400_000
LONGEST_ROUND_MS = 30 * DAY_MS  # in which players agree on a time where rounds have no time of their own


@dataclass(frozen=True, slots=True)
class Appointment:
    """When a game begins that has no table yet: at the agreed time in ms, or without one at `latest_at`.

    `proposed_at` by a player is open; 0: no proposal is. `proposals` are all that were made.
    """

    latest_at: int
    agreed_at: int = 0
    proposed_at: int = 0
    proposed_by: str = ""
    proposals: int = 0

    @property
    def begins_at(self) -> int:
        return self.agreed_at or self.latest_at


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a round. `at` is when it was paired, `over_at` when it got a result; `points` are None until then.

    A game with an `appointment` has not begun. When it begins, `at` is that time.
    """

    paired: Paired
    at: int
    points: Points | None = None
    played: bool = False
    cause: Cause = "played"
    over_at: int = 0
    appointment: Appointment | None = None

    @property
    def accounts(self) -> tuple[str, ...]:
        """The players: one for a bye, otherwise two."""
        return (self.paired.first,) if self.paired.second is None else (self.paired.first, self.paired.second)

    @property
    def is_open(self) -> bool:
        return self.points is None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board is: its round from 1, its index in the round, and the board."""

    round: int
    index: int
    board: Board


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament. `seed` is 0 until the start, `last_round` None while they play on.

    `is_asked` after an absence: they have to enter again to play on.
    """

    account: str
    rating: int
    number: int  # of the event with which they entered first
    entered_at: int  # the last time
    seed: int = 0
    first_round: int = 1
    last_round: int | None = None
    is_asked: bool = False
    banned_at: int = 0
    banned_until: int | None = None  # the last ban, over or not; 0: it ends when it is lifted

    def is_banned(self, at: int) -> bool:
        """Tell whether a ban of the player holds at a time in ms."""
        return self.banned_until is not None and (self.banned_until == 0 or self.banned_until > at)


@dataclass(frozen=True)
class Tournament:
    """The result of the events up to `number`. It is never changed in place."""

    created: Created
    number: int
    at: int
    director: str
    phase: Phase = "open"
    paused_at: int | None = None  # while it is paused
    resumed_at: int = 0  # when the last pause ended
    paused_ms: int = 0  # all pauses since the start that have ended
    players: Mapping[str, Player] = field(default_factory=dict)  # by account, also those who left during play
    entries: Mapping[str, int] = field(default_factory=dict)  # account -> how often they have entered
    invited: frozenset[str] = frozenset()
    unanswered: frozenset[str] = frozenset()  # of those, who have not entered since their invitation
    removed: frozenset[str] = frozenset()
    rounds: tuple[tuple[Board, ...], ...] = ()
    stopped: tuple[str, ...] = ()  # tables of games that the director replaced by others before their end
    round_at: tuple[int, ...] = ()  # when each round was paired
    next_at: int = 0  # when the time of the last round is over
    started_at: int = 0
    planned: int = 0  # rounds, known from the start on; a knock-out may need more
    end: Ended | Cancelled | None = None
    is_confirmed: bool = False  # no result changes any more

    @property
    def id(self) -> str:
        return self.created.tournament

    @property
    def is_arena(self) -> bool:
        return self.created.format == "arena"

    @property
    def ends_at(self) -> int:
        """When an arena that has started pairs no more, if it is not paused again."""
        return self.started_at + self.created.arena_minutes * 60_000 + self.paused_ms

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def active(self) -> tuple[str, ...]:
        """The accounts that play on, in the order of their seeds."""
        return tuple(entrant.account for entrant in self.entrants if entrant.last_round is None)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """All players by seed, the best rating first; before the start as the seeds would be now."""
        found = sorted(self.players.values(), key=lambda player: (player.seed, -player.rating, player.number))
        return tuple(
            Entrant(player.account, place, player.first_round, player.last_round)
            for place, player in enumerate(found, 1)
        )

    @property
    def games(self) -> tuple[tuple[Game, ...], ...]:
        """The rounds as `pair` and `standings` take them; an arena is one round."""
        rounds = tuple(tuple(map(game_of, boards)) for boards in self.rounds)
        return (tuple(chain(*rounds)),) if self.is_arena else rounds

    @property
    def open_boards(self) -> Iterator[Place]:
        """The boards whose games are not over."""
        for number, boards in enumerate(self.rounds, 1):
            for index, board in enumerate(boards):
                if board.points is None:
                    yield Place(number, index, board)

    def board_of(self, account: str) -> Place | None:
        """Return the board at which a player plays now."""
        return next((place for place in self.open_boards if account in place.board.accounts), None)

    def takes_entries(self) -> bool:
        """Tell whether a new player may enter."""
        return self.phase == "open" or (self.phase == "running" and self.takes_late_entries())

    def takes_late_entries(self) -> bool:
        """Tell whether a player may still enter after the start."""
        return self.is_arena or (self.created.format == "swiss" and len(self.rounds) < self.planned)


def game_of(board: Board) -> Game:
    """Return a board as `pair` and `standings` take it. A game that is being played counts as played."""
    return Game(Pairing(board.paired.first, board.paired.second), board.points, board.played or board.is_open)


def table_of(tournament: str, number: int, board: int) -> str:
    """Return the id of the table of a board that event `number` paired. It is the same at every server."""
    digest = hashlib.blake2b(f"{tournament} {number} {board}".encode(), digest_size=10).digest()
    return base64.b32encode(digest).decode().lower()


def evolve(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after an event. Raise `InvalidEvent` if it does not fit."""
    if event.number != (1 if tournament is None else tournament.number + 1) or (
        isinstance(event, Created) != (tournament is None)
    ):
        raise InvalidEvent("number", N_("an event of the tournament is missing or comes twice"))
    if isinstance(event, Created):
        return Tournament(event, event.number, event.at, event.by)
    assert tournament is not None, "only `Created` begins one"
    try:
        changed = _apply(tournament, event)
    except (LookupError, ValueError) as error:
        raise InvalidEvent(
            "board", N_("an event of the tournament names a player or a board that is not there")
        ) from error
    return replace(changed, number=event.number, at=event.at)


def _apply(t: Tournament, event: Event) -> Tournament:
    match event:
        case events.Invited(account=account):
            return replace(
                t,
                invited=t.invited | {account},
                unanswered=t.unanswered | {account},
                removed=t.removed - {account},
            )
        case events.Entered(account=account):
            entries = {**t.entries, account: t.entries.get(account, 0) + 1}
            players = {**t.players, account: _entered(t, event)}
            return replace(t, players=players, entries=entries, unanswered=t.unanswered - {account})
        case events.Withdrew(account=account):
            return _left(t, account)
        case events.Removed(account=account):
            t = _left(t, account) if account in t.players else t
            return replace(
                t,
                removed=t.removed | {account},
                invited=t.invited - {account},
                unanswered=t.unanswered - {account},
            )
        case events.Started():
            players = {each.account: replace(t.players[each.account], seed=each.seed) for each in t.entrants}
            planned = t.created.rounds or rounds_of(t.created.format, len(players))
            return replace(t, phase="running", started_at=event.at, players=players, planned=planned)
        case events.RoundPaired(boards=boards):
            next_at = event.next_at or event.at + t.created.round_every_s * 1000
            t = replace(t, round_at=(*t.round_at, event.at), next_at=next_at)
            new = tuple(_board(t, paired, len(t.rounds) + 1, event.at) for paired in boards)
            return replace(t, rounds=(*t.rounds, new))
        case events.TimeProposed(starts_at=starts_at):
            proposals = _appointment_of(t, event).proposals + 1
            return _with_appointment(t, event, proposed_at=starts_at, proposed_by=event.by, proposals=proposals)
        case events.TimeAgreed(starts_at=starts_at):
            return _with_appointment(t, event, agreed_at=starts_at, proposed_at=0, proposed_by="")
        case events.TimeWithdrawn():
            return _with_appointment(t, event, proposed_at=0, proposed_by="")
        case events.GameBegun():
            _appointment_of(t, event)
            board = replace(t.rounds[event.round - 1][event.board], at=event.at, appointment=None)
            return _with_board(t, event.round, event.board, board)
        case events.GameFinished(points=points, played=played, cause=cause):
            t = _with_result(t, event.round, event.board, points, played, cause, event.at)
            return _with_questions(t, event)
        case events.Corrected(points=points, played=played):
            played = played and sum(points) > 0
            board = t.rounds[event.round - 1][event.board]
            if board.cause == "absent" or t.is_arena:
                here = (each for each, half_points in zip(board.accounts, points, strict=True) if played or half_points)
                t = _without_questions(t, here)
            return _with_result(t, event.round, event.board, points, played, "director", event.at)
        case events.Replayed(game=game):
            board = t.rounds[event.round - 1][event.board]
            t = _with_stopped(_without_questions(t, board.accounts), [board])
            return _with_board(t, event.round, event.board, _board(t, game, event.round, event.at))
        case events.PairedByHand(round=number, boards=boards):
            known = {board.paired: board for board in t.rounds[number - 1]}
            t = _with_stopped(t, (board for paired, board in known.items() if paired not in boards))
            new = tuple(known.get(paired) or _board(t, paired, number, event.at) for paired in boards)
            return replace(t, rounds=(*t.rounds[: number - 1], new, *t.rounds[number:]))
        case events.Paused():
            return replace(t, paused_at=event.at)
        case events.Resumed():
            paused_ms = event.at - max(t.paused_at or 0, t.started_at) if t.phase == "running" else 0
            return replace(t, paused_at=None, resumed_at=event.at, paused_ms=t.paused_ms + paused_ms)
        case events.Directed(account=account):
            return replace(t, director=account)
        case events.Banned(account=account, until=until):
            player = replace(t.players[account], banned_at=event.at, banned_until=until)
            return replace(t, players={**t.players, account: player})
        case events.Unbanned(account=account):
            return replace(t, players={**t.players, account: replace(t.players[account], banned_until=event.at)})
        case events.Confirmed():
            return replace(t, is_confirmed=True)
        case events.Ended() | events.Cancelled():
            return replace(t, phase="over", end=event)
    raise ValueError(event)


def _entered(t: Tournament, event: events.Entered) -> Player:
    before = t.players.get(event.account)
    if before is not None:
        return replace(before, entered_at=event.at, last_round=None, is_asked=False)
    player = Player(event.account, event.rating, event.number, event.at)
    if t.phase == "open":
        return player
    return replace(player, seed=len(t.players) + 1, first_round=len(t.rounds) + 1)


def _left(t: Tournament, account: str) -> Tournament:
    players = dict(t.players)
    player = players.pop(account)
    if t.phase != "open":
        last_round = len(t.rounds) if player.last_round is None else player.last_round
        players[account] = replace(player, last_round=last_round, is_asked=False)
    return replace(t, players=players)


def _with_questions(t: Tournament, event: events.GameFinished) -> Tournament:
    """Return the tournament with a question to each player who lost without having been there, and is not banned."""
    asks_nobody = t.created.format == "knockout" or event.cause == "aborted"
    if asks_nobody or (not t.is_arena and (event.cause != "absent" or t.created.no_show != "ask")):
        return t
    players = dict(t.players)
    accounts = t.rounds[event.round - 1][event.board].accounts
    for account, points, moved in zip(accounts, event.points, event.moved, strict=True):
        player, was_there = players[account], moved and event.cause != "absent"
        if not points and not was_there and player.last_round is None and not player.is_banned(event.at):
            players[account] = replace(player, is_asked=True)
    return replace(t, players=players)


def _without_questions(t: Tournament, accounts: Iterable[str]) -> Tournament:
    """Return the tournament after the director's decision that these players are not out by absence."""
    players = {account: replace(t.players[account], is_asked=False) for account in accounts}
    return replace(t, players={**t.players, **players})


def _with_stopped(t: Tournament, replaced: Iterable[Board]) -> Tournament:
    """Return the tournament with the tables of those of the replaced boards whose games were not over."""
    return replace(t, stopped=(*t.stopped, *(board.paired.table for board in replaced if board.is_open)))


def _board(t: Tournament, paired: Paired, number: int, at: int) -> Board:
    """Return a new board. Without a table its result is known: a bye, or a player has withdrawn."""
    if paired.table:
        return Board(paired, at, appointment=_appointment(t, at))
    game = settled(t.created.format, t.entrants, Pairing(paired.first, paired.second), number)
    points = game.points if game is not None and game.points is not None else (0, 0)
    return Board(paired, at, points, False, "bye" if paired.second is None else "withdrew", at)


def _appointment(t: Tournament, at: int) -> Appointment | None:
    """Return the appointment of a new board: it ends with the round, or a replayed game has the time of a round."""
    if not t.created.appointments:
        return None
    span = t.created.round_every_s * 1000 or LONGEST_ROUND_MS
    return Appointment(t.next_at if t.next_at > at else at + span)


_AppointmentEvent = events.TimeProposed | events.TimeAgreed | events.TimeWithdrawn | events.GameBegun


def _appointment_of(t: Tournament, event: _AppointmentEvent) -> Appointment:
    appointment = t.rounds[event.round - 1][event.board].appointment
    if appointment is None:
        raise ValueError(event)
    return appointment


def _with_appointment(t: Tournament, event: _AppointmentEvent, **changes: Any) -> Tournament:
    appointment = replace(_appointment_of(t, event), **changes)
    board = replace(t.rounds[event.round - 1][event.board], appointment=appointment)
    return _with_board(t, event.round, event.board, board)


def _with_result(
    t: Tournament, round: int, index: int, points: Points, played: bool, cause: Cause, at: int
) -> Tournament:
    board = t.rounds[round - 1][index]
    over_at = board.over_at or at  # a correction delays no round
    board = replace(board, points=points, played=played, cause=cause, over_at=over_at, appointment=None)
    return _with_board(t, round, index, board)


def _with_board(t: Tournament, round: int, index: int, board: Board) -> Tournament:
    if round < 1 or index < 0:
        raise IndexError(round, index)
    boards = t.rounds[round - 1]
    boards = (*boards[:index], board, *boards[index + 1 :])
    return replace(t, rounds=(*t.rounds[: round - 1], boards, *t.rounds[round:]))
