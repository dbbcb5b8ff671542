"""Answers to requests on the control socket, and the fields of requests."""

from dataclasses import dataclass, field

from protocol.control.messages import ControlError, Fields


@dataclass
class Answer:
    """The answer to a request."""

    ok: Fields = field(default_factory=dict)
    rows: list[Fields] = field(default_factory=list)


def text_field(request: Fields, name: str, default: str | None = None) -> str:
    """Return a text of a request; `ControlError` if it is missing."""
    value = request.get(name, default)
    if not isinstance(value, str):
        raise ControlError("The request needs {name}", name=name)
    return value


def number_field(request: Fields, name: str, default: int) -> int:
    """Return a number of a request that is not negative; `ControlError` if it is something else."""
    value = request.get(name, default)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ControlError("In this request {name} must be a number", name=name)
    return value
