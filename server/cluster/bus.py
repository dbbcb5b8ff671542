"""The bus: hints from one node of a service to all others."""

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import trio

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


class NoBus:
    """The bus of a server that is alone."""

    def __init__(self) -> None:
        self.on_gap: list[Callable[[], None]] = []

    def send(self, message: BusMessage) -> None:
        """Do nothing: there is no other node."""

    def subscribe(self, kind: type[T], handle: Callable[[T], None]) -> None:
        """Do nothing: no message comes."""


class LocalHub:
    """Connects the nodes of one process. `loses` decides which messages are lost; `gap` tells the nodes so."""

    def __init__(self) -> None:
        self.loses: Callable[[BusMessage], bool] = lambda _message: False
        self._buses: list[LocalBus] = []
        self._waiting: deque[tuple[LocalBus, BusMessage]] = deque()

    def bus(self) -> "LocalBus":
        """Return the bus of a new node."""
        self._buses.append(LocalBus(self))
        return self._buses[-1]

    def send(self, sender: "LocalBus", message: BusMessage) -> None:
        """Deliver a message soon to all nodes but the sender, in the order of the calls."""
        if self.loses(message) or sender not in self._buses:
            return
        self._waiting += ((bus, message) for bus in self._buses if bus is not sender)
        trio.lowlevel.current_trio_token().run_sync_soon(self._deliver)

    def _deliver(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        for bus, message in waiting:
            if bus in self._buses:
                bus.subscriptions.deliver(message)

    def remove(self, bus: "LocalBus") -> None:
        """Cut a node off: it sends and receives nothing any more."""
        self._buses.remove(bus)

    def gap(self) -> None:
        """Tell all nodes that messages may have been lost."""
        for bus in list(self._buses):
            for handle in bus.on_gap:
                handle()


class LocalBus:
    """The bus of a node whose service runs in one process. Made by `LocalHub.bus`."""

    def __init__(self, hub: LocalHub) -> None:
        self.on_gap: list[Callable[[], None]] = []
        self.subscriptions = Subscriptions()
        self._hub = hub

    def send(self, message: BusMessage) -> None:
        """Send a message to the other nodes of the hub."""
        self._hub.send(self, message)

    def subscribe(self, kind: type[T], handle: Callable[[T], None]) -> None:
        """Call `handle` with each message of a kind."""
        self.subscriptions.add(kind, handle)
