"""Trying moves beside a match: from the menu, a button, a move of the list or a line that was kept, and back again."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.variation_bar import VariationBar
from client_qt.table.connection_loss import gone_words
from client_qt.table.model import TableModel
from client_qt.table.offers import asked_words
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable, why_not
from client_qt.table.walk import VariationLine, is_stop
from client_qt.text.rules_text import say, side, tr
from client_qt.theme import Theme
from netgame.game import ToRoll
from netgame.match.events import Player
from netgame.match.state import player_of
from netgame.records.comments import may_have_comments
from netgame.records.variations import Path, path_comment, with_path, without_path
from netgame.text import Text, fill


class VariationController(QObject):
    """Shows a copy on the table page in place of the match, which goes on under it and is told of in the strip. The
    match itself is never touched: what is tried is known to this window alone."""

    def __init__(self, window: MainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._page = window, window.table
        self._table: VariationTable | None = None
        self._was_at: int | None = None  # where the match was looked at
        self._turn: Player | None = None  # who was to move there when it was last told
        self.bar = VariationBar(theme, self._page)
        self.bar.hide()
        whole = self._page.layout()
        assert isinstance(whole, QVBoxLayout)
        whole.setSpacing(0)
        whole.insertWidget(0, self.bar)
        for signal, slot in (
            (self.bar.back, self.leave), (self.bar.undo, self._undo), (self.bar.reset, self._reset),
            (self.bar.keep, self._keep), (self.bar.rolled, self._rolled),
            (self._page.panel.moves.what_if, self.toggle), (self._page.move_menu.try_from, self.start),
            (self._page.shown, self._shown), (self._page.panel.moves.line_chosen, self.open_line),
            (self._page.panel.moves.line_removed, self.remove_line), (self._page.move_menu.open_line, self.open_line),
            (self._page.move_menu.remove_line, self.remove_line),
        ):  # fmt: skip
            signal.connect(slot)
        window.action("variation").triggered.connect(self.toggle)
        self._page.installEventFilter(self)

    @property
    def table(self) -> VariationTable | None:
        """What is tried; None while the match itself is shown."""
        return self._table

    def toggle(self) -> None:
        """Try moves from what is shown, or go back to the match."""
        if self._table is not None:
            self.leave()
        else:
            self.start()

    def start(self, step: int | None = None) -> None:
        """Try moves from that step of the match, or from what is shown."""
        shown = self._page.model
        source = shown.original if shown is not None else None
        if source is None or source.match is None:
            return
        at = self._page.walk.index(source.steps()) if step is None else min(step, len(source.steps()) - 1)
        trouble = why_not(source.match, at)
        if trouble is not None:
            self._window.note(say(trouble), "turn")
            return
        was_at = self._was_at if self._table is not None else self._page.walk.at
        self._page.comments.keep()
        self._begin(source, at)
        self._was_at = was_at

    def open_line(self, line: VariationLine) -> None:
        """Show a line that was kept, at the first move of it that is its own."""
        shown = self._page.model
        source = shown.original if shown is not None else None
        steps = source.steps() if source is not None else ()
        at = next((index for index, step in enumerate(steps) if step.event.number == line.number), None)
        if source is None or at is None:
            return
        self.start(at)
        table = self._table
        if table is None or table.base != at:
            return
        if not table.load(line.branch.path):
            self._window.note(tr("This line cannot be played to its end: the rules do not allow a move of it."), "turn")
        first = table.base + 1 + line.branch.start
        stops = (index for index, step in enumerate(table.steps()) if index >= first and is_stop(step.event))
        self._page.walk_to(next(stops, first))

    def remove_line(self, line: VariationLine) -> None:
        """Take it out of the record, with all that branches off from it."""
        shown = self._page.model
        if shown is not None:
            source, branch = shown.original, line.branch
            kept = source.comments.get(line.number, ())
            source.comment(line.number, without_path(kept, branch.path, branch.start))
            self._page.refresh()

    def leave(self) -> None:
        """Back to the match, where it was looked at."""
        table, was_at = self._table, self._was_at
        if table is None:
            return
        self._page.set_model(table.original)
        if was_at is not None:
            self._page.walk_to(was_at)
        self._page.board.setFocus()
        self._page.board.announce(tr("This is the match again."))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.bar.set_small(self._window.theme.is_narrow(self._page.width()))
        return False

    # ---- inside

    def _begin(self, source: TableModel, step: int) -> None:
        self._forget()  # the one from which this one is begun
        table = VariationTable(source, step, self)
        self._table, self._turn = table, source.to_move
        table.changed.connect(self._refresh)
        table.looked.connect(self._refresh)
        table.left.connect(self._keep_left)
        source.changed.connect(self._match_changed)
        source.refused.connect(self._refused)
        self._page.set_model(table)
        self._show(on=True)
        self._refresh()
        self._page.board.setFocus()
        self._page.board.announce(tr("What if: the moves that you make now are only tried."))

    def _shown(self) -> None:
        """The page shows something else: another table, or the match again."""
        if self._table is not None and self._page.model is not self._table:
            self._forget()
            self._show(on=False)

    def _forget(self) -> None:
        if self._table is not None:
            old, self._table = self._table, None
            old.original.changed.disconnect(self._match_changed)
            old.original.refused.disconnect(self._refused)
            old.deleteLater()

    def _show(self, on: bool) -> None:
        self.bar.setVisible(on)
        self._page.panel.moves.bar.show_what_if(on)
        self._window.mark_title(tr("What if") if on else "")

    def _match_changed(self) -> None:
        """Its clocks and its people are in sight all the while."""
        self._page.clock_ticker.tick()
        self._page.chat.refresh()
        self._refresh()

    def _refused(self, text: Text) -> None:
        """Of what can be done there from here: what was said."""
        self._page.chat.refused()
        self._window.note(say(text), "danger")

    def _refresh(self) -> None:
        table = self._table
        if table is None or table.match is None:
            return
        match, source = table.match, table.original
        self.bar.show_steps(table.can_undo)
        wanted = table.to_roll
        whose = side(match, player_of(wanted.seat, match.leg)) if wanted is not None else ""
        has_dice = isinstance(match.game.turn(match.game.start()), ToRoll)
        fell = table.fell if not table.can_undo else None
        self.bar.show_dice(has_dice, (wanted.count, wanted.sides) if wanted is not None else None, whose, fell)
        urgent = source.to_move in source.mine and source.can_move
        news = _news(source, urgent)
        words = news or _how_it_ends(table) or tr("Try moves for both sides. Nobody else sees them.")
        self.bar.say(words, urgent, more=news != tr("It is your turn in the match."))
        if urgent and self._turn != source.to_move:
            self._page.board.announce(words)
        self._turn = source.to_move

    def _undo(self) -> None:
        self._page.undo()

    def _reset(self) -> None:
        if self._table is not None:
            self._page.builder.cancel()
            self._page.walk_live()
            self._table.reset()

    def _rolled(self, dice: object) -> None:
        if self._table is not None:
            self._page.walk.live()
            self._table.roll(dice if isinstance(dice, tuple) else None)
            self._page.board.setFocus()

    def _keep(self) -> None:
        """What was tried, with the move from which it began."""
        if self._table is not None and self._keep_path(self._table.path):
            self._window.note(tr("This line is kept. It stands in the list, under the move that it follows."))

    def _keep_left(self, path: Path) -> None:
        """One that is given up for another one is not lost either."""
        if self._keep_path(path):
            self._window.note(tr("The line that you left is kept in the list, under the move that it follows."))

    def _keep_path(self, path: Path) -> bool:
        """Whether that line is kept now; if not it is told why."""
        table = self._table
        if table is None or not path:
            return False
        source, number = table.original, table.steps()[table.anchor].event.number
        if not may_have_comments(table.steps()[table.anchor].event):
            self._window.note(tr("There is no move yet on which this line could be kept."), "turn")
            return False
        if path_comment(path) is None:
            self._window.note(tr("This line is too long to be kept. Take some of its last moves back."), "turn")
            return False
        source.comment(number, with_path(source.comments.get(number, ()), path))
        self._page.refresh()
        return True


def _how_it_ends(table: VariationTable) -> str:
    over, match = table.over, table.match
    if over is None or match is None:
        return ""
    if over.winner is None:
        return tr("The game would end here in a draw.")
    return fill(tr("The game would end here: {side} win."), {"side": tr(match.game.seats[over.winner])})


def _news(source: TableModel, urgent: bool) -> str:
    """What the match wants to be told to somebody who does not see it."""
    match = source.match
    if isinstance(source, RemoteTable) and match is not None:
        if source.status != "online":
            given_up = source.lost.is_given_up(match)
            return gone_words(source.lost, match) if given_up else tr("Connection lost. Reconnecting ...")
        if match.phase == "over":
            return tr("The match is over.")
        for offer in source.open_offers(mine=False):
            return asked_words(match, offer, source.name_of(offer.player))
    if urgent and not source.shared_screen:
        return tr("It is your turn in the match.")
    return ""
