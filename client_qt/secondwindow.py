"""A second window of the same program is another player: two people at one computer, or somebody who tries things out.

A server has one connection for each player, so two windows with one key would push each other out. What is hosted is
shared all the same: there is one server for a data folder, and the second window is offered the games of the first.
"""

from dataclasses import replace

from client_qt.doorbell import is_open
from client_qt.settings import Folders, SettingsFile

MOST_WINDOWS = 9


def own_folders(folders: Folders) -> Folders:
    """These, where no window uses them yet; otherwise a folder for settings beside them, which looks like the first."""
    if not is_open(folders.config):
        return folders
    others = [folders.config / f"window-{number}" for number in range(2, MOST_WINDOWS + 1)]
    free = next((folder for folder in others if not is_open(folder)), others[-1])
    first, second = SettingsFile(folders.config).value, SettingsFile(free)
    name = second.value.name if second.path.exists() else first.name
    second.change(replace(second.value, name=name, preferences=first.preferences))
    return replace(folders, config=free)
