"""A tournament as a value: what its log says up to an event."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from netgame.match.state import InvalidEvent
from netgame.text import N_
from netgame.tournaments import events
from netgame.tournaments.events import Cancelled, Cause, Created, Ended, Event, Paired
from netgame.tournaments.pairing import rounds_of, settled
from netgame.tournaments.values import Entrant, Game, Pairing, Points

Phase = Literal["open", "running", "over"]


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a round. `at` is when it was paired, `over_at` when it got a result; `points` are None until then."""

    paired: Paired
    at: int
    points: Points | None = None
    played: bool = False
    cause: Cause = "played"
    over_at: int = 0

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
    """A player of a tournament. `seed` is 0 until the start, `last_round` None while they play on."""

    account: str
    rating: int
    number: int  # of the event with which they entered first
    entered_at: int  # the last time
    seed: int = 0
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True)
class Tournament:
    """The result of the events up to `number`. It is never changed in place."""

    created: Created
    number: int
    at: int
    director: str
    phase: Phase = "open"
    is_paused: bool = False
    players: Mapping[str, Player] = field(default_factory=dict)  # by account, also those who left during play
    entries: Mapping[str, int] = field(default_factory=dict)  # account -> how often they have entered
    invited: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    rounds: tuple[tuple[Board, ...], ...] = ()
    round_at: tuple[int, ...] = ()  # when each round was paired
    started_at: int = 0
    planned: int = 0  # rounds, known from the start on; a knock-out may need more
    end: Ended | Cancelled | None = None

    @property
    def id(self) -> str:
        return self.created.tournament

    @property
    def is_arena(self) -> bool:
        return self.created.format == "arena"

    @property
    def ends_at(self) -> int:
        """When an arena that has started pairs no more."""
        return self.started_at + self.created.arena_minutes * 60_000

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

    def takes_late_entries(self) -> bool:
        """Tell whether a player may still enter after the start."""
        return self.is_arena or (self.created.format == "swiss" and len(self.rounds) < self.planned)


def game_of(board: Board) -> Game:
    """Return a board as `pair` and `standings` take it."""
    return Game(Pairing(board.paired.first, board.paired.second), board.points, board.played)


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
            return replace(t, invited=t.invited | {account}, removed=t.removed - {account})
        case events.Entered(account=account):
            entries = {**t.entries, account: t.entries.get(account, 0) + 1}
            return replace(t, players={**t.players, account: _entered(t, event)}, entries=entries)
        case events.Withdrew(account=account):
            return _left(t, account)
        case events.Removed(account=account):
            t = _left(t, account) if account in t.players else t
            return replace(t, removed=t.removed | {account}, invited=t.invited - {account})
        case events.Started():
            players = {each.account: replace(t.players[each.account], seed=each.seed) for each in t.entrants}
            planned = t.created.rounds or rounds_of(t.created.format, len(players))
            return replace(t, phase="running", started_at=event.at, players=players, planned=planned)
        case events.RoundPaired(boards=boards):
            new = tuple(_board(t, paired, len(t.rounds) + 1, event.at) for paired in boards)
            return replace(t, rounds=(*t.rounds, new), round_at=(*t.round_at, event.at))
        case events.GameFinished(points=points, played=played, cause=cause):
            return _with_result(t, event.round, event.board, points, played, cause, event.at)
        case events.Corrected(points=points):
            played = sum(points) > 0
            return _with_result(t, event.round, event.board, points, played, "director", event.at)
        case events.Replayed(game=game):
            return _with_board(t, event.round, event.board, Board(game, event.at))
        case events.PairedByHand(round=number, boards=boards):
            known = {board.paired: board for board in t.rounds[number - 1]}
            new = tuple(known.get(paired) or _board(t, paired, number, event.at) for paired in boards)
            return replace(t, rounds=(*t.rounds[: number - 1], new, *t.rounds[number:]))
        case events.Paused():
            return replace(t, is_paused=True)
        case events.Resumed():
            return replace(t, is_paused=False)
        case events.Directed(account=account):
            return replace(t, director=account)
        case events.Ended() | events.Cancelled():
            return replace(t, phase="over", end=event)
    raise ValueError(event)


def _entered(t: Tournament, event: events.Entered) -> Player:
    before = t.players.get(event.account)
    if before is not None:
        return replace(before, entered_at=event.at, last_round=None)
    player = Player(event.account, event.rating, event.number, event.at)
    if t.phase == "open":
        return player
    return replace(player, seed=len(t.players) + 1, first_round=len(t.rounds) + 1)


def _left(t: Tournament, account: str) -> Tournament:
    players = dict(t.players)
    player = players.pop(account)
    if t.phase != "open":
        players[account] = replace(player, last_round=len(t.rounds))
    return replace(t, players=players)


def _board(t: Tournament, paired: Paired, number: int, at: int) -> Board:
    """Return a new board. Without a table its result is known: a bye, or a player has withdrawn."""
    if paired.table:
        return Board(paired, at)
    game = settled(t.created.format, t.entrants, Pairing(paired.first, paired.second), number)
    points = game.points if game is not None and game.points is not None else (0, 0)
    return Board(paired, at, points, False, "bye" if paired.second is None else "withdrew", at)


def _with_result(
    t: Tournament, round: int, index: int, points: Points, played: bool, cause: Cause, at: int
) -> Tournament:
    board = t.rounds[round - 1][index]
    over_at = board.over_at or at  # a correction delays no round
    return _with_board(t, round, index, replace(board, points=points, played=played, cause=cause, over_at=over_at))


def _with_board(t: Tournament, round: int, index: int, board: Board) -> Tournament:
    if round < 1 or index < 0:
        raise IndexError(round, index)
    boards = t.rounds[round - 1]
    boards = (*boards[:index], board, *boards[index + 1 :])
    return replace(t, rounds=(*t.rounds[: round - 1], boards, *t.rounds[round:]))
