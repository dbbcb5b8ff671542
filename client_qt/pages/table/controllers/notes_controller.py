"""Loads the saved comments of a table when it is shown, and saves them when they change."""

from weakref import WeakSet

from PySide6.QtCore import QObject

from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.records.notes import Notes
from client_qt.table.change import Change
from client_qt.table.model import TableModel
from client_qt.text.disk_words import disk_words
from client_qt.text.translation import tr
from netgame.records.comments import comments_of_log
from netgame.text import fill

RECORD = "record "  # the prefix of the names of records in files


class NotesController(QObject):
    """Comments on a match at a server stay on this computer until a record is saved. Comments on a record are saved
    beside it until the record itself is saved again."""

    def __init__(self, navigation: Navigation, page: TablePage, notes: Notes) -> None:
        super().__init__(page)
        self._navigation, self._page, self._notes = navigation, page, notes
        self._loaded = WeakSet[TableModel]()
        page.shown.connect(self._table_shown)

    def saved(self, model: TableModel, name: str) -> None:
        """Forget the separate comments of a record that was saved under that name."""
        if model in self._loaded and model.origin.startswith(RECORD):
            self._notes.forget(model.origin)
            model.origin = name

    def load(self, model: TableModel) -> None:
        """Give a table its saved comments, once."""
        if model in self._loaded or not model.origin:
            return
        self._loaded.add(model)
        saved = None
        try:
            saved = self._notes.read(model.origin)
        except OSError as error:
            words = tr("Your comments on this match cannot be read: {reason}. They stay on the disk as they are.")
            self._navigation.note(fill(words, {"reason": disk_words(error)}), "danger")
        if saved is not None:
            model.comments = comments_of_log(saved, model.log) if model.is_record else saved
        model.changed.connect(self._changed)

    def _table_shown(self) -> None:
        model = self._page.model
        if model is not None and model not in self._loaded:
            self.load(model)
            if model.comments:
                self._page.refresh_later()

    def _changed(self, change: Change) -> None:
        model = self.sender()
        if change & Change.COMMENTS and isinstance(model, TableModel):
            is_stored, notes = self._notes.write(model.origin, model.comments), self._notes
            if not is_stored and notes.refused is not None:
                words = fill(tr("Your comment is not saved: {reason}."), {"reason": disk_words(notes.refused)})
                self._navigation.note(words, "danger")
