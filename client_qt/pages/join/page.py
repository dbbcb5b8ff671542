"""The Join page: a live list of tables, the details of the chosen one, a field for an address."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from client_qt.net.table_list import TableEntry
from client_qt.pages.join.details import Details
from client_qt.pages.join.rows import TableEntryGroup
from client_qt.pages.join.server_list import ServerList
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, label, restyle
from client_qt.widgets.labels import LiveChip, PageHeader, leading_icon
from client_qt.widgets.layouts import column, page, page_column, row
from client_qt.widgets.two_columns import Sides
from netgame.text import N_

PATIENCE_MS = 3000  # then the page says what to try
LEAST_LINK = 12.0  # em; longer words are cut in a narrow page

WHAT_TO_TRY = (
    N_("Is a table open? On the other computer: Host a game, then Open the table."),
    N_("Are both computers on the same network? A guest network keeps its computers apart."),
    N_("A firewall there may keep this program out. The waiting table shows an address: type it below."),
)


class JoinPage(QWidget):
    """Shows openings; says which one to take and which address to ask."""

    back = Signal()
    take = Signal(object, str)  # Opening, and the code where it needs one
    watch = Signal(object, str)
    dial = Signal(str)  # what was typed or pasted
    accepted = Signal()  # go on with the server that is asked about
    watched = Signal(bool)  # somebody looks at the list
    entered = Signal(str)  # the lobby of a server, by fingerprint
    find_out = Signal(str)  # why a table is missing; with the address that was typed, if any

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("join")
        self._theme = theme
        self._openings: list[TableEntry] = []
        self._chosen: tuple[str, str] | None = None
        self._trouble = ""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._show_groups)
        page(self)
        self.details = Details(theme, self)
        self._sides = Sides(theme, self, self._list(), self.details)
        self.details.take.connect(self.take)
        self.details.watch.connect(self.watch)
        self._show_groups()

    # ---- what is shown

    def show_openings(self, openings: Sequence[TableEntry], trouble: str = "") -> None:
        """Show the tables there are now, and what keeps others from being found."""
        self._openings = list(openings)
        self._trouble = trouble
        if self._current() is None:
            self._chosen = None
        self._show_groups()

    def choose(self, key: tuple[str, str] | None) -> None:
        """Show the details of that table."""
        self._chosen = key
        self._show_groups()

    def answer(self, sentence: str) -> None:
        """Show the answer to a request of the page: it is done, or `sentence` says why not."""
        self.details.answer(sentence)

    def say_address(self, sentence: str) -> None:
        """What is wrong with the address, or with what answers there."""
        self._connect.setEnabled(True)
        self._address_error.setText(sentence)
        self._address_error.setVisible(bool(sentence))
        restyle(self.address, wrong="true" if sentence else "false")

    def ask(self, sentence: str, forget: bool = False) -> None:
        """Is this the right server? Only for one that was never seen here. `forget`: another one was there before."""
        self.say_address("")
        self._yes.setText(tr("Forget the old server") if forget else tr("Yes, show its tables"))
        self._yes.set_kind("danger" if forget else "primary")
        self._question.setText(sentence)
        self._question_card.show()
        (self._no if forget else self._yes).setFocus()

    def take_focus(self) -> None:
        """The keyboard goes to the first table, or where there is none to the address."""
        first = next((found for group in self._groups if (found := group.first_row()) is not None), None)
        (first or self.address).setFocus(Qt.FocusReason.OtherFocusReason)
        if first is not None and self._chosen is None:
            self.choose(first.opening.key)

    def give_up_waiting(self) -> None:
        """Say now what to try."""
        self._patience.stop()
        self._show_groups()

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():  # otherwise the window was only minimised: a question on the page stays
            self._question_card.hide()
            self.say_address("")
            self.details.say("")
        self._patience.start(PATIENCE_MS)
        self._show_groups()
        self.watched.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self._patience.stop()
        self.watched.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        layout = self._theme.tokens.layout
        small = self._theme.is_narrow(event.size().width())
        self._sides.fold(self._theme.px(layout.panel_min if small else layout.panel + 0.3))
        self.details.set_whole(self._sides.folded)
        for group in self._groups:
            group.set_small(small)

    # ---- how it is built

    def _list(self) -> QWidget:
        theme = self._theme
        header = PageHeader(theme, tr("Join a game"), back=True)
        header.back.connect(self.back)
        header.add(LiveChip(theme, tr("Looking on this network")))
        inner = QWidget(self)
        body = page_column(theme, inner, gap="xl")
        body.addWidget(header)
        self._groups = [
            TableEntryGroup(theme, "network", tr("This network"), self),
            TableEntryGroup(theme, "recent", tr("Recent"), self),
            TableEntryGroup(theme, "address", tr("At the address"), self),
        ]
        body.addWidget(self._groups[0])
        body.addWidget(self._empty())
        for group in self._groups:
            group.chosen.connect(self._row_chosen)
            group.taken.connect(self._row_taken)
        for group in self._groups[1:]:
            body.addWidget(group)
        self.servers = ServerList(theme, self)
        self.servers.entered.connect(self.entered)
        body.addWidget(self.servers)
        body.addLayout(self._other_address())
        body.addStretch(1)
        return inner

    def _empty(self) -> QWidget:
        theme = self._theme
        self._empty_card = card("surface")
        inside = column(theme, self._empty_card, gap="s", margin="l")
        self._empty_title = label("", "name", wrap=True)
        self._empty_trouble = label("", "body", "danger", wrap=True)
        inside.addWidget(self._empty_title)
        inside.addWidget(self._empty_trouble)
        self._tries = [label(tr(words), "body", "muted", wrap=True) for words in WHAT_TO_TRY]
        for words in self._tries:
            inside.addWidget(words)
        self._find_out_now = self._find_out_button("find_out_now")
        self._find_out_now.set_kind("soft")
        inside.addWidget(self._find_out_now, 0, Qt.AlignmentFlag.AlignLeft)
        return self._empty_card

    def _other_address(self) -> QBoxLayout:
        theme = self._theme
        self.address = QLineEdit(self)
        self.address.setObjectName("address")
        self.address.setPlaceholderText(tr("Paste an invitation, or type the address your friend sees"))
        self.address.setToolTip(self.address.placeholderText())
        self.address.setAccessibleName(tr("Other address"))
        self.address.setMaxLength(400)
        leading_icon(theme, self.address, "link")
        restyle(self.address, extent="tall")
        self.address.returnPressed.connect(self._dial)
        self._connect = Button(theme, tr("Connect"))
        restyle(self._connect, extent="tall")
        theme.scale(self._connect.setMinimumWidth, 7.86)
        self._connect.setObjectName("connect")
        self._connect.clicked.connect(self._dial)
        line = row(theme, gap="m")
        line.addWidget(self.address, 1)
        line.addWidget(self._connect)
        self._address_error = label("", "strong", "danger", wrap=True)
        self._address_error.setObjectName("address_error")
        self._address_error.hide()
        part = column(theme, gap="s")
        part.addWidget(label(tr("Other address"), "name"))
        part.addLayout(line)
        part.addWidget(self._address_error)
        part.addWidget(self._asking())
        self._find_out = self._find_out_button("find_out")
        part.addWidget(self._find_out, 0, Qt.AlignmentFlag.AlignLeft)
        return part

    def _find_out_button(self, name: str) -> Button:
        button = Button(self._theme, tr("Missing a table? Find out why"), "doctor", "link")
        button.setObjectName(name)
        self._theme.scale(button.setMinimumWidth, LEAST_LINK)
        button.clicked.connect(lambda: self.find_out.emit(self.address.text().strip()))
        return button

    def _asking(self) -> QWidget:
        theme = self._theme
        self._question_card = card("banner")
        self._question_card.hide()
        self._question = label("", "body", wrap=True)
        self._yes = Button(theme, tr("Yes, show its tables"), kind="primary")
        self._yes.setObjectName("accept_server")
        self._no = no = Button(theme, tr("Cancel"), kind="ghost")
        self._yes.clicked.connect(self._question_card.hide)
        self._yes.clicked.connect(self.accepted)  # who listens may ask again
        no.clicked.connect(self._question_card.hide)
        line = row(theme, gap="m")
        line.addWidget(no)
        line.addStretch(1)
        line.addWidget(self._yes)
        inside = column(theme, self._question_card, gap="m", margin="m")
        inside.addWidget(self._question)
        inside.addLayout(line)
        return self._question_card

    # ---- what happens

    def _current(self) -> TableEntry | None:
        return next((opening for opening in self._openings if opening.key == self._chosen), None)

    def _show_groups(self) -> None:
        for group in self._groups:
            group.show_openings(self._openings, self._chosen)
        self._show_empty()
        self.details.show_opening(self._current())

    def _show_empty(self) -> None:
        nobody = not any(opening.place.group == "network" for opening in self._openings)
        waited = self.isVisible() and not self._patience.isActive()
        self._empty_card.setVisible(nobody)
        self._empty_title.setText(
            tr("No table on this network. What to try:") if waited else tr("Looking for tables on this network ...")
        )
        self._empty_trouble.setText(self._trouble)
        self._empty_trouble.setVisible(bool(self._trouble))
        for words in (*self._tries, self._find_out_now):
            words.setVisible(waited)
        self._find_out.setVisible(not (nobody and waited))  # there it is in the middle of the page

    def _row_chosen(self, opening: TableEntry) -> None:
        self.details.say("")
        self.choose(opening.key)

    def _row_taken(self, opening: TableEntry) -> None:
        self._row_chosen(opening)
        self.details.ask_for_seat()

    def _dial(self) -> None:
        self._question_card.hide()
        self.say_address("")
        self._connect.setEnabled(False)
        self.dial.emit(self.address.text())
