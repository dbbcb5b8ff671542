"""The form of the command line `python -m netgame`: its commands, what they take, and the help that tells so."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from netgame.formats.convert import FORMS
from netgame.games import GAMES

SHOWN = 200  # moves that are listed unless more are asked for
MOST_SHOWN = 100_000
DEEPEST = 60  # nobody waits for a tenth of it; a position near its end may need more than a handful

_ABOUT = """\
Matches in files and positions on boards, for people and for scripts.

A FILE is a record of a match, or a file of another program; "-" is the standard input. Its content says what it is.
"""
_EPILOG = """\
exit codes: 0 done; 1 the content of a file, or a position, is wrong, or a file cannot be read or written; 2 the command
is wrong; 130 stopped by Ctrl-C. With --json there is one JSON document on the standard output, for errors too.
"""


class UsageError(Exception):
    """The words of a command line do not make a command."""


class _Parser(argparse.ArgumentParser):
    """A parser that leaves it to its caller how an error is shown, and knows words only in full."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (--help shows how it is written)")


def parser() -> argparse.ArgumentParser:
    """What may stand on a command line; `command` is the name of the command. It raises `UsageError`."""
    form = _Parser(
        prog="python -m netgame",
        description=_ABOUT,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = form.add_subparsers(title="commands", metavar="COMMAND", required=True)
    replay = _command(commands, "replay", "the match of a file, move by move")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--positions", action="store_true", help="with the position text after every move")
    verify = _command(commands, "verify", "whether files hold what they should: every line is checked")
    verify.add_argument("files", metavar="FILE", nargs="+")
    _add_convert(_command(commands, "convert", "a match from one form of file into another"))
    counted = _command(commands, "perft", "in how many ways a game can go on, by the number of turns")
    _add_subject(counted)
    counted.add_argument("depth", metavar="DEPTH", type=_whole(1, DEEPEST), help=f"turns, 1 to {DEEPEST}")
    moves = _command(commands, "moves", "the legal moves of a position")
    _add_subject(moves)
    moves.add_argument(
        "--limit", metavar="N", type=_whole(1, MOST_SHOWN), default=SHOWN, help=f"list so many; otherwise {SHOWN}"
    )
    moves.add_argument("--count", action="store_true", help="count them all instead; some games have millions")
    return form


def _command(commands: Any, name: str, about: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    command.set_defaults(command=name)
    command.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    command.add_argument("--from", dest="form", choices=FORMS, help="the form of the file, if it cannot be told")
    return command


def _add_convert(convert: argparse.ArgumentParser) -> None:
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("--to", choices=FORMS, required=True, help="the form to write")
    convert.add_argument("-o", "--out", metavar="OUT", default="-", help="the file to write; otherwise it is shown")
    convert.add_argument("--force", action="store_true", help="write over OUT if it exists")
    names = "who played, for a file that does not say it; the first moved first in the first leg"
    convert.add_argument("--players", nargs=2, metavar="NAME", help=names)
    convert.add_argument("--title", help="what to call the match, for a file that does not say it")


def _add_subject(command: argparse.ArgumentParser) -> None:
    about = "a game by its key, for its start; a FILE; or with --game a position text"
    command.add_argument("subject", metavar="WHAT", help=about)
    command.add_argument("--game", metavar="KEY", help="the game of a position text: " + ", ".join(GAMES))
    command.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the game; may be repeated"
    )
    command.add_argument("--at", metavar="N", type=_whole(1, 10**9), help="after event N of the FILE, as replay counts")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 10 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is needed")
        return int(text)

    return number
