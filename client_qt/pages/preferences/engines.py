"""The list of computer players that the user added, and the fields that add one."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.files import ask_open, usual_folder
from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.preferences.choices import PreferenceInfo
from client_qt.pages.preferences.rows import ChoiceRow, PreferenceRow
from client_qt.settings.preferences import MAX_ENGINES, MAX_WORD, MAX_WORDS, OwnEngine, Preferences
from client_qt.text.computer_names import level_of
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, Theme, label
from client_qt.widgets.fields import line_edit
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, row
from netgame.text import fill
from protocol.engine import join_command, split_command


class EnginesRow(PreferenceRow):
    """Shows each player with its command. A new one is tried by the owner of the page before it is in the list."""

    wanted = Signal(object)  # the words of a command

    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self._engines: tuple[OwnEngine, ...] = ()
        self._listed = QWidget(self)
        self._listed.hide()
        self._list = column(theme, self._listed, gap="m")
        words = label(tr("File, or command with its arguments"), "small", "muted")
        self.field = line_edit("engine_command", words.text(), MAX_WORD, self)
        self.field.textChanged.connect(self._show_state)
        self.field.returnPressed.connect(self._submit)
        words.setBuddy(self.field)
        self.choose = Button(theme, tr("Choose a file ..."), "folder", name="engine_choose", clicked=self._ask_file)
        self.add = Button(theme, tr("Add"), name="engine_add", clicked=self._submit)
        buttons = add_to(row(theme, gap="s"), self.choose, self.add, STRETCH)
        self._problem = label("", "small", "danger", wrap=True, name="engine_problem")
        self._problem.setTextInteractionFlags(SELECTABLE)
        self._problem.hide()
        self._is_trying = False
        note = label(info.note, "small", "muted", wrap=True)
        add_to(column(theme, self, gap="m"), note, self._listed, words, self.field, self._problem, buttons)
        self._show_state()

    def set_value(self, value: object) -> None:
        if isinstance(value, tuple) and value != self._engines:
            self._engines = value
            clear(self._list)
            add_to(self._list, *map(self._line, self._engines))
            self._listed.setVisible(bool(self._engines))
        self._show_state()

    def accept(self, engine: OwnEngine) -> None:
        """Add a player that was tried."""
        self._is_trying = False
        taken = any(engine.name == known.name and engine.command != known.command for known in self._engines)
        if taken or level_of(engine.name) is not None:
            self.refuse(fill(tr("There is already a computer player called {name}."), {"name": engine.name}))
            return
        self.field.clear()
        others = tuple(known for known in self._engines if known.name != engine.name)
        self.set_value((*others, engine))
        self.edited.emit(self.info.name, self._engines)

    def refuse(self, sentence: str) -> None:
        """Show why a player was not added."""
        self._is_trying = False
        self._show_state()
        show_announced(self._problem, sentence)
        self.field.setAccessibleDescription(sentence)

    def _line(self, engine: OwnEngine) -> QWidget:
        line = QWidget(self)
        words = add_to(
            column(self.theme, gap=0),
            WrappedLabel(engine.name, "body"),
            WrappedLabel(join_command(engine.command), "small", "muted"),
        )
        remove = Button(self.theme, tr("Remove"), "cancel", "ghost", name=f"engine_remove_{engine.name}")
        remove.setAccessibleName(fill(tr("Remove {name}"), {"name": engine.name}))
        remove.clicked.connect(partial(self._remove, engine))
        add_to(row(self.theme, line, gap="m"), (words, 1), (remove, Qt.AlignmentFlag.AlignTop))
        return line

    def _remove(self, engine: OwnEngine) -> None:
        self.set_value(tuple(known for known in self._engines if known != engine))
        self.field.setFocus()
        self.edited.emit(self.info.name, self._engines)

    def _ask_file(self) -> None:
        kinds = ((tr("Python files"), ("py",)),)
        ask_open(self, usual_folder(""), kinds, self._file_chosen, tr("Choose a computer player"))

    def _file_chosen(self, path: str) -> None:
        self.field.setText(join_command((path,)))
        self._submit()

    def _submit(self) -> None:
        words = self._words
        if words and self.add.isEnabled():
            self._is_trying = True
            self.field.setFocus()  # it keeps the focus, unlike a button that is disabled
            self._show_state()
            self.wanted.emit(words)

    @property
    def _words(self) -> tuple[str, ...]:
        """The command in the field; empty if it is none."""
        words = split_command(self.field.text())
        return tuple(words) if len(words) <= MAX_WORDS else ()

    def _show_state(self) -> None:
        is_full = len(self._engines) >= MAX_ENGINES
        self._problem.hide()
        self.field.setAccessibleDescription("")
        self.field.setEnabled(not is_full)
        self.field.setReadOnly(self._is_trying)
        self.choose.setEnabled(not is_full and not self._is_trying)
        self.add.setEnabled(not is_full and not self._is_trying and bool(self._words))
        self.add.setText(tr("Trying ...") if self._is_trying else tr("Add"))


class AdviserRow(ChoiceRow):
    """The computer player for hints and analyses: the built-in one, or one of the user."""

    def show_preferences(self, now: Preferences) -> None:
        self.box.offer({"": tr("Computer"), **{engine.name: engine.name for engine in now.engines}})
        self.box.choose(now.adviser)
