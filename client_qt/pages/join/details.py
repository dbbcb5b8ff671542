"""What is known of one table before sitting down at it, and the button that does."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from client_qt.net.table_list import TableEntry
from client_qt.pages.setup.summary import LOW, PICTURE, PICTURE_LOW, show_table
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, hairline, label, restyle
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, page
from client_qt.widgets.tiles import game_scene
from client_qt.widgets.two_columns import Unrolled
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import MAX_CODE


class Details(QWidget):
    """The panel at the right of the Join page."""

    take = Signal(object, str)  # Opening, and the code where it needs one
    watch = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._opening: TableEntry | None = None
        self._asking = False  # a request for a seat, or for watching, runs
        page(self, "surface")
        self._scenes = QStackedWidget(self)
        self._scene_of = {key: game_scene(theme, key, 1.2, self._scenes) for key in GAMES}
        self._scene_of[""] = game_scene(theme, "", 1.2, self._scenes)
        for scene in self._scene_of.values():
            self._scenes.addWidget(scene)
        self._title, self._where = label("", "door", wrap=True), ElidedLabel("", "body", "muted")
        self._options = QWidget(self)
        self._option_rows = column(theme, self._options, gap="s")
        self._players = label("", "strong", wrap=True)
        self._line = hairline()
        self._error = label("", "strong", "danger", wrap=True)
        self._error.setObjectName("error")
        self.button = Button(theme, tr("Take the free seat"), icon="join", kind="primary")
        self.button.setObjectName("take_seat")
        restyle(self.button, extent="large")
        self.button.clicked.connect(self.ask_for_seat)
        self.watch_button = Button(theme, tr("Look on"), icon="watch", kind="plain")
        self.watch_button.setObjectName("watch_table")
        self.watch_button.clicked.connect(self._watch)
        self.code = QLineEdit(self)
        self.code.setObjectName("table_code")
        self.code.setMaxLength(MAX_CODE)
        self.code.setPlaceholderText(tr("The code of the table"))
        self.code.setAccessibleName(tr("The code of the table"))
        self.code.returnPressed.connect(self.ask_for_seat)
        self.code.textEdited.connect(self._code_edited)
        self._lay_out()
        self.show_opening(None)

    def set_whole(self, whole: bool) -> None:
        """Whether all of it is to be seen: it is scrolled with what is around it."""
        self._options_area.set_whole(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < self._theme.px(LOW)
        self._scenes.setFixedHeight(self._theme.px(PICTURE_LOW if low else PICTURE))

    def show_opening(self, opening: TableEntry | None) -> None:
        """Show a table; None: nothing is chosen."""
        before, self._opening = self._opening, opening
        for widget in (self._scenes, self._where, self._options, self._players, self._line, self.button):
            widget.setVisible(opening is not None)
        self.code.setVisible(opening is not None and opening.needs_code)
        self.watch_button.setVisible(opening is not None and _may_watch(opening))
        if opening is None:
            self._title.setText(tr("Choose a table"))
            self.say("")
            return
        if before is None or before.key != opening.key:
            self.code.clear()
            self.say("")
        self._scenes.setCurrentWidget(self._scene_of.get(opening.game, self._scene_of[""]))
        self._title.setText(opening.title or opening.game_title)
        where = {"game": opening.game_title, "server": opening.place.name}
        self._where.setText(fill(tr("{game}, at {server}"), where))
        if before is None or before.details() != opening.details():
            show_table(self._theme, self._option_rows, opening.details())
        self._show_seats(opening)

    def say(self, sentence: str) -> None:
        """What went wrong."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def answer(self, sentence: str) -> None:
        """Take the answer: the request is done, or `sentence` says why not. Now another one is possible."""
        self.say(sentence)
        self._set_asking(False)

    def ask_for_seat(self) -> None:
        """Ask for the free seat, once; where the table has a code and the field is empty, ask for the code first."""
        if self._opening is not None and self._opening.is_free and not self._asking and not self.ask_code():
            self._set_asking(True)
            self.take.emit(self._opening, self.code.text().strip())

    def ask_code(self) -> bool:
        """Whether the code is still to be given; then it is asked for."""
        if self._opening is None or not self._opening.needs_code or self.code.text().strip():
            return False
        self.say(tr("This table asks for a code. Whoever made it can tell you."))
        self.code.setFocus()
        return True

    def _lay_out(self) -> None:
        body = column(self._theme, self, gap="m", margin="xl")
        body.addWidget(self._scenes)
        body.addWidget(self._title)
        body.addWidget(self._where)
        self._options_area = Unrolled(self._options, self)
        body.addWidget(self._options_area, 1)
        body.addWidget(self._line)
        body.addWidget(self._players)
        body.addStretch(0)
        body.addWidget(self._error)
        body.addWidget(self.code)
        body.addWidget(self.button)
        body.addWidget(self.watch_button)

    def _show_seats(self, opening: TableEntry) -> None:
        if opening.problem:
            self._players.setText(opening.problem)
            restyle(self._players, tone="danger")
        else:
            restyle(self._players, tone="ink")
            who = {"first": "", "second": "", **dict(zip(("first", "second"), opening.names, strict=False))}
            words = (
                tr("Nobody sits here yet."),
                fill(tr("{first} is waiting."), who),
                fill(tr("{first} and {second} play here."), who),
            )
            self._players.setText(words[min(len(opening.names), 2)])
        self.button.setText(tr("Go on playing") if opening.mine else tr("Take the free seat"))
        self._show_possible(opening)
        if not opening.is_free and not opening.problem:
            self.button.setText(tr("Both seats are taken"))

    def _show_possible(self, opening: TableEntry) -> None:
        self.button.setEnabled(opening.is_free and not self._asking)
        self.watch_button.setEnabled(not self._asking)

    def _set_asking(self, asking: bool) -> None:
        self._asking = asking
        if self._opening is not None:
            self._show_possible(self._opening)

    def _watch(self) -> None:
        if self._opening is not None and not self._asking and not self.ask_code():
            self._set_asking(True)
            self.watch.emit(self._opening, self.code.text().strip())

    def _code_edited(self) -> None:
        self.say("")


def _may_watch(opening: TableEntry) -> bool:
    """Somebody plays there, and does not mind."""
    return not opening.problem and not opening.mine and opening.may_watch and bool(opening.names)
