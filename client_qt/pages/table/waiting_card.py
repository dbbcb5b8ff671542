"""What lies over the board while a seat is free: how a friend finds the table, and whether anybody can."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, label, restyle
from client_qt.widgets.labels import IconLabel
from client_qt.widgets.layouts import column, row, scrolled
from netgame.text import fill

WIDE, LEAST_BUTTON = 31.0, 7.0  # em
MOST_ADDRESSES = 4


class WaitingCard(QFrame):
    """Addresses to tell a friend, an invitation to send, and what may keep the friend out."""

    closed = Signal()  # give the table up
    find_out = Signal()  # why nobody comes

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("card", "raised")
        self._invitation = ""
        self._words = label("", "body", "muted", wrap=True)
        self._first = _selectable(label("", "number", wrap=True))
        self._first.setObjectName("first_address")
        self._others = _selectable(label("", "body", wrap=True))
        self._others.setObjectName("other_addresses")
        self._code = _selectable(label("", "number", wrap=True))
        self._code.setObjectName("waiting_code")
        self._compare = _selectable(label("", "small", "muted", wrap=True))
        self._compare.setObjectName("to_compare")
        self._inner = QWidget(self)
        inside = column(theme, self._inner, gap="s")
        for widget in (self._words, self._first, self._others, self._code, self._compare):
            inside.addWidget(widget)
        inside.addWidget(self._firewall_part())
        inside.addWidget(self._reached_part())
        self._find_out = Button(theme, tr("Why can't they see me?"), "doctor", "link")
        self._find_out.setObjectName("why_not_seen")
        self._find_out.clicked.connect(self.find_out)
        inside.addWidget(self._find_out, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        body = column(theme, self, gap="m", margin="l")
        body.addWidget(label(tr("Waiting for an opponent"), "heading"))
        body.addWidget(scrolled(self._inner, self), 1)
        body.addLayout(self._buttons())
        theme.scale(self.setFixedWidth, WIDE)
        self.show_addresses((), "")
        self.show_firewall(())
        self.show_reached(None)

    def sizeHint(self) -> QSize:
        """As high as what is said in it needs; where there is less room it scrolls."""
        whole, inside = self.layout(), self._inner.layout()
        assert whole is not None
        assert inside is not None
        margins = whole.contentsMargins()
        inner = inside.totalHeightForWidth(self.width() - margins.left() - margins.right())
        others = super().sizeHint().height() - self._area_height()
        return QSize(self.width(), others + inner + self._theme.px(0.3))

    def _area_height(self) -> int:
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        item = layout.itemAt(1)
        return item.sizeHint().height() if item is not None else 0

    # ---- what is shown

    def show_addresses(self, addresses: Sequence[str], invitation: str, code: str = "", words: str = "") -> None:
        """Where the table is reached; nothing to tell where it is at somebody else's. `code` is what others need,
        `words` those of the server."""
        self._compare.setText(fill(tr("To compare with the other screen:\n{words}"), {"words": words}))
        self._compare.setVisible(bool(words))
        self._code.setText(fill(tr("Code: {code}"), {"code": code}))
        self._code.setVisible(bool(code))
        self._invitation = invitation
        self._first.setText(addresses[0] if addresses else "")
        self._first.setVisible(bool(addresses))
        others = ", ".join(addresses[1:MOST_ADDRESSES])
        self._others.setText(fill(tr("or {addresses}"), {"addresses": others}))
        self._others.setVisible(bool(others))
        self._words.setText(
            tr("Everybody on this network finds it under Join a game. Elsewhere, your friend types this address:")
            if addresses
            else tr("The game starts as soon as somebody takes the free seat.")
        )
        self.copy.setVisible(bool(invitation))
        self.copy.setText(tr("Copy invitation"))
        self._find_out.setVisible(bool(addresses))
        self.updateGeometry()

    def show_firewall(self, lines: Sequence[str]) -> None:
        """Lines that open the firewall of this system, where it seems to be shut."""
        self._lines.setText("\n".join(lines))
        self._firewall.setVisible(bool(lines))
        self.updateGeometry()

    def show_reached(self, reached: bool | None) -> None:
        """Has another computer come as far as here? None where that is not known."""
        self._reached.setVisible(reached is not None)
        words = tr("Reached from another computer: yes") if reached else tr("Reached from another computer: not yet")
        self._reached_words.setText(words)
        restyle(self._reached_words, tone="ok" if reached else "muted")
        self._reached_icon.set_icon("confirm" if reached else "network", "ok" if reached else "ink_muted")
        self.updateGeometry()

    # ---- how it is built

    def _firewall_part(self) -> QWidget:
        theme = self._theme
        self._firewall = card("sunken")
        self._lines = _selectable(label("", "small", wrap=True))
        self._lines.setObjectName("firewall_lines")
        inside = column(theme, self._firewall, gap="xs", margin="s")
        head = row(theme, gap="s")
        head.addWidget(label(tr("A firewall is on. These lines let others in:"), "small", "muted", wrap=True), 1)
        copy = Button(theme, tr("Copy"), "copy", "ghost")
        copy.setObjectName("copy_firewall")
        copy.setAccessibleName(tr("Copy the lines for the firewall"))
        restyle(copy, extent="small")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._lines.text()))
        head.addWidget(copy)
        inside.addLayout(head)
        self._lines.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        inside.addWidget(self._lines)
        return self._firewall

    def _reached_part(self) -> QWidget:
        self._reached = QWidget(self)
        line = row(self._theme, self._reached, gap="s")
        self._reached_icon = IconLabel(self._theme, "network", "ink_muted")
        self._reached_words = label("", "small", "muted", wrap=True)
        self._reached_words.setObjectName("reached")
        line.addWidget(self._reached_icon)
        line.addWidget(self._reached_words, 1)
        return self._reached

    def _buttons(self) -> QBoxLayout:
        theme = self._theme
        self.copy = Button(theme, tr("Copy invitation"), icon="copy", kind="primary")
        self.copy.setObjectName("copy_invitation")
        self.copy.clicked.connect(self._copy)
        close = Button(theme, tr("Close the table"), kind="ghost")
        close.setObjectName("close_table")
        close.clicked.connect(self.closed)
        for button in (close, self.copy):
            theme.scale(button.setMinimumWidth, LEAST_BUTTON)
        buttons = row(theme, gap="s")
        buttons.addWidget(close)
        buttons.addStretch(1)
        buttons.addWidget(self.copy)
        return buttons

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._invitation)
        self.copy.setText(tr("Copied"))


def _selectable(words: QLabel) -> QLabel:
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return words
