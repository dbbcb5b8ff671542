"""The chat field with an input method."""

import pytest
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from client_qt.theme import Theme
from client_qt.widgets.chat import ChatView
from devtools.harness.window.clicks import GUARD_MS


def compose(field: QLineEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(field, event)


@pytest.mark.parametrize(("commit", "then"), [("\u4f60", "\u4f60"), ("", "Refused")])
def test_a_refused_line_is_not_joined_to_a_composition(theme: Theme, qtbot: QtBot, commit: str, then: str) -> None:
    chat = ChatView(theme)
    qtbot.addWidget(chat)
    chat.show()
    field = chat.findChild(QLineEdit, "chat_field")
    field.setFocus()
    compose(field, "ni")

    chat.keep("Refused")
    assert field.text() == ""
    compose(field, "", commit)

    qtbot.waitUntil(lambda: field.text() == then, timeout=GUARD_MS)
