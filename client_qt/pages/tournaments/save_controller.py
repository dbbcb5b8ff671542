"""Saves a tournament: as a page, as data, and with the records of all its games."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QLocale, QObject

from client_qt.dialogs.files import ask_folder, ask_save, show_folder, words_with_folder
from client_qt.net.session import ServerSession
from client_qt.net.tournaments import RemoteTournament
from client_qt.pages.navigation import Navigation
from client_qt.pages.tournaments.page import TournamentPage
from client_qt.pages.tournaments.view import terms_line
from client_qt.records.files import SUFFIX, FileError, write_match
from client_qt.table.remote import RemoteTable
from client_qt.text.disk_words import disk_words
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.formats.convert import RECORD, LoadedMatch
from netgame.text import Text, fill
from netgame.tournaments.export import as_html, as_json
from netgame.tournaments.state import Tournament
from protocol.files import write_whole

Shown = Callable[[], tuple[ServerSession, RemoteTournament] | None]


class TournamentSaving(QObject):
    """Asks where to save, fetches the matches of the server, and writes in a thread."""

    def __init__(
        self, navigation: Navigation, page: TournamentPage, shown: Shown, folder: Callable[[], str], nursery: Starts
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._shown = navigation, page, shown
        self._folder, self._nursery = folder, nursery
        self._is_fetching = False
        page.saved.connect(self._ask)

    def _ask(self, kind: str) -> None:
        shown, window = self._shown(), self._page.window()
        if shown is None or shown[1].state is None:
            return
        session, model = shown
        name = _file_name(shown[1].state.created.title)
        if kind == "records":
            ask_folder(window, self._folder(), partial(self._save_all, session, model), tr("Folder for the records"))
            return
        words = {"html": tr("Pages"), "json": tr("Data")}

        def chosen(path: str, _filter: int) -> None:
            self._nursery.start_soon(self._write, Path(path), self._text(model, kind, {}))

        title = tr("Save the tournament")
        ask_save(window, title, self._folder(), name, [(words[kind], (kind,))], chosen)

    def _save_all(self, session: ServerSession, model: RemoteTournament, folder: str) -> None:
        if not self._is_fetching:
            self._is_fetching = True
            self._nursery.start_soon(self._fetch_all, session, model, Path(folder))

    async def _fetch_all(self, session: ServerSession, model: RemoteTournament, folder: Path) -> None:
        """Save the records of all games that were played, then the page and the data that refer to them."""
        assert model.state is not None
        files, missing, names = dict[str, str](), 0, record_names(model.state, model.name_of)
        try:
            for done, (table, name) in enumerate(names.items()):
                progress = {"done": done, "count": len(names)}
                self._page.show_note(fill(tr("Fetching the matches: {done} of {count}"), progress))
                match await _fetched(session, table):
                    case RemoteTable() as game if game.match is not None:
                        loaded = LoadedMatch(RECORD, tuple(game.log), game.match)
                        await trio.to_thread.run_sync(write_match, folder / name, loaded)
                        files[table] = name
                    case _:
                        missing += 1
            for kind in ("json", "html"):
                path = folder / f"{_file_name(model.state.created.title)}.{kind}"
                await self._write(path, self._text(model, kind, files), is_quiet=kind == "json")
        except FileError as error:
            self._page.show_error(error.text)
            return
        finally:
            self._is_fetching = False
        self._page.show_note(tr("%n match(es) could not be fetched.", missing) if missing else "")

    async def _write(self, path: Path, text: str, *, is_quiet: bool = False) -> None:
        try:
            await trio.to_thread.run_sync(write_whole, path, text.encode())
        except OSError as error:
            reason = {"reason": disk_words(error)}
            self._page.show_error(Text("The file cannot be written: {reason}.", reason))
            return
        if not is_quiet:
            words = words_with_folder(tr("Saved as {file} in {folder}."), path)
            self._navigation.note(words, actions=(show_folder(path),))

    @staticmethod
    def _text(model: RemoteTournament, kind: str, records: Mapping[str, str]) -> str:
        assert model.state is not None
        if kind == "json":
            return as_json(model.state, model.name_of, records)
        language = QLocale().name().partition("_")[0]
        return as_html(
            model.state, model.name_of, records, tr=tr, language=language, terms=terms_line(model.state)
        )  # fmt: skip


def record_names(t: Tournament, name_of: Callable[[str], str]) -> dict[str, str]:
    """Return the names of the files for all games that were played, by table."""
    return {
        board.paired.table: f"{number:02}-{index:03} {_file_name(' - '.join(map(name_of, board.accounts)))}.{SUFFIX}"
        for number, boards in enumerate(t.rounds, 1)
        for index, board in enumerate(boards, 1)
        if board.paired.table and board.played
    }


def _file_name(words: str) -> str:
    return " ".join(re.sub(r"[^\w\-. ]", "", words).split())[:100].strip(". ") or "tournament"


async def _fetched(session: ServerSession, table: str) -> RemoteTable | Text:
    """Return a finished match, or why there is none."""
    answers = list[RemoteTable | Text]()
    answered = trio.Event()

    def take(answer: RemoteTable | Text) -> None:
        answers.append(answer)
        answered.set()

    session.fetch_finished(table, take, take)
    await answered.wait()
    return answers[0]
