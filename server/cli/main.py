"""The command line of the server. Each command imports its code when it is given, so that help starts fast."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from protocol.control.messages import Ambiguous, CommandError
from protocol.log_text import print_traceback
from protocol.platform import print_utf_8
from server.cli.account_commands import add_account_commands
from server.cli.command import Commands, note, number_in
from server.cli.computer_command import add_computer_command
from server.cli.folder_commands import add_folder_commands
from server.cli.options import Parser, a_path, add_all, add_common
from server.cli.server_commands import add_server_commands
from server.errors import ServerError
from server.ops.faults import Faults, no_faults

SHELLS = ("bash", "zsh", "fish")


def main(arguments: Sequence[str] | None = None, faults: Faults = no_faults) -> int:
    """Run the command, `run` if none is named, and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "run")
    print_utf_8()
    sys.excepthook = print_traceback
    args = parser(faults).parse_args(given)
    try:
        return int(args.run(args))
    except KeyboardInterrupt:
        return 130
    except (ServerError, CommandError) as error:
        for line in str(error).split("\n"):
            note(f"netgame-server: {line}")
        return 3 if isinstance(error, Ambiguous) else 1


def parser(faults: Faults = no_faults) -> argparse.ArgumentParser:
    """Return the parser of all commands. Each sets `run`, a function of the arguments that returns the exit code."""
    made: argparse.ArgumentParser = Parser(
        prog="netgame-server", description="Hosts games on this computer, without a window."
    )
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve until stopped by Ctrl-C or SIGTERM")
    add_all(run)
    run.add_argument(
        "--exit-when-idle",
        type=number_in(float, 0, sys.float_info.max, "a number of seconds"),
        nargs="?",
        const=60.0,
        metavar="SECONDS",
        help="exit after that time without a match, by default 60; ten times as long while players are connected",
    )
    run.add_argument(
        "--if-unfinished", action="store_true", help="exit at once if the data folder has no unfinished matches"
    )
    run.add_argument(
        "--json", action="store_true", help="print the address, or why it does not start, as a line of JSON"
    )
    run.set_defaults(run=partial(_run, faults=faults))
    check = commands.add_parser(
        "check-config",
        help="show every setting and its source, or the mistakes in them",
        description="Show every setting and its source. If settings are wrong, show where and how to correct them, and "
        "exit with 1.",
    )
    check.add_argument("--sample", action="store_true", help="print a settings file with all defaults instead")
    add_all(check)
    check.set_defaults(run=_check_config)
    common = Parser(add_help=False)
    add_common(common)
    with_common = Commands(commands, common)
    add_server_commands(with_common)
    add_account_commands(with_common.group("user", "manage the accounts of a running or stopped server"))
    add_folder_commands(with_common)
    add_computer_command(commands)
    completion = commands.add_parser(
        "completion",
        help="print the completion script for a shell",
        description="Print the completion script for a shell; for bash: source <(netgame-server completion bash)",
    )
    completion.add_argument("shell", choices=SHELLS, help="the shell")
    completion.set_defaults(run=_print_completion)
    return made


def _run(args: argparse.Namespace, faults: Faults) -> int:
    from server.cli.run import run

    return run(args, faults)


def _check_config(args: argparse.Namespace) -> int:
    from server.config.show import check

    return check(args)


def _print_completion(args: argparse.Namespace) -> int:
    try:
        sys.stdout.write(completion(parser(), args.shell))
    except ImportError as error:
        raise ServerError(
            "Completion needs the library shtab: install it in the folder of the project (pip install '.[server]')"
        ) from error
    return 0


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the completion script for a shell. `ImportError` without shtab."""
    import shtab

    def mark_paths(parser: argparse.ArgumentParser) -> None:
        for action in parser._actions:
            if action.type in (Path, a_path):
                complete = shtab.DIRECTORY if action.dest in ("data", "set_data") else shtab.FILE
                setattr(action, "complete", complete)  # noqa: B010  # read by shtab, unknown to argparse
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    mark_paths(below)

    mark_paths(parser)
    return str(shtab.complete(parser, shell)).rstrip() + "\n"
