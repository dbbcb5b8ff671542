"""The page of a tournament: what comes next, standings, rounds, the cross table and the log."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QTabWidget, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.titled_page import TitledPage
from client_qt.text.plain import literal
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, restyle
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import add_to, column, scrolled
from client_qt.widgets.list_view import ListColumn, ListRow, ListView
from client_qt.widgets.text_table import TextTable

RESULT_EMS = 5.5
TABS = ("standings", "rounds", "cross", "log")
NEXT_STEPS = ("start", "resume", "confirm")  # of the director, with a button of their own
ORDERS = ("enter", "withdraw", "start", "pause", "resume", "finish", "confirm", "pair", "cancel")  # each has an action


class TournamentPage(TitledPage):
    """Shows what it is given; emits what the player or the director wants."""

    ordered = Signal(str)  # one of ORDERS
    play = Signal()  # the own game
    chosen = Signal(object, str)  # the BoardItem of a row and the name of an action
    player_chosen = Signal(str, str)  # account, action
    invite = Signal(str)  # account
    tab_changed = Signal()
    saved = Signal(str)  # html, json, records

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "tournament", tr("Tournament"), parent, gap="s")
        self._columns: tuple[ListColumn, ...] = ()
        self._next_step = ""  # one of NEXT_STEPS

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        restyle(self._note, tone="danger")
        self._play = Button(theme, tr("Open the game"), "play", "primary", name="tournament_play", clicked=self.play)
        self._enter = Button(theme, tr("Take part"), "join", "primary", name="tournament_enter")
        self._withdraw = Button(theme, tr("Withdraw ..."), "leave", name="tournament_withdraw")
        self._enter.clicked.connect(lambda: self.ordered.emit("enter"))
        self._withdraw.clicked.connect(lambda: self.ordered.emit("withdraw"))
        self._next = Button(theme, "", "play", name="tournament_next")
        self._next.clicked.connect(lambda: self.ordered.emit(self._next_step))
        self._direct = Button(theme, tr("Direct"), "settings", name="tournament_direct", clicked=self._open_director)
        self._save = Button(theme, tr("Save"), "save", name="tournament_save", clicked=self._open_save)
        self._header_buttons = (self._play, self._enter, self._next, self._withdraw, self._direct, self._save)
        for button in self._header_buttons:
            button.hide()
            self._header.add(button)
        self._state = WrappedLabel("", "strong")
        self._state.setObjectName("tournament_state")
        self._terms = WrappedLabel("", "small", "muted")
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("tournament_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(tr("Parts of the tournament"))
        self.tabs.setFocusProxy(None)  # type: ignore[arg-type]  # otherwise Tab stops twice at the tab bar
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.tabBar().setProperty("ring", True)
        self.tabs.tabBar().setAccessibleName(tr("Parts of the tournament"))
        self._standings_page = QWidget(self)
        self._standings_column = column(theme, self._standings_page, gap="m", margin=(0, 0.7, 0, 0))
        self._ties = WrappedLabel("", "small", "muted")
        self._ties.setObjectName("tie_breaks")
        self._standings_column.addWidget(self._ties)
        self._standings_column.addStretch(1)
        self.standings = self._new_standings()
        self.rounds = ListView(
            theme, "rounds", tr("Rounds"), self, columns=(ListColumn("", RESULT_EMS, RESULT_EMS, "strong"),)
        )
        self.rounds.triggered.connect(lambda row, action: self.chosen.emit(row.item, action))
        self.cross = TextTable(theme, "cross_table", tr("Cross table"), self)
        self.log = ListView(theme, "tournament_log", tr("Log"), self)
        for part, title in (
            (scrolled(self._standings_page, self), tr("Standings")), (self._framed(self.rounds), tr("Rounds")),
            (self.cross, tr("Cross table")), (self._framed(self.log), tr("Log")),
        ):  # fmt: skip
            self.tabs.addTab(part, title)
        self.tabs.currentChanged.connect(self._tab_changed)
        add_to(self._body, self._state, self._terms, (self.tabs, 1))
        self._orders: tuple[str, ...] = ()
        self._people: Sequence[tuple[str, str]] = ()
        self._can_save: tuple[str, ...] = ()

    @property
    def tab(self) -> str:
        """The name of the shown part."""
        return TABS[self.tabs.currentIndex()]

    def begin(self, title: str) -> None:
        """Show that the server is asked for a tournament."""
        self._header.set_title(title)
        self.setAccessibleName(title)
        self.show_note("")
        for words in (self._state, self._terms, self._ties):
            words.setText("")
        self._state.setText(tr("Asking the server ..."))
        self.show_orders((), play=False, directs=False)
        self.show_saving(())
        self.show_standings((), (), "")
        self.standings.show_rows(())  # nobody knows yet whether anybody has entered
        self.rounds.show_rows(())
        self.log.show_rows(())
        self.cross.show_rows((), ())
        self.tabs.setCurrentIndex(0)

    def show_title(self, title: str) -> None:
        self._header.set_title(title)
        self.setAccessibleName(title)

    def show_state(self, words: str, terms: str) -> None:
        """Show what comes next, which may be a countdown, and the terms."""
        self._state.setText(words)
        self._terms.setText(terms)

    def show_orders(self, orders: tuple[str, ...], *, play: bool, directs: bool, plays_on: bool = False) -> None:
        """Offer the commands that are possible now. `plays_on`: entering only ends an absence."""
        self._orders = orders
        self._enter.setText(tr("Play on") if plays_on else tr("Take part"))
        self._play.setVisible(play)
        self._enter.setVisible("enter" in orders)
        self._withdraw.setVisible("withdraw" in orders)
        self._next_step = next((name for name in NEXT_STEPS if name in orders), "")
        self._next.setText(self._order_words().get(self._next_step, ""))
        self._next.set_icon("confirm" if self._next_step == "confirm" else "play")
        self._next.setVisible(bool(self._next_step))
        self._direct.setVisible(directs)

    def show_people(self, people: Sequence[tuple[str, str]]) -> None:
        """Offer these people, each with account and name, for an invitation."""
        self._people = people

    def show_saving(self, kinds: tuple[str, ...]) -> None:
        """Offer these kinds of files."""
        self._can_save = kinds
        self._save.setVisible(bool(kinds))

    def show_standings(self, columns: tuple[ListColumn, ...], rows: Sequence[ListRow], ties: str) -> None:
        """Show the table, and how equal points are decided."""
        if columns != self._columns:
            self._columns = columns
            old, self.standings = self.standings, self._new_standings()
            self._standings_column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.standings.show_rows(rows, tr("Nobody has entered yet."))
        self._ties.setText(ties)

    def show_rounds(self, rows: Sequence[ListRow]) -> None:
        """Show the games."""
        self.rounds.show_rows(rows, tr("No round has been paired yet."))

    def show_cross_table(self, shown: bool) -> None:
        """Show the part with the cross table, which some formats have."""
        self.tabs.setTabVisible(TABS.index("cross"), shown)

    def show_error_words(self, words: str) -> None:
        """Say why something failed."""
        show_announced(self._note, words)

    @staticmethod
    def _order_words() -> dict[str, str]:
        return {
            "start": tr("Start now"), "pause": tr("Pause"), "resume": tr("Resume"), "pair": tr("Pair by hand ..."),
            "confirm": tr("Confirm the results ..."), "finish": tr("End the tournament ..."),
            "cancel": tr("Cancel the tournament ..."),
        }  # fmt: skip

    def director_menu(self) -> QMenu:
        """What the director can do."""
        menu = QMenu(self)
        for name, text in self._order_words().items():
            if name in self._orders:
                action = menu.addAction(text)
                action.setObjectName(f"direct_{name}")
                action.triggered.connect(lambda _on=False, name=name: self.ordered.emit(name))
        invitations = menu.addMenu(tr("Invite"))
        invitations.setEnabled(bool(self._people))
        for account, name in self._people:
            action = invitations.addAction(literal(name))
            action.setObjectName(f"invite_{account}")
            action.triggered.connect(lambda _on=False, account=account: self.invite.emit(account))
        return menu

    def save_menu(self) -> QMenu:
        """The kinds of files in which the tournament can be saved."""
        texts = {
            "html": tr("As a page (HTML) ..."), "json": tr("As data (JSON) ..."), "records": tr("All records ..."),
        }  # fmt: skip
        menu = QMenu(self)
        for kind in self._can_save:
            action = menu.addAction(texts[kind])
            action.setObjectName(f"save_{kind}")
            action.triggered.connect(lambda _on=False, kind=kind: self.saved.emit(kind))
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.standings.set_narrow(self._theme.is_narrow(self.width()))

    def _new_standings(self) -> ListView:
        view = ListView(self._theme, "standings", tr("Standings"), self, whole=True, columns=self._columns)
        view.set_narrow(self._theme.is_narrow(self.width()))
        view.triggered.connect(lambda row, action: self.player_chosen.emit(row.key, action))
        self._standings_column.insertWidget(0, view)
        return view

    def _framed(self, view: ListView) -> QWidget:
        around = QWidget(self)
        inside = column(self._theme, around, gap=0, margin=(0, 0.7, 0, 0))
        inside.addWidget(view)
        inside.addStretch(1)
        return around

    def _tab_changed(self) -> None:
        self.tab_changed.emit()

    def _open_director(self) -> None:
        self.director_menu().popup(self._below(self._direct))

    def _open_save(self) -> None:
        self.save_menu().popup(self._below(self._save))

    def _below(self, button: Button) -> QPoint:
        return button.mapToGlobal(button.rect().bottomLeft())
