"""Files written whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path

_UMASK = os.umask(0)  # it can only be asked for by setting it, and not while threads write files
os.umask(_UMASK)


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Write by way of a second file, so that a crash leaves the old bytes or the new ones. `private`: nobody else reads
    it. `OSError` if the disk refuses."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.resolve()  # a link goes on to be one
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name[:40])
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if not private:  # settings are written while somebody looks at the window, which a slow disk would hold up
                file.flush()
                os.fsync(file.fileno())
        if not private:
            os.chmod(name, 0o666 & ~_UMASK)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
