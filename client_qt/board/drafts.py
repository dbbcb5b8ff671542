"""Turns that were begun and put aside: while one looks back, is not connected, or tries other moves."""

from __future__ import annotations

from client_qt.board.move_builder import Draft, MoveBuilder
from client_qt.table.model import TableModel

Turn = tuple[object, ...]  # what a turn is made for: the table, the position, the leg
Aside = tuple[Turn, Draft] | None


class DraftTurns:
    """Of one table page: one turn of what it shows, and one of the match while a copy of it is shown."""

    def __init__(self) -> None:
        self._shown: Aside = None
        self._match: Aside = None

    def put(self, turn: Turn | None, composer: MoveBuilder) -> None:
        """Keep what is picked for that turn, if anything is."""
        kept = composer.kept
        if turn is not None and kept is not None:
            self._shown = turn, kept

    def take(self, turn: Turn) -> Draft | None:
        """What was picked for that turn, once; what was picked for any other is forgotten."""
        aside, self._shown = self._shown, None
        return aside[1] if aside is not None and aside[0] == turn else None

    def change(self, old: TableModel | None, new: TableModel | None) -> None:
        """Another table is shown in place of the old one, or moves are tried on it, or not any more."""
        if old is None or new is None or old.original is not new.original:
            self._shown = self._match = None
        elif not new.is_variation:
            self._shown, self._match = self._match, None
        else:
            self._match = self._match if old.is_variation else self._shown
            self._shown = None
