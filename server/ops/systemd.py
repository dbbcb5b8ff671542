"""What a service manager such as systemd is told: that the server is ready, reads its settings again, stops, and lives.

The datagrams are those of sd_notify(3). Without a manager nothing is sent, and that is no error.
"""

import logging
import os
import socket
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import trio

from server.storage.event_store import StoreProblem

Alive = Callable[[], Awaitable[object]]

log = logging.getLogger(__name__)

LOOK_EVERY_S = 30.0  # at what the server says of itself, where the manager wants no sign of life
MAX_STATUS = 200


@dataclass(frozen=True)
class ServiceManager:
    """Where the service manager listens, and how often it wants a sign of life; made by `manager_of`."""

    address: str | bytes
    watchdog_s: float | None = None

    def tell(self, *lines: str) -> bool:
        """Send it; whether it arrived. Never waits: a manager that does not read must not stop games."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:  # fails where too many files are open
                sock.setblocking(False)
                sock.sendto("\n".join(lines).encode(), self.address)
        except OSError as error:
            log.warning("the service manager could not be told %s: %s", lines[0], error.strerror or error)
            return False
        return True


def manager_of(environ: Mapping[str, str]) -> ServiceManager | None:
    """The manager that started this process with that environment; None without one."""
    named = environ.get("NOTIFY_SOCKET", "")
    if sys.platform == "win32" or len(named) < 2 or named[0] not in "/@":
        return None
    # an address that starts with a zero byte is in no folder
    address = b"\0" + os.fsencode(named[1:]) if named[0] == "@" else named
    return ServiceManager(address, _watchdog_s(environ))


def _watchdog_s(environ: Mapping[str, str]) -> float | None:
    """In which time a sign of life is wanted of this very process."""
    wanted, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID") or str(os.getpid())
    if not (wanted.isascii() and wanted.isdecimal() and int(wanted)) or pid != str(os.getpid()):
        return None
    return int(wanted) / 1_000_000


async def keep_notified(
    alive: Alive | None,
    status: Callable[[], str],
    environ: Mapping[str, str] | None = None,
) -> None:
    """Say that the server is ready, from then on that it lives, and when cancelled that it stops.

    A sign of life goes out when `alive` has returned, so that the manager finds a loop that hangs, and a store whose
    writer is dead or does not answer. `status` is a sentence for people. Ends at once if there is no manager.
    """
    manager = manager_of(os.environ if environ is None else environ)
    if manager is None:
        return
    manager.tell("READY=1", _status(status()))
    try:
        await _keep_alive(manager, alive, status)
    finally:
        manager.tell("STOPPING=1", "STATUS=Stopping")


async def _keep_alive(manager: ServiceManager, alive: Alive | None, status: Callable[[], str]) -> None:
    every_s = LOOK_EVERY_S if manager.watchdog_s is None else manager.watchdog_s / 2
    told = status()
    while True:
        asked_at = trio.current_time()
        if alive is None or await _lives(alive):
            lines = ["WATCHDOG=1"] if manager.watchdog_s is not None else []
            if status() != told:
                told = status()
                lines.append(_status(told))
            if lines:
                manager.tell(*lines)
        await trio.sleep_until(asked_at + every_s)


async def _lives(alive: Alive) -> bool:
    try:
        await alive()
    except (StoreProblem, sqlite3.Error):
        log.exception("the store does not answer: no sign of life for the service manager")
        return False
    return True


@contextmanager
def reloading(status: Callable[[], str], environ: Mapping[str, str] | None = None) -> Iterator[None]:
    """Around reading the settings again: the manager is told when it begins, and that it is over however it ends."""
    manager = manager_of(os.environ if environ is None else environ)
    if manager is not None:
        manager.tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
    try:
        yield
    finally:
        if manager is not None:
            manager.tell("READY=1", _status(status()))


def _status(text: str) -> str:
    """In one line, since each line is an order to the manager."""
    return "STATUS=" + " ".join(text.split())[:MAX_STATUS]
