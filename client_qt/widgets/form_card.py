"""Forms: a card with labelled fields, error messages below the fields, and one button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit

from client_qt.feedback.screen_reader import show_announced
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import STRETCH, column
from client_qt.widgets.length_note import LengthNote
from client_qt.widgets.titled_card import TitledCard

HIDDEN = QLineEdit.EchoMode.Password
TYPED_TWICE = ("new", "password", "passphrase")  # the field "again" repeats the first of these


@dataclass(frozen=True)
class FieldInfo:
    name: str
    words: str
    secret: bool = False
    longest: int = 256


@dataclass(frozen=True)
class Problem:
    """An error in a form; `field` is empty where it concerns the whole form."""

    field: str
    words: str


class FormCard(TitledCard):
    """Emits `sent` once, then its button is disabled until `show_problem` or `done` is called."""

    sent = Signal(dict)  # field -> text

    def __init__(
        self, theme: Theme, name: str, title: str, fields: Sequence[FieldInfo], button: str, note: str = ""
    ) -> None:
        super().__init__(theme, f"form_{name}", title)
        self.fields: dict[str, QLineEdit] = {}
        self._wrong: dict[str, QLabel] = {}
        if note:
            self.add(WrappedLabel(note, "body", "muted"))
        for info in fields:
            self._add(info, name)
        self._secrets = [self.fields[info.name] for info in fields if info.secret]
        self.show_secrets = QCheckBox(tr("Show the password"), self)
        self.show_secrets.setObjectName(f"{name}_show")
        self.show_secrets.setVisible(bool(self._secrets))
        self.show_secrets.toggled.connect(self._hide_or_show)
        self.extra = column(theme, gap="xs")
        self._trouble = label("", "body", "danger", wrap=True, name=f"{name}_trouble")
        self._trouble.hide()
        self.button = Button(theme, button, kind="primary", name=f"{name}_go", clicked=self._send)
        self.add((self.show_secrets, Qt.AlignmentFlag.AlignLeft), self.extra, self._trouble)
        self.buttons = self.add_line(STRETCH, self.button)

    def fill_in(self, name: str, text: str) -> None:
        """Fill in an empty field, unless the player emptied it."""
        field = self.fields[name]
        if not field.text() and not field.isModified():
            field.setText(text)

    def show_problem(self, problem: Problem) -> None:
        """Show the error; the form can be sent again."""
        self._clear()
        self.button.setEnabled(True)
        wrong = self._wrong.get(problem.field, self._trouble)
        show_announced(wrong, problem.words)
        if problem.field in self.fields:
            field = self.fields[problem.field]
            restyle(field, wrong="true")
            field.setFocus()
            field.selectAll()

    def done(self) -> None:
        """Empty the form after the server accepted it."""
        self._clear()
        self.button.setEnabled(True)
        self.show_secrets.setChecked(False)
        for field in self.fields.values():
            field.setText("")  # `clear` would leave it modified

    def _add(self, info: FieldInfo, form: str) -> None:
        field = QLineEdit(self, maxLength=info.longest)
        field.setAccessibleName(info.words)
        field.setObjectName(f"{form}_{info.name}")
        if info.secret:
            field.setEchoMode(HIDDEN)
        field.textEdited.connect(self._clear)
        field.returnPressed.connect(self._send)
        words = label(info.words, "small", "muted")
        words.setBuddy(field)
        wrong = label("", "small", "danger", wrap=True, name=f"{form}_{info.name}_wrong")
        wrong.hide()
        self.add(words, field, *(() if info.secret else (LengthNote(field, in_words=True),)), wrong)
        self.fields[info.name], self._wrong[info.name] = field, wrong

    def _hide_or_show(self, shown: bool) -> None:
        for field in self._secrets:
            field.setEchoMode(QLineEdit.EchoMode.Normal if shown else HIDDEN)

    def _send(self) -> None:
        if not self.button.isEnabled():
            return
        values = {name: field.text() for name, field in self.fields.items()}
        problem = form_problem(values)
        if problem is not None:
            self.show_problem(problem)
            return
        self._clear()
        self.button.setEnabled(False)
        self.sent.emit(values)

    def _clear(self) -> None:
        for name, wrong in self._wrong.items():
            if wrong.text():
                wrong.setText("")
                wrong.hide()
                restyle(self.fields[name], wrong="false")
        show_announced(self._trouble, "")


def form_problem(values: Mapping[str, str]) -> Problem | None:
    """Return the error that needs no server: an empty field, or two different passwords."""
    for name, value in values.items():
        if not value.strip():
            return Problem(name, tr("Please fill this in."))
    first = next((values[name] for name in TYPED_TWICE if name in values), "")
    if values.get("again", first) != first:
        return Problem("again", tr("These two differ. Type it again."))
    return None


def let_shrink(box: QComboBox) -> None:
    """Let a combo box be narrower than its longest item."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
