"""The commands for a running server besides those about accounts."""

import logging
import math
import os
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

import trio

from netgame import __version__
from netgame.records.lines import MAX_RECORD
from netgame.text import Text
from protocol import messages as m
from protocol.control.messages import CommandError, Fields
from protocol.texts import cleaned, is_legible
from server.accounts.moderation import Moderation
from server.admin.checks import Findings
from server.admin.control.account_operations import BY
from server.admin.control.requests import Operation, number_field, text_field
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.net.admission import Admission
from server.net.twins import twin_words
from server.ops.counters import Counters
from server.ops.process import memory_used_mib
from server.ops.supervision import Supervision
from server.tables.clock import Clock
from server.tables.continuation import CannotContinue, Continuations
from server.tables.timers import Timers
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_DRAIN_S = 24 * 3600
DRAINING = Text("The server will stop soon, so no new tables can be made. Games continue when it is back")
STOPS_IN = "The server stops in {seconds} s. All tables are kept, and games continue when it is back"
STOP_CANCELLED = Text("The server will not stop after all")


CLOCK_NOISE_MS = 1_000


class ServerOperations:
    """The operations by name. `facts` returns name, folder, port and fingerprint; `stop` stops the server.

    `check` returns what is wrong.
    """

    def __init__(
        self, lobby: Lobby[Peer], moderation: Moderation, admission: Admission, new_tables: NewTables,
        broadcast: Broadcast, clock: Clock, counters: Counters, continuations: Continuations,
        timers: Timers, facts: Callable[[], Fields], stop: Callable[[], None],
        check: Callable[[], Awaitable[Findings]], supervision: Supervision,
    ) -> None:  # fmt: skip
        self._timers, self._check, self._supervision = timers, check, supervision
        self._continuations = continuations
        self._lobby, self._moderation, self._admission = lobby, moderation, admission
        self._new_tables, self._broadcast, self._clock, self._counters = new_tables, broadcast, clock, counters
        self._facts, self._stop = facts, stop
        self._started, self._shown_since = trio.current_time(), 0  # the server's time is not known yet
        self._countdown = trio.CancelScope()  # its deadline is the time at which the server stops
        self.operations: dict[str, Operation] = {
            "status": self._status,
            "tables": self._tables,
            "say": self._say,
            "close": self._close,
            "retry": self._retry,
            "clock": self._set_clock,
            "continue": self._continue,
            "drain": self._drain,
            "cancel_drain": self._cancel_drain,
        }

    async def run_countdown(self) -> None:
        """Stop the server at the time that a drain command has set."""
        with self._countdown:
            await trio.sleep_forever()
        if self._countdown.cancelled_caught:
            self._stop()

    def _since(self, now: int) -> int:
        """Return when the server started, ms since 1970. It follows a clock that is set, but no small correction."""
        since = now - int((trio.current_time() - self._started) * 1000)
        if abs(since - self._shown_since) > CLOCK_NOISE_MS:
            self._shown_since = since
        return self._shown_since

    async def _status(self, _request: Fields) -> Fields:
        tables = [table for table in self._lobby.tables.values() if table.number and not table.is_over]
        closed, findings = self._new_tables.why_closed(), await self._check()
        now, facts = self._clock.now(), self._facts()
        warnings = [*findings.warnings, *map(twin_words, facts.get("twins", ()))]
        return {
            **facts, "version": __version__, "pid": os.getpid(), "now": now,
            "since": self._since(now),
            "connections": len(self._admission.connections), "signed_in": len(self._lobby.peers),
            "reached": self._admission.was_reached, "tables": len(tables),
            "playing": sum(table.state in ("playing", "between") and table.paused is None for table in tables),
            "frozen": sum(table.frozen is not None for table in tables), "memory_mib": memory_used_mib(),
            "closed_to_new_tables": str(closed) if closed is not None else "",
            "errors": list(findings.errors), "warnings": warnings,
            "refused": sum(self._counters.refusals.values()), "limited": dict(self._counters.limits),
            "faults": dict(self._counters.faults), "set_aside": list(map(asdict, self._supervision.items)),
        }  # fmt: skip

    async def _tables(self, _request: Fields) -> list[Fields]:
        live = [table for table in self._lobby.tables.values() if table.number and not table.is_over]
        live.sort(key=lambda table: table.made)
        rows: list[Fields] = []
        for info in map(self._lobby.info, live):
            players = [
                {"name": seat.name, "account": seat.account, "here": seat.present} if seat is not None else None
                for seat in info.seats
            ]
            rows.append({
                "table": info.table, "title": info.title, "game": info.game, "state": info.state, "paused": info.paused,
                "players": players, "events": info.events, "made": info.made, "clock": info.clock,
                "rated": info.rated, "access": info.access, "watching": info.watching,
            })  # fmt: skip
        return rows

    async def _say(self, request: Fields) -> Fields:
        text = cleaned(typed := text_field(request, "text"))
        if len(text) > m.MAX_REASON or not is_legible(typed):
            raise CommandError(f"A message has 1 to {m.MAX_REASON} visible characters")
        self._broadcast.announce(text)
        return {"users": len(self._lobby.users)}

    async def _close(self, request: Fields) -> Fields:
        table = text_field(request, "table")
        reply = await self._moderation.end_table(table, by=BY, started=bool(request.get("started")))
        if isinstance(reply, m.Refused):
            raise CommandError(reply.template, **reply.args)
        return {"table": table}

    async def _retry(self, request: Fields) -> Fields:
        """Try again what is set aside: an item, or everything."""
        kind, id = text_field(request, "kind", ""), text_field(request, "id", "")
        items = [each for each in self._supervision.items if kind in ("", each.kind) and id in ("", each.id)]
        if kind and not items:
            raise CommandError("{what} is not set aside. 'status' shows what is", what=f"{kind} {id}".strip())
        for item in items:
            self._supervision.retry(item.kind, item.id)
        return {"items": len(items)}

    async def _set_clock(self, request: Fields) -> Fields:
        """Return the server's time, and why it is not that of this computer; with `accept` it is from now on."""
        if request.get("accept"):
            await self._timers.accept_host_time()
        return {"now": self._clock.now(), "doubt": self._timers.clock_doubt}

    async def _continue(self, request: Fields) -> Fields:
        """Continue the match of a record in a file, for the player with that public key in hexadecimal."""
        if self._new_tables.closed is not None:
            raise CommandError(self._new_tables.closed)
        path, key = Path(text_field(request, "file")), text_field(request, "key")
        try:
            record = await trio.to_thread.run_sync(_read_file, path)
            return {"table": await self._continuations.continue_match(record, bytes.fromhex(key))}
        except OSError as error:
            raise CommandError("{file} cannot be read ({reason})", file=str(path), reason=str(error)) from error
        except ValueError as error:
            raise CommandError("The key of a player is a number in hexadecimal") from error
        except CannotContinue as error:
            raise CommandError(error.text) from error

    async def _drain(self, request: Fields) -> Fields:
        """Allow no new tables, notify all users, and stop the server later."""
        seconds = number_field(request, "seconds", 0, MAX_DRAIN_S)
        self._countdown.deadline = trio.current_time() + seconds
        self._new_tables.closed = DRAINING
        if seconds:
            self._broadcast.announce(Text(STOPS_IN, {"seconds": seconds}), everywhere=False)
        log.info("the server stops in %d s", seconds)
        return {"seconds": seconds, "signed_in": len(self._lobby.peers)}

    async def _cancel_drain(self, _request: Fields) -> Fields:
        if self._countdown.deadline == math.inf:
            raise CommandError("The server is not about to stop")
        self._countdown.deadline = math.inf
        self._new_tables.closed = None
        self._broadcast.announce(STOP_CANCELLED, everywhere=False)
        return {}


def _read_file(path: Path) -> bytes:
    """Return a file, or as much of it as is too much for a record."""
    with path.open("rb") as file:
        return file.read(MAX_RECORD + 1)
