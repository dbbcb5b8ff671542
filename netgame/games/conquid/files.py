"""ConquidPy's save files: the size of the board and a list of moves, as JSON.

A file has no names, times, limit of turns or any end but Conquest: an exported match keeps only its moves. ConquidPy
accepts some illegal moves, such as negative indices or the same cell three times; they are refused here.
"""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from netgame.boards.geometry import Cell
from netgame.errors import RulesError
from netgame.formats.base import Format, FormatError, Transcript, read_json, to_transcript
from netgame.game import apply
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.match.state import Match
from netgame.text import Text

MAX_MOVES = 10_000  # in a file; ten times the longest known match, and the limit of our own records
_NAMES = {"rows": "rows", "cols": "columns", "base_size": "base"}  # their names and ours
_PLACES = {"A": "locs", "V": "corner", "C": None, "Q": None}  # the field with the cells, by type of move


class ConquidFile(Format):
    """The files of ConquidPy."""

    key: ClassVar[str] = "conquidpy"
    title: ClassVar[str] = "ConquidPy"
    suffix: ClassVar[str] = "json"

    def read(self, text: str) -> Transcript:
        data = read_json(text.removeprefix("\ufeff"))
        if type(data) is not dict:
            raise FormatError("a file of ConquidPy is an object with rows, cols, base_size and moves")
        _check_names(data, {*_NAMES, "moves"})
        try:
            game = Conquid(**{ours: data[theirs] for theirs, ours in _NAMES.items()})
        except RulesError as exc:
            raise FormatError(exc.text) from exc
        moves = data["moves"]
        if type(moves) is not list:
            raise FormatError("moves must be a list")
        if len(moves) > MAX_MOVES:
            raise FormatError(Text("a file has at most {limit} moves", {"limit": MAX_MOVES}))
        return Transcript(game, None, (tuple(_replay(game, moves)),))

    def write(self, match: Match) -> str:
        game = match.game
        if not isinstance(game, Conquid):
            raise FormatError(Text("a file of ConquidPy holds Conquid and not {game}", {"game": game.title}))
        transcript = to_transcript(match)
        if transcript.position is not None:
            raise FormatError("a file of ConquidPy cannot say that the match starts from a position")
        (leg,) = transcript.legs
        moves = []
        for number, text in enumerate(leg):
            kind, *names = text.split(" ")
            cells = [list(divmod(game.board.cell(name), game.columns)) for name in names]
            move: dict[str, Any] = {"type": kind, "player": 1 + number % 2}
            if kind == "A":
                move["locs"] = cells
            elif kind == "V":
                (move["corner"],) = cells
            moves.append(move)
        size = {theirs: getattr(game, ours) for theirs, ours in _NAMES.items()}
        return json.dumps({**size, "moves": moves}) + "\n"


def _replay(game: Conquid, moves: list[Any]) -> Iterator[str]:
    """Yield the moves in our notation. `FormatError` names the first that is malformed or illegal."""
    state = game.start()
    for number, item in enumerate(moves, 1):
        try:
            player, action = _read_move(game, item)
            following = apply(game, state, action, seat=player - 1)
        except FormatError as exc:
            raise FormatError(exc.reason, move=number) from exc
        except RulesError as exc:
            raise FormatError(exc.text, move=number) from exc
        yield game.format(state, action)
        state = following


def _read_move(game: Conquid, item: Any) -> tuple[int, Action]:
    if type(item) is not dict:
        raise FormatError("a move is an object with type and player")
    kind = item.get("type")
    if type(kind) is not str or kind not in _PLACES:
        raise FormatError("the type of a move is A, C, V or Q")
    place = _PLACES[kind]
    _check_names(item, {"type", "player"} | ({place} if place else set()))
    player = item["player"]
    if type(player) is not int or player not in (1, 2):
        raise FormatError("the player of a move is 1 or 2")
    match kind:
        case "A":
            places = item["locs"]
            if type(places) is not list or len(places) != CELLS:
                raise FormatError("Acquire takes a list of exactly three cells")
            cells: set[Cell] = set()
            for named in places:
                cell = _cell(game, named)
                if cell in cells:
                    raise FormatError(Text("{cell} is named twice", {"cell": game.board.name(cell)}))
                cells.add(cell)
            return player, Acquire(frozenset(cells))
        case "V":
            return player, Vanquish(_cell(game, item["corner"]))
    return player, Conquer() if kind == "C" else Conquest()


def _cell(game: Conquid, place: Any) -> Cell:
    if type(place) is not list or len(place) != 2 or not all(type(part) is int for part in place):
        raise FormatError("a cell is a list of its row and its column, counted from 0")
    row: int = place[0]
    column: int = place[1]
    if not (0 <= row < game.rows and 0 <= column < game.columns):
        size = {"rows": game.rows - 1, "columns": game.columns - 1}
        raise FormatError(Text("a cell is not on the board: rows are 0 to {rows}, columns 0 to {columns}", size))
    return row * game.columns + column


def _check_names(item: dict[str, Any], names: set[str]) -> None:
    for name in sorted(names - item.keys()):
        raise FormatError(Text("{name} is missing", {"name": name}))
    for name in sorted(item.keys() - names):
        raise FormatError(Text("unknown field {name}", {"name": ascii(name[:40])}))


FORMATS: tuple[Format, ...] = (ConquidFile(),)
