"""Koom Valley Thud: moves, captures and ends, and the rulings where the summary is silent."""

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import IllegalMove
from netgame.game import Mark, Over, Piece, Text, ToMove, apply
from netgame.games.koom.game import Koom
from netgame.games.koom.moves import Move
from netgame.options import options_of
from tests.netgame.games.octagon_turns import KOOM, OF_KOOM

at, legal, refusal, after = OF_KOOM.at, OF_KOOM.legal, OF_KOOM.refusal, OF_KOOM.after

# the start, and plain moves


def test_the_start_has_the_published_set_up() -> None:
    assert KOOM.write_position(KOOM.start()) == (
        "d dH9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,dE14,dL14,dF15,dG15,dH15,dJ15,dK15,"
        "TF2,TH2,TK2,TE3,TF3,TH3,TK3,TL3,RH8"
    )


def test_a_dwarf_goes_any_distance_and_may_enter_the_start_of_the_rock() -> None:
    assert {"dA8-H8", "dA8-P8"} <= legal(at("d dA8,TP7,RF1"))


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("d dE8,dG8,TK8", "dE8-F10", "F10 is not in a straight line from E8"),
        ("d dE8,dG8,TK8", "dE8-E8", "a move from E8 must end on another square"),
        ("d dE8,dG8,TK8", "dG8-J8", "H8 is in the way: only trampled dwarfs can be jumped"),
        ("d dE8,dG8,TK8", "dG8-H8", "the Rock on H8 is in the way"),
        ("d dE8,dG8,TK8", "dE8-H8", "G8 is in the way: only trampled dwarfs can be jumped"),
        ("T TE8,TF8,dF9,RP6", "TE8-G8", "F8 is in the way: only trampled dwarfs can be jumped"),
        ("T TE8,TF8,dF9,RP6", "TE8-F9", "the dwarf on F9 is in the way"),
        ("T TE8,TF8,dF9,RP6", "TE8-F8", "the troll on F8 is in the way"),
        ("T TH7,TG7,dH9", "RH8-G8", "Trolls to move"),
        ("T TH7,TG7,dH9", "TH7-H9", "H8 is in the way: only trampled dwarfs can be jumped"),
        ("T TH7,TG7,dH9", "TG7-J9xH8", "there is no dwarf to trample on H8"),
        ("d dH9,TA6", "RH7-H6", "there is no Rock on H7"),
        ("d dH9,TF2", "TF2-F4", "Dwarfs to move"),
        ("d dH9,TF2", "dF2-F4", "there is no dwarf on F2"),
        ("d dE7,TF7", "dE7-F7xF7", "the troll on F7 is in the way"),  # nothing is taken by landing on it
        ("d dE7,TF9", "dE7-E8-E9", "only a troll can continue from E8"),
        ("d dH9,TF9", "RH8-G8-G7", "only a troll can continue from G8"),
        ("T TF2,dH4,RH8", "TF2-J5xH4", "a trampling troll lands two squares on, and J5 is not that far from F2"),
        ("T TF2,dF5,RA6", "TF2-F4-F6xF5", "there is no dwarf to trample on F3"),  # a plain move is not followed
    ],
)
def test_moves_that_no_piece_makes_are_refused_with_the_reason(position: str, move: str, sentence: str) -> None:
    assert refusal(at(position), move) == sentence


@pytest.mark.parametrize("position", ["d dE6,TF6,TA6", "T TF2,dH4", "T TE8,TF8,RE9"])
def test_a_dwarf_is_not_its_own_partner_and_trolls_trample_only_dwarfs_beside_them(position: str) -> None:
    assert all("x" not in text for text in legal(at(position)))


