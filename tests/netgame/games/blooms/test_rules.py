"""Rules of Blooms by example, known turns, positions and games: captures, ends, repetition, refusals."""

from random import Random
from typing import Any

import pytest

from devtools.harness.games.random_moves import any_move
from devtools.harness.games.vectors import digest, vectors
from netgame.errors import IllegalMove, NotationError, OptionError
from netgame.game import Over, ToMove, apply
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.moves import Placement
from netgame.games.blooms.state import State, position_of
from netgame.options import options_of
from tests.netgame.games.blooms.positions import case_state, game, listed, rows, stones_of
from tests.netgame.games.conformance import legal, played, refusal

SMALL, RACE = game(2), game(2, "race")
THREE_EYES = "".join(f"a{cell}" for cell in range(19) if cell not in (0, 9, 18))  # side 3
# Side 2, cells counted from 0:  0 1 / 2 3 4 / 5 6, named c1 c2 / b1 b2 b3 / a1 a2


def at(blooms: Blooms, stones: str, seat: int = 0, rest: str = "0-0 - -") -> State:
    return blooms.read_position(f"{seat + 1} {rows(blooms.side, stones)} {rest}")


def over(blooms: Blooms, state: State) -> Over:
    turn = blooms.turn(state)
    assert isinstance(turn, Over)
    return turn


@pytest.mark.parametrize(
    ("blooms", "state", "turn", "sentence"),
    [
        (SMALL, SMALL.start(), "1a1,2a2", "the first turn places only one stone"),
        (SMALL, SMALL.start(), "pass", "the first turn places a stone"),
        (SMALL, at(SMALL, "a3", 1), "1b2", "b2 is taken"),
        (SMALL, at(SMALL, "a3", 1), "1c1,2b2", "b2 is taken"),
        (SMALL, at(SMALL, "a3", 1), "1c1,2c1", "two stones cannot share c1"),
        (RACE, at(RACE, "a3", 1), "pass", "the race has no passes: place one stone or two"),
        (SMALL, at(SMALL, "c1c2c3c4"), "1c1", "after captures your blue bloom at c1 would have no liberty"),
        (SMALL, at(SMALL, "a1a2a3a4", 1), "2c1", "after captures your yellow bloom at c1 would have no liberty"),
        # far from the placed stone
        (SMALL, at(SMALL, "c3d4a6"), "2a1", "after captures your blue bloom at a2 would have no liberty"),
    ],
)
def test_refusals_name_the_rule_and_the_cell(blooms: Blooms, state: State, turn: str, sentence: str) -> None:
    assert refusal(blooms, state, turn) == sentence


def test_captures_come_first_and_take_all_fenced_blooms_of_the_other_side_only() -> None:
    after = played(SMALL, ["1a2"], at(SMALL, "c0d1a2a3b4a5"))  # the captures give the stone its liberty
    assert stones_of(SMALL, after) == "a2a3b4a5a6"
    assert position_of(after).captures == (2, 0)
    # each enemy bloom would have a liberty once the other is gone
    assert stones_of(RACE, played(RACE, ["1a2"], at(RACE, "c0d1a2a3b4b5"))) == "a2a3b4b5a6"
    assert stones_of(RACE, played(RACE, ["1a1,2a2"], at(RACE, "c0c1c2c3c4"))) == "a5b6"


def test_own_fenced_blooms_stay_in_the_race_until_the_enemy_takes_them() -> None:
    state = at(RACE, "c0a2c3")  # the stone on b1 has its last liberty on a1
    after = played(RACE, ["2a1"], state)
    assert stones_of(RACE, after) == "c0a2c3b5"
    taken = played(RACE, ["1a2"], after)
    assert stones_of(RACE, taken) == "c0c3c6"
    assert position_of(taken).captures == (0, 2)


def test_the_race_ends_with_the_turn_that_reaches_the_target() -> None:
    blooms = game(2, "race", target=2)
    state = at(blooms, "c0a2c3b5", 1, "1-0 - -")
    result = over(blooms, played(blooms, ["1a2"], state))
    assert (result.winner, result.scores, str(result.reason)) == (1, (1, 2), "Red has captured 2 stones")
    assert not list(blooms.moves(played(blooms, ["1a2"], state)))


