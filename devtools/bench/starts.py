"""Time until the window is shown, cold and warm, and its memory, each in a process of its own."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from devtools.bench.figure import Figure

STARTS = 7
ROOT = Path(__file__).parents[2]
PROGRAM = """
import json, sys, time
began, kind = float(sys.argv[2]), sys.argv[3]
from client_qt.__main__ import arguments, start
from PySide6.QtCore import QTimer

found = {}

def memory():
    names = {"Rss": "rss", "Pss": "pss", "Private_Clean": "uss", "Private_Dirty": "uss"}
    sizes = dict.fromkeys(names.values(), 0.0)
    with open("/proc/self/smaps_rollup") as lines:
        for line in list(lines)[1:]:
            name, size = line.split()[:2]
            if name[:-1] in names:
                sizes[names[name[:-1]]] += int(size) / 1024
    return sizes

def painted(window):
    found.update(paint_ms=(time.monotonic() - began) * 1000, work_ms=time.process_time() * 1000)
    if kind == "look":
        screen = window.screen().grabWindow(window.winId()).toImage()
        assert screen == window.grab().toImage().convertedTo(screen.format()), "it was not painted"

def ready(app):
    QTimer.singleShot(0, lambda: all_ready(app))  # after the input that waited

def all_ready(app):
    found["ready_ms"] = (time.monotonic() - began) * 1000

    def at_home():
        found["home"] = memory()
        from client_qt.pages.setup.page import SetupChoice
        app.local_controller.begin(SetupChoice("royalclod", {}))
        QTimer.singleShot(1500, at_table)

    def at_table():
        found["table"] = memory()
        end()

    def end():
        sys.stdout.write(json.dumps(found))
        app.leave()

    QTimer.singleShot(1500, at_home) if kind == "memory" else QTimer.singleShot(0, end)

start(arguments().parse_args(["--home", sys.argv[1]]), ready, painted)
"""


def starts() -> Iterator[Figure]:
    """From the start of the process to the first page on the screen, and to the loaded program."""
    with tempfile.TemporaryDirectory() as home:
        yield Figure("start to first paint, nothing compiled yet", _start(home)["paint_ms"], "ms", 1)
        _start(home, "look")
        if _forget_files():
            yield Figure("start to first paint, files not in memory", _start(home)["paint_ms"], "ms", 1)
        told = [_start(home) for _ in range(STARTS)]
    warm, work = [one["paint_ms"] for one in told], [one["work_ms"] for one in told]
    yield Figure("start to first paint, warm", statistics.median(warm), "ms", len(warm))
    yield Figure("start to first paint, warm, the quickest", min(warm), "ms", len(warm))
    yield Figure("start to first paint, warm, processor time of all threads", statistics.median(work), "ms", len(work))
    ready = [one["ready_ms"] for one in told]
    yield Figure("start to all of it ready, warm", statistics.median(ready), "ms", len(ready))


def memory() -> Iterator[Figure]:
    """The memory of a client after a second and a half on the home page, and at the table with the largest board."""
    if not os.path.exists("/proc/self/smaps_rollup"):
        return
    with tempfile.TemporaryDirectory() as home:
        _start(home)  # compiles
        told = _start(home, "memory")
    for place in ("home", "table"):
        for kind, size in told[place].items():
            yield Figure(f"memory at {place}, {kind.upper()}", size, "MiB", 1)


def _start(home: str, wait: str = "") -> dict[str, Any]:
    words = [sys.executable, "-c", PROGRAM, home, str(time.monotonic()), wait]
    # this folder also gets the compiled files, whatever the checkout contained before
    environment = {**os.environ, "NETGAME_LAN": "none", "PYTHONPYCACHEPREFIX": os.path.join(home, "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _forget_files() -> bool:
    """Drop our files, Python's and Qt's from the system's cache; files that another program maps stay."""
    if not hasattr(os, "posix_fadvise"):
        return False
    import PySide6

    os.sync()
    folders = [Path(PySide6.__path__[0]).parent, Path(os.__file__).parent]
    folders += [ROOT / name for name in ("netgame", "protocol", "server", "client_qt")]
    for path in (path for folder in folders for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return True
