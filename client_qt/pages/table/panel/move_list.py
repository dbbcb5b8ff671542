"""The list of moves: a table with a column for each side, a bar to walk through them, and context menus."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from client_qt.pages.table.actions import TableActions
from client_qt.pages.table.panel.move_table import MoveTable, WholeRows
from client_qt.pages.table.panel.walk_bar import WalkBar
from client_qt.pages.table.view.moves import MovesState
from client_qt.pages.table.view.proof import ProofView
from client_qt.table.model import TableModel
from client_qt.table.move_rows import Row, VariationLine
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import ElidedLabel, LiveChip
from client_qt.widgets.layouts import STRETCH, Responsive, add_to, column, row
from netgame.text import fill

LOW = 10.0  # em; a lower list has no gaps and no slider
GAP = 0.5  # em


class MoveList(QWidget):
    """The title, the number of the shown move, the heads of both columns, the moves, and the bar to walk with."""

    go = Signal(int)  # a step
    live = Signal()
    proof_wanted = Signal()  # the words about the signatures
    menu_wanted = Signal(int, object)  # a step, and a place on the screen
    line_chosen = Signal(object)  # a VariationLine
    line_menu = Signal(object, object)  # a VariationLine, and a place on the screen
    line_removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._live_keys = ""
        self._state = MovesState()
        self._table = MoveTable(theme)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._open_menu)
        self._table.clicked.connect(self._choose)
        self._table.activated.connect(self._choose)
        self._table.removed.connect(self.line_removed)
        self._table.verticalScrollBar().valueChanged.connect(self._show_heads)
        self._steps: Sequence[int] = ()  # of the moves
        self.bar = WalkBar(theme, self)
        self.bar.slid.connect(self._slide)
        self._live = LiveChip(theme, tr("Live"))
        self._return = Button(theme, tr("Live"), "live", "soft", clicked=self.live)
        self._return.setProperty("extent", "small")
        self._shield = QToolButton(self)
        self._shield.setObjectName("proof")
        self._shield.clicked.connect(self.proof_wanted)
        self._proof: ProofView | None = None
        self._shield.hide()
        self._heads = ElidedLabel("", "caption", "muted"), ElidedLabel("", "caption", "muted")
        title = label(tr("Moves"), "heading")
        self._top = add_to(row(theme, gap=0.5), title, STRETCH, self._shield, self._live, self._return)
        heads = add_to(row(theme, gap=GAP, margin=(3.2, 0, 0, 0)), *((head, 1) for head in self._heads))
        self._whole_rows = WholeRows(self._table)
        self._lines = add_to(column(theme, self, gap=GAP), self._top, heads, (self._whole_rows, 1))
        self.place_bar()
        theme.scale(self._live.setFixedHeight, 1.75)
        theme.scale(self._return.setFixedHeight, 2.3)
        theme.scale(self.bar.where.setMinimumHeight, 2.3)  # the list stays in place when the button replaces the chip
        theme.changed.connect(self._rescale)
        self._rescale()
        Responsive(theme, self, self._set_gaps)
        self._return.hide()
        self.bar.enable(dict.fromkeys(("first", "prev", "next", "last", "play"), False))

    def place_bar(self) -> None:
        """Put the bar under the moves, also if another part had it."""
        self.bar.set_across(False)
        self._top.insertWidget(1, self.bar.where, 1)
        self._lines.addWidget(self.bar)
        self.bar.show()

    @property
    def rows(self) -> Sequence[Row]:
        return self._table.moves.rows

    def show_state(self, state: MovesState) -> None:
        """Show the moves, with the current one marked."""
        if state == self._state:
            return
        self._state = state
        self._table.moves.times = state.times
        self._table.show_rows(state.rows, state.step, state.is_live, state.heads)
        self._show_heads()
        if state.is_online != self._live.live:
            self._live.show_state(tr("Live") if state.is_online else tr("No connection"), state.is_online)
        self._live.setVisible(state.is_live and state.present == "live")  # or in its place the button that leads back
        self._return.setVisible(not state.is_live)
        words = {"live": tr("Live"), "here": tr("Back to the game"), "over": tr("To the end")}
        self._return.setText(words[state.present])
        self._show_tip()
        steps = self._steps = state.move_steps
        earlier, later = bool(steps) and state.step >= min(steps), not state.is_live
        self.bar.enable({"first": earlier, "prev": earlier, "next": later, "last": later, "play": bool(steps)})
        moves = sum(step <= state.step for step in steps)
        self.bar.show_place(moves, len(steps))
        place = {"number": moves, "count": len(steps)}
        # the number of the present move says nothing new
        shown = bool(steps) and (later or state.present == "over")
        self.bar.show_where(fill(tr("{number} of {count}"), place) if shown else "")
        self.bar.where.setAccessibleName(fill(tr("Move {number} of {count}"), place))

    def show_proof(self, proof: ProofView | None) -> None:
        """Show a shield that says what the signatures of the match prove; none without signatures."""
        if proof != self._proof:
            self._proof = proof
            self._show_shield()

    def _show_shield(self) -> None:
        proof = self._proof
        self._shield.setVisible(proof is not None and bool(proof.proven or proof.is_wrong))
        if proof is not None:
            self._shield.setIcon(self._theme.icon("shield", proof.tone))
            self._shield.setToolTip(proof.title)
            self._shield.setAccessibleName(proof.title)

    def show_keys(self, live: str) -> None:
        """Show the keys that lead back to the last position in a tool tip."""
        self._live_keys = live
        self._show_tip()

    def _show_tip(self) -> None:
        words = tr("To the end") if self._state.present == "over" else tr("Back to the game")
        self._return.setToolTip(f"{words} ({self._live_keys})" if self._live_keys else words)

    def set_commented(self, steps: frozenset[int]) -> None:
        """Mark the moves that have a comment."""
        if steps != self._table.moves.commented:
            self._table.moves.commented = steps
            self._table.viewport().update()

    def _show_heads(self) -> None:
        """Show the heads that are valid for the first visible row."""
        top = max(0, self._table.rowAt(0))
        above = reversed(self.rows[: top + 1])
        heads = next((line.heads for line in above if line.heads is not None), self._state.heads)
        for head, text in zip(self._heads, heads, strict=True):
            head.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.bar.walk_by_key(event.key()):
            super().keyPressEvent(event)

    def _slide(self, moves: int) -> None:
        self.go.emit(self._steps[moves - 1] if moves else 0)

    def _choose(self, index: QModelIndex) -> None:
        entry, line = self._table.moves.entry(index), self._table.moves.line(index)
        if entry is not None:
            self.go.emit(entry.step)
        elif line is not None:
            self.line_chosen.emit(line)

    def _open_menu(self, position: QPoint) -> None:
        index, place = self._table.indexAt(position), self._table.viewport().mapToGlobal(position)
        entry, line = self._table.moves.entry(index), self._table.moves.line(index)
        if entry is not None:
            self.menu_wanted.emit(entry.step, place)
        elif line is not None:
            self.line_menu.emit(line, place)

    def _rescale(self) -> None:
        self._table.set_column_widths()
        self._whole_rows.fit()
        self._show_shield()

    def _set_gaps(self) -> None:
        """In a low panel there are no gaps and no slider, so that the buttons below the moves have room."""
        is_low = self.height() < self._theme.px(LOW)
        self._lines.setSpacing(0 if is_low else self._theme.px(GAP))
        self.bar.set_low(is_low)


class MoveMenu(QObject):
    """The menu of a move, from which one tries other moves or takes it back, and the menu of a variation."""

    try_from = Signal(int)  # a step
    comment_on = Signal(int)  # a step
    open_line = Signal(object)  # a VariationLine
    remove_line = Signal(object)  # a VariationLine

    def __init__(self, moves: MoveList, actions: TableActions) -> None:
        super().__init__(moves)
        self._moves, self._actions = moves, actions
        self._model: TableModel | None = None
        moves.menu_wanted.connect(self.open)
        moves.line_menu.connect(self.open_of_line)

    def set_model(self, model: TableModel | None) -> None:
        self._model = model

    def open(self, step: int, place: QPoint) -> None:
        """Open the menu of the move at that step."""
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if self._model is not None and self._model.takes_comments:
            entries.append((tr("What if ..."), "try_from_here", partial(self.try_from.emit, step)))
            entries.append((tr("Comment"), "comment_here", partial(self.comment_on.emit, step)))
        if self._actions.can_take_back(step):
            back = partial(self._actions.take_back, step)
            entries.append((tr("Take back to here ..."), "take_back_here", back))
        self._open(entries, place)

    def open_of_line(self, line: VariationLine, place: QPoint) -> None:
        """Open the menu of a variation."""
        show = tr("Show this line on the board"), "open_line", partial(self.open_line.emit, line)
        self._open([show, (tr("Remove this line"), "remove_line", partial(self.remove_line.emit, line))], place)

    def _open(self, entries: list[tuple[str, str, Callable[[], object]]], place: QPoint) -> None:
        menu = QMenu(self._moves)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, name, do in entries:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(do)
        menu.popup(place)
