"""`./run bench storage`: appends a second to the logs, by the number of tables that share a commit.

SQLite beside PostgreSQL: a private server whose commits reach the disk, on a socket of this computer. Each append has
one event of 80 bytes with a key, and changes when its table is due.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from devtools.bench.machine import cpu_seconds
from devtools.harness.postgres import MISSING, private_postgres
from server.storage.event_store import Append, Log
from server.storage.sqlite_log import SqliteLog
from server.storage.stores import prepare_logs

BODY, DIGEST = b"m" * 80, b"d" * 16
WARM = 20  # commits


@contextmanager
def logs(kinds: list[str]) -> Iterator[dict[str, tuple[Log, int]]]:
    """Empty logs, with the process of the database that works for them (0: none)."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteLog(Path(folder) / "games.sqlite3")) as sqlite:
        if "postgres" not in kinds:
            yield {"sqlite": (sqlite, 0)}
            return
        from server.storage.postgres.log import PostgresLog

        with private_postgres(durable=True) as server:
            address = server.create()
            prepare_logs(address)
            with closing(PostgresLog(address)) as postgres:
                yield {"sqlite": (sqlite, 0), "postgres": (postgres, postgres.backend)}


def measure(log: Log, backend: int, name: str, batch: int, seconds: float) -> dict[str, object]:
    """Append to that many tables with each commit, for so long."""
    tables = [f"{name}{batch}x{number}" for number in range(batch)]
    assert log.append([Append(table, 0, [BODY], os.urandom(16), DIGEST, entry=BODY) for table in tables])[0] is None
    number = 1

    def commit() -> None:
        nonlocal number
        appends = [Append(table, number, [BODY], os.urandom(16), DIGEST, due=1 + number) for table in tables]
        assert not any(log.append(appends)), "each append is stored"
        number += 1

    for _ in range(WARM):
        commit()
    first, begun = number, time.perf_counter()
    own, other = time.thread_time(), cpu_seconds(backend) if backend else 0.0
    while time.perf_counter() - begun < seconds:
        commit()
    events, passed = (number - first) * batch, time.perf_counter() - begun
    database_us = 1e6 * (cpu_seconds(backend) - other) / events if backend else 0.0
    return {
        "name": f"storage, {name}, {batch} tables with each commit",
        "value": round(events / passed),
        "unit": "events/s",
        "ms_per_commit": round(1000 * passed / (number - first), 3),
        "cpu_us_per_event": round(1e6 * (time.thread_time() - own) / events, 1),
        "database_cpu_us_per_event": round(database_us, 1),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="./run bench storage", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--batches", default="1,10,50,200", help="tables with each commit (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement (default: %(default)s)")
    options = parser.parse_args()
    kinds = ["sqlite"] if MISSING else ["sqlite", "postgres"]
    if MISSING:
        print(MISSING)  # noqa: T201
    with logs(kinds) as opened:
        for batch in map(int, options.batches.split(",")):
            for kind, (log, backend) in opened.items():
                figure = measure(log, backend, kind, batch, options.seconds)
                if options.json:
                    print(json.dumps(figure))  # noqa: T201
                    continue
                rest = ", ".join(f"{key} {figure[key]}" for key in list(figure)[3:])
                print(f"{figure['name']}: {figure['value']} events/s, {rest}")  # noqa: T201


if __name__ == "__main__":
    main()
