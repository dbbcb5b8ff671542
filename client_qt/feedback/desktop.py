"""Messages of the desktop: by its notification service, else by the tray icon, else by a line of the window."""

import logging
import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import trio
from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.feedback.notification_service import CLICK, NotificationService, ServiceFailed
from client_qt.feedback.tray import TrayIcon
from client_qt.news import NewsItem, NewsKey
from client_qt.trio_guest import Starts

log = logging.getLogger(__name__)
COLLECT_MS = 250  # of the messages in this time only the most important one is shown
PAUSE_MS = 3000  # between two messages
END_S = 1.0  # the longest wait for a withdrawal, also at the end of the program


class DesktopMessages(QObject):
    """Shows news outside the window, one at a time, each in the place of an earlier one with the same key."""

    clicked = Signal(object, str, str)  # NewsKey, the name of an answer or "", the activation token or ""
    unshown = Signal(object)  # NewsItem: the desktop shows no messages

    def __init__(
        self, tray: TrayIcon, tasks: Starts | None = None, service: NotificationService | None = None,
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        """Without `tasks` no notification service is used."""
        super().__init__(parent)
        self.tray = tray
        self._service = service or NotificationService(parent=self)
        self._service.invoked.connect(self._invoked)
        self._waiting: NewsItem | None = None
        self._shown: set[NewsKey] = set()
        self._collecting, self._pause = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._collecting.timeout.connect(self._show_waiting)
        self._orders, orders = trio.open_memory_channel[NewsItem | NewsKey](math.inf)
        self._has_tasks = tasks is not None
        if tasks is not None:
            tasks.start_soon(self._carry_out, orders)

    async def way(self) -> str:
        """Return the name of the notification service, "tray", or "" where the desktop shows no messages."""
        try:
            return await self._service.name()
        except ServiceFailed as error:
            log.info("desktop messages: %s", error)
        return "tray" if self.tray.is_possible() else ""

    def show(self, item: NewsItem) -> None:
        """Show an item soon, unless one of more weight follows."""
        if self._waiting is None or item.weight >= self._waiting.weight:
            self._waiting = item
        if not self._collecting.isActive():
            self._collecting.start(max(COLLECT_MS, self._pause.remainingTime()))

    def keep(self, is_open: Callable[[NewsKey], bool]) -> None:
        """Withdraw the messages that are out of date."""
        if self._waiting is not None and not is_open(self._waiting.key):
            self._waiting = None
            self._collecting.stop()
        for key in {key for key in self._shown if not is_open(key)}:
            self._shown.discard(key)
            self._orders.send_nowait(key)

    def close(self) -> None:
        """Withdraw all messages, and hide the tray icon."""
        self.keep(lambda _key: False)
        self.tray.hide()

    def _show_waiting(self) -> None:
        if (item := self._waiting) is None:
            return
        self._waiting = None
        self._pause.start(PAUSE_MS)
        if self._has_tasks:
            self._shown.add(item.key)
            self._orders.send_nowait(item)
        else:
            self._show_otherwise(item)

    async def _carry_out(self, orders: trio.MemoryReceiveChannel[NewsItem | NewsKey]) -> None:
        """Show and withdraw one message after the other, because the service may take its time."""
        try:
            async for order in orders:
                await self._carry_out_one(order)
        finally:  # `close` withdraws what the program would not answer any more
            with trio.move_on_after(END_S, shield=True), suppress(trio.WouldBlock):
                while True:
                    if not isinstance(order := orders.receive_nowait(), NewsItem):
                        await self._carry_out_one(order)

    async def _carry_out_one(self, order: NewsItem | NewsKey) -> None:
        try:
            if isinstance(order, NewsItem):
                await self._service.show(order.key, *order.message, order.answers)
            else:
                with trio.move_on_after(END_S, shield=True):  # the program may end meanwhile
                    await self._service.withdraw(order)
        except ServiceFailed as error:
            log.info("desktop messages: %s", error)
            if isinstance(order, NewsItem):
                self._show_otherwise(order)

    def _show_otherwise(self, item: NewsItem) -> None:
        if self.tray.is_possible():
            self.tray.show_message(*item.message, partial(self.clicked.emit, item.key, "", ""))
        else:
            self.unshown.emit(item)

    def _invoked(self, key: NewsKey, action: str, token: str) -> None:
        self.clicked.emit(key, "" if action == CLICK else action, token)
