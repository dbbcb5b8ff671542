"""Counters and histograms of a server: plain numbers, cheap enough to count every move."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from protocol import messages as m
from server.ops.logging import LimitLog
from server.ops.remote import Remote

MessageT = TypeVar("MessageT", bound=m.Message)

TIMES_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
OVERFLOW, BROKEN = "overflow", "broken"  # reasons for a drop: the client does not read, or its connection is broken


class Histogram:
    """Counts values by upper bounds."""

    __slots__ = ("_bounds", "_counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Add a value. Takes a third of a microsecond."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        """The number of values."""
        return sum(self._counts)

    def cumulative(self) -> Iterator[tuple[float, int]]:
        """Yield each bound with the number of values up to it; the last bound is infinity."""
        so_far = 0
        for bound, count in zip((*self._bounds, float("inf")), tuple(self._counts), strict=True):
            so_far += count
            yield bound, so_far


class Counters:
    """The counts of one server since its start.

    Numbers without a method are increased directly. All run in the server's event loop, except `count_commit`: the
    store's writer thread calls it, and only that thread changes those numbers. Keys are fixed words of this program, so
    clients cannot add series.
    """

    def __init__(self) -> None:
        self._limit_log = LimitLog()
        self.refusals: Counter[str] = Counter()  # by code
        self.closings: Counter[str] = Counter()  # of connections, begun by the server, by code
        self.limits: Counter[str] = Counter()  # by the limit's name
        self.drops: Counter[str] = Counter()  # of clients that did not read, or whose connection broke
        self.sign_ins: Counter[str] = Counter()  # by kind: token, device, password, link, sign_up, failed
        self.finishes: Counter[str] = Counter()  # of matches, by game
        self.differences: Counter[str] = Counter()  # reports of programs that could not follow a match, by game
        self.notices: Counter[str] = Counter()  # by channel and outcome: mail_sent, mail_failed, webhook_dropped
        self.faults: Counter[str] = Counter()  # exceptions of background tasks, by task or by kind of item
        self.accepts = 0  # connections
        self.resumes = 0  # clients that continued to watch a table after a reconnect
        self.events = 0  # committed to disk
        self.commit_failures = 0  # appends that the store refused
        self.acks_ms = Histogram(TIMES_MS)  # from reading a move to acknowledging it
        self.commits_ms = Histogram(TIMES_MS)
        self.commit_sizes = Histogram(SIZES)
        self.lags_ms = Histogram(TIMES_MS)  # how late the event loop ran a timer

    def count_limit(self, name: str, remote: Remote | None = None) -> None:
        """Count that `remote` reached a limit. `name` is a field of `Limits` without its unit."""
        self.limits[name] += 1
        if remote is not None:
            self._limit_log.log(name, remote)

    def count_drop(self, why: str, remote: Remote | None = None) -> None:
        """Count a dropped client."""
        self.drops[why] += 1
        if why == OVERFLOW:
            self.count_limit("outbound", remote)

    def count_reply(self, message: MessageT) -> MessageT:
        """Count a reply if it refuses, closes or resumes, and return it."""
        if isinstance(message, m.Done):  # first, because it is the most frequent reply
            if message.after:
                self.resumes += 1
        elif isinstance(message, m.Refused):
            self.refusals[message.code] += 1
        elif isinstance(message, m.Closing):
            self.closings[message.code] += 1
        return message

    def count_commit(self, ms: float, events: int, failures: int = 0) -> None:
        """Count one commit: its time, the events in it, and the appends that failed."""
        self.commits_ms.add(ms)
        self.commit_sizes.add(events)
        self.events += events
        self.commit_failures += failures
