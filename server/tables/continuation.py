"""Matches that another host began: their records become tables here, if the operator of this server wants that."""

import base64
import hashlib
import logging
from collections.abc import Sequence

import trio

from netgame.match import Games, Match, replay
from netgame.match.events import Event, Player
from netgame.match.state import MatchError
from netgame.records.handover import continued_part, fork_of
from netgame.records.lines import RecordError
from netgame.records.proof import head_after
from netgame.records.reader import read_match
from netgame.text import N_, Text
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes, event_from_plain, event_to_bytes
from protocol.identity.device_key import verify
from server.tables.clock import Clock
from server.tables.commands import PLAYERS, ContinuedTable
from server.tables.host_keys import HostKeys
from server.tables.registry import TableRegistry
from server.tables.table import MOST_EVENTS

log = logging.getLogger(__name__)

ROOM = 1000  # events that a continued match may still have


class CannotContinue(Exception):
    """The match cannot go on here; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Continuations:
    """Makes tables from records of unfinished matches. `keys` sign the logs of this server."""

    def __init__(self, registry: TableRegistry, clock: Clock, games: Games, keys: HostKeys | None) -> None:
        self._registry, self._clock, self._games, self._keys = registry, clock, games, keys
        self._one_at_a_time = trio.Lock()

    async def continue_match(self, record: bytes, player_key: bytes) -> str:
        """Return the table where the match of a record goes on. It is the same one each time until it is over.

        `player_key` is the public key of the player that asks. Everything in the record may be invented; a thread reads
        it. Raise `CannotContinue` or `StoreProblem`.
        """
        if self._keys is None:
            raise CannotContinue(Text("This server signs no games, so it cannot continue those of others"))
        async with self._one_at_a_time:
            kept, match, head = await trio.to_thread.run_sync(_read, record, player_key, self._games)
            at_home = await self._table_at_home(kept, match)
            return at_home or await self._make(kept, match, head)

    async def _table_at_home(self, kept: Sequence[Event], match: Match) -> str | None:
        """Return the table of the match if this server keeps it already, and not an older copy of it."""
        assert self._keys is not None, "checked before"
        table = match.origin.partition("/")[2]
        if self._keys.signer(table, match.origin) is None:
            return None
        actor = await self._registry.load(table)
        if actor is None or actor.table.is_over:
            return None
        with self._registry.pinned(actor):
            is_older = await trio.to_thread.run_sync(_is_older, tuple(actor.table.log), kept)
        return None if is_older else table

    async def _make(self, kept: tuple[Event, ...], match: Match, head: bytes) -> str:
        bodies = await trio.to_thread.run_sync(lambda: tuple(map(event_to_bytes, kept)))
        for attempt in range(100):
            id = _table_id(head, attempt)
            known = await self._registry.load(id)
            if known is not None and known.table.is_over:
                continue  # that continuation was given up
            actor = self._registry.create(id)
            with self._registry.pinned(actor):
                reply = await actor.carry_out(ContinuedTable(bodies, match), self._clock.now())
            if isinstance(reply, m.Refused):
                raise CannotContinue(reply.text)
            log.info("table %s: continues a match of another host from its event %d", id, match.number)
            return id
        raise CannotContinue(Text("This match was continued and given up here too often"))


def shows_longer_log(log: Sequence[bytes], course: m.ShowCourse, games: Games) -> bool:
    """Return whether both players have signed a course of a match further than this log of it.

    It replays both and checks their signatures, so threads call it. Everything in the course may be invented.
    """
    own = [event_from_bytes(body) for body in log]
    if not 0 < course.after <= len(own):
        return False
    try:
        other = own[: course.after] + [event_from_plain(event) for event in course.events]
        replay(other, games)
    except (ProtocolError, MatchError):
        return False
    return fork_of(own, other, verify).further == 1


def _is_older(own: Sequence[bytes], kept: Sequence[Event]) -> bool:
    """Return whether a log of this server lacks what a continued one has: the data of this server are an old copy."""
    fork = fork_of([event_from_bytes(body) for body in own], kept, verify)
    return fork.further == 1 or fork.common == len(own) < len(kept)


def _read(record: bytes, player_key: bytes, games: Games) -> tuple[tuple[Event, ...], Match, bytes]:
    """Return the log that may go on, its match, and its head."""
    try:
        log, whole = read_match(record, games)
        player = _player_of(whole, player_key)
        kept, match, _signed = continued_part(log, player, games, verify)
    except RecordError as error:
        raise CannotContinue(error.text) from error
    except MatchError as error:
        raise CannotContinue(error.reason) from error
    if len(kept) > MOST_EVENTS - ROOM:
        raise CannotContinue(Text("This match is too long to go on at another host"))
    head = b""
    for event in kept:
        head = head_after(head, event)
    return kept, match, head


def _player_of(match: Match, key: bytes) -> Player:
    for player in PLAYERS:
        seat = match.seats[player]
        if seat is not None and seat.key and seat.key == key:
            return player
    raise CannotContinue(Text(N_("Only its players can continue a match, with the keys that they had there")))


def _table_id(head: bytes, attempt: int) -> str:
    """Return the id of the table that continues a log with that head."""
    digest = hashlib.blake2b(b"continued %d" % attempt + head, digest_size=10).digest()
    return base64.b32encode(digest).decode().lower()
