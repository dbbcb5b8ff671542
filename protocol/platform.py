"""What systems do differently: private files, writes that survive a power cut, and the end of a process with all that
it started."""

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

GUARD = "--guard"  # the first argument of `netgame-cli` of a bundle that is the guard of an engine
CONSOLE_S = 10.0  # longer than Windows waits for a program whose console is closed
RESET_DROPS_UNREAD = sys.platform == "win32"  # a reset of a connection takes what came before it and was not read
_CLOSED_PIPE = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
_NICE = 10  # how much `nice` a process of low priority is, so that windows and servers go first
_BINARY = getattr(os, "O_BINARY", 0)  # Windows


def print_utf_8() -> None:
    """Let this program print every letter, whatever code page or locale a console or a pipe has."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a program without a console has none
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def is_closed_pipe(error: OSError) -> bool:
    """Say whether a write failed because the reader of the output has closed it."""
    return error.errno in _CLOSED_PIPE


def make_private_folder(path: Path) -> None:
    """Make a folder that only this user may read, with its parents, if it is missing."""
    if not path.is_dir():
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        restrict_to_owner(path)


def open_new(path: Path, *, private: bool) -> int:
    """Create a file and return its handle for writing. `FileExistsError` if there is one."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600 if private else 0o666)
    try:
        if private:
            restrict_to_owner(path)
    except OSError:
        os.close(handle)
        raise
    return handle


def asleep_ms() -> int:
    """Return how long this computer has been suspended so far, if its monotonic clock stops meanwhile; otherwise 0."""
    if sys.platform == "win32" or not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return int((time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)) * 1000)


def synchronised_ms() -> int | None:
    """Return the time in ms since 1970 that a time service, such as NTP, keeps right; None if none is known to.

    Only Linux tells.
    """
    if sys.platform != "linux":
        return None
    import ctypes  # commands that need it not start faster

    class Timex(ctypes.Structure):  # of Linux, with room for its rest
        _fields_ = (
            ("modes", ctypes.c_uint), ("offset", ctypes.c_long), ("freq", ctypes.c_long), ("maxerror", ctypes.c_long),
            ("esterror", ctypes.c_long), ("status", ctypes.c_int), ("constant", ctypes.c_long),
            ("precision", ctypes.c_long), ("tolerance", ctypes.c_long), ("seconds", ctypes.c_long),
            ("rest", ctypes.c_long * 40),
        )  # fmt: skip

    timex, unsynchronised = Timex(), 5
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
    except (OSError, AttributeError):
        return None
    return int(timex.seconds) * 1000 if 0 <= state < unsynchronised else None


if sys.platform == "win32":
    import ntsecuritycon
    import pywintypes
    import win32api
    import win32con
    import win32job
    import win32security

    # Windows sends the last one for Ctrl+Break, and when a console is closed or its user signs out
    STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)

    def watch_console() -> None:
        """Let this program end in order when its console is closed: Windows waits some seconds for this handler."""

        def closed(event: int) -> bool:
            if event in (win32con.CTRL_C_EVENT, win32con.CTRL_BREAK_EVENT):
                return False  # Python handles them
            signal.raise_signal(signal.SIGBREAK)
            time.sleep(CONSOLE_S)
            return True

        win32api.SetConsoleCtrlHandler(closed, True)

    def restrict_to_owner(path: Path) -> None:
        """Let only this user, and in a folder for all that it will have, read and write. `OSError` if refused."""
        token = win32security.OpenProcessToken(win32api.GetCurrentProcess(), win32con.TOKEN_QUERY)
        user, _attributes = win32security.GetTokenInformation(token, win32security.TokenUser)
        inherit = win32security.CONTAINER_INHERIT_ACE | win32security.OBJECT_INHERIT_ACE
        access = win32security.ACL()
        access.AddAccessAllowedAceEx(
            win32security.ACL_REVISION_DS, inherit if path.is_dir() else 0, ntsecuritycon.FILE_ALL_ACCESS, user
        )
        # protected: the folder above gives nobody else access
        what = win32security.DACL_SECURITY_INFORMATION | win32security.PROTECTED_DACL_SECURITY_INFORMATION
        try:
            win32security.SetNamedSecurityInfo(str(path), win32security.SE_FILE_OBJECT, what, None, None, access, None)
        except pywintypes.error as error:
            raise OSError(None, error.strerror, str(path), error.winerror) from error

