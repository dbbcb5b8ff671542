"""Turns composed with the real rules."""

from typing import Any

import pytest

from client_qt.board.move_builder import MoveBuilder, Policy
from netgame.game import Game, Over, Picks, Piece, ToMove
from netgame.games import GAMES

LINE = "T dF10,dE8,dE9,dA6,TG8,TH7,TJ6,RH8"  # G8, H7 and J6 are a line of three towards F9


class Taken:
    """What a composer did."""

    def __init__(self, composer: MoveBuilder) -> None:
        self.moves: list[Any] = []
        self.changes = 0
        composer.complete.connect(self.moves.append)
        composer.changed.connect(self._count)

    def _count(self) -> None:
        self.changes += 1


def begun(key: str, position: str, policy: Policy = "compound") -> tuple[MoveBuilder, Taken, Game[Any, Any], Any]:
    game = GAMES[key]()
    state = game.read_position(position)
    composer = MoveBuilder()
    composer.policy = policy
    taken = Taken(composer)
    composer.begin(game, state)
    return composer, taken, game, state


def pick(composer: MoveBuilder, game: Game[Any, Any], *names: str) -> None:
    for name in names:
        composer.pick(game.board.cell(name))


def written(taken: Taken, game: Game[Any, Any], state: Any) -> list[str]:
    return [game.format(state, move) for move in taken.moves]


EMPTY_CLOD = "B 51 ....../....../....../....../....../......"


def test_a_stone_of_clod_is_played_with_one_pick() -> None:
    composer, taken, game, state = begun("clod", EMPTY_CLOD)

    pick(composer, game, "e1")

    assert written(taken, game, state) == ["e1"]
    assert not composer.active


def test_a_stone_waits_where_every_turn_is_confirmed() -> None:
    composer, taken, game, state = begun("clod", EMPTY_CLOD, "always")

    pick(composer, game, "e1")
    assert taken.moves == []
    assert composer.can_confirm
    assert composer.notation == "e1"

    composer.confirm()
    assert written(taken, game, state) == ["e1"]


def test_a_cell_that_is_not_offered_does_nothing() -> None:
    composer, taken, game, _ = begun("clod", EMPTY_CLOD)

    pick(composer, game, "c3")

    assert taken.moves == []
    assert not composer.staging


def test_a_dwarfs_move_is_played_on_the_second_pick() -> None:
    composer, taken, game, state = begun("thud", "d dF1,dG1,TG7,RH8")

    pick(composer, game, "F1", "F5")

    assert written(taken, game, state) == ["dF1-F5"]


def test_a_hurl_names_what_it_takes() -> None:
    composer, taken, game, state = begun("thud", "d dF6,dE5,TG7,RH8")

    pick(composer, game, "F6", "G7")

    assert written(taken, game, state) == ["dF6-G7xG7"]


def test_a_step_that_could_capture_waits_for_confirm() -> None:
    composer, taken, game, state = begun("thud", "T dE9,dA6,TG8,RH8")

    pick(composer, game, "G8", "F9")
    assert taken.moves == []
    assert (composer.captures, composer.can_confirm) == (0, True)

    pick(composer, game, "E9")
    assert composer.captures == 1
    composer.confirm()
    assert written(taken, game, state) == ["TG8-F9xE9"]


def test_a_step_with_nobody_near_is_played_at_once() -> None:
    composer, taken, game, state = begun("thud", "T dA6,TG8,RH8")

    pick(composer, game, "G8", "F9")

    assert written(taken, game, state) == ["TG8-F9"]


def test_a_shove_begins_with_every_capture_and_lets_one_spare() -> None:
    composer, taken, game, _ = begun("thud", LINE)

    pick(composer, game, "G8", "F9")
    assert composer.captures == 3

    pick(composer, game, "E8")
    assert composer.captures == 2
    assert composer.notation == "TG8-F9xE9xF10"
    assert taken.moves == []


def test_a_dwarf_spared_to_the_last_does_not_bring_the_others_back() -> None:
    composer, _, game, _ = begun("thud", LINE)

    pick(composer, game, "G8", "F9", "E8", "E9", "F10")

    assert composer.captures == 0


def test_undo_goes_back_one_step_and_cancel_all() -> None:
    composer, _, game, _ = begun("thud", LINE)
    pick(composer, game, "G8", "F9", "E8")

    composer.undo()
    assert composer.captures == 3
    composer.undo()
    assert composer.picks is not None
    assert composer.picks.picked == (game.board.cell("G8"),)

    composer.cancel()
    assert not composer.staging
    assert not composer.needs_confirm


