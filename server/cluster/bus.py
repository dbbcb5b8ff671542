"""The bus: hints from one node of a service to all others."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from server.cluster.messages import BusMessage, Message
from server.ops.supervision import Supervision

T = TypeVar("T")


class Subscriptions:
    """The handlers of a node by the kind of message."""

    def __init__(self, supervision: Supervision | None = None) -> None:
        self.supervision = supervision or Supervision()
        self._handlers: dict[type, list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[T], handle: Callable[[T], None]) -> None:
        """Call `handle` with each message of a kind from another node."""
        self._handlers.setdefault(kind, []).append(handle)

    def deliver(self, message: Message) -> None:
        """Call the handlers of a message. A fault of one is logged, and the others are called."""
        for handle in self._handlers.get(type(message), ()):
            with self.supervision.guard("messages", type(message).__name__):
                handle(message)

    def call(self, handlers: Iterable[Callable[[], None]]) -> None:
        """Call handlers of a gap in the same way."""
        for handle in handlers:
            with self.supervision.guard("messages"):
                handle()


class Bus(Subscriptions):
    """Sends messages to all other nodes. A message may be lost; the sender never gets its own.

    The callables of `on_gap` are called when messages may have been lost. All callables run in trio's thread.
    """

    def __init__(self, supervision: Supervision | None = None) -> None:
        super().__init__(supervision)
        self.on_gap: list[Callable[[], None]] = []

    def send(self, message: BusMessage) -> None:
        """Send a message soon. Never waits and never fails."""
        raise NotImplementedError
