"""Keeps conditional moves at the server: a line that was tried, or the others after one was deleted."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.pages.table.page import TablePage
from client_qt.table.conditional import kept_lines, line_of, line_words
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.match.conditional import Line, base_of
from netgame.text import Text, fill
from protocol.messages import ConditionalMoves, GetConditionalMoves, SetConditionalMoves


class ConditionalController(QObject):
    """Asks for the lines of a shown table once after each connection, and changes them."""

    def __init__(
        self, navigation: Navigation, page: TablePage, servers: KnownServers, variations: VariationController
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers, self._variations = navigation, page, servers, variations
        self._asked: RemoteTable | None = None  # the table whose lines were asked for on this connection
        self._model: TableModel | None = None  # the shown one, if it is no variation
        page.shown.connect(self._table_shown)
        servers.changed.connect(self._check)
        page.variation_bar.keep_answers.connect(self._keep)
        page.panel.conditional.removed.connect(self._remove)

    def _table_shown(self) -> None:
        model = self._page.model.original if self._page.model is not None else None
        if model is not self._model:
            if self._model is not None:
                self._model.changed.disconnect(self._check)
            if model is not None:
                model.changed.connect(self._check)
            self._model = model
        self._check()

    def _shown(self) -> tuple[RemoteTable, ServerSession] | None:
        model, session = self._model, self._servers.of(self._model)
        return (model, session) if isinstance(model, RemoteTable) and session is not None else None

    def _check(self) -> None:
        shown = self._shown()
        if shown is None or shown[1].status != "online":
            self._asked = None
            return
        model, session = shown
        match = model.match
        if (
            match is None
            or match.phase == "open"
            or not model.mine
            or not match.created.clock.startswith("days")
            or match.ended is not None
        ):
            return
        if self._asked is not model:
            self._asked = model
            self._order(model, session, GetConditionalMoves(table=model.table))

    def _keep(self) -> None:
        shown, variation = self._shown(), self._variations.table
        line = line_of(variation) if variation is not None else None
        if shown is not None and line is not None:
            model, session = shown
            self._set(model, session, (*kept_lines(model), line), line)

    def _remove(self, line: Line) -> None:
        if (shown := self._shown()) is not None:
            model, session = shown
            self._set(model, session, [other for other in kept_lines(model) if other != line])

    def _set(self, model: RemoteTable, session: ServerSession, lines: Sequence[Line], new: Line | None = None) -> None:
        if model.match is not None:
            wanted = SetConditionalMoves(
                table=model.table, base=base_of(model.match), lines=[list(line) for line in lines]
            )
            self._order(model, session, wanted, new)

    def _order(
        self,
        model: RemoteTable,
        session: ServerSession,
        message: SetConditionalMoves | GetConditionalMoves,
        new: Line | None = None,
    ) -> None:
        def done(kept: ConditionalMoves) -> None:
            model.set_conditional(kept.base, tuple(tuple(line) for line in kept.lines))
            if new is not None:
                self._navigation.note(fill(tr("Kept: {line}. The server answers at once."), {"line": line_words(new)}))

        def failed(_code: str, why: Text) -> None:
            if isinstance(message, SetConditionalMoves):
                self._navigation.note(translate(why), "danger")

        session.order(message, ConditionalMoves, done, failed)
