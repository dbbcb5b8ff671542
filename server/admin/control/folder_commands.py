"""The commands that need no server: backup, restore, verify, export."""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict

from server.admin.backup import backup
from server.admin.control.output import how_large, note, say, say_json, when
from server.admin.control.settings import config_of
from server.admin.export import export
from server.admin.restore import restore
from server.admin.verify import verify

Namespace = argparse.Namespace
EVERY_S = 10.0  # it is said how far something is
MOST_SHOWN = 50  # findings


def _backup(args: Namespace) -> int:
    contents = backup(config_of(args).data, args.file, force=args.force)
    size = args.file.stat().st_size
    if args.json:
        say_json({"file": str(args.file), "size": size, **asdict(contents)})
    else:
        say(f"{args.file} holds everything of the server, {how_large(size)}. It holds its key, too: keep it safe.")
    return 0


def _restore(args: Namespace) -> int:
    data = config_of(args).data
    restored = restore(args.file, data, force=args.force)
    if args.json:
        aside = str(restored.aside) if restored.aside else None
        say_json({"folder": str(data), "aside": aside, **asdict(restored.contents)})
        return 0
    say(f"{data} is as it was on {when(restored.contents.made)}.")
    if restored.aside is not None:
        say(f"What it held before is in {restored.aside}.")
    return 0


def _verify(args: Namespace) -> int:
    report = verify(config_of(args).data, _Progress("tables"))
    if args.json:
        say_json(asdict(report))
        return 1 if report.findings else 0
    for finding in report.findings[:MOST_SHOWN]:
        say(str(finding))
    if len(report.findings) > MOST_SHOWN:
        say(f"... and {len(report.findings) - MOST_SHOWN} more")
    looked = f"{report.tables} tables ({report.over} of them over), {report.events} events"
    say(f"{looked}: {len(report.findings)} things are wrong." if report.findings else f"{looked}: all is well.")
    return 1 if report.findings else 0


def _export(args: Namespace) -> int:
    done = export(config_of(args).data, args.directory, _Progress("matches"))
    if args.json:
        say_json(asdict(done))
        return 1 if done.findings else 0
    for finding in done.findings[:MOST_SHOWN]:
        say(str(finding))
    say(
        f"{done.written} records were written to {args.directory}, {done.existing} were there already; "
        f"{done.unplayed} matches were never begun, and {len(done.findings)} could not be written."
    )
    return 1 if done.findings else 0


class _Progress:
    """Says now and then how far something is."""

    def __init__(self, what: str) -> None:
        self._what, self._next = what, time.monotonic() + EVERY_S

    def __call__(self, done: int, all: int) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            note(f"{done} of {all} {self._what}")


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "backup": _backup,
    "restore": _restore,
    "verify": _verify,
    "export": _export,
}
