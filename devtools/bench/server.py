"""`./run bench server`: speed and cost of the server.

First accepted moves a second through TCP, rules, commit and relay, beside two floors of one run. Then tables as people
play them, with clocks and two spectators each, one move a second at each: how long a move takes to the opponent, CPU
and memory. Last one table with many spectators: how much longer the players wait for each other's moves.

Each repetition measures all servers one after the other, so that a machine that gets slower slows all of them. Server
and load are processes of their own, pinned to a core each where there is a choice.
"""

import argparse
import json
import os
import statistics
from dataclasses import dataclass, field
from functools import partial

from devtools.bench.connections import check, connections
from devtools.bench.load import Load, drive, moves_of_a_game, pairs
from devtools.bench.machine import cores, cpu_seconds, memory_mib, running
from devtools.bench.paced import Pace, Paced, closed, opened

KINDS = ("relay", "durable", "netgame", "netgame-tls")
WARM_S = 0.3
WATCHING = 2  # spectators of each table
CROWD_EVERY_S = 0.05  # between two moves at the table that many watch


@dataclass
class Figures:
    """The measurements of one server at one number of tables."""

    kind: str
    tables: int
    rates: list[float] = field(default_factory=list)
    latencies_ms: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)

    def add(self, load: Load, cpu_s: float) -> None:
        """Another repetition."""
        self.rates.append(load.moves / load.seconds)
        self.latencies_ms = sorted([*self.latencies_ms, *load.latencies_ms])
        self.cpu_us.append(1e6 * cpu_s / max(load.moves, 1))

    @property
    def rate(self) -> float:
        """Moves a second, the median of the repetitions."""
        return statistics.median(self.rates)

    def plain(self, floors: dict[str, float]) -> dict[str, object]:
        """The figure for programs, with its ratios to the floors."""
        return {
            "name": f"server moves/s, {self.kind}, {self.tables} tables",
            "value": round(self.rate),
            "unit": "moves/s",
            "p50_ms": round(self._quantile(0.5), 3),
            "p99_ms": round(self._quantile(0.99), 3),
            "cpu_us_per_move": round(statistics.median(self.cpu_us), 1),
            "ratio": {name: round(self.rate / rate, 2) for name, rate in floors.items()},
        }

    def _quantile(self, share: float) -> float:
        return self.latencies_ms[min(int(share * len(self.latencies_ms)), len(self.latencies_ms) - 1)]


def measure(tables: int, repeats: int, seconds: float, core: str) -> list[Figures]:
    """All servers at that many tables, interleaved."""
    found = {kind: Figures(kind, tables) for kind in KINDS}
    moves = moves_of_a_game(seed=tables)
    for _ in range(repeats):
        for kind in KINDS:
            with running(kind, core) as (port, pid):
                players = pairs(kind, port, tables, moves)
                load, cpu_s = drive(players, WARM_S, seconds, partial(cpu_seconds, pid))
                found[kind].add(load, cpu_s)
            # closed after the server has ended: a floor does not care for players who leave
            for pair in players:
                for line in pair.lines:
                    line.sock.close()
    return list(found.values())


def tables_with_clocks(tables: int, seconds: float, core: str) -> dict[str, object]:
    """So many at once, watched, a move a second at each."""
    with running("netgame", core) as (port, pid):
        empty = memory_mib(pid)
        pairs = opened(port, tables, WATCHING, moves_of_a_game(seed=tables))
        for pair in pairs:
            pair.watch()
        found = Pace(pairs, 1.0).run(2.0, seconds, partial(cpu_seconds, pid))
        full = memory_mib(pid)
    closed(pairs)
    return {
        "name": f"server with clocks, {tables} tables, {WATCHING} spectators each, a move a second",
        **plain(found),
        "cpu_percent": round(100 * found.cpu_s / found.seconds, 1),
        "cpu_us_per_move": round(1e6 * found.cpu_s / max(len(found.latencies_ms), 1)),
        "memory_mib": round(full, 1),
        "memory_kib_per_table": round(1024 * (full - empty) / tables, 1),
    }


