"""A real screen reader: rows, buttons and cells are found, focused and pressed by AT-SPI alone."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.window.screen import Screen

pytestmark = pytest.mark.slow
GUARD_S = 200.0  # against hanging
READER = Path(__file__).with_name("screen_reader.py")
PYTHON, LAUNCHER = "/usr/bin/python3", "/usr/libexec/at-spi-bus-launcher"
STEPS = (
    "push button|Join|Press",
    "list item|Bob|SetFocus",
    "list item|Bob|focused",
    "list item|Bob|selected",
    "list item|Bob|Press",
    "table cell|e1|SetFocus",
    "table cell|e1|focused",
    "table cell|e1|Press",
    "push button|Join|Press",  # the events before it have come
)


@pytest.fixture
def accessible_desk(desk: Screen, tmp_path: Path) -> Iterator[Screen]:
    """A screen with a session bus and a bus for screen readers. The test is skipped where these are missing."""
    has_reader = Path(LAUNCHER).exists() and shutil.which("dbus-daemon") is not None
    if not has_reader or subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True).returncode != 0:
        pytest.skip("no screen reader for tests: apt install at-spi2-core dbus python3-pyatspi")
    desk.environment |= {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
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
        daemon.terminate()


async def test_cells_that_the_keys_walk_over_get_the_focus(accessible_desk: Screen) -> None:
    environment = accessible_desk.environment
    cells = ("table cell|e1|SetFocus", "table cell|e1|focused", "table cell|f1|focused", "table cell|f2|focused")
    log, keys = "", {"done|table cell|e1|focused\n": "Right", "done|table cell|f1|focused\n": "Down"}
    window = subprocess.Popen([sys.executable, "-m", "tests.window.parts_window"], env=environment)
    try:
        with trio.fail_after(GUARD_S):
            reader = await trio.lowlevel.open_process(
                [PYTHON, str(READER), *cells, STEPS[-1]], env=environment, stdout=subprocess.PIPE
            )
            assert reader.stdout is not None
            async for data in reader.stdout:
                log += data.decode()
                for line in [line for line in keys if line in log]:
                    accessible_desk.press(keys.pop(line))
            await reader.wait()
    finally:
        window.kill()
        window.wait()

    focused = [line for line in log.splitlines() if line.startswith("focus|table cell|")]
    assert [line.split("|")[2].split(",")[0] for line in focused] == ["e1", "f1", "f2"]


async def test_rows_buttons_and_cells_are_focused_and_pressed(accessible_desk: Screen, tmp_path: Path) -> None:
    environment = accessible_desk.environment
    with (tmp_path / "pressed").open("wb") as pressed:
        window = subprocess.Popen([sys.executable, "-m", "tests.window.parts_window"], env=environment, stdout=pressed)
        try:
            with trio.fail_after(GUARD_S):
                done = await trio.run_process([PYTHON, str(READER), *STEPS], env=environment, capture_stdout=True)
        finally:
            window.kill()
            window.wait()
    log = done.stdout.decode().splitlines()

    assert (tmp_path / "pressed").read_text().splitlines() == ["join ann", "join bob", "pick e1", "join ann"]
    assert [line for line in log if line.startswith("focus|list item|Bob")]
    assert [line for line in log if line.startswith("focus|table cell|e1")]
