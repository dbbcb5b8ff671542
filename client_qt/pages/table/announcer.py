"""Announcements for screen readers at a table: events, turns, each step of a turn, and the moves walked through."""

from PySide6.QtCore import QObject, QTimer

from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import BoardView
from client_qt.pages.table.view.announcements import captures_words, event_words, step_words
from client_qt.pages.table.view.table_view import TableView
from client_qt.table.model import TableModel
from client_qt.text.translation import tr
from netgame.game import Pick
from netgame.match.events import Ended, Event
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
        self._view: TableView | None = None
        self._waiting: list[str] = []
        self._urgent: list[str] = []  # said first, interrupting other speech
        self._turn: tuple[object, ...] = ()  # the own turn that is known
        self._turn_is_new = self._table_is_new = False
        self._was_lost = False
        self._picked: tuple[Pick, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._speak)

    def set_model(self, model: TableModel | None) -> None:
        """Announce another table; of its past only the last roll is announced."""
        self._model, self._view = model, None
        self._board.setAccessibleDescription("")  # it was about the table before
        self._waiting, self._urgent = [], []
        self._picked, self._turn, self._turn_is_new, self._was_lost = (), (), False, False

    def set_view(self, view: TableView) -> None:
        """Announce a table that was opened, or the move that the user walked to.

        The sentence of the hint line is also said at a new turn and after each step of it.
        """
        before, self._view, self._hint = self._view, view, view.hint.words
        if before is None:
            self._table_is_new = True
            self._timer.start(0)
        elif before.state.at != view.state.at:
            self.announce(step_words(view))
            self.announce(self._hint if view.state.is_live else "")

    def refresh(self) -> None:
        """Announce another step of the turn, a new own turn or a restored connection."""
        self._announce_step()
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

    def event_added(self, event: Event) -> None:
        model = self._model
        if model is not None and model.match is not None:
            self.announce(event_words(model, model.match, event), urgent=isinstance(event, Ended))

    def _announce_step(self) -> None:
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

    def announce_line(self, message: ChatLine) -> None:
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
        if self._table_is_new and self._view is not None and self._board.isVisible():
            roll = self._view.dice.rolled
            waiting = [*([f"{roll}."] if roll else []), *waiting, *([] if self._turn_is_new else [self._hint])]
            self._table_is_new = False
        if self._turn_is_new and model is not None and self._board.isVisible():
            mine = [] if model.shared_screen else [tr("It is your turn.")]  # at one screen the hint names the side
            waiting = [*waiting, *mine, self._hint]
            self._turn_is_new = False
        if waiting:
            self._board.announce(" ".join(waiting))
