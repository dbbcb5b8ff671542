"""A second window is another player with its own settings folder and key.

A server has one connection for each player, so two windows with one key would disconnect each other. Both windows share
the hosted server, because there is one for each data folder.
"""

import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from client_qt.settings.file import Folders, SettingsFile
from client_qt.settings.file_lock import take
from client_qt.single_instance import is_open
from client_qt.text.translation import tr
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.app.main_window import MainWindow

log = logging.getLogger(__name__)
MOST_WINDOWS = 9
LOCK = "window.lock"
FOLDER = "window-"  # with a number behind it


def own_folders(folders: Folders) -> Folders:
    """Lock a settings folder until the program ends: the given one, or one beside it with the same preferences."""
    if _claim(folders.config):
        return folders
    others = [folders.config / f"{FOLDER}{number}" for number in range(2, MOST_WINDOWS + 1)]
    free = next(filter(_claim, others), others[-1])
    first, second = SettingsFile(folders.config), SettingsFile(free)
    if first.unreadable is None:
        name = second.value.name if second.path.exists() else first.value.name
        second.change(replace(second.value, name=name, preferences=first.value.preferences))
    return replace(folders, config=free)


def _claim(folder: Path) -> bool:
    """Lock a folder for this program; False if another one has it."""
    try:
        return not is_open(folder) and take(folder / LOCK) is not None
    except OSError as error:  # then the settings cannot be written either
        log.warning("%s cannot be locked: %s", folder, error)
        return True


def is_owned(folder: Path) -> bool:
    """Return whether another program has locked a settings folder; it may not listen yet."""
    try:
        lock = take(folder / LOCK)
    except OSError:
        return False
    if lock is not None:
        lock.release()
    return lock is None


def mark_second(window: "MainWindow", settings: SettingsFile) -> None:
    """Show name and number in the title of all windows but the first, to tell them apart in the task bar."""
    folder = settings.path.parent.name
    number = folder.removeprefix(FOLDER)
    if number == folder or not number.isdecimal():
        return

    def show(name: str) -> None:
        words = tr("{name}, window {number}") if name else tr("window {number}")
        window.show_owner(fill(words, {"name": name, "number": number}))

    show(settings.value.name)
    window.home.show_second()
    window.home.renamed.connect(show)
