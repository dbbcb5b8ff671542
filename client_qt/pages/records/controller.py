"""Carries out the actions on records: open, save, export, copy, play on from a position."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from client_qt.dialogs.files import Filter, ask_open, ask_save, usual_folder
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.notes_controller import NotesController
from client_qt.pages.table.page import TablePage
from client_qt.records.files import SUFFIX, suggested_name
from client_qt.records.reading import RecordAction, RecordReader
from client_qt.records.recent import RecentRecords
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.status import both
from client_qt.table.walk import MoveRows
from client_qt.text.rules_text import say
from client_qt.text.translation import tr
from netgame.formats.convert import RECORD, LoadedMatch, forms_for
from netgame.formats.registry import FORMATS
from netgame.game import Over
from netgame.match.events import Event, LegEnded, Moved
from netgame.match.state import Match
from netgame.records.comments import Comments, comments_of_log
from netgame.text import N_, Text, fill

ERRORS: dict[RecordAction, str] = {
    "open": N_("The file cannot be opened"),
    "save": N_("The record is not saved"),
    "export": N_("The game is not exported"),
    "copy": N_("The record cannot be copied"),
    "continue": N_("The game cannot go on from here"),
}


def is_record(text: str) -> bool:
    """Whether a command-line argument is the path of a record; otherwise it may be an invitation."""
    return bool(text) and "://" not in text and (Path(text).exists() or text.endswith(".netgame"))


class RecordsController(QObject):
    """Acts on the match of the table page."""

    opened = Signal(object)  # TableModel to show

    def __init__(
        self,
        navigation: Navigation,
        table_page: TablePage,
        reader: RecordReader,
        recent: RecentRecords,
        notes: NotesController,
    ) -> None:
        super().__init__(table_page)
        self._navigation, self._table_page = navigation, table_page
        self._reader, self._recent, self._notes = reader, recent, notes
        self._review: ReviewTable | None = None
        self._saving: dict[Path, TableModel] = {}
        self._reopened: tuple[LocalTable, int, int] | None = None  # the table, events to keep, events before
        self._is_opening = False
        for name, slot in (
            ("open_record", self.ask_open), ("save_record", self._ask_save), ("export", self._ask_export),
            ("copy_record", self._copy_record), ("copy_position", self._copy_position),
            ("from_here", self._play_from_here),
        ):  # fmt: skip
            navigation.action(name).triggered.connect(slot)
        table_page.reopen.connect(self._reopen)
        reader.opened.connect(self._opened)
        reader.saved.connect(self._saved)
        reader.exported.connect(self._exported)
        reader.text_ready.connect(self._copied)
        reader.continued.connect(self._play_on)
        reader.failed.connect(self._failed)

    def open_path(self, path: str) -> None:
        """Open a file, one at a time."""
        if not self._is_opening:
            self._is_opening = True
            self._reader.open(Path(path))

    def ask_open(self) -> None:
        """Ask which file to open."""
        suffixes = dict.fromkeys([SUFFIX, "txt", *(form.suffix for form in FORMATS.values())])
        filters: list[Filter] = [(tr("Records and games of other programs"), tuple(suffixes))]
        ask_open(self._table_page.window(), self.folder(), filters, self.open_path)

    def folder(self) -> str:
        """The folder that file dialogs start in."""
        return usual_folder(self._recent.chosen_path)

    def _opened(self, path: Path, loaded: LoadedMatch, moves: MoveRows, name: str) -> None:
        self._is_opening = False
        old, self._review = self._review, ReviewTable(loaded.log, loaded.match, path.name, self, moves)
        self._review.comments, self._review.origin = loaded.comments, name
        self._recent.add(path, loaded.match, both(self._review))
        self.opened.emit(self._review)
        if loaded.match.ended is not None:
            self._table_page.walk.first()
        if old is not None:
            old.deleteLater()

    def ask_save_of(self, model: TableModel) -> None:
        """Ask where to save a match, with all moves so far."""
        if model.match is not None:
            self._notes.load(model)
            filters: list[Filter] = [(tr("Records"), (SUFFIX, "txt"))]
            name = _file_name(model, model.match)
            window = self._table_page.window()
            ask_save(window, tr("Save the record"), self.folder(), name, filters, partial(self._save, model))

    def _ask_save(self) -> None:
        model = self._model()
        if model is not None:
            self.ask_save_of(model)

    def _ask_export(self) -> None:
        model = self._model()
        if model is None or model.match is None:
            return
        if forms := forms_for(model.match.game.key):
            filters = [(form.title, (form.suffix,)) for form in forms]
            loaded = self._loaded(model, model.match)
            name, window = _file_name(model, model.match), self._table_page.window()

            def chosen(path: str, number: int) -> None:
                self._reader.export(Path(path), forms[number], loaded)

            ask_save(window, tr("Export the game"), self.folder(), name, filters, chosen)

    def _save(self, model: TableModel, path: str, _filter: int) -> None:
        if model.match is not None:
            self._saving[Path(path)] = model
            self._reader.save(Path(path), self._loaded(model, model.match))

    def _loaded(self, model: TableModel, match: Match) -> LoadedMatch:
        """The match with its comments, including the one that is being written."""
        self._table_page.comments.keep()
        return LoadedMatch(RECORD, tuple(model.log), match, comments_of_log(model.comments, model.log))

    def _saved(self, path: Path, match: Match, name: str) -> None:
        self._notes.saved(self._saving.pop(path), name)
        self._recent.add(path, match, both(ReviewTable([], match, path.name)))
        self._navigation.note(fill(tr("Saved as {file}."), {"file": path.name}))

    def _exported(self, path: Path, left_out: Sequence[Text]) -> None:
        words = fill(tr("Exported as {file}."), {"file": path.name})
        if left_out:
            self._navigation.ask(words, [say(text) for text in left_out], [], tr("Close"))
        else:
            self._navigation.note(words)

    def _copy_record(self) -> None:
        model = self._model()
        if model is not None and model.match is not None:
            self._table_page.comments.keep()
            self._reader.make_text(model.log, comments_of_log(model.comments, model.log))

    def _copy_position(self) -> None:
        """Copy the position that is shown, also one of tried moves."""
        shown = self._table_page.model
        match = shown.match if shown is not None else None
        if match is not None:
            QGuiApplication.clipboard().setText(match.game.write_position(self._shown_state(match)))
            self._navigation.note(tr("The position is copied. A new game can start from it."))

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._navigation.note(tr("The record is copied."))

    def _play_from_here(self) -> None:
        """Play on this computer from the position that is shown."""
        model = self._model()
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        if self._table_page.model is not model:
            self._navigation.note(tr("Go back to the match to play on from a position of it."), "turn")
        elif isinstance(match.game.turn(self._shown_state(match)), Over):
            self._navigation.note(tr("The game is over here. Walk back to a position to play on from."), "turn")
        elif not model.is_record and match.phase != "over" and not model.shared_screen:
            self._navigation.note(tr("This game is being played. Play on from it when it is over."), "turn")
        else:
            step = self._shown_step(match)
            log = model.log if step is None else model.log[: match.history[step].event.number]
            self._reader.continue_log(log, model.comments)

    def _reopen(self) -> None:
        """Undo the end of a battle or a match on this computer: the last move or a resignation. The dice stay."""
        model = self._model()
        match = model.match if model is not None else None
        if isinstance(model, LocalTable) and match is not None and (match.ended or match.legs_ended):
            number = before_the_end(match)
            self._reopened = model, number, len(model.log)
            self._reader.continue_log(model.log[:number], model.comments)

    def _play_on(self, log: list[Event], match: Match, comments: Comments) -> None:
        reopened, self._reopened = self._reopened, None
        model = self._model()
        undone = model if isinstance(model, LocalTable) and (model, len(log), len(model.log)) == reopened else None
        if undone is not None and undone.match is not None and undone.match.ended is None:
            undone.go_back(log, match)
            return
        table = LocalTable.going_on(log, match, (tr("Player 1"), tr("Player 2")), self)
        table.comments = comments
        if undone is not None:
            table.key = undone.key  # the same match with another end
        self.opened.emit(table)

    def show_possible_actions(self) -> None:
        """Enable the export where a format exists for the game."""
        model = self._model()
        match = model.match if model is not None else None
        self._navigation.action("export").setEnabled(match is not None and bool(forms_for(match.game.key)))

    def _model(self) -> TableModel | None:
        """The match of the table page, also while moves are tried on it."""
        model = self._table_page.model
        return model.original if model is not None and self._navigation.page == "table" else None

    def _shown_step(self, match: Match) -> int | None:
        """The step that is shown; None for the current position."""
        walk = self._table_page.walk
        return None if walk.at is None or walk.step < 0 else walk.step

    def _shown_state(self, match: Match) -> Any:
        step = self._shown_step(match)
        return match.state if step is None else match.history[step].state

    def _failed(self, path: Path, text: Text, action: RecordAction) -> None:
        self._is_opening = self._is_opening and action != "open"
        words = [say(text)] if action in ("copy", "continue") else [str(path), say(text)]
        if action == "open" and self._recent.remove_missing(path):
            words.append(tr("The program removes it from the recent records."))
        self._navigation.ask(tr(ERRORS[action]), words, [], tr("Close"))


def _file_name(model: TableModel, match: Match) -> str:
    return suggested_name(match, [model.name_of(0), model.name_of(1)])


def before_the_end(match: Match) -> int:
    """The number of the last event to keep when the last end, of a battle or of the match, is undone."""
    steps = [step for step in match.history if not isinstance(step.event, LegEnded)]
    if match.ended is None or match.ended.reason == "legs":
        ended = match.legs_ended[-1]
        steps = [step for step in steps if step.leg <= ended.leg]
        if ended.reason == "board":
            steps = steps[: max(index for index, step in enumerate(steps) if isinstance(step.event, Moved))]
    return steps[-1].event.number
