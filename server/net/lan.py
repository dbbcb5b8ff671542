"""The announcement of a server on the local network, with its most interesting tables."""

from collections.abc import Collection

import trio

from netgame.match import Games
from netgame.options import options_of
from netgame.tournaments.state import Tournament
from protocol.discovery.announcement import MAX_OPTIONS, MAX_TABLES, Announcement, TableBrief
from protocol.discovery.announcer import Announcer
from protocol.limits import Interfaces
from protocol.messages import PROTOCOL, TableInfo
from server.ops.supervision import Supervision

RETRY_S = 30.0  # a permanent fault must not fill the log with its tracebacks


async def keep_announced(announcer: Announcer, interfaces: Interfaces, supervision: Supervision | None = None) -> None:
    """Run the announcer until cancelled. Games need no discovery, so its failure does not end the server."""

    async def announce() -> None:
        while True:
            await announcer.run(interfaces=interfaces)
            await trio.sleep(RETRY_S)

    await (supervision or Supervision()).keep("discovery", announce, RETRY_S)


def announcement(
    fingerprint: str, name: str, port: int, program: str, tables: Collection[TableInfo], count: int, games: Games,
    instance: bytes = b"", tournaments: Collection[Tournament] = (),
) -> Announcement:  # fmt: skip
    """Return the announcement: those of `tables` with a free seat first, the newest first. `count` is of all tables,
    and `tournaments` are those that are not over."""
    alive = [table for table in tables if table.state not in ("over", "frozen") and table.access != "invited"]
    alive.sort(key=lambda table: (table.state != "open", -table.made, table.table))
    listed = tuple(_brief(table, games) for table in alive[:MAX_TABLES])
    more = max(0, count - len(listed))
    events = sum(tournament.created.entry == "open" for tournament in tournaments)
    return Announcement(fingerprint, name, port, PROTOCOL, program, listed, more, instance, events)


def _brief(table: TableInfo, games: Games) -> TableBrief:
    names = tuple(seat.name for seat in table.seats if seat is not None)
    game = games.get(table.game)
    defaults = {info.name: info.default for info in options_of(game)} if game is not None else {}
    changed = [name for name in defaults if name in table.options and table.options[name] != defaults[name]]
    return TableBrief(
        table=table.table, title=table.title, game=table.game, players=len(names), names=names, set_up=table.set_up,
        options={name: table.options[name] for name in changed[:MAX_OPTIONS]},  # the client knows the defaults
        access=table.access, clock=table.clock, rated=table.rated, absence=table.absence, made=table.made // 1000,
        free=0 if table.seats[0] is None and table.seats[1] is not None else 1, hints=table.hints,
    )  # fmt: skip
