"""The notices over the board: the connection, absent players, offers, and what became of them."""

from dataclasses import dataclass
from typing import Any

from client_qt.pages.table.view.proof import proof_view
from client_qt.pages.table.view.state import PLAYERS
from client_qt.table.connection_loss import STOPPED_HERE, gone_words
from client_qt.table.elsewhere import elsewhere_words
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.challenge_words import challenge_title
from client_qt.text.clock_words import seconds_words
from client_qt.text.offer_words import (
    absence_words,
    agree_words,
    asked_words,
    claim_words,
    closed_words,
    look_asked_words,
    network_words,
    rematch_words,
)
from client_qt.text.refusals import SIGN_IN, refusal_text
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.match.absence import budget_left
from netgame.match.events import Event, OfferClosed, Offered, Player, Returned, TakenBack, TimeAdded
from netgame.match.state import Match, other
from netgame.text import fill

ICONS = {
    "take_back": "take-back",
    "pause": "pause",
    "more_time": "clock",
    "abort": "cancel",
    "adjourn": "adjourn",
    "host_dice": "shield",
}
Do = tuple[Any, ...]  # the name of a command, and its values


@dataclass(frozen=True)
class NoticeState:
    """One notice: its key, its text, and its buttons with what they do."""

    key: str
    text: str
    tone: str = "turn"
    actions: tuple[tuple[str, Do], ...] = ()
    icon: str = ""
    is_own: bool = False  # an offer of this player, or news: it asks them nothing


def notices(model: TableModel) -> tuple[NoticeState, ...]:
    """Return the notices that hold now."""
    match = model.match
    if match is None:
        return ()
    if model.status != "online":
        return (_connection(model, match), *_elsewhere(model))
    if not model.live:
        return (*_unfinished_record(model, match), *_together(model.original))
    found = [
        *_elsewhere(model),
        *_recovered(model),
        *_chain(model),
        *_signatures(model, match),
        *_absences(model, match),
        *_together(model),
        *(_offer(model, match, offer) for offer in match.offers.values()),
    ]
    if match.phase == "over" and len(model.mine) == 1 and not model.rematch_offers.made:
        swaps = enumerate(model.rematch_offers.offers)
        found += [_rematch_offer(model, player in model.mine, swap) for player, swap in swaps if swap is not None]
        found += _own_next_games(model, match)
    return tuple(sorted((notice for notice in found if notice.text), key=lambda notice: notice.is_own))


def _connection(model: TableModel, match: Match) -> NoticeState:
    home = (tr("Home"), ("home",))
    if model.status == "failed":
        words = refusal_text(model.error) if model.error is not None else tr("The server cannot be reached.")
        again: tuple[tuple[str, Do], ...] = ((tr("Reconnect here"), ("retry",)),)
        if model.error_code == "banned":
            again = ()
        elif model.error_code in SIGN_IN:
            again = ((tr("Sign in ..."), ("sign_in",)),)
        return NoticeState("connection", words, "danger", (*again, home))
    words = fill(tr("No connection to {server}. Reconnecting ..."), {"server": model.server or tr("the server")})
    if model.error_code == "other_instance" and model.error is not None:
        words += " " + translate(model.error)
    if isinstance(model, RemoteTable):
        if model.may_continue and model.lost.asks_to_continue(match):
            return _to_continue(model, match)
        if model.is_given_up:
            return _given_up(model, match)
        words += _until_continuing(model, match)
        retry, budget = model.retry_in(), model.own_budget()
        if retry is not None and retry >= 1:
            words += " " + fill(tr("Next try in {seconds} s."), {"seconds": round(retry)})
        if budget is not None and not model.lost.is_stopped:
            template = tr("If the server still runs, you may be away for another {time}.")
            words += " " + fill(template, {"time": seconds_words(budget)})
    return NoticeState("connection", words, "turn", ((tr("Now"), ("retry",)), home))


