"""What systems do differently: private files, writes that survive a power cut, and the end of a process with all that
it started."""

import errno
import io
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

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
    LOW_PRIORITY = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS}

    class ProcessGroup:
        """A process and everything that it starts. All end with the program that made the group."""

        def __init__(self, pid: int, memory_mib: int) -> None:
            """Limit the memory of a running process."""
            self._job = cast(Any, win32job.CreateJobObject(None, ""))
            kind = win32job.JobObjectExtendedLimitInformation
            limits = win32job.QueryInformationJobObject(self._job, kind)
            limits["BasicLimitInformation"]["LimitFlags"] = (
                win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | win32job.JOB_OBJECT_LIMIT_JOB_MEMORY
            )
            limits["JobMemoryLimit"] = memory_mib << 20
            win32job.SetInformationJobObject(self._job, kind, limits)
            rights = win32con.PROCESS_SET_QUOTA | win32con.PROCESS_TERMINATE
            with suppress(pywintypes.error):  # it has ended already
                win32job.AssignProcessToJobObject(self._job, win32api.OpenProcess(rights, False, pid))

        def lower_priority(self) -> None:
            """Do nothing: `LOW_PRIORITY` starts the process so."""

        def kill(self) -> None:
            """End all of them."""
            with suppress(pywintypes.error):
                win32job.TerminateJobObject(self._job, 1)

else:
    LOW_PRIORITY = {"start_new_session": True}

    class ProcessGroup:
        """A process that leads a session of its own, and everything that it starts."""

        def __init__(self, pid: int, memory_mib: int) -> None:
            """Limit the memory of a running process, where the system can."""
            self._pid = pid
            if sys.platform == "linux":
                import resource

                size = memory_mib * 2**20
                with suppress(OSError):  # it has ended already
                    resource.prlimit(pid, resource.RLIMIT_DATA, (size, size))

        def lower_priority(self) -> None:
            """Let windows and servers go first."""
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PGRP, self._pid, _NICE)

        def kill(self) -> None:
            """End all of them. The caller has not yet waited for the process."""
            with suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)
