"""The server that the window starts, as a real process."""

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from psutil import pid_exists

from client_qt.hosting import server_process
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerProcess
from devtools.harness.server.serving import own_port, running
from devtools.harness.systems import WINDOWS, kill
from devtools.harness.window.program import until
from protocol.control.client import Client
from protocol.control.messages import CONTROL_FILE, CommandError
from server.storage.data_folder import unusable
from tests.systems import has_signals

pytestmark = pytest.mark.slow


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


def test_one_window_holds_the_server_until_it_disconnects_and_without_matches_it_stays_off(
    server: ServerProcess, tmp_path: Path
) -> None:
    assert server.find() is None
    assert server.start("", if_unfinished=True) is None
    started = server.start("Ann's computer")
    other = process_of(tmp_path)

    assert (started.name, started.games, started.is_reached) == ("Ann's computer", 0, False)
    assert started.addresses == (f"127.0.0.1:{started.port}",)
    with pytest.raises(HostedElsewhere) as elsewhere:
        other.find()
    assert (elsewhere.value.port, elsewhere.value.fingerprint) == (started.port, started.fingerprint)
    server.close()
    assert other.find() == started
    other.stop()
    assert server.status(hold=True) is None
    assert server.start("", if_unfinished=True) is None
    assert not pid_of(tmp_path)


@pytest.mark.skipif(WINDOWS, reason="the bundle is a script of the shell")
def test_a_bundle_starts_the_server_program_beside_that_of_the_window(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "netgame-server"
    program.write_text(f'#!/bin/sh\nexec {shlex.join((sys.executable, "-m", "server"))} "$@"\n')
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "netgame"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    started = server.start("Ann's computer")

    assert started is not None
    assert started.name == "Ann's computer"


@has_signals
async def test_the_server_survives_the_terminal_of_the_window_and_a_dropped_connection_until_it_is_killed(
    server: ServerProcess, tmp_path: Path
) -> None:
    started = server.start("")
    pid = pid_of(tmp_path)

    assert os.getsid(pid) == pid
    os.kill(pid, signal.SIGHUP)
    assert server.status(hold=True) == started
    server.close()
    assert server.status(hold=True) == started

    kill(pid)
    await until(lambda: not pid_exists(pid))
    assert server.status(hold=True) is None


async def test_a_server_without_its_window_exits_by_itself(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_process, "IDLE_S", 0.05)
    with suppress(CannotServe):  # on a busy computer it exits before the window connects
        await trio.to_thread.run_sync(server.start, "")
    server.close()

    await until(lambda: not pid_of(tmp_path))


def test_an_unusable_folder_is_reported_with_its_path_as_the_server_says_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(CannotServe) as error:
        process_of(tmp_path / "file" / "data").start("")

    assert error.value.text.template == unusable(tmp_path, OSError()).text.template
    assert error.value.text.args["folder"] == str(tmp_path / "file" / "data")


async def test_the_server_of_an_operator_cannot_be_held(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False) as serving:
        with pytest.raises(HostedElsewhere) as elsewhere:
            await trio.to_thread.run_sync(process_of(tmp_path).find)

    assert elsewhere.value.port == serving.port
