"""The lobby of a server: its tables, the people who are online, and their chat."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.lobby.rows import PersonItem
from client_qt.pages.titled_page import TitledPage
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, literal, restyle, show_text
from client_qt.theme.controls import Kind
from client_qt.widgets.chat import ChatView
from client_qt.widgets.labels import ElidedLabel, WrappedLabel
from client_qt.widgets.layouts import QWIDGETSIZE_MAX, TURNED, add_to, column, row, scrolled, turn_narrow
from client_qt.widgets.list_view import ListRow, ListView
from client_qt.widgets.play_now_card import PlayNowCard
from client_qt.widgets.row_delegate import MORE

SIDE, SIDE_SMALL = 24.0, 20.0  # em
RELATIONS = {"follow": "follow", "unfollow": "", "block": "block", "unblock": ""}  # by the action of a row
TABLES_HIGH, SIDE_HIGH = 14.0, 32.0  # em, one under the other


class LobbyPage(TitledPage):
    """Shows what it is given; emits what the player wants."""

    join = Signal(str)  # table
    watch = Signal(str)
    invite = Signal(str, str)  # table, account
    profile = Signal(str)  # account
    write = Signal(str)  # a direct message to an account
    history = Signal()  # of everybody at this server
    account = Signal()  # the player's own
    tournaments = Signal()
    host = Signal()  # open a table at this server
    play_now = Signal()
    accept_seek = Signal(str)  # the wish of another player
    unseek = Signal()
    copied = Signal()  # the invitation to this server
    report = Signal(str, str)  # account, name
    moderate = Signal(str, str)  # moderation of account, name
    close_table = Signal(str)  # by a moderator
    reports = Signal()  # for moderators
    moderated = Signal()  # the user turns out to be a moderator of the shown server
    mute = Signal(str, bool)  # account
    relate = Signal(str, str)  # account, and the relation to it: follow, block, or empty
    challenge = Signal(str)  # account
    challenge_answered = Signal(str, str, QPoint)  # id, and accept, change, decline or withdraw; where a menu may open
    line_entered = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "lobby", tr("Lobby"), parent, gap="s")

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        restyle(self._note, tone="danger")
        self._buttons: dict[str, Button] = {}
        for name, text, icon, signal in (
            ("play_now", tr("Play now"), "play", self.play_now), ("host", tr("New table"), "host", self.host),
            ("tournaments", tr("Tournaments"), "players", self.tournaments),
            ("history", tr("Played here"), "moves", self.history),
            ("account", tr("Account"), "lock", self.account), ("reports", tr("Reports"), "warning", self.reports),
        ):  # fmt: skip
            kind: Kind = "primary" if name == "play_now" else "plain"
            button = Button(theme, text, icon, kind, name=f"lobby_{name}", clicked=signal)
            self._header.add(button)
            self._buttons[name] = button
        self._reports = self._buttons["reports"]
        self._line = label("", "body", wrap=True, name="line")
        self._motd = ElidedLabel("", "body", "muted", lines=1)
        self._motd.setObjectName("motd")
        for hidden in (self._reports, self._line, self._motd):
            hidden.hide()
        self.challenges = ListView(theme, "challenges", tr("Challenges"), self, whole=True, framed=False)
        self.challenges.triggered.connect(self._challenge_triggered)
        self._search = PlayNowCard(theme, self)
        self._search.cancelled.connect(self.unseek)
        self._search.hide()
        self.tables = ListView(theme, "tables", tr("Tables"), self, framed=False)
        self.tables.triggered.connect(self._table_triggered)
        self.seeks = ListView(theme, "seeks", tr("Looking for a game"), self, framed=False)
        self.seeks.triggered.connect(lambda row: self.accept_seek.emit(row.key))
        self.people = ListView(theme, "people", tr("Online"), self, framed=False, clickable=True)
        self.people.triggered.connect(self._person_triggered)
        self._alone = WrappedLabel(tr("Nobody else is here yet. Copy the invitation to ask somebody."), "body", "muted")
        theme.scale(self._alone.setContentsMargins, 0.8, 0, 0.8, 0.5)
        self.chat = ChatView(theme, self)
        self.chat.line_entered.connect(self.line_entered)
        self.chat.report.connect(self.report)
        self.chat.left.connect(self.setFocus)
        self._lay_out()
        self._space()

    def _lay_out(self) -> None:
        theme = self._theme
        self._people_heading = label(tr("Online"), "heading")
        self._tables_part, self._side = QWidget(self), QWidget(self)
        self._challenges_part, self._seeks_part = QWidget(self._tables_part), QWidget(self._tables_part)
        add_to(
            column(theme, self._challenges_part, gap="xs"),
            label(tr("Challenges"), "heading"),
            self._card(self.challenges),
        )
        add_to(
            column(theme, self._seeks_part, gap="xs"),
            label(tr("Looking for a game"), "heading"),
            (self._card(self.seeks), 1),
        )
        self._challenges_part.hide()
        add_to(
            column(theme, self._tables_part, gap="xs"),
            self._challenges_part,
            (self._seeks_part, 2),
            label(tr("Tables"), "heading"),
            (self._card(self.tables), 3),
        )
        self._seeks_part.hide()
        copy = Button(theme, tr("Copy invitation"), "copy", name="lobby_copy", clicked=self.copied)
        add_to(
            column(theme, self._side, gap="xs"),
            add_to(row(theme, gap="s"), (self._people_heading, 1), copy),
            (self._card(self.people, self._alone), 2),
            label(tr("Chat"), "heading"),
            (self._card(self.chat), 3),
        )
        inner = QWidget(self)
        both = add_to(row(theme, inner, gap="l"), (self._tables_part, 1), self._side)
        turn_narrow(theme, self, both, TURNED)
        self._body.insertWidget(1, self._motd)
        self._body.insertWidget(2, self._line)
        self._body.insertWidget(3, self._search)
        self._body.addWidget(scrolled(inner, self), 1)

    def _card(self, *parts: QWidget) -> QWidget:
        frame = card("surface")
        add_to(column(self._theme, frame, gap=0), *parts)
        return frame

    def show_server(self, name: str, motd: str = "") -> None:
        """Show the name of the server and its message of the day."""
        show_text(self._motd, motd)
        title = tr("Lobby of {server}").replace("{server}", name) if name else tr("Lobby")
        self._header.set_title(title)
        self.setAccessibleName(title)

    def show_rank(self, moderator: bool) -> None:
        """Show the reports to moderators only."""
        was_hidden = self._reports.isHidden()
        self._reports.setVisible(moderator)
        if moderator and was_hidden:
            self.moderated.emit()

    def show_tournaments(self, shown: bool) -> None:
        """Show the button of the tournaments, except at an older server."""
        self._buttons["tournaments"].setVisible(shown)

    def show_open_reports(self, count: int, more: bool) -> None:
        """Show on the button how many reports are not resolved."""
        self._reports.setText(tr("Reports") + (f" ({count}{'+' * more})" if count else ""))

    def show_people(self, rows: Sequence[ListRow], count: int) -> None:
        """Show who is online; `count` may be more than the rows."""
        self._people_heading.setText(tr("Online") + (f" ({count})" if count else ""))
        self._alone.setVisible(len(rows) < 2)
        self.people.show_rows(rows)

    def show_challenges(self, rows: Sequence[ListRow]) -> None:
        """Show the open challenges of and to the player."""
        self._challenges_part.setVisible(bool(rows))
        self.challenges.show_rows(rows)

    def show_tables(self, rows: Sequence[ListRow]) -> None:
        """Show the tables that are not over."""
        self.tables.show_rows(rows, tr("No table is open here. Make a new one, and it is listed for everybody."))

    def show_seeks(self, rows: Sequence[ListRow]) -> None:
        """Show who looks for a game; nothing if nobody does."""
        self.seeks.show_rows(rows)
        self._seeks_part.setVisible(bool(rows))

    def show_search(self, words: str) -> None:
        """Show the search of the player here that goes on; empty words: none does."""
        self._search.show_words(words, is_searching=True)
        self._search.setVisible(bool(words))

    def allow_play_now(self, allowed: bool) -> None:
        """Show the button, unless the server is older or the player looks for a game already."""
        self._buttons["play_now"].setVisible(allowed)

    def set_online(self, online: bool, words: str = "", refusal: str = "") -> None:
        """Allow writing while connected. `words` describe a lost connection, `refusal` why there can be no message."""
        show_announced(self._line, words)
        why = refusal if online else tr("You can write when the connection is back.")
        self.chat.set_may_write(online and not refusal, why)

    def invitation_menu(self, table: str) -> QMenu:
        """The people who can be invited to a table."""
        menu = QMenu(self)
        for who in self.people.rows:
            if isinstance(who.item, PersonItem) and not who.item.own:
                action = menu.addAction(literal(who.item.name))
                action.setObjectName(f"invite_{who.key}")
                action.triggered.connect(lambda _on=False, account=who.key: self.invite.emit(table, account))
        if menu.isEmpty():
            menu.addAction(tr("Nobody else is here yet.")).setEnabled(False)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._space()

    def _space(self) -> None:
        px, small = self._theme.px, self._theme.is_narrow(self.width())
        turned, wide = self.width() < px(TURNED), px(SIDE_SMALL if small else SIDE)
        self._side.setMinimumSize(0 if turned else wide, px(SIDE_HIGH) if turned else 0)
        self._side.setMaximumWidth(QWIDGETSIZE_MAX if turned else wide)
        self._tables_part.setMinimumHeight(px(TABLES_HIGH) if turned else 0)

    def _challenge_triggered(self, row: ListRow, action: str) -> None:
        below = self.challenges.action_rect(row.key, MORE) or self.challenges.action_rect(row.key)
        self.challenge_answered.emit(row.key, action, self.challenges.viewport().mapToGlobal(below.bottomLeft()))

    def _table_triggered(self, row: ListRow, action: str) -> None:
        if action == "invite":
            below = self.tables.action_rect(row.key, action).bottomLeft()
            self.invitation_menu(row.key).popup(self.tables.viewport().mapToGlobal(below))
        else:
            {"join": self.join, "watch": self.watch, "close": self.close_table}[action].emit(row.key)

    def _person_triggered(self, row: ListRow, action: str) -> None:
        person = row.item
        assert isinstance(person, PersonItem)
        more: dict[str, object] = {"mute": not person.muted, "report": person.name, "moderate": person.name}
        if action in RELATIONS:
            self.relate.emit(row.key, RELATIONS[action])
            return
        getattr(self, action).emit(row.key, *([more[action]] if action in more else []))
