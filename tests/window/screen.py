"""A screen of one's own: Xvfb, a window manager on it, and hands that move its real mouse and press its real keys."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}  # and the Debian packages they are in
SIZE = (1400, 900)


def why_not() -> str | None:
    """What is missing here; None where a screen can be had."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    return f"no screen of one's own here: apt install {' '.join(missing)}" if missing else None


class Screen:
    """Where windows are shown, and a mouse and a keyboard at it."""

    def __init__(self, display: str) -> None:
        self.environment = {**os.environ, "DISPLAY": display}
        self.environment.pop("WAYLAND_DISPLAY", None)

    def click(self, x: int, y: int) -> None:
        self._do("mousemove", str(x), str(y), "click", "1")

    def press(self, *keys: str) -> None:
        """Keys by their names in X: Tab, Return, ctrl+l."""
        self._do("key", "--clearmodifiers", "--delay", "1", *keys)

    def write(self, text: str) -> None:
        self._do("type", "--delay", "1", text)

    def close(self) -> None:
        """What the cross in the frame of the window in front does, by the key that the window manager has for it."""
        self.press("alt+F4")

    def resize(self, title: str, width: int, height: int) -> None:
        self._do("search", "--onlyvisible", "--name", title, "windowsize", str(width), str(height))

    def _do(self, *words: str) -> None:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=10, check=False
        )
        assert done.returncode == 0, f"xdotool {words}: {done.stderr}"


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """A new screen with a window manager, gone again afterwards."""
    read, write = os.pipe()
    size = "x".join(map(str, SIZE))
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    with (folder / "x.log").open("wb") as log:
        server = subprocess.Popen(command, pass_fds=[write], stdout=log, stderr=log)
        os.close(write)
        with os.fdopen(read, "rb") as told:
            number = told.readline().decode().strip()
        made = Screen(f":{number}")
        manager = subprocess.Popen(["openbox"], env=made.environment | {"HOME": str(folder)}, stdout=log, stderr=log)
        try:
            assert number, f"Xvfb does not start: {(folder / 'x.log').read_text(errors='replace')}"
            yield made
        finally:
            for process in (manager, server):
                process.terminate()
                process.wait(10)
