"""The bus: hints from one node of a service to all others."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from server.cluster.messages import BusMessage, Message

T = TypeVar("T")


class Bus(Protocol):
    """Sends messages to all other nodes. A message may be lost; the sender never gets its own.

    The callables of `on_gap` are called when messages may have been lost. All callables run in trio's thread.
    """

    on_gap: list[Callable[[], None]]

    def send(self, message: BusMessage) -> None:
        """Send a message soon. Never waits and never fails."""

    def subscribe(self, kind: type[T], handle: Callable[[T], None]) -> None:
        """Call `handle` with each message of a kind. It must not raise."""


class Subscriptions:
    """The handlers of a node by the kind of message."""

    def __init__(self) -> None:
        self._handlers: dict[type, list[Callable[[Any], None]]] = {}

    def add(self, kind: type[T], handle: Callable[[T], None]) -> None:
        """Add a handler."""
        self._handlers.setdefault(kind, []).append(handle)

    def deliver(self, message: Message) -> None:
        """Call the handlers of a message."""
        for handle in self._handlers.get(type(message), ()):
            handle(message)