def _given_up(model: RemoteTable, match: Match) -> NoticeState:
    again = tr("Host again") if model.lost.cause == STOPPED_HERE else tr("Try again")
    save = [(tr("Save"), ("save",))] if match.phase == "over" else []
    words = gone_words(model.lost, match) + _until_continuing(model, match)
    return NoticeState("gone", words, "turn", ((again, ("retry",)), *save, (tr("Home"), ("home",))))


def _until_continuing(model: RemoteTable, match: Match) -> str:
    """Return when a player whose host is gone will be asked whether to continue here; empty if they will not."""
    left = model.lost.continues_in(match) if model.may_continue else None
    if not left:
        return ""
    return " " + fill(tr("In {time} you can continue the game here."), {"time": seconds_words(left)})


def _to_continue(model: RemoteTable, match: Match) -> NoticeState:
    """Ask a player whose host is gone."""
    name = model.name_of(other(next(iter(model.mine))))
    words = fill(
        tr("{what} Keep the game and continue here? It goes on from the last move when {name} joins you."),
        {"what": model.lost.words(), "name": name},
    )
    if match.is_rated:
        words += " " + tr("It is not rated then.")
    answers = (tr("Continue here"), ("continue_here",)), (tr("Wait"), ("retry",)), (tr("Home"), ("home",))
    return NoticeState("gone", words, "turn", answers)


def _unfinished_record(model: TableModel, match: Match) -> tuple[NoticeState, ...]:
    if not model.may_continue:
        return ()
    words = tr("This game is not over. You can continue it here; the other player has to join you.")
    if match.is_rated:
        words += " " + tr("It is not rated then.")
    return (NoticeState("continue", words, "turn", ((tr("Continue here"), ("continue_here",)),)),)


def _elsewhere(model: TableModel) -> tuple[NoticeState, ...]:
    elsewhere, match = model.elsewhere, model.match
    if elsewhere is None or match is None:
        return ()
    is_lacking = elsewhere.fork is not None and elsewhere.fork.moves[1]
    if not match.vacant and not elsewhere.is_later and not is_lacking:
        return ()  # both play here, and lose nothing
    there = ((tr("Go on there"), ("go_elsewhere",)),) if elsewhere.is_later else ()
    words = elsewhere_words(elsewhere, is_continued=match.rehosted is not None)
    return (NoticeState("elsewhere", words, "turn", there),)


def _recovered(model: TableModel) -> list[NoticeState]:
    if not isinstance(model, RemoteTable) or model.recovered is None:
        return []
    return [NoticeState("recovered", translate(model.recovered), "turn")]


def _chain(model: TableModel) -> list[NoticeState]:
    if not isinstance(model, RemoteTable) or not (model.lacks_chain or model.is_forked) or model.continued_at:
        return []
    words = tr("Your part of the dice of this game is on the computer where you began it.")
    if model.is_forked:
        words = tr("Your program has drawn dice for another course of this game, so it draws no more dice here.")
    ask = ((tr("Let the server roll ..."), ("offer", "host_dice")),) if model.can_offer("host_dice") else ()
    return [NoticeState("chain", words, "danger", ask, "shield")]


def _signatures(model: TableModel, match: Match) -> list[NoticeState]:
    proof = proof_view(model, match)
    if proof is None or not proof.is_wrong:
        return []
    return [NoticeState("proof", " ".join(proof.not_proven), "danger", ((tr("Save"), ("save",)),), "shield")]


def _absences(model: TableModel, match: Match) -> list[NoticeState]:
    if match.phase in ("open", "over") or match.vacant:  # for these players the strip says that the game waits
        return []
    found = []
    for player in PLAYERS:
        if model.causes[player] == "network":
            server = "" if model.is_server_here else model.server
            return [NoticeState("network", network_words(model.name_of(player), server))]
        counted = player in match.away
        if player in model.mine or not (counted or not model.presence[player]):
            continue
        cause = match.away[player].cause if counted else model.causes[player]
        left = budget_left(match, player, max(model.now(), match.at)) if counted else None
        actions = tuple((claim_words(what), ("claim", what)) for what in model.claims())
        words = absence_words(model.name_of(player), cause, left)
        found.append(NoticeState(f"away{player}", words, "turn", actions))
    return found


