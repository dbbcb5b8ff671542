"""What the card of a waiting table says about this computer: its addresses, its firewall, and whether anybody came."""

import trio
from PySide6.QtCore import QObject, QTimer

from client_qt.app.main_window import MainWindow
from client_qt.hosting.own_server import Hosting, Served
from client_qt.trio_guest import Starts
from protocol.diagnostics import commands_to_open
from protocol.discovery.announcement import UDP_PORT
from protocol.limits import Interfaces

LOOK_MS = 1000


class HostCardController(QObject):
    """Keeps the card up to date as long as this program hosts."""

    def __init__(self, window: MainWindow, hosting: Hosting, interfaces: Interfaces, nursery: Starts) -> None:
        super().__init__(window)
        self._card, self._hosting, self._nursery = window.table.place.waiting, hosting, nursery
        self._interfaces = interfaces
        self._looked: Served | None = None  # whose firewall was looked at
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        hosting.changed.connect(self._changed)

    def _changed(self) -> None:
        served = self._hosting.served
        if served is None:
            self._timer.stop()
            self._card.show_firewall(())
            self._card.show_reached(None)
        else:
            self._timer.start()
            self._look()
        if served is not None and served != self._looked and self._interfaces == "all":
            self._nursery.start_soon(self._look_at_firewall, served)
        self._looked = served

    def _look(self) -> None:
        served = self._hosting.served
        if served is not None:
            self._card.show_reached(served.reached())

    async def _look_at_firewall(self, served: Served) -> None:
        lines = await trio.to_thread.run_sync(commands_to_open, (served.port, UDP_PORT), abandon_on_cancel=True)
        if self._hosting.served is served:
            self._card.show_firewall(lines)
