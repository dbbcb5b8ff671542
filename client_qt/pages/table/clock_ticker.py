"""The timer of a table's clocks: it runs only while they are seen."""

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.table.model import TableModel
from client_qt.text.clock_words import LOW_MS, low_from, next_tick
from client_qt.text.rules_text import side
from client_qt.text.translation import tr
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.text import fill

WARNINGS_S = (20, 10, 5)  # the own time at which a warning is announced, once each in a turn
MINUTE_S = 60  # another warning where the sides have more than twice as much
OFFLINE_TICK_MS = 500  # the banner counts down to the next attempt to connect


class ClockTicker(QObject):
    """Emits `ticked` as often as a clock changes, and warns when the own time is low."""

    ticked = Signal()
    low = Signal(int)  # the seconds left on the own clock
    low_text = Signal(str)  # the same for the hint line; empty if there is enough time
    warned = Signal(str, bool)  # text for screen readers, and whether it is urgent

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self._visible = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.tick)
        self._warned: tuple[int, int] | None = None  # position, and the seconds of the last warning
        self._minute_warned = False

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def set_model(self, model: TableModel | None) -> None:
        """Follow the clocks of that table, or of the match whose variation it is."""
        self._model = model.original if model is not None else None
        self._warned, self._minute_warned = None, False
        self.low_text.emit("")

    def set_visible(self, visible: bool) -> None:
        self._visible = visible
        if visible:
            self.tick()
        else:
            self._timer.stop()

    def refresh(self) -> None:
        """Start or stop the timer after a change of the match."""
        model = self._model
        if model is None or model.match is None:
            return
        self._warn(model, model.match)
        wait = next_tick(model.match, model.now()) if model.live or model.is_local else None
        if wait is None and model.status != "online" and model.live:
            wait = OFFLINE_TICK_MS
        if wait is None or not self._visible:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(wait)

    def tick(self) -> None:
        if self._model is not None and self._model.match is not None and self._visible:
            self.ticked.emit()
            self.refresh()

    def _warn(self, model: TableModel, match: Match) -> None:
        left = _own_time_left(model, match)
        if left is None or match.clocks is None:
            self.low_text.emit("")
            return
        control = match.clocks.control
        if left > MINUTE_S * 1000:
            self._minute_warned = False
        elif not self._minute_warned and control.full > 2 * MINUTE_S * 1000:
            self._minute_warned = True
            if left > LOW_MS:
                self._announce(model, match, MINUTE_S)
        if left > min(LOW_MS, low_from(control)):
            self.low_text.emit("")
            return
        seconds = min((step for step in WARNINGS_S if left <= step * 1000), default=WARNINGS_S[0])
        if self._warned is None or self._warned[0] != match.position or self._warned[1] > seconds:
            self._warned = (match.position, seconds)
            self._announce(model, match, seconds)
        self.low_text.emit(fill(tr("under {s} s"), {"s": seconds}))
        self.low.emit(-(-left // 1000))

    def _announce(self, model: TableModel, match: Match, seconds: int) -> None:
        player, words = model.to_move, tr("You have less than {s} seconds.")
        if model.shared_screen and player is not None:
            words = fill(tr("{side} has less than {s} seconds."), {"side": side(match, player)})
        self.warned.emit(fill(words, {"s": seconds}), seconds in WARNINGS_S)


def _own_time_left(model: TableModel, match: Match) -> int | None:
    """Return the ms left on the own clock; None unless it runs and the time counts."""
    clocks = match.clocks
    player: Player | None = clocks.running if clocks is not None else None
    if clocks is None or player not in model.mine or match.phase != "playing":
        return None
    stopped = clocks.stop(max(model.now(), clocks.since))
    return None if stopped.free[player] > 0 else stopped.left[player]
