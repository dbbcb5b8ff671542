"""The process between a program and an engine: it ends the engine, and all that it started, when the program is gone.

`python guard.py LIFELINE MEMORY_MIB COMMAND ...` runs the command with its own standard streams. LIFELINE is one end
of a pipe. Only the program has the other end, and the system closes that one also for a killed program. On Linux the
guard adopts processes that an engine has left behind, also those in sessions of their own. On Windows a job object does
all this. This module imports little, because each engine starts it.
"""

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from select import select

assert sys.platform != "win32", "Windows has job objects"

END_S = 4.0  # until it gives up a process that cannot be ended
PAUSE_S = 0.01
EXEC_FAILED = 127  # exit code, as of a shell
_IGNORED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")  # that an engine may send to its group
_CHANGED_BY_PYTHON = ("SIGPIPE", "SIGXFSZ")
_SET_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36  # of prctl


def main(arguments: Sequence[str]) -> int:
    """Run a command until it or the program has ended. Return its exit code, or 128 and the number of its signal."""
    lifeline, memory_mib, command = int(arguments[0]), int(arguments[1]), list(arguments[2:])
    os.set_inheritable(lifeline, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake)
    _prctl(_SET_CHILD_SUBREAPER, 1)
    engine = os.fork()
    if not engine:
        _run(command, memory_mib)
    for name in _IGNORED:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # they end when the engine closes them
        os.dup2(nothing, stream)
    status = _reap(engine)
    while status is None and lifeline not in select([lifeline, woken], [], [])[0]:
        os.read(woken, 64)
        status = _reap(engine)
    _end_all()
    code = 1 if status is None else os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _run(command: list[str], memory_mib: int) -> None:
    """Become the engine."""
    try:
        for name in _CHANGED_BY_PYTHON:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if sys.platform == "linux":
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (memory_mib << 20, memory_mib << 20))
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(EXEC_FAILED)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _reap(engine: int) -> int | None:
    """Reap all children that have ended, and return the status of the engine if it has."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            found = ended[1] if ended[0] == engine else found
    return found


def _end_all() -> None:
    """End all processes that come from this one. Each round may show others that theirs have left to us."""
    until = time.monotonic() + END_S
    while (pids := _descendants()) and time.monotonic() < until:
        for pid in pids:
            with suppress(OSError):  # it has ended, or belongs to another user
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE_S)
        _reap(0)


def _descendants() -> set[int]:
    """Return the processes that come from this one and have not ended."""
    own = os.getpid()
    found, parents = set[int](), dict[int, int]()
    for pid, parent, group, state in _processes():
        if not state.startswith("Z"):
            parents[pid] = parent
            if group == own:
                found.add(pid)
    before = -1
    while before < len(found):
        before = len(found)
        found |= {pid for pid, parent in parents.items() if parent == own or parent in found}
    return found - {own}


def _processes() -> list[tuple[int, int, int, str]]:
    """Return pid, parent, group and state of all processes."""
    if sys.platform != "linux":
        import subprocess

        with subprocess.Popen(["ps", "-axo", "pid=,ppid=,pgid=,stat="], stdout=subprocess.PIPE, text=True) as lister:
            rows = [line.split() for line in lister.communicate()[0].splitlines()]
        numbers = [(int(pid), int(parent), int(group), state) for pid, parent, group, state in rows]
        return [row for row in numbers if row[0] != lister.pid]
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                state, parent, group = stat.read().rpartition(b")")[2].split()[:3]  # its name may have anything
        except OSError:
            continue  # it has ended
        found.append((int(name), int(parent), int(group), state.decode()))
    return found


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
