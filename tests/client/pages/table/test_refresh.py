"""How often the table page computes what it shows."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table import page
from client_qt.pages.table.view import state
from client_qt.pages.table.view.table_view import TableView, table_view
from client_qt.table import model
from devtools.screenshots.staged_tables import ME
from netgame.match.commands import AnswerOffer, MakeOffer, Play
from tests.client.clicks import settle
from tests.client.play import at_table, seeded_table
from tests.client.staging import ANN, click_cell, notices, own_turn, sit_down


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


def test_an_own_move_is_computed_once_when_it_is_confirmed(window: MainWindow, computed: dict[str, list[Any]]) -> None:
    staged = own_turn(2)
    table = sit_down(window, staged)
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


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[TableView]:
    """The views that the page makes."""
    found: list[TableView] = []
    monkeypatch.setattr(page, "table_view", lambda *args: found.append(table_view(*args)) or found[-1])
    return found


def test_an_own_move_is_one_refresh_at_one_screen_and_two_at_a_server(
    window: MainWindow, views: list[TableView]
) -> None:
    local = seeded_table("clod")
    at_table(window, local)
    views.clear()
    cell = min(pick for pick in window.table.builder.picks.next if isinstance(pick, int))
    click_cell(window.table.board, cell)
    assert len(views) == 1

    staged = own_turn(2, game="clod")
    sit_down(window, staged)
    match = staged.story.match
    views.clear()
    click_cell(window.table.board, min(pick for pick in window.table.builder.picks.next if isinstance(pick, int)))
    assert [view.hint.can_cancel for view in views] == [False], "sent"
    staged.commands[-1].accept(match.number + 1)
    staged.do(Play(match.position, staged.sent[-1][1]["move"]), ME)
    settle()
    assert len(views) == 2, "and confirmed"


def test_many_changes_of_one_moment_are_shown_together_and_none_of_a_table_that_is_closed(
    window: MainWindow, views: list[TableView]
) -> None:
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


def test_picks_are_drawn_at_once_and_the_line_under_the_board_after_them(
    window: MainWindow, views: list[TableView]
) -> None:
    at_table(window, seeded_table("thud"))
    board, builder = window.table.board, window.table.builder
    views.clear()

    cell = min(pick for pick in builder.picks.next if isinstance(pick, int))
    board.picked.emit(cell)

    assert "selected" in board.cell_state(cell).marks
    assert views == []
    settle()
    assert [view.hint.can_cancel for view in views] == [True]


def test_another_board_under_a_live_cursor_and_a_staged_turn_forgets_both(window: MainWindow) -> None:
    staged = own_turn(game="conquid")
    sit_down(window, staged)
    board = window.table.board
    board.set_cursor(board.cell_count - 1)
    click_cell(board, min(pick for pick in window.table.builder.picks.next if isinstance(pick, int)))
    assert window.table.builder.staging

    at_table(window, seeded_table("clod"))
    QTest.keyClick(board, Qt.Key.Key_Up)
    settle()

    assert board.cursor_cell is not None
    assert board.cursor_cell < board.cell_count
    assert not window.table.builder.staging


def test_an_own_move_leaves_the_board_when_the_opponent_takes_the_move_before_it_back(window: MainWindow) -> None:
    staged = own_turn(2)
    sit_down(window, staged)
    match = staged.story.match
    text = match.game.format(match.state, next(match.game.moves(match.state)))

    window.table.builder.type_move(text)
    staged.commands[-1].accept(match.number + 1)
    staged.do(Play(match.position, text), ME)
    staged.do(MakeOffer("take_back"), ANN)
    staged.do(AnswerOffer(staged.story.match.number, True), ME)
    settle()

    board = window.table.board
    found = {cell: board.cell_state(cell).piece for cell in range(len(match.game.board.cells))}
    assert {cell: piece for cell, piece in found.items() if piece is not None} == match.game.pieces(
        staged.story.match.state
    )
