"""The line under the board: the expected action, the buttons of the game, Confirm and Cancel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from client_qt.pages.table.view.actions import TableAction
from client_qt.pages.table.view.state import TableState, TurnState
from client_qt.settings.shortcuts import button_shortcut
from client_qt.table.model import TableModel
from client_qt.table.move_rows import last_stop
from client_qt.table.variation import VariationTable
from client_qt.text.plain import dotted
from client_qt.text.rules_text import leg_words, side, translate
from client_qt.text.translation import tr
from netgame.boards.geometry import Cell
from netgame.game import Over, Picks, ToMove
from netgame.match.events import Forfeited, Rolled
from netgame.match.state import Match, link_due
from netgame.records.variations import texts_of
from netgame.text import fill


@dataclass(frozen=True)
class Suggestion:
    """A move that the computer suggests in a position; without cells it still looks for one."""

    position: Any  # the state of the game
    words: str
    cells: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class GameButton:
    """A pick that is no cell. `chosen`: it is part of the turn being made; `winning`: it wins the game at once.

    `key` does the same, in the notation of the settings; it may be empty.
    """

    pick: str
    words: str
    enabled: bool = True
    chosen: bool = False
    winning: bool = False
    key: str = ""


@dataclass(frozen=True)
class HintState:
    """The content of the line. `captures` is None where the turn cannot capture; `notation` is that of the turn."""

    words: str = ""
    is_trouble: bool = False  # the words say why something was refused
    has_ask: bool = False  # a button that asks for a suggested move
    can_ask: bool = False
    buttons: tuple[GameButton, ...] = ()
    can_cancel: bool = False
    has_confirm: bool = False
    can_confirm: bool = False
    captures: int | None = None
    notation: str = ""
    may_type: bool = False


@dataclass(frozen=True)
class TurnButtons:
    """The buttons of a turn before anything is picked. `usual` means the same as picking cells without a button."""

    usual: str | None = None
    winning: frozenset[str] = frozenset()


def turn_buttons(match: Match) -> TurnButtons:
    """Return the buttons of the current turn; this is worked out once for each turn."""
    turn = match.turn
    if not match.game.buttons or not isinstance(turn, ToMove):
        return TurnButtons()
    game, state = match.game, match.state
    found = {pick: game.picks(state, (pick,)) for pick in game.picks(state, ()).next if isinstance(pick, str)}
    usual = next((pick for pick in sorted(found) if not found[pick].picked), None)
    return TurnButtons(usual, frozenset(pick for pick, picks in found.items() if _wins(match, picks, turn.seat)))


def _wins(match: Match, picks: Picks, seat: int) -> bool:
    if not picks.moves:
        return False
    after = match.game.turn(match.game.play(match.state, picks.moves[0]))
    return isinstance(after, Over) and after.winner == seat


def game_buttons(
    match: Match, picks: Picks | None, turn: TurnButtons, keys: Mapping[str, str]
) -> tuple[GameButton, ...]:
    """Return all buttons of the game in its order; without picks all are disabled. `keys` are those of all games,
    by `button_shortcut`."""
    following = {pick for pick in picks.next if isinstance(pick, str)} if picks is not None else set()
    picked = picks.picked if picks is not None else ()
    chosen = picked[0] if picked and isinstance(picked[0], str) else turn.usual if picks is not None else None
    names = [*match.game.buttons, *sorted(following - match.game.buttons.keys())]
    return tuple(
        GameButton(
            pick=name,
            words=tr(match.game.buttons.get(name, name)),
            enabled=name in following or name == chosen,
            chosen=name == chosen,
            winning=name in following and name in turn.winning,
            key=keys.get(button_shortcut(match.game.key, name), ""),
        )
        for name in names
    )


def hint_state(
    state: TableState,
    turn: TurnState | None,
    buttons: TurnButtons,
    keys: Mapping[str, str],
    suggestion: Suggestion | None,
    trouble: str,
    ask: TableAction,
) -> HintState:
    """Return the content of the line. `trouble` is why something was refused, else empty; it replaces other words."""
    model, match = state.model, state.match
    is_staged, is_own_turn = turn is not None and turn.is_staged, turn is not None and not turn.is_ahead
    playing = bool(model.mine) and match.phase == "playing"
    words = hint_words(state, turn)
    if suggestion is not None and not is_staged:
        words = suggestion.words
    return HintState(
        words=trouble or words,
        is_trouble=bool(trouble),
        has_ask=ask.there,
        can_ask=ask.possible,
        buttons=game_buttons(match, turn.picks if turn is not None else None, buttons, keys) if playing else (),
        can_cancel=is_staged,
        has_confirm=turn is not None and turn.needs_confirm,
        can_confirm=turn is not None and turn.can_confirm,
        captures=turn.captures if turn is not None else None,
        notation=turn.notation if turn is not None else "",
        may_type=is_own_turn,
    )


def hint_words(state: TableState, turn: TurnState | None) -> str:
    """Return the sentence of the line for the turn that is being made, or for what is waited for."""
    model, match = state.model, state.match
    if turn is not None and turn.is_ahead and turn.is_staged:
        return _premove_words(state, turn.picks)
    own = turn if turn is not None and not turn.is_ahead else None
    if isinstance(model, VariationTable) and model.to_roll is not None:
        return tr("Choose the dice above, or roll.")
    if not state.is_live and own is None:
        return _comment_words(state) or (
            tr("This is a record. The arrow keys and the wheel walk through it.")
            if model.is_record
            else tr("You are looking at an earlier move. Play > Live returns to the game.")
        )
    if match.phase == "open":
        return tr("The game starts when both seats are taken.")
    if own is not None:
        words = translate(own.picks.hint) if own.picks.hint is not None else tr("Your move.")
        if model.shared_screen and model.to_move is not None:
            words = f"{side(match, model.to_move)}: {words}"
        later = tr("It is sent as soon as the connection is back.") if model.status != "online" else ""
        return " ".join(filter(None, (_forfeit_words(model, match), words, later)))
    if model.waiting and state.is_live and model.to_move in model.mine:
        if model.status == "online":
            return tr("Sending ...")
        return tr("Not sent yet. It is sent as soon as the connection is back.")
    if model.status != "online":
        if model.is_given_up:
            return tr("You need not wait here: you can return to the game from Home.")
        return tr("The game goes on when the connection is back.")
    if model.is_record and match.phase != "over":
        return tr("The record ends here, before the end of the game.")
    if model.continued_at:
        return fill(tr("This table takes no moves: the game goes on at {server}."), {"server": model.continued_at})
    if match.drawing is not None and (due := link_due(match)) is not None and not model.presence[due]:
        return fill(tr("Waiting for {name}: both computers draw the dice."), {"name": model.name_of(due)})
    player = model.to_move
    template = tr("{name} is thinking ...") if player in state.thinking else tr("{name} is to move.")
    if player in state.thinking and state.getting_faster:
        template = tr("{name} is thinking, and getting faster ...")
    words = fill(template, {"name": model.name_of(player)}) if player is not None else ""
    if model.is_spectator:
        words = tr("You watch.") + " " + words
    if player in model.mine:
        words = ""
    return dotted(_forfeit_words(model, match), words, leg_words(match))


def _premove_words(state: TableState, picks: Picks) -> str:
    """Return the sentence for a turn that is chosen ahead."""
    if not picks.moves and picks.hint is not None:
        return fill(tr("Premove: {words}"), {"words": translate(picks.hint)})
    player = state.model.to_move
    name = state.model.name_of(player) if player is not None else ""
    return fill(tr("The premove is sent after the move of {name}. A click or Esc removes it."), {"name": name})


def _comment_words(state: TableState) -> str:
    """Return the comment on the shown move in one line."""
    if state.step < 0:
        return ""
    steps = state.match.history
    return "  ".join(texts_of(state.model.comments.get(steps[last_stop(steps, state.step)].event.number, ())))


def _forfeit_words(model: TableModel, match: Match) -> str:
    """Say that the dice allowed no move in the turn before this one; the board does not show it."""
    before = next((step.event for step in reversed(match.history) if not isinstance(step.event, Rolled)), None)
    if not isinstance(before, Forfeited) or match.phase != "playing":
        return ""
    if not model.shared_screen and before.player in model.mine:
        return tr("You had no legal move after two rolls.")
    name = side(match, before.player) if model.shared_screen else model.name_of(before.player)
    return fill(tr("{name} had no legal move after two rolls."), {"name": name})
