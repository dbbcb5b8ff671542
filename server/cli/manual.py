"""The manual page and the shell completion, written from the parser of the command line so that nothing is left out."""

import argparse
import importlib
import sys
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any

from server.cli.options import a_path
from server.ops.limits import Limits

SHELLS = ("bash", "zsh", "fish")
MISSING = (
    "Completion is written with shtab, which is not installed. "
    "Install it in the folder of the project with: pip install '.[server]'"
)
Key = tuple[str, ...]  # the names of an option, and what is said of it
FOLDERS = ("data", "set_data")  # options that take a folder and not a file


def add_commands(commands: "argparse._SubParsersAction[ArgumentParser]", common: ArgumentParser) -> None:
    """Add `manual` and `completion`. They need no settings and read none, so `common` is not theirs."""
    manual = commands.add_parser("manual", help="print the manual page, for man", description=_MANUAL)
    manual.add_argument(
        "--to", type=Path, metavar="SHARE", help="write it and the completions below a folder such as /usr/local/share"
    )
    manual.set_defaults(run=_print_manual)
    completion = commands.add_parser("completion", help="print the completion for a shell", description=_COMPLETION)
    completion.add_argument("shell", choices=SHELLS, help="the shell that completes")
    completion.set_defaults(run=_print_completion)


_MANUAL = "print the manual page; to read it: netgame-server manual | man -l -"
_COMPLETION = "print the completion for a shell; for bash: source <(netgame-server completion bash)"
PLACES = {  # where systems look for them, below a folder for what all programs share
    "bash": "bash-completion/completions/netgame-server",
    "zsh": "zsh/site-functions/_netgame-server",
    "fish": "fish/vendor_completions.d/netgame-server.fish",
}
PAGE_PLACE = "man/man1/netgame-server.1"


def _print_manual(args: argparse.Namespace) -> int:
    if args.to is None:
        sys.stdout.write(manual_page(_whole_parser()))
        return 0
    try:
        for place, text in shared_files(_whole_parser()).items():
            file = args.to / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        return _failed(f"{error.filename} cannot be written ({error.strerror}). Choose another folder")
    except ModuleNotFoundError:
        return _failed(MISSING)
    return 0


def _print_completion(args: argparse.Namespace) -> int:
    try:
        sys.stdout.write(completion(_whole_parser(), args.shell))
    except ModuleNotFoundError:
        return _failed(MISSING)
    return 0


def _failed(why: str) -> int:
    sys.stderr.write(f"netgame-server: {why}\n")
    return 1


def shared_files(parser: ArgumentParser) -> dict[str, str]:
    """The manual page and every completion, by their places; `ModuleNotFoundError` without shtab."""
    completions = {place: completion(parser, shell) for shell, place in PLACES.items()}
    return {PAGE_PLACE: manual_page(parser), **completions}


def _whole_parser() -> ArgumentParser:
    from server.cli.main import parser  # which imports this module

    return parser()


def completion(parser: ArgumentParser, shell: str) -> str:
    """The script for that shell; `ModuleNotFoundError` without shtab."""
    shtab = importlib.import_module("shtab")
    for page in pages(parser):
        for action in page.parser._actions:
            if action.type in (Path, a_path):
                setattr(action, "complete", shtab.DIRECTORY if action.dest in FOLDERS else shtab.FILE)  # noqa: B010
    written: str = shtab.complete(parser, shell)
    return written.rstrip() + "\n"


# ---- what there is to say


@dataclass(frozen=True)
class Page:
    """One command: the words that call it, and its parser."""

    words: str
    parser: ArgumentParser
    help: str

    @property
    def arguments(self) -> list[Action]:
        """What is to be described of it, without the commands below it and those that are not told."""
        return [
            action
            for action in self.parser._actions
            if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS
        ]

    @property
    def has_commands(self) -> bool:
        """Whether it does nothing itself and has commands below it."""
        return any(isinstance(action, argparse._SubParsersAction) for action in self.parser._actions)


def pages(parser: ArgumentParser, help: str = "") -> Iterator[Page]:
    """The command itself and every one below it, in the order of the parser."""
    yield Page(parser.prog, parser, help)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                yield from pages(below, helps.get(name, ""))


def shared(found: list[Page]) -> list[Action]:
    """The options that half of the commands have, or more; they are described once."""
    lists = [page.arguments for page in found if not page.has_commands]
    every: dict[Key, tuple[Action, int]] = {}
    for action in (action for arguments in lists for action in arguments if action.option_strings):
        every[_key(action)] = (action, every.get(_key(action), (action, 0))[1] + 1)
    return [action for action, count in every.values() if 2 * count >= len(lists)]


# ---- as a page for man


def manual_page(parser: ArgumentParser) -> str:
    """The whole page in roff, with the macros of man(7)."""
    top, *commands = pages(parser)
    common = shared(commands)
    lines = [f'.TH {_text(top.words.upper())} 1 "" "netgame" "User Commands"', ".nh"]
    lines += _section("NAME", f"{top.words} - {_lower(parser.description or '')}")
    lines += [".SH SYNOPSIS", *_synopsis(top, commands)]
    lines += _section("DESCRIPTION", *DESCRIPTION)
    lines += [".SH COMMON OPTIONS", *(line for action in common for line in _item(top.parser, action))]
    lines.append(".SH COMMANDS")
    described = {_key(action): "" for action in common}
    for page in commands:
        if not page.has_commands:
            lines += _command(page, described)
    lines += [".SH LIMITS", _text(LIMITS), *(line for each in fields(Limits) for line in _limit(each))]
    for title, items in TABLES.items():
        lines.append(f".SH {title}")
        for name, text in items.items():
            lines += [".TP", f".B {_text(name)}", _text(text)]
    lines += _section("SEE ALSO", "systemctl(1), journalctl(1)", MORE)
    return "\n".join(lines) + "\n"


