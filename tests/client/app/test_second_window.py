"""Titles distinguish two windows of the program, also in the task bar."""

from dataclasses import replace
from pathlib import Path

from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import mark_second, own_folders
from client_qt.settings.file import Folders, SettingsFile
from devtools.harness.window.clicks import list_texts, settle


def mark(window: MainWindow, folder: Path, name: str) -> None:
    made = SettingsFile(folder)
    made.change(replace(made.value, name=name))
    mark_second(window, made)
    settle()


def test_the_first_window_has_the_name_of_the_program_alone_and_another_one_says_which_and_whose_it_is(
    new_window: MainWindow, tmp_path: Path
) -> None:
    window = new_window
    mark(window, tmp_path / "config", "Ann")
    assert window.windowTitle() == "netgame"
    assert "in the other window" not in " ".join(list_texts(window.home))

    mark(window, tmp_path / "config" / "window-3", "")
    assert window.windowTitle() == "netgame - window 3"
    assert "in the other window" in " ".join(list_texts(window.home)), "the games of the first are not lost"
    window.show_page("table", "Thud against Ann")
    window.mark_title("Your turn")
    window.home.renamed.emit("Cleo")
    assert window.windowTitle() == "Your turn - Thud against Ann - netgame - Cleo, window 3"


def test_two_starts_at_the_same_moment_have_settings_of_their_own(qapp: object, tmp_path: Path) -> None:
    folders = Folders.find(str(tmp_path))
    first, second = own_folders(folders), own_folders(folders)  # before either of them has a window
    assert (first.config, second.config) == (folders.config, folders.config / "window-2")
