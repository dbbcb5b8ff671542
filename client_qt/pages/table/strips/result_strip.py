"""The strip that replaces the hint line before the start, in pauses, between legs and after the end."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from client_qt.pages.table.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.status import both, winning_pieces
from client_qt.text.clock_words import control_words
from client_qt.text.offer_words import ended_words, pause_headline, pause_words, rating_words, series_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import leg_result, match_result, options_line, say, side
from client_qt.text.term_words import rated_words
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, restyle
from client_qt.theme.controls import Kind
from client_qt.widgets.labels import IN_TWO_LINES, SMALLER, ElidedLabel
from client_qt.widgets.layouts import is_low
from client_qt.widgets.pieces import PieceTile
from netgame.match.events import Paused, Player
from netgame.match.state import Match, other
from netgame.match.time_control import read_control
from netgame.text import fill

PLAYERS: tuple[Player, Player] = (0, 1)
SLENDER = 34.0  # em of width; in a narrower strip the last button, too, loses its text
TILE_AND_GAP, ROUND_WORDS, EDGES = 2.75, 4.5, 3.6  # em: of a tile, of a button round its text, of the strip
GAP, BARE, CHOICES, BUTTONS = 0.75, 3.8, 2.6, 3.0  # em: between buttons; a button without text or with a menu; a row


@dataclass(frozen=True)
class ResultButton:
    """A button of the strip. `name` is what it does; with a `menu` its entries (name and text) do it, and the button
    has no text."""

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
    if model.stopped is not None:
        return ResultState(tr("Paused"), say(model.stopped))
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
    agreed = dotted(*parts, rated_words(created.rated, created.rated_computers))
    full = all(match.seats)
    if me is None:
        if not full:
            sit = ResultButton("sit", tr("Take seat"), "join", "primary", online)
            return ResultState(tr("A seat is free"), agreed, (), (sit,) if not model.is_local else ())
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
    detail = pause_words(
        match, paused, waits if ready or not model.mine else "", model.server, is_cut_off="network" in model.causes
    )
    if model.is_local:
        detail = ""
    elif agreed and waits and not ready and model.mine:
        detail = fill(tr("{name} wants to go on."), {"name": both(model)[1 if 1 in match.ready else 0]})
    enabled = not ready and model.status == "online"
    button = ResultButton("resume", tr("Go on"), "play", "primary", enabled)
    may_go_on = agreed and (bool(model.mine) or model.is_local)
    return ResultState(pause_headline(paused), detail, (), (button,) if may_go_on else ())


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
    if model.is_local:
        menu = (("again_swap", tr("With the sides swapped")), ("again_same", tr("With the same sides")))
        buttons.append(ResultButton("again_choices", tr("Sides of the next game"), "flip", "plain", True, "", menu))
        buttons.append(ResultButton("again", tr("Play again"), "play", "primary"))
    elif len(model.mine) == 1:
        buttons += _rematch(model)
    return ResultState(match_result(match, ended, names, model.mine), dotted(*parts), winner, tuple(buttons))


def _rematch(model: TableModel) -> tuple[ResultButton, ...]:
    """Offer a rematch, or open the table of an accepted one."""
    offers, me, online = model.rematch_offers, next(iter(model.mine)), model.status == "online"
    if offers.made:
        return (ResultButton("to_rematch", tr("To the rematch"), "play", "primary", online),)
    is_there = model.presence[other(me)] and offers.closed != "left"
    tip = "" if is_there else tr("The other player has left.")
    menu = (("rematch_swap", tr("With the sides swapped")), ("rematch_same", tr("With the same sides")))
    enabled = offers.offers[me] is None and is_there and online
    return (
        ResultButton("rematch_choices", tr("Sides of the rematch"), None, "plain", enabled, tip, menu),
        ResultButton("rematch", tr("Rematch"), "flip", "primary", enabled, tip),
    )


def _leg_results(model: TableModel, match: Match) -> str:
    results = []
    for leg in match.legs_ended:
        result = leg_result(leg, both(model), model.mine)
        results.append(fill(tr("Battle {leg}: {result}"), {"leg": leg.leg + 1, "result": result}))
    return "  ".join(results)


def _reason(match: Match) -> str:
    return say(match.over.reason) if match.over is not None else ""


class ResultStrip(QFrame):
    """The result and the buttons. As high as the hint line, so that the board does not move; where the words have no
    room beside the buttons, these are below."""

    pressed = Signal(str)  # the name of a button or of an entry of its menu
    resized = Signal()  # it has another height

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = self._below = False
        self._state = ResultState("")
        self._buttons: dict[ResultButton, Button] = {}
        self._tiles = PieceTile(theme, self), PieceTile(theme, self)
        self._headline, self._detail = ElidedLabel("", "name"), ElidedLabel("", "body", "muted", lines=3)
        self.setProperty("card", "primary")
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._words, self._row = QHBoxLayout(), QHBoxLayout()
        for tile in self._tiles:
            tile.set_framed(False)
            self._words.addWidget(tile)
        self._words.addWidget(self._headline)
        self._words.addWidget(self._detail, 1)
        self._row.addStretch(1)
        self._whole.addLayout(self._words, 1)
        self._whole.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self._fit()

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
        """If the words would be cut even in two lines, buttons with an icon lose their text, except the main one; if
        they still would, the buttons are below them."""
        px, is_wide = self._theme.px, self.width() >= self._theme.px(SLENDER)
        measure = self._detail.fontMetrics().horizontalAdvance
        headline = self._headline.fontMetrics().horizontalAdvance(self._headline.text()) + px(0.5)
        longest = max(map(measure, self._detail.text().split()), default=0)
        words = headline + round(measure(self._detail.text()) * IN_TWO_LINES * SMALLER) + longest // 2
        words += sum(not tile.isHidden() for tile in self._tiles) * px(TILE_AND_GAP) + px(EDGES)
        full = {
            item: px(CHOICES + GAP) if item.menu else px(ROUND_WORDS) + metrics.horizontalAdvance(item.text)
            for item, metrics in ((item, button.fontMetrics()) for item, button in self._buttons.items())
        }
        least = sum(wide if not _loses_text(item, is_wide) else px(BARE) for item, wide in full.items())
        self._below = words + least > self.width() > 0 and not is_low(self._theme, self)
        short = (0 if self._below else words) + sum(full.values()) > self.width()
        for item, button in self._buttons.items():
            bare = bool(item.menu) or (short and _loses_text(item, is_wide or self._below))
            if item.menu:
                button.setFixedWidth(px(CHOICES))
            if bare == bool(button.text()):
                restyle(button, extent="small" if bare else None)
            button.setText("" if bare else item.text)
            button.setToolTip(item.tip or (item.text if bare else ""))
            button.setAccessibleName(item.text)
        self._headline.setMinimumWidth(min(headline, self.width() // 2))
        self._space()

    def _space(self) -> None:
        px, direction = self._theme.px, QBoxLayout.Direction
        line = px(2.86 if self._slim else 3.3)
        self._whole.setDirection(direction.TopToBottom if self._below else direction.LeftToRight)
        self._whole.setContentsMargins(px(1), 0, px(0.5), px(0.4) if self._below else 0)
        for layout in (self._whole, self._words, self._row):
            layout.setSpacing(px(GAP))
        if self._below:
            self._whole.setSpacing(0)
        height = line + (px(BUTTONS) if self._below else 0)
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.resized.emit()


def _loses_text(item: ResultButton, is_wide: bool) -> bool:
    """Whether the button can do without its text where there is little room."""
    return bool(item.menu) or (item.icon is not None and not (item.kind == "primary" and is_wide))
