"""Notify a service manager such as systemd: the server is ready, alive, reloading or stopping.

The datagrams are those of sd_notify(3). Without a service manager nothing is sent.
"""

import logging
import os
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import trio

log = logging.getLogger(__name__)

STATUS_EVERY_S = 30.0  # without a watchdog
MAX_STATUS = 200


@dataclass(frozen=True)
class ServiceManager:
    """The address of the service manager, and the interval of its watchdog; created by `manager_of`."""

    address: str | bytes
    watchdog_s: float | None = None

    def notify(self, *lines: str) -> bool:
        """Send a datagram and return whether it was sent. Never waits: a slow manager must not stop games."""
        if sys.platform == "win32":
            raise NotImplementedError("Windows has no sockets with a path")
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:  # fails if too many files are open
                sock.setblocking(False)
                sock.sendto("\n".join(lines).encode(), self.address)
        except OSError as error:
            log.warning("cannot notify the service manager of %s: %s", lines[0], error.strerror or error)
            return False
        return True


def manager_of(environ: Mapping[str, str]) -> ServiceManager | None:
    """Return the service manager that started this process with that environment, or None."""
    named = environ.get("NOTIFY_SOCKET", "")
    if sys.platform == "win32" or len(named) < 2 or named[0] not in "/@":
        return None
    # an abstract address starts with a zero byte
    address = b"\0" + os.fsencode(named[1:]) if named[0] == "@" else named
    interval_us, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID")
    if (pid and pid != str(os.getpid())) or not (interval_us.isascii() and interval_us.isdecimal()):
        return ServiceManager(address)  # no watchdog, or the one of the parent process
    return ServiceManager(address, int(interval_us) / 1_000_000 or None)


async def keep_notified(
    is_alive: Callable[[], Awaitable[bool]], status: Callable[[], str], environ: Mapping[str, str] | None = None
) -> None:
    """Notify the manager that the server is ready, then that it is alive, and when cancelled that it stops.

    A keep-alive is sent when `is_alive` has returned True, so that the manager notices an event loop that hangs and a
    store that does not answer. `status` is a sentence for people. Returns at once if there is no manager.
    """
    manager = manager_of(os.environ if environ is None else environ)
    if manager is None:
        return
    manager.notify("READY=1", _status(status()))
    try:
        every_s = STATUS_EVERY_S if manager.watchdog_s is None else manager.watchdog_s / 2
        sent = status()
        while True:
            began = trio.current_time()
            if await is_alive():
                lines = ["WATCHDOG=1"] if manager.watchdog_s is not None else []
                if (now := status()) != sent:
                    sent = now
                    lines.append(_status(now))
                if lines:
                    manager.notify(*lines)
            await trio.sleep_until(began + every_s)
    except trio.Cancelled:
        manager.notify("STOPPING=1", "STATUS=Stopping")
        raise


@contextmanager
def reloading(status: Callable[[], str], environ: Mapping[str, str] | None = None) -> Iterator[None]:
    """Notify the manager that the server reloads its settings, and when it has finished."""
    manager = manager_of(os.environ if environ is None else environ)
    if manager is not None:
        manager.notify("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
    try:
        yield
    finally:
        if manager is not None:
            manager.notify("READY=1", _status(status()))


def _status(text: str) -> str:
    """Return a status line. It must be one line, because each line is a command to the manager."""
    return "STATUS=" + " ".join(text.split())[:MAX_STATUS]
