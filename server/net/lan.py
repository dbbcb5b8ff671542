"""What the LAN is told about a server: who it is, and which of its tables somebody could be interested in."""

import logging
from collections.abc import Callable, Collection, Mapping

import trio

from netgame.match import Games
from netgame.match.events import OptionValue
from netgame.options import options_of
from protocol.discovery.announcement import MAX_OPTIONS, MAX_TABLES, Announcement, TableBrief
from protocol.discovery.announcer import Announcer
from protocol.limits import Interfaces
from protocol.messages import PROTOCOL, TableInfo

log = logging.getLogger(__name__)

RETRY_S = 30.0  # a fault that stays must not fill the log with its tracebacks


def announcer(
    fingerprint: str,
    name: str,
    port: int,
    program: str,
    offers: Callable[[int], tuple[Collection[TableInfo], int]],
    games: Games,
    anybody: bool = False,
) -> Announcer:
    """Tells the LAN about the server at that TCP port; `changed()` after every change of its tables.

    `offers` gives so many tables, the most interesting ones, and how many there are.
    """
    return Announcer(
        lambda: announcement(fingerprint, name, port, program, *offers(MAX_TABLES), games), answer_all=anybody
    )


async def keep_announced(telling: Announcer, interfaces: Interfaces) -> None:
    """Run the announcer until cancelled. Playing does not need discovery, so no failure of it ends the server."""
    while True:
        try:
            await telling.run(interfaces=interfaces)
        except* Exception:
            log.exception("discovery on the local network failed; trying again in %.0f s", RETRY_S)
        await trio.sleep(RETRY_S)


def announcement(
    fingerprint: str, name: str, port: int, program: str, tables: Collection[TableInfo], count: int, games: Games
) -> Announcement:
    """The server and its tables, those with a free seat first and the newest of them in front. `count` is how many
    tables there are, of which `tables` may be a part."""
    alive = [table for table in tables if table.state not in ("over", "frozen") and table.access != "invited"]
    alive.sort(key=lambda table: (table.state != "open", -table.made, table.table))
    told = tuple(_brief(table, games) for table in alive[:MAX_TABLES])
    return Announcement(fingerprint, name, port, PROTOCOL, program, told, max(0, count - len(told)))


def _brief(table: TableInfo, games: Games) -> TableBrief:
    names = tuple(seat.name for seat in table.seats if seat is not None)
    return TableBrief(
        table=table.table,
        title=table.title,
        game=table.game,
        options=_special(table, games),
        players=len(names),
        names=names,
        set_up=table.set_up,
        access=table.access,
        clock=table.clock,
        rated=table.rated,
        free=0 if table.seats[0] is None and table.seats[1] is not None else 1,
    )


def _special(table: TableInfo, games: Games) -> Mapping[str, OptionValue]:
    """The options that are not as usual; everything else is known from the game."""
    if table.game not in games:
        return {}
    usual = {info.name: info.default for info in options_of(games[table.game])}
    special = [name for name in usual if name in table.options and table.options[name] != usual[name]]
    return {name: table.options[name] for name in special[:MAX_OPTIONS]}
