"""Desktop messages by a notification service on a bus of the test, else by the tray, else in the window."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from client_qt.feedback import desktop as desktop_module
from client_qt.feedback import notification_service
from client_qt.feedback.desktop import DesktopMessages
from client_qt.feedback.notification_service import NAME, NotificationService
from client_qt.feedback.tray import TrayIcon
from client_qt.news import OFFER, NewsItem, NewsKey
from client_qt.pages.check_setup.controller import check_messages
from devtools.harness.window.program import until

PROGRAM = Path(__file__).with_name("notification_server.py")
KEY = NewsKey("server", "invitation", "table")
ITEM = NewsItem(KEY, "Ann & <b>Bob</b>", (("yes", "Join"),), "An invitation", OFFER)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a session bus of this test."""
    if shutil.which("dbus-daemon") is None or not notification_service.HAS_DBUS:
        pytest.skip("no session bus for tests: apt install dbus")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().decode().strip()
        daemon.terminate()


class Desktop:
    """A notification service in a process of its own; `calls` are the calls that reached it."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.calls: list[list[Any]] = []

    async def read(self) -> None:
        assert self.process.stdout is not None
        rest = b""
        async for data in self.process.stdout:
            *lines, rest = (rest + data).split(b"\n")
            self.calls += map(json.loads, lines)

    async def act(self, number: int, action: str) -> None:
        """Let the user of the desktop use an action of a message."""
        assert self.process.stdin is not None
        await self.process.stdin.send_all(f"{number} {action}\n".encode())

    async def call(self, count: int) -> list[Any]:
        """Wait for a call, after `count` others."""
        await until(lambda: len(self.calls) > count)
        found: list[Any] = self.calls[count]
        return found


@asynccontextmanager
async def serving(address: str, *abilities: str, name: str = "fake-shell") -> AsyncIterator[Desktop]:
    command = [sys.executable, str(PROGRAM), name, *abilities]
    process = await trio.lowlevel.open_process(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"DBUS_SESSION_BUS_ADDRESS": address}
    )
    async with trio.open_nursery() as nursery:
        desktop = Desktop(process)
        nursery.start_soon(desktop.read)
        try:
            assert await desktop.call(0) == ["ready", True]
            desktop.calls.clear()
            yield desktop
        finally:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def messages(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DesktopMessages]:
    """The desktop messages of a window on that bus."""
    from PySide6.QtDBus import QDBusConnection

    monkeypatch.setattr(desktop_module, "COLLECT_MS", 0)
    monkeypatch.setattr(desktop_module, "PAUSE_MS", 0)
    bus = QDBusConnection.connectToBus(address, address)
    async with trio.open_nursery() as nursery:
        made = DesktopMessages(TrayIcon(), nursery, NotificationService(lambda: bus))
        yield made
        nursery.cancel_scope.cancel()
    QDBusConnection.disconnectFromBus(address)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_message_is_replaced_answered_and_withdrawn(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clicks: list[tuple[object, ...]] = []
    async with serving(address, "actions", "body-markup") as shell, messages(address, monkeypatch) as shown:
        shown.clicked.connect(lambda *what: clicks.append(what))
        shown.show(ITEM)
        _, number, title, words, actions = await shell.call(0)
        assert (title, words) == ("An invitation", "Ann &amp; &lt;b&gt;Bob&lt;/b&gt;")
        assert actions == ["default", "An invitation", "yes", "Join"]

        shown.show(ITEM)
        assert (await shell.call(1))[:2] == ["show", number], "in the place of the first one"
        for unknown in (number + 1, number):
            await shell.act(unknown, "yes")
        await until(lambda: clicks)
        assert clicks == [(KEY, "yes", "a token")]

        shown.keep(lambda _key: False)
        assert await shell.call(2) == ["close", number]
        shown.show(ITEM)
        assert (await shell.call(3))[1] > number


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_simple_service_gets_no_buttons_and_no_markup(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(address, "body") as shell, messages(address, monkeypatch) as shown:
        shown.show(ITEM)
        assert (await shell.call(0))[3:] == [ITEM.words, []]
        assert (await check_messages(shown)).details == "fake-shell"


@pytest.mark.slow
@pytest.mark.qt_trio
@pytest.mark.qt_log_ignore("had owner", extend=True)  # Qt notices that the service began between two messages
async def test_without_a_service_the_tray_shows_it_else_the_window(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray, lines = list[str](), list[NewsItem]()
    monkeypatch.setattr(TrayIcon, "show_message", lambda _tray, title, *_more: tray.append(title))
    async with messages(address, monkeypatch) as shown:
        shown.unshown.connect(lines.append)
        assert (await check_messages(shown)).state == "unknown"
        shown.show(ITEM)
        await until(lambda: lines)
        assert lines == [ITEM]

        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
        assert (await check_messages(shown)).details == "tray"
        shown.show(ITEM)
        await until(lambda: tray)
        assert tray == ["An invitation"]

        async with serving(address, "actions") as shell:  # a service that begins later
            while await shown.way() != "fake-shell":
                await trio.sleep(0)
            shown.show(ITEM)
            assert (await shell.call(0))[2] == "An invitation"


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_service_that_hangs_holds_nothing_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[NewsItem] = []
    monkeypatch.setattr(notification_service, "ANSWER_MS", 100)
    async with serving(address, "actions") as shell, messages(address, monkeypatch) as shown:
        shell.process.send_signal(signal.SIGSTOP)
        shown.unshown.connect(lines.append)
        shown.show(ITEM)
        await until(lambda: lines)
        assert (await check_messages(shown)).state == "unknown"


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_message_is_shown_otherwise_if_its_service_ends(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[NewsItem] = []
    async with messages(address, monkeypatch) as shown:
        shown.unshown.connect(lines.append)
        async with serving(address, "hangs") as shell:
            shown.show(ITEM)
            await shell.call(0)
        await until(lambda: lines)

    assert lines == [ITEM]


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_the_late_word_that_a_service_has_begun_forgets_no_message(address: str) -> None:
    from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher

    service = NotificationService(lambda: QDBusConnection.connectToBus(address, address))
    async with serving(address) as shell:
        await service.show("tag", "A title", "Words", [])
        service.findChild(QDBusServiceWatcher).serviceOwnerChanged.emit(NAME, "", ":1.1")
        await service.show("tag", "A title", "Words", [])

        assert (await shell.call(1))[1] == (await shell.call(0))[1], "in the place of the first one"
    QDBusConnection.disconnectFromBus(address)


class Noted(NotificationService):
    """A service that takes a moment, and notes what it does."""

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.done: list[object] = []

    async def show(self, tag: object, *_what: object) -> None:
        await trio.sleep(0)
        self.done.append(("show", tag))

    async def withdraw(self, tag: object) -> None:
        await trio.sleep(0)
        self.done.append(("withdraw", tag))


@pytest.mark.qt_trio
async def test_the_end_of_the_program_withdraws_its_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop_module, "COLLECT_MS", 0)
    service = Noted()
    async with trio.open_nursery() as nursery:
        shown = DesktopMessages(TrayIcon(), nursery, service)
        shown.show(ITEM)
        await until(lambda: service.done)
        shown.close()
        nursery.cancel_scope.cancel()
    assert service.done == [("show", KEY), ("withdraw", KEY)]


@pytest.mark.qt_trio
async def test_a_qt_without_d_bus_still_shows_messages(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    lines: list[NewsItem] = []
    monkeypatch.setattr(notification_service, "HAS_DBUS", False)
    monkeypatch.setattr(desktop_module, "COLLECT_MS", 0)
    async with trio.open_nursery() as nursery:
        shown = DesktopMessages(TrayIcon(), nursery)
        shown.unshown.connect(lines.append)
        shown.show(ITEM)
        await until(lambda: lines)
        assert await shown.way() == ""
        nursery.cancel_scope.cancel()
