"""Saving a copy of the key and using one, by clicks through all questions, and cancelled on the way."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.dialogs.form import FormDialog
from client_qt.net.player_key import FILE
from client_qt.theme import Theme
from tests.client.clicks import type_text
from tests.client.program import client, press, until
from tests.client.widget_tools import label_text

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
PHRASE = "twelve green parrots"


async def form(app: Application, **values: str) -> FormDialog:
    asking: FormDialog = await until(lambda: app.window.findChild(FormDialog))
    for name, text in values.items():
        field = asking.findChild(QLineEdit, name)
        field.clear()
        type_text(field, text)
    return asking


async def choose(app: Application, path: Path) -> None:
    dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await until(lambda: app.window.findChild(QFileDialog, "files") is None)


async def note(app: Application, words: str) -> None:
    await until(lambda: words in label_text(app.window.account, "account_done"))


async def save_copy(app: Application, path: Path) -> None:
    app.window.show_page("account")
    await press(app.window.account, "export_key")
    asking = await form(app, export_passphrase=PHRASE, export_again=PHRASE)
    await press(asking, "export_go")
    await choose(app, path)
    await until(path.exists)  # the note of an earlier test may still be shown
    await note(app, path.name)


async def use_copy(app: Application, path: Path, phrase: str = PHRASE) -> FormDialog:
    app.window.show_page("account")
    await press(app.window.account, "import_key")
    await choose(app, path)
    asking = await form(app, import_passphrase=phrase)
    await press(asking, "import_go")
    return asking


async def test_a_copy_makes_another_computer_the_same_player(ann: Application, theme: Theme, tmp_path: Path) -> None:
    copy = tmp_path / "copy.key"
    await save_copy(ann, copy)
    async with client(theme, tmp_path / "b", "Ann") as there:
        asking = await use_copy(there, copy, "not the passphrase")
        wrong = asking.findChild(QLabel, "import_passphrase_wrong")
        await until(wrong.isVisible)
        await form(there, import_passphrase=PHRASE)
        await press(asking, "import_go")
        await press(await until(lambda: there.window.findChild(QDialog, "ask")), "replace_key")
        await note(there, "player-1.key")

        assert ann.player_key.key.public == there.player_key.key.public


async def test_nothing_is_saved_with_a_short_passphrase_or_after_cancel(ann: Application) -> None:
    ann.window.show_page("account")
    await press(ann.window.account, "export_key")
    asking = await form(ann, export_passphrase="short", export_again="short")
    await press(asking, "export_go")
    wrong = asking.findChild(QLabel, "export_passphrase_wrong")
    assert wrong.isVisible()
    await press(asking, "cancel")
    await until(lambda: ann.window.findChild(FormDialog) is None)

    assert ann.window.findChild(QFileDialog, "files") is None


async def test_a_cancelled_import_keeps_the_key(ann: Application, bob: Application, tmp_path: Path) -> None:
    copy = tmp_path / "copy.key"
    await save_copy(ann, copy)
    await bob.player_key.ready()
    file = bob.settings.path.parent / FILE
    before = file.read_bytes()
    await use_copy(bob, copy)
    await press(await until(lambda: bob.window.findChild(QDialog, "ask")), "cancel")

    assert file.read_bytes() == before
    await use_copy(ann, copy)
    await note(ann, "has that key already")
