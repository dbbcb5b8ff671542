"""The errors of the server package; each has a sentence for the operator or the player."""

import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from netgame.text import N_, Arg, Text

SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
ErrorT = TypeVar("ErrorT", bound=BaseException)


class ServerError(Exception):
    """The base of the errors that keep a server from starting or a command from succeeding."""

    def __init__(self, text: Text | str, /, **args: Arg | Path | Exception) -> None:
        self.text = text if isinstance(text, Text) else Text(text, {name: _shown(arg) for name, arg in args.items()})
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


def _shown(arg: Arg | Path | Exception) -> Arg:
    match arg:
        case Exception():
            return reason_of(arg)
        case Path():
            return str(arg)
    return arg


def reason_of(error: Exception) -> str:
    """Return the reason that the system or the database gives."""
    return getattr(error, "strerror", None) or str(getattr(error, "orig", None) or error)


def is_shortage(error: BaseException) -> bool:
    """Whether the system refused another open file, thread or piece of memory, for now."""
    match error:
        case BaseExceptionGroup(exceptions=errors):
            return all(map(is_shortage, errors))
        case OSError(errno=number):
            return number in SHORTAGES
        case ImportError():  # of a library that is loaded when it is needed first
            return any(os.strerror(number) in str(error) for number in SHORTAGES)
        case RuntimeError():
            return "start new thread" in str(error)
    return isinstance(error, MemoryError)


class DataFolderUnusable(ServerError):
    """The data folder cannot be made, read or written."""


class DataFolderBusy(ServerError):
    """Another server holds the data folder. `port` is 0 and `fingerprint` empty while it is still starting."""

    def __init__(self, port: int, fingerprint: str) -> None:
        serving = N_(
            "Another server serves this data folder on port {port}. Join it, stop it, or choose another folder"
        )
        starting = N_("Another server is just starting in this data folder. Join it, stop it, or choose another folder")
        super().__init__(serving if port else starting, port=port)
        self.port = port
        self.fingerprint = fingerprint


class PortTaken(ServerError):
    """Another program uses the configured port, or this user may not listen on it."""


class StoreError(ServerError):
    """The database cannot be opened or read."""


class StoreProblem(Exception):
    """A store did not do what was asked. Base class of the reasons."""


class StoreBroken(StoreProblem):
    """Writing failed twice, and it is unknown whether the events are on disk. The table has to stop."""


class DatabaseFailed(StoreProblem):
    """Accounts or social data could not be read or written, for example on a full disk. Nothing has changed.

    If the connection to a shared database broke, a change may be stored. All changes may be repeated.
    """


class ConfigError(ServerError):
    """The settings are invalid. `problems` lists every mistake with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("{problems}", problems="\n".join(problems))
        self.problems = tuple(problems)


class RequestRefused(Exception):
    """A request of a client is refused: `code` for programs, `text` for people. The connection stays open."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code, text)
        self.code, self.text = code, text


def leaves(group: BaseExceptionGroup[ErrorT]) -> Iterator[ErrorT]:
    """Yield the exceptions of a group and of the groups in it."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from leaves(error)
        else:
            yield error
