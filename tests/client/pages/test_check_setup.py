"""Check my set-up by clicks: how it is opened, its rows, stop and copy."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QWidget

from client_qt.__main__ import main
from client_qt.app.main_window import MainWindow
from client_qt.feedback.sounds import NoLoudspeaker, Sounds
from client_qt.pages.check_setup.controller import check_sound
from client_qt.pages.check_setup.page import CheckSetupPage
from client_qt.theme import Theme
from devtools.harness.window.clicks import click, press, settle, type_text
from devtools.harness.window.program import client, real_server, until
from devtools.harness.window.program import press as press_when_there
from devtools.harness.window.together import host, port_of
from netgame.text import Text
from protocol.diagnostics import Check, Finding, Setup
from protocol.diagnostics.ports import check_port
from tests.client.widget_tools import emitted, texts

FIREWALL = Check("firewall", Text("The firewall"), trio.sleep_forever)
SHUT = Finding("problem", Text("It is shut."), Text("Open it."), "sudo one\nsudo two")


def states(page: CheckSetupPage) -> dict[str, str]:
    return {check.key: finding.state for check, finding in page.findings}


def is_running(page: CheckSetupPage) -> bool:
    return page.findChild(QProgressBar).isVisible()


def test_rows_appear_one_by_one_with_advice_and_commands_to_copy(window: MainWindow) -> None:
    page = window.check_setup
    window.show_page("check_setup")
    page.show_step(FIREWALL, 3, 12)
    page.add(Check("program", Text("This program"), trio.sleep_forever), Finding("fine", Text("netgame 0.1")))
    page.add(FIREWALL, SHUT)
    settle()

    assert "Open it." in texts(page)
    row = page.findChild(QWidget, "check_setup_firewall")
    assert row.accessibleName().endswith("The firewall It is shut.")
    assert is_running(page)
    press(page, "copy_firewall")
    assert QApplication.clipboard().text() == SHUT.commands
    page.show_done()
    assert not is_running(page)


def test_the_clock_is_shown_in_the_notation_of_the_locale(window: MainWindow) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    clock = Check("clock", Text("The clock"), trio.sleep_forever)

    window.check_setup.add(clock, Finding("fine", Text("The clock shows {time}", {"time": "2026-11-22 18:05"})))

    row = window.check_setup.findChild(QWidget, "check_setup_clock")
    assert "22.11.2026 18:05" in row.accessibleName()


def test_enter_in_the_field_checks_that_address_also_while_checks_run_and_the_button_stops(window: MainWindow) -> None:
    page = window.check_setup
    asked, stopped = emitted(page.check), emitted(page.stop)
    window.show_page("check_setup")
    page.show_done()
    settle()
    type_text(page.friend, "192.168.1.20")
    QTest.keyClick(page.friend, Qt.Key.Key_Return)
    page.show_step(FIREWALL, 0, 12)
    QTest.keyClick(page.friend, Qt.Key.Key_Return)
    press(page, "check_setup_go")

    assert asked == ["192.168.1.20"] * 2
    assert len(stopped) == 1
    page.friend.clear()


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_the_check_is_opened_from_several_pages_and_from_a_waiting_table_and_finds_its_server(
    theme: Theme, tmp_path: Path
) -> None:
    async with client(theme, tmp_path, "Ann", server_in=real_server) as ann:
        window, page, waiting = ann.window, ann.window.check_setup, ann.window.table.place.waiting
        await press_when_there(window.home, "check_setup")
        await until(lambda: window.page == "check_setup")
        await until(lambda: page.findings and not is_running(page))

        window.action("home").trigger()
        window.action("check_setup").trigger()
        await until(lambda: len(page.findings) >= 3)
        page.back.emit()
        assert window.page == "home"

        click(window.home.join_tile)
        await until(lambda: window.page == "join")
        type_text(window.join.address, "127.0.0.1:1")
        await press_when_there(window.join, "find_out")
        await until(lambda: states(page).get("friend") == "problem")
        await press_when_there(page, "check_setup_go")
        await until(lambda: not is_running(page))
        page.back.emit()
        assert window.page == "join"

        window.action("home").trigger()
        await host(ann)
        reached = waiting.findChild(QLabel, "reached")
        assert reached.property("tone") == "muted"
        with socket.create_connection(("127.0.0.1", port_of(ann)), source_address=("127.0.0.2", 0)):
            await until(lambda: reached.property("tone") == "ok")  # as from another computer
        await press_when_there(waiting, "why_not_seen")
        await until(lambda: page.findings and not is_running(page))
        assert states(page)["own_server"] == "fine"
        await press_when_there(page, "check_setup_copy")
        assert all(check.title.template in QApplication.clipboard().text() for check, _ in page.findings)
        page.back.emit()
        assert window.page == "table"

        of_another = await check_port(Setup("lo", "test-computer.local", tmp_path, port=port_of(ann)))
        assert (of_another.state, of_another.commands) == ("fine", ""), "a port where another netgame hosts"


def test_the_check_runs_on_a_terminal_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "127.0.0.1:1", "--home", str(tmp_path)]) == 1

    said = capsys.readouterr().out
    assert "[PROBLEM]" in said
    assert "[fine]" in said


class Speaker:
    """A loudspeaker that can be opened and is never started."""

    running = False

    def __enter__(self) -> "Speaker":
        return self

    def __exit__(self, *_error: object) -> None:
        """There is nothing to close."""

    def stop(self) -> None:
        """It was not started."""


def no_speaker() -> Speaker:
    raise NoLoudspeaker


@pytest.mark.qt_trio
@pytest.mark.parametrize(("open_speaker", "state"), [(Speaker, "fine"), (no_speaker, "unknown")])
async def test_the_check_of_sounds_says_the_same_as_the_preferences(
    open_speaker: Callable[[], Speaker], state: str
) -> None:
    sounds = Sounds(open_speaker=open_speaker)
    finding = await check_sound(sounds)
    sounds.close()

    assert finding.state == state
    assert bool(sounds.why_not) == (state != "fine")
