"""A list that changes while somebody looks at it."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from client_qt.widgets.live_rows import AT_ONCE, LiveRows
from tests.client.clicks import GUARD_MS, settle
from tests.client.widget_tools import LEFT

Item = tuple[str, str]


class Listed(QWidget):
    """Rows that are buttons; what was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.clicked: list[str] = []
        self.foot = QWidget()
        self.box = QVBoxLayout(self)
        self.rows = LiveRows[Item](self.box, lambda item: item[0], self._row, self.foot)
        self.resize(300, 600)

    def _row(self, item: Item) -> QWidget:
        row = QWidget()
        button = QPushButton(" ".join(item), row)
        button.setObjectName("go")
        button.clicked.connect(lambda: self.clicked.append(item[0]))
        QVBoxLayout(row).addWidget(button)
        return row

    def show_these(self, *items: Item) -> None:
        self.rows.show_rows(items, foot=not items)
        settle()

    @property
    def seen(self) -> list[str]:
        buttons = [button for button in self.findChildren(QPushButton) if button.isVisible()]
        return [button.text() for button in sorted(buttons, key=lambda button: button.mapTo(self, QPoint()).y())]

    def button(self, words: str) -> QPushButton:
        return next(b for b in self.findChildren(QPushButton) if b.text() == words and b.isVisible())


@pytest.fixture
def listed(qtbot: QtBot) -> Iterator[Listed]:
    made = Listed()
    qtbot.addWidget(made)
    made.show()
    yield made
    QTest.mouseRelease(made, LEFT)


@pytest.fixture
def settled(qtbot: QtBot) -> Callable[[Listed], None]:
    return lambda listed: qtbot.waitUntil(lambda: not listed.rows.is_busy, timeout=GUARD_MS)


def test_who_stays_is_the_same_row(listed: Listed) -> None:
    listed.show_these(("a", "1"), ("b", "1"), ("c", "1"))
    before = listed.button("b 1")

    listed.show_these(("c", "1"), ("b", "1"), ("d", "1"), ("a", "2"))

    assert listed.seen == ["c 1", "b 1", "d 1", "a 2"]
    assert listed.button("b 1") is before


def test_long_lists_come_bit_by_bit(listed: Listed, settled: Callable[[Listed], None]) -> None:
    many = [(str(number), "new") for number in range(40)]
    listed.rows.show_rows(many, foot=False)
    assert len(listed.findChildren(QPushButton)) == AT_ONCE
    settled(listed)
    settle()
    assert listed.seen == [" ".join(item) for item in many]


def test_a_list_that_changes_before_it_is_whole_is_right_in_the_end(
    listed: Listed, settled: Callable[[Listed], None]
) -> None:
    listed.rows.show_rows([(str(number), "old") for number in range(40)], foot=False)
    wanted = [(str(number), "new" if number % 3 else "old") for number in range(30, 3, -1)]
    listed.rows.show_rows(wanted, foot=False)
    settled(listed)
    settle()
    assert listed.seen == [" ".join(item) for item in wanted]


def test_nothing_changes_under_a_hand_that_presses(listed: Listed, settled: Callable[[Listed], None]) -> None:
    listed.show_these(("a", "1"), ("b", "1"))
    pressed = listed.button("b 1")
    QTest.mouseMove(pressed)
    QTest.mousePress(pressed, LEFT)
    if QApplication.mouseButtons() == Qt.MouseButton.NoButton or not listed.underMouse():
        pytest.skip("this platform does not tell that a button is down")

    listed.show_these(("b", "2"))
    assert listed.seen == ["a 1", "b 1"]
    QTest.mouseRelease(pressed, LEFT)
    assert listed.clicked == ["b"]
    settled(listed)
    settle()
    assert listed.seen == ["b 2"]


@pytest.mark.qt_log_ignore("grabbing the keyboard")
def test_nothing_changes_behind_an_open_menu(listed: Listed, settled: Callable[[Listed], None]) -> None:
    listed.show_these(("a", "1"))
    menu = QMenu(listed)
    menu.addAction("Report")
    menu.popup(listed.mapToGlobal(QPoint(5, 5)))
    listed.show_these(("a", "2"))
    assert listed.seen == ["a 1"]
    menu.close()
    settled(listed)
    settle()
    assert listed.seen == ["a 2"]


def test_the_keyboard_stays_at_its_part_of_a_row_that_changes(listed: Listed) -> None:
    listed.show_these(("a", "1"), ("b", "1"))
    listed.activateWindow()
    listed.button("b 1").setFocus()
    listed.show_these(("b", "2"), ("a", "1"))
    assert listed.button("b 2").hasFocus()


def test_what_stands_below_is_there_for_an_empty_list(listed: Listed) -> None:
    listed.show_these(("a", "1"))
    assert not listed.foot.isVisible()
    listed.show_these()
    assert listed.foot.isVisible()
    assert listed.seen == []


LISTS = st.lists(st.tuples(st.sampled_from("abcdefghijkl"), st.sampled_from("12")), unique_by=lambda item: item[0])


@pytest.mark.slow
@given(st.lists(LISTS, min_size=2, max_size=4))
def test_whatever_follows_whatever_the_list_shows_the_last(qapp: QApplication, lists: list[list[Item]]) -> None:
    listed = Listed()
    listed.show()
    for items in lists:
        listed.rows.show_rows(items, foot=not items)
    while listed.rows.is_busy:
        QApplication.processEvents()
    settle()
    assert listed.seen == [" ".join(item) for item in lists[-1]]
    listed.close()
    listed.deleteLater()
