"""A window whose X server or terminal is gone: it ends soon and says little."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from devtools.harness import heed_signals
from tests.window.screen import GUARD_S, Screen

pytestmark = pytest.mark.slow
MOST_LINES = 3
READY = "ready"
PROGRAM = f"""
import sys
import trio.testing
from client_qt.__main__ import arguments, start
async def say():
    await trio.testing.wait_all_tasks_blocked()
    print("{READY}", flush=True)
sys.exit(start(arguments().parse_args(sys.argv[1:]), ready=lambda _app: trio.lowlevel.spawn_system_task(say)))
"""


@contextmanager
def window(home: Path, environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Start a window and wait until it is ready; kill it at the end of the block if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--home", str(home)],
        env={**os.environ, "NETGAME_LAN": "lo", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=heed_signals,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == READY
        yield process
    finally:
        process.kill()
        process.communicate()


def test_without_its_screen_the_window_ends_after_a_few_lines(tmp_path: Path, desk: Screen) -> None:
    with window(tmp_path, {**desk.environment, "QT_QPA_PLATFORM": "xcb"}) as process:
        desk.lose()
        said, _ = process.communicate(timeout=GUARD_S)
    assert len(said.splitlines()) <= MOST_LINES, said


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_without_its_terminal_the_window_ends_as_when_it_is_closed(tmp_path: Path) -> None:
    with window(tmp_path, {"QT_QPA_PLATFORM": "offscreen"}) as process:
        process.send_signal(signal.SIGHUP)
        said, _ = process.communicate(timeout=GUARD_S)

    assert process.returncode == 0
    assert said == ""
