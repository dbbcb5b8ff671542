"""A second start with a link or a record hands it to the window that is open."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QLocalSocket

from client_qt.single_instance import MOST_BYTES, SHOW, SingleInstance, absolute, hand_over, is_open
from tests.project.sources import ROOT

HAND_OVER = """
import sys
from pathlib import Path
from client_qt.single_instance import hand_over
print([hand_over(Path(sys.argv[1]), what) for what in sys.argv[2:]])
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


def test_only_the_first_window_listens_and_for_its_own_folder(bell: SingleInstance, tmp_path: Path) -> None:
    second = SingleInstance(tmp_path)
    assert bell.listen()
    assert not second.listen()
    assert not hand_over(tmp_path / "other", "netgame://x")
    bell.close()
    assert second.listen()
    second.close()


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
