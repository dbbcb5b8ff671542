"""Walking through the moves of the shown table: move by move, or as a replay by itself."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from client_qt.pages.table.panel.walk_bar import (
    LONGEST_MS,
    SPEEDS,
    Speed,
    WalkBar,
    pause_ms,
)
from client_qt.table.model import TableModel
from client_qt.table.move_rows import last_stop, next_stop
from client_qt.text.clock_words import seconds_words
from client_qt.text.translation import tr
from netgame.text import fill


class HistoryPosition(QObject):
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

    def ms_to_next(self) -> int | None:
        """Return how long the next move took; None if that is unknown."""
        if self.at is None or self._model is None:
            return None
        steps = self._model.steps()
        after = next_stop(steps, self.at + 1)
        return self._model.move_times().get(steps[after].event.number) if after is not None else None


class Replay(QObject):
    """Walks forward until the present. The action starts and stops it; the speed is kept."""

    def __init__(self, history: HistoryPosition, bar: WalkBar, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._history, self._bar, self._action = history, bar, action
        self.speed: Speed = 1.0
        self.running = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(history.forward)
        action.triggered.connect(self._toggle)
        bar.play.connect(action.trigger)
        bar.speed_chosen.connect(self.set_speed)
        history.changed.connect(self._walked)

    @property
    def pause_ms(self) -> int:
        """The time before the next move."""
        return self._timer.interval()

    def stop(self) -> None:
        self.running = False
        self._timer.stop()
        self._bar.show_shortened("")
        self._show(playing=False)

    def set_speed(self, speed: Speed) -> None:
        """Change the speed, also during a replay."""
        if speed == self.speed:
            return
        self.speed = speed
        self._bar.show_speed(speed)
        if self.running:
            self._wait()

    def faster(self) -> None:
        self.set_speed(SPEEDS[min(SPEEDS.index(self.speed or 1.0) + 1, len(SPEEDS) - 1)])

    def slower(self) -> None:
        self.set_speed(SPEEDS[max(SPEEDS.index(self.speed or 1.0) - 1, 0)])

    def _wait(self) -> None:
        """Wait for the next move."""
        played = self._history.ms_to_next() if self.speed is None else None
        is_long = played is not None and played > LONGEST_MS
        words = fill(tr("{time}, shortened"), {"time": seconds_words(played)}) if played is not None and is_long else ""
        self._bar.show_shortened(words)
        self._timer.start(pause_ms(self.speed or 1.0) if played is None else min(played, LONGEST_MS))

    def _walked(self) -> None:
        if self._history.at is None:
            self.stop()
        elif self.running:
            self._wait()

    def _toggle(self) -> None:
        if self.running:
            self.stop()
            return
        if self._history.at is None:
            self._history.first()
        if self._history.at is not None:  # the match has more than one position
            self.running = True
            self._wait()
            self._show(playing=True)

    def _show(self, playing: bool) -> None:
        self._action.setText(tr("Pause") if playing else tr("Play the moves"))
        self._bar.show_playing(playing)
