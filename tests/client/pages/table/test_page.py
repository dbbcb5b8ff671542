"""The table page as a whole: its layout for each board and window, the buttons of a game, and how often it is drawn."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea

from client_qt.app.main_window import MainWindow
from client_qt.pages.table import clock_ticker, page
from client_qt.pages.table.layout import Arrangement, Form, PageSize, arrange
from client_qt.pages.table.view import state
from client_qt.pages.table.view.hint import HintState
from client_qt.pages.table.view.players import PlayerState
from client_qt.pages.table.view.result import ResultState
from client_qt.pages.table.view.table_view import TableView, table_view
from client_qt.table import model
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.theme import Button, Theme
from devtools.harness.window.clicks import GUARD_MS, click, press, settle
from devtools.harness.window.play import at_table, played, seeded_table
from devtools.screenshots.staged_tables import ME, Staged, chat, clocks, over
from netgame.games import GAMES
from netgame.match.commands import AnswerOffer, MakeOffer, Play
from tests.client.staging import ANN, click_cell, next_cell, notices, own_turn, seen, sit_down
from tests.client.widget_tools import LONG

SIZES = [(1280, 800), (800, 560), (800, 1100), (1900, 700), (2560, 1080)]


@pytest.mark.parametrize(
    ("cells", "page", "small", "form", "folded"),
    [
        ((15, 15), (1280, 720), False, "standard", False),
        ((15, 15), (800, 530), True, "standard", True),
        ((42, 21), (1280, 720), False, "wide", True),
        ((42, 21), (2560, 1000), False, "wide", False),
        ((42, 21), (800, 530), True, "wide", True),
        ((18, 12), (1280, 720), False, "wide", False),
        ((12, 18), (1280, 720), False, "tall", False),
        ((12, 18), (800, 530), True, "tall", True),
        ((12, 18), (800, 1100), True, "standard", True),
        ((12, 18), (800, 350), True, "standard", True),  # too low for a column of cards
    ],
)
def test_the_arrangement_follows_from_board_and_window(
    theme: Theme, cells: tuple[int, int], page: tuple[int, int], small: bool, form: Form, folded: bool
) -> None:
    slab = (edge + 1.44 for edge in cells)
    assert arrange(theme, PageSize(*page, *slab), small) == Arrangement(form, small, folded)


def cell_size(window: MainWindow) -> float:
    settle()
    return window.table.board.cell_rect(0).width()


FORMS = ("clod", "conquid", "royalclod")  # one game of each form
BOARDS = [
    *(pytest.param(key, {}, marks=() if key in FORMS else pytest.mark.sweep) for key in GAMES),
    pytest.param("royalclod", {"layout": "wide"}, marks=pytest.mark.sweep),
    pytest.param("conquid", {"rows": 21, "columns": 42, "base": 3}, marks=pytest.mark.sweep),
    pytest.param("conquid", {"rows": 60, "columns": 11, "base": 1}, marks=pytest.mark.sweep),
    pytest.param("blooms", {"side": 10}, marks=pytest.mark.sweep),
]


def show(window: MainWindow, key: str, turns: int = 6, size: tuple[int, int] = (1280, 800), **options: object) -> None:
    window.resize(*size)
    at_table(window, played(key, turns, **options))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), BOARDS)
def test_every_game_fits_every_window_without_covering_the_board(
    window: MainWindow, key: str, options: dict[str, object]
) -> None:
    at_table(window, played(key, 6, **options))
    body = window.table.body
    for size in SIZES:
        window.resize(*size)
        settle()
        assert (window.width(), window.height()) == size
        parts = [*body.strips, body.dice, body.place, body.hint, body.rail, body.panel]
        shown = [QRect(part.mapTo(window, QPoint(0, 0)), part.size()) for part in parts if part.isVisible()]
        assert all(window.rect().contains(area) for area in shown)
        assert not [1 for i, a in enumerate(shown) for b in shown[:i] if a.intersects(b)]
        tray = body.place.tray
        if tray.isVisible():
            slab_width = window.table.board.cell_rect(0).width() * 7.44
            board = QRect(0, 0, round(slab_width), round(slab_width))
            board.moveCenter(window.table.board.geometry().center())
            assert not tray.geometry().intersects(board)


@pytest.mark.parametrize("key", ["clod", "royalclod"])
def test_in_a_small_window_the_tray_is_at_most_half_as_wide_as_the_board(window: MainWindow, key: str) -> None:
    show(window, key, size=(640, 400))
    body = window.table.body
    assert body.place.tray.isVisible()
    assert body.place.tray.width() <= window.table.board.height() * max(1.0, window.table.board.aspect) / 2 + 1


@pytest.mark.parametrize("table", [clocks, chat, over])
def test_a_small_window_with_the_text_size_of_a_desktop_shows_all_of_a_table(
    window: MainWindow, theme: Theme, table: Callable[[], RemoteTable]
) -> None:
    theme.choose(zoom=16 / 14)
    window.resize(640, 400)
    at_table(window, table())
    settle()
    area = window.centralWidget()
    assert isinstance(area, QScrollArea)
    assert (area.verticalScrollBar().maximum(), area.horizontalScrollBar().maximum()) == (0, 0)


@pytest.mark.parametrize("key", ["thud", "royalclod", "conquid"])
def test_no_text_changes_the_size_of_the_board(window: MainWindow, key: str) -> None:
    show(window, key, size=(800, 560))
    before = cell_size(window)
    window.table.hint.show_state(HintState(LONG * 3, captures=588, has_confirm=True, can_confirm=True))
    for strip in window.table.body.strips:
        strip.show_player(PlayerState(LONG, LONG, ("dwarf",), True, "troll", 32, LONG, LONG))
    window.table.body.show_result(ResultState(LONG[:9], LONG[:40]))
    assert cell_size(window) == before


def test_another_board_gets_its_own_arrangement(window: MainWindow) -> None:
    body = window.table.body
    show(window, "clod")
    assert body.arrangement.form == "standard"

    show(window, "royalclod")
    assert body.arrangement.form == "tall"
    assert body.dice.isVisible(), "in a card with the roller"
    assert not body.place.tray.isVisible()
    assert len(body.dice.tray.dice) == 2
    words = [label.text() for label in body.dice.findChildren(QLabel)]
    assert any(word.startswith(("Ann rolled", "Bob rolled")) for word in words)
    assert any(word.endswith(("places", "place")) for word in words)

    show(window, "conquid")
    left, right = body.strips
    assert body.arrangement.form == "wide"
    assert left.x() < right.x()
    assert (left.accessibleName()[:3], right.accessibleName()[:3]) == ("Ann", "Bob"), "each at its side of the board"
    window.table.flip()
    assert (left.accessibleName()[:3], right.accessibleName()[:3]) == ("Bob", "Ann")

    show(window, "clod")
    assert body.arrangement.form == "standard"


def test_the_rail_opens_the_panel_over_the_edge_of_a_wide_board_and_another_one_moves_aside(window: MainWindow) -> None:
    show(window, "conquid", rows=21, columns=42, base=3)
    before, panel, rail = cell_size(window), window.table.panel, window.table.rail
    for is_open in (True, False, True):
        click(rail.moves_button)
        assert panel.isVisible() == is_open
        assert cell_size(window) == before

    board = window.table.board
    for key in ("koom", "clod"):
        show(window, key, 2, (1180, 560))
        assert not panel.isVisible(), "another table is shown"
        before, at = cell_size(window), board.cell_rect(0).x()
        click(rail.moves_button)
        settle()
        right = max(board.cell_rect(cell).right() for cell in range(board.cell_count))
        assert board.mapTo(window, QPoint(round(right), 0)).x() < panel.mapTo(window, QPoint()).x()
        assert cell_size(window) == before
        window.table.body.close_panel()
        settle()
        assert board.cell_rect(0).x() == at


PATH = "1 " + "/".join([*["." * 14] * 3, "....a1111b....", *["." * 14] * 3])


def action(window: MainWindow, pick: str) -> Button:
    return window.table.hint.findChild(Button, f"action_{pick}")


def key(window: MainWindow, name: str) -> None:
    QTest.keyClick(window.focusWidget() or window, getattr(Qt.Key, f"Key_{name}"))
    settle()


def test_clicks_and_keys_choose_undo_and_confirm_an_action(window: MainWindow) -> None:
    conquid = LocalTable.new(GAMES["conquid"], {"rows": 7, "columns": 14, "base": 1}, ("Ann", "Bob"), position=PATH)
    at_table(window, conquid)
    window.activateWindow()
    window.table.board.setFocus()
    settle()
    page, place = window.table, action(window, "Q").geometry()
    for _ in range(2):
        click_cell(page.board, 0)
        assert action(window, "A").isChecked()
        assert action(window, "Q").geometry() == place
    assert not page.builder.staging, "the cell is chosen no more"
    click(action(window, "C"))
    assert window.focusWidget() is page.board
    assert page.builder.picks.picked == ("C",)
    key(window, "Escape")

    key(window, "V")
    assert not page.builder.staging, "an action that cannot be taken"
    page.hint.focus_move_box()
    settle()
    box = window.focusWidget()
    QTest.keyClicks(box, "c")
    assert (page.builder.staging, box.property("text")) == (False, "c"), "letters of a move are letters"
    box.clear()
    page.board.setFocus()
    key(window, "Q")
    assert page.builder.picks.picked == ("Q",)
    assert action(window, "Q").isChecked()
    key(window, "U")
    assert not page.builder.staging
    key(window, "Q")
    key(window, "Return")
    assert conquid.match.phase == "over"
    assert page.result.isVisible()


def test_a_draw_is_called_a_draw(window: MainWindow) -> None:
    table = played("conquid", 2)
    at_table(window, table)
    window.resize(800, 560)
    settle()
    press(window.table.rail, "rail_stop")
    asked = window.table.table_actions.asking
    assert window.table.rail.stop_button.toolTip() == "Draw"
    assert "A draw." not in [words.text() for words in asked.findChildren(QLabel)], "the title asks for it already"
    press(asked, "offer_stop")
    assert table.match.ended.winner is None


def test_a_record_is_walked_through_and_not_played(window: MainWindow) -> None:
    table, page = played("thud", 6), window.table
    at_table(window, ReviewTable(table.log, table.match, "a.netgame"))
    page.history.first()
    settle()

    assert "This is a record." in seen(page)
    assert "Live" not in seen(page)
    assert not page.panel.resign_button.isVisible()
    assert not page.panel.stop_button.isVisible()
    click_cell(page.board, 30)
    assert page.history.at is not None  # there is no turn that a click could be meant for
    at_table(window, table)
    assert page.panel.resign_button.isVisible(), "a game after it can be resigned"


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The boards that the page computes, and the commands that the rules are asked about."""
    found: dict[str, list[Any]] = {"view": [], "decide": []}
    for module, name in ((state, "view"), (model, "decide")):
        real, calls = getattr(module, name), found[name]
        monkeypatch.setattr(
            module, name, lambda match, of, *args, real=real, calls=calls: calls.append(of) or real(match, of, *args)
        )
    return found


