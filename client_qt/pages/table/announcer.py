"""Announcements for screen readers at a table: events, turns, each step of a turn."""

from PySide6.QtCore import QObject, QTimer

from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import BoardView
from client_qt.table.model import TableModel
from client_qt.table.status import both
from client_qt.text.offer_words import ended_words
from client_qt.text.rules_text import leg_result, match_result, say, side
from client_qt.text.translation import tr
from netgame.game import Pick
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
from protocol.messages import ChatLine

MAX_CHAT_CHARS = 200  # of a message that is read out; the chat has the rest


class TableAnnouncer(QObject):
    """Announces through the board. Sentences of one moment are said together: the move, then whose turn it is."""

    def __init__(self, board: BoardView, builder: MoveBuilder) -> None:
        super().__init__(board)
        self._board, self._builder = board, builder
        self._model: TableModel | None = None
        self._hint = ""
        self._waiting: list[str] = []
        self._urgent: list[str] = []  # said first, interrupting other speech
        self._turn: tuple[object, ...] = ()  # the own turn that is known
        self._turn_is_new = False
        self._was_lost = False
        self._picked: tuple[Pick, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._speak)

    def set_model(self, model: TableModel | None) -> None:
        """Announce another table; its past is not announced."""
        self._model = model
        self._waiting, self._urgent = [], []
        self._picked, self._turn, self._turn_is_new, self._was_lost = (), (), False, False

    def set_hint(self, words: str) -> None:
        """The sentence of the hint line, which is said at a new turn and after each step of it."""
        self._hint = words

    def refresh(self) -> None:
        """Announce a new own turn or a restored connection."""
        model = self._model
        is_lost = model is not None and model.status != "online"
        if self._was_lost and not is_lost:
            self.announce(tr("The connection is back."))
        self._was_lost = is_lost
        turn: tuple[object, ...] = ()
        if model is not None and model.match is not None and model.can_move and not is_lost:
            turn = id(model), model.match.position, model.match.leg
        if turn != self._turn:
            self._turn, self._turn_is_new = turn, bool(turn)
            if turn:
                self._timer.start(0)  # after the event that led to it

    def happened(self, event: Event) -> None:
        model = self._model
        if model is not None and model.match is not None:
            self.announce(event_words(model, model.match, event), urgent=isinstance(event, Ended))

    def turn_changed(self) -> None:
        """Announce another step of the turn that is being made."""
        builder = self._builder
        picks = builder.picks if builder.takes_picks else None
        before, self._picked = self._picked, picks.picked if picks is not None else ()
        if picks is None or self._picked == before:
            return
        if not self._picked:
            self.announce(tr("Nothing is chosen."))
        elif len(self._picked) > len(before):
            self.announce(self._named(self._picked[-1]))
        self.announce(captures_words(builder.captures))
        self.announce(self._hint)
        if builder.needs_confirm and builder.can_confirm:
            self.announce(tr("Enter confirms."))

    def heard(self, message: ChatLine) -> None:
        self.announce(fill(tr("{name} says: {text}"), {"name": message.name, "text": message.text[:MAX_CHAT_CHARS]}))

    def announce(self, words: str, urgent: bool = False) -> None:
        """Announce it with the other sentences of this moment."""
        if words and self._board.isVisible():
            (self._urgent if urgent else self._waiting).append(words)
            self._timer.start(0)

    def _named(self, pick: Pick) -> str:
        """Name the picked cell with all that it shows, or the picked button."""
        if isinstance(pick, int):
            return fill("{cell}.", {"cell": self._board.describe_cell(pick)})
        buttons = self._model.match.game.buttons if self._model is not None and self._model.match is not None else {}
        return fill("{button}.", {"button": tr(buttons.get(pick, pick))})

    def _speak(self) -> None:
        model, waiting, urgent = self._model, self._waiting, self._urgent
        self._waiting, self._urgent = [], []
        if urgent:
            self._board.announce(" ".join(urgent), urgent=True)
        if self._turn_is_new and model is not None and self._board.isVisible():
            mine = [] if model.shared_screen else [tr("It is your turn.")]  # at one screen the hint names the side
            waiting = [*waiting, *mine, self._hint]
            self._turn_is_new = False
        if waiting:
            self._board.announce(" ".join(waiting))


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
                say(match.over.reason) if match.over is not None else "",
                leg_result(event, names, model.mine),
            ]
        case Ended():
            reason = say(match.over.reason) if match.over is not None and event.reason == "legs" else ""
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
            return say(match.game.describe(steps[index - 1].state, steps[index].move))
        if steps[index].event.number < number:
            break
    return ""


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
