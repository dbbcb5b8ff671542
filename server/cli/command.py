"""The common parts of all commands besides `run`: adding them to the parser, finding the server, printing."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from protocol.control.messages import CONTROL_FILE
from protocol.platform import is_closed_pipe
from server.config.loading import read_config
from server.config.settings import Config

Action = Callable[[argparse.Namespace], int]  # returns the exit code
Argument = Callable[[argparse.ArgumentParser], object]  # adds itself to a command
Row = dict[str, Any]
N = TypeVar("N", int, float)

FAR = 3000  # a year; Windows knows no local time after it


@dataclass(frozen=True)
class Commands:
    """Adds commands to a parser. All of them have the options of `common`."""

    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]"
    common: argparse.ArgumentParser

    def add(self, name: str, help: str, action: Action, *arguments: Argument) -> None:
        """Add a command. The action sees what was parsed, with `json` if JSON is wanted."""
        parser = self.subparsers.add_parser(name, help=help, description=help, parents=[self.common])
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")
        for add_to in arguments:
            add_to(parser)
        parser.set_defaults(run=partial(_run, action))

    def group(self, name: str, help: str) -> "Commands":
        """Add a command that has commands below it."""
        below = self.subparsers.add_parser(name, help=help)
        return replace(self, subparsers=below.add_subparsers(title="commands", required=True, metavar="COMMAND"))


def argument(*names: str, **settings: Any) -> Argument:
    """Return an argument of a command, as `add_argument` takes it."""
    return lambda parser: parser.add_argument(*names, **settings)


def named_user(help: str) -> Argument:
    """Return the arguments that say which user a command is for: `name`, and whether that is an `account`."""

    def add_to(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--account", action="store_true", help="NAME is the number of an account of user list")
        parser.add_argument("name", type=word, metavar="NAME", help=help)

    return add_to


def _run(action: Action, args: argparse.Namespace) -> int:
    try:
        return action(args)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if not is_closed_pipe(error):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def text(word: str) -> str:
    """Convert an argument to valid text: a command line may hold any bytes."""
    return word.encode(errors="replace").decode()


def word(given: str) -> str:
    """Convert an argument to valid text that is not empty, as that of an unset variable of a shell is."""
    if not given.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text(given)


def stored(given: str) -> str:
    """Return an argument that becomes a name or is shown to users. One of other bytes would not be what was meant."""
    if text(given) != given:
        raise argparse.ArgumentTypeError("it is not text in UTF-8")
    return given


def number_in(kind: Callable[[str], N], least: N, most: N, expected: str) -> Callable[[str], N]:
    """Return a type of an argument: a number in that range. The error says that a word is not what is `expected`."""

    def number(word: str) -> N:
        with suppress(ValueError):
            if least <= (found := kind(word)) <= most:
                return found
        raise argparse.ArgumentTypeError(f"not {expected}")

    return number


def config_of(args: argparse.Namespace) -> Config:
    """Return the settings of the server that a command is for; `ConfigError` if they cannot be used."""
    return read_config(args)[0]


def control_path(config: Config) -> Path:
    """Return the path of the control socket of a server."""
    return config.control or config.data / CONTROL_FILE


def request(args: argparse.Namespace, do: str, **fields: object) -> tuple[list[Row], Row]:
    """Make the running server do it. Without one, operations on accounts are done in its folder."""
    from protocol.control import client
    from protocol.control.messages import NoServer

    config = config_of(args)
    try:
        return client.request(control_path(config), do, **fields)
    except NoServer:
        if not do.startswith("user."):
            raise
        from server.cli.offline import request_offline

        return request_offline(config, do, **fields)


# ---- printing


def say(line: str) -> None:
    """Print a line to the standard output."""
    sys.stdout.write(f"{printable(line)}\n")
    sys.stdout.flush()


def note(line: str) -> None:
    """Print a line to the standard error: progress, questions, problems."""
    sys.stderr.write(f"{printable(line)}\n")
    sys.stderr.flush()


def say_json(value: object) -> None:
    """Print a value as JSON."""
    say(json.dumps(value, ensure_ascii=False))


def say_result(args: argparse.Namespace, result: Mapping[str, Any], line: str) -> int:
    """Print the result of a command, as JSON or as a sentence. Return the exit code 0."""
    if args.json:
        say_json(result)
    else:
        say(line)
    return 0


def asking(do: str, line: str, *fields: str) -> Action:
    """Return the action of a command that makes a request with these arguments and prints the answer.

    In `line` are slots for the fields of the answer, and for `args`.
    """

    def ask(args: argparse.Namespace) -> int:
        answer = request(args, do, **{field: getattr(args, field) for field in fields})[1]
        return say_result(args, answer, line.format(args=args, **answer))

    return ask


def say_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows as aligned columns."""
    lines = [list(head), *([cell(value) for value in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        say("  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True)).rstrip())


def say_pairs(pairs: Mapping[str, object]) -> None:
    """Print names and values, one pair a line."""
    width = max(map(len, pairs), default=0)
    for name, value in pairs.items():
        say(f"{name.ljust(width)}  {cell(value)}")


def printable(line: str) -> str:
    """Replace what would control a terminal: names and records come from anywhere."""
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in line)


def cell(value: object) -> str:
    """Format a value for a column."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value)).replace("\n", " ")


def format_time(ms: int | None) -> str:
    """Format a time in ms since 1970 as local time; empty if there is none. From the year 3000 on it is UTC."""
    if not ms:
        return ""
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
    return (at.astimezone() if at.year < FAR else at).strftime("%Y-%m-%d %H:%M")


def format_duration(ms: int) -> str:
    """Format a duration by its two largest units, such as `3 d 4 h` or `12 s`."""
    seconds = max(0, ms // 1000)
    units = (("d", seconds // 86400), ("h", seconds // 3600 % 24), ("min", seconds // 60 % 60), ("s", seconds % 60))
    first = next((at for at, (_, number) in enumerate(units) if number), 3)
    return " ".join(f"{number} {unit}" for unit, number in units[first : first + 2] if number or unit == "s")


def format_size(size: int) -> str:
    """Format a number of bytes, such as `12.3 MB`."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"