def test_an_own_move_is_computed_once_and_taken_back(window: MainWindow, computed: dict[str, list[Any]]) -> None:
    staged = own_turn(2)
    table, board = sit_down(window, staged), window.table.board
    match = staged.story.match
    text = match.game.format(match.state, next(match.game.moves(match.state)))
    computed["view"].clear()
    computed["decide"].clear()

    window.table.builder.type_move(text)
    staged.commands[-1].accept(match.number + 1)
    assert computed == {"view": [], "decide": []}, "the board shows the move as sent"
    staged.do(Play(match.position, text), ME)
    settle()
    assert len(computed["view"]) == 1
    commands = list(computed["decide"])
    assert 0 < len(commands) == len(set(commands)) <= 9
    table.set_presence((False, True), ("lost", ""))
    window.table.history.first()
    window.table.history.live()
    assert computed["decide"] == commands, "the match is the same"

    staged.do(MakeOffer("take_back"), ANN).do(AnswerOffer(staged.story.match.number, True), ME)
    settle()
    texts = [entry.text for row in window.table.panel.moves.rows for entry in row.entries if entry is not None]
    assert (texts[-1], table.can_move) == (table.steps()[-1].notation, False), "it is the turn of the other side again"
    assert "news" in notices(window)
    pieces = match.game.pieces(staged.story.match.state)
    assert {board.cell_state(cell).piece == pieces.get(cell) for cell in range(board.cell_count)} == {True}


