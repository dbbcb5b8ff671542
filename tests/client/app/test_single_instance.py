"""A second start with a link or a record hands it to the window that is open."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QLocalSocket

from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import LOCK, is_owned
from client_qt.settings.file_lock import take
from client_qt.single_instance import ACTIVATION_TOKEN, MOST_BYTES, SHOW, SingleInstance, absolute, hand_over, is_open
from tests.project.sources import ROOT

HAND_OVER = """
import sys
from pathlib import Path
from client_qt.single_instance import hand_over
print([hand_over(Path(sys.argv[1]), what) for what in sys.argv[2:]])
"""

START = """
import sys
from argparse import Namespace
from pathlib import Path
from client_qt.app import startup
from client_qt.settings.file import Folders
folder, first = Path(sys.argv[1]), startup.hand_over
Folders.find = staticmethod(lambda home: Folders(folder, folder, folder))
def hand_over(*what):
    taken = first(*what)
    if not hand_over.tried:
        hand_over.tried = True
        print("tried", flush=True)
    return taken
hand_over.tried = False
startup.hand_over = hand_over
print(startup.start(Namespace(home=None, what=sys.argv[2], ui=None), "none"))
"""


@pytest.fixture
def bell(qapp: QCoreApplication, tmp_path: Path) -> Iterator[SingleInstance]:
    made = SingleInstance(tmp_path)
    yield made
    made.close()


@pytest.mark.slow
def test_inputs_of_other_starts_come_here_and_open_a_hidden_window(qapp: QCoreApplication, tmp_path: Path) -> None:
    what = ["netgame://192.168.1.5:7763/abc", "/home/ann/a game.netgame", "/home/äöü/\udcff.netgame"]
    rang, wanted = list[str](), list[bool]()
    bell = SingleInstance(tmp_path, hidden=lambda: "hide" in rang)
    bell.launch_requested.connect(rang.append)
    bell.show_requested.connect(lambda: wanted.append(True))
    assert not is_open(tmp_path)
    assert bell.listen()

    command = [sys.executable, "-c", HAND_OVER, str(tmp_path), *what, SHOW, "hide", SHOW]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as another:
        while another.poll() is None:
            QCoreApplication.processEvents()
        assert another.communicate()[0] == "[True, True, True, False, True, True]\n"

    assert is_open(tmp_path)
    assert rang == [*what, "hide"]
    assert wanted == [True]
    bell.close()


@pytest.mark.slow
def test_the_activation_token_of_another_start_brings_the_window_to_the_front(
    bell: SingleInstance, tmp_path: Path, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str | None] = []
    monkeypatch.setattr(window, "activateWindow", lambda: tokens.append(os.environ.get(ACTIVATION_TOKEN)))
    bell.launch_requested.connect(lambda _what: window.come_to_front())
    assert bell.listen()

    command = [sys.executable, "-c", HAND_OVER, str(tmp_path), "netgame://x"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {ACTIVATION_TOKEN: "a token"}) as another:
        while another.poll() is None:
            QCoreApplication.processEvents()
    window.come_to_front("of a message")
    window.come_to_front()

    assert tokens == ["a token", "of a message", None]


def test_only_the_first_window_listens_and_for_its_own_folder(bell: SingleInstance, tmp_path: Path) -> None:
    second = SingleInstance(tmp_path)
    assert bell.listen()
    assert not second.listen()
    assert not hand_over(tmp_path / "other", "netgame://x")
    bell.close()
    assert second.listen()
    second.close()


@pytest.mark.parametrize("data", [SHOW.encode() + b"\na token\n", b"x" * (MOST_BYTES + 2) + b"\na token\n"])
def test_a_start_that_is_refused_keeps_its_activation_token(
    bell: SingleInstance, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.delenv(ACTIVATION_TOKEN, raising=False)
    bell.listen()
    socket = QLocalSocket()
    socket.connectToServer(bell.name)
    socket.write(data)
    socket.flush()
    while socket.state() == QLocalSocket.LocalSocketState.ConnectedState:
        QCoreApplication.processEvents()

    assert not socket.readAll().data()
    assert ACTIVATION_TOKEN not in os.environ


@pytest.mark.parametrize("data", [b"x" * (MOST_BYTES + 2), b"\n", b""])
def test_what_is_nothing_rings_for_nobody(bell: SingleInstance, data: bytes) -> None:
    rang: list[str] = []
    bell.launch_requested.connect(rang.append)
    bell.listen()
    socket = QLocalSocket()
    socket.connectToServer(bell.name)
    socket.write(data)
    socket.flush()
    for _ in range(20):
        QCoreApplication.processEvents()
    socket.abort()
    for _ in range(20):
        QCoreApplication.processEvents()

    assert rang == []


def test_a_path_is_the_same_for_a_program_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.netgame").write_text("")
    assert absolute("a.netgame") == str(tmp_path / "a.netgame")
    assert absolute("netgame://host") == "netgame://host"


@pytest.mark.slow
def test_a_start_with_another_folder_for_temporary_files_finds_the_window(
    qapp: QCoreApplication, bell: SingleInstance, tmp_path: Path
) -> None:
    rang = list[str]()
    bell.launch_requested.connect(rang.append)
    assert bell.listen()
    (tmp_path / "other").mkdir()

    command = [sys.executable, "-c", HAND_OVER, str(tmp_path), "netgame://x"]
    env = {**os.environ, "TMPDIR": str(tmp_path / "other")}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=env) as another:
        while another.poll() is None:
            QCoreApplication.processEvents()
        assert another.communicate()[0] == "[True]\n"
    assert rang == ["netgame://x"]


@pytest.mark.slow
def test_what_comes_while_the_program_starts_is_opened_later(bell: SingleInstance, tmp_path: Path) -> None:
    rang = list[str]()
    bell.launch_requested.connect(rang.append)
    bell.hold()
    bell.listen()

    with subprocess.Popen(
        [sys.executable, "-c", HAND_OVER, str(tmp_path), "netgame://a", "b.netgame"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as another:  # fmt: skip
        while another.poll() is None:
            QCoreApplication.processEvents()
        assert another.communicate()[0] == "[True, True]\n"
    assert rang == []

    bell.release()
    assert rang == ["netgame://a", "b.netgame"]


def test_a_folder_is_owned_while_another_program_has_it(tmp_path: Path) -> None:
    lock = take(tmp_path / LOCK)
    assert lock is not None
    assert is_owned(tmp_path)

    lock.release()
    assert not is_owned(tmp_path)


@pytest.mark.slow
def test_a_second_start_waits_for_the_first_one_to_listen(qapp: QCoreApplication, tmp_path: Path) -> None:
    lock, rang = take(tmp_path / LOCK), list[str]()
    assert lock is not None
    command = [sys.executable, "-c", START, str(tmp_path), "netgame://a"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as another:
        assert another.stdout is not None
        assert another.stdout.readline() == "tried\n"
        bell = SingleInstance(tmp_path)
        bell.launch_requested.connect(rang.append)
        assert bell.listen()
        while another.poll() is None:
            QCoreApplication.processEvents()
        assert another.communicate()[0] == "0\n"

    assert rang == ["netgame://a"]
    bell.close()
    lock.release()
