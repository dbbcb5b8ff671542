"""The options of the command line for the settings of a server."""

import argparse
from collections.abc import Iterator
from typing import Any

from server.config.kinds import BoolKind, ChoiceKind, HostsKind, NumberKind, PathKind
from server.config.loading import nearest
from server.config.settings import Setting, settings

ALWAYS = ("data", "control")  # what every command has to know, to find the server that is meant


class Parser(argparse.ArgumentParser):
    """One that says which option was meant."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **more})

    def error(self, message: str) -> Any:
        """End with the usage, what is wrong, and what would be right."""
        super().error(message + self._meant(message))

    def _meant(self, message: str) -> str:
        before, _, given = message.partition("unrecognized arguments: ")
        if before:
            return ""
        known = {option.lstrip("-"): option for option in _options_of(self)}
        wrong = [word.partition("=")[0].lstrip("-") for word in given.split() if word.startswith("--")]
        found = dict.fromkeys(known[near] for word in wrong if (near := nearest(word, known)))
        return f" (is it {', '.join(found)}?)" if found else ""


class Offered(tuple[str, ...]):
    """Words that help and completion show as the only ones. What is none of them is refused together with all else that
    is wrong with the settings, and not by argparse."""

    def __contains__(self, word: object) -> bool:
        return True


def a_path(text: str) -> str:
    """The type of options that take a path, by which completion knows them."""
    return text


def add_common(parser: argparse.ArgumentParser) -> None:
    """What every command has: which settings, which data folder, which socket for commands."""
    parser.add_argument(
        "--config", dest="set_config", type=a_path, metavar="FILE", help="the settings file, otherwise the usual one"
    )
    for name in ALWAYS:
        _add(parser, settings()[name])


def add_all(parser: argparse.ArgumentParser) -> None:
    """All settings."""
    add_common(parser)
    for setting in settings().values():
        if not setting.is_limit and setting.name not in ALWAYS:
            _add(parser, setting)
    parser.add_argument(
        "--limit",
        dest="set_limit",
        action="append",
        metavar="NAME=NUMBER",
        help="one of the limits, such as connections=500; may be repeated",
    )


def _add(parser: argparse.ArgumentParser, setting: Setting) -> None:
    more: dict[str, Any] = {"dest": f"set_{setting.name}", "help": setting.words.replace("%", "%%")}
    match setting.kind:
        case BoolKind():
            more["action"] = argparse.BooleanOptionalAction
        case ChoiceKind(values):
            more["choices"] = Offered(values)
        case NumberKind():
            more["metavar"] = "NUMBER"
        case PathKind():
            more |= {"type": a_path, "metavar": "PATH"}
        case HostsKind():
            more |= {"action": "append", "metavar": "ADDRESS", "help": more["help"] + "; may be repeated"}
        case _:
            more["metavar"] = "TEXT"
    parser.add_argument(setting.option, **more)


def _options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options_of(below)
