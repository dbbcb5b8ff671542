"""A notification service for tests. Its name and its abilities are arguments; it prints each call as JSON.

With the ability `hangs` it never answers to a message.
A line `ID ACTION` on its input invokes an action of a message, with a token for the window.
"""

import json
import os
import sys
import threading
from typing import Any

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, QSocketNotifier, Signal, Slot
from PySide6.QtDBus import QDBusConnection

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"


@ClassInfo({"D-Bus Interface": NAME})
class Service(QObject):
    """The methods and signals of the specification. A call with an argument of another type does not reach it."""

    ActionInvoked = Signal("uint", str)
    ActivationToken = Signal("uint", str)
    NotificationClosed = Signal("uint", "uint")

    def __init__(self, name: str, abilities: list[str]) -> None:
        super().__init__()
        self._name, self._abilities, self._last = name, abilities, 40

    @Slot(str, "uint", str, str, str, "QStringList", "QVariantMap", int, result="uint")
    def Notify(
        self,
        app: str,
        replaces: int,
        icon: str,
        title: str,
        words: str,
        actions: list[str],
        hints: dict[str, Any],
        ms: int,
    ) -> int:
        self._last += not replaces
        say("show", replaces or self._last, title, words, actions)
        if "hangs" in self._abilities:
            threading.Event().wait()
        return replaces or self._last

    @Slot("uint")
    def CloseNotification(self, number: int) -> None:
        say("close", number)
        self.NotificationClosed.emit(number, 3)

    @Slot(result="QStringList")
    def GetCapabilities(self) -> list[str]:
        return self._abilities

    @Slot(result="QString")
    def GetServerInformation(self) -> str:
        return self._name


def say(*what: object) -> None:
    print(json.dumps(what), flush=True)  # noqa: T201


def main() -> None:
    app, bus = QCoreApplication([]), QDBusConnection.sessionBus()
    service = Service(sys.argv[1], sys.argv[2:])
    bus.registerObject(PATH, service, QDBusConnection.RegisterOption.ExportAllContents)

    def read() -> None:
        for line in os.read(0, 1000).decode().splitlines():
            number, _, action = line.partition(" ")
            service.ActivationToken.emit(int(number), "a token")
            service.ActionInvoked.emit(int(number), action)

    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
    notifier.activated.connect(read)
    say("ready", bus.registerService(NAME))
    app.exec()


if __name__ == "__main__":
    main()
