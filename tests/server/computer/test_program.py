"""`netgame-server computer` as a process: it comes back to its seat, ends in order, and reports errors."""

import json
import shutil
import signal
import socket
import ssl
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness.server.process import ROOT
from devtools.harness.server.serving import running_on_loopback, until
from devtools.harness.systems import WINDOWS
from netgame.match.events import Moved
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server
from protocol.files import try_lock
from protocol.framing import TO_SERVER, Decoder, encode
from protocol.identity.server_certificate import make_identity, server_context
from server.cli.main import main
from server.computer.program import KEY_FILE, LOCK_FILE
from server.demo.player import DemoPlayer
from tests.server.computer.engines import engine
from tests.server.computer.test_player import has_event

pytestmark = pytest.mark.slow


class Program:
    """A computer player as a process, and the lines of JSON that it prints."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self._read = b""

    async def line(self) -> dict[str, Any]:
        """Return its next line."""
        while b"\n" not in self._read:
            data = await self.process.stdout.receive_some()
            assert data, "it has ended"
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found


@asynccontextmanager
async def program(port: int, folder: Path, *words: str) -> AsyncIterator[Program]:
    command = engine()
    file = folder.parent / "engine.py"
    file.write_text(command[2])
    process = await trio.lowlevel.open_process(
        [
            sys.executable, "-m", "server", "computer", f"127.0.0.1:{port}", "--folder", str(folder), "--json",
            "--pace", "0", "--engine", f"{command[0]} {file}", *words,
        ],
        cwd=ROOT, stdin=-1, stdout=-1,
    )  # fmt: skip
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_killed_program_comes_back_to_its_seat_and_keeps_it_when_it_ends_in_order(tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path / "data", plain=False, computers="local") as serving,
        trio.open_nursery() as nursery,
    ):
        ann = DemoPlayer("Ann", 1)
        await ann.connect(Server(None, (Address("127.0.0.1", serving.port),)), nursery)
        table = await ann.session.make_table("thud", {}, player=1)
        await ann.session.watch(table)

        async def presence(*, of_robbie: bool) -> str:
            is_it = lambda update: isinstance(update, m.Presence) and update.present[0] == of_robbie  # noqa: E731
            cause: str = (await until(ann.session, is_it)).causes[0]
            return cause

        async with program(serving.port, tmp_path / "robbie", "--table", table) as robbie:
            await until(ann.session, lambda update: has_event(update, Moved))
            robbie.process.kill()
            await robbie.process.wait()
        assert await presence(of_robbie=False) == "lost"
        match = serving.match(table)
        assert [seat.computer for seat in match.seats if seat] == ["First", ""]

        for ends_input in (True, False):
            async with program(serving.port, tmp_path / "robbie", "--finish", "--until-input-ends") as robbie:
                assert await robbie.line() == {"table": table}
                await presence(of_robbie=True)
                if ends_input or WINDOWS:
                    await robbie.process.stdin.aclose()
                else:
                    robbie.process.send_signal(signal.SIGTERM)
                assert await robbie.process.wait() == 0
            assert await presence(of_robbie=False) == "left"
        nursery.cancel_scope.cancel()


async def test_a_program_whose_key_is_used_elsewhere_ends_with_a_code_after_which_it_is_not_started_again(
    tmp_path: Path,
) -> None:
    async with (
        running_on_loopback(tmp_path / "data", plain=False, computers="local") as serving,
        trio.open_nursery() as nursery,
    ):
        ann = DemoPlayer("Ann", 1)
        await ann.connect(Server(None, (Address("127.0.0.1", serving.port),)), nursery)
        table = await ann.session.make_table("thud", {}, player=1)
        async with program(serving.port, tmp_path / "robbie", "--table", table) as robbie:
            assert await robbie.line() == {"table": table}
            (tmp_path / "copy").mkdir()
            shutil.copy(tmp_path / "robbie" / KEY_FILE, tmp_path / "copy")
            async with program(serving.port, tmp_path / "copy") as copy:
                assert await copy.line() == {"table": table}
                assert await robbie.process.wait() == 3
        nursery.cancel_scope.cancel()


def test_one_folder_is_for_one_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "robbie").mkdir()
    with open(tmp_path / "robbie" / LOCK_FILE, "w") as other:
        assert try_lock(other.fileno())
        assert main(["computer", "127.0.0.1:1", "--folder", str(tmp_path / "robbie"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["args"] == {"folder": str(tmp_path / "robbie")}


@pytest.mark.parametrize(
    "words",
    [["127.0.0.1:1"], ["not an address"], ["127.0.0.1:1", "--engine", "/nowhere/engine"],
     ["127.0.0.1:1", "--password-file", "/nowhere/password"]],
    ids=["no server", "no address", "no engine", "no password"],
)  # fmt: skip
def test_an_error_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["computer", *words, "--folder", str(tmp_path / "robbie")]) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("netgame-server computer: ")


NASTY = "bye\x1b]0;owned\x07\x9b2J\u202e\r\nnetgame-server: all is well"


def refuse(sock: socket.socket, context: ssl.SSLContext) -> None:
    """Greet one client, and refuse what it asks first."""
    connection, _ = sock.accept()
    with context.wrap_socket(connection, server_side=True) as secure:
        decoder = Decoder(m.ToServer, TO_SERVER)
        welcome = m.Welcome(protocol=max(m.PROTOCOL), server="Evil", program="x", games={}, computers=True)
        for answer in (welcome, m.Refused(code="banned", template="{why}", args={"why": NASTY})):
            while not (frames := list(decoder.feed(secure.recv(65536)))):
                pass
            secure.sendall(encode(answer, frames[0].id))


def test_a_hostile_server_or_engine_cannot_control_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = make_identity(tmp_path)
    first, failing = tmp_path / "first.py", tmp_path / "failing.py"
    first.write_text(engine()[2])
    failing.write_text(f"import sys; sys.stderr.write({NASTY.partition(chr(13))[0]!r})")
    with socket.create_server(("127.0.0.1", 0)) as sock:
        server = threading.Thread(target=refuse, args=(sock, server_context(identity)), daemon=True)
        server.start()
        for file in (first, failing):
            words = ["computer", f"127.0.0.1:{sock.getsockname()[1]}", "--folder", str(tmp_path / "robbie")]
            assert main([*words, "--engine", f"{sys.executable} {file}"]) == 1
            last = capsys.readouterr().err.splitlines()[-1]
            assert last.startswith("netgame-server computer: ")
            assert "bye\\x1b" in last
            assert last.isprintable()
