"""ConquidPy's save files: known games are read and written, and a refusal names the wrong move."""

import copy
import json
from hashlib import sha256
from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.formats.base import FormatError, Transcript, replayed
from netgame.formats.registry import FORMATS
from netgame.game import Over
from netgame.games.conquid.game import Conquid
from netgame.games.thud.game import Thud
from tests.netgame.games.conquid.boards import rows_of

FORM = FORMATS["conquidpy"]
KNOWN = vectors("conquid", "games")["games"]
FIRST: dict[str, Any] = {
    "rows": 7, "cols": 14, "base_size": 1,
    "moves": [
        {"type": "A", "player": 1, "locs": [[0, 0], [0, 1], [6, 13]]},
        {"type": "C", "player": 2},
        {"type": "A", "player": 1, "locs": [[0, 2], [0, 3], [5, 13]]},
    ],
}  # fmt: skip


def refusal(data: Any) -> str:
    with pytest.raises(FormatError) as caught:
        FORM.read(data if isinstance(data, str) else json.dumps(data))
    return str(caught.value)


def with_move(number: int, **changes: Any) -> dict[str, Any]:
    """Return the first file with fields of a move replaced; None removes a field."""
    data = copy.deepcopy(FIRST)
    move = {**data["moves"][number - 1], **changes}
    data["moves"][number - 1] = {name: value for name, value in move.items() if value is not None}
    return data


def in_order(saved: dict[str, Any]) -> dict[str, Any]:
    """Return the file with the cells of each Acquire in our order; theirs is the order of clicks."""
    moves = [{**move, "locs": sorted(move["locs"])} if "locs" in move else move for move in saved["moves"]]
    return {**saved, "moves": moves}


@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_known_games_lead_to_the_known_boards_and_their_files_are_written_back_unchanged(number: int) -> None:
    known = KNOWN[number]
    transcript = FORM.read(json.dumps(known["conquidpy_save"]))
    match = replayed(transcript)
    assert isinstance(match.game, Conquid)
    states = [match.game.start(), *(step.state for step in match.history if step.move)]
    boards = ["/".join(rows_of(match.game, state)) for state in states]
    turn = match.game.turn(match.state)

    assert [sha256(board.encode()).hexdigest()[:16] for board in boards] == known["hashes"]
    assert boards[-1] == "/".join(known["final"])
    assert isinstance(turn, Over) == (known["winner"] is not None)
    assert not isinstance(turn, Over) or (turn.winner, len(turn.cells)) == (known["winner"] - 1, known["path_len"])
    assert json.loads(FORM.write(match)) == in_order(known["conquidpy_save"])
    assert FORM.read(FORM.write(match)) == transcript


def test_the_moves_are_read_into_our_notation() -> None:
    transcript = FORM.read(json.dumps(FIRST))
    assert transcript == Transcript(Conquid(rows=7, columns=14, base=1), None, (("A a1 b1 n7", "C", "A c1 d1 n6"),))
    assert FORM.read(json.dumps({**FIRST, "moves": []})).legs == ((),)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"player": 2}, "move 3: Left base to move"),
        ({"player": True}, "move 3: the player of a move is 1 or 2"),
        ({"player": None}, "move 3: player is missing"),
        ({"type": None}, "move 3: the type of a move is A, C, V or Q"),
        ({"type": "a"}, "move 3: the type of a move is A, C, V or Q"),
        ({"locs": None}, "move 3: locs is missing"),
        ({"corner": [0, 0]}, "move 3: unknown field 'corner'"),
        ({"locs": [[0, 2], [0, 2], [5, 13]]}, "move 3: c1 is named twice"),
        ({"locs": [[0, 2], [5, 13]]}, "move 3: Acquire takes a list of exactly three cells"),
        ({"locs": [[0, -1], [0, 3], [5, 13]]}, "rows are 0 to 6, columns 0 to 13"),
        ({"locs": [[True, 2], [0, 3], [5, 13]]}, "move 3: a cell is a list of its row and its column"),
        ({"locs": [[0, 2, 0], [0, 3], [5, 13]]}, "move 3: a cell is a list of its row and its column"),
        ({"type": "C"}, "move 3: unknown field 'locs'"),
        ({"type": "Q", "locs": None}, "move 3: there is no path of your cells"),
        ({"type": "V", "locs": None}, "move 3: corner is missing"),
        ({"type": "V", "locs": None, "corner": [0, 0]}, "move 3: the block at a1 is not all of one owner"),
        ({"type": "V", "locs": None, "corner": [-1, 0]}, "move 3: a cell is not on the board"),
    ],
    ids=str,
)
def test_a_wrong_move_is_refused_with_its_number_and_the_reason(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(with_move(3, **changes))


def test_the_refusal_names_the_first_wrong_move() -> None:
    data = with_move(2, player=1)
    data["moves"][2]["locs"] = "none"
    assert refusal(data) == "move 2: Right base to move"


def test_moves_after_the_end_are_refused() -> None:
    saved = copy.deepcopy(KNOWN[0]["conquidpy_save"])
    saved["moves"].append({"type": "C", "player": 1})
    circles = {**FIRST, "moves": [{"type": "C", "player": 1 + number % 2} for number in range(9)]}
    assert refusal(saved) == f"move {len(saved['moves'])}: the game is over"
    assert refusal(circles) == "move 5: the game is over"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rows": 4}, "rows must be a whole number from 5 to 60"),
        ({"cols": 10}, "columns must be a whole number"),
        ({"cols": 12, "base_size": 2}, "from 13 to 100 with bases of 2 x 2"),
        ({"moves": None}, "moves must be a list"),
        ({"moves": ["C"]}, "move 1: a move is an object"),
        ({"version": 1}, "unknown field 'version'"),
        ({"moves": [{}] * 10_001}, "at most 10000 moves"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_header_is_refused(changes: dict[str, Any], said: str) -> None:
    assert said in refusal({**FIRST, **changes})


@pytest.mark.parametrize("name", ["rows", "cols", "base_size", "moves"])
def test_every_field_is_required(name: str) -> None:
    assert refusal({part: value for part, value in FIRST.items() if part != name}) == f"{name} is missing"


def test_other_games_and_matches_from_a_position_cannot_be_written() -> None:
    game = Conquid()
    placed = replayed(Transcript(game, game.example, (("C",),)))
    with pytest.raises(FormatError, match="holds Conquid and not Thud"):
        FORM.write(replayed(Transcript(Thud(), None, ((),))))
    with pytest.raises(FormatError, match="starts from a position"):
        FORM.write(placed)
