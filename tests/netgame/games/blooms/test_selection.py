"""A turn of Blooms selected by picks: stones, their colours, the pass, hints and marks."""

import pytest

from netgame.game import Mark, Pick, Picks
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.state import State
from tests.netgame.games.blooms.positions import game, played, rows

SMALL, THREE, RACE = game(2), game(3), game(2, "race")


def offer(blooms: Blooms, state: State, *picked: str) -> Picks:
    """Return the offer after some picks by name."""
    return blooms.picks(state, tuple(pick if pick == "pass" else blooms.board.cell(pick) for pick in picked))


def turns(blooms: Blooms, state: State, found: Picks) -> list[str]:
    return [blooms.format(state, move) for move in found.moves]


def names(blooms: Blooms, found: Picks) -> tuple[str, ...]:
    return tuple(pick if isinstance(pick, str) else blooms.board.name(pick) for pick in found.picked)


def marked(blooms: Blooms, marks: tuple[Mark, ...], kind: str, seat: int | None = None) -> str:
    cells: set[Pick] = set()
    for mark in marks:
        if mark.kind == kind and mark.seat == seat:
            cells |= mark.cells
    return blooms.board.names(cell for cell in cells if isinstance(cell, int))


def at(blooms: Blooms, stones: str, seat: int = 0) -> State:
    return blooms.read_position(f"{seat + 1} {rows(blooms.side, stones)} 0-0 - -")


def test_a_pick_places_a_stone_of_the_first_colour_and_further_picks_change_it() -> None:
    state = played(THREE, ["1c3"])
    found = offer(THREE, state, "a1")

    assert turns(THREE, state, found) == ["1a1"]
    assert found.pieces[THREE.board.cell("a1")].kind == "bloom_2a"
    assert marked(THREE, found.marks, "staged") == "a1"
    assert str(found.hint) == "Only one stone: confirm, or add one of the other colour. Click it to change its colour."
    assert turns(THREE, state, offer(THREE, state, "a1", "a1")) == ["2a1"]
    again = offer(THREE, state, "a1", "a1", "a1")
    assert (turns(THREE, state, again), names(THREE, again)) == (["1a1"], ("a1",))
    assert offer(THREE, state, "a1", "a2", "a3").picked == offer(THREE, state, "c3").picked == (), "cancelled"


@pytest.mark.parametrize(
    ("picks", "turn", "normal"),
    [
        (["a1", "a2"], "1a1,2a2", ("a1", "a2")),
        (["a1", "a1", "a2"], "1a2,2a1", ("a1", "a1", "a2")),
        (["a1", "a2", "a2"], "1a2,2a1", ("a1", "a1", "a2")),
        (["a1", "a2", "a1"], "1a2,2a1", ("a1", "a1", "a2")),
        (["a1", "a1", "a2", "a1"], "1a1,2a2", ("a1", "a2")),
    ],
)
def test_a_pick_elsewhere_places_the_colour_not_used_and_a_click_swaps_both(
    picks: list[str], turn: str, normal: tuple[str, ...]
) -> None:
    state = played(THREE, ["1c3"])
    found = offer(THREE, state, *picks)
    assert (turns(THREE, state, found), names(THREE, found)) == ([turn], normal)
    assert found.next == {THREE.board.cell("a1"), THREE.board.cell("a2")}
    assert marked(THREE, found.marks, "staged") == "a1, a2"


def test_the_pass_is_a_button_of_the_territory_game_as_the_first_pick_of_later_turns_only() -> None:
    state, again, one = played(SMALL, ["1b2"]), played(SMALL, ["1b2", "pass"]), offer(SMALL, SMALL.start(), "b2")

    assert offer(SMALL, SMALL.start()).next == frozenset(range(7))
    assert one.next == {SMALL.board.cell("b2")}
    assert str(one.hint) == "The stone is placed. Click it to change its colour."
    assert "pass" in offer(SMALL, state).next
    assert turns(SMALL, state, offer(SMALL, state, "pass")) == ["pass"]
    assert "pass" not in offer(SMALL, state, "a1").next | offer(RACE, played(RACE, ["1b2"])).next
    assert offer(SMALL, state, "a1", "pass").picked == offer(RACE, played(RACE, ["1b2"]), "pass").picked == ()
    assert "If you pass too" in str(offer(SMALL, again).hint)
    assert "the game is counted" in str(offer(SMALL, again, "pass").hint)


def test_captured_stones_are_marked_and_stay_on_the_staged_board() -> None:
    state = at(THREE, "".join(f"a{cell}" for cell in range(19) if cell not in (0, 18)), 1)
    alone, found = offer(THREE, state, "e1"), offer(THREE, state, "e1", "a3")

    assert (alone.moves, alone.next) == ((), {THREE.board.cell("a3"), THREE.board.cell("e1")})
    assert str(alone.hint).startswith("Alone this stone would be fenced")
    assert len(marked(THREE, found.marks, "capture").split(", ")) == 17
    assert len(found.pieces) == 19
    assert marked(THREE, found.marks, "threatened", 0) == ""


def test_a_hint_says_that_a_stone_is_legal_only_in_the_other_colour() -> None:
    # the last empty cell of the sky bloom on c1 is c2: only a sky stone keeps it alive
    blooms = game(2)
    state = at(blooms, "b0d2d3")
    found = offer(blooms, state, "c2")
    assert (found.moves, found.next) == ((), {blooms.board.cell("c2")})
    assert str(found.hint) == "In this colour the stone would be fenced: click it to change its colour."
    assert turns(blooms, state, offer(blooms, state, "c2", "c2")) == ["2c2"]


def test_blooms_that_one_turn_can_fence_are_marked_for_both_sides() -> None:
    state = at(THREE, "a0b1c18c9")
    now, after = offer(THREE, state), offer(THREE, state, "a2")
    assert (marked(THREE, now.marks, "threatened", 0), marked(THREE, now.marks, "threatened", 1)) == ("e1", "")
    assert marked(THREE, after.marks, "threatened", 1) == "a3", "on the staged board"
    assert marked(RACE, offer(RACE, at(RACE, "c0a2c3"), "a1", "a1").marks, "threatened", 0) == "b1, a1"


def test_a_sacrifice_in_the_race_is_legal_with_a_warning() -> None:
    state = at(RACE, "c0a2c3")
    found = offer(RACE, state, "a1", "a1")
    assert turns(RACE, state, found) == ["2a1"]
    assert "the next turn can take it" in str(found.hint)


def test_territory_is_marked_when_the_game_is_over_and_not_before() -> None:
    state = played(THREE, ["1c3", "1a1"])
    ended = played(THREE, ["pass", "pass"], state)

    assert THREE.marks(state) == ()
    assert THREE.marks(ended) == ()
    alone = played(THREE, ["1c3", "pass", "pass"])
    assert THREE.marks(alone) == (Mark("territory", frozenset(range(19)) - {9}, 0),)
    assert offer(THREE, alone) == Picks(frozenset(), (), (), (), THREE.pieces(alone))
