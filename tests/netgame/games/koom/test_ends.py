"""Koom Valley Thud: how a battle ends, options, and what views show."""

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import IllegalMove
from netgame.game import Mark, Over, Piece, Text, ToMove
from netgame.games.koom.game import Koom
from netgame.options import options_of
from tests.netgame.games.koom.positions import KOOM, after, at

# the end


def over(text: str, game: Koom = KOOM) -> Over | None:
    turn = game.turn(at(text))
    return turn if isinstance(turn, Over) else None


def test_the_dwarfs_win_by_the_move_that_carries_the_rock_onto_a_goal_square() -> None:
    for goal in ("F1", "G1", "H1", "J1", "K1"):
        assert over(f"T dH9,TA6,R{goal}") == Over(0, (1, 0), Text("the Rock has reached {cell}", {"cell": goal}))
    assert over("d dH9,TA6,RF1") is None
    for name in ("E2", "L2", "F2", "H2", "F15"):
        assert over(f"T dH9,TA6,R{name}") is None
    assert isinstance(KOOM.turn(after(at("d dG2,TA6,RH2"), "RH2-H1")), Over)


def test_the_trolls_win_by_their_own_move_when_three_of_them_are_beside_the_rock_after_it() -> None:
    won = over("d dA6,TG7,TH7,TJ7")
    assert won == Over(1, (0, 1), Text("three trolls stand beside the Rock on {cell}", {"cell": "H8"}))
    assert over("d dA6,TG7,TH7,TJ7,TG8") is not None
    assert over("d dA6,TG7,TH7") is None

    state = after(at("d dH9,TG7,TH7,TJ7,TP6,RG8"), "RG8-H8")
    assert KOOM.turn(state) == ToMove(1)
    state = after(state, "TP6-P7")
    turn = KOOM.turn(state)
    assert turn.winner == 1
    assert KOOM.turn(after(at("T dH9,TG7,TH7,TJ7"), "TG7-F6")) == ToMove(0)  # a troll that moves away does not win


def test_the_battle_is_drawn_when_the_side_to_move_has_no_move() -> None:
    assert over("T dH9") == Over(None, (0, 0), Text("{side} have no move left", {"side": "Trolls"}))
    assert over("d TH9,TF1") == Over(None, (0, 0), Text("{side} have no move left", {"side": "Dwarfs"}))
    assert over("T TF1,dG1,dE2,dF2,dG2,dH1,dD3,dF3,dH3") is not None
    assert over("T TF1,dG1,dE2,dF2,dG2,dH1,dD3,dH3") is None  # F3 is free: F2 can be trampled


def test_a_win_goes_before_no_move_and_the_limit() -> None:
    assert over("T dH9,RF1") == Over(0, (1, 0), Text("the Rock has reached {cell}", {"cell": "F1"}))
    game = Koom(no_progress_limit=1)
    state = after(at("T dA6,TG7,TH7,TK7"), "TK7-J7", game=game)
    turn = game.turn(state)
    assert turn.winner == 1


def test_the_count_of_quiet_plies_is_part_of_the_state_and_restarts_with_a_capture_or_a_move_of_the_rock() -> None:
    game, two = Koom(no_progress_limit=3), Koom(no_progress_limit=2)
    state = after(at("d dH9,dA10,TA6,TP6"), "dA10-B10", "TA6-A7", game=game)
    assert game.turn(state) == ToMove(0)
    turn = game.turn(after(state, "dB10-A10", game=game))

    assert (turn.winner, turn.scores) == (None, (0, 0))
    assert str(turn.reason) == "3 moves without a capture or a move of the Rock"
    assert game.turn(after(state, "RH8-G8", game=game)) == ToMove(1)
    trampled = after(at("d dH9,dF10,TA6,TP6,TE10,dP9"), "dH9-H10", "TE10-G10xF10", "dH10-H9", game=two)
    sandwich = after(at("T dF5,TF6,dA7,TP6"), "TP6-P7", "dA7-F7xF6", "TP7-P6", game=two)
    assert (two.turn(trampled), two.turn(sandwich)) == (ToMove(1), ToMove(0))

    start = KOOM.start()
    state = after(start, "dA10-A9", "TF2-F1", "dA9-A10", "TF1-F2")
    assert state != start
    assert KOOM.pieces(state) == KOOM.pieces(start)


def test_after_the_end_every_move_is_refused() -> None:
    game = Koom(no_progress_limit=1)
    state = after(game.start(), "dA10-A6", game=game)

    assert list(game.moves(state)) == []
    assert game.picks(state, ()).next == frozenset()
    with pytest.raises(IllegalMove, match="the battle is over"):
        game.check(state, game.parse(state, "TF2-F1"))
    with pytest.raises(IllegalMove, match="the battle is over"):
        KOOM.check(at("T dH9,TA6,RF1"), KOOM.parse(state, "TA6-A7"))


def test_the_options_have_the_published_names_and_defaults() -> None:
    defaults = {info.name: info.default for info in options_of(Koom)}
    assert defaults == {"rock_escort": 1, "chain_captures": True, "no_progress_limit": 100, "battles": 2}
    assert (Koom().legs, Koom(battles=1).legs) == (2, 1)


def test_the_goal_squares_are_marked_and_the_rock_belongs_to_neither_side() -> None:
    assert KOOM.marks(KOOM.start()) == (
        Mark("goal", frozenset(BOARD.cell(name) for name in ("F1", "G1", "H1", "J1", "K1"))),
    )
    assert KOOM.pieces(KOOM.start())[BOARD.cell("H8")] == Piece(None, "rock")
