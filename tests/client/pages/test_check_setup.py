"""Check my set-up by clicks: how it is opened, its rows, stop and copy."""

from pathlib import Path

import pytest
import trio
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QWidget

from client_qt.__main__ import main
from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.feedback.sounds import NoLoudspeaker, Sounds
from client_qt.pages.check_setup.controller import check_sound
from client_qt.pages.check_setup.page import CheckSetupPage
from devtools.harness.server.serving import listening, running_on_loopback
from devtools.harness.window.clicks import click, press, settle, type_text
from devtools.harness.window.program import press as press_when_there
from devtools.harness.window.program import until
from devtools.harness.window.together import host
from netgame.text import Text
from protocol.address import Address
from protocol.diagnostics import Check, Finding, Setup
from protocol.diagnostics.ports import check_port
from tests.client.feedback.test_sounds import Speaker
from tests.client.widget_tools import emitted, texts

pytestmark = pytest.mark.qt_trio
FIREWALL = Check("firewall", Text("The firewall"), trio.sleep_forever)
SHUT = Finding("problem", Text("It is shut."), Text("Open it."), "sudo one\nsudo two")


def is_running(page: CheckSetupPage) -> bool:
    return page.findChild(QProgressBar).isVisible()


def test_rows_appear_with_advice_and_commands_to_copy_and_an_address_is_checked_at_any_time(window: MainWindow) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    page, clock = window.check_setup, Text("The clock shows {time}", {"time": "2026-11-22 18:05"})
    asked, stopped = emitted(page.check), emitted(page.stop)
    window.show_page("check_setup")
    page.show_step(FIREWALL, 3, 12)
    page.add(Check("clock", Text("The clock"), trio.sleep_forever), Finding("fine", clock))
    page.add(FIREWALL, SHUT)
    settle()
    assert "Open it." in texts(page)
    rows = [page.findChild(QWidget, f"check_setup_{key}").accessibleName() for key in ("clock", "firewall")]
    assert "22.11.2026 18:05" in rows[0], "in the notation of the locale"
    assert rows[1].endswith("The firewall It is shut.")
    press(page, "copy_firewall")
    assert QApplication.clipboard().text() == SHUT.commands

    for is_over in (False, True):
        if is_over:
            page.show_done()
        assert is_running(page) != is_over
        settle()
        page.friend.clear()
        type_text(page.friend, "192.168.1.20")
        QTest.keyClick(page.friend, Qt.Key.Key_Return)
    assert asked == ["192.168.1.20"] * 2
    page.show_step(FIREWALL, 0, 12)
    press(page, "check_setup_go")
    assert len(stopped) == 1
    page.friend.clear()


class QuickChecks:
    """Two checks in place of the usual ones: a friend whose address is typed does not answer, and may take long."""

    def __init__(self) -> None:
        self.setups: list[Setup] = []
        self.slow = False

    def __call__(self, setup: Setup) -> tuple[Check, ...]:
        self.setups.append(setup)

        async def find(state: str) -> Finding:
            if self.slow:
                await trio.sleep_forever()
            return Finding(state, Text(f"It is {state}."))

        return (
            Check("friend", Text("Your friend"), lambda: find("problem" if setup.friend else "fine")),
            Check("own_server", Text("Your server"), lambda: find("fine" if setup.own else "unknown")),
        )


@pytest.mark.slow
async def test_the_check_is_opened_from_pages_and_tables(ann: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.pages.check_setup.controller.checks_for", checks := QuickChecks())
    window, page, waiting = ann.window, ann.window.check_setup, ann.window.table.place.waiting

    async def found() -> dict[str, str]:
        await until(lambda: page.isVisible() and page.findings and not is_running(page))
        return {check.key: finding.state for check, finding in page.findings}

    await press_when_there(window.home, "check_setup")
    assert {"friend", "own_server", "screen", "sound", "tray"} == (await found()).keys()
    window.action("home").trigger()
    window.action("check_setup").trigger()
    assert (await found())["own_server"] == "unknown"
    page.back.emit()
    assert window.page == "home"

    click(window.home.join_tile)
    await until(lambda: window.page == "join")
    type_text(window.join.address, "127.0.0.1:1")
    await press_when_there(window.join, "find_out")
    assert (await found())["friend"] == "problem"
    assert checks.setups[-1].friend == "127.0.0.1:1"
    checks.slow = True
    for running in (True, False):
        await press_when_there(page, "check_setup_go")
        await until(lambda running=running: is_running(page) == running)
    assert not page.findings, "stopped before the end"
    checks.slow = False
    page.back.emit()
    assert window.page == "join"

    window.action("home").trigger()
    await host(ann)
    reached, server = waiting.findChild(QLabel, "reached"), ann.hosting.server
    assert reached.property("tone") == "muted"
    listening[Address("127.0.0.1", server.port)].connect("10.0.0.2")
    await until(lambda: reached.property("tone") == "ok")
    await press_when_there(waiting, "why_not_seen")
    assert (await found())["own_server"] == "fine"
    assert checks.setups[-1].own.port == server.port
    await press_when_there(page, "check_setup_copy")
    assert all(check.title.template in QApplication.clipboard().text() for check, _ in page.findings)
    page.back.emit()
    assert window.page == "table"


async def test_a_port_where_another_netgame_hosts_is_fine(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "server", plain=False) as serving:
        finding = await check_port(Setup("lo", "test-computer.local", tmp_path, port=serving.port))
    assert (finding.state, finding.commands) == ("fine", "")


async def test_the_check_runs_on_a_terminal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.app.check_setup.checks_for", QuickChecks())
    for friend, code in (("127.0.0.1:1", 1), ("", 0)):
        words = ["--check", *filter(None, [friend]), "--home", str(tmp_path)]
        assert await trio.to_thread.run_sync(main, words) == code

        said = capsys.readouterr().out
        assert ("[PROBLEM]" in said, "[fine]" in said) == (bool(code), True)


async def test_the_check_of_sounds_agrees_with_the_preferences() -> None:
    def no_speaker() -> Speaker:
        raise NoLoudspeaker

    for open_speaker, state in ((Speaker, "fine"), (no_speaker, "unknown")):
        sounds = Sounds(open_speaker=open_speaker)
        finding = await check_sound(sounds)
        sounds.close()
        assert finding.state == state
        assert bool(sounds.why_not) == (state != "fine")
