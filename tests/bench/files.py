"""Open files: each connection of the load is one."""

from server.ops.open_files import SPARE, allow


def room_for(connections: int) -> str:
    """Raise this process's limit as far as that many need it. A sentence if it cannot be; else nothing."""
    possible = allow(connections)
    if possible >= connections:
        return ""
    return (
        f"{connections} connections need {connections + SPARE} open files in one process, and the system allows enough "
        f"for {possible}. Measure with --connections {possible}, or raise the limit as root: ulimit -Hn "
        f"{connections + SPARE}"
    )
