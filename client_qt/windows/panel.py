"""Beside the board: the moves and what one can do besides moving; in small windows a rail of icons instead."""

from PySide6.QtCore import QSize, Signal
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
        actions = row(theme, gap="s", margin="l")
        actions.addWidget(self.stop_button, 1)
        actions.addWidget(self.resign_button, 1)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        moves = column(theme, margin="l")
        moves.addWidget(self.moves)
        body.addLayout(moves, 1)
        body.addWidget(hairline())
        body.addLayout(actions)

    def show_actions(self, may_resign: bool, may_stop: bool, offers_stop: bool) -> None:
        """What can be done now; a game that is never stopped by agreement has no button for it."""
        self.resign_button.setEnabled(may_resign)
        self.stop_button.setEnabled(may_stop)
        self.stop_button.setVisible(offers_stop)


class Rail(QWidget):
    """The same in 3.4 em."""

    moves = Signal()
    stop = Signal()
    resign = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self.setFixedWidth(theme.px(theme.tokens.layout.rail))
        self.moves_button = self._button(theme, "moves", "ink_muted", tr("Moves"), "rail_moves")
        self.moves_button.setCheckable(True)
        self.stop_button = self._button(theme, "draw", "ink_muted", tr("End battle"), "rail_stop")
        self.resign_button = self._button(theme, "resign", "danger", tr("Resign"), "rail_resign")
        self.moves_button.clicked.connect(self.moves)
        self.stop_button.clicked.connect(self.stop)
        self.resign_button.clicked.connect(self.resign)
        body = column(theme, self, gap="s")
        body.setContentsMargins(0, theme.px(0.6), 0, theme.px(0.6))
        for button in (self.moves_button, None, self.stop_button, self.resign_button):
            if button is None:
                body.addStretch(1)
                continue
            line = row(theme)
            line.addWidget(button)
            body.addLayout(line)

    def show_actions(self, may_resign: bool, may_stop: bool, offers_stop: bool) -> None:
        self.resign_button.setEnabled(may_resign)
        self.stop_button.setEnabled(may_stop)
        self.stop_button.setVisible(offers_stop)

    def _button(self, theme: Theme, icon: str, colour: str, words: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setIconSize(QSize(theme.px(1.7), theme.px(1.7)))
        button.setFixedSize(theme.px(2.8), theme.px(2.6))
        theme.bind_icon(button, icon, colour)
        return button
