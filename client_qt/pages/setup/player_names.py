"""Who plays at this screen: two names that may be left out, and whether the board turns."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLineEdit, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Theme, label
from client_qt.widgets.layouts import FORM_WIDTH
from netgame.text import fill
from protocol.messages import MAX_NAME


class PeopleHere(QFrame):
    """A card of the form. Names stay from one game to the next."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        theme.scale(self.setMaximumWidth, FORM_WIDTH)
        self._fields = QLineEdit(self), QLineEdit(self)
        self._captions = label("", "small", "muted"), label("", "small", "muted")
        usual = tr("Player 1"), tr("Player 2")
        grid = QGridLayout(self)
        theme.scale(grid.setContentsMargins, 1, 1, 1, 1)
        theme.scale(grid.setHorizontalSpacing, 1)
        for number, (field, caption) in enumerate(zip(self._fields, self._captions, strict=True)):
            field.setObjectName(f"name_{number}")
            field.setMaxLength(MAX_NAME)
            field.setPlaceholderText(usual[number])
            caption.setBuddy(field)
            grid.addWidget(caption, 0, number)
            grid.addWidget(field, 1, number)
        self.switch = QCheckBox(tr("Turn the board to the player to move"), self)
        self.switch.setObjectName("turn_board")
        grid.addWidget(self.switch, 2, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)

    @property
    def names(self) -> tuple[str, str]:
        """As they were typed, without blanks round them; empty for a name that was left out."""
        first, second = (" ".join(field.text().split()) for field in self._fields)
        return first, second

    @property
    def turn_board(self) -> bool:
        return self.switch.isChecked()

    def show_sides(self, first: str, second: str) -> None:
        """What the two play."""
        for field, caption, side in zip(self._fields, self._captions, (first, second), strict=True):
            words = fill(tr("Who plays {side}"), {"side": side})
            caption.setText(words)
            field.setAccessibleName(words)
