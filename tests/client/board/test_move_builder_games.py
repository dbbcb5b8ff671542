"""Turns of several parts composed with the real rules: stones in two colours, three cells, buttons, chains."""

from typing import Any

import pytest

from client_qt.board.move_builder import MoveBuilder, Policy
from netgame.game import Game
from netgame.games import GAMES

POLICIES: tuple[Policy, ...] = ("compound", "always", "never")


class Begun:
    """A turn being made, and what came of it."""

    def __init__(self, key: str, position: str | None = None, policy: Policy = "compound", **options: Any) -> None:
        self.game: Game[Any, Any] = GAMES[key](**options)
        self.state = self.game.start() if position is None else self.game.read_position(position)
        self.composer = MoveBuilder()
        self.composer.policy = policy
        self.moves: list[str] = []
        self.composer.complete.connect(self._note)
        self.composer.begin(self.game, self.state)

    def _note(self, move: Any) -> None:
        self.moves.append(self.game.format(self.state, move))

    def pick(self, *names: str) -> "Begun":
        for name in names:
            self.composer.pick(name if name in self.game.buttons else self.game.board.cell(name))
        return self

    @property
    def staged(self) -> dict[str, str]:
        """The kinds of pieces on the cells that are staged."""
        picks = self.composer.picks
        assert picks is not None
        cells = [cell for mark in picks.marks if mark.kind == "staged" for cell in mark.cells]
        return {self.game.board.name(cell): picks.pieces[cell].kind for cell in cells}


# ---- one or two stones

STONES = "2 .../a..b/..c../..../... 0-0 - -"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_single_stone_waits_for_another_one(policy: Policy) -> None:
    turn = Begun("blooms", STONES, policy, side=3).pick("a1")

    assert turn.moves == []
    assert turn.composer.notation == "1a1"
    assert turn.composer.needs_confirm


def test_a_single_stone_is_played_by_confirm() -> None:
    turn = Begun("blooms", STONES, side=3).pick("a1")

    turn.composer.confirm()

    assert turn.moves == ["1a1"]


def test_a_stone_picked_again_changes_its_colour_and_undo_takes_it_off() -> None:
    turn = Begun("blooms", STONES, side=3).pick("a1")
    assert turn.staged == {"a1": "bloom_2a"}

    turn.pick("a1")
    assert turn.staged == {"a1": "bloom_2b"}
    assert turn.composer.notation == "2a1"

    turn.composer.undo()
    turn.composer.undo()
    assert not turn.composer.staging


def test_a_second_stone_has_the_other_colour_and_a_click_changes_both() -> None:
    turn = Begun("blooms", STONES, side=3).pick("a1", "a2")
    assert turn.composer.notation == "1a1,2a2"

    turn.pick("a2")

    assert turn.composer.notation == "1a2,2a1"
    assert turn.moves == []


def test_without_confirm_two_stones_are_played_at_once() -> None:
    turn = Begun("blooms", STONES, "never", side=3).pick("a1", "a2")

    assert turn.moves == ["1a1,2a2"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_pass_always_asks(policy: Policy) -> None:
    turn = Begun("blooms", STONES, policy, side=3).pick("pass")
    assert turn.moves == []
    assert turn.composer.pressed == "pass"

    turn.composer.confirm()

    assert turn.moves == ["pass"]


def test_a_button_that_is_not_there_now_does_nothing() -> None:
    turn = Begun("blooms", STONES, side=3).pick("a1", "pass")

    assert turn.staged == {"a1": "bloom_2a"}


# ---- three cells and four actions

# h1 can be conquered; the blocks below a3 and a4 can be emptied
FIELD = "1 ......121...../............../1111........../1111a....b..../1111........../1111........../1111.........."


def conquid(position: str = FIELD, policy: Policy = "compound") -> Begun:
    return Begun("conquid", position, policy, rows=7, columns=14, base=1)


def test_three_cells_wait_for_confirm_and_may_be_taken_back() -> None:
    turn = conquid().pick("k1", "l1", "m1")
    assert turn.moves == []
    assert turn.composer.can_confirm
    assert set(turn.staged) == {"k1", "l1", "m1"}

    turn.pick("l1")
    assert set(turn.staged) == {"k1", "m1"}
    assert not turn.composer.can_confirm

    turn.pick("n1")
    turn.composer.confirm()
    assert turn.moves == ["A k1 m1 n1"]


def test_without_confirm_the_third_cell_plays() -> None:
    turn = conquid(policy="never").pick("k1", "l1", "m1")

    assert turn.moves == ["A k1 l1 m1"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_button_alone_always_asks(policy: Policy) -> None:
    turn = conquid(policy=policy).pick("C")
    assert turn.moves == []
    assert (turn.composer.pressed, turn.composer.captures) == ("C", 1)

    turn.composer.confirm()

    assert turn.moves == ["C"]


def test_a_button_switches_the_action_and_its_cell_can_be_moved() -> None:
    turn = conquid().pick("k1", "V")
    assert turn.staged == {}
    picks = turn.composer.picks
    assert picks is not None
    corners = sorted(turn.game.board.name(pick) for pick in picks.next if isinstance(pick, int))

    turn.pick(corners[0], corners[-1])

    assert turn.moves == []
    assert turn.composer.notation == f"V {corners[-1]}"
    turn.pick("C")
    assert turn.composer.notation == "C"


def test_without_confirm_a_corner_plays_at_once() -> None:
    turn = conquid(policy="never").pick("V")
    picks = turn.composer.picks
    assert picks is not None
    corner = turn.game.board.name(min(pick for pick in picks.next if isinstance(pick, int)))

    turn.pick(corner)

    assert turn.moves == [f"V {corner}"]


def test_an_action_that_is_not_possible_is_not_begun() -> None:
    turn = conquid().pick("k1", "Q")

    assert set(turn.staged) == {"k1"}


# ---- chains


@pytest.mark.parametrize("policy", POLICIES)
def test_a_chain_may_go_on_after_every_step(policy: Policy) -> None:
    turn = Begun("koom", "T dF5,dG6,dA9,TF4,RH8", policy).pick("F4", "F6")
    assert turn.moves == []
    assert turn.composer.notation == "TF4-F6xF5"

    turn.pick("H6")
    turn.composer.confirm()

    assert turn.moves == ["TF4-F6-H6xF5xG6"]
