"""A position text to start from, folded away until somebody wants it."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from client_qt.text.rules_text import say, tr
from client_qt.theme import Theme, card, label, restyle
from client_qt.widgets.layouts import FORM_WIDTH, column
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match.create import first_state
from netgame.match.match_rules import MAX_POSITION


class PositionField(QWidget):
    """Says at once what is wrong with the text, by the rules of the game it is for. `changed` after every edit."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: Any = None  # of the position, where there is one
        self.problem = ""
        self.switch = QCheckBox(tr("Start from a position"), self)
        self.switch.setObjectName("from_position")
        self.line = QLineEdit(self)
        self.line.setObjectName("position")
        self.line.setAccessibleName(tr("Position text"))
        self.line.setPlaceholderText(tr("Paste a position text"))
        self.line.setMaxLength(2 * MAX_POSITION)  # one that is too long is refused by the rules, in their words
        self.line.setClearButtonEnabled(True)
        self._error = label("", "small", "danger", wrap=True)
        self._error.setObjectName("position_error")
        self._note = label(tr("Game > Copy position takes it from any table."), "small", "muted", wrap=True)
        self._folded = card("surface")
        theme.scale(self._folded.setMaximumWidth, FORM_WIDTH)
        inside = column(theme, self._folded, gap="s", margin="l")
        for widget in (self.line, self._error, self._note):
            inside.addWidget(widget)
        whole = column(theme, self, gap="s")
        whole.addWidget(self.switch)
        whole.addWidget(self._folded)
        self._folded.hide()
        self.switch.toggled.connect(self._unfold)
        self.line.textChanged.connect(self.changed)

    @property
    def text(self) -> str | None:
        """The position text that is wanted; None: the game's own start."""
        text = self.line.text().strip()
        return text if self.switch.isChecked() and text else None

    def take(self, text: str | None) -> None:
        """Show that text, or none."""
        self.switch.setChecked(text is not None)
        self.line.setText(text or "")

    def check(self, game: Game[Any, Any] | None) -> None:
        """Look at the text by the rules of that game; None: there is none to look at it by."""
        self.state, self.problem = None, ""
        if self.text is not None and game is not None:
            try:
                self.state = first_state(game, self.text)
            except RulesError as error:
                self.problem = say(error.text)
        self._error.setText(self.problem)
        self._error.setVisible(bool(self.problem))
        restyle(self.line, wrong="true" if self.problem else "false")

    def _unfold(self, shown: bool) -> None:
        self._folded.setVisible(shown)
        if shown:
            self.line.setFocus()
        self.changed.emit()
