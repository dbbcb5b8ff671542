"""A match that survives its host: which part of its log another host may continue, and which of two logs goes further.

Both are questions about signatures (`netgame.records.proof`): a host that has vanished can say nothing any more, and a
player may bring a log with an invented end.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from netgame.match.clocks import Pair
from netgame.match.create import new_match
from netgame.match.events import Created, Event, Moved, Player, Revealed, Seated, kind_of
from netgame.match.evolve import evolve
from netgame.match.followups import matches_required, required_event
from netgame.match.hosts import check_can_move
from netgame.match.state import Games, InvalidEvent, Match, MatchError, other
from netgame.records.proof import IsValid, event_words, is_weak, statements
from netgame.text import Text

TAIL_MS = 10_000  # by which a clock may fall in a part of a log that neither its player nor the host has signed


@dataclass(frozen=True, slots=True)
class Signed:
    """What the valid signatures of a log prove.

    `players`: by player, the number up to which they have signed the log, with their own command there. `sealed`: the
    same for the hosts. `commands`: the events with a signature of the player whose command they are.
    """

    players: Pair = (0, 0)
    sealed: int = 0
    commands: frozenset[int] = frozenset()

    @property
    def both(self) -> int:
        """The number up to which both players have signed the log."""
        return min(self.players)


def signed_part(log: Iterable[Event], is_valid: IsValid) -> Signed:
    """Check every signature of a log, which has to fit the rules. It takes about 0.1 ms for each."""
    players, sealed, commands = [0, 0], 0, set[int]()
    for found in statements(log):
        if not found.key or is_weak(found.key) or not found.in_place:
            continue
        if not any(is_valid(found.key, found.signature, text) for text in found.texts):
            continue
        if found.signer is None:
            sealed = max(sealed, found.covers)
        else:
            commands.add(found.number)
            whole = found.number if found.covers == found.number - 1 else found.covers
            players[found.signer] = max(players[found.signer], whole)
    return Signed((players[0], players[1]), sealed, frozenset(commands))


def continued_part(
    log: Sequence[Event], by: Player, games: Games, is_valid: IsValid
) -> tuple[tuple[Event, ...], Match, Signed]:
    """Return what another host may continue of a log that this player brings, the match there, and what is signed.

    It is the log up to the last event that the other player has signed, and what follows as far as nobody could have
    invented it: signed commands of both, links for dice, what follows by the rules, and what the host has sealed.
    `MatchError` if the log breaks the rules or cannot be continued.
    """
    opponent = other(by)
    first = log[0] if log else None
    if not isinstance(first, Created):
        raise MatchError(1, Text("a match begins with the event created"))
    match, matches = new_match(first, games), list[Match]()
    for event in log[1:]:
        matches.append(match)
        match = evolve(match, event)
    if match.ended:
        raise MatchError(match.number, Text("the match is over"))
    signed = signed_part(log, is_valid)
    sure = signed.players[opponent]
    clock: int | None = None
    for before, event in zip(matches, log[1:], strict=True):
        shown = event.clocks[opponent] if event.clocks is not None else None
        if event.number > sure:
            is_sealed = event.number <= signed.sealed
            has_lost_time = clock is not None and shown is not None and shown < clock - TAIL_MS
            if event_words(event):
                is_sound = event.number in signed.commands
            else:
                needed = required_event(before, event.at)
                is_due = needed is not None and matches_required(event, needed)
                is_sound = is_sealed or is_due or isinstance(event, Revealed)
            is_own_time = isinstance(event, Moved) and event.player == opponent
            if not is_sound or (has_lost_time and not is_sealed and not is_own_time):
                match = before
                break
        if clock is None or shown is None or event.number <= max(sure, signed.sealed) or shown > clock:
            clock = shown
    try:
        check_can_move(match)
    except InvalidEvent as error:
        raise MatchError(match.number, error.text) from error
    return tuple(log[: match.number]), match, signed


# ---- two logs


@dataclass(frozen=True, slots=True)
class Fork:
    """Two logs of one match: the last event that they share, and the moves that each has after it.

    `signed` counts those of them that both players have signed. `lacking` counts, for each log, the events of the other
    one that it has not, by their kinds on the wire ("taken_back"). `clocks` are the times left, in ms, that each log
    shows at its end, by player; None without a clock. `sealed` is the last event of each log after the shared ones that
    its host has sealed, 0 without one. `agreed`: for each log, whether both players have signed events after the shared
    ones.
    """

    common: int
    moves: Pair
    signed: Pair
    lacking: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})
    clocks: tuple[Pair | None, Pair | None] = (None, None)
    sealed: Pair = (0, 0)
    agreed: tuple[bool, bool] = (False, False)

    @property
    def further(self) -> int | None:
        """Return which log both players have signed furthest, 0 or 1; None if neither.

        That is the one with more signed moves. With as many it is the one that alone goes on with signatures of both.
        """
        first, second = ((self.signed[log], self.agreed[log]) for log in (0, 1))
        return None if first == second else int(second > first)


def fork_of(first: Sequence[Event], second: Sequence[Event], is_valid: IsValid) -> Fork:
    """Compare two logs of one match. `ValueError` if they are of different matches."""
    if not first or not second or _bare(first[0]) != _bare(second[0]):
        raise ValueError("these are logs of two matches")
    same = takewhile(lambda pair: _bare(pair[0]) == _bare(pair[1]), zip(first, second, strict=False))
    common = sum(1 for _ in same)
    one, two = (_after(log, common, is_valid) for log in (first, second))
    kinds = _kinds(first[common:]), _kinds(second[common:])
    return Fork(
        common,
        (one.moves, two.moves),
        (one.signed, two.signed),
        (kinds[1], kinds[0]),
        (first[-1].clocks, second[-1].clocks),
        (one.sealed, two.sealed),
        (one.agreed, two.agreed),
    )


@dataclass(frozen=True, slots=True)
class _After:
    """The events of one log after the shared ones, counted as in `Fork`."""

    moves: int
    signed: int
    sealed: int
    agreed: bool


def _after(log: Sequence[Event], common: int, is_valid: IsValid) -> _After:
    moves = [event.number for event in log[common:] if isinstance(event, Moved)]
    proven = signed_part(log, is_valid) if len(log) > common else Signed()
    return _After(
        len(moves),
        sum(number <= proven.both for number in moves),
        proven.sealed if proven.sealed > common else 0,
        proven.both > common,
    )


def _kinds(events: Iterable[Event]) -> Mapping[str, int]:
    return dict(Counter(kind_of(type(event)) for event in events))


def _bare(event: Event) -> Event:
    """Return an event without what may differ: signatures, and the name of a player."""
    return replace(event, proof=None, name="") if isinstance(event, Seated) else replace(event, proof=None)