def test_an_own_move_that_is_taken_back_is_made_again(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    before = len(table.steps())
    staged.do(MakeOffer("take_back", table.steps()[-1].event.number), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()
    assert len(table.steps()) == before - 1
    assert table.can_move, "the clock and the turn are whose move it was"


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[TableView]:
    """The views that the page makes, however slowly a test runs: no clock ticks."""
    found: list[TableView] = []
    monkeypatch.setattr(clock_ticker, "next_tick", lambda *_args: None)
    monkeypatch.setattr(clock_ticker, "OFFLINE_TICK_MS", GUARD_MS)
    monkeypatch.setattr(page, "table_view", lambda *args: found.append(table_view(*args)) or found[-1])
    return found


def test_picks_are_drawn_at_once_and_a_move_is_one_refresh_or_two(window: MainWindow, views: list[TableView]) -> None:
    at_table(window, seeded_table("thud"))
    board, cell = window.table.board, next_cell(window)
    views.clear()
    board.picked.emit(cell)
    assert "selected" in board.cell_state(cell).marks
    assert views == [], "the line under the board comes after it"
    settle()
    assert [view.hint.can_cancel for view in views] == [True]

    at_table(window, seeded_table("clod"))
    views.clear()
    click_cell(board, next_cell(window))
    assert len(views) == 1

    staged = own_turn(2, game="clod")
    sit_down(window, staged)
    match = staged.story.match
    views.clear()
    click_cell(board, next_cell(window))
    assert [view.hint.can_cancel for view in views] == [False], "sent"
    staged.commands[-1].accept(match.number + 1)
    staged.do(Play(match.position, staged.sent[-1][1]["move"]), ME)
    settle()
    assert len(views) == 2, "and confirmed"


def test_changes_of_one_moment_are_shown_together_if_the_table_is(window: MainWindow, views: list[TableView]) -> None:
    staged = own_turn(2)
    table = sit_down(window, staged)
    views.clear()

    staged.do(MakeOffer("pause"), ANN)
    table.set_presence((False, True), ("lost", ""))
    table.set_status("waiting", "")
    window.table.history.first()
    window.table.set_premoves(True)
    window.resize(1000, 640)
    settle()
    assert len(views) == 1
    assert [notice.key for notice in views[0].notices] == ["connection"]

    views.clear()
    staged.do(MakeOffer("adjourn"), ANN)
    window.table.set_model(None)
    settle()
    assert views == []
    assert notices(window) == []


def test_another_board_under_a_live_cursor_and_a_staged_turn_forgets_both(window: MainWindow) -> None:
    staged = own_turn(game="conquid")
    sit_down(window, staged)
    board = window.table.board
    board.set_cursor(board.cell_count - 1)
    click_cell(board, next_cell(window))
    assert window.table.builder.staging

    at_table(window, seeded_table("clod"))
    QTest.keyClick(board, Qt.Key.Key_Up)
    settle()

    assert board.cursor_cell is not None
    assert board.cursor_cell < board.cell_count
    assert not window.table.builder.staging
