import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.process import ROOT, ServerProcess, command
from devtools.harness.server.serving import Raw
from protocol import messages as m
from protocol.client import Address, Server, connect
from server.cli.command import format_time
from server.cli.main import main
from server.storage.data_folder import hold, publish_address
from tests.systems import has_signals


def test_an_error_at_start_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = command(tmp_path)[3:]
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main([*words, "--port", str(other.getsockname()[1])]) == 1
    taken = capsys.readouterr().err
    with hold(tmp_path) as lock:
        publish_address(lock, 7763, "")
        assert main(words) == 1
    busy = capsys.readouterr().err

    assert taken.count("\n") == busy.count("\n") == 1
    assert "used by another program" in taken
    assert "port 7763" in busy


async def motd(server: ServerProcess) -> str:
    async with connect(Server(None, (Address("127.0.0.1", server.port),))) as connection:
        return connection.welcome.motd


@has_signals
@pytest.mark.slow
async def test_it_prints_its_addresses_reloads_at_sighup_and_stops_in_order_at_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('name = "The Club"\nmotd = "old"\n')
    with trio.fail_after(PATIENCE_S):
        server = await ServerProcess.start(tmp_path / "data", "--port", "0", "--config", str(file))
        assert server.said.startswith("The Club listens on port")
        assert await motd(server) == "old"

        file.write_text('name = "The Club"\nmotd = "new"\nplain = true\n[limits]\nseats = 7\n')
        server.process.send_signal(signal.SIGHUP)
        said = await server.logged("limits.seats is now 7")
        assert await motd(server) == "new"
        assert "plain stays false until the server restarts" in said

        # a broken file changes nothing
        for text, complaint in (
            ('motd = "newer"\nguest = true\n', f"{file}:2: unknown setting"),
            ('motd = "newest"\ncert = "none.pem"\n', "none.pem"),
        ):
            file.write_text(text)
            server.process.send_signal(signal.SIGHUP)
            assert "not reloaded" in await server.logged(complaint)
            assert await motd(server) == "new"

        async with connect(Server(None, (Address("127.0.0.1", server.port),))) as connection:
            await connection.sign_in("Ann")
            server.process.send_signal(signal.SIGINT)
            code, log = await server.ended()

            assert [push async for push in connection.pushes][-1] == m.Closing(
                code="stopping", template="The server is stopping. Tables are kept and go on when it is back"
            )
    assert code == 0
    assert "Traceback" not in log


@has_signals
@pytest.mark.slow
async def test_it_lasts_without_free_file_descriptors_and_stops_with_its_terminal(tmp_path: Path) -> None:
    import fcntl
    import pty
    import resource
    import termios

    ours, its = pty.openpty()

    def sit_before_it() -> None:
        os.setsid()
        fcntl.ioctl(its, termios.TIOCSCTTY, 0)
        os.dup2(its, 0)
        resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))

    with trio.fail_after(PATIENCE_S):
        server = await ServerProcess.start(tmp_path, "--port", "0", "--plain", prepare=sit_before_it)
        lines = [Raw(await trio.open_tcp_stream("127.0.0.1", server.port)) for _ in range(60)]
        await lines[0].ask(m.Hello(protocols=m.PROTOCOL, program="test"))
        assert await lines[0].ask(m.Ping()) == m.Pong()
        errors = server.process.stderr
        assert errors is not None
        assert await trio.to_thread.run_sync(lambda: any("ulimit -n" in line for line in errors))

        for line in lines[1:]:
            await line.stream.aclose()
        late = Raw(await trio.open_tcp_stream("127.0.0.1", server.port))
        assert await late.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
        for line in (late, lines[0]):
            await line.stream.aclose()

        os.close(its)
        os.close(ours)
        code, log = await trio.to_thread.run_sync(server.process.wait), server.process.communicate()[1]

    assert code == 0
    assert "stopping" in log


CONSOLE = """
import signal, sys, threading
from protocol.platform import STOP_SIGNALS
from server.cli.main import main
def close():
    sys.stdin.read()
    signal.raise_signal(STOP_SIGNALS[-1])
threading.Thread(target=close, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_it_stops_in_order_when_a_thread_says_that_the_console_is_closed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CONSOLE, *command(tmp_path / "data", "--port", "0")[3:]],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()

    _out, log = process.communicate("")  # the end of the input

    assert process.returncode == 0, log
    assert "stopping" in log


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root is refused, and this is not root")
def test_root_needs_an_option_to_run_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--data", str(tmp_path), "--config", os.devnull]) == 2
    assert "allow it with --root" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_invalid_values_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for port in ("70000", "-1", "x", "٣"):
        assert main(["run", f"--port={port}"]) == 2
        assert "--port: port must be a number from 0 to 65535" in capsys.readouterr().err
    for seconds in ("-1", "nan", "inf", "x", ""):
        with pytest.raises(SystemExit):
            main(["run", f"--exit-when-idle={seconds}"])
        assert "not a number of seconds" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["run", "--metric-port", "3"])
    assert "did you mean --metrics-port?" in capsys.readouterr().err
    monkeypatch.setenv("NETGAME_LAN", "everywhere")
    assert main(["run"]) == 2
    assert "NETGAME_LAN" in capsys.readouterr().err


def test_without_a_command_it_runs_and_reports_a_failed_start_also_as_json_and_without_matches_it_may_exit_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("a file, so that it ends at once")
    words = ["--data", str(tmp_path / "data"), "--announce", "none", "--root"]

    assert main(words) == 1
    assert "cannot be used" in capsys.readouterr().err
    assert main(["run", "--json", *words]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert "{folder}" in answer["error"]
    assert answer["args"]["folder"] == str(tmp_path / "data")

    assert main(["run", "--if-unfinished", "--data", str(tmp_path), "--root"]) == 0
    assert capsys.readouterr().out == ""


def test_the_end_of_a_long_ban_can_be_shown_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_windows(_seconds: float) -> time.struct_time:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(time, "localtime", of_windows)
    assert format_time(60_000_000_000_000) == "3871-04-29 10:40"


@has_signals
async def test_interrupts_while_a_server_stops_mean_nothing(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path, "--port", "0", "--plain")
    server.process.send_signal(signal.SIGINT)
    await server.logged("stopping")
    while server.process.poll() is None:
        server.process.send_signal(signal.SIGINT)
        await trio.sleep(0.001)
    code, log = await server.end()
    assert (code in (0, 130), "Traceback" in log) == (True, False), log
