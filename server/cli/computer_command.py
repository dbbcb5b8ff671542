"""The command `computer`: a computer player at a server. It needs no settings of a server."""

import argparse
import re
from pathlib import Path
from typing import Any

from server.cli.command import number_in, text

LEVELS = (1, 2, 3, 4, 5)
MOST_TABLES = 50


def add_computer_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "computer",
        help="play at a server as a computer player",
        description="Sign in at a server as a computer player, finish its games, take the seat of a table or wait for "
        "invitations, and play. The server has to allow it (its setting computers).",
    )
    parser.add_argument(
        "address",
        type=text,
        nargs="+",
        metavar="ADDRESS",
        help="HOST, HOST:PORT, or a link netgame://...; the first one of the server that answers is used",
    )
    parser.add_argument("--fingerprint", type=_fingerprint, metavar="HEX", help="the fingerprint of the server")
    parser.add_argument("--public-name", type=text, default="", metavar="NAME", help="of its public certificate")
    parser.add_argument("--table", type=text, default="", help="take the free seat of this table, and end after it")
    parser.add_argument("--code", type=text, default="", help="the code of that table")
    parser.add_argument("--finish", action="store_true", help="end when no unfinished game is left")
    parser.add_argument("--seek", action="store_true", help="also play with people who look for a computer player")
    parser.add_argument("--level", type=int, choices=LEVELS, help="default: 3")
    parser.add_argument(
        "--engine", type=_engine, default=[], metavar="COMMAND", help="an engine instead of the built-in one"
    )
    parser.add_argument("--name", type=text, default="Computer", help="default: Computer")
    parser.add_argument(
        "--password-file", type=Path, metavar="FILE", help="of a registered name; the first sign-in needs it"
    )
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the folder of the key that signs it in")
    count = number_in(int, 1, MOST_TABLES, f"a number from 1 to {MOST_TABLES}")
    parser.add_argument("--tables", type=count, default=4, metavar="NUMBER", help="at once, by invitation; default: 4")
    parser.add_argument(
        "--pace",
        type=number_in(float, 0, 999.999, "a number of seconds below 1000"),
        default=0.5,
        metavar="SECONDS",
        help="the least time for a move; default: 0.5",
    )
    parser.add_argument("--until-input-ends", action="store_true", help="end when the standard input ends")
    parser.add_argument("--json", action="store_true", help="print its tables, or an error, as lines of JSON")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from server.computer.program import run

    return run(args)


def _fingerprint(word: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", word):
        raise argparse.ArgumentTypeError("not 64 hexadecimal digits")
    return word.lower()


def _engine(text: str) -> list[str]:
    from protocol.engine import split_command

    words = split_command(text)
    if not words:
        raise argparse.ArgumentTypeError("not a command")
    return words
