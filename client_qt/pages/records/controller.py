"""Carries out the actions on records: open, save, export, copy, play on from a position."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import trio
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from client_qt.dialogs.files import Filter, ask_open, ask_save, show_folder, usual_folder, words_with_folder
from client_qt.dialogs.question import Answer
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.controllers.notes_controller import NotesController
from client_qt.pages.table.page import TablePage
from client_qt.records.files import SUFFIX, CutFileError, FileError, read_match, shown_name, suggested_name, write_match
from client_qt.records.recent import RecentRecords
from client_qt.table.local import LocalTable, moves_after
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.move_rows import MoveRows
from client_qt.table.status import both
from client_qt.text.rules_text import battle_heading, translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.formats.convert import RECORD, LoadedMatch, forms_for
from netgame.formats.registry import FORMATS
from netgame.game import Over
from netgame.games import GAMES
from netgame.match.events import Event, LegEnded, Moved
from netgame.match.evolve import replay
from netgame.match.state import Match
from netgame.records.comments import Comments, comments_of_log
from netgame.records.writer import write_record
from netgame.text import Text, fill

T = TypeVar("T")


def is_record(text: str) -> bool:
    """Whether a command-line argument is the path of a record; otherwise it may be an invitation."""
    return bool(text) and "://" not in text and (Path(text).exists() or text.endswith(".netgame"))


class RecordsController(QObject):
    """Acts on the match of the table page. A thread reads and writes, so that the window does not wait for a disk."""

    opened = Signal(object)  # TableModel to show

    def __init__(
        self,
        navigation: Navigation,
        table_page: TablePage,
        nursery: Starts,
        recent: RecentRecords,
        notes: NotesController,
    ) -> None:
        super().__init__(table_page)
        self._navigation, self._table_page = navigation, table_page
        self._nursery, self._recent, self._notes = nursery, recent, notes
        self._limiter = trio.CapacityLimiter(1)  # the last of two saves of one file wins
        self._is_opening = False
        table_page.reopen.connect(self._reopen)

    def open_path(self, path: str) -> None:
        """Open a file, one at a time."""
        if not self._is_opening:
            self._is_opening = True
            self._open(Path(path), partial(read_match, Path(path)), shown_name(Path(path)))

    def _open(self, path: Path, read: Callable[[], LoadedMatch], source: str, note: str = "") -> None:
        work, opened = partial(_prepared, read), partial(self._opened, path, source, note)
        self._start(work, opened, tr("The file cannot be opened"), path, self._end_opening)

    def _end_opening(self) -> None:
        self._is_opening = False

    def ask_open(self) -> None:
        """Ask which file to open."""
        suffixes = dict.fromkeys([SUFFIX, "txt", *(form.suffix for form in FORMATS.values())])
        filters: list[Filter] = [(tr("Records and games of other programs"), tuple(suffixes))]
        ask_open(self._table_page.window(), self.folder(), filters, self.open_path)

    def folder(self) -> str:
        """The folder that file dialogs start in."""
        return usual_folder(self._recent.chosen_path)

    def _opened(self, path: Path, source: str, note: str, read: tuple[LoadedMatch, MoveRows, str]) -> None:
        loaded, moves, name = read
        review = ReviewTable(loaded.log, loaded.match, source, moves)
        review.comments, review.origin = loaded.comments, name
        self._recent.add(path, loaded.match, both(review), note=note)
        self.opened.emit(review)
        if loaded.match.ended is not None:
            self._table_page.history.first()

    def ask_save_of(self, model: TableModel, done: Callable[[], object] = lambda: None) -> None:
        """Ask where to save a match, with all moves so far. `done` is called if it is saved."""
        if model.match is not None:
            self._notes.load(model)
            filters: list[Filter] = [(tr("Records"), (SUFFIX, "txt"))]
            name = _file_name(model, model.match)
            window = self._table_page.window()
            ask_save(window, tr("Save the record"), self.folder(), name, filters, partial(self._save, model, done))

    def ask_save(self) -> None:
        """Ask where to save the match of the table."""
        if model := self._model():
            self.ask_save_of(model)

    def ask_export(self) -> None:
        """Ask where to write the match in the format of another program."""
        model = self._model()
        if model is not None and model.match is not None and (forms := forms_for(model.match.game.key)):
            filters = [(form.title, (form.suffix,)) for form in forms]
            loaded = self._loaded(model, model.match)
            name, window = _file_name(model, model.match), self._table_page.window()

            def chosen(path: str, number: int) -> None:
                write = partial(write_match, Path(path), loaded, forms[number].key)
                self._start(write, partial(self._exported, Path(path)), tr("The game is not exported"), Path(path))

            ask_save(window, tr("Export the game"), self.folder(), name, filters, chosen)

    def _save(self, model: TableModel, done: Callable[[], object], name: str, _filter: int) -> None:
        if model.match is not None:
            path = Path(name)
            write = partial(_write, path, self._loaded(model, model.match))
            saved = partial(self._saved, model, path, model.match, done)
            self._start(write, saved, tr("The record is not saved"), path)

    def _loaded(self, model: TableModel, match: Match) -> LoadedMatch:
        """The match with its comments, including the one that is being written."""
        self._table_page.comments.keep()
        return LoadedMatch(RECORD, tuple(model.log), match, comments_of_log(model.comments, model.log))

    def _saved(self, model: TableModel, path: Path, match: Match, done: Callable[[], object], name: str) -> None:
        self._notes.saved(model, name)
        self._recent.add(path, match, both(ReviewTable([], match, path.name)))
        words = words_with_folder(tr("Saved as {file} in {folder}."), path)
        self._navigation.note(words, actions=(show_folder(path),))
        if model.match is match:  # no move was made meanwhile
            done()

    def _exported(self, path: Path, left_out: Sequence[Text]) -> None:
        words = words_with_folder(tr("Exported as {file} to {folder}."), path)
        if left_out:
            show, open_folder = show_folder(path)
            answer = Answer(show, "plain", open_folder, "show_folder")
            self._navigation.ask(words, [translate(text) for text in left_out], [answer], tr("Close"))
        else:
            self._navigation.note(words, actions=(show_folder(path),))

    def copy_record(self) -> None:
        """Copy the match as text."""
        model = self._model()
        if model is not None and model.match is not None:
            self._table_page.comments.keep()
            write = partial(write_record, tuple(model.log), comments_of_log(model.comments, model.log))
            self._start(write, self._copied, tr("The record cannot be copied"))

    def copy_position(self) -> None:
        """Copy the position that is shown, also one of tried moves."""
        shown = self._table_page.model
        if shown is not None and shown.match is not None:
            state = self._shown_state(shown.match)
            QGuiApplication.clipboard().setText(shown.match.game.write_position(state))
            self._navigation.note(tr("The position is copied. A new game can start from it."))

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._navigation.note(tr("The record is copied."))

    def play_from_here(self) -> None:
        """Play on this computer from the position that is shown."""
        model = self._model()
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        if self._table_page.model is not model:
            self._navigation.note(tr("Go back to the match to play on from a position of it."), "turn")
        elif match.ended is not None and not match.history:
            self._navigation.note(tr("This game never began: there is no position to play on from."), "turn")
        elif isinstance(match.game.turn(self._shown_state(match)), Over):
            self._navigation.note(tr("The game is over here. Walk back to a position to play on from."), "turn")
        elif not model.is_record and match.phase != "over" and not model.is_local:
            self._navigation.note(tr("This game is being played. Play on from it when it is over."), "turn")
        else:
            step = self._shown_step()
            if step is not None:
                log = model.log[: match.history[step].event.number]
            else:  # a game that has ended goes on from before its end
                log = model.log[: before_the_end(match)] if match.ended is not None else model.log[:]
            comments = comments_of_log(model.comments, log)
            self._replay(log, partial(self._play_on, log, comments))

    def _reopen(self) -> None:
        """Undo the end of a battle or a match on this computer: the last move or a resignation. The dice stay."""
        model = self._model()
        match = model.match if model is not None else None
        if not isinstance(model, LocalTable) or match is None or not (match.ended or match.legs_ended):
            return
        length, log = len(model.log), model.log[: before_the_end(match)]
        comments = comments_of_log(model.comments, log)

        def reopened(earlier: Match) -> None:
            is_same = self._model() is model and len(model.log) == length
            gone = moves_after(match, earlier)
            if is_same and match.ended is None:
                model.go_back(log, earlier)
                table = model
            else:  # the same match with another end has the same key
                table = self._play_on(log, comments, earlier, model.key if is_same else "", [*model.undone, *gone])
            if table.match is not None and table.match.paused is not None:
                table.ready()  # who undoes the end is here, so the clocks go on
            if gone and table.to_move not in table.mine and table.can_offer("take_back"):
                table.offer("take_back")  # a computer player would only make its last move again

        self._replay(log, reopened)

    def _replay(self, log: Sequence[Event], done: Callable[[Match], object]) -> None:
        self._start(partial(replay, log, GAMES), done, tr("The game cannot go on from here"))

    def _play_on(
        self, log: list[Event], comments: Comments, match: Match, key: str = "", undone: Sequence[str] = ()
    ) -> LocalTable:
        table = LocalTable(log, match, (tr("Player 1"), tr("Player 2")))
        table.comments = comments
        table.key = key or table.key
        table.undone = list(undone)
        self.opened.emit(table)
        return table

    def can_export(self) -> bool:
        """Whether a format exists for the game."""
        model = self._model()
        return model is not None and model.match is not None and bool(forms_for(model.match.game.key))

    def _model(self) -> TableModel | None:
        """The match of the table page, also while moves are tried on it."""
        model = self._table_page.model
        return model.original if model is not None and self._navigation.page == "table" else None

    def _shown_step(self) -> int | None:
        """The step that is shown; None for the current position."""
        walk = self._table_page.history
        return None if walk.at is None or walk.step < 0 else walk.step

    def _shown_state(self, match: Match) -> Any:
        step = self._shown_step()
        return match.state if step is None else match.history[step].state

    def _start(
        self,
        work: Callable[[], T],
        done: Callable[[T], object],
        problem: str,
        path: Path | None = None,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        """Run `work` in a thread, then call `done` with its result, or show the problem with the reason. `ended` is
        called last, also after an unexpected error."""

        async def run() -> None:
            try:
                result = await trio.to_thread.run_sync(work, limiter=self._limiter)
            except (FileError, RulesError) as error:
                await self._failed(problem, path, error)
            else:
                done(result)
            finally:
                ended()

        self._nursery.start_soon(run)

    async def _failed(self, problem: str, path: Path | None, error: FileError | RulesError) -> None:
        words = [translate(error.text)]
        if path is not None:
            if isinstance(error, CutFileError):
                self._offer_whole(path, error)
                return
            words.insert(0, str(path))
            if await self._recent.remove_missing(path):
                words.append(tr("The program removes it from the recent records."))
        self._navigation.ask(problem, words, [], tr("Close"))

    def _offer_whole(self, path: Path, cut: CutFileError) -> None:
        """Offer the beginning of a record that ends early."""
        many, one = tr("Open the first {count} moves, not verified"), tr("Open the first move, not verified")
        source = fill(tr("{file}, not verified"), {"file": shown_name(path)})
        open_it = partial(self._open, path, lambda: cut.whole, source, translate(cut.text))
        sentences = [
            str(path),
            translate(cut.text),
            tr("The end is missing, perhaps because a copy was interrupted."),
            tr("Without the checksum at its end, nobody can tell whether the moves before were changed."),
        ]
        words = fill(many if cut.count > 1 else one, {"count": cut.count})
        answer = Answer(words, "primary", open_it, "open_whole", is_expected=True)
        self._navigation.ask(tr("Incomplete record"), sentences, [answer], tr("Close"))


def _prepared(read: Callable[[], LoadedMatch]) -> tuple[LoadedMatch, MoveRows, str]:
    loaded, moves = read(), MoveRows()
    moves.rows(loaded.match.history, loaded.match.game.legs, battle_heading())  # slow with thousands of moves
    return loaded, moves, _record_name(loaded)


def _write(path: Path, loaded: LoadedMatch) -> str:
    write_match(path, loaded)
    return _record_name(loaded)


def _record_name(loaded: LoadedMatch) -> str:
    """A name that depends only on the match and its comments, not on the file; "" if no record can hold it."""
    try:
        text = write_record(loaded.log, loaded.comments)
    except RulesError:
        return ""
    return f"record {hashlib.sha256(text.encode()).hexdigest()}"


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
