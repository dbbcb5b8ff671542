"""Two parts of the setup form: the names of the players at this computer, and the start position."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFrame, QGridLayout, QLabel, QLineEdit, QWidget

from client_qt.text.rules_text import say
from client_qt.text.translation import tr
from client_qt.theme import Theme, card, label, restyle, show_text
from client_qt.widgets.layouts import FORM_WIDTH, column, reveal
from client_qt.widgets.length_note import LengthNote
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match.create import first_state
from netgame.match.match_rules import MAX_POSITION
from netgame.text import fill
from protocol.messages import MAX_NAME


def add_field(body: QBoxLayout, field: QWidget, words: str) -> QLabel:
    """Add a field with a caption above it, and return the caption."""
    caption = label(words, "small", "muted")
    caption.setBuddy(field)
    body.addWidget(caption)
    body.addWidget(field)
    return caption


class LocalPlayers(QFrame):
    """The names of both players at this computer, which may be empty, and whether the board turns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        theme.scale(self.setMaximumWidth, FORM_WIDTH)
        self._fields = QLineEdit(self), QLineEdit(self)
        self._captions = label("", "small", "muted"), label("", "small", "muted")
        grid = QGridLayout(self)
        theme.scale(grid.setContentsMargins, 1, 1, 1, 1)
        theme.scale(grid.setHorizontalSpacing, 1)
        for number, placeholder in enumerate((tr("Player 1"), tr("Player 2"))):
            field = self._fields[number]
            field.setObjectName(f"name_{number}")
            field.setMaxLength(MAX_NAME)
            field.setPlaceholderText(placeholder)
            self._captions[number].setBuddy(field)
            grid.addWidget(self._captions[number], 0, number)
            grid.addWidget(field, 1, number)
            grid.addWidget(LengthNote(field, in_words=True), 2, number)
        self.turn_board = QCheckBox(tr("Turn the board to the player to move"), self)
        self.turn_board.setObjectName("turn_board")
        grid.addWidget(self.turn_board, 3, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)

    @property
    def names(self) -> tuple[str, str]:
        """The names without surplus spaces; empty if none was typed."""
        first, second = (" ".join(field.text().split()) for field in self._fields)
        return first, second

    def show_sides(self, first: str, second: str) -> None:
        for field, caption, side in zip(self._fields, self._captions, (first, second), strict=True):
            words = fill(tr("Who plays {side}"), {"side": side})
            caption.setText(words)
            field.setAccessibleName(words)


class PositionField(QWidget):
    """A position text to start from, hidden until its check box is checked. `check` finds errors in the text."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: Any = None  # of the position, if there is a valid one
        self.problem = ""
        self.switch = QCheckBox(tr("Start from a position"), self)
        self.switch.setObjectName("from_position")
        self.switch.toggled.connect(self._show_line)
        self.line = QLineEdit(self)
        self.line.setObjectName("position")
        self.line.setAccessibleName(tr("Position text"))
        self.line.setPlaceholderText(tr("Paste a position text"))
        self.line.setMaxLength(2 * MAX_POSITION)  # the rules refuse a text that is too long, with a sentence
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self.changed)
        self._error = label("", "small", "danger", wrap=True, name="position_error")
        note = label(tr("Game > Copy position copies the text from any table."), "small", "muted", wrap=True)
        self._card = card("surface")
        theme.scale(self._card.setMaximumWidth, FORM_WIDTH)
        inside = column(theme, self._card, gap="s", margin="l")
        for widget in (self.line, self._error, note):
            inside.addWidget(widget)
        whole = column(theme, self, gap="s")
        whole.addWidget(self.switch)
        whole.addWidget(self._card)
        self._card.hide()

    @property
    def text(self) -> str | None:
        """The position text; None for the usual start."""
        text = self.line.text().strip()
        return text if self.switch.isChecked() and text else None

    def set_text(self, text: str | None) -> None:
        self.switch.setChecked(text is not None)
        self.line.setText(text or "")

    def check(self, game: Game[Any, Any] | None) -> None:
        """Check the text by the rules of that game; None if the options of the game are not valid yet."""
        self.state, self.problem = None, ""
        if self.text is not None and game is not None:
            try:
                self.state = first_state(game, self.text)
            except RulesError as error:
                self.problem = say(error.text)
        show_text(self._error, self.problem)
        restyle(self.line, wrong="true" if self.problem else "false")

    def _show_line(self, shown: bool) -> None:
        self._card.setVisible(shown)
        if shown:
            self.line.setFocus()
            reveal(self._card)
        self.changed.emit()
