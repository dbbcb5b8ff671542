"""The commands of `netgame-server` besides `run`: how they are written. What they do is loaded when one is given."""

import argparse
import importlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Namespace = argparse.Namespace
_MODULES = {  # what is given to a running server, about accounts, and without a server
    "server_commands": ("status", "health", "tables", "kick", "close", "say", "drain"),
    "account_commands": tuple(f"user {what}" for what in ("list", "add", "passwd", "ban", "unban", "moderator")),
    "folder_commands": ("backup", "restore", "verify", "export"),
}
_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser
) -> None:
    """Add them to the parser; each sets `run`, which takes what was parsed and gives the exit code.

    `common` is the parent of all: which configuration and which data folder.
    """

    def add(name: str, help: str, *, json: bool = True) -> argparse.ArgumentParser:
        return _added(commands, name, help, common, json, name)

    add("status", "what the running server does")
    add("health", "ask the running server as a client does; the exit code is 0 if it is well").add_argument(
        "--timeout", type=_seconds, default=5.0, metavar="SECONDS", help="how long it may take, otherwise 5"
    )
    add("tables", "the tables of the running server that are not over")
    kick = add("kick", "somebody has to go, and may come back")
    kick.add_argument("name", type=_text, metavar="NAME", help="as shown at the server, or an account")
    kick.add_argument("--reason", type=_text, default="", help="what he is told")
    add("close", "end a table of the running server that has not started").add_argument(
        "table", type=_text, metavar="TABLE", help="its name, as tables shows it"
    )
    add("say", "tell everybody who is here").add_argument("text", type=_text, nargs="+", metavar="TEXT")
    _add_drain(add)
    _add_users(commands.add_parser("user", help="the accounts, of a running server or of one that is stopped"), common)
    _add_upkeep(add)


def _added(
    commands: Any, name: str, help: str, common: argparse.ArgumentParser, json: bool, does: str
) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, parents=[common])
    if json:
        made.add_argument("--json", action="store_true", help="for programs")
    made.set_defaults(run=_later(does))
    return made


def _later(does: str) -> Callable[[Namespace], int]:
    """The function that does it, loaded when it is needed: a command should start fast."""

    def run(args: Namespace) -> int:
        where = next(module for module, commands in _MODULES.items() if does in commands)
        module = importlib.import_module(f"server.admin.control.{where}")
        try:
            return int(module.COMMANDS[does](args))
        except KeyboardInterrupt:
            return 130
        except BrokenPipeError:  # whoever read the output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1

    return run


def _add_drain(add: Callable[..., argparse.ArgumentParser]) -> None:
    drain = add("drain", "stop the server in order: no new tables, everybody is told, and what goes on is kept")
    drain.add_argument("--seconds", type=_whole_seconds, default=0, help="until it stops, otherwise at once")
    drain.add_argument("--cancel", action="store_true", help="do not stop after all")
    drain.add_argument("--no-wait", action="store_true", help="do not wait until it has stopped")


def _add_users(user: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    commands = user.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, help: str) -> argparse.ArgumentParser:
        made = _added(commands, name, help, common, True, f"user {name}")
        if name != "list":
            made.add_argument("name", type=_text, metavar="NAME", help="a registered name, or an account")
        return made

    add("list", "who has registered, and who is banned").add_argument(
        "--guests", action="store_true", help="and everybody else who was ever here"
    )
    add("add", "register a name; its password is asked for").add_argument(
        "--stdin", action="store_true", help="read the password from standard input instead"
    )
    passwd = add("passwd", "give somebody another password, which is asked for")
    passwd.add_argument("--stdin", action="store_true", help="read the password from standard input instead")
    passwd.add_argument("--revoke", action="store_true", help="nobody stays signed in by a device he used before")
    ban = add("ban", "do not let somebody in, and make him go if he is here")
    ban.add_argument("--for", dest="minutes", type=_minutes, default=0, metavar="TIME", help="such as 30m, 12h, 7d or "
                     "2w; otherwise until it is lifted")  # fmt: skip
    ban.add_argument("--reason", type=_text, default="", help="what he is told")
    add("unban", "let somebody in again")
    add("moderator", "let somebody mute, kick and ban others").add_argument(
        "--off", action="store_true", help="no longer"
    )


def _add_upkeep(add: Callable[..., argparse.ArgumentParser]) -> None:
    backup = add("backup", "everything of the server in one file, also while it runs; it holds the server's key")
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file, such as netgame.zip")
    backup.add_argument("--force", action="store_true", help="replace the file if it exists")
    restore = add("restore", "put a backup into the data folder, where no server may run")
    restore.add_argument("file", type=Path, metavar="FILE", help="what backup wrote")
    restore.add_argument("--force", action="store_true", help="move aside what the folder holds")
    add("verify", "play every match again by the rules, also while the server runs; the exit code is 0 if all is well")
    export = add("export", "write each finished match as a record, also while the server runs")
    export.add_argument("directory", type=Path, metavar="DIRECTORY", help="what is there already is not written again")


def _text(text: str) -> str:
    """What was typed, as text: a command line may hold bytes that are none."""
    return text.encode(errors="replace").decode()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError("that is no number of seconds")
    return seconds


def _whole_seconds(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 24 * 3600:
        raise argparse.ArgumentTypeError("a number of seconds, at most a day")
    return int(text)


def _minutes(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})([mhdw])", text)
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError("such as 30m, 12h, 7d or 2w")
    return int(found[1]) * _MINUTES[found[2]]
