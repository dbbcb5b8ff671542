"""Loads the saved comments of a table when it is shown, and saves them when they change."""

from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from client_qt.net.known_servers import KnownServers
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.records.notes import Notes
from client_qt.table.change import Change
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.translation import tr
from netgame.records.comments import comments_of_log

RECORD = "record "  # the prefix of the names of records in files


class NotesController(QObject):
    """Comments on a match at a server stay on this computer until a record is saved. Comments on a record are saved
    beside it until the record itself is saved again."""

    def __init__(self, navigation: Navigation, page: TablePage, servers: KnownServers, notes: Notes) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers, self._notes = navigation, page, servers, notes
        self._names = WeakKeyDictionary[TableModel, str]()  # of the tables that were shown
        page.shown.connect(self._table_shown)

    def saved(self, model: TableModel, name: str) -> None:
        """Forget the separate comments of a record that was saved under that name."""
        if model in self._names and isinstance(model, ReviewTable) and model.origin.startswith(RECORD):
            self._notes.forget(self._names[model])
            self._names[model] = model.origin = name

    def load(self, model: TableModel) -> None:
        """Give a table its saved comments, once."""
        name = self._name(model)
        if model in self._names or not name:
            return
        self._names[model] = name
        saved = self._notes.read(name)
        if saved is not None:
            model.comments = comments_of_log(saved, model.log) if model.is_record else saved
        model.changed.connect(self._changed)

    def _table_shown(self) -> None:
        model = self._page.model
        if model is not None and model not in self._names:
            self.load(model)
            if model.comments:
                self._page.refresh()

    def _changed(self, change: Change) -> None:
        model = self.sender()
        if (
            change & Change.COMMENTS
            and isinstance(model, TableModel)
            and not self._notes.write(self._names[model], model.comments)
        ):
            self._navigation.note(tr("Could not save your comment."), "danger")

    def _name(self, model: TableModel) -> str:
        session = self._servers.of(model)
        if isinstance(model, RemoteTable) and session is not None:
            return f"{session.fingerprint}/{model.table}"
        return model.origin if isinstance(model, ReviewTable) else ""
