"""Copies of the key of this computer: saved under a passphrase, and taken from such a file."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.files import ask_open, ask_save, usual_folder
from client_qt.dialogs.form import FormDialog
from client_qt.dialogs.question import Answer
from client_qt.net.player_key import PlayerKey
from client_qt.pages.account.page import AccountPage
from client_qt.text.rules_text import say, tr
from client_qt.trio_guest import Starts
from client_qt.widgets.form_card import FieldInfo, Problem
from netgame.text import fill
from protocol.errors import KeyFileError
from protocol.identity.device_key import MIN_PASSPHRASE, DeviceKey

T = TypeVar("T")


class KeyController(QObject):
    """Asks, and says how it went. `replaced`: this computer has another key now."""

    replaced = Signal()

    def __init__(self, window: MainWindow, page: AccountPage, key: PlayerKey, tasks: Starts) -> None:
        super().__init__(window)
        self._window, self._page, self._key, self._tasks = window, page, key, tasks
        page.export.connect(self._ask_passphrase)
        page.import_.connect(self._ask_file)

    # ---- to a file

    def _ask_passphrase(self) -> None:
        passphrase = FieldInfo("passphrase", tr("Passphrase"), secret=True)
        again = FieldInfo("again", tr("The same again"), secret=True)
        note = tr(
            "Whoever has the file and the passphrase is you. Without the passphrase the file is good for nothing."
        )
        title = tr("Save a copy of the key")
        dialog = FormDialog(
            self._window.theme, "export", title, (passphrase, again), tr("Choose a file"), self._window, note
        )

        def save(values: dict[str, str]) -> None:
            if len(values["passphrase"]) < MIN_PASSPHRASE:
                words = fill(tr("A passphrase has at least {low} characters."), {"low": MIN_PASSPHRASE})
                dialog.show_problem(Problem("passphrase", words))
                return
            dialog.accept()
            self._ask_where(values["passphrase"])

        dialog.submitted.connect(save)
        dialog.open()

    def _ask_where(self, passphrase: str) -> None:
        def chosen(path: str, _kind: int) -> None:
            self._do(lambda: self._key.export(Path(path), passphrase), lambda _none: self._saved(Path(path)))

        filters = ((tr("Keys of players"), ("key",)),)
        name = fill(tr("netgame key of {computer}"), {"computer": self._key.label or tr("this computer")})
        ask_save(self._window, tr("Save a copy of the key"), usual_folder(""), name, filters, chosen)

    def _saved(self, path: Path) -> None:
        self._page.note_done(fill(tr("The copy is in {file}."), {"file": str(path)}))

    # ---- from a file

    def _ask_file(self) -> None:
        filters = ((tr("Keys of players"), ("key",)),)
        ask_open(self._window, usual_folder(""), filters, self._ask_to_open, tr("Use a copy of a key"))

    def _ask_to_open(self, path: str) -> None:
        passphrase = FieldInfo("passphrase", tr("Passphrase"), secret=True)
        note = fill(tr("It opens {file}."), {"file": Path(path).name})
        title = tr("Use a copy of a key")
        dialog = FormDialog(self._window.theme, "import", title, (passphrase,), tr("Open it"), self._window, note)

        def use(key: DeviceKey) -> None:
            if dialog.is_open:
                dialog.accept()
                self._ask_to_replace(key)

        def failed(error: KeyFileError) -> None:
            dialog.show_problem(Problem("passphrase", say(error.text)))

        dialog.submitted.connect(
            lambda values: self._do(lambda: self._key.read(Path(path), values["passphrase"]), use, failed)
        )
        dialog.open()

    def _ask_to_replace(self, key: DeviceKey) -> None:
        own = self._key.key
        if own is not None and own.public == key.public:
            self._page.note_done(tr("That is the key that this computer has already."))
            return
        words = [
            tr("Servers then take this computer for the one that the copy is of."),
            tr("The key up to now is kept beside it, in the folder of the settings."),
        ]
        answer = Answer(tr("Replace the key"), "danger", lambda: self._take(key), "replace_key")
        self._window.ask(tr("Replace the key of this computer?"), words, [answer])

    def _take(self, key: DeviceKey) -> None:
        def taken(kept: Path | None) -> None:
            words = tr("This computer has the key of the copy now.")
            if kept is not None:
                words += " " + fill(tr("The old one is in {file}."), {"file": str(kept)})
            self._page.note_done(words)
            self.replaced.emit()

        self._do(lambda: self._key.take(key), taken)

    # ---- in trio

    def _do(
        self,
        work: Callable[[], Awaitable[T]],
        done: Callable[[T], object],
        failed: Callable[[KeyFileError], object] | None = None,
    ) -> None:
        self._tasks.start_soon(self._carry_out, work, done, failed or self._failed)

    async def _carry_out(
        self,
        work: Callable[[], Awaitable[T]],
        done: Callable[[T], object],
        failed: Callable[[KeyFileError], object],
    ) -> None:
        try:
            answer = await work()
        except KeyFileError as error:
            failed(error)
        else:
            done(answer)

    def _failed(self, error: KeyFileError) -> None:
        self._window.ask(tr("That did not work"), [say(error.text)], [], tr("Close"))