else:
    STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def watch_console() -> None:
        """Do nothing: a signal ends the program."""

    def restrict_to_owner(path: Path) -> None:
        """Let only this user read and write. `OSError` if refused."""
        mode = path.stat().st_mode
        if mode & 0o077:
            path.chmod(mode & 0o700)


def is_private(path: Path) -> bool:
    """Return whether only the owner and the group of a file can use it. `OSError` if there is no such file.

    On Windows access lists say that, and the answer is always yes.
    """
    return sys.platform == "win32" or not path.stat().st_mode & 0o007


if sys.platform == "darwin":
    import fcntl

    def sync(handle: int) -> None:
        """Return when the content of an open file is on the disk, not only in the memory of the drive."""
        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # a file system without it, such as one of the network
            os.fsync(handle)

else:

    def sync(handle: int) -> None:
        """Return when the content of an open file is on the disk."""
        os.fsync(handle)


if sys.platform == "win32":

    class ProcessGroup:
        """A process and everything that it starts. All end with the program that made the group, also a killed one."""

        def __init__(self, memory_mib: int) -> None:
            """Limit the memory of all of them together."""
            self._job = cast(Any, win32job.CreateJobObject(None, ""))
            kind = win32job.JobObjectExtendedLimitInformation
            limits = win32job.QueryInformationJobObject(self._job, kind)
            limits["BasicLimitInformation"]["LimitFlags"] = (
                win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | win32job.JOB_OBJECT_LIMIT_JOB_MEMORY
            )
            limits["JobMemoryLimit"] = memory_mib << 20
            win32job.SetInformationJobObject(self._job, kind, limits)
            self.settings = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS}

        def command(self, words: Sequence[str]) -> list[str]:
            """Return the command that starts the process; `settings` are further arguments for its start."""
            return list(words)

        def started(self, pid: int) -> None:
            """Take the process into the group."""
            rights = win32con.PROCESS_SET_QUOTA | win32con.PROCESS_TERMINATE
            with suppress(pywintypes.error):  # it has ended already
                win32job.AssignProcessToJobObject(self._job, win32api.OpenProcess(rights, False, pid))

        def lower_priority(self) -> None:
            """Do nothing: `settings` start the process so."""

        def kill(self) -> None:
            """End all of them."""
            with suppress(pywintypes.error):
                win32job.TerminateJobObject(self._job, 1)

else:

    class ProcessGroup:
        """A process and everything that it starts. All end with the program that made the group, also a killed one.

        A guard starts the process (`protocol/guard.py`). It leads a session, and ends when the process has ended.
        """

        def __init__(self, memory_mib: int) -> None:
            """Limit the memory of each of them, where the system can."""
            self._memory_mib, self._pid = memory_mib, 0
            self._theirs, self._lifeline = os.pipe()
            self.settings: dict[str, Any] = {"start_new_session": True, "pass_fds": (self._theirs,)}

        def command(self, words: Sequence[str]) -> list[str]:
            """Return the command that starts the guard; `settings` are further arguments for its start.

            `OSError` if there is no such program.
            """
            if shutil.which(words[0]) is None:
                number = errno.EACCES if os.path.exists(words[0]) else errno.ENOENT
                raise OSError(number, os.strerror(number), words[0])
            return [*_guard(), str(self._theirs), str(self._memory_mib), *words]

        def started(self, pid: int) -> None:
            """Note the pid of the guard."""
            self._pid = pid

        def lower_priority(self) -> None:
            """Let windows and servers go first."""
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PGRP, self._pid, _NICE)

        def kill(self) -> None:
            """End all of them. The guard does it, and then ends itself."""
            for handle in (self._theirs, self._lifeline):
                if handle >= 0:
                    os.close(handle)
            self._theirs = self._lifeline = -1

    def _guard() -> list[str]:
        if getattr(sys, "frozen", False):  # the command line of a bundle can do it
            return [str(Path(sys.executable).with_name("netgame-cli")), GUARD]
        return [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))]
