"""The commands of `python -m netgame`, their arguments and their help."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from netgame import __version__
from netgame.cli.duel import PLAYERS
from netgame.formats.convert import FORMS
from netgame.games import GAMES

SHOWN = 200  # moves that are listed by default
MAX_SHOWN = 100_000
MAX_DEPTH = 60  # only near the end of a game can so many turns be counted
MATCHES, MAX_MATCHES = 100, 100_000  # of a duel
PLIES = 400  # of a leg of a duel

_ABOUT = """\
Matches in files, positions on boards and duels of computer players, for people and for scripts.

A FILE is a record of a match, or a file of another program; "-" is the standard input. Its content tells its format.
"""
_EPILOG = """\
exit codes: 0 done; 1 a file or a position is invalid, or a file cannot be read or written; 2 the command is wrong;
130 stopped by Ctrl-C. With --json the standard output has one JSON document, for errors too.
"""


class UsageError(Exception):
    """The command line is wrong."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors, accepts no abbreviations and knows the version."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)
        self.add_argument("--version", action="version", version=f"netgame {__version__}")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see --help)")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line. Its result has the name of the command as `command`."""
    form = _Parser(
        prog="netgame-cli" if Path(sys.argv[0]).stem == "netgame-cli" else "python -m netgame",
        description=_ABOUT,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = form.add_subparsers(title="commands", metavar="COMMAND", required=True)
    replay = _command(commands, "replay", "show the match of a file, move by move")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--positions", action="store_true", help="show the position text after every move")
    verify = _command(
        commands, "verify", "check every line and every signature of files; records of one table are compared"
    )
    verify.add_argument("files", metavar="FILE", nargs="+")
    convert = _command(commands, "convert", "convert the file of a match to another format")
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("--to", choices=FORMS, required=True, help="the format to write")
    convert.add_argument("-o", "--out", metavar="OUT", default="-", help="the file to write; default: standard output")
    convert.add_argument("--force", action="store_true", help="replace OUT if it exists")
    names = "names for a file without names; the first player moves first in the first leg"
    convert.add_argument("--players", nargs=2, metavar="NAME", help=names)
    convert.add_argument("--title", help="the title, for a file without one")
    counted = _command(commands, "perft", "count the ways a game can continue, by the number of turns")
    _add_subject(counted)
    counted.add_argument("depth", metavar="DEPTH", type=_whole(1, MAX_DEPTH), help=f"turns, 1 to {MAX_DEPTH}")
    moves = _command(commands, "moves", "list the legal moves of a position")
    _add_subject(moves)
    _add_number(moves, "--limit", 1, MAX_SHOWN, f"at most N moves; {SHOWN} by default", SHOWN)
    moves.add_argument("--count", action="store_true", help="count all moves instead; some games have millions")
    duel = _command(commands, "duel", "let two computer players play matches, and compare their strength", reads=False)
    duel.add_argument("game", metavar="KEY", help="the game: " + ", ".join(GAMES))
    for name in ("first", "second"):
        about = "a level, 1 to 5, or " + ", ".join(name for name in PLAYERS if not name.isdecimal())
        duel.add_argument(name, choices=PLAYERS, metavar="PLAYER", help=about)
    _add_options(duel)
    about = f"matches to play; {MATCHES} by default; the sides alternate"
    _add_number(duel, "--games", 1, MAX_MATCHES, about, MATCHES)
    _add_number(duel, "--seed", 0, 10**9, "repeats a duel; 0 by default", 0, "S")
    about = f"stop a leg after N moves: counted as if both sides agreed, or drawn; {PLIES} by default"
    _add_number(duel, "--plies", 1, 10**6, about, PLIES)
    about = "stop a search after N milliseconds of the processor; such a duel does not repeat exactly"
    _add_number(duel, "--ms", 1, 10**6, about)
    _add_number(duel, "--jobs", 1, 1024, "processes; one for each core by default")
    about = "play as a process that other programs control by lines of text"
    engine = commands.add_parser("engine", help=about, description=about)
    engine.set_defaults(command="engine")
    about = "a Python file with choose(game, state, limits); by default the built-in player"
    engine.add_argument("--file", metavar="FILE", help=about)
    return form


def _command(commands: Any, name: str, about: str, reads: bool = True) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    command.set_defaults(command=name)
    command.add_argument("--json", action="store_true", help="write one JSON document instead of lines")
    if reads:
        about = "the format of the file, if its content is unclear"
        command.add_argument("--from", dest="form", choices=FORMS, help=about)
    return command


def _add_subject(command: argparse.ArgumentParser) -> None:
    about = "the key of a game, for its start; a FILE; or with --game a position text"
    command.add_argument("subject", metavar="WHAT", help=about)
    command.add_argument("--game", metavar="KEY", help="the game of a position text: " + ", ".join(GAMES))
    _add_options(command)
    _add_number(command, "--at", 1, 10**9, "after event N of the FILE, as shown by replay")


def _add_number(
    command: argparse.ArgumentParser, name: str, low: int, high: int, help: str, default: int | None = None,
    metavar: str = "N",
) -> None:  # fmt: skip
    command.add_argument(name, metavar=metavar, type=_whole(low, high), default=default, help=help)


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the game; may be repeated"
    )


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 10 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"it must be a whole number from {low} to {high}")
        return int(text)

    return number
