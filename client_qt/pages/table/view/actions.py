"""The actions at a table besides moves, and whether each is possible now."""

from collections.abc import Mapping
from dataclasses import dataclass

from client_qt.pages.table.view.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.terms import allows_hints
from client_qt.text.rules_text import stop_words, translate
from client_qt.text.translation import tr
from netgame.game import ToMove
from netgame.match.commands import Leave, MakeOffer, Resign
from netgame.match.events import Moved
from netgame.match.state import vacationer

IN_BUTTONS = ("take_back", "stop", "resign")  # besides those of spectators and of matches at this screen
IN_MENU = ("pause", "more_time", "host_dice", "adjourn", "abort", "leave")  # actions without a button
MORE = "more"  # the button that opens the menu


@dataclass(frozen=True)
class TableAction:
    """A button or menu entry: its text, whether it can be done now, whether this table has it at all, and what it
    does."""

    name: str
    words: str
    possible: bool
    there: bool
    tip: str = ""
    icon: str = ""  # if it changes


def table_actions(state: TableState) -> dict[str, TableAction]:
    model, match = state.model, state.match
    acting, playing = bool(model.mine), match.phase not in ("open", "over")
    may_pause = acting or model.is_local  # a game between two computer players, too
    resumes = model.is_local and match.paused is not None
    agreed = model.agreed if acting else None
    stop = stop_words(match, agreed) if agreed is not None else ""
    kinds = model.offer_kinds
    abort_alone = "abort" in kinds and playing and 0 in match.moved and model.status == "online"
    may_resign = model.may(Resign(match=True), model.actor)
    whose = not (model.shared_screen and match.phase == "between")  # no side is to move, so none can resign
    watching = model.is_spectator and match.phase != "over"
    has_hints = may_hint(model)
    found = (
        TableAction("hint", tr("Hint"), has_hints and _is_to_move(state), has_hints),
        TableAction("take_back", tr("Take back"), move_to_take_back(model, state.at) is not None, acting),
        TableAction(
            "pause",
            tr("Go on") if resumes else tr("Pause"),
            resumes or (may_pause and model.can_offer("pause")),
            "pause" in kinds and (acting or (may_pause and playing)),
            tr("The match waits until a player goes on.")
            if model.is_local
            else tr("If the other side agrees, the match waits until both players go on."),
            "play" if resumes else "pause",
        ),
        TableAction(
            "more_time",
            tr("More time"),
            acting and model.can_offer("more_time"),
            match.clocks is not None and not model.is_local,
            tr("Ask the other side for more time on your clock."),
        ),
        TableAction(
            "host_dice",
            tr("Let the server roll"),
            acting and model.can_offer("host_dice"),
            acting and match.drawing is not None,
            tr("If the other side agrees, the server rolls the dice from here, and no program of a player checks it."),
        ),
        TableAction(
            "adjourn",
            tr("Adjourn"),
            acting and model.can_offer("adjourn"),
            "adjourn" in kinds,
            tr("If the other side agrees, the match is saved and goes on another day."),
        ),
        TableAction(
            "abort",
            tr("Abort without a result"),
            acting and (abort_alone or model.can_offer("abort")),
            acting,
            tr("The match does not count. After the first moves the other side has to agree."),
        ),
        TableAction("stop", stop, agreed is not None and model.can_offer("count"), bool(stop), _why_not_stop(model)),
        TableAction("resign", tr("Resign"), whose and may_resign, acting),
        TableAction(
            "leave",
            tr("Leave and lose the match"),
            model.may(Leave(), model.actor),
            not model.is_local,
            tr("Only go Home, or close the window, if you want to come back to the match."),
        ),
        TableAction("stop_watching", tr("Stop watching"), watching, watching),
    )
    return {action.name: action for action in found}


def shown_buttons(model: TableModel, actions: Mapping[str, TableAction]) -> frozenset[str]:
    """Return the names of the actions that have buttons. Spectators can only stop watching; records have no buttons. At
    this computer there is a button for a pause."""
    watches = actions["stop_watching"].there
    if not (model.mine or actions["pause"].there) or not model.takes_commands:
        return frozenset(("stop_watching",)) if watches else frozenset()
    names = (*IN_BUTTONS, "stop_watching", *(("pause",) if model.is_local else ()))
    return frozenset(name for name in names if actions[name].there) | {MORE}


def may_hint(model: TableModel) -> bool:
    """Return whether the computer may suggest moves: after the match, and before if its terms allow it."""
    match = model.original.match
    return match is not None and (allows_hints(match.created) or match.phase == "over")


def _is_to_move(state: TableState) -> bool:
    """Return whether a person has to choose a move in the shown position."""
    model, match = state.model, state.match
    if state.is_live:
        is_others = model.is_local and model.to_move not in model.mine
        is_stopped = match.paused is not None and vacationer(match) not in model.mine
        return match.phase == "playing" and not is_stopped and not is_others and isinstance(match.turn, ToMove)
    return state.step >= 0 and isinstance(match.game.turn(match.history[state.step].state), ToMove)


def _why_not_stop(model: TableModel) -> str:
    """Return why the player cannot offer to end the battle; empty if they can."""
    why = model.refusal(MakeOffer("count"), model.offerer("count"))
    return translate(why) if why is not None else ""


def move_to_take_back(model: TableModel, at: int | None) -> int | None:
    """Return the number of the own move at that step, or of the last one; None if it cannot be taken back."""
    steps = model.steps()
    event: object = None
    if at is None:
        event = next(
            (s.event for s in reversed(steps) if isinstance(s.event, Moved) and s.event.player in model.mine), None
        )
    elif 0 <= at < len(steps):
        event = steps[at].event
    if not isinstance(event, Moved) or event.player not in model.mine:
        return None
    return event.number if model.can_offer("take_back", event.number) else None
