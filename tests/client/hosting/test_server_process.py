"""The server that the window starts, as a real process."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from psutil import pid_exists

from client_qt.hosting import server_process
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerProcess, server_command
from devtools.harness.server.serving import own_port, running
from devtools.harness.systems import WINDOWS, kill
from devtools.harness.window.program import until
from protocol.control.client import Client
from protocol.control.messages import CONTROL_FILE, CommandError


def process_of(data: Path) -> ServerProcess:
    return ServerProcess(data, "none", ("127.0.0.1",))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    own_port(tmp_path)
    made = process_of(tmp_path)
    yield made
    made.find()  # the test may have disconnected
    made.stop()


def pid_of(data: Path) -> int:
    """Return the process of the server in that folder, or 0."""
    try:
        with Client(data / CONTROL_FILE) as client:
            return int(client.request("status")[1]["pid"])
    except CommandError:  # there is none, or it is about to end
        return 0


@pytest.mark.slow
async def test_one_window_holds_the_server_until_it_is_killed(server: ServerProcess, tmp_path: Path) -> None:
    assert server.find() is None
    assert server.start("", if_unfinished=True) is None
    started = server.start("Ann's computer")
    assert (started.name, started.games, started.is_reached) == ("Ann's computer", 0, False)
    assert started.addresses == (f"127.0.0.1:{started.port}",)
    with pytest.raises(HostedElsewhere) as elsewhere:
        process_of(tmp_path).find()
    assert (elsewhere.value.port, elsewhere.value.fingerprint) == (started.port, started.fingerprint)

    pid = pid_of(tmp_path)
    if not WINDOWS:
        assert os.getsid(pid) == pid
        os.kill(pid, signal.SIGHUP)
    assert server.status(hold=True) == started
    server.close()
    assert server.status(hold=True) == started

    kill(pid)
    await until(lambda: not pid_exists(pid))
    assert server.status(hold=True) is None


@pytest.mark.slow
async def test_a_stopped_server_gets_a_new_identity(server: ServerProcess, tmp_path: Path) -> None:
    started = server.start("Ann's computer")
    server.stop()
    await until(lambda: pid_of(tmp_path) == 0)
    server.make_new_identity()
    assert server.start("Ann's computer").fingerprint != started.fingerprint


@pytest.mark.slow
async def test_a_server_alone_exits(server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_process, "IDLE_S", 0.05)
    with suppress(CannotServe):  # on a busy computer it exits before the window connects
        await trio.to_thread.run_sync(server.start, "")
    server.close()
    await until(lambda: not pid_of(tmp_path))


def test_a_server_that_does_not_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        'import sys; \'--if-unfinished\' in sys.argv or print(\'{"error": "No {what}", "args": {"what": "port"}}\')'
    )
    monkeypatch.setattr(server_process, "server_command", lambda words: [sys.executable, "-c", script, *words])
    (tmp_path / "games.sqlite3").touch()
    assert process_of(tmp_path).start("", if_unfinished=True) is None

    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "file" / "data"):
        with pytest.raises(CannotServe, match="No port"):
            process_of(folder).start("")


def test_a_program_that_gives_no_new_identity_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_process, "server_command", lambda _arguments: [str(tmp_path / "missing")])
    with pytest.raises(CannotServe, match="no new identity"):
        process_of(tmp_path).make_new_identity()
    monkeypatch.setattr(server_process, "START_S", 0.01)
    wait = [sys.executable, "-c", "import time; time.sleep(9)"]
    monkeypatch.setattr(server_process, "server_command", lambda _arguments: wait)
    with pytest.raises(CannotServe, match="timed out"):
        process_of(tmp_path).make_new_identity()


def test_a_bundle_starts_the_server_program_beside_that_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(Path("bundle/netgame.exe")))
    assert server_command(["run"]) == [str(Path("bundle/netgame-server.exe")), "run"]


async def test_the_server_of_an_operator_cannot_be_held(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False) as serving:
        with pytest.raises(HostedElsewhere) as elsewhere:
            await trio.to_thread.run_sync(process_of(tmp_path).find)
    assert elsewhere.value.port == serving.port
