"""Replaying a match by itself, move after move."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction

from client_qt.pages.table.page import TablePage
from client_qt.pages.table.panel.walk_bar import SPEEDS, pause_ms
from client_qt.text.translation import tr


class Replay(QObject):
    """Walks the table page forward until its present. The action starts and stops it; the speed is kept."""

    def __init__(self, page: TablePage, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._action = page, action
        self._bar = page.panel.moves.bar
        self.speed = 1.0
        self._timer = QTimer(self)
        self._timer.setInterval(pause_ms(self.speed))
        self._timer.timeout.connect(self.step)
        action.triggered.connect(self._toggle)
        self._bar.play.connect(action.trigger)
        self._bar.speed_chosen.connect(self.set_speed)
        page.shown.connect(self.stop)

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

    def step(self) -> None:
        """Go one move forward; stop at the end, or when the page is hidden."""
        if self._page.isVisible() and self._page.walk.at is not None:
            self._page.walk_forward()
        if not self._page.isVisible() or self._page.walk.at is None:
            self.stop()

    def _toggle(self) -> None:
        if self.running:
            self.stop()
            return
        if self._page.walk.at is None:
            self._page.walk_first()
        if self._page.walk.at is not None:  # the match has more than one position
            self._timer.start()
            self._show(playing=True)

    def _show(self, playing: bool) -> None:
        self._action.setText(tr("Pause") if playing else tr("Play the moves"))
        self._bar.show_playing(playing)
