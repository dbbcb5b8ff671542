"""`./run simulate`: hours of a whole club in seconds, all from a seed, with everything that can go wrong."""

import argparse
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devtools.simulation.club import Wanted

HASHES = "0"  # of texts, for `PYTHONHASHSEED`
TOLD_EVERY_S = 10.0  # how far a run is


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Exit code 0: no promise was broken; 1: one was."""
    made = parser()
    args = made.parse_args(arguments)
    for name, low, high in (("hours", 0.01, 10_000), ("people", 2, 200), ("nodes", 1, 9)):
        if not low <= getattr(args, name) <= high:
            made.error(f"--{name} is from {low:g} to {high:g}, not {getattr(args, name):g}")
    if os.environ.get("PYTHONHASHSEED") != HASHES:
        words = [sys.executable, "-m", "devtools.simulation", *(arguments if arguments is not None else sys.argv[1:])]
        if "--seed" not in words:
            words += ["--seed", str(args.seed)]
        os.execve(sys.executable, words, {**os.environ, "PYTHONHASHSEED": HASHES})
    from devtools.simulation.club import KINDS, Wanted
    from devtools.simulation.run import simulate
    from devtools.simulation.shrink import shrink

    if args.plant and not plant(args.plant):
        made.error(f"--plant knows the faults in devtools/simulation/planted, not {args.plant}")
    without = frozenset(filter(None, args.without.split(",")))
    if unknown := without.difference(KINDS):
        made.error(f"--without knows {', '.join(KINDS)}, not {', '.join(sorted(unknown))}")
    only = frozenset(filter(None, args.only.split(",")))
    wanted, began = Wanted(args.seed, args.hours, args.people, args.nodes, without, only), time.monotonic()
    progress = Progress(args.hours)
    signal.signal(signal.SIGINT, lambda *_: progress.stop())
    with ExitStack() as stack:
        trace = stack.enter_context(args.trace.open("w", encoding="utf-8")) if args.trace is not None else None
        result = simulate(wanted, trace, progress.goes_on)
    facts = {
        "seed": args.seed, "simulated_hours": result.hours, "events": result.events, "accepted": result.accepted,
        "violations": len(result.violations), "hash": result.hash, "never_met": result.never_met,
    }  # fmt: skip
    for sentence in result.violations:
        sys.stderr.write(sentence + "\n")
    seconds = time.monotonic() - began
    if result.violations:
        sys.stderr.write(f"again: {command(wanted, args.plant)}\n")
    if result.violations and args.shrink:
        wanted = shrink(wanted, lambda smaller: bool(simulate(smaller).violations))
        sys.stderr.write(f"smaller: {command(wanted, args.plant)}\n")
        facts["again"] = command(wanted, args.plant)
    sys.stdout.write(result.text(seconds) + "\n")
    if args.json:
        sys.stdout.write(json.dumps(facts) + "\n")
    return 1 if result.violations else 0


class Progress:
    """Tells now and then how far a run is. Ctrl-C ends it early, and a second one at once."""

    def __init__(self, hours: float) -> None:
        self._hours, self._is_stopped, self._told_at = hours, False, time.monotonic()

    def goes_on(self, hours: float, accepted: int) -> bool:
        """Note that so many hours have passed, with so many accepted commands. Return whether the run goes on."""
        if time.monotonic() >= self._told_at + TOLD_EVERY_S:
            self._told_at = time.monotonic()
            sys.stderr.write(f"{hours:.1f} of {self._hours:g} hours, {accepted} commands; Ctrl-C ends the run here\n")
        return not self._is_stopped

    def stop(self) -> None:
        """End the run soon: people finish their games, and everything is compared."""
        self._is_stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


def plant(name: str) -> bool:
    """Break the server in this process on purpose. Return whether there is such a fault."""
    import pytest

    from devtools.simulation.planted import PLANTED

    if name not in PLANTED:
        return False
    break_server, _ = PLANTED[name]
    break_server(pytest.MonkeyPatch())
    return True


def command(wanted: "Wanted", planted: str | None) -> str:
    """Return the command that repeats a run, with the fault that was planted."""
    words = (
        f"./run simulate --hours {wanted.hours:g} --people {wanted.people} --nodes {wanted.nodes} --seed {wanted.seed}"
    )
    words += f' --plant "{planted}"' if planted else ""
    words += f" --only {','.join(sorted(wanted.only))}" if wanted.only else ""
    return words + (f" --without {','.join(sorted(wanted.without))}" if wanted.without else "")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./run simulate",
        description="Lets a club play for hours on simulated time, network and disk. The same seed gives the same run.",
    )
    made.add_argument("--hours", type=float, default=24.0, help="simulated (%(default)s)")
    made.add_argument("--people", type=int, default=10, help="of the club, 2 to 200 (%(default)s)")
    made.add_argument("--nodes", type=int, default=1, help="servers of the service (%(default)s)")
    made.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of everything that happens")
    made.add_argument("--without", default="", metavar="KINDS", help="what does not happen: kinds of trouble, and more")
    made.add_argument("--only", default="", metavar="HABITS", help="the habits that people keep, and often; all else")
    made.add_argument(
        "--shrink", action=argparse.BooleanOptionalAction, default=True,
        help="after a violation, find a smaller run that has one too",
    )  # fmt: skip
    made.add_argument("--plant", metavar="FAULT", help="break the server on purpose: one of the planted faults")
    made.add_argument("--trace", type=Path, help="a file for everything that happened, line by line")
    made.add_argument("--json", action="store_true", help="a last line for programs")
    return made


if __name__ == "__main__":
    sys.exit(main())
