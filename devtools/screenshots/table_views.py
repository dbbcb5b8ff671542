"""Screenshots of one table: each tab of the panel, board themes, piece sets, zoom, cursor, replay."""

from collections.abc import Callable, Iterator
from functools import partial

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import FormDialog, TableCodeDialog
from client_qt.pages.table.fetching import FetchedTable
from client_qt.table.remote import RemoteTable
from client_qt.text.translation import tr
from client_qt.theme import BoardChoice
from client_qt.widgets.form_card import FieldInfo
from devtools.screenshots.staged import SEED, Story, whole
from netgame.games import GAMES
from netgame.options import variants
from protocol.address import Address
from protocol.client.reasons import timeout

Again = Callable[[], object]  # called again for each window size
Show = Callable[[Story], object]
OTHER_BOARDS: tuple[BoardChoice, ...] = ("wood", "slate", "paper")
TABS = ("moves", "chat", "people", "rules")


def shots(window: MainWindow, show: Show) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the screenshots by name; `show` puts a match on the table page."""
    for tab in TABS:
        yield f"panel_{tab}", partial(_panel, window, show, tab)
    for key in _one_of_each_kind():
        for board in OTHER_BOARDS:
            yield f"board_{board}_{key}", partial(_board, window, show, key, board)
        yield f"board_grey_{key}", partial(_grey, window, show, key)
        yield f"board_turned_{key}", partial(_turned, window, show, key)
    yield "board_near", partial(_near, window, show)
    yield "board_cursor", partial(_cursor, window, show)
    yield "replay", partial(_replay, window, show)
    yield "fetching", partial(_fetching, window)
    yield "dialog_code", partial(_code, window)
    yield "dialog_key", partial(_key, window)


def _one_of_each_kind() -> tuple[str, ...]:
    """Return one game for each set of piece kinds."""
    found: dict[frozenset[str], str] = {}
    for key in reversed(tuple(GAMES)):
        game = GAMES[key]()
        pieces = game.pieces(game.read_position(game.example)).values()
        found[frozenset(piece.kind for piece in pieces if piece.seat is not None)] = key
    return tuple(reversed(found.values()))


def _middle(key: str, options: tuple[tuple[str, str | int | bool | None], ...] = ()) -> Story:
    story = whole(key, options, SEED)
    turns = story.turns()
    return story.up_to(turns[len(turns) // 2])


def _panel(window: MainWindow, show: Show, tab: str) -> Again:
    show(_middle(list(GAMES)[-2]))
    return partial(window.table.body.open_tab, tab)


def _board(window: MainWindow, show: Show, key: str, board: BoardChoice) -> None:
    window.theme.choose(board=board)
    show(_middle(key))


def _grey(window: MainWindow, show: Show, key: str) -> None:
    window.theme.choose(pieces="grey")
    show(_middle(key))


def _turned(window: MainWindow, show: Show, key: str) -> None:
    show(_middle(key))
    window.table.flip()


def _near(window: MainWindow, show: Show) -> Again:
    """Zoom into the largest board."""
    sizes = {
        (key, tuple(options.items())): len(GAMES[key](**options).board.cells)
        for key in GAMES
        for options in variants(GAMES[key]).values()
    }
    show(_middle(*max(sizes, key=lambda found: sizes[found])))
    board = window.table.board

    def nearer() -> None:
        board.zoom_fit()
        for _ in range(3):
            board.zoom_in()

    return nearer


def _cursor(window: MainWindow, show: Show) -> None:
    show(_middle(list(GAMES)[-2]))
    for _ in range(3):
        window.table.board.move_cursor("up")


def _replay(window: MainWindow, show: Show) -> None:
    show(_middle(list(GAMES)[-2]))
    page = window.table
    page.history.go(9)
    page.panel.moves.bar.show_playing(True)
    page.panel.moves.bar.show_speed(2.0)


def _fetching(window: MainWindow) -> None:
    """A table whose server is not reached."""
    table = RemoteTable("pictures", "Mareike", lambda *_args, **_fields: None)
    table.retry_in = lambda: 8.0
    table.set_status("waiting", "", timeout(Address("10.0.0.7", 2324)).text)
    window.table.set_model(table)
    address = "10.0.0.7:2324"
    window.table.fetching.show_table(FetchedTable("Thud against Ann", "Ann's computer", (address,), is_kept=True))
    window.show_page("table", "Thud against Ann")


def _code(window: MainWindow) -> None:
    window.show_page("join")
    TableCodeDialog(window.theme, window).open()


def _key(window: MainWindow) -> None:
    window.show_page("account")
    lines = (
        FieldInfo("passphrase", tr("Passphrase"), secret=True),
        FieldInfo("again", tr("Repeat the passphrase"), secret=True),
    )
    note = tr(
        "With the file and the passphrase, anybody can sign in as you. Without the passphrase the file is useless."
    )
    title = tr("Save a copy of the key")
    FormDialog(window.theme, "export", title, lines, tr("Choose a file"), window, note).open()
