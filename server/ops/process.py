"""The resources of this process: memory, open files and the garbage collector."""

import gc
import logging
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

log = logging.getLogger(__name__)

MIB = 1 << 20
MEMORY_SHARE = 0.9  # of the available memory, where no limit is set
SPARE_FILES = 100  # for the databases and everything else that is no connection


def memory_used_mib() -> int:
    """Return the resident memory of this process."""
    return int(_this_process().memory_info().rss) // MIB


@cache
def _this_process() -> psutil.Process:
    return psutil.Process()


def memory_available_mib() -> int:
    """Return the computer's memory, or less where a container limits it."""
    try:
        group = next(
            line[3:].strip("/")
            for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines()
            if line.startswith("0::")
        )
    except (OSError, StopIteration):
        group = ""
    root, known = Path("/sys/fs/cgroup"), []
    for path in (root / group / "memory.max", root / "memory.max", root / "memory" / "memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # the file is missing, or says "max"
            known.append(min(int(path.read_text("ascii")) // MIB, 1 << 40))
    if sys.platform == "win32":
        known.append(int(psutil.virtual_memory().total) // MIB)
    else:  # psutil reads /proc/meminfo, which is hidden from the service of deploy/systemd
        known.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MIB)
    return min(mib for mib in known if mib)


def is_memory_full(limit_mib: int) -> bool:
    """Return whether this process uses more memory than the limit; 0: nine tenths of the available memory."""
    most = limit_mib or int(memory_available_mib() * MEMORY_SHARE)
    return memory_used_mib() > most


def allow_connections(connections: int) -> int:
    """Raise the limit on open files for that many connections; return how many are possible.

    Each connection is an open file, and most systems grant few of them by default. Log a warning if the system does
    not grant enough.
    """
    if sys.platform == "win32":
        return connections  # sockets are no files there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # some systems report a hard limit that they do not grant
        most = soft
    possible = max(most - SPARE_FILES, 0)
    if possible < connections:
        log.warning(
            "%d open files are allowed, which is enough for %d connections; raise it (ulimit -Hn)", most, possible
        )
    return min(possible, connections)


def freeze_garbage_collector() -> None:
    """Exempt everything that start-up made from garbage collection, and collect rarely from now on.

    Connections and tables are freed without the collector, and a search of all objects would delay every player.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
