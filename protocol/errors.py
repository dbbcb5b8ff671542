"""The errors of this package. Each carries a code for programs and a sentence for people."""

from netgame.text import Arg, Text


class WireError(Exception):
    """The base of the errors of this package."""

    def __init__(self, code: str, text: Text | str, /, **args: Arg) -> None:
        self.code = code
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(code, self.text)

    def __str__(self) -> str:
        return str(self.text)


class ProtocolError(WireError):
    """The peer violated the protocol; the connection is closed."""


class AddressError(WireError):
    """A text is not an address of a server."""


class IdentityError(WireError):
    """Key and certificate of a server cannot be read or made."""


class KeyFileError(WireError):
    """The key of a player cannot be read or written, or the passphrase is wrong."""


class ConnectError(WireError):
    """A connection to a server failed; the text says why and what to do."""


class Lost(ConnectError):
    """The connection ended before the reply came; the request may or may not have been carried out."""


class Refusal(WireError):
    """A request was refused; nothing changed. `position` is the current one if a move was stale."""

    def __init__(self, code: str, text: Text | str, /, *, position: int | None = None, **args: Arg) -> None:
        super().__init__(code, text, **args)
        self.position = position
