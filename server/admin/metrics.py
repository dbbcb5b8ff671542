"""The metrics of a server: names, meanings, and how each number is read.

Only numbers: no names of players, no addresses. Labels are fixed words of this program, so clients cannot add series.
"""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from protocol import messages as m
from protocol.control.messages import Fields
from protocol.program import PROGRAM
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.net.admission import Admission
from server.ops.counters import Counters, Histogram
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.tables.users import Peer

Values = float | Histogram | Mapping[tuple[str, ...], float]  # by the values of the labels, if there are any
PREFIX = "netgame_"
NODE_STATES = ("running", "draining", "without_database")
TABLE_STATES = ("open", "playing", "between", "over", "frozen")


@dataclass(frozen=True)
class DiskUsage:
    """The sizes of the databases in bytes, by name and part, and the free space."""

    sizes: Mapping[tuple[str, ...], float] = field(default_factory=dict)
    free: float = 0


@dataclass(frozen=True)
class MetricSources:
    """Everything that metrics are read from. `nodes` returns the servers of the service as `status` has them.

    `certificate_until` returns when the certificate of a public name ends; None if there is none.
    """

    admission: Admission
    lobby: Lobby[Peer]
    new_tables: NewTables
    counters: Counters
    nodes: Callable[[], list[Fields]]
    tls: bool = False
    certificate_until: Callable[[], datetime | None] = lambda: None
    disk: DiskUsage = DiskUsage()


