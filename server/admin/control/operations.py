"""What a running server does when whoever runs it gives a command."""

import logging
import math
import os
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TypeVar

import trio

from netgame.text import Text
from protocol import messages as m
from server.accounts.moderation import Moderation
from server.accounts.sign_in import SignInService
from server.admin.control import accounts as people
from server.admin.control.errors import ControlError
from server.admin.control.lines import Fields, number_in, text_in
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.names import is_seen, tidy
from server.net.admission import Admission
from server.ops.counters import Counters
from server.ops.logging import security
from server.ops.process import memory_used_mib
from server.storage.accounts import AccountStore, Known
from server.tables.clock import Clock
from server.tables.users import Peer

T = TypeVar("T")
log = logging.getLogger(__name__)

MAX_DRAIN_S = 24 * 3600
BY = "operator"  # as the log of measures names whoever runs the server
DRAINING = Text("The server is about to stop, so no new tables are made; those that are there go on when it is back")
STOPS_IN = "The server stops in {seconds} s; the tables are kept and go on when it is back"
GOES_ON = Text("The server does not stop after all")
CHANGED = "what you may do here has changed; sign in again"


@dataclass
class Answer:
    """What a command gives: rows, and what else is to be known."""

    ok: Fields = field(default_factory=dict)
    rows: list[Fields] = field(default_factory=list)


