"""Preferences, keys, the program about itself and its mistakes, for pictures."""

from collections.abc import Callable, Iterator
from functools import partial

from client_qt.app.main_window import MainWindow
from client_qt.pages.preferences.choices import groups
from client_qt.settings.preferences import Preferences


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each group of preferences, and the dialogs of the menu Help."""
    for group in groups():
        yield f"preferences_{group.name}", partial(_preferences, window, group.name)
    yield "dialog_keys", window.show_shortcuts
    yield "dialog_about", window.show_about
    yield "dialog_fault", partial(_fault, window)


def _preferences(window: MainWindow, group: str) -> None:
    window.preferences.show_preferences(Preferences())
    window.preferences.show_sounds("")
    window.show_page("preferences")
    window.preferences.open_group(group)


def _fault(window: MainWindow) -> None:
    window.show_page("home")
    try:
        raise ValueError("an example")
    except ValueError as error:
        window.show_error(error)
