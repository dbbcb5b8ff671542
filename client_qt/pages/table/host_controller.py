"""What the card of a waiting table says about this computer: its addresses, its firewall, and whether anybody came."""

import trio
from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.hosting.own_server import Hosting
from client_qt.trio_guest import Starts
from protocol.diagnostics import commands_to_open
from protocol.discovery.announcement import UDP_PORT
from protocol.limits import Interfaces


class HostCardController(QObject):
    """Keeps the card up to date as long as this program hosts."""

    def __init__(self, window: MainWindow, hosting: Hosting, interfaces: Interfaces, nursery: Starts) -> None:
        super().__init__(window)
        self._card, self._hosting, self._nursery = window.table.place.waiting, hosting, nursery
        self._interfaces = interfaces
        self._port = 0  # for which the firewall was looked at
        hosting.changed.connect(self._changed)

    def _changed(self) -> None:
        served = self._hosting.served
        self._card.show_reached(served.is_reached if served is not None else None)
        port = served.port if served is not None else 0
        if port == self._port:
            return
        self._port = port
        self._card.show_firewall(())
        if port and self._interfaces == "all":
            self._nursery.start_soon(self._look_at_firewall, port)

    async def _look_at_firewall(self, port: int) -> None:
        lines = await trio.to_thread.run_sync(commands_to_open, (port, UDP_PORT), abandon_on_cancel=True)
        if self._port == port:
            self._card.show_firewall(lines)
