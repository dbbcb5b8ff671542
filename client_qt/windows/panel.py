"""Beside the board: the moves and what one can do besides moving; in small windows a rail of icons instead."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from client_qt.look import Button, Theme, hairline, restyle
from client_qt.models.wording import tr
from client_qt.views.moves import MoveList
from client_qt.windows.parts import column, page, row


class SidePanel(QWidget):
    """Moves above, actions below."""

    stop = Signal()
    resign = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self.moves = MoveList(theme, self)
        self.stop_button = Button(theme, tr("End battle"), icon="draw")
        self.resign_button = Button(theme, tr("Resign"), icon="resign", kind="danger")
        self.stop_button.setObjectName("stop")
        self.resign_button.setObjectName("resign")
        self.stop_button.clicked.connect(self.stop)
        self.resign_button.clicked.connect(self.resign)
        for button in (self.stop_button, self.resign_button):
            restyle(button, extent="small")
        self._acting = QWidget(self)
        foot = column(theme, self._acting)
        foot.setSpacing(0)
        foot.addWidget(hairline())
        actions = row(theme, gap="s", margin="l")
        foot.addLayout(actions)
        actions.addWidget(self.stop_button, 1)
        actions.addWidget(self.resign_button, 1)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        moves = column(theme, margin="l")
        moves.addWidget(self.moves)
        body.addLayout(moves, 1)
        body.addWidget(self._acting)

    def show_review(self, review: bool) -> None:
        """A record is only walked through."""
        self._acting.setVisible(not review)
        self.moves.set_review(review)

    def show_actions(self, may_resign: bool, may_stop: bool, stop_words: str) -> None:
        """What can be done now; a game that is never stopped by agreement has no words for it and no button."""
        self.resign_button.setEnabled(may_resign)
        self.stop_button.setEnabled(may_stop)
        self.stop_button.setVisible(bool(stop_words))
        self.stop_button.setText(stop_words)


class Rail(QWidget):
    """The same in 3.4 em: icons with a word below each, and in small windows the icons alone."""

    moves = Signal()
    stop = Signal()
    resign = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self._theme = theme
        self.moves_button = self._button("moves", "ink_muted", tr("Moves"), "rail_moves")
        self.moves_button.setCheckable(True)
        self.stop_button = self._button("draw", "ink_muted", tr("End battle"), "rail_stop")
        self.resign_button = self._button("resign", "danger", tr("Resign"), "rail_resign")
        self.moves_button.clicked.connect(self.moves)
        self.stop_button.clicked.connect(self.stop)
        self.resign_button.clicked.connect(self.resign)
        self._body = body = column(theme, self, gap="s")
        for button in (self.moves_button, None, self.stop_button, self.resign_button):
            if button is None:
                body.addStretch(1)
                continue
            line = row(theme)
            line.addWidget(button)
            body.addLayout(line)
        theme.changed.connect(self._space)
        self.set_slim(False)

    def show_review(self, review: bool) -> None:
        """A record is only walked through."""
        self.resign_button.setVisible(not review)

    def set_slim(self, slim: bool) -> None:
        """The icons alone."""
        self._slim = slim
        self._space()

    def show_actions(self, may_resign: bool, may_stop: bool, stop_words: str) -> None:
        self.resign_button.setEnabled(may_resign)
        self.stop_button.setEnabled(may_stop)
        self.stop_button.setVisible(bool(stop_words))
        self._name(self.stop_button, stop_words)

    def _button(self, icon: str, colour: str, words: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setStyleSheet(f"padding: 0; font-size: {self._theme.font('caption').pixelSize()}px;")
        self._name(button, words)
        self._theme.bind_icon(button, icon, colour)
        return button

    def _name(self, button: QToolButton, words: str) -> None:
        button.setText(words.split()[0] if words else "")  # one word has room
        button.setToolTip(words)
        button.setAccessibleName(words)

    def _space(self) -> None:
        px, style = self._theme.px, Qt.ToolButtonStyle
        self.setFixedWidth(px(self._theme.tokens.layout.rail))
        self._body.setContentsMargins(0, px(0.6), 0, px(0.6))
        for button in (self.moves_button, self.stop_button, self.resign_button):
            button.setToolButtonStyle(style.ToolButtonIconOnly if self._slim else style.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(px(1.7), px(1.7)))
            button.setFixedSize(px(3.2), px(2.6 if self._slim else 3.6))
