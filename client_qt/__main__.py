"""The command line of the window: `netgame`, `python -m client_qt`, `./run`."""

import argparse
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from client_qt.system_libraries import problem
from protocol.log_text import TextFormatter, escaped, print_traceback
from protocol.platform import print_utf_8
from protocol.program import PROGRAM

if TYPE_CHECKING:
    from client_qt.app.application import Application
    from client_qt.app.main_window import MainWindow
    from protocol.limits import Interfaces

OWN_LOGGERS = {"netgame", "protocol", "server", "client_qt", "__main__", "root"}
USAGE = 2
CANNOT_SHOW = 3  # exit code: no screen, or a library is missing


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window, or check the set-up. Return the exit code."""
    print_utf_8()
    sys.excepthook = print_traceback
    args = arguments().parse_args(argv)
    try:
        interfaces = interfaces_of_environment()
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    if args.check:
        from client_qt.app.check_setup import check_up
        from client_qt.settings.file import Folders

        return check_up(Folders.find(args.home).data, args.what, interfaces)
    trouble = problem()
    if trouble:
        sys.stderr.writelines(f"{escaped(line)}\n" for line in trouble.splitlines())
        return CANNOT_SHOW
    handler = terminal_handler()
    logging.basicConfig(level=os.environ.get("NETGAME_LOG", "WARNING").upper(), handlers=[handler])
    return start(args)


def terminal_handler() -> "logging.StreamHandler[TextIO]":
    """Log to the terminal. Records of libraries, such as tracebacks of a lost network, go to the log file only."""
    handler = logging.StreamHandler()
    handler.setFormatter(TextFormatter())  # names of guests cannot forge lines
    handler.addFilter(lambda record: record.name.partition(".")[0] in OWN_LOGGERS)
    return handler


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="netgame", description="Board games for two, on this network or at one screen."
    )
    parser.add_argument(
        "what", nargs="?", default="", help="a record to open, or an invitation: netgame://host:port/table"
    )
    parser.add_argument(
        "--check", action="store_true", help="say why others cannot join, or why an address does not answer"
    )
    parser.add_argument("--version", action="version", version=PROGRAM)
    parser.add_argument("--home", help="a folder for settings and hosted games, in place of the user's own")
    parser.add_argument("--ui", choices=("light", "dark", "contrast", "contrast_dark"), help="the look, for this time")
    return parser


def interfaces_of_environment() -> "Interfaces":
    """Return the network interfaces that NETGAME_LAN allows; ValueError for an unknown word."""
    from protocol.limits import interfaces_from

    return interfaces_from(os.environ)


def start(
    args: argparse.Namespace,
    ready: "Callable[[Application], object]" = lambda _app: None,
    painted: "Callable[[MainWindow], object]" = lambda _window: None,
) -> int:
    """Run the program; return its exit code. `painted` and `ready` are called at these moments of the start."""
    gc.disable()  # a timer of the window collects; many collections during the imports would slow the start
    from client_qt.app import startup

    return startup.start(args, interfaces_of_environment(), ready, painted)


if __name__ == "__main__":
    sys.exit(main())
