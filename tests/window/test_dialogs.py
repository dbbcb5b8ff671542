"""Every dialog: opened, filled wrong, filled right, cancelled, and answered too late. One without a row here fails."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

import client_qt
from client_qt.look import Theme
from client_qt.models.account import Problem
from client_qt.windows.about import AboutDialog
from client_qt.windows.account import AccountPage
from client_qt.windows.ask import Answer, Ask
from client_qt.windows.askcode import AskCode
from client_qt.windows.askform import AskForm
from client_qt.windows.askmeasure import AskMeasure
from client_qt.windows.askreport import AskReport
from client_qt.windows.fault import FaultDialog
from client_qt.windows.filedialogs import ask_folder, ask_open, ask_save
from client_qt.windows.firstgame import FirstGame
from client_qt.windows.formcard import FieldInfo, FormCard
from client_qt.windows.main import MainWindow
from client_qt.windows.parts import Patient
from client_qt.windows.shortcuts import ShortcutsDialog
from netgame.games import GAMES
from tests.client.clicks import settle
from tests.client.staging import seen
from tests.window.hands import Keys, Mouse, within

KEYS, MOUSE = Keys(), Mouse()
REFUSED = "That was not right. Try another one."
Told = list[Any]
Opener = Callable[[MainWindow, Told], QDialog]


@dataclass(frozen=True)
class Row:
    """How a dialog is opened, what may be written in it, and the button that sends it."""

    open: Opener
    go: str = ""  # nothing to be filled in where there is none
    fields: tuple[str, ...] = ()  # in the order in which they are filled in
    wrong: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    refuse: Callable[[Any], None] = lambda dialog: dialog.say(REFUSED)
    sentence: str = REFUSED
    options: dict[str, int] = field(default_factory=dict)  # boxes, and the line to choose there


def form_dialog(window: MainWindow, told: Told) -> QDialog:
    lines = (FieldInfo("passphrase", "Passphrase", secret=True), FieldInfo("again", "The same again", secret=True))
    form = FormCard(window.theme, "export", "Save a copy", lines, "Choose a file")
    form.sent.connect(told.append)
    return AskForm(window.theme, form, "Save a copy", window)


def question(window: MainWindow, told: Told) -> QDialog:
    answer = Answer("Do it", "danger", lambda: told.append("done"), "do_it")
    return Ask(window.theme, "Really?", ["It cannot be undone."], [answer], window)


ROWS: dict[type[QDialog], Row] = {
    Ask: Row(question),
    FaultDialog: Row(lambda window, _told: FaultDialog(window.theme, None, window)),
    AboutDialog: Row(lambda window, _told: AboutDialog(window.theme, window)),
    ShortcutsDialog: Row(lambda window, _told: ShortcutsDialog(window.theme, window.menuBar(), window)),
    FirstGame: Row(lambda window, _told: FirstGame(window.theme, next(iter(GAMES)), window)),
    AskCode: Row(
        lambda window, told: AskCode(window.theme, told.append, window),
        "code_go", ("code_field",), ("wrong",), ("owl-elk",),
    ),
    AskReport: Row(
        lambda window, told: AskReport(window.theme, "Bob", told.append, window),
        "report_go", ("report_text",), ("x",), ("He said bad words.",),
    ),
    AskMeasure: Row(
        lambda window, told: AskMeasure(window.theme, "a1", "Bob", told.append, window),
        "measure_go", ("measure_reason",), ("x",), ("He cheats.",), options={"measure": 2},
    ),
    AskForm: Row(
        form_dialog,
        "export_go", ("export_passphrase", "export_again"), ("four owls", "four elks"), ("four owls", "four owls"),
        lambda _dialog: None, "These are not the same. Type it again.",
    ),
}  # fmt: skip
FILLED = {kind: row for kind, row in ROWS.items() if row.go}


@pytest.fixture(scope="module")
def window(_session_theme: Theme) -> Iterator[MainWindow]:
    _session_theme.choose(ui="light", board="auto", reduced_motion=True, zoom=1.0)
    made = MainWindow(_session_theme)
    made.resize(1280, 800)
    made.show()
    made.activateWindow()
    settle()
    yield made
    made.may_close = True
    made.close()
    made.deleteLater()
    settle()


@pytest.fixture
def no_window_is_left(window: MainWindow) -> Iterator[None]:
    """The main window stays for the next test; only what was opened over it goes."""
    come_back(window)
    yield
    for dialog in window.findChildren(QDialog):
        dialog.close()
    settle()


def come_back(window: QWidget) -> None:
    """The window manager gives the keyboard to the window below; without a screen there is none."""
    window.activateWindow()
    settle()


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(client_qt.__path__, "client_qt."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def opened(window: MainWindow, kind: type[QDialog], told: Told) -> QDialog:
    dialog = ROWS[kind].open(window, told)
    dialog.open()
    settle()
    assert dialog.isVisible()
    assert QApplication.activeWindow() is dialog
    return dialog


def fill_in(dialog: QDialog, row: Row, texts: tuple[str, ...]) -> None:
    for name, line in row.options.items():
        KEYS.choose(within(dialog, name), line)  # type: ignore[arg-type]  # a box
    for name, text in zip(row.fields, texts, strict=True):
        KEYS.tab_to(within(dialog, name))
        KEYS.write(text)


def texts_in(dialog: QDialog, row: Row) -> tuple[str, ...]:
    parts = [within(dialog, name) for name in row.fields]
    return tuple(p.toPlainText() if isinstance(p, QPlainTextEdit) else p.text() for p in parts)  # type: ignore[attr-defined]


def test_each_dialog_has_its_row() -> None:
    found = {
        kind
        for module in modules()
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, QDialog) and kind.__module__.startswith("client_qt")
    }

    assert found - {Patient} == set(ROWS)


def test_each_function_that_asks_for_a_file_has_its_test() -> None:
    files = importlib.import_module("client_qt.windows.filedialogs")

    assert {name for name in vars(files) if name.startswith("ask_")} == {"ask_open", "ask_save", "ask_folder"}


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.__name__)
def test_a_dialog_that_is_cancelled_does_nothing_and_gives_the_keyboard_back(
    window: MainWindow, kind: type[QDialog]
) -> None:
    told: Told = []
    window.home.host_door.setFocus()
    dialog = opened(window, kind, told)
    assert dialog.windowTitle().strip()
    within_it = QApplication.focusWidget()
    assert within_it is not None
    assert dialog.isAncestorOf(within_it)

    KEYS.press(Qt.Key.Key_Escape)

    assert not shiboken6.isValid(dialog) or not dialog.isVisible()
    assert told == []
    come_back(window)
    assert QApplication.focusWidget() is window.home.host_door


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.__name__)
def test_tab_goes_round_in_a_dialog_and_stays_there(window: MainWindow, kind: type[QDialog]) -> None:
    dialog = opened(window, kind, [])
    wanted = {
        part
        for part in dialog.findChildren(QWidget)
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not isinstance(part, QTabWidget)  # its bar is there for it
    }
    reached = set()
    for _ in range(2 * len(wanted) + 4):
        KEYS.press(Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())

    assert {part.objectName() or str(part) for part in wanted - reached} == set()
    assert all(part is not None and dialog.isAncestorOf(part) for part in reached)


@pytest.mark.parametrize("kind", FILLED, ids=lambda kind: kind.__name__)
def test_what_is_wrong_is_said_in_the_dialog_and_nothing_typed_is_lost(window: MainWindow, kind: type[QDialog]) -> None:
    row, told = ROWS[kind], []  # type: ignore[var-annotated]
    dialog = opened(window, kind, told)
    fill_in(dialog, row, row.wrong)
    KEYS.tab_to(within(dialog, row.go))
    KEYS.press(Qt.Key.Key_Space)
    row.refuse(dialog)
    settle()

    assert dialog.isVisible()
    assert row.sentence in seen(dialog)
    assert texts_in(dialog, row) == row.wrong
    assert within(dialog, row.go), "it can be tried again"


@pytest.mark.parametrize("kind", FILLED, ids=lambda kind: kind.__name__)
def test_what_is_right_is_sent_once(window: MainWindow, kind: type[QDialog]) -> None:
    row, told = ROWS[kind], []  # type: ignore[var-annotated]
    dialog = opened(window, kind, told)
    fill_in(dialog, row, row.right)
    MOUSE.click(within(dialog, row.go))
    KEYS.press(Qt.Key.Key_Return)  # an impatient hand

    assert len(told) == 1
    assert all(text in str(told[0]) for text in row.right)


@pytest.mark.parametrize("kind", FILLED, ids=lambda kind: kind.__name__)
def test_an_answer_that_comes_after_cancel_breaks_nothing(window: MainWindow, kind: type[QDialog]) -> None:
    assert issubclass(kind, Patient)
    dialog = opened(window, kind, [])
    KEYS.press(Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # type: ignore[arg-type]  # of all
    assert not shiboken6.isValid(dialog)

    ROWS[kind].refuse(dialog)
    dialog.accept()


def test_an_answer_does_what_it_says_once(window: MainWindow) -> None:
    told: Told = []
    dialog = opened(window, Ask, told)

    MOUSE.click(within(dialog, "do_it"))

    assert told == ["done"]


# ---- files


def file_dialog(window: MainWindow) -> QFileDialog:
    settle()
    (found,) = [dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible()]
    return found


def name_field(dialog: QFileDialog) -> QLineEdit:
    found = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(found, QLineEdit)
    return found


def answer_message(said: list[str]) -> None:
    """Read the message over the file dialog and close it."""
    for box in QApplication.topLevelWidgets():
        if isinstance(box, QMessageBox) and box.isVisible():
            said.append(box.text())
            box.reject()


FILTERS = (("Records", ("netgame",)),)


def test_a_file_that_is_not_there_is_said_and_one_that_is_there_is_opened(window: MainWindow, tmp_path: Path) -> None:
    chosen: list[str] = []
    said: list[str] = []
    (tmp_path / "match.netgame").write_text("1")
    ask_open(window, str(tmp_path), FILTERS, chosen.append)
    dialog = file_dialog(window)
    KEYS.tab_to(name_field(dialog))
    KEYS.write("nothing.netgame")
    QTimer.singleShot(50, window, lambda: answer_message(said))
    KEYS.press(Qt.Key.Key_Return)

    assert len(said) == 1
    assert "nothing.netgame" in said[0]
    assert (chosen, dialog.isVisible(), name_field(dialog).text()) == ([], True, "nothing.netgame")
    come_back(dialog)
    KEYS.write("match.netgame")
    KEYS.press(Qt.Key.Key_Return)

    assert chosen == [str(tmp_path / "match.netgame")]


def test_a_file_is_not_overwritten_before_it_is_asked(window: MainWindow, tmp_path: Path) -> None:
    chosen: list[str] = []
    said: list[str] = []
    (tmp_path / "match.netgame").write_text("1")
    ask_save(window, "Save", str(tmp_path), "match", FILTERS, lambda path, _kind: chosen.append(path))
    dialog = file_dialog(window)
    QTimer.singleShot(50, window, lambda: answer_message(said))
    KEYS.tab_to(name_field(dialog))
    KEYS.press(Qt.Key.Key_Return)

    assert len(said) == 1
    assert (chosen, dialog.isVisible()) == ([], True)
    come_back(dialog)
    KEYS.write("other")
    KEYS.press(Qt.Key.Key_Return)

    assert chosen == [str(tmp_path / "other.netgame")]


@pytest.mark.parametrize("what", ["open", "save", "folder"])
def test_no_file_is_chosen_by_who_cancels(window: MainWindow, tmp_path: Path, what: str) -> None:
    chosen: Told = []
    asks = {
        "open": lambda: ask_open(window, str(tmp_path), FILTERS, chosen.append),
        "save": lambda: ask_save(window, "Save", str(tmp_path), "m", FILTERS, lambda *path: chosen.append(path)),
        "folder": lambda: ask_folder(window, str(tmp_path), chosen.append),
    }
    asks[what]()
    dialog = file_dialog(window)

    KEYS.press(Qt.Key.Key_Escape)

    assert not shiboken6.isValid(dialog) or not dialog.isVisible()
    assert chosen == []
    assert list(tmp_path.iterdir()) == []


# ---- forms in a page


def forms() -> set[str]:
    """The names of all forms, as they stand in the code."""
    code = "\n".join(path.read_text() for path in Path(client_qt.__path__[0]).rglob("*.py"))
    return set(re.findall(r'FormCard\(\s*(?:self\._window\.)?theme,\s*"(\w+)"', code))


WRONG_FIELDS = {
    "sign_up": ("name", "password", "again"), "sign_in": ("name", "password"), "code": ("code",),
    "password": ("old", "new", "again"),
}  # fmt: skip
IN_DIALOGS = {"export", "import"}  # the same kind of form, in AskForm


def test_each_form_has_its_row() -> None:
    assert forms() == set(WRONG_FIELDS) | IN_DIALOGS


@pytest.mark.parametrize("name", WRONG_FIELDS)
def test_a_form_says_what_is_empty_and_what_a_server_refused_and_keeps_the_rest(window: MainWindow, name: str) -> None:
    page: AccountPage = window.account
    window.show_page("account")
    form, told = page.forms[name], []  # type: ignore[index,var-annotated]
    form.show()
    form.done()
    form.sent.connect(told.append)
    settle()
    KEYS.tab_to(form.fields[WRONG_FIELDS[name][0]])
    KEYS.press(Qt.Key.Key_Return)
    assert "Please fill this in." in seen(form)
    assert told == []

    for part in WRONG_FIELDS[name]:
        KEYS.tab_to(form.fields[part])
        KEYS.write("five blue elks")
    KEYS.press(Qt.Key.Key_Return)
    KEYS.press(Qt.Key.Key_Return)
    assert told == [dict.fromkeys(WRONG_FIELDS[name], "five blue elks")]
    form.say(Problem(WRONG_FIELDS[name][0], REFUSED))
    assert REFUSED in seen(form)
    assert [line.text() for line in form.fields.values()] == ["five blue elks"] * len(form.fields)
