"""Trying moves beside a match: from the menu, a button, a move of the list or a saved line, and back again."""

from PySide6.QtCore import QObject, Signal

from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.view.board import has_dice
from client_qt.table.conditional import line_of, takes_lines
from client_qt.table.connection_loss import gone_words
from client_qt.table.model import TableModel
from client_qt.table.move_rows import VariationLine, is_stop
from client_qt.table.remote import RemoteTable
from client_qt.table.together import Place
from client_qt.table.variation import SharedVariation, VariationTable, why_not
from client_qt.text.offer_words import asked_words, look_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import side, translate
from client_qt.text.translation import tr
from netgame.match.events import Player
from netgame.match.state import player_of
from netgame.records.comments import may_have_comments
from netgame.records.variations import Path, path_comment, with_path, without_path
from netgame.text import Text, fill


class VariationController(QObject):
    """Shows a copy on the table page in place of the match. The match goes on, and the bar shows its news."""

    alone = Signal()  # the user wants to look alone

    def __init__(self, navigation: Navigation, page: TablePage) -> None:
        super().__init__(page)
        self._navigation, self._page, self._bar = navigation, page, page.variation_bar
        self.partner = ""  # the other player who sees it too
        self.table: VariationTable | None = None  # the variation; None while the match itself is shown
        self._was_at: int | None = None  # the shown step of the match
        self._mover: Player | None = None  # of the match, when it was announced last
        moves, menu = page.panel.moves, page.move_menu
        self._bar.back.connect(self.leave)
        self._bar.reset.connect(self._reset)
        self._bar.keep.connect(self._save)
        self._bar.rolled.connect(self._rolled)
        page.shown.connect(self._shown)
        moves.bar.what_if.connect(self.toggle)
        moves.line_chosen.connect(self.open_line)
        moves.line_removed.connect(self.remove_line)
        menu.try_from.connect(self.start)
        menu.open_line.connect(self.open_line)
        menu.remove_line.connect(self.remove_line)

    def toggle(self) -> None:
        """Start a variation from the shown step, or go back to the match."""
        if self.table is not None:
            self.leave()
        else:
            self.start()

    def start(self, step: int | None = None) -> None:
        """Start a variation from that step of the match, or from the shown step."""
        source = self._page.model.original if self._page.model is not None else None
        if source is None or source.match is None:
            return
        at = self._page.history.step if step is None else min(step, len(source.steps()) - 1)
        trouble = why_not(source.match, at)
        if trouble is not None:
            self._navigation.note(translate(trouble), "turn")
            return
        if self.partner:
            self._page.history.go(at)
        else:
            self._begin(VariationTable(source, at))

    def start_together(self, partner: str) -> SharedVariation | None:
        """Start a variation that the player with that name sees too, at the end of the match."""
        source = self._page.model.original if self._page.model is not None else None
        if source is None or source.match is None:
            return None
        if self.table is not None:
            self._save_left(self.table.path)
        table = SharedVariation(source)
        self._begin(table, partner)
        return table

    def end_together(self) -> None:
        """Go on alone with the variation."""
        if self.partner:
            self.partner = ""
            self._show(on=True)
            self._refresh()

    def _begin(self, table: VariationTable, partner: str = "") -> None:
        source = table.original
        was_at = self._was_at if self.table is not None else self._page.history.at
        self._page.comments.keep()
        self._forget()
        self.table, self._mover, self._was_at, self.partner = table, source.to_move, was_at, partner
        table.changed.connect(self._refresh)
        table.viewed.connect(self._refresh)
        table.left.connect(self._save_left)
        source.changed.connect(self._match_changed)
        source.refused.connect(self._show_refusal)
        self._page.set_model(table)
        self._show(on=True)
        self._refresh()
        if not partner:  # else the other player began it, perhaps while this one writes something
            self._page.board.setFocus()
        self._page.board.announce(tr("What if: the moves that you make now are only tried."))

    def open_line(self, line: VariationLine) -> None:
        """Show a saved line at its first own move."""
        source = self._page.model.original if self._page.model is not None else None
        steps = source.steps() if source is not None else ()
        at = next((index for index, step in enumerate(steps) if step.event.number == line.number), None)
        if at is None:
            return
        if not self.partner:
            self.start(at)
        table, path = self.table, line.branch.path
        if table is None or (table.base != at and not self.partner):
            return
        shared = table if isinstance(table, SharedVariation) else None
        is_whole = table.load(path) if shared is None else shared.show(Place(line.number, path)) is not None
        if not is_whole:
            words = tr("This line cannot be played to its end: the rules do not allow a move of it.")
            self._navigation.note(words, "turn")
        first = at + 1 + line.branch.start
        stops = (index for index, step in enumerate(table.steps()) if index >= first and is_stop(step.event))
        self._page.history.go(next(stops, first))

    def remove_line(self, line: VariationLine) -> None:
        """Remove a saved line and all its branches."""
        if self._page.model is not None:
            source, branch = self._page.model.original, line.branch
            kept = source.comments.get(line.number, ())
            source.comment(line.number, without_path(kept, branch.path, branch.start))
            self._page.refresh_later()

    def leave(self) -> None:
        """Look alone; alone, go back to the match, to the step that was shown."""
        table, was_at = self.table, self._was_at
        if table is None:
            return
        if self.partner:
            self.alone.emit()
            return
        self._page.set_model(table.original)
        if was_at is not None:
            self._page.history.go(was_at)
        self._page.board.setFocus()
        self._page.board.announce(tr("You are back in the match."))

    def _shown(self) -> None:
        """The page shows another table, or the match again."""
        if self.table is not None and self._page.model is not self.table:
            self._forget()
            self._show(on=False)

    def _forget(self) -> None:
        if self.table is not None:
            old, self.table, self.partner = self.table, None, ""
            old.original.changed.disconnect(self._match_changed)
            old.original.refused.disconnect(self._show_refusal)

    def _show(self, on: bool) -> None:
        self._bar.setVisible(on)
        self._bar.show_together(bool(self.partner))
        self._page.panel.moves.bar.show_what_if(on)
        self._navigation.mark_title(tr("What if") if on else "")

    def _match_changed(self) -> None:
        """Update the clocks, the chat, the conditional moves and the news of the match."""
        self._page.clock_ticker.tick()
        self._page.chat.refresh()
        self._page.refresh_later()
        self._refresh()

    def _show_refusal(self, text: Text) -> None:
        self._navigation.note(translate(text), "danger")

    def _refresh(self) -> None:
        table = self.table
        if table is None or table.match is None:
            return
        match, source, wanted = table.match, table.original, table.to_roll
        self._bar.show_steps(table.can_undo)
        at_present = source.match is not None and table.base == len(source.match.history) - 1
        self._bar.show_answers(at_present and takes_lines(source), line_of(table) is not None)
        whose = side(match, player_of(wanted.seat, match.leg)) if wanted is not None else ""
        fell = table.fell if not table.can_undo else None
        self._bar.show_dice(
            has_dice(match.game), (wanted.count, wanted.sides) if wanted is not None else None, whose, fell
        )
        is_own_turn = source.to_move in source.mine and source.can_move
        news = _news(source)
        own_turn = tr("It is your turn in the match.") if is_own_turn and source.live else ""
        words = news or own_turn or _result_words(table) or tr("Try moves for both sides. Nobody else sees them.")
        is_shared = bool(self.partner) and source.together.is_open
        self._bar.show_shared(is_shared)
        if is_shared:
            words = dotted(look_words(self.partner), line_words(source, table.place))
        self._bar.show_news(words, is_own_turn, more=bool(news) or not own_turn)
        if is_own_turn and self._mover != source.to_move:
            self._page.board.announce(words)
        self._mover = source.to_move

    def _reset(self) -> None:
        if self.table is not None:
            self._page.builder.cancel()
            self._page.history.live()
            self.table.reset()

    def _rolled(self, dice: tuple[int, ...] | None) -> None:
        if self.table is not None:
            self.table.roll(dice)
            self._page.history.live()
            self._page.board.setFocus()

    def _save(self) -> None:
        if self.table is not None and self._save_path(self.table.path):
            self._navigation.note(tr("Line saved. The list shows it under the move that it follows."))

    def _save_left(self, path: Path) -> None:
        if not self.partner and self._save_path(path):
            self._navigation.note(tr("The line that you left is saved in the list, under the move that it follows."))

    def _save_path(self, path: Path) -> bool:
        """Save a line with the move that it follows; return whether that worked, else say why not."""
        table = self.table
        if table is None or not path:
            return False
        source, event = table.original, table.steps()[table.anchor].event
        if not may_have_comments(event):
            self._navigation.note(tr("There is no move yet with which this line could be saved."), "turn")
            return False
        if path_comment(path) is None:
            words = tr("This line is too long to save. Take back some of its last moves.")
            self._navigation.note(words, "turn")
            return False
        source.comment(event.number, with_path(source.comments.get(event.number, ()), path))
        self._page.refresh_later()
        return True


def line_words(source: TableModel, place: Place) -> str:
    """Return whose line is on the board; empty without a line."""
    authors = {*source.together.lines.known(place.after, place.line)}
    if len(authors) > 1:
        return tr("A line of you both")
    return "".join(fill(tr("A line of {name}"), {"name": source.name_of(player)}) for player in authors)


def _result_words(table: VariationTable) -> str:
    over, match = table.over, table.match
    if over is None or match is None:
        return ""
    if over.winner is None:
        return tr("The game would end here in a draw.")
    return fill(tr("The game would end here: {side} win."), {"side": tr(match.game.seats[over.winner])})


def _news(source: TableModel) -> str:
    """Return what happens at the table of the match: the connection, its end, an offer."""
    match = source.match
    if not isinstance(source, RemoteTable) or match is None:
        return ""
    if source.status != "online":
        return gone_words(source.lost, match) if source.is_given_up else tr("Connection lost. Reconnecting ...")
    if match.phase == "over":
        return tr("The match is over.")
    offer = next(iter(source.open_offers(mine=False)), None)
    return asked_words(match, offer, source.name_of(offer.player)) if offer is not None else ""
