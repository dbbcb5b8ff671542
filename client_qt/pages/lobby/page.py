"""The lobby of a server: its tables, who is here, and what they say."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from client_qt.pages.lobby.rows import PersonLine, TableLine
from client_qt.pages.lobby.texts import PersonRow, TableRow
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, label, literal
from client_qt.widgets.chat import ChatView, Spoken
from client_qt.widgets.labels import ElidedLabel, PageHeader, WrappedLabel
from client_qt.widgets.layouts import column, page, page_column, row, scrolled
from client_qt.widgets.live_rows import LiveRows
from client_qt.widgets.two_columns import ANY, TURNED, Turned

SIDE, SIDE_SMALL = 24.0, 20.0  # em
TABLES_HIGH, SIDE_HIGH = 14.0, 32.0  # em, one under the other


class LobbyPage(QWidget):
    """Shows what it is given; says what somebody clicked."""

    back = Signal()
    join = Signal(str)  # table
    watch = Signal(str)
    invite = Signal(str, str)  # table, account
    profile = Signal(str)  # account
    history = Signal()  # of everybody here
    account = Signal()  # the own one
    host = Signal()  # make a table here
    report = Signal(str, str)  # account, name
    measure = Signal(str, str)  # what a moderator does: account, name
    close_table = Signal(str)  # by a moderator
    reports = Signal()  # for moderators
    mute = Signal(str, bool)  # account
    said = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lobby")
        self._theme = theme
        self.moderates = False
        self._people: tuple[PersonRow, ...] | None = None
        self._tables: tuple[TableRow, ...] | None = None
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Lobby"))
        self._header.back.connect(self.back)
        host = Button(theme, tr("New table"), "host", kind="primary")
        host.setObjectName("lobby_host")
        host.clicked.connect(self.host)
        self._header.add(host)
        played = Button(theme, tr("Played here"), "moves")
        played.setObjectName("lobby_history")
        played.clicked.connect(self.history)
        self._header.add(played)
        account = Button(theme, tr("Account"), "lock")
        account.setObjectName("lobby_account")
        account.clicked.connect(self.account)
        self._header.add(account)
        self._reports = Button(theme, tr("Reports"), "warning")
        self._reports.setObjectName("lobby_reports")
        self._reports.clicked.connect(self.reports)
        self._reports.hide()
        self._header.add(self._reports)
        self._trouble = label("", "body", "danger", wrap=True)
        self._trouble.hide()
        self._line = label("", "body", wrap=True)
        self._line.setObjectName("line")
        self._line.hide()
        self._motd = ElidedLabel("", "body", "muted", lines=1)
        self._motd.setObjectName("motd")
        self._motd.hide()
        self.chat = ChatView(theme, self)
        self.chat.said.connect(self.said)
        self.chat.report.connect(self.report)
        self.chat.left.connect(self.setFocus)
        self._lay_out()
        self._space()

    def _lay_out(self) -> None:
        theme = self._theme
        whole = page_column(theme, self, gap="s")
        whole.addWidget(self._header)
        whole.addWidget(self._motd)
        whole.addWidget(self._line)
        whole.addWidget(self._trouble)
        held = QWidget(self)
        both = row(theme, held, gap="l")
        self._tables_part, _heading, self._tables_lines = self._group(tr("Tables"))
        both.addWidget(self._tables_part, 1)
        self._side = QWidget(self)
        side = column(theme, self._side, gap="s")
        group, self._people_heading, self._people_lines = self._group(tr("Who is here"))
        side.addWidget(group, 2)
        self._fill_groups()
        talk = column(theme, gap="xs")
        talk.addWidget(label(tr("Chat of the lobby"), "heading"))
        frame = card("surface")
        inside = column(theme, frame)
        inside.addWidget(self.chat)
        talk.addWidget(frame, 1)
        side.addLayout(talk, 3)
        both.addWidget(self._side)
        Turned(theme, self, both, TURNED)
        whole.addWidget(scrolled(held, self), 1)

    def _group(self, title: str) -> tuple[QWidget, QLabel, QVBoxLayout]:
        theme = self._theme
        group, frame = QWidget(self), card("surface")
        heading = label(title, "heading")
        inner = QWidget(frame)
        lines = column(theme, inner, gap="xs", margin="s")
        column(theme, frame).addWidget(scrolled(inner, frame))
        box = column(theme, group, gap="xs")
        box.addWidget(heading)
        box.addWidget(frame, 1)
        return group, heading, lines

    # ---- what is shown

    def show_server(self, name: str, motd: str = "") -> None:
        """Whose lobby it is, and what whoever runs it tells everybody."""
        self._motd.setText(motd)
        self._motd.setVisible(bool(motd))
        self._header.set_title(tr("Lobby of {server}").replace("{server}", name) if name else tr("Lobby"))

    def show_rank(self, moderator: bool) -> None:
        """Whether this player looks after the server."""
        self._reports.setVisible(moderator)
        if moderator != self.moderates:
            self.moderates, self._people = moderator, None

    def say(self, words: str) -> None:
        """What went wrong; empty when nothing did."""
        self._trouble.setText(words)
        self._trouble.setVisible(bool(words))

    def show_people(self, rows: Sequence[PersonRow], count: int) -> None:
        """Who is here; `count` may be more than are listed."""
        self._people_heading.setText(tr("Who is here") + (f" ({count})" if count else ""))
        if tuple(rows) != self._people:
            self._people = tuple(rows)
            self._person_rows.show_rows([(who, self.moderates) for who in rows], foot=len(rows) < 2)

    def show_tables(self, rows: Sequence[TableRow]) -> None:
        """The tables that are not over."""
        if tuple(rows) != self._tables:
            self._tables = tuple(rows)
            self._table_rows.show_rows(rows, foot=not rows)

    def show_lines(self, lines: Sequence[Spoken]) -> None:
        """What was said, without those one does not want to read."""
        self.chat.show_lines(lines or [Spoken("", tr("Nothing was said here yet."))])

    def set_online(self, online: bool, words: str = "") -> None:
        """Nobody writes while the connection is gone; `words` say what becomes of it."""
        self._line.setText(words)
        self._line.setVisible(bool(words))
        self.chat.set_may_write(online, "" if online else tr("You can write when the connection is back."))

    def invitation_menu(self, table: str) -> QMenu:
        """The people who can be asked to a table."""
        menu = QMenu(self)
        for who in self._people or ():
            if not who.own:
                action = menu.addAction(literal(who.name))
                action.setObjectName(f"invite_{who.account}")
                action.triggered.connect(lambda _on=False, account=who.account: self.invite.emit(table, account))
        if menu.isEmpty():
            menu.addAction(tr("Nobody else is here yet.")).setEnabled(False)
        return menu

    def resizeEvent(self, event: object) -> None:
        self._space()

    def _space(self) -> None:
        px, small = self._theme.px, self._theme.is_narrow(self.width())
        turned, wide = self.width() < px(TURNED), px(SIDE_SMALL if small else SIDE)
        self._side.setMinimumSize(0 if turned else wide, px(SIDE_HIGH) if turned else 0)
        self._side.setMaximumWidth(ANY if turned else wide)
        self._tables_part.setMinimumHeight(px(TABLES_HIGH) if turned else 0)

    def _fill_groups(self) -> None:
        alone = WrappedLabel(tr("Nobody else is here yet. Copy the invitation to ask somebody."), "body", "muted")
        empty = WrappedLabel(
            tr("No table is open here. Make a new one, and it is listed for everybody."), "body", "muted"
        )
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme = self._theme
        self._person_rows = LiveRows[tuple[PersonRow, bool]](
            self._people_lines, lambda item: item[0].account, lambda item: PersonLine(theme, item[0], self), alone
        )
        self._table_rows = LiveRows[TableRow](
            self._tables_lines, lambda what: what.table, lambda what: TableLine(theme, what, self), empty, centred=True
        )
