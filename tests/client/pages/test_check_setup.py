"""Check my set-up by clicks: the ways there, rows that come one by one, stopping, copying."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.pages.check_setup.page import CheckRow
from client_qt.theme import Theme
from tests.client.clicks import button, click, press, settle, type_text
from tests.client.program import client, until
from tests.client.program import press as press_when_there
from tests.project.sources import ROOT
from tests.screenshots.help_pages import shots

ROW = CheckRow("firewall", "problem", "The firewall", "It is shut.", "Open it.", "sudo one\nsudo two")


def seen(widget: QWidget) -> str:
    return " | ".join(found.text() for found in widget.findChildren(QLabel) if found.isVisible())


def test_rows_appear_one_by_one_with_their_sign_and_what_to_do(new_window: MainWindow) -> None:
    page = new_window.doctor
    new_window.show_page("doctor")
    page.show_step("The firewall", 3, 12)
    page.add(CheckRow("program", "fine", "This program", "netgame 0.1"))
    page.add(ROW)
    settle()

    assert "4 of 12: The firewall" in seen(page)
    assert "Open it." in seen(page)
    row = page.findChild(QWidget, "doctor_firewall")
    assert row.accessibleName().endswith("The firewall It is shut.")
    progress = page.findChild(QProgressBar)
    assert progress.isVisible()
    page.show_done()
    assert "1 thing needs a look." in seen(page)
    assert not progress.isVisible()


def test_lines_for_the_firewall_are_copied_by_a_click(window: MainWindow) -> None:
    window.show_page("doctor")
    window.doctor.add(ROW)
    settle()

    press(window.doctor, "copy_firewall")

    assert QApplication.clipboard().text() == "sudo one\nsudo two"


def test_enter_in_the_field_checks_that_address_and_the_button_stops(window: MainWindow, qtbot: QtBot) -> None:
    page = window.doctor
    window.show_page("doctor")
    settle()
    type_text(page.friend, "192.168.1.20")
    with qtbot.waitSignal(page.check) as asked:
        QTest.keyClick(page.friend, Qt.Key.Key_Return)
    assert asked.args == ["192.168.1.20"]

    page.show_step("Networks", 0, 12)
    assert button(page, "doctor_go").text() == "Stop"
    with qtbot.waitSignal(page.stop):
        press(page, "doctor_go")


@pytest.mark.parametrize("size", [(800, 560), (1280, 800)])
def test_no_word_is_cut_however_small_the_window(window: MainWindow, size: tuple[int, int]) -> None:
    for _name, prepare in shots(window):
        prepare()
        window.resize(*size)
        settle()
        for words in window.doctor.findChildren(QLabel):
            if words.isVisible() and words.text() and words.wordWrap():
                assert words.height() >= words.heightForWidth(words.width()), words.text()


@pytest.fixture
def no_window_is_left(qapp: QApplication) -> Iterator[None]:
    yield
    for widget in QApplication.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    settle()


def words_of(app: Application) -> str:
    return seen(app.window.doctor)


@pytest.mark.slow
@pytest.mark.qt_trio
@pytest.mark.usefixtures("no_window_is_left")
async def test_every_way_leads_to_the_doctor_who_begins_at_once(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as ann:
        window = ann.window
        await press_when_there(window.home, "check_setup")
        await until(lambda: window.page == "doctor")
        await until(lambda: "of 1" not in words_of(ann) and window.doctor.rows)
        await until(lambda: "Not checked" not in words_of(ann))

        window.action("home").trigger()
        window.action("doctor").trigger()
        await until(lambda: len(window.doctor.rows) >= 3)
        back = window.doctor.findChild(QWidget, "")
        assert back is not None
        window.doctor.back.emit()
        assert window.page == "home"

        click(window.home.join_door)
        await until(lambda: window.page == "join")
        type_text(window.join.address, "127.0.0.1:1")
        await press_when_there(window.join, "find_out")
        await until(lambda: "no server runs there on port 1" in words_of(ann))
        await press_when_there(window.doctor, "doctor_go")
        await until(lambda: "Stopped before the end." in words_of(ann))
        window.doctor.back.emit()
        assert window.page == "join"


@pytest.mark.slow
@pytest.mark.qt_trio
@pytest.mark.usefixtures("no_window_is_left")
async def test_the_waiting_table_asks_why_nobody_comes_and_hears_that_its_server_answers(
    theme: Theme, tmp_path: Path
) -> None:
    async with client(theme, tmp_path / "a", "Ann") as ann:
        window = ann.window
        click(window.home.host_door)
        await press_when_there(window.host, "go")
        await until(lambda: window.page == "table" and window.table.place.waiting.isVisible())
        assert "not yet" in seen(window.table.place.waiting)
        at = ("127.0.0.1", ann.hosting.server.port)
        with socket.create_connection(at, source_address=("127.0.0.2", 0)):  # that is as far away as a test may go
            await until(lambda: "Reached from another computer: yes" in seen(window.table.place.waiting))
        await press_when_there(window.table.place.waiting, "why_not_seen")

        await until(lambda: "Your server answers at 127.0.0.1" in words_of(ann))
        await until(lambda: "things need a look" in words_of(ann) or "One thing needs" in words_of(ann))
        await press_when_there(window.doctor, "doctor_copy")
        text = QApplication.clipboard().text()
        assert "[fine] The game hosted here" in text
        assert "Qt 6" in text
        window.doctor.back.emit()
        assert window.page == "table"


@pytest.mark.slow
def test_the_doctor_works_on_a_terminal_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client_qt", "--check", "127.0.0.1:1", "--home", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NETGAME_LAN": "lo"}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert (
        "[PROBLEM] The address of your friend: The computer at 127.0.0.1 answers, but no server runs there"
        in done.stdout
    )
    assert "[fine] Space for games" in done.stdout