def crowd(spectators: int, repeats: int, seconds: float, core: str) -> list[dict[str, object]]:
    """The players of a table without spectators and with so many, in turns."""
    alone, watched = list[Paced](), list[Paced]()
    with running("netgame", core) as (port, pid):
        for turn in range(repeats):
            [pair] = pairs = opened(port, 1, spectators, moves_of_a_game(seed=turn))
            alone.append(Pace(pairs, CROWD_EVERY_S).run(WARM_S, seconds, partial(cpu_seconds, pid)))
            pair.watch()
            watched.append(Pace(pairs, CROWD_EVERY_S).run(WARM_S, seconds, partial(cpu_seconds, pid)))
            closed(pairs)
    one, many = merged(alone), merged(watched)
    name = f"server, players of a table with {spectators} spectators"
    ratio = round(many.quantile(0.99) / one.quantile(0.99), 2)
    return [
        {"name": "server, players of a table without spectators", **plain(one)},
        {"name": name, **plain(many), "cpu_us_per_move": cpu_per_move(many), "p99_ratio": ratio},
    ]


def merged(runs: list[Paced]) -> Paced:
    """Several runs as one."""
    latencies = sorted(latency for run in runs for latency in run.latencies_ms)
    return Paced(latencies, sum(run.seconds for run in runs), sum(r.cpu_s for r in runs), sum(r.late for r in runs))


def cpu_per_move(run: Paced) -> int:
    return round(1e6 * run.cpu_s / max(len(run.latencies_ms), 1))


def plain(run: Paced) -> dict[str, object]:
    """The fields of all paced figures."""
    return {
        "value": round(run.quantile(0.99), 3),
        "unit": "ms p99",
        "p50_ms": round(run.quantile(0.5), 3),
        "p99_ms": round(run.quantile(0.99), 3),
        "moves": len(run.latencies_ms),
        "late": run.late,
    }


def show_paced(figure: dict[str, object], as_json: bool) -> None:
    """One line."""
    if as_json:
        print(json.dumps(figure))  # noqa: T201
        return
    rest = ", ".join(f"{key} {value}" for key, value in figure.items() if key not in ("name", "value", "unit"))
    print(f"{figure['name']}: {rest}")  # noqa: T201


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="./run bench server", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--tables", default="1,10,100", help="how many tables, with commas (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="how often (default: %(default)s)")
    parser.add_argument("--clocks", default="100,1000", help="tables with clocks (default: %(default)s; empty: none)")
    parser.add_argument("--crowd", type=int, default=500, help="spectators of one table (default: %(default)s)")
    parser.add_argument("--paced-seconds", type=float, default=10.0, help="of those (default: %(default)s)")
    parser.add_argument("--connections", type=int, default=0, help="idle connections, with TLS, and nothing else")
    parser.add_argument("--idle-seconds", type=float, default=20.0, help="of those (default: %(default)s)")
    options = parser.parse_args()
    server_core, load_core = cores()
    if options.connections:
        check(options.connections)
        for tls in (True, False):
            figure = connections(options.connections, tls, options.idle_seconds, (server_core, load_core))
            show_paced(figure, options.json)
        return
    if load_core:
        os.sched_setaffinity(0, {int(load_core)})
    for tables in (int(word) for word in options.tables.split(",") if word):
        figures = measure(tables, options.repeats, options.seconds, server_core)
        floors = {one.kind: one.rate for one in figures if one.kind in ("relay", "durable")}
        for one in figures:
            show(one.plain(floors), options.json)
    for tables in (int(word) for word in options.clocks.split(",") if word):
        show_paced(tables_with_clocks(tables, options.paced_seconds, server_core), options.json)
    for figure in crowd(options.crowd, options.repeats, options.paced_seconds, server_core) if options.crowd else ():
        show_paced(figure, options.json)


def show(figure: dict[str, object], as_json: bool) -> None:
    """One line."""
    if as_json:
        print(json.dumps(figure))  # noqa: T201
        return
    ratios = figure["ratio"]
    assert isinstance(ratios, dict)
    beside = ", ".join(f"{ratio} of {name}" for name, ratio in ratios.items())
    print(  # noqa: T201
        f"{figure['name']}: {figure['value']} (p50 {figure['p50_ms']} ms, p99 {figure['p99_ms']} ms, "
        f"{figure['cpu_us_per_move']} us of CPU a move; {beside})"
    )


if __name__ == "__main__":
    main()
