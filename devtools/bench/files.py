"""Open files: each connection of the load is one."""

from server.ops.process import SPARE_FILES, allow_connections


def room_for(connections: int) -> str:
    """Raise this process's limit on open files as needed. Return a sentence if that fails."""
    possible = allow_connections(connections)
    if possible >= connections:
        return ""
    return (
        f"{connections} connections need {connections + SPARE_FILES} open files in one process, and the system allows "
        f"enough for {possible}. Measure with --connections {possible}, or raise the limit as root: ulimit -Hn "
        f"{connections + SPARE_FILES}"
    )
