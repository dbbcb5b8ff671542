"""Why a server does not start or stops, each with a sentence for whoever runs it."""

from collections.abc import Sequence

from netgame.text import Arg, Text


class ServerError(Exception):
    """The base of the errors of this package."""

    def __init__(self, text: Text | str, /, **args: Arg) -> None:
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


class DataFolderUnusable(ServerError):
    """The data folder cannot be made, read or written."""


class DataFolderBusy(ServerError):
    """Another server holds the data folder. `port` is 0 and `fingerprint` empty while it is still starting."""

    def __init__(self, port: int, fingerprint: str) -> None:
        serving = "Another server serves this data folder on port {port}. Join it, stop it, or choose another folder"
        starting = "Another server is just starting in this data folder. Join it, stop it, or choose another folder"
        super().__init__(serving if port else starting, port=port)
        self.port = port
        self.fingerprint = fingerprint


class PortTaken(ServerError):
    """The port that was asked for is used by another program, or may not be used."""


class StoreError(ServerError):
    """The database cannot be opened or read."""


class ConfigError(ServerError):
    """Settings that cannot be used: everything that is wrong with them, each with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("{problems}", problems="\n".join(problems))
        self.problems = tuple(problems)
