"""What can go wrong on the wire. Each error carries a code for programs and a sentence for people."""

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
    """The other side sent what no program that keeps the protocol sends; the connection is closed."""


class AddressError(WireError):
    """That text is no address of a server."""


class IdentityError(WireError):
    """The key and certificate of this server cannot be read or made."""


class KeyFileError(WireError):
    """The key of a player cannot be read or written, or is not opened by that passphrase."""


class ConnectError(WireError):
    """There is no connection to a server that can be talked to; the text says why and what to do."""


class Lost(ConnectError):
    """The connection ended before the answer came; whether the request was taken is not known."""


class Refusal(WireError):
    """A request was refused; nothing changed. `position` is the current one where a move was stale."""

    def __init__(self, code: str, text: Text | str, /, *, position: int | None = None, **args: Arg) -> None:
        super().__init__(code, text, **args)
        self.position = position
