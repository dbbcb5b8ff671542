"""Unexpected errors: a short dialog with details to copy, and an entry in a log file."""

import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit

from client_qt.__main__ import terminal_handler
from client_qt.app.fault_log import BACKUPS, MAX_BYTES, log_faults
from client_qt.app.main_window import MainWindow
from client_qt.program_info import details
from devtools.harness.window.clicks import press, settle
from tests.client.widget_tools import texts


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """A log in a folder of its own; nothing is written there after the test."""
    before = list(logging.getLogger().handlers)
    path = log_faults(tmp_path / "log", logging.Formatter("%(message)s"))
    assert path is not None
    yield path
    for handler in set(logging.getLogger().handlers) - set(before):
        logging.getLogger().removeHandler(handler)
        handler.close()


def broken(words: str) -> Exception:
    try:
        raise ValueError(words)
    except ValueError as error:
        return error


def fault(window: MainWindow) -> QDialog:
    (found,) = [dialog for dialog in window.findChildren(QDialog, "fault") if dialog.isVisible()]
    return found


def seen(dialog: QDialog) -> str:
    boxes = [box.toPlainText() for box in dialog.findChildren(QPlainTextEdit) if box.isVisible()]
    return "\n".join(texts(dialog) + boxes)


def test_one_dialog_lists_all_faults_until_it_is_closed_with_their_details(window: MainWindow, tmp_path: Path) -> None:
    window.log_path = tmp_path / "netgame.log"
    error = broken("the table has three legs")
    for _ in range(50):
        window.show_error(error)
    window.show_error(broken("twice"))
    settle()
    dialog = fault(window)
    assert "Traceback" not in seen(dialog)
    assert str(window.log_path) in seen(dialog)

    press(dialog, "show_details")
    assert seen(dialog).count("ValueError: the table has three legs") == 1
    assert "twice" in seen(dialog)
    press(dialog, "copy_details")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(details())
    assert "three legs" in copied

    press(dialog, "close")
    window.show_error(broken("thrice"))
    settle()
    press(fault(window), "show_details")
    assert "three legs" not in seen(fault(window))


def test_warnings_are_noted_and_what_is_usual_is_not_and_the_log_does_not_grow_for_ever(log: Path) -> None:
    assert not log.exists()
    logging.getLogger("client_qt").warning("the disk is full")
    logging.getLogger("client_qt").info("all is well")
    assert log.read_text("utf-8") == "the disk is full\n"

    for _ in range(40):
        logging.getLogger("client_qt").warning("x" * (MAX_BYTES // 8))
    sizes = [path.stat().st_size for path in log.parent.iterdir()]
    assert len(sizes) == BACKUPS + 1
    assert max(sizes) <= MAX_BYTES


def test_where_there_can_be_no_log_nobody_is_stopped(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.parent.rmdir()
    monkeypatch.setattr(logging, "raiseExceptions", False)  # which tells a developer, on stderr
    logging.getLogger("part").warning("odd")
    assert not log.exists()
    log.parent.write_text("a file where the folder should be")
    assert log_faults(log.parent, logging.Formatter()) is None


@pytest.mark.parametrize(("name", "printed"), [("zeroconf", False), ("asyncio", False), ("protocol.discovery", True)])
def test_the_terminal_shows_no_traceback_of_a_library(log: Path, name: str, printed: bool) -> None:
    stream = StringIO()
    handler = terminal_handler()
    handler.setStream(stream)
    logging.getLogger().addHandler(handler)
    logging.getLogger(name).warning("the network is gone", exc_info=broken("no route"))
    logging.getLogger().removeHandler(handler)

    assert ("no route" in stream.getvalue()) == printed
    assert "the network is gone" in log.read_text()