def test_another_own_piece_is_chosen_instead() -> None:
    composer, _, game, _ = begun("thud", LINE)

    pick(composer, game, "G8", "J6")

    assert composer.picks is not None
    assert composer.picks.picked == (game.board.cell("J6"),)


def test_the_chosen_piece_picked_again_is_let_go() -> None:
    composer, _, game, _ = begun("thud", LINE)

    pick(composer, game, "G8", "G8")

    assert not composer.staging


def test_without_confirm_a_shove_takes_all_it_can_at_once() -> None:
    composer, taken, game, state = begun("thud", LINE, "never")

    pick(composer, game, "G8", "F9")

    assert written(taken, game, state) == ["TG8-F9xE8xE9xF10"]


def test_a_played_turn_stays_on_the_board_until_the_next_one() -> None:
    composer, taken, game, state = begun("thud", "d dF6,dE5,TG7,RH8")

    pick(composer, game, "F6", "G7")

    assert composer.picks is not None
    assert composer.picks.next == frozenset()
    assert composer.picks.pieces == game.pieces(game.play(state, taken.moves[0]))
    pick(composer, game, "E5")
    assert len(taken.moves) == 1


def test_a_move_may_be_written() -> None:
    composer, taken, game, state = begun("thud", LINE)

    assert composer.type_move(" TG8-F9xE9 ") is None

    assert written(taken, game, state) == ["TG8-F9xE9"]


@pytest.mark.parametrize("text", ["", "nonsense", "TG8-A1", "dF10-F9", "TG8-F9xE9xA6"])
def test_what_is_no_move_is_said(text: str) -> None:
    composer, taken, _, _ = begun("thud", LINE)

    problem = composer.type_move(text)

    assert problem is not None
    assert str(problem)
    assert taken.moves == []
    assert composer.active


def test_nothing_can_be_written_while_the_other_side_moves() -> None:
    assert MoveBuilder().type_move("e1") is not None


def test_a_roll_that_is_due_offers_nothing() -> None:
    game = GAMES["clod"]()
    composer = MoveBuilder()

    composer.begin(game, game.start())

    assert composer.picks is None
    assert not composer.active


def test_the_preview_shows_what_would_stand_there() -> None:
    composer, _, game, _ = begun("clod", EMPTY_CLOD)

    cell = game.board.cell("e1")
    following = composer.preview(cell)
    assert following is not None
    assert following.pieces[cell] == Piece(0, "clod_black")
    assert composer.preview(game.board.cell("c3")) is None


class Buttons(GAMES["clod"]):  # type: ignore[misc]  # the class is taken from a table
    """Clod in which one may also pass, which is a button."""

    def picks(self, state: Any, picked: tuple[Any, ...]) -> Picks:
        if picked == ("pass",):
            return Picks(frozenset(), (("pass",),), picked)
        found = super().picks(state, picked)
        return Picks(found.next | {"pass"}, found.moves, found.picked, pieces=found.pieces, marks=found.marks)

    def format(self, state: Any, move: Any) -> str:
        return "pass" if move == ("pass",) else str(super().format(state, move))

    def play(self, state: Any, move: Any) -> Any:
        return state if move == ("pass",) else super().play(state, move)


def test_a_turn_that_is_one_button_asks_for_confirm_whatever_the_policy() -> None:
    for policy in ("compound", "always", "never"):
        game = Buttons()
        state = game.read_position(EMPTY_CLOD)
        composer = MoveBuilder()
        composer.policy = policy  # type: ignore[assignment]
        taken = Taken(composer)
        composer.begin(game, state)
        assert composer.buttons == ("pass",)

        composer.pick("pass")
        assert taken.moves == []
        assert composer.needs_confirm

        composer.confirm()
        assert taken.moves == [("pass",)]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_can_be_played_through_by_picks(key: str) -> None:
    game = GAMES[key]()
    composer = MoveBuilder()
    taken = Taken(composer)
    state = game.start()

    for ply in range(12):
        turn = game.turn(state)
        if isinstance(turn, Over):
            break
        if not isinstance(turn, ToMove):
            state = game.rolled(state, (1 + ply % 6, 1 + ply * 5 % 6))
            continue
        composer.begin(game, state)
        for _ in range(6):
            if not composer.active:
                break
            assert composer.picks is not None
            if composer.can_confirm:
                composer.confirm()
            else:
                fresh = [pick for pick in composer.picks.next if pick not in composer.picks.picked]
                cells = sorted(pick for pick in fresh if isinstance(pick, int))
                choice = cells or sorted(map(str, fresh))
                composer.pick(choice[ply % len(choice)])
        state = game.play(state, taken.moves[-1])

    assert len(taken.moves) >= 5
