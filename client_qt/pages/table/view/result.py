"""The strip that replaces the hint line before the start, in pauses, between legs and after the end, as a value."""

from dataclasses import dataclass
from typing import Literal

from client_qt.pages.table.view.state import PLAYERS, TableState
from client_qt.table.evening import score_words
from client_qt.table.model import TableModel
from client_qt.table.status import both, winning_pieces
from client_qt.text.clock_words import control_words
from client_qt.text.offer_words import (
    ended_words,
    pause_headline,
    pause_words,
    rating_words,
    vacant_words,
)
from client_qt.text.plain import dotted
from client_qt.text.rules_text import leg_result, match_result, options_line, side, translate
from client_qt.text.term_words import rated_words
from client_qt.text.translation import tr
from netgame.match.events import Paused
from netgame.match.state import Match, other, vacationer
from netgame.match.time_control import read_control
from netgame.text import fill


@dataclass(frozen=True)
class ResultButton:
    """A button of the strip. `name` is what it does; with a `menu` its entries (name and text) do it, and the button
    has no text."""

    name: str
    text: str
    icon: str | None = None
    kind: Literal["plain", "primary"] = "plain"
    enabled: bool = True
    tip: str = ""
    menu: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ResultState:
    """The content of the strip. `sides` are the pieces of the winner, or of both sides in a draw."""

    headline: str
    detail: str = ""
    sides: tuple[tuple[str, ...], ...] = ()
    buttons: tuple[ResultButton, ...] = ()


def result_state(state: TableState) -> ResultState | None:
    """Return what the strip shows at the live board; None while the hint line is shown."""
    model, match = state.model, state.match
    if not state.is_live:
        return None
    if match.phase == "over":
        return _over(model, match)
    if model.is_record:
        return _between(model, match) if match.phase == "between" else None
    if model.stopped is not None:
        return ResultState(tr("Paused"), translate(model.stopped))
    if match.paused is not None and not model.can_move:
        return _paused(model, match, match.paused)
    if match.phase == "between":
        return _between(model, match)
    return _seats(model, match) if match.phase == "open" else None


def _seats(model: TableModel, match: Match) -> ResultState:
    """Before the start: both players are ready, or leave their seats."""
    online = model.status == "online"
    created, me = match.created, next(iter(model.mine), None)
    parts = [match.game.title, options_line(type(match.game), created.options)]
    if created.clock != "none":
        parts.append(control_words(read_control(created.clock)))
    agreed = dotted(*parts, rated_words(created.rated, created.rated_computers))
    full = all(match.seats)
    if me is None:
        if not full:
            sit = ResultButton("sit", tr("Take seat"), "join", "primary", online)
            return ResultState(tr("A seat is free"), agreed, (), (sit,) if not model.is_local else ())
        names = [seated.name for seated in match.seats if seated is not None and seated.player not in match.ready]
        waits = fill(tr("Waiting for {names}"), {"names": ", ".join(names)}) if names else ""
        return ResultState(waits, agreed)
    ready = me in match.ready
    buttons = [ResultButton("stand", tr("Leave seat"), None, "plain", online)]
    if not full:
        buttons.append(ResultButton("change_sides", tr("Change sides"), "flip", "plain", online))
    text = tr("Waiting for the other side") if ready else tr("Ready")
    buttons.append(ResultButton("ready", text, "confirm", "primary", online and not ready))
    return ResultState(fill(tr("You play {side}"), {"side": side(match, me)}), agreed, (), tuple(buttons))


def _paused(model: TableModel, match: Match, paused: Paused) -> ResultState:
    if (away := vacationer(match)) is not None:
        words = {"name": model.name_of(away)}
        detail = tr("The clocks are stopped. {name} may move all the same.")
        return ResultState(fill(tr("{name} is on vacation"), words), fill(detail, words))
    if match.vacant:
        return ResultState(
            pause_headline(paused), vacant_words([model.name_of(p) for p in sorted(match.vacant)]), (), ()
        )
    agreed = paused.cause in ("agreed", "adjourned")
    missing = [player for player in (0, 1) if player not in match.ready] if match.ready else []
    waits = model.name_of(1 if missing[0] else 0) if agreed and missing else ""
    ready = bool(model.mine) and model.mine <= match.ready
    detail = pause_words(
        match, paused, waits if ready or not model.mine else "", model.server, is_cut_off="network" in model.causes
    )
    if model.is_local:
        detail = tr("The clocks are stopped.") if match.clocks is not None else ""
    elif agreed and waits and not ready and model.mine:
        detail = fill(tr("{name} wants to go on."), {"name": both(model)[1 if 1 in match.ready else 0]})
    enabled = not ready and model.status == "online"
    button = ResultButton("resume", tr("Go on"), "play", "primary", enabled)
    may_go_on = model.is_local or (agreed and bool(model.mine))
    return ResultState(pause_headline(paused), detail, (), (button,) if may_go_on else ())