@pytest.mark.parametrize("side", [2, 3, 4])
def test_a_race_ends_within_the_bound_of_its_board(side: int) -> None:
    rng, blooms = Random(side), game(side, "race")
    bound = len(blooms.board.cells) + 2 * (blooms.rules.goal - 1) + 1
    for _ in range(20):
        state, turns = blooms.start(), 0
        while isinstance(blooms.turn(state), ToMove):
            state = apply(blooms, state, any_move(blooms, state, rng.getrandbits(60)))
            turns += 1
        assert turns <= bound


def test_a_race_without_an_empty_cell_is_decided_by_captures() -> None:
    full = "a0b1a2b3c4d5a6"
    state = RACE.read_position("1 aa/.ba/aa 0-0 - -")
    after = apply(RACE, state, RACE.parse(state, "1b1"))

    assert over(RACE, at(RACE, full, 0, "3-2 - -")).winner == 0
    assert over(RACE, at(RACE, full, 1, "2-2 - -")).winner is None
    assert over(RACE, after).winner is None
    assert after == RACE.read_position(RACE.write_position(after))


def test_two_passes_in_a_row_end_and_are_counted() -> None:
    result = over(SMALL, played(SMALL, ["pass", "pass"], at(SMALL, "a0a1c6", 0)))
    assert (result.winner, result.scores) == (0, (2, 1))
    assert str(result.reason) == "both passed: the score is 2 (Blue) to 1 (Red)"
    assert isinstance(SMALL.turn(played(SMALL, ["1b2", "pass", "1c1", "pass", "1a1"])), ToMove)


@pytest.mark.parametrize(("first", "passes", "winner"), [("-", 2, 0), ("1", 2, 0), ("2", 2, 1), ("2", 4, 1)])
def test_equal_scores_are_won_by_the_first_passer_of_the_whole_game(first: str, passes: int, winner: int) -> None:
    blooms = game(3)
    result = over(blooms, played(blooms, ["pass", "pass"], at(blooms, "a0c18", 0, f"0-0 {first} -")))
    assert (result.winner, result.scores) == (winner, (1, 1))
    assert "was the first to pass and wins" in str(result.reason)
    assert position_of(played(blooms, ["1e1", "pass", "1e2", "1a3,2a2", "pass", "pass"])).first_passer == 2


def test_a_player_without_a_legal_placement_must_pass() -> None:
    blooms = game(3)
    state = at(blooms, THREE_EYES, 1)
    assert legal(blooms, state) == {"pass"}
    assert str(blooms.picks(state, ()).hint) == "No stone can be placed here: you must pass."
    assert any_move(blooms, state, 12345) == Placement(None, None)


def test_a_second_occurrence_is_announced_and_the_third_is_a_draw_unless_two_passes_are_scored() -> None:
    blooms = Blooms(side=2)
    turns = ["1b1", "1b3,2a2", "1c2,2b2", *["1b3,2c1", "1c2"] * 9]
    states = [blooms.start()]
    while not isinstance(blooms.turn(states[-1]), Over):
        states.append(played(blooms, [turns[len(states) - 1]], states[-1]))
    texts = [blooms.write_position(state).split(" ")[:2] for state in states]
    second = next(number for number, text in enumerate(texts) if texts[:number].count(text) == 1)

    def described(number: int) -> str:
        return str(blooms.describe(states[number], blooms.parse(states[number], turns[number])))

    assert described(second - 1).endswith("; this position occurs again")
    assert "second time" in str(blooms.picks(states[second], ()).hint)
    move = blooms.parse(states[second - 1], turns[second - 1])
    assert "second time" in str(blooms.picks(states[second - 1], tuple(cell for cell in move if cell is not None)).hint)

    assert described(len(states) - 2).endswith("; this position occurs for the third time")
    assert texts.count(texts[-1]) == 3
    assert all(texts.count(text) < 3 for text in texts[:-1] if text != texts[-1])
    result = over(blooms, states[-1])
    assert (result.winner, str(result.reason)) == (None, "the same position has occurred for the third time")
    ended = played(blooms, ["pass", "pass"], states[second])
    assert ended[6].occurrences == 3
    assert "both passed" in str(over(blooms, ended).reason)


