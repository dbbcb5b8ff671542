"""Turns built with the real rules: one cell, two stones, captures, buttons, chains."""

from typing import Any

import pytest

from client_qt.board.move_builder import MoveBuilder
from client_qt.settings.preferences import Confirm
from netgame.game import Game, Picks, Piece
from netgame.games import GAMES
from tests.client.recording_board import LINE

POLICIES: tuple[Confirm, ...] = ("compound", "always", "never")
EMPTY_CLOD = "B 51 ....../....../....../....../....../......"
STONES = "2 .../a..b/..c../..../... 0-0 - -"
# h1 can be conquered; the blocks below a3 and a4 can be emptied
FIELD = "1 ......121...../............../1111........../1111a....b..../1111........../1111........../1111.........."
ONE_DWARF = "T dE9,dA6,TG8,RH8"
TWO_DWARFS = "T dE8,dE9,dA6,TG8,RH8"
OPTIONS: dict[str, dict[str, int]] = {"blooms": {"side": 3}, "conquid": {"rows": 7, "columns": 14, "base": 1}}


class Build:
    """A turn that is being built, and the moves that were played."""

    def __init__(
        self, game: Game[Any, Any] | str, position: str | None = None, policy: Confirm = "compound", **options: Any
    ) -> None:
        self.game: Game[Any, Any] = GAMES[game](**options) if isinstance(game, str) else game
        self.state = self.game.start() if position is None else self.game.read_position(position)
        self.builder = MoveBuilder()
        self.builder.policy = policy
        self.moves: list[str] = []
        self.builder.complete.connect(lambda move: self.moves.append(self.game.format(self.state, move)))
        self.builder.begin(self.game, self.state)

    def pick(self, *names: str) -> "Build":
        for name in names:
            self.builder.pick(name if name in self.game.buttons else self.game.board.cell(name))
        return self

    def confirm(self) -> "Build":
        self.builder.confirm()
        return self

    @property
    def picks(self) -> Picks:
        assert self.builder.picks is not None
        return self.builder.picks

    @property
    def staged(self) -> dict[str, str]:
        """The kinds of pieces on the staged cells."""
        cells = [cell for mark in self.picks.marks if mark.kind == "staged" for cell in mark.cells]
        return {self.game.board.name(cell): self.picks.pieces[cell].kind for cell in cells}

    @property
    def next_cells(self) -> list[str]:
        return [self.game.board.name(pick) for pick in sorted(p for p in self.picks.next if isinstance(p, int))]


@pytest.mark.parametrize(
    ("game", "position", "policy", "picked", "move"),
    [
        ("clod", EMPTY_CLOD, "compound", ("e1",), "e1"),
        ("thud", "d dF1,dG1,TG7,RH8", "compound", ("F1", "F5"), "dF1-F5"),
        ("thud", "d dF6,dE5,TG7,RH8", "compound", ("F6", "G7"), "dF6-G7xG7"),
        ("thud", "T dA6,TG8,RH8", "compound", ("G8", "F9"), "TG8-F9"),
        ("thud", LINE, "never", ("G8", "F9"), "TG8-F9xE8xE9xF10"),
        ("blooms", STONES, "never", ("a1", "a2"), "1a1,2a2"),
        ("conquid", FIELD, "never", ("k1", "l1", "m1"), "A k1 l1 m1"),
    ],
)
def test_picks_of_a_turn_play_it(game: str, position: str, policy: Confirm, picked: tuple[str, ...], move: str) -> None:
    turn = Build(game, position, policy, **OPTIONS.get(game, {})).pick(*picked)
    assert turn.moves == [move]
    assert not turn.builder.active


def test_a_stone_waits_if_every_turn_is_confirmed() -> None:
    turn = Build("clod", EMPTY_CLOD, "always").pick("e1")
    assert (turn.moves, turn.builder.can_confirm, turn.builder.notation) == ([], True, "e1")
    assert turn.confirm().moves == ["e1"]
    due = Build("clod")
    assert due.builder.picks is None, "a due roll offers nothing"
    assert not due.builder.active


@pytest.mark.parametrize(
    ("dwarfs", "options", "captures", "move"),
    [
        (ONE_DWARF, {}, 1, "TG8-F9xE9"),
        (TWO_DWARFS, {}, 0, "TG8-F9"),
        (TWO_DWARFS, {"step_captures": "any"}, 2, "TG8-F9xE8xE9"),
        (TWO_DWARFS, {"step_captures": "all_or_none"}, 2, "TG8-F9xE8xE9"),
        (LINE, {}, 3, "TG8-F9xE8xE9xF10"),
    ],
)
def test_captures_without_a_choice_are_chosen(dwarfs: str, options: dict[str, Any], captures: int, move: str) -> None:
    turn = Build("thud", dwarfs, **options).pick("G8", "F9")
    assert (turn.moves, turn.builder.captures, turn.builder.can_confirm) == ([], captures, True)
    assert turn.confirm().moves == [move]


def test_a_step_captures_what_is_picked_and_a_shove_starts_with_every_capture_and_each_can_be_removed() -> None:
    turn = Build("thud", TWO_DWARFS).pick("G8", "F9", "E9")
    assert turn.builder.captures == 1
    assert turn.confirm().moves == ["TG8-F9xE9"]
    turn = Build("thud", LINE).pick("G8", "F9")
    assert turn.builder.captures == 3

    turn.pick("E8")
    assert (turn.builder.captures, turn.builder.notation, turn.moves) == (2, "TG8-F9xE9xF10", [])
    turn.pick("E9", "F10")
    assert turn.builder.captures == 0, "removing the last one does not bring the others back"


