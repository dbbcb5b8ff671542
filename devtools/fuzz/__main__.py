"""`./run fuzz [--frames N] [--seed S] [--json]`: nothing from outside breaks the server.

Sends broken and hostile frames to a real server from many connections during a normal game, and checks that the game,
the server and its store are unharmed. Exit code 1 if anything was harmed.
"""

import argparse
import json
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import trio

from devtools.fuzz.siege import Plan, SiegeResult, besiege

SHOWN = 24  # answers by kind, per line


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    options = parser().parse_args(argv)
    if sys.platform != "linux":
        parser().error("the attackers come from many addresses of this computer, which it has only with Linux")
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    limits = tuple(word for limit in options.limit for word in ("--limit", limit))
    plan = Plan(options.frames, seed, options.plain, options.silent, only=options.only, server=limits)
    folder = Path(tempfile.mkdtemp(prefix="netgame-fuzz-"))
    report = trio.run(besiege, plan, folder)
    if options.json:
        sys.stdout.write(json.dumps(report.plain()) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(report))
    if not report.failures:
        shutil.rmtree(folder, ignore_errors=True)
        return 0
    again = f"./run fuzz --frames {plan.frames} --seed {seed}" + (" --plain" if plan.plain else "")
    sys.stderr.write(f"fuzz: FAILED; again: {again}; logs of server and attackers: {folder}\n")
    return 1


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(prog="./run fuzz", description=__doc__.partition("\n")[2])
    made.add_argument("--frames", type=int, default=20_000, help="how many to send (default: %(default)s)")
    made.add_argument("--seed", type=int, help="another one gives other frames (default: by chance, and told)")
    made.add_argument("--plain", action="store_true", help="without TLS: faster, and nobody is told by his address")
    made.add_argument("--silent", type=int, default=1000, help="sockets that never speak (default: %(default)s)")
    made.add_argument("--only", type=int, metavar="NUMBER", help="that connection of attack.log alone")
    made.add_argument("--json", action="store_true", help="one JSON object")
    made.add_argument(
        "--limit", action="append", default=[], metavar="NAME=VALUE", help="for the server; may be repeated"
    )
    return made


def lines(report: SiegeResult) -> Iterator[str]:
    """Return the report as lines for people."""
    plain = report.plain()
    yield f"seed {report.seed}: {plain['frames_sent']} frames over {plain['connections_made']} connections"
    for name in ("frames", "connections", "answers", "refused", "closings"):
        yield f"  {name}: {_counted(plain.get(name, {}))}"
    yield f"  turned away {plain.get('turned_away', 0)}, reset {plain.get('resets', 0)}, in {plain['seconds']} s"
    game, calm = plain["game"], plain["game"]["calm"]
    yield (
        f"  normal game: {game['moves']} moves in {game['matches']} matches; from player to player "
        f"p50 {game['p50_ms']} ms, p99 {game['p99_ms']} ms, worst {game['worst_ms']} ms "
        f"(before the attack p50 {calm['p50_ms']} ms, p99 {calm['p99_ms']} ms)"
    )
    came = plain["newcomers"]
    yield f"  newcomers: {came['timed']} let in, p50 {came['p50_ms']} ms, worst {came['worst_ms']} ms"
    yield (
        f"  server: {report.memory_mib[0]} MiB before, {report.memory_mib[1]} MiB after; files {report.files[0]} and "
        f"{report.files[1]}; {report.server_cpu_s:.1f} s of CPU; {report.folded} tables fold"
    )
    yield from (f"  FAILED: {failure}" for failure in report.failures)
    yield f"failures: {len(report.failures)}"


def _counted(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    more = f", and {len(ordered) - SHOWN} more" if len(ordered) > SHOWN else ""
    return ", ".join(f"{name} {count}" for name, count in ordered[:SHOWN]) + more


if __name__ == "__main__":
    sys.exit(main())
