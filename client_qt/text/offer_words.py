"""Texts for offers, pauses, absences, the end of a match, and rematches."""

from collections.abc import Sequence
from itertools import takewhile

from client_qt.text.clock_words import seconds_words
from client_qt.text.rules_text import count_words, stop_offer
from client_qt.text.translation import tr
from netgame.match.events import ClaimKind, Ended, Moved, Offered, OfferKind, OfferOutcome, Paused, Player
from netgame.match.offers import foretells_roll, may_abort_alone
from netgame.match.state import Match
from netgame.match.time_control import DAY_MS, read_control
from netgame.text import fill

Names = tuple[str, str]


def asked_words(match: Match, offer: Offered, name: str) -> str:
    """Return the notice of an offer; an empty name means the user."""
    since = takewhile(lambda step: step.event.number >= (offer.to or offer.number), reversed(match.history))
    moves = [step.notation for step in since if isinstance(step.event, Moved)]
    move = moves[-1] if moves else tr("a move")
    words: dict[str, str | int] = {"name": name, "move": move, "time": _more(match)}
    match offer.kind:
        case "count":
            over = match.game.agreed(match.state)
            if over is None:
                return ""
            asked = stop_offer(match, over, name)
            return f"{asked} {count_words(match, over)}".strip() if name else asked
        case "take_back" if len(moves) == 1:
            template = tr("{name} asks to take {move} back.") if name else tr("You asked to take {move} back.")
        case "take_back":
            template = tr("You asked to take {move} and all later moves back.")
            if name:
                template = tr("{name} asks to take {move} and all later moves back.")
            if name and foretells_roll(match, offer):
                template += " " + tr("The next roll can then be known before it is rolled.")
        case "pause":
            template = tr("{name} asks for a pause.") if name else tr("You asked for a pause.")
        case "more_time":
            template = tr("{name} asks for {time} more.") if name else tr("You asked for {time} more.")
        case "host_dice":
            template = tr("You asked to let the server roll the dice from here.")
            if name:
                template = tr("{name} asks to let the server roll the dice from here.")
        case "abort":
            template = tr("{name} asks to abort the match.") if name else tr("You asked to abort the match.")
        case _:
            template = tr("{name} asks to adjourn the match.") if name else tr("You asked to adjourn the match.")
    return fill(template, words)


def agree_words(kind: OfferKind) -> str:
    """Return the text of the button that accepts an offer."""
    return {
        "take_back": tr("Allow"), "pause": tr("Pause"), "more_time": tr("Give time"), "abort": tr("Abort"),
        "adjourn": tr("Adjourn"), "host_dice": tr("Let it roll"),
    }.get(kind, tr("Agree"))  # fmt: skip


def closed_words(offer: Offered, outcome: OfferOutcome, name: str, mine: bool) -> str:
    """Return what became of an offer; empty if its consequence shows it. `name` is the other side's."""
    words = {"name": name}
    match outcome:
        case "declined":
            return fill(tr("{name} would rather play on.") if mine else "", words)
        case "withdrawn":
            return fill("" if mine else tr("{name} withdrew the offer."), words)
        case "lapsed":
            return tr("The offer expired when a move was played.")
        case "accepted" if mine and offer.kind in ("take_back", "more_time"):
            return fill(tr("{name} agreed."), words)
    return ""


def _more(match: Match) -> str:
    control = read_control(match.created.clock)
    if control.kind == "days":
        return tr("a day")
    step = control.step if control.kind == "move" else match.rules.more_time_ms
    return tr("a minute") if step == 60_000 else seconds_words(min(step, DAY_MS))


