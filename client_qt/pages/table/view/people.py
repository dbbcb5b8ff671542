"""The people at a table, and its terms."""

from dataclasses import dataclass

from client_qt.pages.table.view.state import PLAYERS
from client_qt.table.evening import score_words
from client_qt.table.model import TableModel
from client_qt.table.status import who
from client_qt.text.clock_words import away_words, control_words, policy_words, vacation_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import options_table, side
from client_qt.text.term_words import dice_words, hints_words
from client_qt.text.translation import tr
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.match.time_control import read_control
from netgame.text import fill


@dataclass(frozen=True)
class PersonRow:
    """A person in the list; `account` is empty if they cannot be muted."""

    name: str
    note: str
    account: str = ""
    muted: bool = False


def people_of(model: TableModel, match: Match, muted: frozenset[str]) -> tuple[list[PersonRow], list[str]]:
    """Return everybody at the table, and the sentences below the list."""
    rows = [_player(model, match, player, muted) for player in PLAYERS if match.seats[player] is not None]
    spoke = {line.name: line.account for line in model.rooms["spectators"]}
    for name in model.spectators:
        account = spoke.get(name, "")
        rows.append(PersonRow(name, tr("watches"), account, account in muted))
    foot = []
    if model.watching > len(model.spectators):
        foot.append(fill(tr("and {n} more spectators"), {"n": model.watching - len(model.spectators)}))
    if score := score_words(model.original, match):
        foot.append(score)
    return rows, foot


def _player(model: TableModel, match: Match, player: Player, muted: frozenset[str]) -> PersonRow:
    seated = match.seats[player]
    account = seated.account if seated is not None and player not in model.mine else ""
    notes = [side(match, player)]
    if match.phase == "open" and not model.shared_screen:
        notes.append(tr("ready") if player in match.ready else tr("not ready yet"))
    if not model.shared_screen and not model.presence[player] and match.phase != "over" and not model.is_record:
        notes.append(tr("has left") if model.causes[player] == "left" else tr("not connected"))
    if (until := model.vacations[player]) > model.now():
        notes.append(vacation_words(until))
    notes.append(away_words(match, player, model.now()))
    account = "" if model.is_record else account
    return PersonRow(who(model, player), dotted(*notes), account, account in muted)


def agreed_lines(match: Match, at_server: bool = False) -> list[tuple[str, str]]:
    """Return the terms of the table as pairs of label and value. Who draws the dice matters only at a server."""
    created = match.created
    lines = options_table(type(match.game), created.options)
    lines.append((tr("Clock"), control_words(read_control(created.clock))))
    lines.append((tr("If a player leaves"), policy_words(created.absence)))
    yes = tr("yes, also against computers") if created.rated_computers else tr("yes")
    lines.append((tr("Rated"), yes if created.rated else tr("no")))
    lines.append((tr("Hints"), hints_words(created.hints, created.rated)))
    if match.game.has_dice and at_server:
        lines.append((tr("Dice"), dice_words(match)))
    watch = tr("nobody may watch") if not created.spectators else tr("anybody may watch")
    if created.spectators and created.delay:
        watch = fill(tr("{s} s behind"), {"s": created.delay})
    lines.append((tr("Spectators"), watch))
    if created.spectators:
        chat = tr("visible to players") if created.spectator_chat else tr("visible to players after the game")
        lines.append((tr("Their chat"), chat))
    return lines
