"""The command line of the server. What a command needs is loaded when it is given, so that help starts fast."""

import argparse
import io
import sys
from collections.abc import Sequence

from server.admin.control.parsers import add_commands
from server.cli.manual import add_commands as add_manual
from server.cli.options import Parser, add_all, add_common
from server.errors import ServerError
from server.ops.faults import Faults, no_faults


def main(arguments: Sequence[str] | None = None, faults: Faults = no_faults) -> int:
    """Run the command, `run` if none is named; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given.insert(0, "run")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know all letters that names have
    args = parser().parse_args(given)
    try:
        if args.run is None:
            from server.cli.run import run

            return run(args, faults)
        return int(args.run(args))
    except ServerError as error:
        sys.stderr.writelines(f"netgame-server: {line}\n" for line in str(error).split("\n"))
        return 1


def parser() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    words = "Hosts games on this computer, without a window."
    made: argparse.ArgumentParser = Parser(prog="netgame-server", description=words)
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve until stopped by Ctrl-C or SIGTERM")
    add_all(run)
    run.set_defaults(run=None)  # it alone takes the points at which tests kill it
    check = commands.add_parser(
        "check-config",
        help="show every setting and where it comes from, or what is wrong with them",
        description="show every setting and where it comes from; if something is wrong, say where and what would be "
        "right, and exit with 1",
    )
    check.add_argument("--sample", action="store_true", help="print a settings file with all defaults instead")
    add_all(check)
    check.set_defaults(run=_check)
    common = Parser(add_help=False)
    add_common(common)
    add_commands(commands, common)
    add_manual(commands, common)
    return made


def _check(args: argparse.Namespace) -> int:
    from server.config.show import check

    return check(args)
