"""The clocks of a table go: one timer, only while they are seen, and only the clocks are painted anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from client_qt.table.clocks import LOW_MS, clock_shown, low_from, next_tick
from client_qt.table.model import TableModel
from client_qt.text.rules_text import tr
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage

FEW_S = (20, 10, 5)  # how low one's own time is when it is said, once each in a turn
MINUTE_S = 60  # and once more as long as it stays under that, where the sides have more than twice as much


class ClockTicker(QObject):
    """Belongs to one table page."""

    low = Signal(int)  # so many whole seconds are left on the own clock, and that is little

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.tick)
        self._warned: tuple[int, int] | None = None  # position, and the seconds that were said last
        self._minute_said = False
        page.installEventFilter(self)

    @property
    def running(self) -> bool:
        """Will there be another tick?"""
        return self._timer.isActive()

    def forget(self) -> None:
        """Another table is shown."""
        self._warned, self._minute_said = None, False
        self._page.hint.show_time("")

    def refresh(self, model: TableModel, match: Match) -> None:
        """Go on, or stand: the match changed. Who only tries moves hears the clock of the match all the same."""
        model = model.original
        match = model.match or match
        self._warn(model, match)
        self._plan(model, match)

    def tick(self) -> None:
        """What passing time alone changes."""
        page, model = self._page, self._page.model and self._page.model.original
        if model is None or model.match is None or not page.isVisible():
            return
        match = model.match
        if match.phase != "over" and not model.is_review:
            for strip, player in zip(page.body.strips, page.players, strict=True):
                strip.show_clock(clock_shown(match, player, model.now()))
        if match.away or model.status != "online":
            page.banners.refresh(page.model)
        self._warn(model, match)
        self._plan(model, match)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.tick()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return False

    def _plan(self, model: TableModel, match: Match) -> None:
        wait = next_tick(match, model.now()) if not (model.is_review or model.is_local) else None
        if wait is None and model.status != "online" and not model.is_local:
            wait = 500  # the banner says when the line is tried again, and how long one may be away
        if wait is None or not self._page.isVisible():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(wait)

    def _warn(self, model: TableModel, match: Match) -> None:
        """Say that little time is left to who sits here and is to move."""
        left = self._own_left(model, match)
        if left is None or match.clocks is None:
            self._page.hint.show_time("")
            return
        control = match.clocks.control
        self._warn_of_minute(left, control.full)
        if left > min(LOW_MS, low_from(control)):
            self._page.hint.show_time("")
            return
        seconds = min((few for few in FEW_S if left <= few * 1000), default=FEW_S[0])
        if self._warned is None or self._warned[0] != match.position or self._warned[1] > seconds:
            self._warned = (match.position, seconds)
            self._say(seconds)
        self._page.hint.show_time(fill(tr("under {s} s"), {"s": seconds}))
        self.low.emit(-(-left // 1000))

    def _warn_of_minute(self, left: int, full: int) -> None:
        if left > MINUTE_S * 1000:
            self._minute_said = False
        elif not self._minute_said and full > 2 * MINUTE_S * 1000:
            self._minute_said = True
            if left > LOW_MS:
                self._say(MINUTE_S)

    def _say(self, seconds: int) -> None:
        words = fill(tr("You have less than {s} seconds."), {"s": seconds})
        self._page.board.announce(words, urgent=seconds in FEW_S)

    def _own_left(self, model: TableModel, match: Match) -> int | None:
        """What is left on the own clock while it goes, in ms; None while it does not, or the time is free."""
        clocks = match.clocks
        player: Player | None = clocks.running if clocks is not None else None
        if clocks is None or player is None or model.mine != {player} or match.phase != "playing":
            return None
        stopped = clocks.stop(max(model.now(), clocks.since))
        return None if stopped.free[player] > 0 else stopped.left[player]
