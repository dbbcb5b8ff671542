"""Passes changes of tables to timers, expiry, and the services that use finished matches."""

from collections.abc import Callable, Sequence

from netgame.match import Match
from server.tables.actor import TableActor
from server.tables.expiry import TableExpiry
from server.tables.table import Table
from server.tables.timers import Timers


class TableChanges:
    """Passes each change of a table to the services that it concerns.

    `on_finished` is called at the end of a match, `on_finished_elsewhere` if another node of the service has ended it.
    """

    def __init__(self, timers: Timers, expiry: TableExpiry) -> None:
        self._timers, self._expiry = timers, expiry
        self.on_finished: list[Callable[[Table], None]] = []
        self.on_finished_elsewhere: list[Callable[[Table], None]] = []

    def changed(self, actor: TableActor, before: Match | None) -> None:
        """Handle a change of the match from `before`."""
        self._changed(actor, before, self.on_finished)

    def followed(self, actor: TableActor, before: Match | None) -> None:
        """Handle a change of the match from `before` by another node."""
        match = actor.table.match
        if match is not None and before is not None and match.paused is not before.paused:
            self._timers.stopped_elsewhere(actor.table)
        self._changed(actor, before, self.on_finished_elsewhere)

    def _changed(self, actor: TableActor, before: Match | None, on_finished: Sequence[Callable[[Table], None]]) -> None:
        table = actor.table
        after = table.match
        if after is None or before is None or before.phase == "open":
            self._expiry.check(table)
        if after is None or after is before:  # the table was frozen, or read again
            self._timers.table_changed(actor)
        elif before is None or after.phase != before.phase or after.paused is not before.paused:
            self._timers.table_changed(actor)
            if after.ended is not None:
                for listener in on_finished:
                    listener(table)
        elif after.clocks is not None:
            self._timers.clocks_changed(table)
