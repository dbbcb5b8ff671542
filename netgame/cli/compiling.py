"""Compiles the kernel of a game in a thread, while the pure search plays on."""

import os
import sys
import tempfile
import threading
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from netgame.game import Game
from netgame.players.kernels import Kernel, KernelType, has_kernel, load_kernel

FOLDER = "NUMBA_CACHE_DIR"  # where the compiler keeps its results; it writes nowhere if this is empty
SWITCH_S = 0.0005  # between two threads while one of them compiles


class Compiler:
    """The kernels of a process."""

    def __init__(self) -> None:
        self._kinds: dict[type[Game[Any, Any]], KernelType] = {}
        self._threads: dict[type[Game[Any, Any]], threading.Thread] = {}

    @property
    def is_busy(self) -> bool:
        """Whether a kernel is being compiled."""
        return any(thread.is_alive() for thread in self._threads.values())

    def begin(self, game: Game[Any, Any]) -> None:
        """Compile the kernel of this game if there is one, unless that has begun."""
        kind = type(game)
        if kind not in self._threads and has_kernel(kind):
            remember()
            self._threads[kind] = threading.Thread(target=self._compile, args=[kind], daemon=True)
            self._threads[kind].start()

    def is_compiling(self, game: Game[Any, Any]) -> bool:
        """Return whether the kernel of this game is being compiled."""
        return type(game) in self._threads and self._threads[type(game)].is_alive()

    def kernel(self, game: Game[Any, Any]) -> Kernel | None:
        """Return the kernel of this game, once it is compiled."""
        kind = self._kinds.get(type(game))
        return None if kind is None else kind(game)

    def _compile(self, kind: type[Game[Any, Any]]) -> None:
        # The compiler often works outside Python. It should not wait long for its turn when it comes back.
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
        try:
            # an exception ends only this thread, with its traceback on the standard error; the pure search plays on
            self._kinds[kind] = load_kernel(kind)
        finally:
            sys.setswitchinterval(usual)


def remember() -> None:
    """Let the compiler keep its results in the user's cache folder, where that can be written."""
    if FOLDER in os.environ:
        return
    with suppress(OSError):
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.environ[FOLDER] = str(folder)


def _cache_folder() -> Path:
    """Return a folder for these sources.

    Of what it compiles from a file the compiler notices only changes of that file.
    """
    from platformdirs import user_cache_path  # takes a while, and few need it

    sources = sha256()
    for name in ("boards", "games", "players"):
        for path in sorted(Path(__file__).parents[1].joinpath(name).rglob("*.py")):
            sources.update(path.read_bytes())
    return user_cache_path("netgame", appauthor=False) / "compiled" / sources.hexdigest()[:16]