@dataclass(frozen=True)
class Metric:
    """One metric. `help` is part of the answer; `advice` is in docs/operating/metrics.md."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    read: Callable[[MetricSources], Values]
    labels: tuple[str, ...] = ()
    advice: str = ""

    @property
    def full_name(self) -> str:
        """The name in queries; for a histogram the common prefix of its series."""
        return PREFIX + self.name + ("_total" if self.kind == "counter" else "")

    @property
    def scale(self) -> float:
        """The divisor of its values: times are counted in ms and reported in seconds."""
        return 1000 if self.kind == "histogram" and self.name.endswith("_seconds") else 1


def disk_usage(folder: Path) -> DiskUsage:
    """Return the disk usage of a data folder. Blocks. Leave out files that are missing."""
    sizes: dict[tuple[str, ...], float] = {}
    # by name, because listing the folder needs an open file, and the process may have no more
    for path in (folder / ACCOUNTS_FILE, folder / SOCIAL_FILE, folder / GAMES_FILE):
        for part, suffix in (("main", ""), ("wal", "-wal")):
            try:
                sizes[path.stem, part] = path.with_name(path.name + suffix).stat().st_size
            except OSError:
                continue
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        free = 0
    return DiskUsage(sizes, free)


def _connections(sources: MetricSources) -> Values:
    admission, tls = sources.admission, "yes" if sources.tls else "no"
    greeted = sum(peer.greeted for peer in admission.unauthenticated)
    unauthenticated = len(admission.unauthenticated)
    signed_in = len(admission.connections) - unauthenticated
    states = {"greeting": unauthenticated - greeted, "greeted": greeted, "signed_in": signed_in}
    return {(state, tls): number for state, number in states.items()}


def _tables(sources: MetricSources) -> Values:
    found = dict.fromkeys(TABLE_STATES, 0)
    for table in sources.lobby.tables.values():
        found[table.state] += 1
    return {(state,): number for state, number in found.items()}


def _certificate(sources: MetricSources) -> Values:
    until = sources.certificate_until()
    return {} if until is None else {(): until.timestamp()}


def _nodes(sources: MetricSources) -> Values:
    found = dict.fromkeys(NODE_STATES, 0)
    for node in sources.nodes():
        found["without_database" if not node["connected"] else "draining" if node["draining"] else "running"] += 1
    return {(state,): number for state, number in found.items()}


def _by_name(counter: str) -> Callable[[MetricSources], Values]:
    return lambda s: {(name,): number for name, number in getattr(s.counters, counter).items()}


METRICS = (
    Metric("build_info", "gauge", "Always 1; the program and the protocols it speaks",
           lambda _sources: {(PROGRAM, ",".join(map(str, m.PROTOCOL))): 1}, ("program", "protocols")),
    Metric("connections", "gauge", "Open connections, by how far they are signed in, and by TLS", _connections,
           ("state", "tls"),
           "`greeting` or `greeted` near the limit `unauthenticated`: a client opens connections and sends nothing"),
    Metric("accepted", "counter", "Accepted connections", lambda s: s.counters.accepts),
    Metric("closed", "counter", "Connections that the server closed, by code", _by_name("closings"), ("code",),
           "`internal` is a fault of the server: look into the log"),
    Metric("dropped", "counter", "Clients dropped because they did not read or their connection broke",
           _by_name("drops"), ("why",),
           "`overflow` is a client that reads too slowly; it reconnects and continues where it was"),
    Metric("refused", "counter", "Refused requests, by code", _by_name("refusals"), ("code",),
           "`internal` is a fault of the server, `frozen` a table that was stopped: look into the log"),
    Metric("limits", "counter", "How often each limit was reached", _by_name("limits"), ("limit",),
           "often: an attack, or a limit that is too low for your players"),
    Metric("sign_ins", "counter", "Sign-ins by kind, and those that failed", _by_name("sign_ins"), ("kind",),
           "many `failed`: password guessing; the security log names the addresses"),
    Metric("notices", "counter", "Notices to members whose program is closed, by channel and outcome",
           _by_name("notices"), ("outcome",),
           "`mail_failed` and `webhook_failed` are tried again; `mail_dropped` and `webhook_dropped` are not: see the "
           "log"),
    Metric("faults", "counter", "Exceptions in background tasks, which were tried again", _by_name("faults"), ("task",),
           "above 0: a fault of the server; the log has the traceback, `status` what was set aside"),
    Metric("resumes", "counter", "Tables that a client resumed after a reconnect", lambda s: s.counters.resumes),
    Metric("people", "gauge", "Accounts signed in now", lambda s: len(s.lobby.peers)),
    Metric("service_people", "gauge", "Accounts signed in now at any server of the service",
           lambda s: len(s.lobby.users)),
    Metric("nodes", "gauge", "Servers of the service by state, as this one knows them; all 0 if it is alone", _nodes,
           ("state",), "fewer than you run: one cannot reach the database, or has ended"),
    Metric("tables", "gauge", "Tables in memory, by state", _tables, ("state",),
           "`frozen` above 0: a table was stopped after an error; look into the log"),
    Metric("differences", "counter", "Reports of programs that compute another position than the server, by game",
           _by_name("differences"), ("game",),
           "above 0: the rules of a game differ between a program and the server; the log has the table and digests"),
    Metric("matches_finished", "counter", "Finished matches, by game", _by_name("finishes"), ("game",)),
    Metric("closed_to_new_tables", "gauge",
           "1 while no tables can be created: the server drains, or its memory is full",
           lambda s: int(s.new_tables.why_closed() is not None), (), "1 for long: give it more memory"),
    Metric("move_ack_seconds", "histogram",
           "Time from reading a move to its acknowledgement, which follows the commit",
           lambda s: s.counters.acks_ms, (), "99 of 100 are under 0.01 while the disk is fast"),
    Metric("commit_seconds", "histogram", "Time of each commit of events to disk", lambda s: s.counters.commits_ms, (),
           "above 0.05: the disk is slow or busy"),
    Metric("commit_events", "histogram", "Events in one commit", lambda s: s.counters.commit_sizes),
    Metric("events", "counter", "Events committed since the start", lambda s: s.counters.events),
    Metric("commit_failures", "counter", "Appends that failed", lambda s: s.counters.commit_failures, (),
           "above 0: the disk is full or broken, or the database is away; `status` says which"),
    Metric("loop_lag_seconds", "histogram", "How late the event loop runs a timer, measured four times a second",
           lambda s: s.counters.lags_ms, (), "above 0.1: the processor is overloaded"),
    Metric("database_bytes", "gauge", "Sizes of the databases (`main`) and of their write-ahead logs (`wal`)",
           lambda s: s.disk.sizes, ("database", "part"), "a `wal` that only grows: restart the server, and report it"),
    Metric("certificate_end_seconds", "gauge",
           "When the certificate of the setting `cert` ends, in seconds since 1970; no value without that setting",
           _certificate, (), "less than 7 days ahead: renew it, and reload the server"),
    Metric("disk_free_bytes", "gauge", "Free disk space at the databases", lambda s: s.disk.free, (),
           "below twice the size of the databases a backup may fail; at 0 tables stop"),
)  # fmt: skip
