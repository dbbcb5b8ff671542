"""Every dialog: opened, filled wrong, filled right, cancelled, and answered too late. One without a row here fails."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabWidget,
    QTextEdit,
    QWidget,
)  # fmt: skip

import client_qt
from client_qt.app.actions import shortcut_infos
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.about import AboutDialog
from client_qt.dialogs.dialog import Dialog
from client_qt.dialogs.export import AnimationDialog, AnimationOptions, PictureDialog, PictureOptions, ProgressDialog
from client_qt.dialogs.fault import FaultDialog
from client_qt.dialogs.form import FormDialog, ReportDialog, TableCodeDialog
from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.dialogs.shortcuts import ShortcutsDialog
from client_qt.pages.navigation import PageName
from client_qt.pages.play_now.dialog import PlayNowDialog
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.pages.rules.first_game import FirstGame
from client_qt.pages.tournaments.pair_dialog import PairDialog
from client_qt.pages.tournaments.time_dialog import TimeDialog
from client_qt.settings.schema import LastSeek
from client_qt.widgets.form_card import FieldInfo, Problem
from devtools.harness.window.clicks import settle
from devtools.harness.window.input_devices import Keys, Mouse, activate, within
from devtools.screenshots.staged_tournaments import NOW, played
from netgame.games import GAMES
from netgame.tournaments.state import Appointment
from tests.client.staging import seen
from tests.client.widget_tools import nameless, shows_focus

KEYS, MOUSE = Keys(), Mouse()
REFUSED = "That was not right. Try another one."
SMALLEST = (640, 400)  # a screen of 1280x800 at 200 %
Answers = list[Any]
Opener = Callable[[MainWindow, Answers], QDialog]


@dataclass(frozen=True)
class Row:
    """How a dialog is opened, what may be written in it, and the button that sends it."""

    open: Opener
    go: str = ""  # nothing to be filled in where there is none
    fields: tuple[str, ...] = ()  # in the order in which they are filled in
    wrong: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    refuse: Callable[[Any], None] = lambda dialog: dialog.show_error(REFUSED)
    options: dict[str, int] = field(default_factory=dict)  # boxes, and the line to choose there
    seen_at_once: bool = False  # what is wrong is said while it is written, and it cannot be sent


def answering(dialog: Any, answers: Answers) -> QDialog:
    for signal in ("submitted", "save_requested", "copy_requested"):
        if hasattr(dialog, signal):
            getattr(dialog, signal).connect(answers.append)
    return dialog  # type: ignore[no-any-return]


def form_dialog(window: MainWindow, answers: Answers) -> QDialog:
    lines = (
        FieldInfo("passphrase", "Passphrase", secret=True),
        FieldInfo("again", "Repeat the passphrase", secret=True),
    )
    return answering(FormDialog(window.theme, "export", "Save a copy", lines, "Choose a file", window), answers)


def question(window: MainWindow, answers: Answers) -> QDialog:
    answer = Answer("Do it", "danger", lambda: answers.append("done"), "do_it")
    return QuestionDialog(window.theme, "Really?", ["It cannot be undone."], [answer], window)


ROWS: dict[type[QDialog], Row] = {
    QuestionDialog: Row(question, "do_it"),
    FaultDialog: Row(lambda window, _told: FaultDialog(window.theme, None, window)),
    AboutDialog: Row(lambda window, _told: AboutDialog(window.theme, window)),
    ShortcutsDialog: Row(
        lambda window, _told: ShortcutsDialog(window.theme, shortcut_infos(), window.table.keys, window)
    ),
    FirstGame: Row(lambda window, _told: FirstGame(window.theme, next(iter(GAMES)), window)),
    TableCodeDialog: Row(
        lambda window, answers: answering(TableCodeDialog(window.theme, window), answers),
        "code_go", ("code_field",), ("wrong",), ("owl-elk",),
    ),
    ReportDialog: Row(
        lambda window, answers: answering(ReportDialog(window.theme, "Bob", window), answers),
        "report_go", ("report_text",), ("x",), ("He said bad words.",),
    ),
    ModerationDialog: Row(
        lambda window, answers: answering(ModerationDialog(window.theme, "a1", "Bob", True, window), answers),
        "moderation_go", ("moderation_reason",), ("x",), ("He cheats.",), options={"moderation_action": 2},
    ),
    PlayNowDialog: Row(
        lambda window, answers: answering(PlayNowDialog(window.theme, "The club", LastSeek(), window), answers),
        "play_now_go", options={"seek_rated": 2, "seek_within": 1, "seek_computers": 3},
    ),
    PairDialog: Row(
        lambda window, answers: answering(PairDialog(window.theme, played("swiss").state, str, window), answers),
        "pair_go", options={"pair_first": 0, "pair_second": 2},
    ),
    TimeDialog: Row(
        lambda window, answers: answering(TimeDialog(window.theme, Appointment(NOW + 10**9), NOW, window), answers),
        "propose_go",
    ),
    FormDialog: Row(
        form_dialog,
        "export_go", ("export_passphrase", "export_again"), ("four owls", "four elks"), ("four owls", "four owls"),
        lambda dialog: dialog.show_problem(Problem("again", REFUSED)),
    ),
    PictureDialog: Row(
        lambda window, answers: answering(
            PictureDialog(window.theme, PictureOptions(), lambda width, _coordinates: width, window), answers
        ),
        "picture_save", ("picture_width",), (), ("800",),
    ),
    AnimationDialog: Row(
        lambda window, answers: answering(
            AnimationDialog(window.theme, AnimationOptions(last=30), [None] * 30, lambda width, _c: width, window),
            answers,
        ),
        "animation_save", ("animation_first", "animation_last"), ("20", "10"), ("3", "9"),
        seen_at_once=True,
    ),
    ProgressDialog: Row(lambda window, _told: ProgressDialog(window.theme, "Painting", 10, window)),
}  # fmt: skip
FILLED = {kind: row for kind, row in ROWS.items() if row.go}
REFUSABLE = {kind: row for kind, row in FILLED.items() if row.wrong}
WAITING = {kind: row for kind, row in REFUSABLE.items() if not row.seen_at_once}  # for an answer


def out_of_reach(top: QWidget) -> list[str]:
    """Return the controls of a window that neither can be seen nor scrolled into view."""
    found = []
    for part in top.findChildren(QWidget):
        if (
            part.window() is not top
            or not part.isVisible()
            or not isinstance(part, QAbstractButton | QLineEdit | QComboBox)
        ):
            continue
        area, inner = part.parentWidget(), part
        while area is not top:
            if isinstance(area, QAbstractScrollArea):
                if isinstance(area, QScrollArea):
                    area.ensureWidgetVisible(part)
                inner = area  # whose own place counts from here on
            area = area.parentWidget()
        at = QRect(inner.mapTo(top, QPoint()), inner.size())
        if not top.rect().contains(at) and not top.rect().contains(QRect(part.mapTo(top, QPoint()), part.size())):
            found.append(f"{part.objectName() or part!r} at {at}")
    return found


def opened(window: MainWindow, kind: type[QDialog], answers: Answers) -> QDialog:
    dialog = ROWS[kind].open(window, answers)
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
    names = (found.name for found in pkgutil.walk_packages(client_qt.__path__, "client_qt."))
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    dialogs = {kind for kind in kinds if issubclass(kind, QDialog) and kind.__module__.startswith("client_qt")}

    assert {kind for kind in dialogs if not kind.__name__.startswith("_")} - {Dialog} == set(ROWS)


def focusable(dialog: QDialog) -> set[QWidget]:
    return {
        part
        for part in dialog.findChildren(QWidget)
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not isinstance(part, QTabWidget)  # its bar is there for it
        and part.objectName() != "qt_spinbox_lineedit"
    }


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.__name__)
def test_tab_reaches_all_of_a_dialog_and_escape_closes_it(window: MainWindow, kind: type[QDialog]) -> None:
    answers: Answers = []
    window.home.host_tile.setFocus()
    dialog = opened(window, kind, answers)
    assert dialog.windowTitle().strip()
    wanted, reached = focusable(dialog), set()
    for _ in range(2 * len(wanted) + 4):
        focus = QApplication.focusWidget()
        assert dialog.isAncestorOf(focus)
        reached.add(focus)
        KEYS.press(Qt.Key.Key_Tab)
    assert {part.objectName() or str(part) for part in wanted - reached} == set()
    assert nameless(dialog) == []
    framed = [part for part in focusable(dialog) if not isinstance(part, QTextEdit | QLabel)]
    assert [part.objectName() or str(part) for part in framed if not shows_focus(part)] == []

    KEYS.press(Qt.Key.Key_Escape)
    assert not shiboken6.isValid(dialog) or not dialog.isVisible()
    assert answers == []
    activate(window)
    assert QApplication.focusWidget() is window.home.host_tile, "it has the keyboard again"


@pytest.mark.parametrize("kind", REFUSABLE, ids=lambda kind: kind.__name__)
def test_what_is_wrong_is_said_in_the_dialog_and_nothing_typed_is_lost(window: MainWindow, kind: type[QDialog]) -> None:
    row, answers = ROWS[kind], []  # type: ignore[var-annotated]
    dialog = opened(window, kind, answers)
    fill_in(dialog, row, row.wrong)
    if not row.seen_at_once:
        KEYS.tab_to(within(dialog, row.go))
        KEYS.press(Qt.Key.Key_Space)
        row.refuse(dialog)
    settle()

    assert dialog.isVisible()
    if not row.seen_at_once:
        assert REFUSED in seen(dialog)
    assert texts_in(dialog, row) == row.wrong
    go = dialog.findChild(QWidget, row.go)
    assert go is not None
    assert go.isEnabled() != row.seen_at_once, "what was refused can be tried again, what cannot be is not sent"


@pytest.mark.parametrize("kind", FILLED, ids=lambda kind: kind.__name__)
def test_what_is_right_is_sent_once(window: MainWindow, kind: type[QDialog]) -> None:
    row, answers = ROWS[kind], []  # type: ignore[var-annotated]
    dialog = opened(window, kind, answers)
    fill_in(dialog, row, row.right)
    MOUSE.click(within(dialog, row.go))
    if shiboken6.isValid(dialog) and dialog.isVisible():
        KEYS.press(Qt.Key.Key_Return)  # an impatient hand

    assert len(answers) == 1
    assert all(text in str(answers[0]) for text in row.right)


@pytest.mark.parametrize("kind", WAITING, ids=lambda kind: kind.__name__)
def test_an_answer_that_comes_after_cancel_breaks_nothing(window: MainWindow, kind: type[QDialog]) -> None:
    dialog = opened(window, kind, [])
    KEYS.press(Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # type: ignore[arg-type]  # of all
    assert not shiboken6.isValid(dialog)
    ROWS[kind].refuse(dialog)
    dialog.accept()


def test_a_closed_progress_dialog_ignores_progress(window: MainWindow) -> None:
    progress = opened(window, ProgressDialog, [])
    assert isinstance(progress, ProgressDialog)
    KEYS.press(Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # type: ignore[arg-type]  # of all
    progress.show_done(3)
    assert not progress.is_open


def test_a_question_is_asked_once_however_often_there_is_a_reason(window: MainWindow) -> None:
    for _ in range(3):
        window.ask("Stop hosting?", ["You host a game."], [])
        settle()
    assert [dialog.windowTitle() for dialog in window.findChildren(QuestionDialog) if dialog.isVisible()] == [
        "Stop hosting?"
    ]


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.__name__)
def test_each_dialog_fits_a_small_window_or_scrolls(window: MainWindow, kind: type[QDialog]) -> None:
    window.resize(*SMALLEST)
    dialog = opened(window, kind, [])
    assert dialog.width() <= window.width()
    assert dialog.height() <= window.height()
    assert out_of_reach(dialog) == []
    dialog.close()


@pytest.mark.parametrize("text", [1.0, pytest.param(1.5, marks=pytest.mark.sweep)])
def test_each_page_fits_a_small_window_or_scrolls(window: MainWindow, text: float) -> None:
    window.theme.choose(zoom=text)
    window.resize(*SMALLEST)
    hidden = dict[str, list[str]]()
    for page in get_args(PageName):
        window.show_page(page)
        settle()
        assert (window.width(), window.height()) == SMALLEST, page
        hidden[page] = out_of_reach(window)
    window.theme.choose(zoom=1.0)

    assert {page: parts for page, parts in hidden.items() if parts} == {}
