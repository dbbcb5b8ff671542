"""Keeps the card of a waiting table up to date: whether another computer has connected, and the firewall."""

import trio
from PySide6.QtCore import QObject

from client_qt.hosting.own_server import Hosting
from client_qt.pages.table.strips.waiting_card import WaitingCard
from client_qt.trio_guest import Starts
from protocol.diagnostics import commands_to_open
from protocol.discovery.announcement import UDP_PORT
from protocol.limits import Interfaces


class WaitingCardController(QObject):
    """Keeps the card up to date."""

    def __init__(self, card: WaitingCard, hosting: Hosting, interfaces: Interfaces, nursery: Starts) -> None:
        super().__init__(card)
        self._card, self._hosting, self._interfaces, self._nursery = card, hosting, interfaces, nursery
        self._port = 0  # for which the firewall was checked
        hosting.changed.connect(self._update)

    def _update(self) -> None:
        server = self._hosting.server
        self._card.show_reached(server.is_reached if server is not None else None)
        port = server.port if server is not None else 0
        if port == self._port:
            return
        self._port = port
        self._card.show_firewall(())
        if port and self._interfaces == "all":
            self._nursery.start_soon(self._check_firewall, port)

    async def _check_firewall(self, port: int) -> None:
        commands = await trio.to_thread.run_sync(commands_to_open, (port, UDP_PORT), abandon_on_cancel=True)
        if self._port == port:
            self._card.show_firewall(commands)