def _lower(text: str) -> str:
    return (text[:1].lower() + text[1:]).rstrip(".")


def _section(title: str, *paragraphs: str) -> list[str]:
    lines = [f".SH {title}"]
    for number, paragraph in enumerate(paragraphs):
        lines += [*([".PP"] if number else []), _text(paragraph)]
    return lines


def _synopsis(top: Page, commands: list[Page]) -> list[str]:
    lines: list[str] = []
    for page in commands:
        if not page.has_commands:
            words = [
                _bold(page.words),
                *(_positional(action) for action in page.arguments if not action.option_strings),
            ]
            lines += [" ".join([*words, "[\\fIoptions\\fR]"]), ".br"]
    return lines[:-1]


def _command(page: Page, described: dict[Key, str]) -> list[str]:
    """What it does, and those of its arguments that no command before it has described."""
    text = page.parser.description or page.help
    lines = [f".SS {_text(page.words)}", _text(_sentence(text))]
    others: dict[str, None] = {}
    for action in page.arguments:
        if action.option_strings and _key(action) in described:
            others[described[_key(action)]] = None
            continue
        lines += _item(page.parser, action)
        described[_key(action)] = page.words
    told = [f"It has options of {words} as well." for words in others if words]
    return [*lines, *([".PP", _text(" ".join(told))] if told else [])]


def _key(action: Action) -> Key:
    return (*action.option_strings, action.help or "")


def _limit(each: "Field[Any]") -> list[str]:
    return [".TP", f"{_bold(each.name)} (otherwise {each.default})", _text(each.metadata["help"])]


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ")", "-", "!")) else ".")


def _item(parser: ArgumentParser, action: Action) -> list[str]:
    """An option or an argument, and what it does."""
    if action.option_strings:
        value = f" {_value(action)}" if action.nargs != 0 else ""
        name = ", ".join(_bold(option) + value for option in action.option_strings)
    else:
        name = _value(action)
    return [".TP", name, _text(parser._get_formatter()._expand_help(action) if action.help else "")]


def _value(action: Action) -> str:
    """What stands for the value: its choices, or a word."""
    if action.choices is not None and action.metavar is None:
        return _bold("|".join(map(str, action.choices)))
    named: Any = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    words = " ".join(named) if isinstance(named, tuple) else str(named)
    return f"\\fI{_text(words)}\\fR"


def _positional(action: Action) -> str:
    value = _value(action)
    if action.nargs in ("?", "*"):
        value = f"[{value}]"
    return value + ("..." if action.nargs in ("*", "+") else "")


def _bold(text: str) -> str:
    return f"\\fB{_text(text)}\\fR"


def _text(text: str) -> str:
    """As roff prints it: nothing in it is an order, and a hyphen is one that can be typed."""
    lines = (" ".join(line.split()) for line in text.replace("\\", "\\e").replace("-", "\\-").split("\n"))
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines if line)


# ---- what no parser knows

DESCRIPTION = (
    "A server keeps the games of its players: their tables, names, clocks and results. It listens on port 7763 (TCP "
    "for games, UDP for those who look for servers on the local network), and writes everything that it has accepted "
    "to the disk before it says so. It can be stopped or killed at any time; games go on when it runs again.",
    "Without a command it runs, and without settings it works. One server can use a data folder at a time.",
)
LIMITS = (
    "How much of everything one person, one address and all together may have: in the table [limits] of the settings "
    "file, or with --limit. What ends in _s is in seconds; _burst is how much at once, _per_minute how much after that."
)
TABLES = {
    "SIGNALS": {
        "TERM, INT": "Stop: players are told, clocks stand still, and what was accepted is on the disk.",
        "HUP": "Read the settings again: limits, message of the day, certificate, who may come in.",
    },
    "ENVIRONMENT": {
        "NETGAME_CONFIG": "The settings file, as --config.",
        "NETGAME_...": "Every setting by its name, as in NETGAME_MOTD or NETGAME_LIMITS_CONNECTIONS. The command line "
        "comes before it, the settings file after it.",
        "NETGAME_LAN": "On which interfaces the local network is told: all, lo or none; as --announce.",
        "NOTIFY_SOCKET, WATCHDOG_USEC": "Set by systemd: where it is told that the server is ready, lives and stops.",
    },
    "FILES": {
        "~/.config/netgame/server.toml": "The settings file, if no other one is named. check-config says where it "
        "is looked for, check-config --sample prints one with everything that may stand in it.",
        "identity.pem": "In the data folder: key and certificate by which players know the server. Keep it secret.",
        "games.sqlite3, accounts.sqlite3, annals.sqlite3": "In the data folder: games, people, what was said.",
    },
    "EXIT STATUS": {
        "0": "It did what was asked for.",
        "1": "It could not; a sentence says why.",
        "2": "The command line or the settings were not understood, or root may not run it.",
    },
}
MORE = "docs/operating.md of the project says how to install, save, upgrade and watch a server."
