"""What the table page says of a match: its players, dice, buttons and what is expected now."""

from dataclasses import dataclass

from client_qt.board.move_builder import MoveBuilder
from client_qt.pages.table.game_buttons import GameButton
from client_qt.pages.table.player_strip import Player as Shown
from client_qt.table.clocks import ClockShown, clock_shown, clock_walked
from client_qt.table.model import TableModel
from client_qt.table.offers import away_word
from client_qt.table.remote import RemoteTable
from client_qt.table.status import View, captured, counts, emblems, standing_words, who
from client_qt.table.walk import Heads
from client_qt.text.rules_text import leg_words, say, side, tr
from netgame.game import Over, Picks, ToMove, ToRoll
from netgame.match.events import Forfeited, Player, Rolled
from netgame.match.state import Match, player_of, seat_of
from netgame.text import Text, fill


def shown_player(model: TableModel, match: Match, shown: View, player: Player, at: int | None = None) -> Shown:
    """A player as his strip shows him; `at` is the step that is looked at, None while that is the present."""
    seat = seat_of(player, shown.leg)
    kind, count = captured(match, shown, player)
    lost = not model.is_local and match.seats[player] is not None and not model.presence[player]
    lost = lost and player not in model.mine and match.phase != "over"
    return Shown(
        name=who(model, player),
        side=tr(match.game.seats[seat]),
        rating=model.ratings[player],
        kinds=emblems(match, seat),
        to_move=_to_move(model, match, shown) == player,
        captured_kind=kind,
        captured=count,
        standing=standing_words(match, shown, seat),
        trouble=away_word(model.causes[player]) if lost else "",
        counts=counts(match, shown, seat),
        shape=match.game.board.shape,
        clock=_clock(model, match, player, at),
    )


def _clock(model: TableModel, match: Match, player: Player, at: int | None) -> ClockShown | None:
    """That of the match, whatever is tried beside it; of one that is over, as it stood at the step."""
    timed = model.original.match or match
    past = model.original.is_review or timed.phase == "over"
    step = match.history[at] if past and at is not None and at < len(match.history) else None
    walked = clock_walked(timed, step, player) if step is not None else None
    return walked or clock_shown(timed, player, timed.at if model.original.is_review else model.now())


def _to_move(model: TableModel, match: Match, shown: View) -> Player | None:
    """Who is waited for; in a record, where nobody is, who was to move on the board that is shown."""
    if not model.is_review:
        return model.to_move
    turn = match.game.turn(shown.state)
    if isinstance(turn, Over) or (match.phase == "over" and shown.state is match.state):
        return None
    return player_of(turn.seat, shown.leg)


def column_heads(model: TableModel, match: Match, leg: int) -> Heads:
    """Who moves in which column of the move list in that leg."""

    def head(seat: int) -> str:
        player = player_of(seat, leg)
        name = tr("you") if not model.is_local and player in model.mine else who(model, player)
        return fill(tr("{side}: {name}"), {"side": tr(match.game.seats[seat]), "name": name})

    return head(0), head(1)


def rolled_words(model: TableModel, shown: View) -> str:
    """Who rolled, and what."""
    if shown.roller is None:
        return ""
    dice = "-".join(str(die) for die in sorted(shown.dice, reverse=True))
    name = who(model, shown.roller)
    if not model.is_local and shown.roller in model.mine:
        return fill(tr("You rolled {dice}"), {"dice": dice})
    return fill(tr("{name} rolled {dice}"), {"name": name, "dice": dice})


def allowed_words(match: Match) -> str:
    """In how many cells the roll allows a move."""
    if not isinstance(match.turn, ToMove) or match.phase != "playing":
        return ""
    count = sum(isinstance(pick, int) for pick in match.game.picks(match.state, ()).next)
    return tr("%n place(s)", count)


# ---- what is expected


def hint_words(model: TableModel, match: Match, hint: Text | None, composing: bool, sent: bool) -> str:
    """The sentence of the hint line while one looks at the present."""
    if match.phase == "open":
        return tr("The game starts when both seats are taken.")
    if composing:
        words = say(hint) if hint is not None else tr("Your move.")
        if model.is_local and model.to_move is not None:
            words = f"{side(match, model.to_move)}: {words}"
        return " ".join(part for part in (forfeit_words(model, match), words) if part)
    if model.status != "online":
        given_up = isinstance(model, RemoteTable) and model.lost.is_given_up(match)
        if given_up:
            return tr("You need not wait here: Home leads back to the game.")
        return tr("The game goes on when the connection is back.")
    if model.is_review and match.phase != "over":
        return tr("The record ends here, before the end of the game.")
    if model.is_variation and isinstance(match.turn, ToRoll):
        return tr("Choose the dice above, or roll.")
    player = model.to_move
    words = fill(tr("{name} is to move."), {"name": model.name_of(player)}) if player is not None else ""
    if model.is_spectator:
        words = " ".join((tr("You watch."), words))
    if player in model.mine:
        words = tr("Sent.") if sent else ""
    return "  ·  ".join(part for part in (forfeit_words(model, match), words, leg_words(match)) if part)


def forfeit_words(model: TableModel, match: Match) -> str:
    """That the turn before this one was lost to the dice: nothing on the board shows it."""
    before = next((step.event for step in reversed(match.history) if not isinstance(step.event, Rolled)), None)
    if not isinstance(before, Forfeited) or match.phase != "playing":
        return ""
    if not model.is_local and before.player in model.mine:
        return tr("Your two rolls allowed nothing.")
    name = side(match, before.player) if model.is_local else model.name_of(before.player)
    return fill(tr("Two rolls allowed {name} nothing."), {"name": name})


def walking_words(model: TableModel) -> str:
    """The same while one looks at an earlier move."""
    if model.is_review:
        return tr("This is a record. Alt+Left and Alt+Right walk through it.")
    return tr("You look at an earlier move. Live goes back to the game.")


# ---- buttons


@dataclass(frozen=True)
class TurnButtons:
    """What is known of the buttons of one turn before anything is picked."""

    usual: str | None = None  # the one that means what picking cells without it means as well
    winning: frozenset[str] = frozenset()  # the turn of that button alone wins the game


def turn_buttons(match: Match) -> TurnButtons:
    """Looked at once for each turn."""
    turn = match.turn
    if not match.game.buttons or not isinstance(turn, ToMove):
        return TurnButtons()
    game, state = match.game, match.state
    found = {pick: game.picks(state, (pick,)) for pick in game.picks(state, ()).next if isinstance(pick, str)}
    usual = next((pick for pick in sorted(found) if not found[pick].picked), None)
    winning = frozenset(pick for pick, picks in found.items() if _wins(match, picks, turn.seat))
    return TurnButtons(usual, winning)


def _wins(match: Match, picks: Picks, seat: int) -> bool:
    if not picks.moves:
        return False
    after = match.game.turn(match.game.play(match.state, picks.moves[0]))
    return isinstance(after, Over) and after.winner == seat


def game_buttons(match: Match, composer: MoveBuilder | None, turn: TurnButtons) -> tuple[GameButton, ...]:
    """All buttons of the game in its order; without a composer, while it is not the time for any, all are pale.

    One that would win the game at once stands out. The one that was picked is chosen, or, while cells are picked
    without one, the one that means the same.
    """
    picks = composer.picks if composer is not None and composer.active else None
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
        )
        for name in names
    )
