"""A second window of the same program is another player: two people at one computer, or somebody who tries things out.

A server has one connection for each player, so two windows with one key would push each other out. What is hosted is
shared all the same: there is one server for a data folder, and the second window is offered the games of the first.
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
    """These, where no window uses them yet; otherwise a folder for settings beside them, which looks like the first.
    They are held until the program ends, so that of two starts at the same moment each has its own."""
    if _claim(folders.config):
        return folders
    others = [folders.config / f"{FOLDER}{number}" for number in range(2, MOST_WINDOWS + 1)]
    free = next(filter(_claim, others), others[-1])
    first, second = SettingsFile(folders.config).value, SettingsFile(free)
    name = second.value.name if second.path.exists() else first.name
    second.change(replace(second.value, name=name, preferences=first.preferences))
    return replace(folders, config=free)


def _claim(folder: Path) -> bool:
    """Have that folder for this program, if no other one has it."""
    try:
        return not is_open(folder) and take(folder / LOCK) is not None
    except OSError as error:  # the settings cannot be written either, which is logged there
        log.warning("%s cannot be locked: %s", folder, error)
        return True


def mark_second(window: "MainWindow", settings: SettingsFile) -> None:
    """Have the title say which window it is and whose, unless it is the first: titles are all one sees in a bar of
    tasks."""
    number = _number(settings.path.parent)
    if number < 2:
        return

    def show(name: str) -> None:
        words = tr("{name}, window {number}") if name else tr("window {number}")
        window.show_owner(fill(words, {"name": name, "number": number}))

    show(settings.value.name)
    window.home.renamed.connect(show)


def _number(folder: Path) -> int:
    """Which window has that folder for its settings."""
    number = folder.name.removeprefix(FOLDER)
    return int(number) if folder.name.startswith(FOLDER) and number.isdecimal() else 1
