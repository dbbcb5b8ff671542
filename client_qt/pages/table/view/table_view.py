"""All that the table page shows of a match, as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from client_qt.pages.table.view.actions import TableAction, shown_buttons, table_actions
from client_qt.pages.table.view.board import BoardState, DiceState, board_state, dice_state
from client_qt.pages.table.view.hint import HintState, Suggestion, TurnButtons, hint_state
from client_qt.pages.table.view.moves import MovesState, moves_state
from client_qt.pages.table.view.notices import NoticeState, notices
from client_qt.pages.table.view.players import PlayerState, player_state
from client_qt.pages.table.view.proof import ProofView, proof_view
from client_qt.pages.table.view.result import ResultState, result_state
from client_qt.pages.table.view.state import PLAYERS, TableState, TurnState
from client_qt.table.conditional import kept_lines, line_words
from client_qt.table.evening import evening_words
from client_qt.table.model import TableModel
from client_qt.table.status import left_seat
from netgame.match.conditional import Line
from netgame.match.events import Player
from netgame.match.state import other, player_of


@dataclass(frozen=True)
class TableView:
    """The pieces that the parts of the page draw. `players` have their order in the match, not that of the strips."""

    state: TableState
    board: BoardState
    dice: DiceState
    players: tuple[PlayerState, ...]
    hint: HintState
    result: ResultState | None  # in place of the hint
    actions: Mapping[str, TableAction]
    buttons: frozenset[str]  # the actions that have buttons
    moves: MovesState
    notices: tuple[NoticeState, ...]
    proof: ProofView | None
    evening: str  # the score of the evening
    conditional: tuple[tuple[Line, str], ...]  # what is left of the own conditional moves, and each line in words
    can_undo: bool
    can_redo: bool


@dataclass(frozen=True)
class PageState:
    """The state of the page besides the match: the turn that is being made, a suggestion, a refusal, and its keys.

    `keys` are those of all actions and of the buttons of games, by their names.
    """

    turn: TurnState | None = None
    buttons: TurnButtons = field(default_factory=TurnButtons)
    suggestion: Suggestion | None = None
    trouble: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)


def table_view(state: TableState, page: PageState, before: TableView | None = None) -> TableView:
    """Return what the page shows. Parts of `before` that are known to be the same are kept."""
    model, match, turn = state.model, state.match, page.turn
    actions = table_actions(state)
    is_staged = turn is not None and turn.is_staged
    ended = bool(match.ended or match.legs_ended)
    may_undo = actions["take_back"].possible or model.can_undo or ended
    return TableView(
        state=state,
        board=board_state(state),
        dice=before.dice if before is not None and before.state is state else dice_state(state),
        players=tuple(player_state(state, player) for player in PLAYERS),
        hint=hint_state(state, turn, page.buttons, page.keys, page.suggestion, page.trouble, actions["hint"]),
        result=result_state(state),
        actions=actions,
        buttons=shown_buttons(model, actions),
        moves=moves_state(state, before.moves if before is not None else None),
        notices=notices(model),
        proof=proof_view(model, match),
        evening=evening_words(model.original),
        conditional=_conditional(model.original),
        can_undo=is_staged or (model.is_local and state.is_live and may_undo),
        can_redo=(turn is not None and turn.can_redo) or (model.can_redo and state.is_live and not is_staged),
    )


def _conditional(model: TableModel) -> tuple[tuple[Line, str], ...]:
    begins_with_answer = model.to_move in model.mine
    return tuple((line, line_words(line, begins_with_answer)) for line in kept_lines(model))


def strip_order(state: TableState, side_by_side: bool, flipped: bool) -> tuple[Player, Player]:
    """Return the players in the order of their strips. Side by side, the side that starts at the left is at the left;
    else the own player is below the board."""
    if side_by_side:
        leg = state.view.leg
        first = player_of(left_seat(state.match, leg), leg)
    else:
        first = 0 if state.model.original.mine == frozenset((1,)) else 1
    first = other(first) if flipped else first
    return first, other(first)
