"""Records from the menu: opened, saved, exported, copied, played on from."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.files import Filter, ask_open, ask_save, usual_folder
from client_qt.pages.table.panel.notes_controller import NotesController
from client_qt.records.files import SUFFIX, suggested_name
from client_qt.records.reading import RecordAction, RecordReader
from client_qt.settings.file import LastRecord, SettingsFile
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.status import both
from client_qt.table.walk import MoveList
from client_qt.text.locale_formats import day
from client_qt.text.rules_text import match_result, say, tr
from netgame.formats.base import Format
from netgame.formats.convert import RECORD, LoadedMatch, forms_for
from netgame.formats.registry import FORMATS
from netgame.game import Over
from netgame.games import GAMES
from netgame.match.events import Event, LegEnded, Moved
from netgame.match.state import Match
from netgame.records.comments import Comments, comments_of_log
from netgame.text import N_, Text, fill

TROUBLE: dict[RecordAction, str] = {
    "open": N_("The file cannot be opened"),
    "save": N_("The record is not saved"),
    "export": N_("The game is not exported"),
    "copy": N_("The record cannot be copied"),
    "continue": N_("The game cannot go on from here"),
}


def is_record(what: str) -> bool:
    """Is that the path of a record? What is no file may still be an invitation."""
    return bool(what) and "://" not in what and (Path(what).exists() or what.endswith(".netgame"))


class RecordsController(QObject):
    """What the table page shows is what is saved. `opened` hands over a table to show."""

    opened = Signal(object)  # TableModel
    changed = Signal()  # the list of records

    def __init__(self, window: MainWindow, records: RecordReader, settings: SettingsFile, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._records, self._settings = window, records, settings
        self._review: ReviewTable | None = None
        self._saving: dict[Path, TableModel] = {}
        self.notes: NotesController  # given by whoever has the servers
        self.private: Path | None = None  # a folder that nobody chose
        self._back: tuple[LocalTable, int, int] | None = None  # whose end is undone, down to which event, of how many
        self._busy = False  # with a file that is being opened
        for name, slot in (
            ("open_record", self.ask_open), ("save_record", self.ask_save), ("export", self.ask_export),
            ("copy_record", self.copy_record), ("copy_position", self.copy_position),
            ("from_here", self.play_from_here),
        ):  # fmt: skip
            window.action(name).triggered.connect(slot)
        window.table.reopen.connect(self.reopen)
        window.game_menu.connect(self._show_possible)
        window.dropped.connect(self.open_path)
        records.opened.connect(self._opened)
        records.saved.connect(self._saved)
        records.exported.connect(self._exported)
        records.text_ready.connect(self._told)
        records.missing.connect(self._gone)
        records.continued.connect(self._go_on)
        records.failed.connect(self._failed)

    # ---- the list

    def rows(self) -> list[LastRecord]:
        """The recent records, the newest first."""
        return [record for record in self._settings.value.records if record.game in GAMES]

    def tidy(self) -> None:
        """Drop files that are there no more."""
        self._records.find_missing([record.path for record in self._settings.value.records])

    # ---- opening

    def open_path(self, path: str) -> None:
        """Open that file; one at a time."""
        if not self._busy:
            self._busy = True
            self._records.open(Path(path))

    def ask_open(self) -> None:
        ask_open(self._window, self.folder(), [_all_filters()], self.open_path)

    def _opened(self, path: Path, kept: LoadedMatch, moves: MoveList, name: str) -> None:
        self._busy = False
        old, self._review = self._review, ReviewTable(kept.log, kept.match, path.name, self, moves)
        self._review.comments, self._review.origin = kept.comments, name
        self._remember(path, kept.match, self._review)
        self.opened.emit(self._review)
        if kept.match.ended is not None:
            self._window.table.walk_first()  # one opens it to see the game, and not only how it ended
        if old is not None:
            old.deleteLater()

    # ---- saving

    def ask_save(self) -> None:
        """Ask where, then save what is shown, with all moves up to then."""
        model = self._model()
        if model is not None:
            self.ask_save_of(model)

    def ask_save_of(self, model: TableModel) -> None:
        """The same for a match that is not shown."""
        match = model.match
        if match is not None:
            self.notes.take_up(model)
            names = [model.name_of(0), model.name_of(1)]
            filters: list[Filter] = [(tr("Records"), (SUFFIX, "txt"))]
            chosen = partial(self._save, model)
            file = suggested_name(match, names)
            ask_save(self._window, tr("Save the record"), self.folder(), file, filters, chosen)

    def ask_export(self) -> None:
        """The same for another program, where one has a format for this game."""
        model, match = self._model(), self._match()
        forms = forms_for(match.game.key) if match is not None else ()
        if model is not None and match is not None and forms:
            filters = [(form.title, (form.suffix,)) for form in forms]
            chosen = partial(self._export, forms, self._held(model, match))
            ask_save(self._window, tr("Export the game"), self.folder(), self._name(), filters, chosen)

    def _save(self, model: TableModel, path: str, _kind: int) -> None:
        if model.match is not None:
            self._saving[Path(path)] = model
            self._records.save(Path(path), self._held(model, model.match))

    def _export(self, forms: Sequence[Format], held: LoadedMatch, path: str, kind: int) -> None:
        self._records.export(Path(path), forms[kind], held)

    def _held(self, model: TableModel, match: Match) -> LoadedMatch:
        """The match with what is written about it, to the last key."""
        self._window.table.comments.keep()
        return LoadedMatch(RECORD, tuple(model.log), match, comments_of_log(model.comments, model.log))

    def _saved(self, path: Path, match: Match, name: str) -> None:
        self.notes.saved(self._saving.pop(path), name)
        self._remember(path, match, ReviewTable([], match, path.name))
        self._window.note(fill(tr("Saved as {file}."), {"file": path.name}))

    def _exported(self, path: Path, left_out: Sequence[Text]) -> None:
        words = fill(tr("Exported as {file}."), {"file": path.name})
        if left_out:  # to be read before it goes away
            self._window.ask(words, [say(text) for text in left_out], [], tr("Close"))
        else:
            self._window.note(words)

    # ---- copying

    def copy_record(self) -> None:
        """The record as text, to be sent or kept anywhere."""
        model = self._model()
        if model is not None and self._match() is not None:
            self._window.table.comments.keep()
            self._records.make_text(model.log, comments_of_log(model.comments, model.log))

    def copy_position(self) -> None:
        """The position that is shown, walked to or live, as text."""
        shown = self._window.table.model  # of moves that are tried as well
        match = shown.match if shown is not None else None
        if match is not None:
            QGuiApplication.clipboard().setText(match.game.write_position(self._shown_state(match)))
            self._window.note(tr("The position is copied. A new game can start from it."))

    def _told(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._window.note(tr("The record is copied."))

    # ---- playing on

    def play_from_here(self) -> None:
        """At this screen, with everything that was played up to the position that is shown."""
        model, match = self._model(), self._match()
        if model is None or match is None:
            return
        if self._window.table.model is not model:
            self._window.note(tr("Go back to the match to play on from a position of it."), "turn")
            return
        if isinstance(match.game.turn(self._shown_state(match)), Over):
            self._window.note(tr("The game is over here. Walk back to a position to play on from."), "turn")
        elif (
            not model.is_record and model.match is not None and model.match.phase != "over" and not model.shared_screen
        ):
            self._window.note(tr("This game is being played. Play on from it when it is over."), "turn")
        else:
            step, live = self._looked_at(match)
            log = model.log if live else model.log[: match.history[step].event.number]
            self._records.continue_log(log, model.comments)

    def _go_on(self, log: list[Event], match: Match, comments: Comments) -> None:
        undone = self._undone(log)
        if undone is not None and undone.match is not None and undone.match.ended is None:
            undone.go_back(log, match)
            return
        names = (tr("Player 1"), tr("Player 2"))
        table = LocalTable.going_on(log, match, names, self.parent())
        table.comments = comments
        if undone is not None:
            table.key = undone.key  # the same match, with another end
        self.opened.emit(table)

    def _undone(self, log: Sequence[Event]) -> LocalTable | None:
        """The table of which that is the beginning, if its end is undone and nothing came of it meanwhile."""
        back, self._back = self._back, None
        model = self._model()
        return model if isinstance(model, LocalTable) and (model, len(log), len(model.log)) == back else None

    def reopen(self) -> None:
        """Undo how a battle or a match at this screen ended: the last move, or that somebody gave up. The dice stay as
        they are."""
        model, match = self._model(), self._match()
        if not isinstance(model, LocalTable) or match is None or not (match.ended or match.legs_ended):
            return
        number = before_the_end(match)
        self._back = model, number, len(model.log)
        self._records.continue_log(model.log[:number], model.comments)

    # ---- what is shown

    def _model(self) -> TableModel | None:
        """The match of the table page, also while other moves are tried on it."""
        model = self._window.table.model
        return model.original if model is not None and self._window.page == "table" else None

    def _match(self) -> Match | None:
        model = self._model()
        return model.match if model is not None else None

    def _looked_at(self, match: Match) -> tuple[int, bool]:
        walk = self._window.table.walk
        step = walk.index(match.history)
        return step, walk.at is None or step < 0

    def _shown_state(self, match: Match) -> Any:
        step, live = self._looked_at(match)
        return match.state if live else match.history[step].state

    def _show_possible(self) -> None:
        match = self._match()
        self._window.show_export(match is not None and bool(forms_for(match.game.key)))

    def _name(self) -> str:
        match, model = self._match(), self._model()
        assert match is not None
        assert model is not None
        return suggested_name(match, [model.name_of(0), model.name_of(1)])

    def folder(self) -> str:
        """Where records are looked for and saved: where the last one was."""
        chosen = [record.path for record in self._settings.value.records if Path(record.path).parent != self.private]
        return usual_folder(chosen[0] if chosen else "")

    # ---- keeping the list

    def _remember(self, path: Path, match: Match, model: TableModel | None) -> None:
        self.list_record(path, match, both(model) if model is not None else ("", ""))

    def list_record(self, path: Path, match: Match, names: tuple[str, str], again: bool = True) -> None:
        """Have that file among the games played lately, in front; unless it is wanted again, another file of the same
        match stays instead."""
        of_match = match_name(match)
        if not again and any(old.match == of_match for old in self._settings.value.records):
            return
        words = {"game": match.game.title, "first": names[0], "second": names[1]}
        title = fill(tr("{game}: {first} and {second}"), words)
        record = LastRecord(str(path.absolute()), match.game.key, title, record_note(match, names), of_match)
        self._settings.change(self._settings.value.with_record(record))
        self.changed.emit()

    def _gone(self, paths: list[str]) -> None:
        value = self._settings.value
        for path in paths:
            value = value.without_record(path)
        self._settings.change(value)
        self.changed.emit()

    def _failed(self, path: Path, text: Text, action: RecordAction) -> None:
        self._busy = self._busy and action != "open"
        words = [say(text)] if action in ("copy", "continue") else [str(path), say(text)]
        listed = any(record.path == str(path) for record in self._settings.value.records)
        if action == "open" and listed and not path.exists():
            self._settings.change(self._settings.value.without_record(str(path)))
            self.changed.emit()
            words.append(tr("It is taken off the list of games played lately."))
        self._window.ask(tr(TROUBLE[action]), words, [], tr("Close"))


def before_the_end(match: Match) -> int:
    """The number of the last event that stays when the last end is undone, of a battle or of the match."""
    steps = [step for step in match.history if not isinstance(step.event, LegEnded)]
    if match.ended is None or match.ended.reason == "legs":
        ended = match.legs_ended[-1]
        steps = [step for step in steps if step.leg <= ended.leg]
        if ended.reason == "board":
            steps = steps[: max(index for index, step in enumerate(steps) if isinstance(step.event, Moved))]
    return steps[-1].event.number


def match_name(match: Match) -> str:
    """The same for the same match in whatever file, as far as it was played."""
    return f"{match.game.key} {match.created.at} {match.number} {match.at}"


def record_note(match: Match, names: tuple[str, str]) -> str:
    """How it ended, and when it was played."""
    played = day(datetime.fromtimestamp(match.created.at / 1000))
    if match.ended is None:
        return tr("not over") + f"  ·  {played}"
    return f"{match_result(match, match.ended, names, frozenset())}  ·  {played}"


def _all_filters() -> Filter:
    suffixes = dict.fromkeys([SUFFIX, "txt", *(form.suffix for form in FORMATS.values())])
    return tr("Records and games of other programs"), tuple(suffixes)