def test_superko_forbids_a_turn_that_brings_a_board_back_whoever_is_to_move() -> None:
    blooms, turns = Blooms(side=2, repetition="superko"), ["1b1", "1b3,2a2", "1c2,2b2", "1b3,2c1"]
    state = played(blooms, turns)

    assert "1c2" not in legal(blooms, state)
    assert refusal(blooms, state, "1c2") == "a turn at c2 would bring back an earlier board of this game"
    assert "1c2" in legal(SMALL, played(SMALL, turns))
    assert blooms.picks(state, (blooms.board.cell("c2"),)).moves == ()
    assert isinstance(blooms.turn(played(blooms, ["pass"], state)), ToMove), "passes are exempt"
    other_side = ["1b1", "1a2,2b3", "1b2,2c2", "1b3", "2a1"]
    assert "would bring back an earlier board" in refusal(blooms, played(blooms, other_side), "1a2")
    assert isinstance(Blooms(side=2).turn(played(Blooms(side=2), [*other_side, "1a2"])), ToMove)


def test_captures_the_first_passer_and_a_pass_are_part_of_a_position() -> None:
    state = played(SMALL, ["1b1", "1b3,2a2", "1c2,2b2", "1b3,2c1", "1c2", "pass"])
    assert SMALL.write_position(state) == "1 .a/ab./.d 3-1 2 p"
    again = SMALL.read_position("1 .a/ab./.d 3-1 2 p")
    assert position_of(again) == position_of(state)
    assert isinstance(SMALL.turn(played(SMALL, ["pass"], again)), Over)


def test_sizes_and_targets_depend_on_each_other_and_the_race_has_no_rule_of_repetition() -> None:
    assert [game(side, "race").rules.goal for side in (2, 3, 4, 5, 6, 8, 10)] == [10, 15, 15, 20, 30, 40, 50]
    assert (game(4, "race", target=40).rules.goal, game(10, "race", target=70).rules.goal) == (40, 70)
    with pytest.raises(OptionError, match="from 1 to 40 on a board of side 4"):
        game(4, "race", target=41)
    with pytest.raises(OptionError, match="for the race only"):
        game(4, target=15)
    for repetition in ("draw3", "superko", "none"):
        assert played(game(2, "race", repetition=repetition), ["1b1"])[6] is None

    assert options_of(Blooms)[0].offered == (4, 5, 6, 8)
    assert [len(Blooms(side=side).board.cells) for side in (2, 4, 5, 6, 8, 10)] == [7, 37, 61, 91, 169, 271]
    for side in (1, 11, 5.0, None):
        with pytest.raises(OptionError):
            Blooms(side=side)


def test_moves_come_in_the_documented_order() -> None:
    moves = list(SMALL.moves(played(SMALL, ["1b2"])))
    cells = [cell for cell in range(7) if cell != 3]
    expected = [Placement(cell, None) for cell in cells] + [Placement(None, cell) for cell in cells]
    expected += [Placement(first, second) for first in cells for second in cells if first != second]
    assert moves == [*expected, Placement(None, None)]


# ---- known turns, positions with all their turns, and games


FACTS = vectors("blooms", "facts")
OF_RACE, OF_TERRITORY = (vectors("blooms", f"positions_{variant}")["items"] for variant in ("race", "territory"))
FINISHED = vectors("blooms", "finished_territory")["items"]