def action_question(match: Match, kind: OfferKind, move: str = "") -> tuple[str, str, str]:
    """Return title, explanation and button of a question; empty if none is needed."""
    match kind:
        case "abort" if may_abort_alone(match):
            return (
                tr("Abort the match?"),
                tr("Until each side has moved, either player can abort the match. It has no result then."),
                tr("Abort"),
            )
        case "abort":
            return (
                tr("Abort the match?"),
                tr("The other side has to agree. It does not count for anybody then."),
                tr("Ask to abort"),
            )
        case "host_dice":
            return (
                tr("Let the server roll the dice?"),
                tr(
                    "The other side has to agree. This helps if a player's part of the dice is lost. From then on both "
                    "trust the server."
                ),
                tr("Ask to let it roll"),
            )
        case "adjourn":
            return (
                tr("Adjourn the match?"),
                tr("The other side has to agree. The match is saved and goes on when both players are here and agree."),
                tr("Ask to adjourn"),
            )
        case "take_back" if move:
            return (
                fill(tr("Take {move} back?"), {"move": move}),
                tr("All later moves are taken back as well. Rolled dice keep their values."),
                tr("Take back"),
            )
    return "", "", ""


def leave_question() -> tuple[str, str, str]:
    """Return the same for leaving the match."""
    words = tr("You lose the match, whatever the score is. If you only close the window, you count as away.")
    return tr("Leave the match?"), words, tr("Leave and lose")


def absence_words(name: str, cause: str, left: int | None) -> str:
    """Return the notice of an absence. `left` is the rest of the absence budget in ms, None without a budget."""
    words: dict[str, str | int] = {"name": name, "time": seconds_words(left or 0)}
    match cause:
        case _ if left is not None and left <= 0:
            template = tr("{name} has been away for too long.")
        case "left" if left is None:
            template = tr("{name} has left for now. The game is kept.")
        case "left":
            template = tr("{name} has left for now and may be away for another {time}.")
        case "" if left is None:  # not seen since the server was restarted
            template = tr("{name} is not back yet.")
        case _:
            template = tr("{name} lost the connection.")
            if left is not None:
                template = tr("{name} lost the connection and may be away for another {time}.")
    return fill(template, words)


def network_words(name: str, server: str) -> str:
    """Return the notice that a player cannot reach the server; `server` is empty if it runs on this computer."""
    words = tr("The network of {server} is down. {name} cannot come back until it works again.")
    if not server:
        words = tr("Your network is down. {name} cannot come back until it works again.")
    return fill(words, {"name": name, "server": server})


def away_word(cause: str) -> str:
    """Return the short form beside a name."""
    return {"left": tr("has left"), "": tr("not back yet")}.get(cause, tr("not connected"))


def claim_words(what: ClaimKind) -> str:
    """Return the text of the button for a claim."""
    return {"win": tr("Claim the win"), "draw": tr("Claim a draw"), "adjourn": tr("Adjourn")}[what]


def pause_headline(paused: Paused) -> str:
    """Return the headline of a pause."""
    return tr("Adjourned") if paused.cause == "adjourned" else tr("Paused")


def vacant_words(names: Sequence[str]) -> str:
    """Return for whom a match waits that another host continues."""
    who = fill(tr("Waiting for {name}."), {"name": names[0] if len(names) == 1 else tr("both players")})
    return who + " " + tr("The game goes on from the last move as soon as both players are here.")


def pause_words(match: Match, paused: Paused, waits_for: str, server: str = "", is_cut_off: bool = False) -> str:
    """Return why the match is paused and how it continues. `waits_for` is the name of the player that has to agree,
    `server` that of the server, and `is_cut_off` whether it has lost its network."""
    match paused.cause:
        case "restart" | "drain" if is_cut_off:
            return tr("No time counts until the network works again.")
        case "restart":
            what = fill(tr("The game on {server} was interrupted."), {"server": server or tr("the other computer")})
            return what + " " + tr("The match goes on as soon as both players are here, or in a minute.")
        case "drain":
            return tr("The server stops for a while. The match is kept and goes on when it is back.")
    clocks = tr("The clocks are stopped.") if match.clocks is not None else ""
    waits = (
        tr("It goes on when both players agree.")
        if not waits_for
        else fill(tr("Waiting for {name}."), {"name": waits_for})
    )
    return " ".join(part for part in (clocks, waits) if part)


