"""Two parts of the setup form: the players at this computer, and the start position."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFrame, QGridLayout, QLabel, QLineEdit, QWidget

from client_qt.text.computer_names import LEVELS, computer_name, level_text, level_words
from client_qt.text.rules_text import say
from client_qt.text.translation import tr
from client_qt.theme import Button, ComboBox, Theme, card, label, restyle, show_text
from client_qt.widgets.form_card import let_shrink
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import FORM_WIDTH, column, reveal, row, set_tab_order
from client_qt.widgets.length_note import LengthNote
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match.create import first_state
from netgame.match.match_rules import MAX_POSITION
from netgame.text import fill
from protocol.messages import MAX_NAME

CAPTION_SHARE, FIELD_SHARE = 10, 13  # of the width of a row


def add_field(theme: Theme, body: QBoxLayout, field: QWidget, words: str) -> QLabel:
    """Add a field with a caption at its left, and return the caption."""
    caption = WrappedLabel(words)
    caption.setBuddy(field)
    line = row(theme, gap="m")
    line.addWidget(caption, CAPTION_SHARE)
    line.addWidget(field, FIELD_SHARE)
    body.addLayout(line)
    return caption


class LocalPlayers(QFrame):
    """The players at this computer: for each side a computer player, or a person with or without a name."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        theme.scale(self.setMaximumWidth, FORM_WIDTH)
        self._kinds = ComboBox(self), ComboBox(self)
        self._names = NameField(theme, "name_0", self), NameField(theme, "name_1", self)
        self._captions = label("", "small", "muted"), label("", "small", "muted")
        self._grid = QGridLayout(self)
        theme.scale(self._grid.setContentsMargins, 1, 1, 1, 1)
        theme.scale(self._grid.setHorizontalSpacing, 1)
        for number, kinds in enumerate(self._kinds):
            kinds.setObjectName(f"kind_{number}")
            kinds.addItem(tr("A person"), "")
            for level in LEVELS:
                kinds.addItem(level_words(level), level_text(level))
            let_shrink(kinds)
            kinds.currentIndexChanged.connect(self._show_kinds)
            self._captions[number].setBuddy(kinds)
        self._places = QWidget(self), QWidget(self)
        for number, place in enumerate(self._places):
            inside = column(theme, place, gap="s")
            for part in (self._captions[number], self._kinds[number], self._names[number]):
                inside.addWidget(part)
            inside.addStretch(1)
        self._columns = 0
        self.swap = Button(theme, tr("Swap sides"), "flip", name="swap_sides", clicked=self._swap)
        self.random = QCheckBox(tr("Random sides"), self)
        self.random.setObjectName("random_sides")
        self.turn_board = QCheckBox(tr("Turn the board to the player to move"), self)
        self.turn_board.setObjectName("turn_board")
        sides = row(theme, gap="l")
        sides.addWidget(self.swap)
        sides.addWidget(self.random)
        sides.addStretch(1)
        self._grid.addLayout(sides, 2, 0, 1, 2)
        self._grid.addWidget(self.turn_board, 3, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        players = zip(self._kinds, self._names, strict=True)
        fields = [field for kinds, name in players for field in (kinds, name.field)]
        set_tab_order(*fields, self.swap, self.random, self.turn_board)
        self.set_narrow(False)
        self._show_kinds()

    @property
    def names(self) -> tuple[str, str]:
        """The names without surplus spaces; empty if none was typed, and for a computer player."""
        first, second = (
            "" if computer else name.text for name, computer in zip(self._names, self.computers, strict=True)
        )
        return first, second

    @property
    def computers(self) -> tuple[str, str]:
        """The computer players, by side; empty for a person."""
        first, second = (str(kinds.currentData()) for kinds in self._kinds)
        return first, second

    def set_own(self, names: Sequence[str]) -> None:
        """Offer the computer players of the user as well."""
        before = self.computers
        for kinds in self._kinds:
            while kinds.count() > 1 + len(LEVELS):
                kinds.removeItem(kinds.count() - 1)
            for name in names:
                kinds.addItem(computer_name(name), name)
        self.set_computers(before)

    def set_computers(self, computers: tuple[str, str]) -> None:
        """Choose the players; a computer player that this program does not have becomes a person."""
        for kinds, computer in zip(self._kinds, computers, strict=True):
            kinds.setCurrentIndex(max(0, kinds.findData(computer)))

    def set_owner(self, name: str) -> None:
        """Suggest a name for the only person."""
        self._owner = name
        self._show_kinds()

    def set_narrow(self, narrow: bool) -> None:
        """Place the players below each other, or side by side."""
        if (columns := 1 if narrow else 2) != self._columns:
            self._columns = columns
            for number, place in enumerate(self._places):
                self._grid.addWidget(place, number // columns, number % columns, 1, 3 - columns)
            for number in range(2):
                self._grid.setColumnStretch(number, int(number < columns))

    def show_sides(self, first: str, second: str) -> None:
        for number, side in enumerate((first, second)):
            words = fill(tr("Who plays {side}"), {"side": side})
            self._captions[number].setText(words)
            self._kinds[number].setAccessibleName(words)
            self._names[number].field.setAccessibleName(fill(tr("Name of the player of {side}"), {"side": side}))

    _owner = ""

    def _show_kinds(self) -> None:
        people = self.computers.count("")
        for number, (name, computer) in enumerate(zip(self._names, self.computers, strict=True)):
            name.setVisible(not computer)
            usual = (tr("Player 1"), tr("Player 2"))[number]
            name.field.setPlaceholderText((self._owner if people == 1 else "") or usual)
        self.turn_board.setVisible(people == 2)
        self.changed.emit()

    def _swap(self) -> None:
        first, second = self.computers
        names = [name.field.text() for name in self._names]
        self.set_computers((second, first))
        for name, text in zip(self._names, reversed(names), strict=True):
            name.field.setText(text)


class NameField(QWidget):
    """The name of a person, with a note if it is too long."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self, maxLength=MAX_NAME)
        self.field.setObjectName(name)
        inside = column(theme, self, gap=0)
        inside.addWidget(self.field)
        inside.addWidget(LengthNote(self.field, in_words=True))

    @property
    def text(self) -> str:
        """The name without surplus spaces."""
        return " ".join(self.field.text().split())


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
