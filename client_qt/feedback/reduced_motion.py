"""Whether the system asks for reduced motion. Qt 6.11 does not know, so each system is asked in its own way."""

import logging
import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot

log = logging.getLogger(__name__)

PORTAL, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
# settings of desktops, and the value that means reduced motion
KEYS = (
    ("org.freedesktop.appearance", "reduced-motion", "1"),
    ("org.gnome.desktop.interface", "enable-animations", "False"),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "0"),
)
ANSWER_MS = 2000
CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION


class SystemMotion(QObject):
    """Follows the setting of the system; on Linux also while the program runs."""

    changed = Signal()  # `less`

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.less = False
        self._answers: dict[str, bool] = {}
        self._bus: Any = None
        QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        if sys.platform == "win32":
            self.set_answer("windows", windows_wants_less())
        elif sys.platform == "darwin":
            self.set_answer("mac", mac_wants_less(Path.home() / "Library/Preferences/com.apple.universalaccess.plist"))
        elif has_bus():
            try:
                from PySide6.QtDBus import QDBusConnection
            except ImportError as error:
                log.info("cannot ask the desktop for reduced motion: %s", error)
                return
            self._bus = QDBusConnection.sessionBus()
            self._bus.connect(PORTAL, PATH, SETTINGS, "SettingChanged", self, SLOT("ask()"))
            self.ask()

    @Slot()
    def ask(self) -> None:
        """Request every setting."""
        from PySide6.QtDBus import QDBusMessage, QDBusPendingCallWatcher

        for group, key, _wanted in KEYS:
            call = QDBusMessage.createMethodCall(PORTAL, PATH, SETTINGS, "ReadOne")
            call.setArguments([group, key])
            watcher = QDBusPendingCallWatcher(self._bus.asyncCall(call, ANSWER_MS), self)
            watcher.setProperty("key", key)
            watcher.finished.connect(self._answered)

    def _answered(self, watcher: Any) -> None:
        key, arguments = watcher.property("key"), watcher.reply().arguments()
        watcher.deleteLater()
        if not watcher.isError() and arguments:
            value = arguments[0]
            value = value.variant() if hasattr(value, "variant") else value
            self.set_answer(key, any(key == known and str(value) == wanted for _, known, wanted in KEYS))

    def set_answer(self, source: str, less: bool) -> None:
        """Take the answer of one setting; one that asks for less motion is enough."""
        self._answers[source] = less
        now = any(self._answers.values())
        if now != self.less:
            self.less = now
            self.changed.emit()


def has_bus() -> bool:
    """Return whether there is a session bus. Without one, Qt would try to start one."""
    here = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(here and (Path(here) / "bus").exists())


def windows_wants_less() -> bool:
    """Return whether Settings > Accessibility > Visual effects > Animation effects is off."""
    if sys.platform != "win32":
        return False
    import ctypes

    shown = ctypes.c_int(1)
    ctypes.windll.user32.SystemParametersInfoW(CLIENT_AREA_ANIMATION, 0, ctypes.byref(shown), 0)
    return not shown.value


def mac_wants_less(path: Path) -> bool:
    """Return whether System Settings > Accessibility > Display > Reduce motion is on."""
    import plistlib  # slow: it imports an XML parser

    try:
        with path.open("rb") as file:
            return bool(plistlib.load(file).get("reduceMotion", False))
    except (OSError, plistlib.InvalidFileException, ValueError, AttributeError):
        return False  # newer systems do not let programs read the file
