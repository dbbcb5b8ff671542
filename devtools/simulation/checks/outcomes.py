"""Checks of the pairings, results by absence and ends of tournaments. They do not use the rules of tournaments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from netgame.match.events import Created as MatchCreated
from netgame.match.events import Ended as MatchEnded
from netgame.match.events import Event as MatchEvent
from netgame.match.events import Moved, Seated
from netgame.tournaments import events
from netgame.tournaments.events import Event, Paired

Logs = Mapping[str, Sequence[MatchEvent]]
DRAWS = 2  # of a meeting, after which one of both goes on


@dataclass
class _Game:
    """A board: its players, when its game begins, and its result in half points by player; None while it is open."""

    round: int
    paired: Paired
    at: int
    points: tuple[int, int] | None = None
    is_played: bool = False
    has_begun: bool = True  # its players do not agree on a time any more

    @property
    def accounts(self) -> list[str]:
        return [self.paired.first] if self.paired.second is None else [self.paired.first, self.paired.second]

    def has_won(self, account: str) -> bool:
        points = self.points
        return len(self.accounts) == 1 or (points is not None and points[self.accounts.index(account)] == 2)

    def has_lost(self, account: str) -> bool:
        return self.points is not None and not self.has_won(account) and self.points != (1, 1)


@dataclass
class _Cup:
    """A tournament as its log says so far."""

    created: events.Created
    rounds: list[list[_Game]] = field(default_factory=list)
    playing: set[str] = field(default_factory=set)  # who have entered, and not left
    banned: dict[str, int] = field(default_factory=dict)  # until when, in ms; 0: until it is lifted
    out: set[str] = field(default_factory=set)  # players of an arena who have to enter again
    started_at: int = 0
    paused_at: int = 0  # 0: it is not paused
    resumed_at: int = 0
    paused_ms: int = 0  # since the start

    @property
    def games(self) -> list[_Game]:
        return [game for games in self.rounds for game in games]

    def games_of(self, account: str) -> list[_Game]:
        return [game for game in self.games if account in game.accounts]

    def game(self, paired: Paired, at: int, round: int) -> _Game:
        """Return a new board. Without a table the players who have left have lost."""
        game = _Game(round, paired, at, has_begun=not self.created.appointments)
        if not paired.table:
            first, second = (2 if account in self.playing else 0 for account in (paired.first, paired.second))
            game.points = (2, 0) if paired.second is None else (first, 0 if first else second)
        return game


def wrong_outcomes(cup: str, log: Sequence[Event], kept: Logs) -> Iterator[str]:
    """Yield a sentence for each result, pairing and end that a tournament may not have."""
    if not isinstance(log[0], events.Created):
        return
    state, end = _Cup(log[0]), None
    for event in log:
        where = f"event {event.number} of tournament {cup}"
        if end is not None and not (isinstance(end, events.Ended) and _may_follow(event)):
            yield f"{where} comes after the end"
        if isinstance(event, events.Ended | events.Cancelled):
            end = event
        yield from (f"{where} {fault}" for fault in _faults(state, event, kept))
        _apply(state, event)
        if state.created.format == "arena":
            _note_absent(state, event, kept)
    for game in state.games:
        yield from _aborted_alone(cup, kept.get(game.paired.table, ()))


def _may_follow(event: Event) -> bool:
    """Tell whether an event may come after the end: the director corrects and confirms results."""
    return isinstance(event, events.Corrected | events.Confirmed)


def _apply(state: _Cup, event: Event) -> None:
    match event:
        case events.Entered(account=account):
            state.playing.add(account)
            state.out.discard(account)
        case events.Withdrew(account=account) | events.Removed(account=account):
            state.playing.discard(account)
        case events.Banned(account=account, until=until):
            state.banned[account] = until
        case events.Unbanned(account=account):
            state.banned.pop(account, None)
        case events.GameBegun():
            game = state.rounds[event.round - 1][event.board]
            game.at, game.has_begun = event.at, True
        case events.Started():
            state.started_at = event.at
        case events.Paused():
            state.paused_at = event.at
        case events.Resumed():
            state.paused_ms += event.at - state.paused_at if state.started_at else 0
            state.paused_at, state.resumed_at = 0, event.at
        case events.RoundPaired(boards=boards):
            state.rounds.append([state.game(paired, event.at, event.round) for paired in boards])
        case events.PairedByHand(boards=boards):
            before = {game.paired: game for game in state.rounds[-1]}
            state.rounds[-1] = [before.get(paired) or state.game(paired, event.at, event.round) for paired in boards]
        case events.Replayed():
            state.out.difference_update(state.rounds[event.round - 1][event.board].accounts)
            state.rounds[event.round - 1][event.board] = state.game(event.game, event.at, event.round)
        case events.GameFinished() | events.Corrected():
            game = state.rounds[event.round - 1][event.board]
            game.points, game.is_played = event.points, event.played
            if isinstance(event, events.Corrected):  # the director says who was there
                here = zip(game.accounts, event.points, strict=True)
                is_played = event.played and sum(event.points) > 0
                state.out.difference_update(account for account, points in here if is_played or points)


def _note_absent(state: _Cup, event: Event, kept: Logs) -> None:
    """Note who lost a game of an arena without a move."""
    if isinstance(event, events.GameFinished) and event.cause != "aborted":
        game = state.rounds[event.round - 1][event.board]
        for account in game.accounts:
            is_banned = (until := state.banned.get(account)) is not None and (not until or until > event.at)
            if game.has_lost(account) and not is_banned and not _was_at(account, kept.get(game.paired.table, ())):
                state.out.add(account)


def _was_at(account: str, log: Sequence[MatchEvent]) -> bool:
    """Tell whether an account made a move in a match, or resigned."""
    own = {event.player for event in log if isinstance(event, Seated) and event.account == account}
    return any(isinstance(event, Moved) and event.player in own for event in log) or any(
        isinstance(event, MatchEnded) and event.reason in ("resigned", "left") and event.player in own for event in log
    )


def _faults(state: _Cup, event: Event, kept: Logs) -> Iterator[str]:
    """Yield what is wrong with the next event."""
    format = state.created.format
    match event:
        case events.GameFinished(cause="absent"):
            game = state.rounds[event.round - 1][event.board]
            until = max(game.at, state.resumed_at) + state.created.appear_s * 1000
            if state.paused_at:
                yield f"lets {' or '.join(game.accounts)} lose by absence in a pause"
            elif not game.has_begun:
                yield f"lets {' or '.join(game.accounts)} lose by absence before the time of their game"
            elif not state.created.appear_s or event.at < until:
                yield f"lets {' or '.join(game.accounts)} lose by absence {until - event.at} ms before the time is over"
        case events.PairedByHand(boards=boards):
            if format != "swiss":
                yield "pairs by hand, and it is no Swiss"
            kept_boards = set(boards)
            for game in state.rounds[-1]:
                if game.paired.table and game.points is not None and game.paired not in kept_boards:
                    yield f"loses the result of {' and '.join(game.accounts)}"
        case events.RoundPaired(boards=boards):
            if state.paused_at:
                yield "begins a round in a pause"
            if format == "arena":
                busy = {account for game in state.games if game.points is None for account in game.accounts}
                for account in sorted(account for board in boards for account in _accounts(board)):
                    if account in busy:
                        yield f"pairs {account}, who plays"
                    if account in state.out:
                        yield f"pairs {account}, who was not at the last game and has not entered again"
            elif any(game.points is None for game in state.games):
                yield "begins a round before all games are over"
            for board in boards if format == "knockout" else ():
                yield from _faults_of_meeting(state, board)
        case events.Ended():
            yield from _faults_of_end(state, event)


def _accounts(board: Paired) -> list[str]:
    return [board.first] if board.second is None else [board.first, board.second]


def _faults_of_meeting(state: _Cup, board: Paired) -> Iterator[str]:
    """Yield what is wrong with a board of a knock-out: only winners go on, and no decided meeting comes again."""
    accounts = _accounts(board)
    for account in accounts:
        mine = state.games_of(account)
        if not mine:
            if state.rounds:
                yield f"pairs {account}, who was not in the first round"
            continue
        last = mine[-1]
        meeting = [game for game in mine if set(game.accounts) == set(last.accounts)]
        draws = sum(game.is_played and game.points == (1, 1) for game in meeting)
        if len(accounts) > 1 and set(last.accounts) == set(accounts):
            if last.points != (1, 1) or draws >= DRAWS:
                yield f"plays the decided meeting of {' and '.join(accounts)} again"
        elif not last.has_won(account):
            goes_on = [each for each in last.accounts if state.games_of(each)[-1].round > last.round]
            if last.points != (1, 1) or draws < DRAWS or goes_on:
                yield f"lets {account} go on, who has not won the last meeting"


def _faults_of_end(state: _Cup, end: events.Ended) -> Iterator[str]:
    """Yield what is wrong with the end of a tournament: its cause has to be true."""
    created, games = state.created, state.games
    if any(game.points is None for game in games):
        yield "ends the tournament while a game is open"
    over_at = state.started_at + created.arena_minutes * 60_000 + state.paused_ms
    match end.cause, created.format:
        case "director", _ if not end.by:
            yield "says that the director ended it, and names none"
        case "too_few", _ if len(state.playing) > 1:
            yield f"says that too few are left, and there are {len(state.playing)}"
        case "no_pairing", format if format != "swiss":
            yield "finds no pairing, and it is no Swiss"
        case "complete", "swiss" if created.rounds and len(state.rounds) < created.rounds:
            yield f"is the end after {len(state.rounds)} of {created.rounds} rounds, and says that all were played"
        case "complete", "round_robin" | "double_round_robin" if len(state.playing) < 2:
            yield f"says that all were played, and of its players {len(state.playing)} are left"
        case "complete", "arena" if end.at < over_at:
            yield f"ends an arena {over_at - end.at} ms too early"
        case "complete", "knockout":
            accounts = {account for game in games for account in game.accounts}
            left = [account for account in sorted(accounts) if state.games_of(account)[-1].has_won(account)]
            if len(left) > 1:
                yield f"ends a knock-out in which {' and '.join(left)} have not lost"


def _aborted_alone(cup: str, log: Sequence[MatchEvent]) -> Iterator[str]:
    """Yield the end of a game of a tournament that one player aborted."""
    match log:
        case [MatchCreated(tournament=tournament, title=title), *_, MatchEnded(reason="aborted", player=0 | 1)]:
            if tournament:
                yield f"a player aborted a game of tournament {cup} alone: {title}"
