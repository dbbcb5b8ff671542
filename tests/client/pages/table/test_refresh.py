"""How often the table page computes what it shows."""

from typing import Any

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.view import state
from client_qt.table import model
from netgame.match.commands import AnswerOffer, MakeOffer, Play
from tests.client.clicks import settle
from tests.client.staging import ANN, own_turn, sit_down
from tests.screenshots.staged_tables import ME


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
    assert 0 < len(commands) == len(set(commands)) <= 8
    table.set_presence((False, True), ("lost", ""))
    window.table.history.first()
    window.table.history.live()
    assert computed["decide"] == commands, "the match is the same"


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
