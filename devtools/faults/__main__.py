"""`./run faults`: play random games of every kind while the server is killed, and check that nothing is lost."""

import argparse
import json
import math
import os
import secrets
import sys
from collections.abc import Sequence
from functools import partial

import trio

from devtools.faults.fairness import Charge, Interval
from devtools.faults.results import Result, Wanted
from devtools.faults.run import run
from devtools.harness.postgres import MISSING as POSTGRES_MISSING

ROLLING_TABLES = 50
KILLS = 200  # defaults
SHARES = (0.5, 0.99, 1.0)
SHOWN = 20  # exit code for findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Exit code 0: nothing was lost, nothing happened twice, and all sides agree."""
    args = parser().parse_args(arguments)
    if os.name == "nt":
        sys.stderr.write("This system has no SIGKILL\n")
        return 3
    if args.rolling:
        args.kills, args.tables = args.nodes, max(args.tables, ROLLING_TABLES)
    if args.kills is None and args.games is None and args.seconds is None:
        args.kills = KILLS
    if args.nodes and POSTGRES_MISSING:
        sys.stderr.write(POSTGRES_MISSING + "\n")
        return 3
    wanted = Wanted(
        args.seed, args.games, args.kills, args.seconds, args.tables, args.plain, nodes=args.nodes, rolling=args.rolling
    )
    result = trio.run(partial(run, wanted, _note))
    sys.stdout.write((json.dumps(plain(wanted, result)) if args.json else text(wanted, result)) + "\n")
    for line in list(result.findings)[:SHOWN]:
        _note(line)
    return 1 if any(result.findings) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./run faults",
        description="Plays random games of every kind while the server is killed at the worst moments and started"
        " again; then the store, both players and an offline fold have to agree. Ends with the limit that comes first.",
    )
    made.add_argument(
        "--nodes", type=int, default=0,
        help="so many servers as one service on a PostgreSQL of its own, behind HAProxy; kills the nodes, the database,"
        " its links and HAProxy",
    )  # fmt: skip
    made.add_argument(
        "--rolling", action="store_true",
        help=f"no kills: stop each node in order and start it again, one by one, during {ROLLING_TABLES} games",
    )  # fmt: skip
    made.add_argument("--games", type=int, help="so many matches")
    made.add_argument("--kills", type=int, help=f"so many kills ({KILLS} if no limit is given)")
    made.add_argument("--seconds", type=float, help="no new kills and matches after so long")
    made.add_argument(
        "--seed", type=int, default=secrets.randbelow(10**6), help="of matches and kills, not of the time"
    )
    made.add_argument("--tables", type=int, default=4, help="that are played at once (%(default)s)")
    made.add_argument("--plain", action="store_true", help="without TLS")
    made.add_argument("--json", action="store_true", help="one object, for programs")
    return made


def plain(wanted: Wanted, result: Result) -> dict[str, object]:
    """Return the result as plain values for JSON."""
    found, from_kills = result.findings, result.from_kills(result.returns)
    return {
        "kills": result.kills.total(),
        "kills_by_point": dict(result.kills),
        "stops": result.stops,
        "failed_commits": result.failures,
        "broken_lines": result.lines,
        "readers": result.readers,
        "answered_beside_readers_s": [_share(result.answers_s, share) for share in SHARES],
        "games": result.games.total(),
        "games_by_kind": dict(result.games),
        "events": sum(len(logs[0]) for logs in result.logs.values()),
        "accepted": result.accepted,
        "sent_again": sum(order.done is not None and order.again for order in result.orders),
        "refused": sum(bool(order.refused) for order in result.orders),
        "registered": len(result.registered),
        "lost": len(found.lost),
        "duplicated": len(found.duplicated),
        "differing": len(found.differing),
        "returned_s": _shares(result.returns),
        "returned_from_kills": len(from_kills),
        "returned_from_kills_s": _shares(from_kills),
        "charged_away_ms": _most(result.charges),
        "charged_away_from_kills_ms": _most(result.charges_from_kills),
        "findings": list(found)[:SHOWN],
        "seed": wanted.seed,
        "seconds": round(result.seconds, 1),
    }


def _share(seconds: Sequence[float], share: float) -> float:
    """Return the time within which that share of the times is."""
    return round(sorted(seconds)[max(0, math.ceil(len(seconds) * share) - 1)], 3) if seconds else 0.0


def _most(charges: Sequence[Charge]) -> int:
    return max((charge.ms for charge in charges), default=0)


def _shares(returns: Sequence[Interval]) -> list[float]:
    return [_share([(back - left) / 1000 for left, back in returns], share) for share in SHARES]


def text(wanted: Wanted, result: Result) -> str:
    """Return the result as text for people."""
    facts = plain(wanted, result)
    points = ", ".join(f"{name} {count}" for name, count in result.kills.items() if count)
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(result.games.items()))
    return "\n".join(
        (
            f"kills       {facts['kills']} ({points})",
            f"besides     {facts['stops']} orderly stops, {facts['failed_commits']} commits that failed, "
            f"{facts['broken_lines']} broken lines, {facts['readers']} clients that asked for very much",
            f"answered    after {facts['answered_beside_readers_s']} s beside these (half, 99 %, all of the commands)",
            f"games       {facts['games']} ({kinds})",
            f"events      {facts['events']}",
            f"accepted    {facts['accepted']} ({facts['sent_again']} of them sent more than once)",
            f"registered  {facts['registered']}",
            f"lost        {facts['lost']}",
            f"duplicated  {facts['duplicated']}",
            f"differing   {facts['differing']}",
            f"returned    after {facts['returned_s']} s (half, 99 %, all of the lost connections)",
            f"of these    {facts['returned_from_kills']} only from killed nodes, {facts['returned_from_kills_s']} s",
            f"charged     at most {facts['charged_away_ms']} ms of a turn to a player who was not connected,"
            f" {facts['charged_away_from_kills_ms']} ms where only a node was killed",
            f"seed        {facts['seed']}",
            f"seconds     {facts['seconds']}",
        )
    )


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
