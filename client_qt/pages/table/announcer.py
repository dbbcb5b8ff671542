"""What happens at a table for who hears it: moves, turns, each step of a turn, and why a click did nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from client_qt.table.announcements import captures_words, event_words
from client_qt.table.model import Line
from client_qt.text.rules_text import say, tr
from netgame.boards.geometry import Cell
from netgame.game import Pick
from netgame.match.events import Ended, Event
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage

LONGEST_LINE = 200  # of chat that is read out by itself; the rest is in the list


class TableAnnouncer(QObject):
    """Belongs to one table page. What belongs to one moment is said in one go: the move, then whose turn it is."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        self._waiting: list[str] = []
        self._urgent: list[str] = []  # to be said in front of that, and at once
        self._turn: tuple[object, ...] = ()  # the own turn that is known of
        self._unsaid = False  # that it is there
        self._lost = False  # the connection, as far as was said
        self._picked: tuple[Pick, ...] = ()  # of the turn that is being made
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._speak)
        page.chat.heard_line.connect(self._line)

    def forget(self) -> None:
        """Another table is shown: what was before is history."""
        self._waiting, self._urgent = [], []
        self._picked, self._turn, self._unsaid, self._lost = (), (), False, False

    def happened(self, event: object) -> None:
        """Something came just now."""
        model = self._page.model
        if model is not None and model.match is not None and isinstance(event, Event):
            self.say(event_words(model, model.match, event), urgent=isinstance(event, Ended))

    def refresh(self) -> None:
        """The table is as it is now: perhaps this window is waited for, or has its connection again."""
        lost = self._page.model is not None and self._page.model.status != "online"
        if self._lost and not lost:
            self.say(tr("The connection is back."))
        self._lost = lost
        turn = self._own_turn()
        if turn != self._turn:
            self._turn, self._unsaid = turn, bool(turn)
            if turn:
                self._timer.start(0)  # after what led to it, which is told in a moment

    def composed(self) -> None:
        """Another step of the turn that is being made."""
        composer = self._page.builder
        picks = composer.picks if composer.active else None
        before, self._picked = self._picked, picks.picked if picks is not None else ()
        if picks is None or self._picked == before:
            return
        if not self._picked:
            self.say(tr("Nothing is chosen."))
        elif len(self._picked) > len(before):
            self.say(self._named(self._picked[-1]))
        self.say(captures_words(composer.captures))
        self.say(self._page.hint.words)
        if composer.needs_confirm and composer.can_confirm:
            self.say(tr("Enter confirms."))

    def refuse(self, cell: Cell) -> None:
        """A click on that cell did nothing: say why, or once more what is expected. The hint line does as well."""
        why, hint = self._page.builder.why_not(cell), self._page.hint
        words = say(why) if why is not None else hint.words
        hint.show_hint(words, "danger")
        self.say(words)

    def say(self, words: str, urgent: bool = False) -> None:
        """Say it with whatever else belongs to this moment; `urgent`: in the middle of whatever is being said."""
        if words and self._page.isVisible():
            (self._urgent if urgent else self._waiting).append(words)
            self._timer.start(0)

    def tell_all(self) -> None:
        """How it stands, for who cannot look: both players with their clocks, and what is expected."""
        for strip in self._page.body.strips:
            clock = strip.clock.shown.spoken if strip.clock.isVisible() else ""
            self.say(fill("{player}.", {"player": ", ".join(filter(None, (strip.accessibleName(), clock)))}))
        self.say(self._page.hint.words)

    # ---- inside

    def _own_turn(self) -> tuple[object, ...]:
        model = self._page.model
        match = model.match if model is not None else None
        if model is None or match is None or not model.can_move:
            return ()
        return id(model), match.position, match.leg

    def _named(self, pick: Pick) -> str:
        """What was picked: the cell with all that it shows now, or the button."""
        model = self._page.model
        if isinstance(pick, int):
            return fill("{cell}.", {"cell": self._page.board.describe_cell(pick)})
        buttons = model.match.game.buttons if model is not None and model.match is not None else {}
        return fill("{button}.", {"button": tr(buttons.get(pick, pick))})

    def _line(self, line: Line) -> None:
        self.say(fill(tr("{name} says: {text}"), {"name": line.name, "text": line.text[:LONGEST_LINE]}))

    def _speak(self) -> None:
        model, said, urgent = self._page.model, self._waiting, self._urgent
        self._waiting, self._urgent = [], []
        if urgent:
            self._page.board.announce(" ".join(urgent), urgent=True)
        if self._unsaid and model is not None and self._page.isVisible():
            mine = [] if model.is_local else [tr("It is your turn.")]  # at one screen the hint names the side
            said = [*said, *mine, self._page.hint.words]
            self._unsaid = False
        if said:
            self._page.board.announce(" ".join(said))