@pytest.mark.parametrize(("side", "stones", "placed", "expected"), FACTS["placement"])
def test_the_listed_placements_are_legal_or_not(side: int, stones: str, placed: str, expected: bool) -> None:
    blooms, names = game(side), game(side).board.cells
    parts = {str("abcd".index(colour) % 2 + 1): names[cell].name for colour, cell in listed(placed)}
    seat = max(("abcd".index(colour) // 2 for colour, _ in listed(placed)), default=0)
    state = blooms.read_position(f"{seat + 1} {rows(side, stones)} 0-0 - -")
    turn = ",".join(colour + parts[colour] for colour in sorted(parts)) or "pass"

    assert (turn in legal(blooms, state)) == is_taken(blooms, state, turn) == expected


@pytest.mark.parametrize(("side", "stones", "expected"), FACTS["score"])
def test_the_listed_boards_score(side: int, stones: str, expected: list[int]) -> None:
    assert list(game(side).score(game(side).read_position(f"1 {rows(side, stones)} 0-0 - -"))) == expected


def is_taken(blooms: Blooms, state: State, turn: str) -> bool:
    try:
        apply(blooms, state, blooms.parse(state, turn))
    except (IllegalMove, NotationError):
        return False
    return True


@pytest.mark.parametrize("case", vectors("blooms", "cases"), ids=lambda case: case["name"])
def test_single_turns_with_their_reasons(case: dict[str, Any]) -> None:
    blooms = game(case["size"], case["variant"])
    state = case_state(blooms, case)
    before = blooms.pieces(state)

    assert is_taken(blooms, state, case["move"]) == case["legal"]
    if case["legal"]:
        after = played(blooms, [case["move"]], state)
        assert sorted(blooms.board.name(cell) for cell in before.keys() - blooms.pieces(after)) == case["captured"]
        assert stones_of(blooms, after) == case["board_after"]
        turn = blooms.turn(after)
        assert isinstance(turn, Over) == case["over"]
        if isinstance(turn, Over):
            assert turn.winner == case["winner"] - 1
        scores = blooms.score(after) if blooms.rules.race or case["over"] else tuple(case["score"])
        assert scores == tuple(case["score"])


@pytest.mark.parametrize(
    "case", [*OF_RACE, *OF_TERRITORY], ids=lambda case: f"{case['variant']} {' '.join(case['moves'])}"
)
def test_positions_have_exactly_the_listed_turns(case: dict[str, Any]) -> None:
    blooms = game(case["size"], case["variant"], target=case["target"])
    state = played(blooms, case["moves"])
    turns = legal(blooms, state)

    assert stones_of(blooms, state) == case["board"]
    position = position_of(state)
    assert (position.seat + 1, list(position.captures)) == (case["to_move"], case["captures"])
    assert (position.passed, position.first_passer) == (case["last_pass"], case["first_passer"] or 0)
    assert len([turn for turn in turns if "," in turn]) == case["doubles"]
    assert len([turn for turn in turns if "," not in turn and turn != "pass"]) == case["singles"]
    assert (len(turns), digest(turns)) == (case["legal_count"], case["sha256"])


@pytest.mark.parametrize("case", FINISHED, ids=lambda case: " ".join(case["moves"])[:60])
def test_games_end_and_repeat_their_positions_as_listed(case: dict[str, Any]) -> None:
    blooms = game(case["size"])
    state = played(blooms, case["moves"])
    over = blooms.turn(state)

    assert (over.winner, list(over.scores)) == (case["winner"] - 1, case["score"])
    assert stones_of(blooms, state) == case["board"]
    marked = {mark.seat: {blooms.board.name(cell) for cell in mark.cells} for mark in blooms.marks(state)}
    regions = [set(case["territory1"]), set(case["territory2"])]
    assert [marked.get(0, set()), marked.get(1, set())] == regions
    neutral = {place.name for place in blooms.board.cells} - regions[0] - regions[1]
    stones = blooms.pieces(state)
    assert neutral - {blooms.board.name(cell) for cell in stones} == set(case["neutral"])
    assert [sum(piece.seat == seat for piece in stones.values()) for seat in (0, 1)] == case["stones"]
    position = position_of(state)
    assert (list(position.captures), position.first_passer) == (case["captures"], case["first_passer"])
    assert ("first to pass" in str(over.reason)) == case["tie"]

    blooms, seen, turns = Blooms(side=case["size"]), [1], iter(case["moves"])
    state = blooms.start()
    while not isinstance(blooms.turn(state), Over):
        state = played(blooms, [next(turns)], state)
        seen.append(state[6].occurrences)
    assert max(seen) == min(case["max_repetition"], 3)
