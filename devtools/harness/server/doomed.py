"""`python -m devtools.harness.server.doomed FILE run ...`: a server that kills itself at the point named in the file.

A file takes effect as soon as it exists; a signal or a message would race with commands.
"""

import os
import sys
from pathlib import Path

from devtools.harness.systems import kill
from server.cli.main import main
from server.ops.faults import FaultPoint


class Doom:
    """The `Faults` of such a server."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, point: FaultPoint) -> None:
        if self._takes(point):
            kill(os.getpid())

    def _takes(self, name: str) -> bool:
        """Take the file if it has this name in it. Its writer may take it back at any moment."""
        try:
            if self._file.read_text() != name:
                return False
            self._file.unlink()
        except FileNotFoundError:
            return False
        return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], Doom(Path(sys.argv[1]))))
