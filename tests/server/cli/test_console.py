"""The server in a console that is closed, and the times that it prints there."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from devtools.harness.server.process import ROOT, command
from server.cli.command import format_time

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
def test_the_server_stops_in_order_when_a_thread_says_that_the_console_is_closed(tmp_path: Path) -> None:
    options = command(tmp_path / "data", "--port", "0")[3:]
    process = subprocess.Popen(
        [sys.executable, "-c", CONSOLE, *options],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()

    _out, log = process.communicate("")  # the end of the input

    assert process.returncode == 0, log
    assert "stopping" in log


def test_the_end_of_a_long_ban_can_be_shown_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_windows(_seconds: float) -> time.struct_time:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(time, "localtime", of_windows)

    assert format_time(60_000_000_000_000) == "3871-04-29 10:40"
