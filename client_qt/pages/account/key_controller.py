"""Saves a copy of this computer's key under a passphrase, and replaces the key by such a copy."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.dialogs.files import Filter, ask_open, ask_save, usual_folder
from client_qt.dialogs.form import FormDialog
from client_qt.dialogs.question import Answer
from client_qt.net.player_key import PlayerKey
from client_qt.pages.account.page import AccountPage
from client_qt.pages.navigation import Navigation
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from client_qt.widgets.form_card import FieldInfo, Problem
from netgame.text import fill
from protocol.errors import KeyFileError
from protocol.identity.device_key import MIN_PASSPHRASE, DeviceKey

T = TypeVar("T")


class KeyController(QObject):
    replaced = Signal()  # by a copy
    renewed = Signal()  # by a new one, as that of another player

    def __init__(self, navigation: Navigation, page: AccountPage, key: PlayerKey, tasks: Starts) -> None:
        super().__init__(page)
        self._navigation, self._page, self._key, self._tasks = navigation, page, key, tasks
        page.when_built(self._connect)

    def _connect(self) -> None:
        self._page.key.export.connect(self._ask_passphrase)
        self._page.key.import_.connect(self._ask_file)
        self._page.key.renew.connect(self._ask_to_renew)

    def _ask_passphrase(self) -> None:
        again = FieldInfo("again", tr("Repeat the passphrase"), secret=True)
        note = tr(
            "With the file and the passphrase, anybody can sign in as you. Without the passphrase the file is useless."
        )
        dialog = self._dialog("export", tr("Save a copy of the key"), tr("Choose a file"), note, again)

        def check(values: dict[str, str]) -> None:
            if len(values["passphrase"]) < MIN_PASSPHRASE:
                words = fill(tr("A passphrase has at least {low} characters."), {"low": MIN_PASSPHRASE})
                dialog.show_problem(Problem("passphrase", words))
                return
            dialog.accept()
            self._ask_where(values["passphrase"])

        dialog.submitted.connect(check)
        dialog.open()

    def _ask_where(self, passphrase: str) -> None:
        def save(path: str, _filter: int) -> None:
            words = fill(tr("The copy is in {file}."), {"file": path})
            self._run(partial(self._key.export, Path(path), passphrase), lambda _none: self._page.show_done(words))

        name = fill(tr("netgame key of {computer}"), {"computer": self._key.label or tr("this computer")})
        ask_save(self._page, tr("Save a copy of the key"), usual_folder(""), name, _filters(), save)

    def _ask_file(self) -> None:
        ask_open(self._page, usual_folder(""), _filters(), self._ask_to_open, tr("Use a copy of a key"))

    def _ask_to_open(self, path: str) -> None:
        note = fill(tr("It opens {file}."), {"file": Path(path).name})
        dialog = self._dialog("import", tr("Use a copy of a key"), tr("Open it"), note)

        def opened(key: DeviceKey) -> None:
            if dialog.is_open:
                dialog.accept()
                self._ask_to_replace(key)

        def failed(words: str) -> None:
            dialog.show_problem(Problem("passphrase", words))

        def submit(values: dict[str, str]) -> None:
            self._run(partial(self._key.read, Path(path), values["passphrase"]), opened, failed)

        dialog.submitted.connect(submit)
        dialog.open()

    def _ask_to_replace(self, key: DeviceKey) -> None:
        own = self._key.key
        if own is not None and own.public == key.public:
            self._page.show_done(tr("This computer has that key already."))
            return
        words = [
            tr("Servers will then recognize this computer as the one that the copy comes from."),
            tr("The current key stays beside it, in the folder of the settings."),
        ]

        def replaced(old: Path | None) -> None:
            done = tr("This computer has the key of the copy now.")
            if old is not None:
                done += " " + fill(tr("The old one is in {file}."), {"file": str(old)})
            self._page.show_done(done)
            self.replaced.emit()

        replace = partial(self._run, partial(self._key.take, key), replaced)
        answer = Answer(tr("Replace the key"), "danger", replace, "replace_key")
        self._navigation.ask(tr("Replace the key of this computer?"), words, [answer])

    def _ask_to_renew(self) -> None:
        words = [
            tr("Servers then see a new player here. It helps if this computer and another one have the same key."),
            tr("Guest accounts stay with the old key, which is kept. Registered players sign in by password."),
        ]

        def renewed(old: Path | None) -> None:
            self._page.show_done(fill(tr("This computer has a new key. The old one is in {file}."), {"file": str(old)}))
            self.renewed.emit()

        async def renew() -> Path | None:
            return await self._key.take(await trio.to_thread.run_sync(DeviceKey.new))

        answer = Answer(tr("Make a new key"), "danger", partial(self._run, renew, renewed), "renew_key")
        self._navigation.ask(tr("Make a new key for this computer?"), words, [answer])

    def _dialog(self, name: str, title: str, button: str, note: str, *more: FieldInfo) -> FormDialog:
        fields = (FieldInfo("passphrase", tr("Passphrase"), secret=True), *more)
        return FormDialog(self._navigation.theme, name, title, fields, button, self._page.window(), note)

    def _run(
        self,
        work: Callable[[], Awaitable[T]],
        done: Callable[[T], object],
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Run `work` as a trio task, then call one of the others; without `failed` a message says what is wrong."""

        async def task() -> None:
            try:
                answer = await work()
            except KeyFileError as error:
                (failed or self._show_error)(translate(error.text))
            else:
                done(answer)

        self._tasks.start_soon(task)

    def _show_error(self, words: str) -> None:
        self._navigation.ask(tr("That did not work"), [words], [], tr("Close"))


def _filters() -> list[Filter]:
    return [(tr("Keys of players"), ("key",))]
