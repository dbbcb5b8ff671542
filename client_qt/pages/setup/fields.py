"""Two parts of the setup form: the players at this computer, and the start position."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from client_qt.text.computer_names import LEVELS, computer_name, level_text, level_words
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, restyle, show_text
from client_qt.widgets.fields import CheckBox, ChoiceBox, line_edit
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import FORM_WIDTH, STRETCH, add_to, column, reveal, row, set_tab_order
from client_qt.widgets.length_note import LengthNote
from netgame.errors import NotationError, RulesError
from netgame.game import Game
from netgame.match.create import first_state
from netgame.match.match_rules import MAX_POSITION
from netgame.text import fill
from netgame.typed import typed
from protocol.messages import MAX_NAME

CAPTION_SHARE, FIELD_SHARE = 10, 13  # of the width of a row


class FormRow(QWidget):
    """A label, the field beside it, and an error message below."""

    def __init__(self, theme: Theme, words: str, field: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        caption = WrappedLabel(words)
        caption.setBuddy(field)
        self.error = label("", "small", "danger", wrap=True)
        self.error.hide()
        line = add_to(row(theme, gap="m"), (caption, CAPTION_SHARE), (field, FIELD_SHARE))
        add_to(column(theme, self, gap="xs"), line, self.error)


class LocalPlayer(QWidget):
    """The player of one side: a computer player, or a person with or without a name."""

    def __init__(self, theme: Theme, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = (tr("Player 1"), tr("Player 2"))[number]
        self.kind = ChoiceBox(f"kind_{number}", {}, self)
        self.offer(())
        self.name_field = line_edit(f"name_{number}", "", MAX_NAME, self)
        self._caption = label("", "small", "muted")
        self._caption.setBuddy(self.kind)
        self._person = QWidget(self)  # a name, with a note if it is too long
        add_to(column(theme, self._person, gap=0), self.name_field, LengthNote(self.name_field, in_words=True))
        add_to(column(theme, self, gap="s"), self._caption, self.kind, self._person, STRETCH)

    @property
    def name(self) -> str:
        """The name without surplus spaces; empty if none was typed, and for a computer player."""
        return "" if self.kind.value() else " ".join(self.name_field.text().split())

    def offer(self, own: Sequence[str]) -> None:
        """Offer the levels, and these computer players of the user."""
        levels = {level_text(level): level_words(level) for level in LEVELS}
        self.kind.offer({"": tr("A person"), **levels, **{name: computer_name(name) for name in own}})

    def show_kind(self, owner: str) -> None:
        """Show what the chosen kind needs; `owner` is the suggested name."""
        self._person.setVisible(not self.kind.value())
        self.name_field.setPlaceholderText(owner or self._usual)

    def show_side(self, side: str) -> None:
        words = fill(tr("Who plays {side}"), {"side": side})
        self._caption.setText(words)
        self.kind.setAccessibleName(words)
        self.name_field.setAccessibleName(fill(tr("Name of the player of {side}"), {"side": side}))


class LocalPlayers(QFrame):
    """The players at this computer."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        theme.scale(self.setMaximumWidth, FORM_WIDTH)
        self._owner = ""
        self._players = LocalPlayer(theme, 0, self), LocalPlayer(theme, 1, self)
        self._grid = QGridLayout(self)
        theme.scale(self._grid.setContentsMargins, 1, 1, 1, 1)
        theme.scale(self._grid.setHorizontalSpacing, 1)
        self._columns = 0
        self.swap = Button(theme, tr("Swap sides"), "flip", name="swap_sides", clicked=self._swap)
        self.random = CheckBox("random_sides", tr("Random sides"), self)
        self.turn_board = CheckBox("turn_board", tr("Turn the board to the player to move"), self)
        sides = add_to(row(theme, gap="l"), self.swap, self.random, STRETCH)
        self._grid.addLayout(sides, 2, 0, 1, 2)
        self._grid.addWidget(self.turn_board, 3, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        fields = [field for player in self._players for field in (player.kind, player.name_field)]
        set_tab_order(*fields, self.swap, self.random, self.turn_board)
        for player in self._players:
            player.kind.edited.connect(self._show_kinds)
        self.set_narrow(False)
        self._show_kinds()

    @property
    def names(self) -> tuple[str, str]:
        first, second = self._players
        return first.name, second.name

    @property
    def computers(self) -> tuple[str, str]:
        """The computer players, by side; empty for a person."""
        first, second = self._players
        return first.kind.value(), second.kind.value()

    def set_own(self, names: Sequence[str]) -> None:
        """Offer the computer players of the user as well."""
        for player in self._players:
            player.offer(names)

    def set_computers(self, computers: tuple[str, str]) -> None:
        """Choose the players; a computer player that this program does not have becomes a person."""
        for player, computer in zip(self._players, computers, strict=True):
            player.kind.choose(computer)

    def set_names(self, names: tuple[str, str]) -> None:
        """Write the names of the people, except those that are suggested."""
        for player, name in zip(self._players, names, strict=True):
            is_written = name != player.name_field.placeholderText() and not player.kind.value()
            player.name_field.setText(name if is_written else "")

    def set_owner(self, name: str) -> None:
        """Suggest a name for the only person."""
        self._owner = name
        self._show_kinds()

    def set_narrow(self, narrow: bool) -> None:
        """Place the players below each other, or side by side."""
        if (columns := 1 if narrow else 2) != self._columns:
            self._columns = columns
            for number, player in enumerate(self._players):
                self._grid.addWidget(player, number // columns, number % columns, 1, 3 - columns)
                self._grid.setColumnStretch(number, int(number < columns))

    def show_sides(self, *sides: str) -> None:
        for player, side in zip(self._players, sides, strict=True):
            player.show_side(side)

    def _show_kinds(self) -> None:
        people = self.computers.count("")
        for player in self._players:
            player.show_kind(self._owner if people == 1 else "")
        self.turn_board.setVisible(people == 2)
        self.changed.emit()

    def _swap(self) -> None:
        first, second = self._players
        names, (one, other) = [second.name_field.text(), first.name_field.text()], self.computers
        self.set_computers((other, one))
        for player, name in zip(self._players, names, strict=True):
            player.name_field.setText(name)


class PositionField(QWidget):
    """A position text to start from, hidden until its check box is checked. `check` finds errors in the text."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: Any = None  # of the position, if there is a valid one
        self.problem = ""
        self.switch = CheckBox("from_position", tr("Start from a position"), self)
        self.switch.toggled.connect(self._show_line)
        longest = 2 * MAX_POSITION  # the rules refuse a text that is too long, with a sentence
        self.line = line_edit("position", tr("Position text"), longest, self, tr("Paste a position text"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self.changed)
        self._error = label("", "small", "danger", wrap=True, name="position_error")
        note = label(tr("Game > Copy position copies the text from any table."), "small", "muted", wrap=True)
        self._card = card("surface")
        theme.scale(self._card.setMaximumWidth, FORM_WIDTH)
        add_to(column(theme, self._card, gap="s", margin="l"), self.line, self._error, note)
        add_to(column(theme, self, gap="s"), self.switch, self._card)
        self._card.hide()

    @property
    def text(self) -> str | None:
        """The position text; None for the usual start."""
        text = self.line.text().strip()
        with suppress(NotationError):  # `check` says why
            text = typed(text)
        return text if self.switch.isChecked() and text else None

    def set_text(self, text: str | None) -> None:
        self.switch.setChecked(text is not None)
        self.line.setText(text or "")

    def check(self, game: Game[Any, Any] | None) -> None:
        """Check the text by the rules of that game; None if the options of the game are not valid yet."""
        self.state, self.problem = None, ""
        if self.text is not None and game is not None:
            try:
                self.state = first_state(game, typed(self.text))
            except RulesError as error:
                self.problem = translate(error.text)
        show_text(self._error, self.problem)
        restyle(self.line, wrong="true" if self.problem else "false")

    def _show_line(self, shown: bool) -> None:
        self._card.setVisible(shown)
        if shown:
            self.line.setFocus()
            reveal(self._card)
        self.changed.emit()
