"""A screen reader: a game is begun, played and walked through by AT-SPI alone."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.window.screen import Screen
from tests.window.screen_players import window

pytestmark = pytest.mark.sweep
GUARD_S = 600.0  # against hanging
READER = Path(__file__).with_name("screen_reader.py")
PYTHON, LAUNCHER = "/usr/bin/python3", "/usr/libexec/at-spi-bus-launcher"
BEGIN = (
    "push button|Play on this computer|Press",
    "push button|Swap sides|",  # the next page
    "push button|Thud|Press",
    "push button|Start the game|Press",
)
MOVE = ("table cell|dwarf|SetFocus", "table cell|dwarf|Press", "table cell|allowed|Press", "table cell|last move|")
WALK = ("push button|Move back|Press", "label|Move 0 of 1|", "push button|Move forward|Press", "table cell|dF1-|")


@pytest.fixture
def accessible_desk(desk: Screen, tmp_path: Path) -> Iterator[Screen]:
    """A screen with a session bus and a bus for screen readers. The test is skipped where these are missing."""
    has_reader = Path(LAUNCHER).exists() and shutil.which("dbus-daemon") is not None
    if not has_reader or subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True).returncode != 0:
        pytest.skip("no screen reader for tests: apt install at-spi2-core dbus python3-pyatspi")
    desk.environment |= {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "HOME": str(tmp_path)}
    bus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with (tmp_path / "bus.log").open("wb") as log, subprocess.Popen(
        bus, env=desk.environment, stdout=subprocess.PIPE, stderr=log
    ) as daemon:  # fmt: skip
        assert daemon.stdout is not None
        desk.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().decode().strip()
        launch = [LAUNCHER, "--launch-immediately"]
        with subprocess.Popen(launch, env=desk.environment, stdout=log, stderr=log) as launcher:
            yield desk
            launcher.terminate()  # with its own bus
        daemon.kill()


async def use(desk: Screen, *steps: str) -> list[str]:
    """Carry out steps of the screen reader; return its log."""
    with trio.fail_after(GUARD_S):
        done = await trio.run_process([PYTHON, str(READER), *steps], env=desk.environment, capture_stdout=True)
    return done.stdout.decode().splitlines()


async def test_a_game_is_begun_played_and_walked_through(accessible_desk: Screen, tmp_path: Path) -> None:
    async with window(accessible_desk, tmp_path / "ann"):
        log = await use(accessible_desk, *BEGIN, *MOVE, *WALK)

    assert "focus|table cell|F1, dwarf, chosen" in log or "focus|table cell|F1, dwarf" in log
    assert log[-1].startswith("found|table cell|dF1-F2"), log
    assert log[-1].endswith("|selected")
