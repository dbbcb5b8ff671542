"""A miniature checkout: the real `run` over a project whose build needs no network and can be paused by a test."""

import json
import os
import select
import shutil
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path

from devtools.harness import PATIENCE_S

ROOT = Path(__file__).parents[2]

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "miniature"
version = "1"

[tool.ruff]
line-length = 120
"""

# A build backend of our own: an editable wheel is a zip with three texts and a .pth file
BACKEND = """
import os, pathlib, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    here = pathlib.Path.cwd()
    with open(here / "builds", "a") as builds:
        builds.write("built\\n")
    for name in ("started", "gate"):            # pipes, where a test waits for us and holds us up
        if (here / name).exists():
            os.close(os.open(here / name, os.O_WRONLY if name == "started" else os.O_RDONLY))
    extras = (here / "extras").read_text()
    info = "miniature-1.dist-info/"
    with zipfile.ZipFile(pathlib.Path(folder) / "miniature-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("miniature.pth", str(here))
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: miniature\\nVersion: 1\\n" + extras)
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return "miniature-1-py3-none-any.whl"
"""

# As in Debian without python3-venv: `venv` cannot put pip into an environment. `./run` then uses the pip outside, which
# takes a tenth of the time.
BARE_PYTHON = """
import os, sys

if sys.orig_argv[1:3] == ["-m", "venv"] and "--without-pip" not in sys.orig_argv:
    os._exit(1)
"""

# A pip that only calls the backend and unpacks its wheel, in a tenth of the time again
QUICK_PIP = """
import json, os, pathlib, sys, tempfile, zipfile

words = sys.argv[1:]
if "--dry-run" not in words:
    python = pathlib.Path(words[words.index("--python") + 1] if "--python" in words else sys.executable)
    [packages] = python.parents[1].glob("lib/python*/site-packages")
    folder = pathlib.Path(words[-1].partition("[")[0])
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    import backend
    with tempfile.TemporaryDirectory() as made:
        zipfile.ZipFile(pathlib.Path(made, backend.build_editable(made))).extractall(packages)
    (packages / "miniature-1.dist-info/direct_url.json").write_text(json.dumps({"url": folder.as_uri()}))
"""

NOBODY_OFFERS = "Requires-Dist: a-library-that-nobody-offers\n"  # as without network: pip finds nothing
EXTRAS = "Provides-Extra: client\nProvides-Extra: server\nProvides-Extra: dev\nProvides-Extra: fast\n"
NOT_FAST = EXTRAS + 'Requires-Dist: a-compiler-that-nobody-offers; extra == "fast"\n'
NEITHER = NOT_FAST + 'Requires-Dist: a-window-that-nobody-offers; extra == "client"\n'


@cache
def outer_pip() -> bool:
    """Whether the Python that environments are made from has a pip."""
    base = getattr(sys, "_base_executable", sys.executable)
    return subprocess.run([base, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0


class Checkout:
    """One miniature: its folder, its environment, and ways to start its `run`.

    With `own_pip`, a new environment gets a pip of its own, which takes seconds. With `is_quick`, pip is `QUICK_PIP`.
    """

    def __init__(self, folder: Path, extras: str = EXTRAS, *, own_pip: bool = False, is_quick: bool = False) -> None:
        self.folder, self.own_pip, self.is_quick = folder, own_pip, is_quick
        folder.mkdir(parents=True)
        shutil.copy(ROOT / "run", folder / "run")
        self.write("pyproject.toml", PYPROJECT)
        self.write("constraints.txt", "")
        self.write("backend.py", BACKEND)
        self.write("extras", extras)
        self.write("bare/sitecustomize.py", BARE_PYTHON)
        self.write("quick/pip/__main__.py", QUICK_PIP)
        self.write("server/__main__.py", "import sys; print('serving', sys.argv[1:], sys.prefix)")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))

    @property
    def environment(self) -> dict[str, str]:
        others = ("NETGAME_", "QT_", "DISPLAY", "WAYLAND_DISPLAY")
        mine = {name: value for name, value in os.environ.items() if not name.startswith(others)}
        mine |= {"PIP_NO_INDEX": "1", "PIP_RETRIES": "0"}
        if self.is_quick:
            return {**mine, "PYTHONPATH": f"{self.folder / 'bare'}:{self.folder / 'quick'}"}
        return mine if self.own_pip or not outer_pip() else {**mine, "PYTHONPATH": str(self.folder / "bare")}

    def run(self, *words: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        command, env = [sys.executable, str(self.folder / "run"), *words], self.environment | env
        return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE_S)

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        """Start `run` in a process group of its own, its messages on a pipe."""
        command, pipe, env = [sys.executable, str(self.folder / "run"), *words], subprocess.PIPE, self.environment | env
        return subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True)

    @property
    def builds(self) -> int:
        return len((self.folder / "builds").read_text().splitlines()) if (self.folder / "builds").exists() else 0

    @property
    def installed(self) -> list[str]:
        """The extras that are installed."""
        extras: list[str] = json.loads((self.folder / ".venv" / ".netgame.json").read_text())["extras"]
        return extras

    def hold_up(self) -> int:
        """Make builds wait at a gate. Return the descriptor that reports when one waits."""
        os.mkfifo(self.folder / "started")
        os.mkfifo(self.folder / "gate")
        return os.open(self.folder / "started", os.O_RDONLY | os.O_NONBLOCK)

    def wait_for_build(self, started: int) -> None:
        poll = select.poll()
        poll.register(started, select.POLLIN | select.POLLHUP)
        assert poll.poll(PATIENCE_S * 1000), "no build has begun"

    def let_through(self, started: int) -> None:
        """Open the gate for the waiting build and for all later ones."""
        (self.folder / "started").unlink()
        os.close(started)
        gate = os.open(self.folder / "gate", os.O_WRONLY)
        (self.folder / "gate").unlink()
        os.close(gate)
