"""A connection to PostgreSQL for the jobs of one kind, which take turns."""

import threading
from collections.abc import Callable
from typing import TypeVar

import psycopg
import trio

from server.storage.event_store import StoreBroken
from server.storage.postgres.connection import connect, reason_of

T = TypeVar("T")


class DatabaseLine:
    """A connection that is made when it is needed, and made again after it broke."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._db: psycopg.Connection | None = None
        self._limiter = trio.CapacityLimiter(1)
        self._lock = threading.Lock()  # held during a job, which may go on after it was cancelled
        self._is_closed = False

    async def ask(self, work: Callable[[psycopg.Connection], T], *, is_waited_for: bool = False) -> T:
        """Do a job in a thread; `StoreBroken` if it fails twice. `is_waited_for`: the job cannot be cancelled."""
        return await trio.to_thread.run_sync(self._do, work, limiter=self._limiter, abandon_on_cancel=not is_waited_for)

    def _do(self, work: Callable[[psycopg.Connection], T]) -> T:
        try:
            with self._lock:
                return self._try(work)
        finally:
            if self._is_closed:
                self.close()

    def _try(self, work: Callable[[psycopg.Connection], T]) -> T:
        reason = "closed"
        for _ in range(0 if self._is_closed else 2):
            try:
                if self._db is None:
                    self._db = connect(self._address)
                return work(self._db)
            except psycopg.Error as error:
                reason = reason_of(error, self._address)
                self._disconnect()
        raise StoreBroken(reason)

    def _disconnect(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def close(self) -> None:
        """Close the connection for good, after the job that it is doing now."""
        self._is_closed = True
        if self._lock.acquire(blocking=False):
            self._disconnect()
            self._lock.release()
