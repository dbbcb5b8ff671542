"""Seating a computer player at a table of a server that waits for an opponent."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from client_qt.computer.engines import own_command
from client_qt.hosting.computer_players import ComputerPlayers
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.strips.waiting_card import ComputerOffer, WaitingCard
from client_qt.settings.file import SettingsFile
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.computer_names import level_of
from client_qt.text.rules_text import translate
from netgame.text import Text
from protocol.client import Server


class SeatComputerController(QObject):
    """Offers a computer player on the card of a waiting table, where its server allows that. `code` is that of a table.

    Computer players whose games were not over when the window closed come back as soon as their server is online.
    """

    def __init__(
        self,
        navigation: Navigation,
        card: WaitingCard,
        servers: KnownServers,
        players: ComputerPlayers,
        settings: SettingsFile,
        code: Callable[[TableModel | None], str],
    ) -> None:
        super().__init__(card)
        self._navigation, self._card, self._servers, self._players = navigation, card, servers, players
        self._settings, self._code = settings, code
        self._model: TableModel | None = None
        self._problem = ("", "")  # a table, and why no computer player came
        card.computer_wanted.connect(self._seat)
        servers.changed.connect(self._servers_changed)
        players.changed.connect(self.update)
        players.failed.connect(self._failed)

    def set_model(self, model: TableModel | None) -> None:
        """Show the offer for this table."""
        self._model = model
        self.update()

    def update(self) -> None:
        """Show on the card whether the computer can play."""
        model, session = self._model, self._servers.of(self._model)
        value = self._settings.value
        offer = ComputerOffer(value.table_computer, tuple(engine.name for engine in value.preferences.engines))
        if isinstance(model, RemoteTable) and session is not None and _may_seat(model, session):
            table, why = self._problem
            coming = self._players.is_coming(session.fingerprint, model.table)
            offer = replace(offer, shown=True, coming=coming, problem=why if table == model.table else "")
        self._card.show_computer(offer)

    def _seat(self, computer: str) -> None:
        model, session = self._model, self._servers.of(self._model)
        if isinstance(model, RemoteTable) and session is not None:
            self._problem = ("", "")
            self._settings.change(replace(self._settings.value, table_computer=computer))
            command = own_command(computer, self._settings.value.preferences.engines)
            self._players.seat(_server(session), model.table, level_of(computer), self._code(model), command)

    def _servers_changed(self) -> None:
        for session in list(self._servers.sessions.values()):
            if session.status == "online":
                self._players.go_on(_server(session))
        self.update()

    def _failed(self, server: str, table: str, why: Text) -> None:
        model, session = self._model, self._servers.of(self._model)
        is_shown = isinstance(model, RemoteTable) and model.table == table and session is not None
        if is_shown and model is not None and model.match is not None and model.match.phase == "open":
            self._problem = (table, translate(why))
            self.update()
        else:
            self._navigation.show_message(translate(why), "danger")


def _server(session: ServerSession) -> Server:
    """Return the server of a session, with the addresses that led there."""
    return replace(session.given, fingerprint=session.fingerprint)


def _may_seat(model: RemoteTable, session: ServerSession) -> bool:
    match, welcome = model.match, session.welcome
    allowed = welcome is not None and welcome.computers and session.status == "online"
    waits = match is not None and match.phase == "open" and bool(model.mine) and not all(match.seats)
    return allowed and waits and match is not None and not match.created.rated and match.created.access != "invited"
