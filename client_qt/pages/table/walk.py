"""Walking through the moves of the shown table: move by move, or as a replay by itself."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from client_qt.pages.table.panel.walk_bar import SPEEDS, WalkBar, pause_ms
from client_qt.table.model import TableModel
from client_qt.table.walk import last_stop, next_stop
from client_qt.text.translation import tr


class Walk(QObject):
    """The shown step of a match: `at`, which is None for the present."""

    changed = Signal()  # another step, or another table

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self.at: int | None = None

    def set_model(self, model: TableModel | None) -> None:
        """Show a table at its present."""
        self._model, self.at = model, None
        self.changed.emit()

    @property
    def step(self) -> int:
        """The shown step as a number; -1 if there is none."""
        last = len(self._model.steps()) - 1 if self._model is not None else -1
        return last if self.at is None else min(self.at, last)

    def go(self, step: int) -> None:
        """Show that step; the last stop is the present."""
        steps = self._model.steps() if self._model is not None else ()
        first, last = next_stop(steps, 0), last_stop(steps, len(steps) - 1)
        at = None if first is None or step >= last else max(step, first)
        if at != self.at:
            self.at = at
            self.changed.emit()

    def live(self) -> None:
        if self.at is not None:
            self.at = None
            self.changed.emit()

    def first(self) -> None:
        self.go(0)

    def back(self) -> None:
        steps = self._model.steps() if self._model is not None else ()
        here = self.at if self.at is not None else last_stop(steps, len(steps) - 1)
        if here > 0:
            self.go(last_stop(steps, here - 1))

    def forward(self) -> None:
        if self.at is not None and self._model is not None:
            after = next_stop(self._model.steps(), self.at + 1)
            self.live() if after is None else self.go(after)


class Replay(QObject):
    """Walks forward until the present. The action starts and stops it; the speed is kept."""

    def __init__(self, walk: Walk, bar: WalkBar, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._walk, self._bar, self._action = walk, bar, action
        self.speed = 1.0
        self._timer = QTimer(self)
        self._timer.setInterval(pause_ms(self.speed))
        self._timer.timeout.connect(walk.forward)
        action.triggered.connect(self._toggle)
        bar.play.connect(action.trigger)
        bar.speed_chosen.connect(self.set_speed)
        walk.changed.connect(self._walked)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def stop(self) -> None:
        self._timer.stop()
        self._show(playing=False)

    def set_speed(self, speed: float) -> None:
        """Change the speed, also during a replay."""
        self.speed = speed
        self._timer.setInterval(pause_ms(speed))
        self._bar.show_speed(speed)

    def faster(self) -> None:
        self.set_speed(SPEEDS[min(SPEEDS.index(self.speed) + 1, len(SPEEDS) - 1)])

    def slower(self) -> None:
        self.set_speed(SPEEDS[max(SPEEDS.index(self.speed) - 1, 0)])

    def _walked(self) -> None:
        if self._walk.at is None:
            self.stop()

    def _toggle(self) -> None:
        if self.running:
            self.stop()
            return
        if self._walk.at is None:
            self._walk.first()
        if self._walk.at is not None:  # the match has more than one position
            self._timer.start()
            self._show(playing=True)

    def _show(self, playing: bool) -> None:
        self._action.setText(tr("Pause") if playing else tr("Play the moves"))
        self._bar.show_playing(playing)
