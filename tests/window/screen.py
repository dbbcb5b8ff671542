"""An X server for a test: Xvfb, a window manager, and xdotool that moves the mouse and presses keys."""

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
    """Say which programs are missing, or None."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    return f"no X server for tests: apt install {' '.join(missing)}" if missing else None


class Screen:
    """A display with mouse and keyboard: one xdotool process that reads commands line by line.

    Methods return before the window has received the events, so callers wait for the effect.
    """

    def __init__(self, display: str, server: "subprocess.Popen[bytes]", log: IO[bytes]) -> None:
        self._server = server
        self.environment = {**os.environ, "DISPLAY": display}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self._xdotool = subprocess.Popen(
            ["xdotool", "-"], env=self.environment, stdin=subprocess.PIPE, stdout=log, stderr=log, bufsize=0
        )

    def click(self, x: int, y: int) -> None:
        self._do(f"mousemove {x} {y} mousedown 1 mouseup 1")

    def press(self, *keys: str) -> None:
        """Press keys by their X names: Tab, Return, ctrl+l."""
        self._do(f"key --delay 1 {' '.join(keys)}")

    def write(self, text: str) -> None:
        assert not set(text) & set('"\\\n'), "these characters would end the command"
        self._do(f'type --delay 1 "{text}"')

    def close(self) -> None:
        """Close the front window with the window manager's key, as its close button would."""
        self.press("alt+F4")

    def resize(self, title: str, width: int, height: int) -> None:
        self._do(f"search --onlyvisible --name {title} windowsize {width} {height}")

    def minimise(self, window: int) -> None:
        """Minimise a window by its X id."""
        self._do(f"windowminimize {window} getmouselocation")  # a query flushes the command before it

    def restore(self, window: int) -> None:
        """Restore a minimised window."""
        self._do(f"windowmap {window} getmouselocation")

    def keep_picture(self, path: Path) -> None:
        """Write what the screen shows as PNG, with the program of the Debian package imagemagick."""
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-silent", "-window", "root", str(path)], env=self.environment, check=True)

    def lose(self) -> None:
        """Kill the X server."""
        self._server.kill()

    def finish(self) -> None:
        """Wait until xdotool has done everything."""
        assert self._xdotool.stdin is not None
        self._xdotool.stdin.close()
        self._xdotool.wait(GUARD_S)

    def _do(self, line: str) -> None:
        assert self._xdotool.stdin is not None
        self._xdotool.stdin.write(f"{line}\n".encode())


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """Start an X server with a window manager and stop both afterwards."""
    with (folder / "x.log").open("wb") as log, _server(log) as (display, server):
        assert display, f"Xvfb does not start: {(folder / 'x.log').read_text(errors='replace')}"
        made = Screen(display, server, log)
        manager = subprocess.Popen(["openbox"], env=made.environment | {"HOME": str(folder)}, stdout=log, stderr=log)
        try:
            yield made
        finally:
            _end(manager)
            made.finish()


@contextmanager
def _server(log: IO[bytes]) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Start an X server; yield its display name and its process."""
    read, write = os.pipe()
    size = "x".join(map(str, SIZE))
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=log, stderr=log)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        number = told.readline().decode().strip()
    try:
        yield f":{number}" if number else "", server
    finally:
        _end(server)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(GUARD_S)