def ended_words(match: Match, ended: Ended, names: Names, mine: frozenset[Player] = frozenset()) -> str:
    """Return why a match ended early; empty if it was played to its end. `mine` are the user's players."""
    if len(mine) == 1 and ended.player in mine and (own := _own_end(match, ended)):
        return own
    words = {"name": names[ended.player] if ended.player is not None else ""}
    match ended.reason:
        case "resigned":
            template = tr("{name} resigned the match.") if match.game.legs > 1 else tr("{name} resigned.")
        case "flag":
            template = tr("{name} ran out of time.")
        case "absent" if ended.winner is None:
            template = tr("{name} was away for too long, and a draw was claimed.")
        case "absent":
            template = tr("{name} was away for too long.")
        case "left":
            template = tr("{name} left the match.")
        case "aborted" if ended.player is not None:
            template = tr("{name} aborted it before both had moved. It does not count.")
        case "aborted":
            template = tr("It was aborted and does not count.")
        case _:
            return ""
    return fill(template, words)


def _own_end(match: Match, ended: Ended) -> str:
    """Return the same for the user's own end."""
    gave_up = tr("You resigned the match.") if match.game.legs > 1 else tr("You resigned.")
    return {
        "resigned": gave_up, "flag": tr("You ran out of time."), "left": tr("You left the match."),
        "absent": tr("You were away for too long."),
    }.get(ended.reason, "") if ended.winner is not None else ""  # fmt: skip


def rating_words(ended: Ended, names: Names) -> str:
    """Return the new ratings of both players."""
    if ended.ratings is None:
        return ""
    parts = []
    for name, change in zip(names, ended.ratings, strict=True):
        before, after = round(change.before[0] / 100), round(change.after[0] / 100)
        parts.append(f"{name} {after} ({after - before:+})")
    return fill(tr("Rating: {changes}"), {"changes": ", ".join(parts)})


def series_score(match: Match) -> tuple[int, int, int] | None:
    """Return wins of both players and draws, with this match once it is over; None outside a series."""
    first, second, drawn = match.created.score
    ended = match.ended
    if ended is not None and ended.reason != "aborted":
        first, second, drawn = first + (ended.winner == 0), second + (ended.winner == 1), drawn + (ended.winner is None)
    return (first, second, drawn) if match.created.previous is not None else None


def series_words(match: Match, names: Names) -> str:
    """Return the score of a series."""
    score = series_score(match)
    if score is None:
        return ""
    words: dict[str, str | int] = {"a": names[0], "b": names[1], "x": score[0], "y": score[1], "z": score[2]}
    return fill(tr("Series: {a} {x}, {b} {y}, {z} drawn") if score[2] else tr("Series: {a} {x}, {b} {y}"), words)


def rematch_words(name: str, swap: bool) -> str:
    """Return the notice of a rematch offer; an empty name means the user."""
    if name:
        template = tr("{name} wants a rematch with the sides swapped.") if swap else tr("{name} wants a rematch.")
    else:
        template = tr("You offered a rematch with the sides swapped.") if swap else tr("You offered a rematch.")
    return fill(template, {"name": name})


def look_asked_words(name: str, is_own: bool) -> str:
    """Return the notice of a question to look at a finished game together; `name` is the other player."""
    own = tr("You asked {name} to look at the game together.")
    return fill(own if is_own else tr("{name} would like to look at the game together with you."), {"name": name})


def look_words(name: str) -> str:
    """Say that both players look at a game together."""
    return fill(tr("You look at it with {name}. Both of you can move."), {"name": name})


def look_ended_words(closed: str, name: str) -> str:
    """Return why two players do not look at a game together any more; `closed` as in `AnalysisState`."""
    words = {
        "declined": tr("{name} does not want to look at the game together."),
        "withdrawn": tr("{name} does not ask any more to look at the game together."),
        "left": tr("{name} does not look at the game with you any more. The lines stay in your list of moves."),
        "rematch": tr("You play again. The lines that you tried together stay in the list of moves of the old game."),
    }
    return fill(words.get(closed, ""), {"name": name})


def rematch_closed(closed: str, name: str) -> str:
    """Return why there is no rematch."""
    words = {"name": name}
    match closed:
        case "declined":
            return fill(tr("{name} does not want a rematch."), words)
        case "left":
            return fill(tr("{name} has left, so there is no rematch."), words)
        case "withdrawn":
            return tr("The offer of a rematch was withdrawn.")
    return ""
