"""Windows opens links and records with this program if the user wants it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QCheckBox
from pytestqt.qtbot import QtBot

from client_qt import link_opener
from client_qt.__main__ import arguments
from client_qt.app.main_window import MainWindow
from client_qt.link_opener import COMMAND, LINKS, RECORDS, LinkOpener, entries
from client_qt.pages.preferences.controller import OpenerController
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.theme import Theme
from devtools.harness.window.clicks import press, settle


class FakeOpener:
    """A system that remembers the choice, or refuses it."""

    def __init__(self, refuses: bool = False) -> None:
        self.ours, self._refuses = False, refuses

    def is_ours(self) -> bool:
        return self.ours

    def choose(self, ours: bool) -> None:
        if self._refuses:
            raise PermissionError(13, "Access is denied")
        self.ours = ours


def page_with(opener: LinkOpener | None, window: MainWindow, theme: Theme, qtbot: QtBot) -> PreferencesPage:
    made = PreferencesPage(theme)
    qtbot.addWidget(made)
    OpenerController(window, made, opener)
    made.resize(800, 520)
    made.show()
    settle()
    return made


def choice(page: PreferencesPage) -> QCheckBox:
    press(page, "preferences_opener")
    found: QCheckBox = page.findChild(QCheckBox, "preference_opener")
    return found


def test_clicks_in_the_preferences_choose_this_program_or_none(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    opener = FakeOpener()
    page = page_with(opener, window, theme, qtbot)
    assert not choice(page).isChecked()

    press(page, "preference_opener")
    assert opener.ours
    assert choice(page).isChecked()
    press(page, "preference_opener")
    assert not opener.ours


def test_a_refused_choice_is_not_shown_as_made(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    page = page_with(FakeOpener(refuses=True), window, theme, qtbot)
    choice(page)
    press(page, "preference_opener")
    assert not choice(page).isChecked()
    assert not window.banner.isHidden()
    without = page_with(None, window, theme, qtbot)
    assert without.findChild(QAbstractButton, "preferences_opener") is None


def test_nothing_in_a_link_is_an_option() -> None:
    made = entries(Path("netgame.exe"))
    for key in (LINKS, RECORDS):
        program, *options, given = made[rf"{key}\{COMMAND}"][""].split()
        assert (program, given) == ('"netgame.exe"', '"%1"')
        assert arguments().parse_args([*options, "--home"]).what == "--home"
        with pytest.raises(SystemExit):
            arguments().parse_args([*options, "netgame://a", "--home", "b"])


if sys.platform == "win32":
    import winreg

    from client_qt.link_opener import Registry

    @pytest.fixture
    def classes(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
        """A part of the registry for tests."""
        monkeypatch.setattr(link_opener, "CLASSES", r"Software\netgame-tests")
        yield link_opener.CLASSES
        Registry(Path()).choose(False)
        winreg.DeleteKey(winreg.HKEY_CURRENT_USER, link_opener.CLASSES)

    def value_of(key: str) -> str:
        return winreg.QueryValue(winreg.HKEY_CURRENT_USER, key)

    def test_the_registry_names_this_program_until_none_is_chosen(classes: str, tmp_path: Path) -> None:
        program = tmp_path / "with a space" / "netgame.exe"
        registry = Registry(program)
        assert not registry.is_ours()

        registry.choose(True)
        assert registry.is_ours()
        assert value_of(rf"{classes}\netgame.record\shell\open\command") == f'"{program}" -- "%1"'
        assert value_of(rf"{classes}\.netgame") == "netgame.record"
        assert not Registry(tmp_path / "other" / "netgame.exe").is_ours()
        registry.choose(False)

        assert not registry.is_ours()
        with pytest.raises(FileNotFoundError):
            value_of(rf"{classes}\netgame")

    def test_a_moved_program_is_found_again_and_another_one_keeps_its_links(classes: str, tmp_path: Path) -> None:
        (tmp_path / "netgame.exe").touch()
        first, second = Registry(tmp_path / "netgame.exe"), Registry(tmp_path / "moved.exe")
        second.renew()
        assert not second.is_ours()

        first.choose(True)
        second.renew()
        assert first.is_ours()
        (tmp_path / "netgame.exe").rename(tmp_path / "moved.exe")
        second.renew()

        assert second.is_ours()
