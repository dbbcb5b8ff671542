"""What a server tells whoever watches over it: the list of its metrics, and where each number comes from.

Numbers only: no names, no addresses. Labels are words of ours, so nobody outside can make more series.
"""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from protocol import messages as m
from server.house import House
from server.net.sign_in_requests import PROGRAM
from server.ops.counters import Counters, Histogram
from server.storage.files import ACCOUNTS_FILE, ANNALS_FILE, GAMES_FILE

Kind = Literal["counter", "gauge", "histogram"]
Values = float | Histogram | Mapping[tuple[str, ...], float]  # by the values of the labels, if there are any
PREFIX = "netgame_"
TABLE_STATES = ("open", "playing", "between", "over", "frozen")


@dataclass(frozen=True)
class Files:
    """How the disk is: the sizes of the databases in bytes by name and part, and what is free."""

    sizes: Mapping[tuple[str, ...], float] = field(default_factory=dict)
    free: float = 0


@dataclass(frozen=True)
class Look:
    """All that is looked at for one answer."""

    house: House
    tls: bool
    files: Files

    @property
    def counters(self) -> Counters:
        return self.house.counters


@dataclass(frozen=True)
class Metric:
    """One of them. `words` end up in the answer, `watch` in docs/metrics.md: what to make of it."""

    name: str
    kind: Kind
    words: str
    read: Callable[[Look], Values]
    labels: tuple[str, ...] = ()
    watch: str = ""

    @property
    def full_name(self) -> str:
        """As it is asked for; of a histogram the common part of its series."""
        return PREFIX + self.name + ("_total" if self.kind == "counter" else "")

    @property
    def scale(self) -> float:
        """We count times in ms, they are told in seconds."""
        return 1000 if self.kind == "histogram" and self.name.endswith("_seconds") else 1


def files_in(folder: Path) -> Files:
    """How the disk is under that folder; blocks. Files that are gone meanwhile are left out."""
    sizes: dict[tuple[str, ...], float] = {}
    # not a look into the folder, which needs an open file more than there may be
    for path in (folder / ACCOUNTS_FILE, folder / ANNALS_FILE, folder / GAMES_FILE):
        for part, suffix in (("main", ""), ("wal", "-wal")):
            try:
                sizes[path.stem, part] = path.with_name(path.name + suffix).stat().st_size
            except OSError:
                continue
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        free = 0
    return Files(sizes, free)


def _connections(look: Look) -> Values:
    house, tls = look.house, "yes" if look.tls else "no"
    greeted = sum(peer.greeted for peer in house.unsigned)
    unsigned = len(house.unsigned)
    signed_in = len(house.peers) - unsigned
    states = {"greeting": unsigned - greeted, "greeted": greeted, "signed_in": signed_in}
    return {(state, tls): number for state, number in states.items()}


def _tables(look: Look) -> Values:
    found = dict.fromkeys(TABLE_STATES, 0)
    for table in look.house.lobby.tables.values():
        found[table.state] += 1
    return {(state,): number for state, number in found.items()}


def _by_name(counter: Callable[[Counters], Mapping[str, int]]) -> Callable[[Look], Values]:
    return lambda look: {(name,): number for name, number in counter(look.counters).items()}


METRICS = (
    Metric(
        "build_info", "gauge", "Always 1; the program and the protocols it speaks",
        lambda _look: {(PROGRAM, ",".join(map(str, m.PROTOCOL))): 1}, ("program", "protocols"),
    ),
    Metric(
        "connections", "gauge", "Connections now, by how far they have come, and whether with TLS",
        _connections, ("state", "tls"),
        "`greeting` or `greeted` near the limit `unsigned`: somebody opens connections and says nothing",
    ),
    Metric("accepted", "counter", "Connections that came in", lambda look: look.counters.accepts),
    Metric(
        "closed", "counter", "Connections that the server ended, by code", _by_name(lambda counters: counters.closings),
        ("code",), "`internal` is a fault of the server: look into the log",
    ),
    Metric(
        "dropped", "counter", "Clients dropped, since they did not read what was sent or could not be sent anything",
        _by_name(lambda counters: counters.drops), ("why",),
        "`overflow` is a client that reads too slowly; it comes back and goes on where it was",
    ),
    Metric(
        "refused", "counter", "What was asked and refused, by code", _by_name(lambda counters: counters.refusals),
        ("code",), "`internal` is a fault of the server, `frozen` a table that had to stop: look into the log",
    ),
    Metric(
        "limits", "counter", "How often a limit was reached, by its name", _by_name(lambda counters: counters.limits),
        ("limit",), "often: an attack, or a limit that is too low for your players",
    ),
    Metric(
        "sign_ins", "counter", "Sign-ins by kind, and those that failed", _by_name(lambda counters: counters.sign_ins),
        ("kind",), "many of `failed`: somebody tries passwords; the security log says from where",
    ),
    Metric(
        "resumes", "counter", "Tables to which somebody came back in the middle", lambda look: look.counters.resumes
    ),
    Metric("people", "gauge", "Accounts that are signed in now", lambda look: len(look.house.lobby.peers)),
    Metric(
        "tables", "gauge", "Tables in memory, by state", _tables, ("state",),
        "`frozen` above 0: a table had to stop, and its players are told to tell you",
    ),
    Metric("matches_finished", "counter", "Matches that ended, by game", _by_name(lambda counters: counters.finishes),
           ("game",)),
    Metric(
        "closed_to_new_tables", "gauge", "1 while nobody can make tables: the server drains, or its memory is full",
        lambda look: int(look.house.closed_to_new_tables is not None), (), "1 for long: give it more memory",
    ),
    Metric(
        "move_ack_seconds", "histogram", "From reading a move to its acknowledgement; it is on disk then",
        lambda look: look.counters.acks_ms, (), "99 of 100 under 0.01 as long as the disk is fast",
    ),
    Metric(
        "commit_seconds", "histogram", "How long the disk took for each commit of events",
        lambda look: look.counters.commits_ms, (), "above 0.05: the disk is slow or busy",
    ),
    Metric("commit_events", "histogram", "How many events went to disk in one commit",
           lambda look: look.counters.commit_sizes),
    Metric("events", "counter", "Events on disk since the start", lambda look: look.counters.events),
    Metric(
        "commit_failures", "counter", "Appends that the store did not take",
        lambda look: look.counters.commit_failures, (), "above 0: the disk is full or broken; look into the log",
    ),
    Metric(
        "loop_lag_seconds", "histogram", "How much later than asked for the server did something, four times a second",
        lambda look: look.counters.lags_ms, (), "above 0.1: the processor has too much to do",
    ),
    Metric(
        "database_bytes", "gauge", "Sizes of the databases, and of what is not yet merged into them (`wal`)",
        lambda look: look.files.sizes, ("database", "part"), "a `wal` that only grows: restart, and tell us",
    ),
    Metric(
        "disk_free_bytes", "gauge", "What is free where the databases are", lambda look: look.files.free, (),
        "below twice the sizes of the databases a backup may fail; at 0 tables stop",
    ),
)  # fmt: skip
