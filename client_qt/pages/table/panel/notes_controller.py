"""Comments of the table that is shown: found again when it is shown again, kept whenever they change."""

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.net.known_servers import KnownServers
from client_qt.records.notes import Notes
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import tr
from netgame.records.comments import comments_of_log

Name = str
RECORD = "record "  # what names of records in files begin with


class NotesController(QObject):
    """What is written about a match at a server is told to nobody; it goes into the record when one is saved. What is
    written about a record is kept beside it until the record is saved again."""

    def __init__(self, window: MainWindow, servers: KnownServers, notes: Notes) -> None:
        super().__init__(window)
        self._window, self._servers, self._notes = window, servers, notes
        self._names: dict[TableModel, Name] = {}  # of the tables that have been shown
        window.table.shown.connect(self._shown)

    def saved(self, model: TableModel, name: Name) -> None:
        """What was written about a record is in a file now, and the record has that name from now on."""
        if model in self._names and isinstance(model, ReviewTable) and model.origin.startswith(RECORD):
            self._notes.forget(self._names[model])
            self._names[model] = model.origin = name

    def take_up(self, model: TableModel) -> None:
        """Give a table the comments that were kept, once."""
        if model in self._names or not isinstance(model, RemoteTable | ReviewTable) or not self._name(model):
            return
        self._names[model] = self._name(model)
        model.destroyed.connect(lambda: self._names.pop(model, None))
        kept = self._notes.read(self._names[model])
        if kept is not None:
            model.comments = comments_of_log(kept, model.log) if model.is_record else kept
        model.commented.connect(self._keep)

    def _shown(self) -> None:
        model = self._window.table.model
        if model is not None and model not in self._names:
            self.take_up(model)
            if model.comments:
                self._window.table.refresh()

    def _keep(self) -> None:
        model = self.sender()
        if not isinstance(model, TableModel):
            return
        kept = self._notes.write(self._names[model], model.comments)
        if not kept:
            self._window.note(tr("Your comment could not be kept: the disk refuses."), "danger")

    def _name(self, model: TableModel) -> Name:
        session = self._servers.of(model)
        if isinstance(model, RemoteTable) and session is not None:
            return f"{session.fingerprint}/{model.table}"
        return model.origin if isinstance(model, ReviewTable) else ""
