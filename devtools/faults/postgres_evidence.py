"""Reads what a service has stored in PostgreSQL, past its own code."""

from collections import Counter

import psycopg

from devtools.faults.evidence import LAST_LINES, Disk, Row, finished_table


def read_database(address: str) -> Disk:
    """Read everything after the service has stopped."""
    disk = Disk()
    with psycopg.connect(address) as db:
        for name, number, body, key in db.execute(
            "SELECT name, number, body, CASE WHEN digest IS NULL THEN NULL ELSE key END"  # other keys are marks
            " FROM tables LEFT JOIN events USING (place) ORDER BY place, number"
        ):
            log = disk.logs.setdefault(name, [])
            if number is not None:
                log.append(Row(number, body, key))
        disk.closed = dict(db.execute("SELECT name, number FROM ends JOIN tables USING (place) ORDER BY number"))
        disk.said = list(db.execute("SELECT account, key, text FROM chat"))
        disk.last_lines = {(room, table): number for room, table, number in db.execute(LAST_LINES)}
        disk.finished = Counter(finished_table(body) for (body,) in db.execute("SELECT match FROM finished"))
        disk.registered = [account for (account,) in db.execute("SELECT account FROM accounts WHERE registered")]
    return disk


def is_caught_up(address: str) -> bool:
    """Say whether the history holds all finished matches. Works while the service runs."""
    try:
        with psycopg.connect(address) as db:
            ends = db.execute("SELECT count(*), max(number) FROM ends").fetchone()
            known = db.execute("SELECT ending FROM cursor").fetchone()
    except psycopg.OperationalError:  # it restarts
        return False
    return ends is not None and known is not None and (ends[0] == 0 or ends[0] == ends[1] == known[0])
