"""A game that a test adds to the program, tic-tac-toe, is played in a window, with its own page and pieces."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.pages.rules.first_game import FirstGame
from client_qt.theme import Theme
from client_qt.theme.drawings import Drawings
from client_qt.theme.tokens import tokens
from devtools.harness.games import random_moves
from devtools.harness.window.opponent import opponent
from devtools.harness.window.players import Kind, MousePlayer, play_out, served_by, table_of
from devtools.harness.window.program import client
from netgame.game import Over
from netgame.games import GAMES
from tests.client.recording_board import RecordingBoard, colours_in
from tests.end_to_end.tictactoe.game import TicTacToe
from tests.netgame.games import conformance


@pytest.fixture(autouse=True)
def _added_game(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(GAMES, TicTacToe.key, TicTacToe)
    tokens.cache_clear()
    monkeypatch.setattr(theme, "tokens", tokens())
    monkeypatch.setattr(theme, "drawings", Drawings(theme.tokens))
    yield
    tokens.cache_clear()


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_the_added_game_is_hosted_and_played_in_a_window_to_its_end(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = MousePlayer(app)
        await player.host(Kind(TicTacToe.key))
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


def test_the_added_game_has_its_pieces_and_their_names_for_screen_readers(theme: Theme, qtbot: QtBot) -> None:
    game, view = TicTacToe(), RecordingBoard(theme)
    qtbot.addWidget(view)
    view.resize(400, 400)
    state = game.read_position(game.example)
    view.set_position(game.board, game.pieces(state))
    assert theme.board.pieces["nought"].name() in colours_in(view.image(), view.cell_rect(game.board.cell("c3")))
    assert view.describe_cell(game.board.cell("c3")) == "c3, nought"


def test_the_added_game_has_its_rules_page_and_its_first_game(new_window: MainWindow) -> None:
    new_window.rules.show_game(TicTacToe.key)
    first = FirstGame(new_window.theme, TicTacToe.key, new_window)
    first.open()
    assert len(new_window.rules.figures()) == 2
    assert first.builder.type_move("e5") is None
    assert first.shown[0].turn(first.shown[1]).winner == 0
    first.accept()


def test_the_added_game_keeps_the_contract() -> None:
    game = TicTacToe()
    events, states = random_moves.play_out(game, Random(7), 60)
    for event, state in zip(events, states, strict=False):
        conformance.check_state(game, state, event)
    assert isinstance(game.turn(states[-1]), Over)
