"""Comments beside the board: the field for the shown move, and the marks in the list of moves."""

from PySide6.QtCore import QObject, Signal

from client_qt.pages.table.panel.comment_field import CommentField
from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.walk import last_stop
from client_qt.text.translation import tr
from netgame.match.events import Moved
from netgame.match.state import Ply
from netgame.records.comments import Comments, comment_lines, may_have_comments
from netgame.records.variations import texts_of, with_texts
from netgame.text import fill


class TableComments(QObject):
    """Shows and saves the comments of one table at a time."""

    opened = Signal()  # the user wants to write, so the field must be visible
    changed = Signal()

    def __init__(self, field: CommentField, moves: MoveList) -> None:
        super().__init__(field)
        self._field, self._moves = field, moves
        self._model: TableModel | None = None
        self._shown: Comments | None = None
        self._commented: frozenset[int] = frozenset()  # the events with a text
        field.written.connect(self._written)
        moves.bar.comment.connect(self.write)

    def set_model(self, model: TableModel | None) -> None:
        """Show another table; a text that is being typed is saved with the one before."""
        self._field.show_comment(None, "", "")
        self._field.close_up()
        self._field.show_always(False)
        self._model = model

    def show_state(self, state: TableState) -> None:
        """Show the comment on the shown move, and mark the moves with comments."""
        model, steps, step = state.model, state.match.history, state.step
        if model.comments is not self._shown:
            self._shown = model.comments
            self._commented = frozenset(number for number, lines in self._shown.items() if texts_of(lines))
        commented = self._commented
        self._field.show_always(bool(commented))
        places = (index for index, ply in enumerate(steps) if ply.event.number in commented) if commented else ()
        self._moves.set_commented(frozenset(places))
        ply = steps[last_stop(steps, step)] if step >= 0 else None
        possible = ply is not None and may_have_comments(ply.event) and model.takes_comments
        self._moves.bar.enable({"comment": possible})
        if ply is None or not possible:
            self._field.show_comment(None, tr("Choose a move to comment on it."), "")
        else:
            lines = texts_of(model.comments.get(ply.event.number, ()))
            self._field.show_comment(ply.event.number, _title(ply), "\n".join(lines))

    def write(self) -> None:
        """Put the focus into the field."""
        self.opened.emit()
        self._field.take_focus()

    def keep(self) -> None:
        """Save a text that is being typed."""
        self._field.keep()

    def _written(self, number: int, text: str) -> None:
        if self._model is not None:
            kept = self._model.comments.get(number, ())
            self._model.comment(number, with_texts(kept, comment_lines(text)))
            self.changed.emit()


def _title(ply: Ply) -> str:
    if isinstance(ply.event, Moved):
        return fill(tr("Comment on {move}"), {"move": ply.notation})
    return tr("Comment on the start") if not ply.notation else tr("Comment on the forfeited turn")
