"""What commands print: for people aligned in columns, for programs as JSON."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence

from server.admin.control.lines import Fields


def say(text: str) -> None:
    """A line for whoever gave the command."""
    sys.stdout.write(f"{shown(text)}\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """A line beside the output: progress, questions, problems."""
    sys.stderr.write(f"{shown(text)}\n")
    sys.stderr.flush()


def say_json(value: object) -> None:
    """The output as programs read it."""
    say(json.dumps(value, ensure_ascii=False))


def said(args: argparse.Namespace, told: Fields, text: str) -> int:
    """The outcome of something that was done, as a sentence or for programs; the exit code."""
    if args.json:
        say_json(told)
    else:
        say(text)
    return 0


def shown(text: str) -> str:
    """Without what would steer a terminal: people choose their names, and records come from anywhere."""
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)


def say_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns under their heads."""
    lines = [list(head), *([cell(value) for value in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        say("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def say_pairs(pairs: Fields) -> None:
    """One thing a line."""
    width = max(map(len, pairs), default=0)
    for name, value in pairs.items():
        say(f"{name.ljust(width)}  {cell(value)}")


def cell(value: object) -> str:
    """A value in a column."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shown(str(value)).replace("\n", " ")


def when(ms: int | None) -> str:
    """A time as the clock on the wall shows it; empty if there is none."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000)) if ms else ""


def how_long(ms: int) -> str:
    """Such as `3 d 4 h` or `12 s`: the two largest units."""
    seconds = max(0, ms // 1000)
    units = (("d", seconds // 86400), ("h", seconds // 3600 % 24), ("min", seconds // 60 % 60), ("s", seconds % 60))
    first = next((at for at, (_, number) in enumerate(units) if number), 3)
    return " ".join(f"{number} {unit}" for unit, number in units[first : first + 2] if number or unit == "s")


def how_large(size: int) -> str:
    """Such as `12.3 MB`."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"
