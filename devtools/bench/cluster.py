"""`./run bench cluster`: speed and cost of a service of several nodes on PostgreSQL, with a server on SQLite beside it.

Nodes, database and load share this computer, so the figures show what a move costs, not how much several computers can
do. The load is that of `bench server`: each player moves as soon as they hear of the move of the other one. The two
players of a table are connected to one node, or to two.
"""

import argparse
import json
import secrets
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import msgpack

from devtools.bench.floors import boundless
from devtools.bench.load import MOVE_ID, OPENING, Line, NetgamePair, Pair, drive, moves_of_a_game
from devtools.bench.machine import cpu_seconds
from devtools.harness.postgres import MISSING, PrivatePostgres, private_postgres
from devtools.harness.server.process import ROOT, command
from protocol import messages as m
from protocol.framing import encode

WARM_S = 1.0


@dataclass(frozen=True)
class Node:
    """One server of the service."""

    port: int
    pid: int


@contextmanager
def nodes(folder: Path, count: int, database: str) -> Iterator[list[Node]]:
    """Provide so many nodes. Without a database there is one server on SQLite."""
    with ExitStack() as stack:
        made = []
        for number in range(count):
            words = ["--port", "0", "--plain", "--log", "error"]
            words += [word for name, most in asdict(boundless()).items() for word in ("--limit", f"{name}={most}")]
            words += ["--database", database] if database else []
            line = command(folder / f"{count} {bool(database)} {number}", *words)
            process = stack.enter_context(subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True))
            stack.callback(process.terminate)
            assert process.stdout is not None, "a pipe"
            said = process.stdout.readline()
            made.append(Node(int(said.split(" port ")[1].split()[0]), process.pid))
        yield made


class NodesPair(NetgamePair):
    """Two players at a service. The log may have events besides moves."""

    position = OPENING

    def begin(self) -> None:
        super().begin()
        self.position = OPENING

    def frame(self) -> bytes:
        key = secrets.token_bytes(16)
        return encode(m.SendMove(table=self.at, key=key, position=self.position, move=self.moves[self.ply]), MOVE_ID)

    def told(self, body: bytes) -> int:
        if not super().told(body):
            return 0
        moves = [each["number"] for each in msgpack.unpackb(body)[2]["events"] if each["type"] == "moved"]
        self.position = max([self.position, *moves])
        return len(moves)


def database_cpu(postgres: PrivatePostgres) -> float:
    """CPU seconds of all processes of the database so far."""
    first = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    found = cpu_seconds(first)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == first:
            found += cpu_seconds(int(stat.parent.name))
    return found


def pairs(ports: Sequence[int], tables: int, apart: bool) -> list[Pair]:
    """So many tables. Their players are at one node each, or at two."""
    made: list[Pair] = []
    moves = moves_of_a_game(seed=tables)
    for number in range(tables):
        first = ports[number % len(ports)]
        second = ports[(number + apart) % len(ports)]
        pair = NodesPair((Line(first, tls=False), Line(second, tls=False)), moves)
        pair.sign_in()
        pair.begin()
        made.append(pair)
    return made


def measure(
    name: str, running: Sequence[Node], tables: int, apart: bool, seconds: float, postgres: PrivatePostgres
) -> dict[str, object]:
    """Play for so long; return the figure."""
    made = pairs([node.port for node in running], tables, apart)
    database: list[float] = []

    def cpu() -> float:
        database.append(database_cpu(postgres))
        return sum(cpu_seconds(node.pid) for node in running)

    load, used = drive(made, WARM_S, seconds, cpu)
    for pair in made:
        for line in pair.lines:
            line.sock.close()
    latencies, moves = load.latencies_ms, max(load.moves, 1)
    return {
        "name": f"{name}, {tables} tables",
        "value": round(load.moves / load.seconds),
        "unit": "moves/s",
        "p50_ms": round(latencies[len(latencies) // 2], 2),
        "p99_ms": round(latencies[int(len(latencies) * 0.99)], 2),
        "cpu_us_per_move_nodes": round(1e6 * used / moves),
        "cpu_us_per_move_database": round(1e6 * (database[1] - database[0]) / moves),
    }


def figures(counts: Sequence[int], tables: Sequence[int], seconds: float) -> Iterator[dict[str, object]]:
    """Measure SQLite, then each number of nodes."""
    with private_postgres(durable=True) as postgres, tempfile.TemporaryDirectory(prefix="netgame-bench-") as name:
        folder = Path(name)
        with nodes(folder, 1, "") as running:
            for number in tables:
                yield measure("SQLite, 1 server", running, number, False, seconds, postgres)
        for count in counts:
            with nodes(folder, count, postgres.create()) as running:
                for apart in (False, True) if count > 1 else (False,):
                    where = f", players at {2 if apart else 1}" if count > 1 else ""
                    for number in tables:
                        yield measure(f"PostgreSQL, {count} nodes{where}", running, number, apart, seconds, postgres)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="./run bench cluster", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--nodes", default="1,2,4", help="how many, with commas (default: %(default)s)")
    parser.add_argument("--tables", default="1,10,100", help="how many, with commas (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement (default: %(default)s)")
    options = parser.parse_args()
    if MISSING:
        raise SystemExit(MISSING)
    counts, tables = ([int(word) for word in words.split(",")] for words in (options.nodes, options.tables))
    for figure in figures(counts, tables, options.seconds):
        if options.json:
            print(json.dumps(figure))  # noqa: T201
            continue
        rest = ", ".join(f"{key} {value}" for key, value in figure.items() if key not in ("name", "value", "unit"))
        print(f"{figure['name']}: {figure['value']} moves/s, {rest}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
