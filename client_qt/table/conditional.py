"""Conditional moves of the player of this window: which line a variation makes, and lines in words."""

from client_qt.table.model import TableModel
from client_qt.table.variation import VariationTable
from client_qt.text.translation import tr
from netgame.game import ToMove
from netgame.match.conditional import MAX_MOVES, Line, left_of
from netgame.match.events import Moved
from netgame.match.state import to_act
from netgame.text import fill


def kept_lines(model: TableModel) -> tuple[Line, ...]:
    """Return what is left of the lines that the server keeps for this player."""
    match, kept = model.match, model.conditional
    return left_of(match, *kept) if match is not None and kept is not None else ()


def takes_lines(model: TableModel) -> bool:
    """Return whether the player of this window may set lines now, at the turn of the other side, in a match by days."""
    match, clocks = model.match, model.match.clocks if model.match is not None else None
    if match is None or clocks is None or model.conditional is None or len(model.mine) != 1:
        return False
    mover = to_act(match)
    is_others_turn = mover is not None and mover not in model.mine and isinstance(match.turn, ToMove)
    return clocks.control.kind == "days" and is_others_turn and model.status == "online"


def line_of(table: VariationTable) -> Line | None:
    """Return the line of a variation up to its last answer; None if it has none, or does not begin at the present."""
    source, match = table.original, table.match
    if not takes_lines(source) or source.match is None or match is None or table.base != len(source.match.history) - 1:
        return None
    tried = match.history[table.base + 1 :]
    if not all(isinstance(ply.event, Moved) for ply in tried) or len(tried) > MAX_MOVES:
        return None
    answers = [at for at, ply in enumerate(tried) if isinstance(ply.event, Moved) and ply.event.player in source.mine]
    return tuple(ply.notation for ply in tried[: answers[-1] + 1]) if answers else None


def line_words(line: Line, begins_with_answer: bool = False) -> str:
    """Return a line in words: if one plays this, the other one answers that."""
    parts = [fill(tr("then {answer}"), {"answer": line[0]})] if begins_with_answer else []
    rest = line[len(parts) :]
    for move, answer in zip(rest[::2], rest[1::2], strict=False):
        parts.append(fill(tr("if {move}, then {answer}"), {"move": move, "answer": answer}))
    return "; ".join(parts)
