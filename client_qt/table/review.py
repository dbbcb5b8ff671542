"""A match from a file, to be looked at: nothing changes it."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from client_qt.table.model import TableModel
from client_qt.table.walk import MoveList
from netgame.match.events import Event
from netgame.match.state import Match


class ReviewTable(TableModel):
    """A record on a table page. Its players sit elsewhere, or nowhere any more."""

    is_review = True

    def __init__(
        self,
        log: Sequence[Event],
        match: Match,
        source: str,
        parent: QObject | None = None,
        moves: MoveList | None = None,
    ) -> None:
        """`moves` may have been made by another thread."""
        super().__init__(parent)
        self.match, self.log = match, list(log)
        self.moves = moves or self.moves
        self.source = source  # what people call it: the name of the file
        self.origin = ""  # of what comments are on, wherever it is opened: a match at a server, or what a file holds
