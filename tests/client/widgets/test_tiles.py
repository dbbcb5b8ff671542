"""Tiles: the shadows of their cards."""

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Theme
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.tiles import ShadowFrame
from devtools.harness.window.clicks import settle


def test_the_shadow_of_a_card_moves_with_it(theme: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    frame = ShadowFrame(theme, page)
    above, card = QWidget(frame), QWidget(frame)
    inside = QVBoxLayout(frame)
    for widget in (above, card):
        widget.setFixedSize(200, 80)
        inside.addWidget(widget)
    inside.addStretch(1)
    frame.resize(400, 300)
    frame.cards = (card,)
    page.resize(400, 300)
    page.show()
    settle()
    beside = card.geometry().bottomRight() + QPoint(3, 0)  # in its shadow
    painted = QRegion()

    def see(event: QEvent) -> bool:
        nonlocal painted
        if isinstance(event, QPaintEvent):
            painted = painted.united(event.region())
        return False

    EventFilter(frame, see)
    above.hide()
    settle()

    assert painted.contains(beside)
