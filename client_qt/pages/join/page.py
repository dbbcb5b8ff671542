"""The Join page: a live list of tables, the details of the chosen one, a field for an address."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QDateTime, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QProgressBar, QWidget

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.feedback.screen_reader import announce, show_announced
from client_qt.net.table_list import Group, ListedServer, ListedTable
from client_qt.pages.join.details import TableDetails
from client_qt.pages.lobby.rows import MINUTE_MS, ago_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, restyle
from client_qt.theme.controls import Kind
from client_qt.widgets.fields import line_edit
from client_qt.widgets.labels import LiveChip, PageHeader, WrappedLabel, leading_icon
from client_qt.widgets.layouts import STRETCH, Sides, add_to, column, page, page_column, row
from client_qt.widgets.lazy_page import LazyPage
from client_qt.widgets.list_view import ListColumn, ListRow, ListView, RowAction
from netgame.text import N_, fill

PATIENCE_MS = 3000  # then the page says what to try
LEAST_LINK = 12.0  # em; longer words are cut in a narrow page
SEARCH_TIPS = (
    N_("Is a table open? On the other computer: Host a game, then Open the table."),
    N_("Are both computers on the same network? A guest network keeps its computers apart."),
    N_("A firewall there may keep this program out. The waiting table shows an address: type it below."),
)
SHIFT, KEYPAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier


@dataclass(frozen=True)
class ServerEntry:
    """A server with its lobby. `tables` is None while it does not answer; the player can forget a known one."""

    server: ListedServer
    tables: int | None = None
    known: bool = False


class JoinPage(LazyPage):
    """Shows tables and servers; emits which table to take or watch and which address to ask."""

    back = Signal()
    take = Signal(object, str)  # ListedTable, and the code where it needs one
    watch = Signal(object, str)
    dial = Signal(str)  # the address or invitation in the field
    cancelled = Signal()  # stop asking the address
    accepted = Signal()  # continue with the unknown server
    visibility_changed = Signal(bool)  # whether the list is on screen
    entered = Signal(str)  # key of the server whose lobby is wanted
    tournaments = Signal(str)  # key of the server whose tournaments are wanted
    forgotten = Signal(str)  # fingerprint of the server to forget
    look_through = Signal()  # ask each address of this network
    find_out = Signal(str)  # why a table is missing; with the typed address

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("join")
        self._theme = theme
        self._entries: list[ListedTable] = []
        self._error = ""
        self._patience = QTimer(self, singleShot=True)
        self._patience.setObjectName("patience")
        self._patience.timeout.connect(self._show_empty)
        self._seconds = QTimer(self, interval=1000)
        self._seconds.timeout.connect(self._second_passed)
        self._minute = QTimer(self, interval=60_000)
        self._minute.timeout.connect(self._show_rows)
        page(self)

    def _build(self) -> None:
        self.details = TableDetails(self._theme, self)
        self._sides = Sides(self._theme, self, self._list(), self.details)
        self.details.take.connect(self.take)
        self.details.watch.connect(self.watch)
        self.show_tables(self._entries, self._error)

    def show_tables(self, entries: Sequence[ListedTable], error: str = "") -> None:
        """Show the tables there are now, and why the search for more does not work."""
        order: list[Group] = ["network", "recent", "address"]
        self._entries = sorted(
            entries,
            key=lambda entry: (
                order.index(entry.server.group), len(entry.names) > 1, not entry.mine, not entry.is_free,
                bool(entry.problem), not entry.server.known,
                game_title(entry.game), entry.key,
            ),
        )  # fmt: skip
        self._error = error
        self.tables.setVisible(bool(entries))
        self._show_rows()
        self._show_empty()
        self._show_details()

    def _show_rows(self) -> None:
        now = QDateTime.currentSecsSinceEpoch()
        self.tables.show_rows([_table_row(entry, now) for entry in self._entries])

    def show_servers(self, servers: Sequence[ServerEntry]) -> None:
        """Show the servers, those that answer first."""
        self._servers_title.setVisible(bool(servers))
        self.servers.setVisible(bool(servers))
        self.servers.show_rows([_server_row(server) for server in servers])

    def choose(self, key: tuple[str, str]) -> None:
        """Select a table and show its details."""
        self.tables.choose("/".join(key))

    def show_address_result(self, sentence: str, wrong: bool = True) -> None:
        """End the attempt to connect, and show what is wrong with the address or its server, or what was found."""
        self._seconds.stop()
        self._progress.hide()
        self._connect.setText(tr("Connect"))
        show_announced(self._address_error, sentence)
        restyle(self._address_error, tone="danger" if wrong else "muted")
        restyle(self.address, wrong="true" if sentence and wrong else "false")

    def show_connecting(self, address: str, limit_s: float) -> None:
        """Show that a server is being reached, until `show_address_result` or `ask`; Connect becomes Cancel."""
        self.show_address_result("")
        self._progress_bar.setRange(0, round(limit_s))
        self._progress_bar.setValue(0)
        self._connect.setText(tr("Cancel"))
        self._progress.show()
        show_announced(self._progress_words, fill(tr("Connecting to {address} ..."), {"address": address}))
        self._seconds.start()

    @property
    def is_connecting(self) -> bool:
        return self._seconds.isActive()

    def ask(self, sentence: str, forget: bool = False) -> None:
        """Ask whether an unknown server is the right one; `forget`: it replaces another server."""
        self.show_address_result("")
        self._yes.setText(tr("Forget the old server") if forget else tr("Yes, show its tables"))
        self._yes.set_kind("danger" if forget else "primary")
        self._question.setText(sentence)
        for button in (self._yes, self._no):
            button.setAccessibleDescription(sentence)
        self._question_card.show()
        (self._no if forget else self._yes).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Write what is typed at the list into the address: a list of tables has no use for text."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.tables:
            text, held = event.text(), event.modifiers() & ~(SHIFT | KEYPAD)
            if text.isprintable() and text.strip() and not held:
                self.address.setFocus(Qt.FocusReason.OtherFocusReason)
                self.address.setCursorPosition(len(self.address.text()))
                self.address.insert(text)
                return True
        return super().eventFilter(watched, event)

    def take_focus(self) -> None:
        """Give the focus to the first table, or to the address where there is none."""
        if not self._entries:
            self.address.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self._current() is None:
            self.choose(self._entries[0].key)
        self.tables.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():  # a question stays when the window was only minimised
            self._question_card.hide()
            if not self.is_connecting:
                self.show_address_result("")
            self.details.show_error("")
            self._sides.scroll_to_top()
        self._patience.start(PATIENCE_MS)
        self._minute.start()
        self._show_rows()
        self._show_empty()
        self.visibility_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self._patience.stop()
        self._minute.stop()
        self.visibility_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        layout = self._theme.tokens.layout
        narrow = self._theme.is_narrow(event.size().width())
        self._sides.fold(self._theme.px(layout.panel_min if narrow else layout.panel + 0.3))
        self.details.area.set_whole(self._sides.folded)
        self.tables.set_narrow(narrow)

    def _list(self) -> QWidget:
        theme = self._theme
        header = PageHeader(theme, tr("Join a game"))
        header.back.connect(self.back)
        header.add(LiveChip(theme, tr("Looking on this network")))
        columns = (
            ListColumn(tr("Players"), 8.0, 5.4, "strong"), ListColumn(tr("Ping"), 5.0),
            ListColumn(tr("Version"), 5.6, tone="ink_muted"),
        )  # fmt: skip
        self.tables = ListView(theme, "tables", tr("Tables"), self, whole=True, selectable=True, columns=columns)
        self.tables.installEventFilter(self)
        self.tables.chosen.connect(lambda: self.details.show_error(""))
        self.tables.chosen.connect(self._show_details)
        self.tables.triggered.connect(self._triggered)
        self._servers_title = label(tr("Servers"), "name")
        self.servers = ListView(theme, "servers", tr("Servers"), self, whole=True)
        self.servers.triggered.connect(self._server_triggered)
        servers = add_to(column(theme, gap=0.7), self._servers_title, self.servers)
        self.show_servers(())
        inner = QWidget(self)
        add_to(
            page_column(theme, inner, gap="xl"),
            header,
            self._empty(),
            self.tables,
            servers,
            self._other_address(),
            STRETCH,
        )
        return inner

    def _empty(self) -> QWidget:
        theme = self._theme
        self._empty_card = card("surface")
        inside = column(theme, self._empty_card, gap="s", margin="l")
        self._empty_title = label("", "name", wrap=True)
        self._empty_error = label("", "body", "danger", wrap=True)
        add_to(inside, self._empty_title, self._empty_error)
        self._tips = [label(tr(words), "body", "muted", wrap=True) for words in SEARCH_TIPS]
        self._find_out_now = self._find_out_button("find_out_now", "soft")
        self._look_through = Button(
            theme, tr("Ask each address here"), "network", "soft", name="look_through", clicked=self.look_through
        )
        self._look_through.setToolTip(
            tr("Sends one question to each of the 254 addresses around yours. It helps where the list stays empty.")
        )
        for later in (
            *self._tips,
            self._look_through,
            self._find_out_now,
        ):  # they have their place at once, so no button moves
            policy = later.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            later.setSizePolicy(policy)
        left = Qt.AlignmentFlag.AlignLeft
        add_to(inside, *self._tips, (self._look_through, left), (self._find_out_now, left))
        return self._empty_card

    def _other_address(self) -> QBoxLayout:
        theme = self._theme
        self.address = line_edit("address", tr("Other address"), 400, self, tr("Invitation or address"))
        self.address.setToolTip(tr("Paste an invitation, or type the address your friend sees"))
        leading_icon(theme, self.address, "link")
        restyle(self.address, extent="tall")
        self.address.returnPressed.connect(self._dial)
        self._connect = Button(theme, tr("Connect"), name="connect", clicked=self._dial_or_cancel)
        restyle(self._connect, extent="tall")
        theme.scale(self._connect.setMinimumWidth, 7.86)
        line = add_to(row(theme, gap="m"), (self.address, 1), self._connect)
        self._address_error = label("", "strong", "danger", wrap=True, name="address_error")
        self._address_error.hide()
        part = add_to(
            column(theme, gap="s"),
            label(tr("Other address"), "name"),
            line,
            self._address_error,
            self._connecting(),
            self._asking(),
        )
        self._find_out = self._find_out_button("find_out", "link")
        part.addWidget(self._find_out, 0, Qt.AlignmentFlag.AlignLeft)
        return part

    def _connecting(self) -> QWidget:
        self._progress = QWidget(self)
        self._progress_words = WrappedLabel("", "body", "muted")
        self._progress_words.setObjectName("connecting")
        self._progress_bar = QProgressBar(self._progress)
        self._progress_bar.setObjectName("connecting_progress")
        self._progress_bar.setAccessibleName(tr("Time spent connecting"))
        self._progress_bar.setTextVisible(False)
        add_to(column(self._theme, self._progress, gap="xs"), self._progress_words, self._progress_bar)
        self._progress.hide()
        return self._progress

    def _second_passed(self) -> None:
        self._progress_bar.setValue(self._progress_bar.value() + 1)

    def _find_out_button(self, name: str, kind: Kind) -> Button:
        button = Button(self._theme, tr("Missing a table? Find out why"), "doctor", kind, name=name)
        button.clicked.connect(lambda: self.find_out.emit(self.address.text().strip()))
        self._theme.scale(button.setMinimumWidth, LEAST_LINK)
        return button

    def _asking(self) -> QWidget:
        theme = self._theme
        self._question_card = card("banner")
        self._question_card.hide()
        self._question = label("", "body", wrap=True)
        hide = self._close_question
        self._yes = Button(theme, kind="primary", name="accept_server", clicked=hide)
        self._yes.clicked.connect(self.accepted)  # its receiver may ask again
        self._no = Button(theme, tr("Cancel"), kind="ghost", clicked=hide)
        line = add_to(row(theme, gap="m"), self._no, STRETCH, self._yes)
        add_to(column(theme, self._question_card, gap="m", margin="m"), self._question, line)
        return self._question_card

    def _close_question(self) -> None:
        self.take_focus()  # otherwise Qt gives it to the next control, which is Back
        self._question_card.hide()

    def _current(self) -> ListedTable | None:
        item = self.tables.selected.item if self.tables.selected is not None else None
        return item if isinstance(item, ListedTable) else None

    def _show_details(self) -> None:
        self.details.show_table(self._current())

    def _show_empty(self) -> None:
        none_near = not any(entry.server.group == "network" for entry in self._entries)
        waited = self.isVisible() and not self._patience.isActive()
        self._empty_card.setVisible(none_near)
        before = self._empty_title.text()
        self._empty_title.setText(
            tr("No table on this network. What to try:") if waited else tr("Looking for tables on this network ...")
        )
        show_announced(self._empty_error, self._error)
        for words in (*self._tips, self._look_through, self._find_out_now):
            words.setVisible(waited)
        if waited and not self._entries and self._empty_title.text() != before:
            announce(self, " ".join(words.text() for words in (self._empty_title, *self._tips)))
        self._find_out.setVisible(not (none_near and waited))  # the card has the button then

    def _triggered(self, row: ListRow, action: str) -> None:
        self.tables.choose(row.key)
        if action == "watch":
            self.details.ask_to_watch()
        else:
            self.details.ask_for_seat()

    def _server_triggered(self, row: ListRow, action: str) -> None:
        if action == "lobby":
            self.entered.emit(row.key)
            return
        if action == "tournaments":
            self.tournaments.emit(row.key)
            return
        sentences = [
            tr("The program also forgets your account there, unless that server knows the key of this computer."),
            tr("Unfinished games there disappear from the home page."),
        ]
        forget = Answer(tr("Forget server"), "danger", lambda: self.forgotten.emit(row.key), "forget_server")
        title = fill(tr("Forget the server {name}?"), {"name": row.title})
        QuestionDialog(self._theme, title, sentences, [forget], self.window()).open()

    def _dial_or_cancel(self) -> None:
        if self.is_connecting:
            self.show_address_result("")
            self.cancelled.emit()
        else:
            self._dial()

    def _dial(self) -> None:
        self._question_card.hide()
        self.show_address_result("")
        self.dial.emit(self.address.text())


def _table_row(entry: ListedTable, now: int) -> ListRow:
    """The game, then the table and its players, then the terms."""
    groups = {"network": tr("This network"), "recent": tr("Recent"), "address": tr("At the address")}
    actions = [RowAction("take", tr("Continue") if entry.mine else tr("Take the free seat"), None)]
    if entry.is_watchable:
        actions.append(RowAction("watch", tr("Watch"), None))
    return ListRow(
        "/".join(entry.key),
        game_title(entry.game),
        ()
        if entry.problem
        else tuple(line for line in (_who(entry, now), entry.terms_line, _twin_line(entry.server)) if line),
        entry.game,
        columns=("", "", entry.server.version) if entry.problem else (entry.players, entry.ping, entry.server.version),
        problem=entry.problem,
        actions=tuple(actions),
        end="next",
        group=groups[entry.server.group],
        item=entry,
    )


def _who(entry: ListedTable, now: int) -> str:
    """The title of a table, and how long it waits or who plays there."""
    if len(entry.names) == 2:
        first, second = entry.names
        return dotted(entry.title, fill(tr("{first} and {second}"), {"first": first, "second": second}))
    known = 0 < entry.made <= now + MINUTE_MS // 1000  # the clock of the server may be wrong
    waited = fill(tr("open for {time}"), {"time": ago_words((now - entry.made) * 1000)}) if known else ""
    return dotted(entry.title, waited)


def _twin_line(server: ListedServer) -> str:
    """Where a server is, if another one has the same identity."""
    return dotted(str(server.addresses[0]), server.twin_words) if server.has_twin else ""


def _server_row(entry: ServerEntry) -> ListRow:
    server, count = entry.server, entry.tables
    words = tr("%n table(s)", count) if count else tr("no table yet") if count == 0 else tr("does not answer now")
    address = str(server.addresses[0]) if server.addresses else ""
    events = tr("%n tournament(s)", server.tournaments) if server.tournaments else ""
    words = dotted(address, words, events, server.twin_words)
    tournaments = (RowAction("tournaments", tr("Tournaments"), "primary"),) if events else ()
    lobby = (RowAction("lobby", tr("Lobby"), icon="chat"),) if count is not None else ()
    forget = (RowAction("forget", tr("Forget"), "ghost"),) if entry.known else ()
    tone = "ink" if count is not None else "ink_muted"
    return ListRow(server.key, server.name, (words,), tone=tone, actions=(*tournaments, *lobby, *forget))