def _offer(model: TableModel, match: Match, offer: Offered) -> NoticeState:
    mine, number = offer.player in model.mine, offer.number
    words = asked_words(match, offer, "" if mine else model.name_of(offer.player))
    actions: tuple[tuple[str, Do], ...] = ()
    if mine:
        actions = ((tr("Withdraw"), ("withdraw", number)),)
    elif model.mine:
        actions = (tr("Play on"), ("answer", number, False)), (agree_words(offer.kind), ("answer", number, True))
    return NoticeState(f"offer{number}", words, "turn", actions, ICONS.get(offer.kind, "draw"), mine)


def _rematch_offer(model: TableModel, mine: bool, swap: bool) -> NoticeState:
    name = model.name_of(other(next(iter(model.mine))))
    words = rematch_words("" if mine else name, swap)
    if mine:
        return NoticeState("rematch_own", words, "turn", ((tr("Withdraw"), ("close_rematch",)),), "flip", True)
    actions = (tr("Decline"), ("close_rematch",)), (tr("Accept"), ("rematch", swap))
    return NoticeState("rematch", words, "turn", actions, "flip")


def _own_next_games(model: TableModel, match: Match) -> list[NoticeState]:
    """The own offers of another game. Those of the other player are questions of the window."""
    seat = match.seats[other(next(iter(model.mine)))]
    return [
        NoticeState(
            info.challenge, challenge_title(info, model.account, is_next=True), "turn",
            ((tr("Withdraw"), ("withdraw_challenge", info.challenge)),), "players", True,
        )
        for info in (model.challenges() if isinstance(model, RemoteTable) else ())
        if seat is not None and not info.rematch and (info.account, info.other) == (model.account, seat.account)
    ]  # fmt: skip


def _together(model: TableModel) -> list[NoticeState]:
    """The question whether to look at a finished game together."""
    together = model.together
    is_wanted = together.is_asked or together.wanted
    if together.is_open or together.is_lost or not is_wanted or model.status != "online":
        return []
    words = look_asked_words(model.name_of(other(next(iter(model.mine)))), is_own=together.wanted)
    if together.wanted:
        return [NoticeState("look_own", words, "turn", ((tr("Withdraw"), ("look_alone",)),), "what-if", True)]
    answers = (tr("No"), ("look_alone",)), (tr("Yes"), ("look_together",))
    return [NoticeState("look", words, "turn", answers, "what-if")]


def event_news(model: TableModel, event: Event, closed: Offered | None) -> str:
    """Return the words about an event that the board does not show; `closed` is the offer that it closes."""
    match event:
        case OfferClosed(outcome=outcome):
            if closed is None or model.shared_screen or not model.mine:
                return ""
            if outcome == "lapsed" and model.match is not None and model.match.phase in ("between", "over"):
                return ""  # no move ended it, but the end that everybody sees
            theirs: Player = 1 if 0 in model.mine else 0
            return closed_words(closed, outcome, model.name_of(theirs), closed.player in model.mine)
        case TakenBack(player=player) if not model.shared_screen and player not in model.mine:
            return fill(tr("{name} took a move back."), {"name": model.name_of(player)})
        case TimeAdded(player=player, ms=ms):
            words = tr("You have {time} more.") if player in model.mine else tr("{name} has {time} more.")
            return fill(words, {"name": model.name_of(player), "time": seconds_words(ms)})
        case Returned(player=player) if player not in model.mine:
            return fill(tr("{name} is back."), {"name": model.name_of(player)})
    return ""


def answers_words(notice: NoticeState) -> str:
    """Name the buttons of a notice and the key that goes to them."""
    words = ", ".join(words for words, _do in notice.actions)
    return fill(tr("F6 goes to the buttons: {answers}."), {"answers": words}) if words else ""
