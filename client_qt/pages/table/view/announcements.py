"""The sentences for screen readers about events of a match."""

from client_qt.pages.table.view.table_view import TableView
from client_qt.table.model import TableModel
from client_qt.table.status import both
from client_qt.text.offer_words import ended_words
from client_qt.text.rules_text import leg_result, match_result, side, translate
from client_qt.text.translation import tr
from netgame.match.events import (
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    Paused,
    Player,
    Ready,
    Resumed,
    Rolled,
    Seated,
    Started,
    TakenBack,
)
from netgame.match.state import Match
from netgame.text import fill


def event_words(model: TableModel, match: Match, event: Event) -> str:
    """Return an event of the match in one or two sentences; empty if a banner shows it."""
    match event:
        case Started(leg=leg):
            if match.game.legs < 2:
                return tr("The game begins.")
            return fill(tr("Battle {leg} of {legs} begins."), {"leg": leg + 1, "legs": match.game.legs})
        case Rolled(player=player, dice=dice):
            words = {"dice": " ".join(str(die) for die in dice)}
            return _by(model, match, player, tr("You rolled {dice}."), tr("{name} rolled {dice}."), words)
        case Moved(number=number):
            return move_words(match, number)
        case Forfeited(player=player):
            mine = tr("You had no legal move after two rolls.")
            return _by(model, match, player, mine, tr("{name} had no legal move after two rolls."))
        case TakenBack(player=player) if model.shared_screen or player in model.mine:
            return tr("The move was taken back.")
    return _end_words(model, match, event) or _people_words(model, event)


def _end_words(model: TableModel, match: Match, event: Event) -> str:
    names = both(model)
    match event:
        case LegEnded() if match.ended is None:
            found = [
                translate(match.over.reason) if match.over is not None else "",
                leg_result(event, names, model.mine),
            ]
        case Ended():
            reason = translate(match.over.reason) if match.over is not None and event.reason == "legs" else ""
            found = [reason, ended_words(match, event, names), match_result(match, event, names, model.mine)]
        case _:
            return ""
    return " ".join(words for words in found if words)


def _people_words(model: TableModel, event: Event) -> str:
    match event:
        case Seated(player=player, name=name) if player not in model.mine:
            return fill(tr("{name} sits down."), {"name": name})
        case Ready(player=player) if not model.shared_screen and player not in model.mine:
            return fill(tr("{name} is ready."), {"name": model.name_of(player)})
        case Paused(cause="vacation"):
            return tr("The match rests during a vacation.")
        case Paused(cause=cause):
            return tr("The match is adjourned.") if cause == "adjourned" else tr("The match is paused.")
        case Resumed():
            return tr("The match goes on.")
    return ""


def move_words(match: Match, number: int) -> str:
    """Return the move with that number in the words of the rules; empty if it was taken back."""
    steps = match.history
    for index in range(len(steps) - 1, 0, -1):
        if steps[index].event.number == number:
            return translate(match.game.describe(steps[index - 1].state, steps[index].move))
        if steps[index].event.number < number:
            break
    return ""


def step_words(view: TableView) -> str:
    """Return the number of the shown move and the move itself, or how the game began."""
    state, moves = view.state, view.moves
    words = event_words(state.model, state.match, state.model.steps()[moves.step].event)
    steps = moves.move_steps
    place = {"number": sum(step <= moves.step for step in steps), "count": len(steps)}
    return fill("{place}. {words}", {"place": fill(tr("Move {number} of {count}"), place), "words": words})


def captures_words(count: int | None) -> str:
    """Return how many pieces a turn would take; empty for a turn that cannot capture."""
    if count is None:
        return ""
    return tr("Captures %n piece(s).", count) if count else tr("Captures none.")


def _by(
    model: TableModel, match: Match, player: Player, mine: str, others: str, words: dict[str, str] | None = None
) -> str:
    """Return the sentence for the own action, or that with the name; at one screen with the side."""
    own = not model.shared_screen and player in model.mine
    name = side(match, player) if model.shared_screen else model.name_of(player)
    return fill(mine if own else others, {"name": name, **(words or {})})
