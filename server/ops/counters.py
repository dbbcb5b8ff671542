"""What a server counts about itself: plain numbers, cheap enough to be counted at every move."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from protocol import messages as m
from server.ops.logging import LimitLog
from server.ops.policy import Remote

MessageT = TypeVar("MessageT", bound=m.Message)

# in ms: what people do not notice, what they do, what is wrong
TIMES_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
OVERFLOW, LINE = "overflow", "line"  # why a client is dropped: it does not read, or nothing can be sent to it


class Histogram:
    """How many of the values that were added lie up to each of some bounds."""

    __slots__ = ("_bounds", "_counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Another value. A third of a microsecond."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self._counts)

    def up_to(self) -> Iterator[tuple[float, int]]:
        """Each bound and how many values were at most that; last infinity and all of them."""
        so_far = 0
        for bound, count in zip((*self._bounds, float("inf")), tuple(self._counts), strict=True):
            so_far += count
            yield bound, so_far


class Counters:
    """The numbers of one house since it started. Everything here is called from the server's own loop, but `committed`:
    only the thread that writes the store touches its numbers.

    Whatever is counted by name is counted by a name of ours: nobody outside can make more of them.
    """

    def __init__(self) -> None:
        self._limit_log = LimitLog()
        self.refusals: Counter[str] = Counter()  # by code
        self.closings: Counter[str] = Counter()  # that the server began, by code
        self.limits: Counter[str] = Counter()  # by the limit's name
        self.drops: Counter[str] = Counter()  # clients that did not read, or whose line broke
        self.sign_ins: Counter[str] = Counter()  # by kind: token, device, password, link, sign_up, failed
        self.finishes: Counter[str] = Counter()  # matches, by game
        self.accepts = 0
        self.resumes = 0
        self.events = 0  # that are on disk
        self.commit_failures = 0  # appends that the disk did not take
        self.acks_ms = Histogram(TIMES_MS)
        self.commits_ms = Histogram(TIMES_MS)
        self.commit_sizes = Histogram(SIZES)
        self.lags_ms = Histogram(TIMES_MS)

    def refused(self, code: str) -> None:
        """Somebody was refused something."""
        self.refusals[code] += 1

    def closed(self, code: str) -> None:
        """The server ended a connection."""
        self.closings[code] += 1

    def limited(self, name: str, remote: Remote | None = None) -> None:
        """A limit was reached, from there; it is named as in `Limits`, without the end that says the unit."""
        self.limits[name] += 1
        if remote is not None:
            self._limit_log.say(name, remote)

    def dropped(self, why: str, remote: Remote | None = None) -> None:
        """A client was dropped."""
        self.drops[why] += 1
        if why == OVERFLOW:
            self.limited("outbound", remote)

    def told(self, message: MessageT) -> MessageT:
        """That message, which answers somebody, counted as far as it refuses, closes or resumes."""
        if isinstance(message, m.Done):  # first: it is what comes most
            if message.after:
                self.resumed()
        elif isinstance(message, m.Refused):
            self.refused(message.code)
        elif isinstance(message, m.Closing):
            self.closed(message.code)
        return message

    def signed_in(self, kind: str) -> None:
        """Somebody said who he is, or failed to."""
        self.sign_ins[kind] += 1

    def accepted(self) -> None:
        """A connection came in."""
        self.accepts += 1

    def resumed(self) -> None:
        """Somebody came back to a table in the middle."""
        self.resumes += 1

    def acked(self, ms: float) -> None:
        """A move was acknowledged, so long after it was read."""
        self.acks_ms.add(ms)

    def committed(self, ms: float, events: int, failures: int = 0) -> None:
        """So many events went to disk together, in that time; so many appends of them did not."""
        self.commits_ms.add(ms)
        self.commit_sizes.add(events)
        self.events += events
        self.commit_failures += failures

    def finished(self, game: str) -> None:
        """A match has ended."""
        self.finishes[game] += 1

    def lagged(self, ms: float) -> None:
        """The loop did something so much later than it should have."""
        self.lags_ms.add(ms)