def test_undo_takes_back_one_step_and_cancel_all_and_a_draft_continues_where_it_was() -> None:
    turn = Build("thud", LINE).pick("G8", "F9", "E8")
    draft = turn.builder.draft
    turn.builder.undo()
    assert turn.builder.captures == 3
    turn.builder.undo()
    assert turn.picks.picked == (turn.game.board.cell("G8"),)

    turn.builder.cancel()
    assert not turn.builder.staging
    assert not turn.builder.needs_confirm

    for _ in range(3):
        turn.builder.redo()
    assert turn.builder.captures == 2
    assert not turn.builder.can_redo

    turn.builder.end()
    assert turn.builder.draft is None
    turn.builder.begin(turn.game, turn.state, draft)
    assert turn.builder.captures == 2
    turn.builder.undo()
    assert turn.builder.captures == 3


def test_another_own_piece_replaces_the_chosen_one_and_the_same_one_is_let_go() -> None:
    turn = Build("thud", LINE).pick("G8", "J6")
    assert turn.picks.picked == (turn.game.board.cell("J6"),)
    turn.pick("J6")
    assert not turn.builder.staging

    turn = Build("thud", "d dF6,dE5,TG7,RH8").pick("F6", "G7")
    after = turn.game.play(turn.state, turn.game.parse(turn.state, turn.moves[0]))
    assert turn.picks.next == frozenset()
    assert turn.picks.pieces == turn.game.pieces(after)
    assert len(turn.pick("E5").moves) == 1


def test_the_preview_shows_the_board_after_a_pick() -> None:
    turn = Build("clod", EMPTY_CLOD)
    cell = turn.game.board.cell("e1")
    following = turn.builder.preview(cell)
    assert following is not None
    assert following.pieces[cell] == Piece(0, "clod_black")
    assert turn.builder.preview(turn.game.board.cell("c3")) is None


@pytest.mark.parametrize("text", ["", "nonsense", "TG8-A1", "dF10-F9", "TG8-F9xE9xA6"])
def test_a_text_that_is_no_move_is_explained(text: str) -> None:
    turn = Build("thud", LINE)
    assert turn.builder.type_move(text)
    assert turn.moves == []
    assert MoveBuilder().type_move("e1"), "nothing can be typed while the other side moves"


@pytest.mark.parametrize("text", [" TG8-F9xE9 ", "tg8-f9xe9", "G8-F9XE9", "g8-f9xe9"])
def test_a_move_can_be_typed_in_small_letters_and_without_its_piece(text: str) -> None:
    turn = Build("thud", LINE)
    assert turn.builder.type_move(text) is None
    assert turn.moves == ["TG8-F9xE9"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_single_stone_waits_for_another_one(policy: Confirm) -> None:
    turn = Build("blooms", STONES, policy, side=3).pick("a1")
    assert (turn.moves, turn.builder.notation, turn.builder.needs_confirm) == ([], "1a1", True)
    assert turn.builder.captures is None, "it cannot capture"
    assert turn.confirm().moves == ["1a1"]


def test_a_stone_picked_again_changes_its_colour_a_second_one_has_the_other_one_and_undo_removes_it() -> None:
    turn = Build("blooms", STONES, side=3).pick("a1")
    assert turn.staged == {"a1": "bloom_2a"}
    turn.pick("a1")
    assert turn.staged == {"a1": "bloom_2b"}
    turn.builder.undo()
    turn.builder.undo()
    assert not turn.builder.staging

    turn.pick("a1", "a2")
    assert turn.builder.notation == "1a1,2a2"
    turn.pick("a2")
    assert (turn.builder.notation, turn.moves) == ("1a2,2a1", [])


@pytest.mark.parametrize("policy", POLICIES)
def test_a_turn_that_is_one_button_always_waits_for_confirm(policy: Confirm) -> None:
    for turn, button in ((Build("blooms", STONES, policy, side=3), "pass"), (conquid(policy), "C")):
        assert button in turn.builder.buttons
        turn.builder.pick(button)
        assert (turn.moves, turn.builder.pressed, turn.builder.needs_confirm) == ([], button, True)

        assert turn.confirm().moves == [button]


def conquid(policy: Confirm = "compound") -> Build:
    return Build("conquid", FIELD, policy, **OPTIONS["conquid"])


def test_three_cells_wait_for_confirm_and_can_be_removed() -> None:
    turn = conquid().pick("k1", "l1", "m1")
    assert (turn.moves, turn.builder.can_confirm, set(turn.staged)) == ([], True, {"k1", "l1", "m1"})
    turn.pick("l1")
    assert (turn.builder.can_confirm, set(turn.staged)) == (False, {"k1", "m1"})
    assert turn.pick("n1").confirm().moves == ["A k1 m1 n1"]


def test_a_button_switches_the_action_and_its_cell_can_be_changed_or_plays_at_once_without_confirm() -> None:
    turn = conquid().pick("k1", "V")
    assert turn.staged == {}
    first, *_, last = turn.next_cells
    turn.pick(first, last)
    assert (turn.moves, turn.builder.notation) == ([], f"V {last}")
    assert turn.pick("C").builder.notation == "C"
    assert conquid("never").pick("V", first).moves == [f"V {first}"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_chain_can_go_on_after_every_step(policy: Confirm) -> None:
    turn = Build("koom", "T dF5,dG6,dA9,TF4,RH8", policy).pick("F4", "F6")
    assert (turn.moves, turn.builder.notation) == ([], "TF4-F6xF5")
    assert turn.pick("H6").confirm().moves == ["TF4-F6-H6xF5xG6"]
