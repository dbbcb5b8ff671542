"""How many files may be open: each connection is one, and most systems allow a program few unless it asks for more."""

import logging
import sys

log = logging.getLogger(__name__)

SPARE = 100  # for the databases and everything else


def allow(connections: int) -> int:
    """Ask for as many open files as that many connections need, and tell how many connections are possible then.

    The log says so where these are fewer.
    """
    if sys.platform == "win32":
        return connections  # sockets are no files there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # some systems name a hard limit that they do not grant
        most = soft
    possible = max(most - SPARE, 0)
    if possible < connections:
        log.warning("%d open files are allowed, which is enough for %d connections; raise it (ulimit -Hn)", most,
                    possible)  # fmt: skip
    return min(possible, connections)
