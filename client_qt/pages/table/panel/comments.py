"""Comments beside the board: the field for the move that is shown, and the marks in the list of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from client_qt.table.model import TableModel
from client_qt.table.walk import last_stop
from client_qt.text.rules_text import tr
from netgame.match.events import Moved
from netgame.match.state import Match, Ply
from netgame.records.comments import Comments, comment_lines, may_have_comments
from netgame.records.variations import texts_of, with_texts
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage


class TableComments(QObject):
    """Belongs to one table page."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        self._of: Comments | None = None  # what is shown
        self._said: frozenset[int] = frozenset()  # the events that have something said about them
        self._field = page.panel.comment
        self._field.written.connect(self._written)
        self._field.left.connect(page.board.setFocus)
        page.panel.moves.bar.comment.connect(self.write)

    def forget(self) -> None:
        """Another table is shown: what was typed belongs to the one before."""
        self._field.show_comment(None, "", "")
        self._field.close_up()
        self._field.show_always(False)

    def refresh(self, model: TableModel, match: Match, step: int) -> None:
        """The comment on what the board shows, and which moves have one."""
        steps = match.history
        if model.comments is not self._of:
            self._of = model.comments
            self._said = frozenset(number for number, lines in self._of.items() if texts_of(lines))
        self._field.show_always(bool(self._said))
        self._page.panel.moves.set_commented(frozenset(self._places(match)))
        here = steps[last_stop(steps, step)] if step >= 0 else None
        silent = here is None or not may_have_comments(here.event) or not model.takes_comments
        self._page.panel.moves.bar.enable({"comment": not silent})
        if here is None or silent:
            self._field.show_comment(None, tr("Comments are on moves."), "")
        else:
            lines = texts_of(model.comments.get(here.event.number, ()))
            self._field.show_comment(here.event.number, _about(here), "\n".join(lines))

    def write(self) -> None:
        """Put the keyboard into the field, which may have to be opened and brought to the front."""
        self._page.body.open_tab("moves")
        self._field.take_focus()

    def keep(self) -> None:
        """What is being typed is kept now."""
        self._field.keep()

    def _places(self, match: Match) -> list[int]:
        said = self._said
        return [index for index, step in enumerate(match.history) if step.event.number in said] if said else []

    def _written(self, number: int, text: str) -> None:
        if self._page.model is not None:
            kept = self._page.model.comments.get(number, ())
            self._page.model.comment(number, with_texts(kept, comment_lines(text)))
            self._page.refresh()


def _about(step: Ply) -> str:
    if isinstance(step.event, Moved):
        return fill(tr("Comment on {move}"), {"move": step.notation})
    return tr("Comment on the start") if not step.notation else tr("Comment on the lost turn")
