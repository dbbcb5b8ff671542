"""What lies over the board while a seat is free: how a friend finds the table."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from client_qt.look import Button, Theme, label
from client_qt.models.wording import tr
from client_qt.windows.parts import column, row
from netgame.text import fill


class WaitingCard(QFrame):
    """Addresses to tell a friend, and an invitation to send."""

    closed = Signal()  # give the table up

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "raised")
        self._invitation = ""
        self._title = label(tr("Waiting for an opponent"), "heading")
        self._words = label("", "body", "muted", wrap=True)
        self._addresses = label("", "number", wrap=True)
        self._code = label("", "number", wrap=True)
        self._code.setObjectName("waiting_code")
        self._code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._compare = label("", "small", "muted", wrap=True)
        self._compare.setObjectName("to_compare")
        self._compare.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = Button(theme, tr("Copy invitation"), icon="copy", kind="primary")
        self.copy.setObjectName("copy_invitation")
        self.copy.clicked.connect(self._copy)
        close = Button(theme, tr("Close the table"), kind="ghost")
        close.setObjectName("close_table")
        close.clicked.connect(self.closed)
        buttons = row(theme, gap="m")
        buttons.addWidget(close)
        buttons.addStretch(1)
        buttons.addWidget(self.copy)
        body = column(theme, self, gap="m", margin="xl")
        for widget in (self._title, self._words, self._addresses, self._code, self._compare):
            body.addWidget(widget)
        body.addLayout(buttons)
        self.setFixedWidth(theme.px(27))
        self.show_addresses((), "")

    def show_addresses(self, addresses: Sequence[str], invitation: str, code: str = "", words: str = "") -> None:
        """Where the table is reached; nothing to tell where it is at somebody else's. `code` is what others need,
        `words` those of the server."""
        self._compare.setText(fill(tr("To compare with the other screen:\n{words}"), {"words": words}))
        self._compare.setVisible(bool(words))
        self._code.setText(fill(tr("Code: {code}"), {"code": code}))
        self._code.setVisible(bool(code))
        self._invitation = invitation
        self._addresses.setText("\n".join(addresses[:3]))
        self._addresses.setVisible(bool(addresses))
        self._words.setText(
            tr("Everybody on this network finds it under Join a game. Elsewhere, your friend types this address:")
            if addresses
            else tr("The game starts as soon as somebody takes the free seat.")
        )
        self.copy.setVisible(bool(invitation))
        self.copy.setText(tr("Copy invitation"))
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._invitation)
        self.copy.setText(tr("Copied"))