@pytest.mark.parametrize("direction", [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
def test_a_troll_goes_one_to_three_squares_in_every_direction(direction: tuple[int, int]) -> None:
    file, rank = "ABCDEFGHJKLMNOP", 8
    to = [f"{file[7 + k * direction[0]]}{rank + k * direction[1]}" for k in range(1, 5)]
    state = at("T TH8,RP6")
    assert {f"TH8-{name}" for name in to[:3]} <= legal(state)
    assert refusal(state, f"TH8-{to[3]}") == f"a troll goes three squares at most, and {to[3]} is further away"


def test_the_dwarfs_move_the_rock_one_square_with_a_dwarf_beside_it_before_and_after() -> None:
    state = at("d dH9,TA6")
    rock = {text for text in legal(state) if text[0] == "R"}

    assert rock == {"RH8-G8", "RH8-J8", "RH8-G9", "RH8-J9"}
    assert refusal(state, "RH8-H7") == "the Rock needs a dwarf beside H7, and there is none"
    assert refusal(state, "RH8-H6") == "the Rock moves one square, and H6 is further away"
    assert refusal(state, "RH8-H9") == "the dwarf on H9 is in the way"
    assert refusal(at("d dH10,TA6"), "RH8-H7") == "the Rock needs a dwarf beside H8, and there is none"
    assert refusal(at("d dH9,TG8"), "RH8-J8xG8") == "the Rock captures nothing on G8"
    assert KOOM.write_position(after(state, "RH8-J8")) == "T dH9,TA6,RJ8"


def test_with_an_escort_of_two_the_rock_needs_two_dwarfs_before_and_after() -> None:
    game = Koom(rock_escort=2)
    one, two = at("d dH9,TA6"), at("d dH9,dG9,TA6,TH7")

    assert not any(text[0] == "R" for text in legal(one, game))
    assert refusal(one, "RH8-G8", game) == "the Rock needs 2 dwarfs beside H8, and there are 1"
    assert {text for text in legal(two, game) if text[0] == "R"} == {"RH8-G8"}
    assert refusal(two, "RH8-J8", game) == "the Rock needs 2 dwarfs beside J8, and there are 1"
    assert "RH8-J8" in legal(two)
    more_after = at("d dJ9,dK8,TA6")  # one beside H8, two beside J8
    assert refusal(more_after, "RH8-J8", game) == "the Rock needs 2 dwarfs beside H8, and there are 1"


def test_a_dwarf_that_arrives_takes_every_troll_between_it_and_another_dwarf() -> None:
    state = at("d dE5,dG9,dK5,TE6,TF8,TH7,TG6,dJ8,dE10")
    assert "dE10-E7xE6xF8" in legal(state)
    assert refusal(state, "dE10-E7xE6") == "a dwarf that arrives on E7 takes the troll on F8: write xF8"
    assert refusal(state, "dE10-E7") == "a dwarf that arrives on E7 takes the troll on E6: write xE6"
    assert refusal(state, "dE10-E7xE6xF8xG6") == "no troll on G6 is between E7 and another dwarf"
    assert KOOM.write_position(after(state, "dE10-E7xE6xF8")) == "T dE5,dK5,dE7,dJ8,dG9,TG6,TH7,RH8"


@pytest.mark.parametrize("direction", [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
def test_dwarfs_sandwich_in_every_direction(direction: tuple[int, int]) -> None:
    file, (across, down) = "ABCDEFGHJKLMNOP", direction
    troll, partner = (f"{file[7 + k * across]}{8 + k * down}" for k in (1, 2))
    arrival = f"{file[7 + down]}{8 - across}"  # beside H8, off the line
    state = at(f"d d{arrival},T{troll},d{partner},RP6")
    assert f"d{arrival}-H8x{troll}" in legal(state)


def test_a_troll_between_two_dwarfs_is_safe_if_it_moved_there_and_beside_the_rock() -> None:
    state = after(at("T TF5,dE6,dG6,dP9"), "TF5-F6")
    assert BOARD.cell("F6") in KOOM.pieces(state)
    assert "dP9-P10" in legal(state)  # nor does another dwarf's move take it

    against, arriving = at("d dE7,TF8,RG8"), at("d dG9,TH7,dH6,RG8")
    assert "dE7-E8" in legal(against)
    assert "RG8-H8" in legal(arriving)
    assert refusal(against, "dE7-E8xF8") == "no troll on F8 is between E8 and another dwarf"


def test_a_troll_tramples_a_dwarf_with_the_square_behind_it_empty() -> None:
    state = at("T TF6,dG7,dE6,dD6,RA6")

    assert {text for text in legal(state) if "x" in text} == {"TF6-H8xG7"}
    assert refusal(state, "TF6-H8") == "a troll that goes over the dwarf on G7 tramples it: write xG7"
    assert refusal(state, "TF6-D6xE6") == "the dwarf on D6 is in the way"
    assert refusal(state, "TF6-F8xF7") == "there is no dwarf to trample on F7"
    assert refusal(state, "TF6-J9xG7") == "a trampling troll lands two squares on, and J9 is not that far from F6"
    assert refusal(state, "TF6-H8xE6xG7") == "there is no dwarf to trample on E6 on this way"
    assert KOOM.write_position(after(state, "TF6-H8xG7")) == "d dD6,dE6,TH8,RA6"


def test_trampling_stops_at_the_edge_of_the_board() -> None:
    # behind each of these dwarfs the board ends; P9 and A10, A7 and P6 are neighbours in many arrays
    state = at("T TB6,dA6,dA7,TO9,dP9,dP10,TG2,dG1,dF1,TH14,dH15")
    assert not any("x" in text for text in legal(state))
    for landing in range(len(BOARD.cells)):
        for dwarf in ("A6", "P9", "G1", "H15"):
            with pytest.raises(IllegalMove):
                apply(KOOM, state, Move(1, BOARD.cell("O9"), (landing,), 1 << BOARD.cell(dwarf)))


def test_a_troll_continues_from_its_landing_square_may_stop_anywhere_and_without_chains_tramples_once() -> None:
    state = at("T TF2,dG3,dJ4,dK5,RA6")
    chains = {text for text in legal(state) if "x" in text}
    assert chains == {"TF2-H4xG3", "TF2-H4-K4xG3xJ4", "TF2-H4-K4-K6xG3xJ4xK5"}
    assert refusal(state, "TF2-H4-K4xG3") == "a troll that goes over the dwarf on J4 tramples it: write xJ4"
    assert refusal(state, "TF2-H4-H6xG3") == "there is no dwarf to trample on H5"
    assert refusal(state, "TF2-H4-J5xG3") == "a trampling troll lands two squares on, and J5 is not that far from H4"

    game, state = Koom(chain_captures=False), at("T TF2,dG3,dJ4,RA6")
    assert {text for text in legal(state, game) if "x" in text} == {"TF2-H4xG3"}
    assert refusal(state, "TF2-H4-K4xG3xJ4", game) == "a troll tramples one dwarf a turn, and stops on H4"


def test_a_jumped_dwarf_leaves_at_once() -> None:
    # the ring leads back to H4 over G5, then over G3 again, which is free by then
    state = at("T TF4,dG4,dG3,dF3,dG5,RA6")
    assert "TF4-H4-F2xG3xG4" in legal(state)
    assert "TF4-H4-F2-F4xF3xG3xG4" in legal(state)
    assert refusal(state, "TF4-H4-F2-H4xG3xG4") == "there is no dwarf to trample on G3"


def test_a_chain_may_return_to_its_start_and_two_to_the_same_square_are_two_moves() -> None:
    state, ring = at("T TF6,dG6,dH7,dG7,dE6,RA6"), at("T TF2,dG2,dH3,dF3,dG4,RA6")
    back = {text for text in legal(state) if text.startswith("TF6-H6-H8-F6")}

    assert back == {"TF6-H6-H8-F6xG6xG7xH7", "TF6-H6-H8-F6-D6xE6xG6xG7xH7"}
    assert KOOM.write_position(after(state, "TF6-H6-H8-F6xG6xG7xH7")) == "d dE6,TF6,RA6"
    assert {"TF2-H2-H4xG2xH3", "TF2-F4-H4xF3xG4"} <= legal(ring)
    both = {text for text in legal(ring) if text.endswith("xG2xF3xH3xG4")}
    assert both == {"TF2-H2-H4-F4-F2xG2xF3xH3xG4", "TF2-F4-H4-H2-F2xG2xF3xH3xG4"}


def test_moves_and_picks_answer_quickly_in_a_crowd_of_dwarfs() -> None:
    # more chains than can be counted: moves are listed lazily, and picks look one step ahead
    files = "ABCDEFGHJKLMNOP"
    crowd = ",".join(f"d{place.name}" for place in BOARD.cells if _odd(files, place.name))
    state = at(f"T TH8,{crowd},RA6")
    first = [move for move, _ in zip(KOOM.moves(state), range(1000), strict=False)]

    assert len(set(first)) == 1000
    assert KOOM.picks(state, (BOARD.cell("H8"),)).next
    KOOM.check(state, first[-1])


def _odd(files: str, name: str) -> bool:
    """Return whether a troll from H8 may jump a square but never land on it."""
    column, row = files.index(name[0]) - 7, int(name[1:]) - 8
    return bool(column % 2 or row % 2) and name != "A6"


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