class ControlOperations:
    """The commands of one server.

    `facts` returns its name, folder, port and fingerprint. `stop` stops it. `until_the_end` is closed when it has
    released everything.
    """

    def __init__(
        self,
        accounts: AccountStore,
        sign_in: SignInService,
        moderation: Moderation,
        lobby: Lobby[Peer],
        admission: Admission,
        new_tables: NewTables,
        broadcast: Broadcast,
        clock: Clock,
        counters: Counters,
        facts: Callable[[], Fields],
        stop: Callable[[], None],
        until_the_end: ExitStack | None = None,
    ) -> None:
        self._accounts, self._sign_in, self._moderation, self._lobby = accounts, sign_in, moderation, lobby
        self._admission, self._new_tables, self._broadcast = admission, new_tables, broadcast
        self._clock, self._counters = clock, counters
        self._facts, self._stop = facts, stop
        self.until_the_end = until_the_end if until_the_end is not None else ExitStack()
        self._since = clock.now()
        self._countdown = trio.CancelScope()  # its deadline is the time at which the server stops
        self._commands: dict[str, Callable[[Fields], Awaitable[Answer]]] = {
            "status": self._status,
            "tables": self._tables,
            "say": self._say,
            "kick": self._kick,
            "close": self._close,
            "drain": self._drain,
            "go_on": self._go_on,
            "user.list": self._list,
            "user.add": self._add,
            "user.passwd": self._passwd,
            "user.ban": self._ban,
            "user.unban": self._unban,
            "user.moderator": self._moderator,
        }

    async def run(self) -> None:
        """Stop the server at the time that a drain command has set."""
        with self._countdown:
            await trio.sleep_forever()
        if self._countdown.cancelled_caught:
            self._stop()

    async def do(self, request: Fields) -> Answer:
        """Carry out a command; `ControlError` says in a sentence why not."""
        command = self._commands.get(text_in(request, "do"))
        if command is None:
            raise ControlError("This server does not know the command {do}", do=text_in(request, "do")[:40])
        return await command(request)

    # ---- how it is

    async def _status(self, _request: Fields) -> Answer:
        tables = [table for table in self._lobby.tables.values() if table.number and not table.is_over]
        closed = self._new_tables.closed
        return Answer(
            {
                **self._facts(),
                "pid": os.getpid(),
                "since": self._since,
                "now": self._clock.now(),
                "connections": len(self._admission.connections),
                "signed_in": len(self._lobby.peers),
                "tables": len(tables),
                "playing": sum(table.state in ("playing", "between") and table.paused is None for table in tables),
                "frozen": sum(table.frozen is not None for table in tables),
                "memory_mib": memory_used_mib(),
                "closed_to_new_tables": str(closed) if closed is not None else "",
                "refused": sum(self._counters.refusals.values()),
                "limited": dict(self._counters.limits),
            }
        )

    async def _tables(self, _request: Fields) -> Answer:
        live = [table for table in self._lobby.tables.values() if table.number and not table.is_over]
        live.sort(key=lambda table: table.made)
        return Answer(rows=[_table_row(self._lobby.info(table)) for table in live])

    # ---- people who are here

    async def _say(self, request: Fields) -> Answer:
        text = tidy(text_in(request, "text"))
        if not is_seen(text) or not 1 <= len(text) <= m.MAX_REASON:
            raise ControlError("A notice has 1 to {most} characters that can be seen", most=m.MAX_REASON)
        self._broadcast.announce(text)
        return Answer({"told": len(self._lobby.peers)})

    async def _kick(self, request: Fields) -> Answer:
        known = await self._found(text_in(request, "name"))
        reason = people.reason_of(text_in(request, "reason", ""))
        if self._lobby.peer_of(known.account) is None:
            raise ControlError("{name} is not here now", name=known.name)
        await self._moderation.act("kick", known, 0, reason, by=BY)
        return Answer(people.row_of(known))

    async def _close(self, request: Fields) -> Answer:
        table = text_in(request, "table")
        reply = await self._moderation.end_table(table, by=BY)
        if isinstance(reply, m.Refused):
            raise ControlError(reply.template, **reply.args)
        return Answer({"table": table})

    # ---- stopping

    async def _drain(self, request: Fields) -> Answer:
        """No new tables from now on; everybody is told; then the server stops, and its clocks with it."""
        seconds = number_in(request, "seconds", 0)
        if seconds > MAX_DRAIN_S:
            raise ControlError("That is more than a day ({most} s)", most=MAX_DRAIN_S)
        self._countdown.deadline = trio.current_time() + seconds
        self._new_tables.closed = DRAINING
        if seconds:
            self._broadcast.announce(Text(STOPS_IN, {"seconds": seconds}))
        log.info("the server stops in %d s", seconds)
        return Answer({"seconds": seconds, "signed_in": len(self._lobby.peers)})

    async def _go_on(self, _request: Fields) -> Answer:
        if self._countdown.deadline == math.inf:
            raise ControlError("The server is not about to stop")
        self._countdown.deadline = math.inf
        self._new_tables.closed = None
        self._broadcast.announce(GOES_ON)
        return Answer()

    # ---- accounts

    async def _list(self, request: Fields) -> Answer:
        known = await self._ask(lambda a: list(a.listed(guests=bool(request.get("guests")))))
        is_here = self._lobby.is_online
        return Answer(rows=[people.row_of(each) | {"here": is_here(each.account)} for each in known])

    async def _add(self, request: Fields) -> Answer:
        name, hash, now = text_in(request, "name"), text_in(request, "hash"), self._clock.now()
        row = await self._ask(lambda a: people.added(a, name, hash, now))
        security("registered", account=row["account"], name=row["name"], by=BY)
        return Answer(row)

    async def _passwd(self, request: Fields) -> Answer:
        known = await self._found(text_in(request, "name"))
        hash, revoke = text_in(request, "hash"), bool(request.get("revoke"))
        if revoke:
            self._sign_in.revoke_code(known.account)
        row = await self._ask(lambda a: people.given_password(a, known.account, hash, revoke))
        security("password_changed", account=row["account"], by=BY, revoked=revoke)
        if revoke:
            self._moderation.kick(row["account"], CHANGED)
        return Answer(row)

    async def _ban(self, request: Fields) -> Answer:
        known = await self._found(text_in(request, "name"))
        reason = people.reason_of(text_in(request, "reason", ""))
        until = people.until(self._clock.now(), number_in(request, "minutes", 0))
        await self._moderation.act("ban", known, until, reason, by=BY)
        return Answer(people.row_of(await self._found(known.account)))

    async def _unban(self, request: Fields) -> Answer:
        known = await self._found(text_in(request, "name"))
        await self._moderation.act("unban", known, 0, "", by=BY)
        return Answer(people.row_of(await self._found(known.account)))

    async def _moderator(self, request: Fields) -> Answer:
        """Who is here has to sign in again, so that it holds at once."""
        known, on = await self._found(text_in(request, "name")), bool(request.get("on", True))
        await self._ask(lambda a: a.make_moderator(known.account, on))
        security("moderator", account=known.account, name=known.name, on=on, by=BY)
        if known.moderator != on:
            self._moderation.kick(known.account, CHANGED)
        return Answer(people.row_of(await self._found(known.account)))

    async def _found(self, name: str) -> Known:
        """By the name for programs, which nobody else can take; by the name somebody is shown with here, since that is
        what is seen; else a name that was registered."""
        shown = (self._lobby.user_of(peer) for peer in self._lobby.peers)
        account = next((who.account for who in shown if who is not None and who.name == name), name)
        return await self._ask(lambda a: a.get(name) or people.found(a, account))

    async def _ask(self, work: Callable[[AccountStore], T]) -> T:
        return await self._accounts.in_thread(work, self._accounts)


def _table_row(info: m.TableInfo) -> Fields:
    first, second = (
        {"name": seat.name, "account": seat.account, "here": seat.present} if seat is not None else None
        for seat in info.seats
    )
    return {
        "table": info.table, "title": info.title, "game": info.game, "state": info.state, "paused": info.paused,
        "players": [first, second], "events": info.events, "made": info.made, "clock": info.clock,
        "rated": info.rated, "access": info.access, "watching": info.watching,
    }  # fmt: skip
