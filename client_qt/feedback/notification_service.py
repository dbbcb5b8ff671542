"""The notification service of a Linux desktop, over D-Bus: messages with ids, actions and activation tokens.

Source: "Desktop Notifications Specification" 1.3 of freedesktop.org.
"""

import html
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

import trio
from PySide6.QtCore import SLOT, QMetaObject, QObject, Qt, Signal, Slot

from client_qt.feedback.reduced_motion import has_bus
from client_qt.trio_guest import emission

try:
    from PySide6.QtCore import Q_ARG, Q_RETURN_ARG
    from PySide6.QtDBus import (
        QDBusConnection,
        QDBusInterface,
        QDBusMessage,
        QDBusPendingCallWatcher,
        QDBusServiceWatcher,
    )
except ImportError:  # a build of Qt without it
    HAS_DBUS = False
else:
    HAS_DBUS = True

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
DESKTOP_FILE = "io.github.netgame.Netgame"  # also the name of the icon
ANSWER_MS = 3000
T = TypeVar("T")
CLICK = "default"  # the action of a click on a message


class ServiceFailed(Exception):
    """There is no service, or it refuses, or it does not answer."""


class NotificationService(QObject):
    """Shows and withdraws messages, each known by a tag of the caller. One call after the other; trio must run."""

    invoked = Signal(object, str, str)  # the tag of a message, an action or CLICK, and the activation token or ""

    def __init__(self, bus: Callable[[], Any] | None = None, parent: QObject | None = None) -> None:
        """`bus` returns the connection, or None; by default that of the session."""
        super().__init__(parent)
        self._connect = bus or session_bus
        self._bus: Any = None
        self._service: Any = None  # as it has described itself, once it has answered
        self._has_failed = False
        self._ids: dict[Hashable, int] = {}  # by tag
        self._tokens: dict[int, str] = {}

    async def name(self) -> str:
        """Return the name of the service. Raise `ServiceFailed` if it does not answer."""
        self._has_failed = False
        return await self._ask("GetServerInformation", str)

    async def show(self, tag: Hashable, title: str, words: str, actions: Sequence[tuple[str, str]]) -> None:
        """Show a message, in the place of the one with that tag. Raise `ServiceFailed`."""
        abilities = await self._ask("GetCapabilities", list)
        buttons = [CLICK, title, *(part for action in actions for part in action)]
        self._ids[tag] = await self._order(
            "Notify", ("QString", "netgame"), ("uint", self._ids.get(tag, 0)), ("QString", DESKTOP_FILE),
            ("QString", title), ("QString", html.escape(words) if "body-markup" in abilities else words),
            ("QStringList", buttons if "actions" in abilities else []),
            ("QVariantMap", {"desktop-entry": DESKTOP_FILE, "suppress-sound": True}), ("int", -1),
        )  # fmt: skip

    async def withdraw(self, tag: Hashable) -> None:
        """Withdraw a message, if it is still there. Raise `ServiceFailed`."""
        if (number := self._ids.pop(tag, 0)) != 0:
            await self._ask("GetCapabilities", list)
            await self._order("CloseNotification", ("uint", number))

    async def _ask(self, method: str, kind: type[T]) -> T:
        """Call a method without arguments, so that it is known whether the service answers."""
        if self._has_failed or not self._listen():
            raise ServiceFailed("no notification service")
        call = QDBusMessage.createMethodCall(NAME, PATH, NAME, method)
        watcher = QDBusPendingCallWatcher(self._bus.asyncCall(call, ANSWER_MS), self)
        await emission(watcher.finished)
        watcher.deleteLater()
        answer = next(iter(watcher.reply().arguments()), None)
        if watcher.isError() or not isinstance(answer, kind):
            self._has_failed = True
            raise ServiceFailed(f"{method}: {watcher.error().message() or 'not the answer of a notification service'}")
        return answer

    async def _order(self, method: str, *arguments: tuple[str, Any]) -> int:
        """Call a method, in a thread, as the answer may take its time. Return the answer, or 0 if it has none.

        Qt for Python puts no uint into a message by itself. It does for a method that the service has described. Qt
        waits for that description, so the service has to be one that has just answered.
        """
        if self._service is None:
            self._service = QDBusInterface(NAME, PATH, NAME, self._bus)
            self._service.setTimeout(ANSWER_MS)
        service = self._service
        result = [Q_RETURN_ARG("uint")] if method == "Notify" else []
        values = [Q_ARG(*argument) for argument in arguments]
        work = partial(QMetaObject.invokeMethod, service, method, Qt.ConnectionType.DirectConnection, *result, *values)
        try:
            answer: Any = await trio.to_thread.run_sync(work, abandon_on_cancel=True)
        except RuntimeError as error:  # the service has no such method
            raise ServiceFailed(f"{method}: {error}") from error
        if service.lastError().isValid():
            raise ServiceFailed(f"{method}: {service.lastError().message()}")
        if service is not self._service:
            raise ServiceFailed(f"{method}: the service has ended, and its messages with it")
        return answer if isinstance(answer, int) else 0

    def _listen(self) -> bool:
        if self._bus is None and (bus := self._connect()) is not None:
            self._bus = bus
            for signal, slot in (
                ("ActionInvoked", "take_action(uint,QString)"), ("ActivationToken", "take_token(uint,QString)"),
                ("NotificationClosed", "take_end(uint,uint)"),
            ):  # fmt: skip
                bus.connect(NAME, PATH, NAME, signal, self, SLOT(slot))
            watcher = QDBusServiceWatcher(NAME, bus, QDBusServiceWatcher.WatchModeFlag.WatchForOwnerChange, self)
            watcher.serviceOwnerChanged.connect(self._begin_anew)
        return self._bus is not None

    def _begin_anew(self, _name: str, before: str, _now: str) -> None:
        """Forget all ids if a service ends: another one may give them to other messages."""
        self._has_failed = False
        if before:  # a service that begins may have shown messages already, as it can answer before this signal comes
            self._service = None
            self._ids.clear()
            self._tokens.clear()

    def _tag_of(self, number: int) -> Hashable:
        """Return the tag of a message; None for one of another program, as every program gets these signals."""
        return next((tag for tag, known in self._ids.items() if known == number), None)

    @Slot("uint", str)
    def take_token(self, number: int, token: str) -> None:
        """Keep the token for the action that follows."""
        if self._tag_of(number) is not None:
            self._tokens[number] = token

    @Slot("uint", str)
    def take_action(self, number: int, action: str) -> None:
        """Tell an action of an own message."""
        tag, token = self._tag_of(number), self._tokens.pop(number, "")
        if tag is not None:
            self.invoked.emit(tag, action, token)

    @Slot("uint", "uint")
    def take_end(self, number: int, _reason: int) -> None:
        """Forget a message that is gone."""
        self._ids.pop(self._tag_of(number), 0)
        self._tokens.pop(number, None)


def session_bus() -> Any:
    """Return the bus of the session, or None."""
    bus = QDBusConnection.sessionBus() if HAS_DBUS and has_bus() else None
    return bus if bus is not None and bus.isConnected() else None
