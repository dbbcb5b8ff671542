"""Checks of the logs of tournaments, which do not use the code of their rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from devtools.faults.player import Broken
from devtools.simulation.checks.outcomes import wrong_outcomes
from netgame.errors import RulesError
from netgame.match.events import Ended as MatchEnded
from netgame.match.events import Event as MatchEvent
from netgame.tournaments import events
from netgame.tournaments.events import Event, Paired
from netgame.tournaments.standings import standings
from netgame.tournaments.state import Tournament, evolve
from protocol.event_codec import tournament_codec

if TYPE_CHECKING:
    from devtools.simulation.club import Club

Logs = Mapping[str, Sequence[MatchEvent]]
Result = tuple[int, int]  # half points of both players
POINTS: Mapping[int | None, Result] = {0: (2, 0), 1: (0, 2), None: (1, 1)}
BYE = 2  # half points in a Swiss


def check_cups(club: "Club") -> None:
    """Raise `Broken` if a server has another tournament in memory than the store. Nothing has changed for long."""
    social, cups = club.service.social, sorted(club.world.promises.cups)
    for services in filter(None, (host.services for host in club.service.hosts)):
        for cup in cups:
            known = services.tournament_logs.get(cup)
            if known is not None and known.bodies != [row.body for row in social.tournament_rows(cup, 0)]:
                raise Broken(f"a server has {known.number} other events of tournament {cup} after a quiet time")


def broken_cups(club: "Club", kept: Logs) -> Iterator[str]:
    """Yield a sentence for each tournament whose log breaks a rule, or that somebody has seen in another way."""
    for cup in sorted(club.world.promises.cups):
        rows = club.service.social.tournament_rows(cup, 0)
        log = [tournament_codec.from_bytes(row.body) for row in rows]
        if not log:
            yield f"the tournament {cup} was acknowledged, and is not there"
            continue
        states: list[Tournament | None] = [None]
        try:
            for event in log:
                states.append(evolve(states[-1], event))
        except RulesError as error:
            yield f"the log of tournament {cup} does not fold: {error}"
            continue
        for person in club.everybody:
            seen = person.cups.get(cup)
            if seen is not None and (seen.number >= len(states) or states[seen.number] != seen):
                yield f"{person.name} has seen another tournament {cup} up to event {seen.number}"
        yield from wrong_rounds(cup, log, kept)
        yield from wrong_outcomes(cup, log, kept)
        if (last := states[-1]) is not None:
            yield from _wrong_points(cup, last, kept)


def wrong_rounds(cup: str, log: Sequence[Event], kept: Logs) -> Iterator[str]:
    """Yield a sentence for each pairing and each result that may not be there."""
    format, rounds = "", list[list[Paired]]()
    over, met = set[Paired](), set[frozenset[str]]()
    for event in log:
        where = f"event {event.number} of tournament {cup}"
        match event:
            case events.Created():
                format = event.format
            case events.RoundPaired(boards=boards):
                rounds.append(list(boards))
                pairs = [frozenset(_accounts(board)) for board in boards]
                if format in ("swiss", "round_robin"):
                    yield from (
                        f"{where} pairs {sorted(pair)} again" for pair in pairs if len(pair) > 1 and pair in met
                    )
                met |= set(pairs) if format == "round_robin" else set()
                yield from _doubled(where, boards)
            case events.PairedByHand(boards=boards):
                rounds[-1] = list(boards)
                yield from _doubled(where, boards)
            case events.Replayed():
                rounds[event.round - 1][event.board] = event.game
                met -= set() if format == "round_robin" else {frozenset(_accounts(event.game))}
            case events.Corrected() if format != "round_robin":
                both = {frozenset(_accounts(rounds[event.round - 1][event.board]))}
                met = met | both if sum(event.points) and event.played else met - both  # a forfeit was not played
            case events.GameFinished():
                board = rounds[event.round - 1][event.board]
                if board in over:
                    yield f"{where} ends the game at table {board.table} again"
                over.add(board)
                if event.played and format != "round_robin":  # its director may have paired two by hand before
                    met.add(frozenset(_accounts(board)))
                if event.cause == "played" and event.points != _points_of(board.table, kept):
                    yield f"{where} gives {event.points} for table {board.table}, where that is not the result"


def _accounts(board: Paired) -> list[str]:
    return [board.first] if board.second is None else [board.first, board.second]


def _doubled(where: str, boards: Sequence[Paired]) -> Iterator[str]:
    """Yield the players who have more than one board of a round."""
    counts = Counter(account for board in boards for account in _accounts(board))
    yield from (
        f"{where} gives {account} {count} boards of one round" for account, count in counts.items() if count > 1
    )


def _points_of(table: str, kept: Logs) -> Result | None:
    """Return the half points of a match by its log; None if it is not over, or was aborted."""
    last = kept[table][-1] if kept.get(table) else None
    return POINTS[last.winner] if isinstance(last, MatchEnded) and last.reason != "aborted" else None


def _wrong_points(cup: str, state: Tournament, kept: Logs) -> Iterator[str]:
    """Compare the standings of a Swiss, or of a round robin that nobody has left, with the logs of its tables."""
    format, players = state.created.format, state.players.values()
    has_all = all(player.last_round is None for player in players)
    if format != "swiss" and not (has_all and format in ("round_robin", "double_round_robin")):
        return
    late = {player.account for player in players if player.first_round > 1}  # a Swiss gives them points for before
    points = Counter[str]()
    for board in (board for boards in state.rounds for board in boards):
        if board.paired.second is None:
            points[board.paired.first] += BYE if format == "swiss" else 0
        elif board.points is not None:
            result = _points_of(board.paired.table, kept) if board.cause == "played" else board.points
            for account, half_points in zip(board.accounts, result or (0, 0), strict=True):
                points[account] += half_points
    for place in standings(format, state.entrants, state.games):
        if place.account not in late and place.points != points[place.account]:
            yield f"{place.account} has {place.points} half points in tournament {cup}, and got {points[place.account]}"
