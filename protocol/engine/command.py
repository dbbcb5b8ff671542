"""The command that runs the built-in engine."""

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import netgame.text


def engine_command(file: Path | None = None) -> list[str]:
    """Return the command of the built-in player, or of the player in a Python file.

    A bundle has the program `netgame-cli` beside its other programs.
    """
    words = ["engine"] if file is None else ["engine", "--file", str(file)]
    program = Path(sys.executable)
    if getattr(sys, "frozen", False):
        return [str(program.with_name(f"netgame-cli{program.suffix}")), *words]
    return [sys.executable, "-P", "-c", _START.format(folder=_FOLDER), *words]


def command_of(words: Sequence[str]) -> list[str]:
    """Return the command that a user gave. A single Python file is one with a function `choose`."""
    return engine_command(Path(words[0])) if len(words) == 1 and words[0].endswith(".py") else list(words)


def split_command(text: str) -> list[str]:
    """Return the words of a command line; quotes keep a word with spaces together. Empty if it is none."""
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError:  # a quote is missing
        return []
    return words if os.name == "posix" else [word.strip('"') for word in words]


def join_command(words: Sequence[str]) -> str:
    """Return the command line of words."""
    return shlex.join(words) if os.name == "posix" else " ".join(f'"{word}"' if " " in word else word for word in words)


_FOLDER = str(Path(netgame.text.__file__).parents[1])  # for a program that runs from a checkout
_START = "import sys; sys.path.insert(0, {folder!r}); from netgame.cli.main import main; sys.exit(main())"
