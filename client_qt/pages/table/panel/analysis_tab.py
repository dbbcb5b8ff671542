"""The tab with the analysis: a curve of the values, the best lines, the largest swings."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QSizePolicy, QWidget

from client_qt.pages.table.analysis_words import NOTHING, SHOWN_MOVES, AnalysisState, LineRow
from client_qt.pages.table.panel.walk_bar import WalkBar
from client_qt.settings.schema import AnalysisLevel
from client_qt.text.translation import tr
from client_qt.theme import Button, ComboBox, Theme, label, restyle, show_text
from client_qt.widgets.curve import Curve
from client_qt.widgets.fitting import Fitting
from client_qt.widgets.labels import ElidedLabel, WrappedLabel
from client_qt.widgets.layouts import STRETCH, add_to, column, row, scrolled
from netgame.players.analysis import SWINGS

LEVEL_LETTERS = 4  # wide ones, at least visible of the name of a level


class ValueCurve(Curve):
    """A curve to walk on: by a click, or by the arrow keys."""

    chosen = Signal(int)  # a place

    def __init__(self, theme: Theme, walk_bar: WalkBar) -> None:
        super().__init__(theme, NOTHING)
        self._walk_bar = walk_bar
        self.setObjectName("analysis_curve")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._choose(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._walk_bar.walk_by_key(event.key()):
            super().keyPressEvent(event)

    def _choose(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.chart.values:
            self.chosen.emit(self.place_at(event.position().x()))


class RowButton(Button):
    """A row of the analysis, with as many moves of its line as fit."""

    def __init__(self, theme: Theme, name: str, clicked: Callable[[], object], parent: QWidget) -> None:
        super().__init__(theme, "", None, "link", parent, name=name, clicked=clicked)
        self._row: LineRow | None = None
        restyle(self, extent="line")
        self.setStyleSheet("padding: 0;")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._fitting = Fitting(theme, self, lambda: range(SHOWN_MOVES, 0, -1), self._show_moves)

    def show_row(self, row: LineRow | None) -> None:
        """Show a row; None hides the button."""
        self.setVisible(row is not None)
        if row != self._row:
            self._row = row
            self.setAccessibleName(row.text() if row is not None else "")
            self._fitting.refresh()

    def _show_moves(self, count: int) -> None:
        self.setText(self._row.text(count) if self._row is not None else "")


class AnalysisView(QWidget):
    """Shows an analysis, and asks for it."""

    started = Signal()
    stopped = Signal()
    level_chosen = Signal()
    go = Signal(int)  # a step
    line_chosen = Signal(int)  # a step whose best line is wanted on the board
    kept = Signal(bool)  # the comments are wanted; with the better lines

    def __init__(self, theme: Theme, walk_bar: WalkBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = AnalysisState()
        self._button = Button(theme, tr("Analyse"), "analysis", name="analysis_start", clicked=self._press)
        restyle(self._button, extent="small")
        self._level = ComboBox(self)
        self._level.setObjectName("analysis_level")
        self._level.setAccessibleName(tr("How long the computer thinks"))
        self._level.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._level.setMinimumContentsLength(LEVEL_LETTERS)
        for level, words in level_words().items():
            self._level.addItem(words, level)
        self.show_level("normal")
        self._level.currentIndexChanged.connect(self.level_chosen)
        self._progress = ElidedLabel("", "small", "muted")
        self._progress.setObjectName("analysis_progress")
        self.curve = ValueCurve(theme, walk_bar)
        self.curve.chosen.connect(lambda place: self.go.emit(self._state.steps[place]))
        theme.scale(self.curve.setMinimumHeight, 5)
        theme.scale(self.curve.setMaximumHeight, 14)
        self.curve.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._value = label("", "strong", name="analysis_value")
        self._move = ElidedLabel("", "small", "muted", lines=2)
        self._move.setObjectName("analysis_move")
        theme.scale(self._move.setFixedHeight, 1.8)
        self._trouble = WrappedLabel("", "small", "danger")
        self._trouble.setObjectName("analysis_trouble")
        self._better = RowButton(theme, "analysis_better", lambda: self._open(self._state.better), self)
        self._best = RowButton(theme, "analysis_best", lambda: self._open(self._state.best), self)
        self._title = label(tr("Largest swings"), "caption", "muted")
        self._swings = [
            RowButton(theme, f"analysis_swing_{number}", partial(self._go_to_swing, number), self)
            for number in range(SWINGS)
        ]
        self._keep = Button(theme, tr("Save as comments"), "comment", name="analysis_keep", clicked=self._press_keep)
        restyle(self._keep, extent="small")
        self._with_lines = QCheckBox(tr("With better moves"), self)
        self._with_lines.setObjectName("analysis_with_lines")
        self._lay_out(theme)
        self.show_state(self._state)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lines.invalidate()  # Qt keeps the places of rows that came while the tab was hidden

    @property
    def level(self) -> AnalysisLevel:
        """The chosen level."""
        return tuple(level_words())[self._level.currentIndex()]

    def show_level(self, level: AnalysisLevel) -> None:
        """Choose a level without a signal."""
        self._level.blockSignals(True)
        self._level.setCurrentIndex(max(0, self._level.findData(level)))
        self._level.blockSignals(False)

    def show_state(self, state: AnalysisState) -> None:
        """Show an analysis."""
        if state.is_on != self._state.is_on:
            self._button.setText(tr("Stop") if state.is_on else tr("Analyse"))
            self._button.set_icon("cancel" if state.is_on else "analysis")
        self._state = state
        self._button.setEnabled(state.is_on or state.can_start)
        self._progress.setText(state.progress)
        self._progress.setAccessibleName(state.progress_words)
        self.curve.show_chart(state.chart, state.chart_words)
        self.curve.setAccessibleDescription(state.values)
        self.curve.setVisible(bool(state.chart.values))
        show_text(self._value, state.value)
        self._move.setText(state.move)
        self._trouble.setText(state.trouble)
        self._trouble.setVisible(bool(state.trouble))
        rows = zip((self._better, self._best), (state.better, state.best), strict=True)
        for button, found in rows:
            button.show_row(found)
        for number, button in enumerate(self._swings):
            button.show_row(state.swings[number] if number < len(state.swings) else None)
        self._title.setVisible(bool(state.swings))
        self._keep.setVisible(state.can_keep)
        self._with_lines.setVisible(state.can_keep)

    def _press(self) -> None:
        (self.stopped if self._state.is_on else self.started).emit()

    def _press_keep(self) -> None:
        self.kept.emit(self._with_lines.isChecked())

    def _go_to_swing(self, number: int) -> None:
        self.go.emit(self._state.swings[number].step)

    def _open(self, line: LineRow | None) -> None:
        if line is not None:
            self.line_chosen.emit(line.step)

    def _lay_out(self, theme: Theme) -> None:
        inner = QWidget()
        lines = self._lines = column(theme, inner, gap="xs", margin="m")
        add_to(
            lines,
            add_to(row(theme, gap="xs"), self._button, self._level, (self._progress, 1)),
            self._trouble,
            (self.curve, 1),
            add_to(row(theme, gap="s"), self._value, (self._move, 1)),
            add_to(column(theme, gap=0), self._better, self._best, self._title, *self._swings),
            add_to(row(theme), self._keep, STRETCH),
            self._with_lines,
            0,  # takes the room only while there is no curve
        )
        column(theme, self).addWidget(scrolled(inner, self))


def level_words() -> dict[AnalysisLevel, str]:
    """Return the levels with their words."""
    return {"quick": tr("Quick"), "normal": tr("Normal"), "deep": tr("Deep")}
