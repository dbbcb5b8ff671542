"""The strip that replaces the hint line before the start, in pauses, between legs and after the end."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from client_qt.pages.table.state import TableState
from client_qt.table.clocks import control_words
from client_qt.table.model import TableModel
from client_qt.table.offers import ended_words, pause_headline, pause_words, rating_words, series_words
from client_qt.table.status import both, winning_pieces
from client_qt.text.plain import dotted
from client_qt.text.rules_text import leg_result, match_result, options_line, say, side
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, restyle
from client_qt.theme.controls import Kind
from client_qt.widgets.labels import SMALLER, ElidedLabel
from client_qt.widgets.pieces import PieceTile
from netgame.match.events import Paused, Player
from netgame.match.state import Match, other
from netgame.match.time_control import read_control
from netgame.text import fill

PLAYERS: tuple[Player, Player] = (0, 1)
SLENDER = 34.0  # em of width; in a narrower strip the last button, too, loses its text
IN_TWO_LINES = 0.52  # of its width takes a sentence that is broken; beside it there is room for its longest word
TILE_AND_GAP, ROUND_WORDS, EDGES = 2.75, 4.5, 3.6  # em: of a tile, of a button round its text, of the strip


@dataclass(frozen=True)
class ResultButton:
    """A button of the strip. `name` is what it does; with a `menu` its entries (name and text) do it."""

    name: str
    text: str
    icon: str | None = None
    kind: Kind = "plain"
    enabled: bool = True
    tip: str = ""
    menu: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ResultState:
    """The content of the strip. `sides` are the pieces of the winner, or of both sides in a draw."""

    headline: str
    detail: str = ""
    sides: tuple[tuple[str, ...], ...] = ()
    buttons: tuple[ResultButton, ...] = ()


def result_state(state: TableState) -> ResultState | None:
    """Return what the strip shows at the live board; None while the hint line is shown."""
    model, match = state.model, state.match
    if not state.is_live:
        return None
    if match.phase == "over":
        return _over(model, match)
    if model.is_record:
        return _between(model, match) if match.phase == "between" else None
    if match.paused is not None:
        return _paused(model, match, match.paused)
    if match.phase == "between":
        return _between(model, match)
    return _seats(model, match) if match.phase == "open" else None


def _seats(model: TableModel, match: Match) -> ResultState:
    """Before the start: both players are ready, or leave their seats."""
    online = model.status == "online"
    created, me = match.created, next(iter(model.mine), None)
    parts = [match.game.title, options_line(type(match.game), created.options)]
    if created.clock != "none":
        parts.append(control_words(read_control(created.clock)))
    agreed = dotted(*parts, tr("rated") if created.rated else "")
    full = all(match.seats)
    if me is None:
        if not full:
            sit = ResultButton("sit", tr("Take seat"), "join", "primary", online)
            return ResultState(tr("A seat is free"), agreed, (), (sit,) if not model.shared_screen else ())
        names = [seated.name for seated in match.seats if seated is not None and seated.player not in match.ready]
        waits = fill(tr("Waiting for {names}"), {"names": ", ".join(names)}) if names else ""
        return ResultState(waits, agreed)
    ready = me in match.ready
    buttons = [ResultButton("stand", tr("Leave seat"), None, "plain", online)]
    if not full:
        buttons.append(ResultButton("change_sides", tr("Change sides"), "flip", "plain", online))
    text = tr("Waiting for the other side") if ready else tr("Ready")
    buttons.append(ResultButton("ready", text, "confirm", "primary", online and not ready))
    return ResultState(fill(tr("You play {side}"), {"side": side(match, me)}), agreed, (), tuple(buttons))


def _paused(model: TableModel, match: Match, paused: Paused) -> ResultState:
    agreed = paused.cause in ("agreed", "adjourned")
    missing = [player for player in (0, 1) if player not in match.ready] if match.ready else []
    waits = model.name_of(1 if missing[0] else 0) if agreed and missing else ""
    ready = bool(model.mine) and model.mine <= match.ready
    detail = pause_words(match, paused, waits if ready or not model.mine else "", model.server)
    if agreed and waits and not ready and model.mine:
        detail = fill(tr("{name} wants to go on."), {"name": both(model)[1 if 1 in match.ready else 0]})
    enabled = not ready and model.status == "online"
    button = ResultButton("resume", tr("Go on"), "play", "primary", enabled)
    return ResultState(pause_headline(paused), detail, (), (button,) if model.mine and agreed else ())


def _between(model: TableModel, match: Match) -> ResultState:
    ended = match.legs_ended[-1]
    ready = model.mine <= match.ready
    text = tr("Waiting for the other side") if ready else fill(tr("Start battle {leg}"), {"leg": match.leg + 2})
    button = ResultButton("ready", text, "play", "primary", not ready and model.status == "online")
    others = [both(model)[player] for player in PLAYERS if player in match.ready and player not in model.mine]
    waits = [fill(tr("{name} is ready."), {"name": name}) for name in others]
    return ResultState(
        leg_result(ended, both(model), model.mine),
        " ".join((*waits, _reason(match))),
        winning_pieces(match, ended.winner),
        (button,) if model.mine else (),
    )


def _over(model: TableModel, match: Match) -> ResultState:
    ended, names, single = match.ended, both(model), match.game.legs == 1
    assert ended is not None
    parts = (
        ended_words(match, ended, names, model.mine) or (_reason(match) if single else _leg_results(model, match)),
        rating_words(ended, names),
        series_words(match, names),
    )
    winner = winning_pieces(match, ended.winner) if single and ended.reason != "aborted" else ()  # else the sides swap
    buttons = [
        ResultButton("result_home", tr("Home"), "home"),
        ResultButton("result_replay", tr("Replay"), "play"),
        ResultButton("result_save", tr("Save"), "save"),
    ]
    if model.shared_screen:
        buttons.append(ResultButton("again", tr("Play again"), "play", "primary"))
    elif len(model.mine) == 1:
        buttons.append(_rematch(model))
    return ResultState(match_result(match, ended, names, model.mine), dotted(*parts), winner, tuple(buttons))


def _rematch(model: TableModel) -> ResultButton:
    """Offer a rematch, or open the table of an accepted one."""
    offers, me, online = model.rematch_offers, next(iter(model.mine)), model.status == "online"
    if offers.made:
        return ResultButton("to_rematch", tr("To the rematch"), "play", "primary", online)
    is_there = model.presence[other(me)] and offers.closed != "left"
    tip = "" if is_there else tr("The other player has left.")
    menu = (("rematch_swap", tr("With the sides swapped")), ("rematch_same", tr("With the same sides")))
    enabled = offers.offers[me] is None and is_there and online
    return ResultButton("rematch", tr("Rematch"), "flip", "primary", enabled, tip, menu)


def _leg_results(model: TableModel, match: Match) -> str:
    results = []
    for leg in match.legs_ended:
        result = leg_result(leg, both(model), model.mine)
        results.append(fill(tr("Battle {leg}: {result}"), {"leg": leg.leg + 1, "result": result}))
    return "  ".join(results)


def _reason(match: Match) -> str:
    return say(match.over.reason) if match.over is not None else ""


class ResultStrip(QFrame):
    """The result and the buttons. As high as the hint line, so that the board does not move."""

    pressed = Signal(str)  # the name of a button or of an entry of its menu

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self._state = ResultState("")
        self._buttons: dict[ResultButton, Button] = {}
        self._tiles = PieceTile(theme, self), PieceTile(theme, self)
        self._headline, self._detail = ElidedLabel("", "name"), ElidedLabel("", "body", "muted", lines=2)
        self.setProperty("card", "primary")
        self._row = QHBoxLayout(self)
        for tile in self._tiles:
            tile.set_framed(False)
            self._row.addWidget(tile)
        self._row.addWidget(self._headline)
        self._row.addWidget(self._detail, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._space)
        self._space()

    def show_state(self, state: ResultState) -> None:
        if state == self._state:
            return
        self._state = state
        for tile, kinds in zip(self._tiles, (*state.sides, (), ()), strict=False):
            tile.show_pieces(kinds)
            tile.setVisible(bool(kinds))
        self._headline.setText(state.headline)
        self._detail.setText(state.detail)
        self.setAccessibleName(" ".join(filter(None, (state.headline, state.detail))))
        self._show_buttons(state.buttons)
        self._fit()

    def set_slim(self, slim: bool) -> None:
        """Choose the low form for small windows."""
        self._slim = slim
        self._space()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _show_buttons(self, items: Iterable[ResultButton]) -> None:
        """A button of the same name, icon and kind is kept: the mouse or the keyboard may be on it."""
        before = {(item.name, item.icon, item.kind): button for item, button in self._buttons.items()}
        self._buttons = {}
        for item in items:
            button = before.pop((item.name, item.icon, item.kind), None)
            if button is None:
                button = Button(self._theme, item.text, item.icon, item.kind, self)
                button.setObjectName(item.name)
                if item.menu:
                    button.setMenu(self._menu(item, button))
                else:
                    button.clicked.connect(self._clicked)
            else:
                self._row.removeWidget(button)
            button.setEnabled(item.enabled)
            self._row.addWidget(button)
            self._buttons[item] = button
        for button in before.values():
            button.hide()
            button.deleteLater()

    def _menu(self, item: ResultButton, button: Button) -> QMenu:
        menu = QMenu(button)
        for name, text in item.menu:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(self._clicked)
        return menu

    def _clicked(self) -> None:
        self.pressed.emit(self.sender().objectName())

    def _fit(self) -> None:
        """If the text would be cut even in two lines, buttons with an icon lose their text, except the last one."""
        px = self._theme.px
        width = sum(px(ROUND_WORDS) + b.fontMetrics().horizontalAdvance(i.text) for i, b in self._buttons.items())
        width += self._headline.fontMetrics().horizontalAdvance(self._headline.text())
        measure = self._detail.fontMetrics().horizontalAdvance
        longest = max(map(measure, self._detail.text().split()), default=0)
        width += round(measure(self._detail.text()) * IN_TWO_LINES * SMALLER) + longest // 2
        width += sum(not tile.isHidden() for tile in self._tiles) * px(TILE_AND_GAP)
        short = width + px(EDGES) > self.width()
        for number, (item, button) in enumerate(self._buttons.items(), 1):
            last = number == len(self._buttons) and self.width() >= px(SLENDER)
            bare = short and button.has_icon and not last
            if bare == bool(button.text()):
                restyle(button, extent="small" if bare else None)
            button.setText("" if bare else item.text)
            button.setToolTip(item.tip or (item.text if bare else ""))
            button.setAccessibleName(item.text)

    def _space(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(1), 0, px(0.5), 0)
        self._row.setSpacing(px(0.75))
        self.setFixedHeight(px(2.86 if self._slim else 3.3))
