"""The home page: four ways to a game, the games, unfinished games and recent records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLineEdit, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.settings.schema import LastOpponent, LastRecord, LastTable, Settings
from client_qt.text.clock_words import clock_words
from client_qt.text.locale_formats import opened_note
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_against, game_title, translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, hairline, label, restyle
from client_qt.widgets.labels import ElidedLabel, IconLabel, leading_icon
from client_qt.widgets.layouts import SLENDER, STRETCH, add_to, column, page, row, scrolled, turn_narrow
from client_qt.widgets.length_note import LengthNote
from client_qt.widgets.list_view import GameState, ListRow, ListView, RowAction
from client_qt.widgets.play_now_card import PlayNowCard
from client_qt.widgets.tiles import HomeTile, ShadowFrame, ShelfTile
from netgame.games import GAMES
from netgame.text import fill
from protocol.limits import MAX_NAME
from protocol.messages import GameTerms, TableInfo
from protocol.texts import BAD_NAME, InvalidName, checked_name

SHELF, SHELF_SMALL, SHELF_LEAST = 6, 3, 2  # games beside each other
BESIDE = 44.0  # em; a narrower page has its head in a column
TILES_BESIDE = 50.0  # em; a narrower page has the tiles in a column
LOW_PX = 700  # of the design; a lower page shows unfinished games above the tiles
URGENT_ROWS = 3  # above the tiles, until the player asks for all
MOST_ROWS = 12  # unfinished games; more of them have a page of their own
SIDE, SIDE_SLENDER = 3.43, 1.0  # em, the margins of the page
NO_POSITIONS: Mapping[str, GameState | None] = {}


@dataclass(frozen=True)
class UnfinishedGame:
    """A game to continue: at the server with that fingerprint, or on this computer."""

    key: str
    game: str
    title: str
    state: str
    my_turn: bool = False
    server: str = ""
    removable: bool = False  # its server does not answer, or it is on this computer
    place: str = ""  # the name of the server
    clock: str = ""  # in words
    left_ms: int | None = None  # on the clock of the player to move


@dataclass(frozen=True)
class KnownLobby:
    """A server whose lobby can be entered."""

    server: str  # fingerprint
    name: str
    note: str = ""


@dataclass(frozen=True)
class NearOpponent:
    """An opponent of the last days who is within reach."""

    last: LastOpponent
    terms: GameTerms
    name: str
    place: str  # the name of the server
    waiting: TableInfo | None = None  # the table at which they wait for an opponent
    is_asked: bool = False


def server_name(last: LastTable, settings: Settings) -> str:
    """The last known name of the server of a table."""
    known = settings.servers.get(last.server)
    return (known.name if known is not None else "") or tr("at a server")


def stored_game(last: LastTable, settings: Settings) -> UnfinishedGame:
    """The row of a table before there is a connection to its server."""
    return UnfinishedGame(
        last.table, last.game, game_against(GAMES[last.game].title, last.opponent), opened_note(last.made, last.note),
        server=last.server,
        place=server_name(last, settings),
    )  # fmt: skip


class HomePage(QWidget):
    """The page that the program starts with."""

    host = Signal(str)  # key of a game
    rules = Signal(str)  # of a game
    computer = Signal(str)  # key of a game
    resume = Signal(object)  # UnfinishedGame
    removed = Signal(object)  # UnfinishedGame
    again = Signal(object)  # LastOpponent to play with
    withdrawn = Signal(object)  # LastOpponent, whom the player has asked
    lobby = Signal(str)  # of the server with that fingerprint
    replay = Signal(str)  # path of a record
    renamed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget, actions: Mapping[str, QAction]) -> None:
        super().__init__(parent)
        self._theme, self._actions = theme, actions
        self._is_small = False
        page(self)
        inner = ShadowFrame(theme, self)
        self._body = column(theme, inner, gap=0)
        self._games: Sequence[UnfinishedGame] = ()
        self._shows_all = False
        self._no_games = tr("No unfinished games. A game that you leave waits for you here.")
        self._no_records = tr("No record yet. Every finished match is kept here, to look at it move by move.")
        # The unfinished games move between two layouts. Each is the layout of a widget: Qt for Python makes wrappers of
        # the items of a layout that is added to another one, and uses them for new objects after an item was removed.
        urgent = QWidget(inner)
        self._urgent = column(theme, urgent, gap=0)  # above the tiles of a small page: the unfinished games
        for part, space in (
            (self._head(), 1.36), (self._make_invitation(), 0), (self._make_play_now(), 0), (self._make_opponents(), 0),
            (urgent, 0),
            (self._make_tiles(), 2.3), (self._make_lobbies(), 0), (self._shelf(), 0), (self._make_lists(), 0),
        ):  # fmt: skip
            if isinstance(part, QWidget):
                self._body.addWidget(part)
            else:
                theme.scale(part.setContentsMargins, 0, 0, 0, space)
                self._body.addLayout(part)
        inner.cards = self._home_tiles
        self._body.addStretch(1)
        add_to(column(theme, self, gap=0), (scrolled(inner, self), 1), hairline(), self._status_line())
        self.show_network("", 0)
        theme.changed.connect(self._size)
        self._size()

    @property
    def name(self) -> str:
        """The name that the player typed, as servers will show it; empty while it is not valid."""
        try:
            return checked_name(self.name_field.text())
        except InvalidName:
            return ""

    def expect(self, host: str, settings: Settings, local_games: bool) -> None:
        """Show what the settings know before start-up has read the games of this computer and asked the servers."""
        self.show_network(host, 0)
        self.show_resume([stored_game(table, settings) for table in settings.tables if table.game in GAMES])
        self.show_records([record for record in settings.records if record.game in GAMES])
        if local_games and not self._games:
            self._unfinished.show_rows((), tr("Reading the games ..."))
        self.show_newcomer(not (settings.tables or settings.records or settings.servers or local_games))

    def show_second(self) -> None:
        """Say in empty lists that this window is another player, and where the games of the first one are."""
        self._no_games = tr("This second window is another player. The games of the first one are in the other window.")
        self._no_records = tr("The records of the first window are under Records.")
        self.show_resume(self._games)
        self.show_newcomer(False)

    def show_newcomer(self, is_new: bool) -> None:
        """Offer the first game to new players."""
        self._invitation.setVisible(is_new)

    def show_lobbies(self, lobbies: Sequence[KnownLobby]) -> None:
        """List the servers whose lobby can be entered."""
        enter = RowAction("enter", tr("Open the lobby"))
        rows = [
            ListRow(
                lobby.server,
                fill(tr("Lobby of {server}"), {"server": lobby.name}),
                (lobby.note,) if lobby.note else (),
                actions=(enter,),
            )
            for lobby in lobbies
        ]
        self._lobbies.show_rows(rows)
        self._lobbies_part.setVisible(bool(rows))

    def show_opponents(self, opponents: Sequence[NearOpponent]) -> None:
        """List opponents of the last days who are within reach."""
        self._opponents.show_rows([_opponent_row(each) for each in opponents])
        self._opponents_part.setVisible(bool(opponents))

    def show_name(self, name: str) -> None:
        if name != self.name_field.text():
            self.name_field.setText(name)

    def ask_name(self) -> None:
        """Go to the field of the name, and mark it while it is not valid: every player needs a name."""
        self._check_name()
        self.name_field.setFocus()
        self.name_field.selectAll()

    def show_network(self, host: str, open_tables: int, tournaments: int = 0) -> None:
        """Show the name of this computer on the network, and the numbers of open tables and of tournaments."""
        near = [tr("%n table(s) open near you.", open_tables)] if open_tables else []
        if tournaments:
            near.append(tr("%n tournament(s) near you.", tournaments))
        self.join_tile.show_words(" ".join(near) or tr("No table is open near you yet."))
        network = tr("On the network as {host}").replace("{host}", host) if host else tr("No network")
        self._network.setText(dotted(network, tr("%n table(s) open", open_tables) if open_tables else ""))
        self._network_icon.set_icon("network", "ok" if host else "ink_muted")

    def show_resume(self, games: Sequence[UnfinishedGame]) -> None:
        self._games = games
        is_urgent = self._is_small and bool(games)
        self._place_unfinished(is_urgent)
        few = is_urgent and not self._shows_all
        shown = games[: URGENT_ROWS if few else MOST_ROWS]
        self._all_games.setVisible(len(shown) < len(games))
        text = tr("All unfinished games ({count})") if len(games) > MOST_ROWS else tr("Show all {count}")
        self._all_games.setText(fill(text, {"count": len(games)}))
        self._unfinished.show_rows(game_rows(shown), self._no_games)

    def _place_unfinished(self, is_urgent: bool) -> None:
        """Move the unfinished games above the tiles, or back beside the records."""
        if is_urgent != (self._urgent.count() > 0):
            old, new = (self._lists, self._urgent) if is_urgent else (self._urgent, self._lists)
            old.removeWidget(self._unfinished_part)
            new.insertWidget(0, self._unfinished_part, 1)
            self._theme.scale(self._urgent.setContentsMargins, 0, 0, 0, 1.7 if is_urgent else 0)

    def _show_all_games(self) -> None:
        if len(self._games) > MOST_ROWS:
            self._actions["unfinished"].trigger()
            return
        self._shows_all = True
        self.show_resume(self._games)

    def show_records(
        self, records: Sequence[LastRecord], positions: Mapping[str, GameState | None] = NO_POSITIONS
    ) -> None:
        """Show records with their last positions, by path; None: the file cannot be read, and has no picture."""
        replay, rows = RowAction("replay", tr("Replay")), list[ListRow]()
        for record in records:
            position = positions.get(record.path)
            game = record.game if position is not None or record.path not in positions else ""
            rows.append(ListRow(record.path, record.title, (record.note,), game, position, actions=(replay,)))
        self._records.show_rows(rows, self._no_records)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._size()

    def _size(self) -> None:
        px, small = self._theme.px, self._theme.is_narrow(self.width())
        side = px(SIDE_SLENDER if self.width() < px(SLENDER) else SIDE)
        self._body.setContentsMargins(side, px(1.86), side, px(1.2))
        for tile in self._home_tiles:
            tile.set_small(small)
        self._lay_shelf(small)
        is_small = small or self._theme.in_drawing(self.height()) < LOW_PX
        if is_small != self._is_small:
            self._is_small = is_small
            self.show_resume(self._games)
        self._lists.setDirection(QBoxLayout.Direction.TopToBottom if small else QBoxLayout.Direction.LeftToRight)

    def _head(self) -> QBoxLayout:
        theme = self._theme
        words = column(theme, gap=0)
        if len(GAMES) == 6:
            text = tr("Six board games for two, across the room or across the table.")
        else:
            text = tr("Board games for two, across the room or across the table.")
        mark, lead = label("netgame", "wordmark"), label(text, "lead", "muted", wrap=True)
        theme.scale(mark.setFixedHeight, 3.29)  # less than the book face asks for
        theme.scale(lead.setContentsMargins, 0.14, 0, 0, 0)
        add_to(words, mark, lead, STRETCH)
        field = column(theme, gap=0.36)
        field.addWidget(label(tr("You play as"), "tag", "muted"))
        # aligned, because Qt lays out wrapped text in the maximum width of the whole row otherwise
        field.addWidget(self._make_name_field(), 0, Qt.AlignmentFlag.AlignLeft)
        field.addWidget(LengthNote(self.name_field, in_words=True))
        field.addWidget(self._name_error)
        field.addStretch(1)
        head = add_to(row(theme, gap="l"), (words, 1), field)
        turn_narrow(theme, self, head, BESIDE)
        return head

    def _make_name_field(self) -> QLineEdit:
        theme = self._theme
        self.name_field = field = QLineEdit(self, maxLength=MAX_NAME, placeholderText=tr("Your name"))
        field.setObjectName("name")
        restyle(field, extent="large")
        theme.scale(field.setFixedWidth, 16.6)
        field.setAccessibleName(tr("You play as"))
        self._name_error = label("", "small", "danger", wrap=True, name="name_error")
        self._name_error.hide()
        field.textChanged.connect(self._check_name)
        field.editingFinished.connect(self._name_edited)
        leading_icon(theme, field, "players")
        return field

    def _make_tiles(self) -> QBoxLayout:
        theme, games = self._theme, list(GAMES)
        shown = [games[place % len(games)] for place in (4, 2, 0, 3)]  # games that look different
        self.host_tile = HomeTile(theme, "host", tr("Host a game"), shown[0], True, self)
        self.join_tile = HomeTile(theme, "join", tr("Join a game"), shown[1], False, self)
        self.here_tile = HomeTile(theme, "play-here", tr("Play on this computer"), shown[2], False, self)
        self.host_tile.show_words(tr("On this network. Others find it by themselves."))
        self.computer_tile = HomeTile(theme, "computer", tr("Play against the computer"), shown[3], False, self)
        self.here_tile.show_words(tr("Two people, one screen, no server."))
        self.computer_tile.show_words(tr("Five levels in every game."))
        self._home_tiles = (self.host_tile, self.join_tile, self.here_tile, self.computer_tile)
        line = row(theme, gap=1.29)
        for name, tile in zip(("host", "join", "here", "computer"), self._home_tiles, strict=True):
            tile.setObjectName(f"tile_{name}")
            tile.clicked.connect(self._actions[name].trigger)
            line.addWidget(tile, 1)
        turn_narrow(theme, self, line, TILES_BESIDE)
        return line

    def _shelf(self) -> QWidget:
        theme = self._theme
        title = add_to(
            row(theme),
            (label(tr("The games"), "heading"), 1),
            label(tr("Click a game to read its rules or to play it"), "small", "muted"),
        )
        turn_narrow(theme, self, title, BESIDE)
        self._grid = QGridLayout()
        theme.scale(self._grid.setHorizontalSpacing, 1)
        theme.scale(self._grid.setVerticalSpacing, 1)
        self._tiles = [ShelfTile(theme, key, self) for key in GAMES]
        for tile in self._tiles:
            tile.host.connect(self.host)
            tile.rules.connect(self.rules)
            tile.computer.connect(self.computer)
        part = QWidget(self)
        shelf = column(theme, part, gap=0.71)
        theme.scale(shelf.setContentsMargins, 0, 0, 0, 1.7)
        shelf.addLayout(title)
        shelf.addLayout(self._grid)  # while it is empty, for the same reason
        self._columns = 0
        self._lay_shelf(small=False)
        return part

    def _lay_shelf(self, small: bool) -> None:
        """Place the games in one row, or in a small window in two."""
        columns = SHELF_LEAST if self.width() < self._theme.px(SLENDER) else SHELF_SMALL if small else SHELF
        if columns == self._columns:
            return
        self._columns = columns
        for number, tile in enumerate(self._tiles):
            self._grid.addWidget(tile, number // columns, number % columns)
        for number in range(SHELF):  # fewer games do not become wider
            self._grid.setColumnStretch(number, int(number < columns))

    def _make_lists(self) -> QWidget:
        theme, lists = self._theme, QWidget(self)
        self._lists = row(theme, lists, gap=2)
        self._records, records_part = self._list("recent_records", tr("Recently played"))
        self._all_games = Button(theme, "", None, "link", name="all_games", clicked=self._show_all_games)
        self._unfinished, self._unfinished_part = self._list("unfinished", tr("Unfinished games"), self._all_games)
        for part in (self._unfinished_part, records_part):
            self._lists.addWidget(part, 1)
        self._unfinished.triggered.connect(self._unfinished_triggered)
        self._records.triggered.connect(lambda row: self.replay.emit(row.key))
        self.show_resume(())
        self.show_records(())
        return lists

    def _unfinished_triggered(self, row: ListRow, action: str) -> None:
        (self.removed if action == "remove" else self.resume).emit(row.item)

    def _make_invitation(self) -> QWidget:
        """The offer to learn a game, for new players."""
        theme = self._theme
        offer = card("surface", self)
        line = row(theme, offer, gap="l", margin="m")
        words = tr("New here? In the first game the program shows you a few turns on a real board.")
        line.addWidget(label(words, wrap=True), 1)
        start = Button(theme, tr("First game"), "play", name="home_first_game")
        start.clicked.connect(self._actions["first_game"].trigger)
        line.addWidget(start)
        self._invitation = self._optional(offer, 1.36)
        return self._invitation

    def _make_play_now(self) -> QWidget:
        """The search for an opponent, for players who know a server."""
        self.play_now = PlayNowCard(self._theme, self)
        self._play_now_part = self._optional(self.play_now, 1.36)
        return self._play_now_part

    def offer_play_now(self, offered: bool) -> None:
        """Show the card "Play now" if there is a server to play at."""
        self._play_now_part.setVisible(offered)

    def _make_opponents(self) -> QWidget:
        self._opponents = ListView(self._theme, "opponents", tr("Play again"), self, whole=True, button_ems=7)
        self._opponents.triggered.connect(self._opponent_triggered)
        self._opponents_part = self._optional(self._opponents, 1.36)
        return self._opponents_part

    def _opponent_triggered(self, row: ListRow, action: str) -> None:
        (self.withdrawn if action == "withdraw" else self.again).emit(row.item)

    def _make_lobbies(self) -> QWidget:
        self._lobbies = ListView(self._theme, "lobbies", tr("Lobbies"), self, whole=True, button_ems=7)
        self._lobbies.triggered.connect(lambda row: self.lobby.emit(row.key))
        self._lobbies_part = self._optional(self._lobbies, 1.7)
        return self._lobbies_part

    def _optional(self, part: QWidget, space: float) -> QWidget:
        """Hide a part of the page; while it is shown, it has that space in em below it."""
        around = QWidget(self)
        inside = column(self._theme, around, gap=0)
        self._theme.scale(inside.setContentsMargins, 0, 0, 0, space)
        inside.addWidget(part)
        around.hide()
        return around

    def _list(self, name: str, title: str, *below: QWidget) -> tuple[ListView, QWidget]:
        """Make a list; return it, and the widget with its heading and what is below the rows."""
        view, whole = ListView(self._theme, name, title, self, whole=True, button_ems=7), QWidget(self)
        part = add_to(column(self._theme, whole, gap=0.7), label(title, "heading"), view)
        for widget in below:
            part.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        part.addStretch(1)
        return view, whole

    def _status_line(self) -> QWidget:
        theme = self._theme
        bar = QWidget(self)
        page(bar, "surface")
        self._network_icon = IconLabel(theme, "network", "ink_muted", 1.3, bar)
        self._network = ElidedLabel("", "small", "muted", lines=2)
        inside = add_to(row(theme, bar, gap="s", margin=(3.4, 0, 2.9, 0)), self._network_icon, (self._network, 1))
        check = Button(theme, tr("Check my set-up"), "doctor", "ghost", name="check_setup")
        check.clicked.connect(self._actions["check_setup"].trigger)
        restyle(check, extent="small")
        inside.addWidget(check)
        return bar

    def _check_name(self) -> None:
        """Mark a name that servers would refuse, and say why."""
        restyle(self.name_field, wrong="false" if self.name else "true")
        words = translate(BAD_NAME) if self.name_field.text().strip() else tr("Write the name that others shall see.")
        show_announced(self._name_error, "" if self.name else words)

    def _name_edited(self) -> None:
        self._check_name()
        if self.name:
            self.renamed.emit(self.name)


def _opponent_row(near: NearOpponent) -> ListRow:
    last, names = near.last, {"name": near.name}
    shown: GameTerms | TableInfo = near.terms
    state, action = "", RowAction("again", tr("Play again"))
    if near.is_asked:
        state, action = fill(tr("{name} is asked"), names), RowAction("withdraw", tr("Withdraw"))
    elif near.waiting is not None:  # maybe for another game than the last one
        shown, state, action = near.waiting, tr("waits at a table"), RowAction("again", tr("Take seat"))
    lines = dotted(state, game_title(shown.game), clock_words(shown.clock), near.place)
    title = fill(tr("Play with {name} again"), names)
    game = shown.game if shown.game in GAMES else ""
    return ListRow(f"{last.server}/{last.account}", title, (lines,), game, actions=(action,), item=last)


def game_rows(games: Sequence[UnfinishedGame], *, with_clock: bool = False) -> list[ListRow]:
    """Unfinished games as rows; `with_clock`: with a line for the clock and the server."""
    return [_game_row(game, number == 0, with_clock) for number, game in enumerate(games)]


def _game_row(game: UnfinishedGame, first: bool, with_clock: bool) -> ListRow:
    actions = [RowAction("continue", tr("Continue"), "primary" if first else "plain")]
    if game.removable:
        actions.append(RowAction("remove", tr("Remove from the list") if game.server else tr("Delete ..."), None))
    lines = (game.state, dotted(game.clock, game.place)) if with_clock else (dotted(game.state, game.place),)
    return ListRow(
        game.key,
        game.title,
        tuple(filter(None, lines)),
        game.game,
        chip=tr("your turn") if game.my_turn else "",
        actions=tuple(actions),
        end="more" if game.removable else "",
        item=game,
    )
