"""Passes changes of tables to timers, expiry, and the services that use finished matches."""

from collections.abc import Callable

from netgame.match import Match
from server.tables.actor import TableActor
from server.tables.expiry import TableExpiry
from server.tables.recovery import Recovery
from server.tables.table import Table
from server.tables.timers import Timers


class TableChanges:
    """Passes each change of a table to the services that it concerns.

    The callables of `on_finished` are called at the end of a match, with whether this server has ended it, those of
    `on_change` after each change, with the id of the table, those of `on_seats` when its players change or it starts.
    """

    def __init__(self, timers: Timers, expiry: TableExpiry, recovery: Recovery) -> None:
        self._timers, self._expiry, self._recovery = timers, expiry, recovery
        self.on_finished: list[Callable[[Table, bool], None]] = []
        self.on_change: list[Callable[[str], None]] = []
        self.on_seats: list[Callable[[str], None]] = []

    def changed(self, actor: TableActor, before: Match | None, is_own: bool) -> None:
        """Handle a change of the match from `before` by this server, or by another one."""
        table = actor.table
        after = table.match
        if not is_own and after is not None and before is not None and after.paused is not before.paused:
            self._timers.stopped_elsewhere(table)
        if after is None or before is None or before.phase == "open":
            self._expiry.check(table)
        if after is None or after is before:  # the table was frozen, or read again
            self._timers.table_changed(actor)
            self._recovery.check(actor)
        elif (
            before is None
            or after.phase != before.phase
            or after.paused is not before.paused
            or (after.rehosted is not None and after.seats is not before.seats)
        ):
            self._timers.table_changed(actor)
            if after.ended is not None:
                for listener in self.on_finished:
                    listener(table, is_own)
        elif after.clocks is not None:
            self._timers.clocks_changed(table)
        if after is not None and before is not None and (after.seats, after.phase) != (before.seats, before.phase):
            for notify in self.on_seats:
                notify(table.id)
        for notify in self.on_change:
            notify(table.id)
