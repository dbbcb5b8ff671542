"""Looking at a finished match together with the other player: one board in both windows, which either may move."""

from PySide6.QtCore import QObject

from client_qt.pace import Pace
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.pages.table.page import TablePage
from client_qt.table.change import Change
from client_qt.table.commands import Command
from client_qt.table.model import TableModel
from client_qt.table.together import Place
from client_qt.table.variation import SharedVariation
from client_qt.text.offer_words import look_ended_words, look_words
from client_qt.text.translation import tr
from netgame.match.events import Player
from netgame.match.state import other
from netgame.records.variations import is_dice
from netgame.text import fill
from protocol.messages import ShowLine


class TogetherController(QObject):
    """Keeps the variation that is shown and that of the other player the same.

    Only one change of this window is under way at a time. Until the server has put it in order, changes of the other
    player wait, so both windows end with the last one.
    """

    def __init__(self, navigation: Navigation, page: TablePage, variations: VariationController) -> None:
        super().__init__(page)
        self._navigation, self._page, self._variations = navigation, page, variations
        self._model: TableModel | None = None  # the match that the page shows, also as a variation
        self._table: SharedVariation | None = None
        self._sent: Place | None = None  # the place that the other player knows, as this board says it
        self._is_under_way = self._is_following = self._is_joined = False
        self._number = 0  # of the last change of this window
        self._pace = Pace(self._send, self)
        page.shown.connect(self._shown)
        variations.alone.connect(self._look_alone)

    def can_ask(self) -> bool:
        """Return whether the other player can be asked to look at the shown match together."""
        return self._model is not None and self._model.can_ask_together and all(self._model.presence)

    def ask(self) -> None:
        """Ask the other player to look at the shown match together, or agree."""
        if self._model is not None:
            self._model.look_together()

    def _shown(self) -> None:
        """Follow the match of another table."""
        before, shown = self._model, self._page.model.original if self._page.model is not None else None
        if before is not shown:
            if before is not None:
                before.changed.disconnect(self._changed)
                before.shown_together.disconnect(self._follow)
                before.together_ended.disconnect(self._ended)
                before.command_ended.disconnect(self._command_ended)
            self._model, self._table = shown, None
            self._is_under_way = self._is_joined = False
            if shown is not None:
                shown.changed.connect(self._changed)
                shown.shown_together.connect(self._follow)
                shown.together_ended.connect(self._ended)
                shown.command_ended.connect(self._command_ended)
        if self._page.model is not self._table:
            self._begin()

    def _changed(self, change: Change) -> None:
        if change & Change.TOGETHER:
            self._begin()

    def _begin(self) -> None:
        """Show one board to both players, as soon as both want it."""
        model = self._model
        was_joined, self._is_joined = self._is_joined, model is not None and model.together.is_open
        if model is None or not self._is_joined:
            return
        if not was_joined:
            self._number = 0
        if self._variations.partner:
            if not was_joined and model.together.is_new:  # after a lost connection
                self._sent = None
            self._moved()
            return
        name = self._partner(model)
        table = self._variations.start_together(name)
        if table is None:
            return
        self._table, self._sent = table, table.place
        table.changed.connect(self._moved)
        table.viewed.connect(self._moved)
        self._page.board.announce(look_words(name))
        self._follow()

    def _moved(self) -> None:
        """The board shows another place. Its line is kept here, as the server may not hear of it."""
        table, model = self._table, self._model
        if table is None or model is None or not self._variations.partner or self._is_following:
            return
        if table.place != self._sent:
            model.keep_line(table.place)
            self._pace.ask()

    def _send(self) -> None:
        table, model = self._table, self._model
        if table is None or model is None or not model.together.is_open or self._is_under_way:
            return
        place = table.place
        if place != self._sent:
            self._sent, self._is_under_way = place, True
            model.show_together(place)

    def _command_ended(self, command: Command) -> None:
        table = self._table
        if command.message is not ShowLine or table is None:
            return
        self._is_under_way = False
        if command.state == "accepted":
            self._number = command.number
        elif command.state == "refused":
            self._sent = table.place  # what the server does not take is taken back
        self._moved()
        self._follow()

    def _follow(self) -> None:
        """Show what was shown last, unless a change of this window comes after it."""
        model, table = self._model, self._table
        if model is None or table is None or self._page.model is not table or not self._variations.partner:
            return
        together, is_ahead = model.together, self._is_under_way or table.place != self._sent
        if together.place is None or is_ahead or together.number < self._number:
            return
        before, self._is_following = table.place, True
        try:
            step = table.show(together.place)
            if step is not None:
                self._page.history.go(step)
            table.view_step(self._page.history.at)
            self._sent = table.place
        finally:
            self._is_following = False
        if together.by not in model.mine and table.place != before:
            self._page.board.announce(place_words(model.name_of(together.by), together.place))

    def _look_alone(self) -> None:
        if self._model is not None:
            self._variations.end_together()
            self._model.look_alone()
            self._page.board.setFocus()

    def _ended(self, why: str) -> None:
        self._variations.end_together()
        if self._model is not None and (words := look_ended_words(why, self._partner(self._model))):
            self._navigation.note(words)

    def _partner(self, model: TableModel) -> str:
        me: Player = next(iter(model.mine), 0)
        return model.name_of(other(me))


def place_words(name: str, place: Place) -> str:
    """Say what the other player shows."""
    move = place.line[place.at - 1] if 0 < place.at <= len(place.line) else ""
    if not move:
        return fill(tr("{name} shows another position of the game."), {"name": name})
    if is_dice(move):
        return fill(tr("{name} tries the dice {dice}."), {"name": name, "dice": move})
    return fill(tr("{name} tries the move {move}."), {"name": name, "move": move})
