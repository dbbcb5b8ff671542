"""A screen of one's own: Xvfb, a window manager on it, and hands that move its real mouse and press its real keys."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}  # and the Debian packages they are in
SIZE = (1400, 900)
GUARD_S = 60.0  # against hanging


def why_not() -> str | None:
    """What is missing here; None where a screen can be had."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    return f"no screen of one's own here: apt install {' '.join(missing)}" if missing else None


class Screen:
    """Where windows are shown, and a mouse and a keyboard at it: one xdotool, told line by line what to do.

    What it does has not arrived at a window when a method returns: whoever goes on waits for the effect.
    """

    def __init__(self, display: str, log: IO[bytes]) -> None:
        self.environment = {**os.environ, "DISPLAY": display}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self._hands = subprocess.Popen(
            ["xdotool", "-"], env=self.environment, stdin=subprocess.PIPE, stdout=log, stderr=log, bufsize=0
        )

    def click(self, x: int, y: int) -> None:
        self._do(f"mousemove {x} {y} mousedown 1 mouseup 1")

    def press(self, *keys: str) -> None:
        """Keys by their names in X: Tab, Return, ctrl+l."""
        self._do(f"key --delay 1 {' '.join(keys)}")

    def write(self, text: str) -> None:
        assert not set(text) & set('"\\\n'), "the line would end in the text"
        self._do(f'type --delay 1 "{text}"')

    def close(self) -> None:
        """What the cross in the frame of the window in front does, by the key that the window manager has for it."""
        self.press("alt+F4")

    def resize(self, title: str, width: int, height: int) -> None:
        self._do(f"search --onlyvisible --name {title} windowsize {width} {height}")

    def minimise(self, window: int) -> None:
        """Put a window, by its number in X, out of sight."""
        self._do(f"windowminimize {window} getmouselocation")  # a question, so that the order before it is sent at once

    def restore(self, window: int) -> None:
        """Bring that window back."""
        self._do(f"windowmap {window} getmouselocation")

    def let_go(self) -> None:
        """The hands have done all of it."""
        assert self._hands.stdin is not None
        self._hands.stdin.close()
        assert self._hands.wait(GUARD_S) == 0, "xdotool could not do something"

    def _do(self, line: str) -> None:
        assert self._hands.stdin is not None
        self._hands.stdin.write(f"{line}\n".encode())


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """A new screen with a window manager, gone again afterwards."""
    with (folder / "x.log").open("wb") as log, _server(log) as display:
        assert display, f"Xvfb does not start: {(folder / 'x.log').read_text(errors='replace')}"
        made = Screen(display, log)
        manager = subprocess.Popen(["openbox"], env=made.environment | {"HOME": str(folder)}, stdout=log, stderr=log)
        try:
            yield made
        finally:
            made.let_go()
            _end(manager)


@contextmanager
def _server(log: IO[bytes]) -> Iterator[str]:
    """An X server of its own; the display as it names it."""
    read, write = os.pipe()
    size = "x".join(map(str, SIZE))
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=log, stderr=log)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        number = told.readline().decode().strip()
    try:
        yield f":{number}" if number else ""
    finally:
        _end(server)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(GUARD_S)
