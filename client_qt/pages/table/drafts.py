"""Turns that were begun and put aside: during a look back, a lost connection or a variation."""

from client_qt.board.move_builder import Draft, MoveBuilder
from client_qt.table.model import TableModel

Turn = tuple[object, ...]  # the table, the position and the leg of a turn


class DraftTurns:
    """One draft of the shown table, and one of the match while its variation is shown."""

    def __init__(self) -> None:
        self._shown: tuple[Turn, Draft] | None = None
        self._match: tuple[Turn, Draft] | None = None

    def put(self, turn: Turn | None, builder: MoveBuilder) -> None:
        """Keep the picks of that turn, if there are any."""
        kept = builder.draft
        if turn is not None and kept is not None:
            self._shown = turn, kept

    def take(self, turn: Turn) -> Draft | None:
        """Return the draft of that turn once, and forget that of any other turn."""
        draft, self._shown = self._shown, None
        return draft[1] if draft is not None and draft[0] == turn else None

    def change(self, old: TableModel | None, new: TableModel | None) -> None:
        """Show another table, a variation, or the match again."""
        if old is None or new is None or old.original is not new.original:
            self._shown = self._match = None
        elif new.original is new:
            self._shown, self._match = self._match, None
        else:
            self._match = self._shown if old.original is old else self._match
            self._shown = None
