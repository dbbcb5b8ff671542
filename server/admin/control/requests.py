"""The fields of requests on the control socket, and their answers."""

from collections.abc import Awaitable, Callable

from protocol.control.messages import CommandError, Fields

Answer = Fields | list[Fields]  # fields, or rows
Operation = Callable[[Fields], Awaitable[Answer]]


def text_field(request: Fields, name: str, default: str | None = None) -> str:
    """Return a text of a request; `CommandError` if it is missing."""
    value = request.get(name, default)
    if not isinstance(value, str):
        raise CommandError(f"The request needs {name}")
    return value


def number_field(request: Fields, name: str, default: int) -> int:
    """Return a number of a request that is not negative; `CommandError` if it is something else."""
    value = request.get(name, default)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise CommandError(f"In this request {name} must be a number")
    return value
