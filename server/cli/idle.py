"""Decide when a server may exit by itself: `run --exit-when-idle`."""

import math

import trio

from server.admin.control.service import Hold
from server.lobby.lobby import Lobby, PeerT
from server.tournaments.logs import TournamentLogs

ABANDONED_S = 24 * 3600.0  # without connections, after which an unfinished match keeps no computer busy


async def until_idle(lobby: Lobby[PeerT], hold: Hold, tournaments: TournamentLogs, idle_s: float) -> None:
    """Return when no match was played for `idle_s` and no tournament runs, or no player was connected for very long.

    While players are connected, wait ten times as long: they may want another match. While a window holds the server,
    it is not idle.
    """
    changed = trio.Event()

    def notice() -> None:
        changed.set()

    lobby.on_change.append(notice)
    lobby.on_people.append(notice)
    tournaments.on_change.append(lambda _tournament: notice())
    hold.on_change = notice
    last_played = last_present = trio.current_time()
    while True:
        plays = hold.is_held or is_played(lobby) or any(each.phase == "running" for each in tournaments.open)
        present = hold.is_held or bool(lobby.peers)
        now = trio.current_time()
        end = min(
            math.inf if plays else last_played + (idle_s * 10 if present else idle_s),
            math.inf if present else last_present + ABANDONED_S,
        )
        if now >= end:
            return
        with trio.move_on_at(end):
            await changed.wait()
        changed = trio.Event()
        last_played = trio.current_time() if plays else last_played
        last_present = trio.current_time() if present else last_present


def is_played(lobby: Lobby[PeerT]) -> bool:
    """Return whether a match goes on that its players have not adjourned."""
    return any(
        table.state in ("playing", "between") and table.paused != "adjourned" and table.frozen is None
        for table in lobby.tables.values()
    )
