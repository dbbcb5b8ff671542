"""The command-line options for the settings of a server."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

from protocol.log_text import escaped
from protocol.program import PROGRAM
from server.config.loading import nearest
from server.config.settings import Setting, settings

COMMON = ("data", "database", "control")  # options of every command, to find the server


class Parser(argparse.ArgumentParser):
    """An argument parser that knows the version and suggests the right spelling of an unknown option."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **more})
        if self.add_help:
            self.add_argument("--version", action="version", version=PROGRAM)

    def error(self, message: str) -> Any:
        """Exit with the usage, the error and a suggestion."""
        before, _, given = message.partition("unrecognized arguments: ")
        if not before:
            known = {option.lstrip("-"): option for option in _options_of(self)}
            wrong = [word.partition("=")[0].lstrip("-") for word in given.split() if word.startswith("--")]
            if found := dict.fromkeys(known[near] for word in wrong if (near := nearest(word, known))):
                message += f" (did you mean {', '.join(found)}?)"
        super().error(escaped(message))


def _options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options_of(below)


class _Choices(tuple[str, ...]):
    """Choices for help and completion only. `read_config` reports a wrong word together with all other mistakes."""

    def __contains__(self, word: object) -> bool:
        return True


def a_path(text: str) -> str:
    """Mark options that take a path: completion recognises this type."""
    return text


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command: settings file, data folder, control socket."""
    parser.add_argument(
        "--config", dest="set_config", type=a_path, metavar="FILE", help="the settings file, if not the usual one"
    )
    for name in COMMON:
        _add(parser, settings()[name])


def add_all(parser: argparse.ArgumentParser) -> None:
    """Add an option for every setting."""
    add_common(parser)
    for setting in settings().values():
        if not setting.is_limit and setting.name not in COMMON:
            _add(parser, setting)
    parser.add_argument(
        "--limit",
        dest="set_limit",
        action="append",
        metavar="NAME=NUMBER",
        help="set a limit, such as connections=500; may be repeated",
    )


def _add(parser: argparse.ArgumentParser, setting: Setting) -> None:
    more: dict[str, Any] = {"dest": f"set_{setting.name}", "help": setting.help.replace("%", "%%")}
    if setting.kind is bool:
        more["action"] = argparse.BooleanOptionalAction
    elif setting.kind is Literal:
        more["choices"] = _Choices(get_args(setting.type))
    elif setting.kind is int:
        more["metavar"] = "NUMBER"
    elif setting.kind is Path:
        more |= {"type": a_path, "metavar": "PATH"}
    elif setting.kind is tuple:
        more |= {"action": "append", "metavar": "ADDRESS", "help": more["help"] + "; may be repeated"}
    else:
        more["metavar"] = "TEXT"
    parser.add_argument(setting.option, **more)