def _between(model: TableModel, match: Match) -> ResultState:
    ended = match.legs_ended[-1]
    ready = model.mine <= match.ready
    text = tr("Waiting for the other side") if ready else fill(tr("Start battle {leg}"), {"leg": match.leg + 2})
    button = ResultButton("ready", text, "play", "primary", not ready and model.status == "online")
    others = [both(model)[player] for player in PLAYERS if player in match.ready and player not in model.mine]
    waits = [fill(tr("{name} is ready."), {"name": name}) for name in others]
    return ResultState(
        leg_result(ended, both(model), model.mine),
        " ".join((*waits, _reason(match))),
        winning_pieces(match, ended.winner),
        (button,) if model.mine else (),
    )


def _over(model: TableModel, match: Match) -> ResultState:
    ended, names, single = match.ended, both(model), match.game.legs == 1
    assert ended is not None
    parts = (
        ended_words(match, ended, names, model.mine) or (_reason(match) if single else _leg_results(model, match)),
        rating_words(ended, names),
        score_words(model, match, least=2),  # the score of one game is its result
    )
    winner = winning_pieces(match, ended.winner) if single and ended.reason != "aborted" else ()  # else the sides swap
    buttons = [
        ResultButton("result_home", tr("Home"), "home"),
        ResultButton("result_replay", tr("Replay"), "play"),
        ResultButton("result_save", tr("Save"), "save"),
    ]
    if model.is_local:
        menu = (("again_swap", tr("With the sides swapped")), ("again_same", tr("With the same sides")))
        buttons.append(_next_game())
        buttons.append(ResultButton("again_choices", tr("Sides of the next game"), "flip", "plain", True, "", menu))
        buttons.append(ResultButton("again", tr("Play again"), "play", "primary"))
    elif len(model.mine) == 1:
        buttons += _rematch(model, match)
    if match.created.tournament and model.live:
        buttons.append(ResultButton("to_tournament", tr("Standings"), "players", "primary", model.status == "online"))
    return ResultState(match_result(match, ended, names, model.mine), dotted(*parts), winner, tuple(buttons))


def _rematch(model: TableModel, match: Match) -> tuple[ResultButton, ...]:
    """Offer a rematch, or open the table of an accepted one. Another game, other terms, and players who left, need a
    challenge.

    An offer of a rematch by days waits until the other player comes back.
    """
    offers, me, online = model.rematch_offers, next(iter(model.mine)), model.status == "online"
    if offers.made:
        return (ResultButton("to_rematch", tr("To the rematch"), "play", "primary", online),)
    seat = match.seats[other(me)]
    may_challenge = seat is not None and not seat.computer
    waits = may_challenge and match.created.clock.startswith("days")
    is_there = waits or (model.presence[other(me)] and offers.closed != "left")
    tip = "" if is_there else tr("The other player has left.")
    menu = [("rematch_swap", tr("With the sides swapped")), ("rematch_same", tr("With the same sides"))]
    again = ResultButton("challenge_again", tr("Challenge again ..."), "players", "plain", online)
    if may_challenge and is_there:
        menu.append((again.name, tr("With other terms ...")))
    enabled = offers.offers[me] is None and is_there and online
    kind: Literal["plain", "primary"] = "plain" if match.created.tournament else "primary"
    return (
        *_together(model, may_challenge),
        again if may_challenge and not is_there else _next_game(online),
        ResultButton("rematch_choices", tr("Sides of the rematch"), None, "plain", enabled, tip, tuple(menu)),
        ResultButton("rematch", tr("Rematch"), "flip", kind, enabled, tip),
    )


def _next_game(enabled: bool = True) -> ResultButton:
    return ResultButton("next_game", tr("Next game ..."), "players", "plain", enabled)


def _together(model: TableModel, is_person: bool) -> tuple[ResultButton, ...]:
    """Ask the other player to look at the game together, or agree."""
    if not is_person or not model.may_ask_together:
        return ()
    is_there = all(model.presence)
    enabled = is_there and model.can_ask_together
    tip = "" if is_there else tr("The other player has left.")
    return (ResultButton("look_together", tr("Look at it together"), "what-if", "plain", enabled, tip),)


def _leg_results(model: TableModel, match: Match) -> str:
    results = []
    for leg in match.legs_ended:
        result = leg_result(leg, both(model), model.mine)
        results.append(fill(tr("Battle {leg}: {result}"), {"leg": leg.leg + 1, "result": result}))
    return "  ".join(results)


def _reason(match: Match) -> str:
    return translate(match.over.reason) if match.over is not None else ""
