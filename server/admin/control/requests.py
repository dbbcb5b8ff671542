"""The fields of requests on the control socket, and their answers."""

from collections.abc import Awaitable, Callable, Iterable

from protocol.control.messages import Ambiguous, CommandError, Fields

Answer = Fields | list[Fields]  # fields, or rows
Operation = Callable[[Fields], Awaitable[Answer]]


def text_field(request: Fields, name: str, default: str | None = None) -> str:
    """Return a text of a request; `CommandError` if it is missing."""
    value = request.get(name, default)
    if not isinstance(value, str):
        raise CommandError(f"The request needs {name}")
    return value


def number_field(request: Fields, name: str, default: int, most: int) -> int:
    """Return a number of a request from 0 to `most`; `CommandError` if it is something else."""
    value = request.get(name, default)
    if type(value) is not int or not 0 <= value <= most:
        raise CommandError(f"In this request {name} must be a number from 0 to {most}")
    return value


def ambiguous(name: str, found: Iterable[tuple[str, str, bool]]) -> Ambiguous:
    """Return the error for a name that could mean several users: account, name, whether they are registered."""
    lines = [
        f"--account {account}  for {called}, {'a registered user' if registered else 'a guest'}"
        for account, called, registered in found
    ]
    return Ambiguous("\n".join([f"{name} could mean several users. Nothing has changed. Name one by", *lines]))
