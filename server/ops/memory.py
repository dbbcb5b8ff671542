"""How much memory this program uses, and whether that is too much."""

import os
import sys
from pathlib import Path

MIB = 1 << 20
SHARE = 0.9  # of what there is


def used_mib() -> int:
    """What this process has in memory now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // MIB
    except (OSError, ValueError, IndexError):
        return 0


def there_is_mib() -> int:
    """How much this process may have: the computer's memory, or less where a container limits it; 0: not known."""
    known = [_of_the_computer(), *map(_number, _limits())]
    return min((mib for mib in known if mib), default=0)


def is_full(limit_mib: int) -> bool:
    """Whether this process has more than the limit in memory; 0: than nine tenths of what there is, as far as known."""
    most = limit_mib or int(there_is_mib() * SHARE)
    return bool(most) and used_mib() > most


def _of_the_computer() -> int:
    if sys.platform == "win32":
        return 0
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MIB
    except (OSError, ValueError):
        return 0


def _limits() -> tuple[Path, ...]:
    group = ""
    try:
        lines = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        line = next(line for line in lines if line.startswith("0::"))
        group = line[3:].strip("/")
    except (OSError, StopIteration):
        pass
    root = Path("/sys/fs/cgroup")
    return root / group / "memory.max", root / "memory.max", root / "memory" / "memory.limit_in_bytes"


def _number(path: Path) -> int:
    try:
        return min(int(path.read_text("ascii")) // MIB, 1 << 40)
    except (OSError, ValueError):  # there is none, or it says "max"
        return 0
