"""`python -m tests.server.doomed FILE run ...`: the server, which kills itself at the point that the file names.

A file, since it has its effect from the moment on at which it is there: a signal or a message would race with orders.
"""

import os
import signal
import sys
from pathlib import Path

from server.cli.main import main
from server.ops.faults import FaultPoint


class Doom:
    """The `Faults` of such a server."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, point: FaultPoint) -> None:
        if self._file.exists() and self._file.read_text() == point:
            self._file.unlink()
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], Doom(Path(sys.argv[1]))))
