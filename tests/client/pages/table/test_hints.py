"""The button and the menu that ask for a suggested move; `test_view.py` has where they are."""

from client_qt.app.main_window import MainWindow
from tests.client.clicks import settle
from tests.client.staging import own_turn, sit_down
from tests.window.input_devices import usable


def test_the_button_and_the_menu_agree_whether_a_hint_is_possible(window: MainWindow) -> None:
    found = []
    for terms in ({}, {"rated": True}):
        sit_down(window, own_turn(6, more=terms))
        settle()
        found.append((window.action("hint").isEnabled(), usable(window.table.hint, "hint") is not None))

    assert found == [(True, True), (False, False)]
