"""The table: the board between the players, what is expected, the moves beside it; any game, by its contract."""

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from client_qt.look import Theme, hairline
from client_qt.models.standing import View, captured, piece_of, region_note, view, who
from client_qt.models.table import TableModel
from client_qt.models.walk import MoveList, Walk, last_stop
from client_qt.models.wording import leg_words, say, side, tr
from client_qt.views.banner import Banner
from client_qt.views.board import last_of
from client_qt.views.compose import Composer
from client_qt.views.hint import HintLine
from client_qt.views.result import ResultStrip
from client_qt.views.strip import Player as Shown
from client_qt.views.strip import PlayerStrip
from client_qt.windows.boardplace import BoardPlace
from client_qt.windows.panel import Rail, SidePanel
from client_qt.windows.parts import page, row
from client_qt.windows.tabletalk import TableTalk
from netgame.events import Player
from netgame.facts import Match, player_of, seat_of
from netgame.text import Text, fill


class TablePage(QWidget):
    """Shows one table model at a time and carries what the player does to it."""

    home = Signal()
    again = Signal()  # the same game anew at this screen
    close_table = Signal()
    hurry = Signal()  # try to connect again now
    undo_possible = Signal(bool)
    actions_possible = Signal(bool, bool)  # resigning, ending the battle

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("table")
        self._theme = theme
        self.model: TableModel | None = None
        self.walk = Walk()
        self._list = MoveList()
        self.composer = Composer(self)
        self._composing: tuple[object, ...] | None = None  # what the composer was begun for
        self._flipped_strips = False
        page(self)
        self.place = BoardPlace(theme, self)
        self.board = self.place.board
        self._strips = (PlayerStrip(theme, self), PlayerStrip(theme, self))  # above and below the board
        self.hint, self.result = HintLine(theme, self), ResultStrip(theme, self)
        self.hint.setObjectName("hint")
        self.result.setObjectName("result")
        self.panel, self.rail = SidePanel(theme, self), Rail(theme, self)
        self._line = hairline(vertical=True, parent=self)
        self._lay_out()
        self.banner = Banner(theme, self._left)
        self.talk = TableTalk(theme, self)
        self._connect()
        self.set_small(False)

    # ---- what is shown

    def set_model(self, model: TableModel | None) -> None:
        """Show this table, live."""
        if self.model is not None:
            self.model.changed.disconnect(self.refresh)
            self.model.refused.disconnect(self._refused)
        self.model = model
        self.walk, self._list, self._composing = Walk(), MoveList(), None
        self.composer.end()
        self.board.set_over(frozenset())
        self.talk.forget()
        if model is not None:
            model.changed.connect(self.refresh)
            model.refused.connect(self._refused)
        self.refresh()

    def refresh(self) -> None:
        """Show the model as it is now."""
        model = self.model
        match = model.match if model is not None else None
        self.talk.refresh(model)
        if model is None or match is None:
            self.hint.show_hint(tr("Fetching the game ..."))
            return
        steps = model.steps()
        step, live = self.walk.index(steps), self.walk.at is None
        shown = view(match, step, live)
        self._show_board(model, match, shown, live)  # before the picks: they may be of another board
        self._compose(model, match, live)
        self._show_picks(live)
        self._show_strips(model, match, shown)
        self._show_moves(model, match, shown, step, live)
        self._show_hint()
        self.talk.show_bottom(model, live)

    def set_small(self, small: bool) -> None:
        """Slim strips and a rail for small windows."""
        self._small = small
        for part in (*self._strips, self.hint, self.result):
            part.set_slim(small)
        self.banner.set_slim(small)
        self.rail.setVisible(small)
        self.rail.moves_button.setChecked(False)
        self._show_panel(not small)

    def show_result_strip(self, shown: bool) -> None:
        """The result, or what is expected, in the same place."""
        self._bottom.setCurrentWidget(self.result if shown else self.hint)

    def set_addresses(self, addresses: tuple[str, ...], invitation: str) -> None:
        """How a friend reaches this table."""
        self.place.waiting.show_addresses(addresses, invitation)

    # ---- what the player does

    def flip(self) -> None:
        """Turn the board round, and the players with it."""
        self.board.set_flipped(not self.board.flipped)
        self._flipped_strips = not self._flipped_strips
        self.refresh()

    def undo(self) -> None:
        """Take the last step of the turn that is being made back."""
        self.composer.undo()

    def walk_to(self, step: int) -> None:
        if self.model is not None:
            self.walk.go(self.model.steps(), step)
            self.refresh()

    def walk_first(self) -> None:
        self._walk(self.walk.first)

    def walk_back(self) -> None:
        self._walk(self.walk.back)

    def walk_forward(self) -> None:
        self._walk(self.walk.forward)

    def walk_live(self) -> None:
        self.walk.live()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_panel()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.panel and event.type() == QEvent.Type.Hide and self._small:
            self.rail.moves_button.setChecked(False)
        return False

    # ---- how it is built

    def _lay_out(self) -> None:
        theme = self._theme
        self._left = QWidget(self)
        self._bottom = QStackedWidget(self._left)
        self._bottom.addWidget(self.hint)
        self._bottom.addWidget(self.result)
        self._bottom.setSizePolicy(self.hint.sizePolicy())
        body = QVBoxLayout(self._left)
        edge, gap = theme.px(0.75), theme.px(0.4)
        body.setContentsMargins(edge, theme.px(0.57), edge, theme.px(0.57))
        body.setSpacing(0)
        body.addWidget(self._strips[0])
        body.addWidget(self.place, 1)
        body.addWidget(self._strips[1])
        body.addSpacing(gap)
        body.addWidget(self._bottom)
        self._whole = row(theme, self)
        self._whole.setSpacing(0)
        self._whole.addWidget(self._left, 1)
        self._whole.addWidget(self._line)
        self._whole.addWidget(self.panel)
        self._whole.addWidget(self.rail)

    def _connect(self) -> None:
        self.board.picked.connect(self._picked)
        self.board.cancelled.connect(self.composer.cancel)
        self.board.confirmed.connect(self.composer.confirm)
        self.composer.changed.connect(self._composed)
        self.composer.complete.connect(self._complete)
        self.hint.cancelled.connect(self.composer.cancel)
        self.hint.confirmed.connect(self.composer.confirm)
        self.hint.pressed.connect(self.composer.pick)
        self.hint.typed.connect(self._typed)
        self.hint.left.connect(self.board.setFocus)
        moves = self.panel.moves
        for signal, slot in (
            (moves.go, self.walk_to), (moves.first, self.walk_first), (moves.back, self.walk_back),
            (moves.forward, self.walk_forward), (moves.last, self.walk_live), (moves.live, self.walk_live),
        ):  # fmt: skip
            signal.connect(slot)
        for side_part in (self.panel, self.rail):
            side_part.stop.connect(self.talk.ask_stop)
            side_part.resign.connect(self.talk.ask_resign)
        self.rail.moves.connect(self._toggle_panel)
        self.place.waiting.closed.connect(self.close_table)
        QShortcut(QKeySequence("/"), self, self.hint.focus_move_box)

    def _show_panel(self, shown: bool) -> None:
        self.panel.setVisible(shown)
        self._line.setVisible(shown or self._small)
        if self._small:
            self._whole.removeWidget(self.panel)
        elif self._whole.indexOf(self.panel) < 0:
            self._whole.insertWidget(2, self.panel)
        self._place_panel()

    def _toggle_panel(self) -> None:
        self._show_panel(self.panel.isHidden())

    def _place_panel(self) -> None:
        """In a small window the panel lies over the board's edge, beside the rail."""
        layout = self._theme.tokens.layout
        wide = self._theme.px(min(layout.panel_max, max(layout.panel_min, layout.panel)))
        self.panel.setFixedWidth(wide)
        if self._small:
            self.panel.setGeometry(self.width() - self.rail.width() - wide, 0, wide, self.height())
            self.panel.raise_()

    # ---- showing

    def _compose(self, model: TableModel, match: Match, live: bool) -> None:
        """Begin a turn where there is one to make; what is staged stays while the same turn is waited for."""
        wanted = (id(model), match.position, match.leg) if live and model.may_move else None
        if wanted == self._composing:
            return
        self._composing = wanted
        if wanted is not None:
            self.composer.begin(match.game, match.state)
        elif not self._waits_for_word(model):
            self.composer.end()

    def _waits_for_word(self, model: TableModel) -> bool:
        """The board goes on to show the turn that was sent, until the server has said what became of it."""
        return bool(getattr(model, "waiting", False)) and self.walk.at is None

    def _show_board(self, model: TableModel, match: Match, shown: View, live: bool) -> None:
        self.board.set_title(fill(tr("{game}, board"), {"game": match.game.title}))
        self.board.set_position(match.game.board, shown.pieces, shown.marks, last_of(shown.before, shown.after))
        self.board.set_own(frozenset(seat_of(player, match.leg) for player in model.mine) if live else frozenset())
        over = match.over.cells if live and match.over is not None else frozenset()
        self.board.set_over(over)
        self.place.show_waiting(match.phase == "open")
        words = ""
        if shown.roller is not None:
            dice = "-".join(str(die) for die in sorted(shown.dice, reverse=True))
            words = fill(tr("{name}: {dice}"), {"name": who(model, shown.roller), "dice": dice})
        self.place.show_dice(shown.dice if match.phase == "playing" or not live else (), words)

    def _show_picks(self, live: bool) -> None:
        composer = self.composer
        self.board.set_picks(composer.picks if live else None, composer.seat, composer.preview)
        self.board.set_confirmable(composer.can_confirm)

    def _show_strips(self, model: TableModel, match: Match, shown: View) -> None:
        below: Player = 1 if model.mine == frozenset((1,)) else 0
        if self._flipped_strips:
            below = 0 if below else 1
        above: Player = 0 if below else 1
        for strip, player in zip(self._strips, (above, below), strict=True):
            strip.show_player(self._shown_player(model, match, shown, player))

    def _shown_player(self, model: TableModel, match: Match, shown: View, player: Player) -> Shown:
        seat = seat_of(player, shown.leg)
        kind, count = captured(match, shown, player)
        lost = not model.is_local and match.seats[player] is not None and not model.presence[player]
        lost = lost and player not in model.mine and match.phase != "over"
        return Shown(
            name=who(model, player),
            side=tr(match.game.seats[seat]),
            kind=piece_of(match, seat),
            to_move=model.to_move == player,
            captured_kind=kind,
            captured=count,
            note=tr("connection lost") if lost else region_note(shown, seat),
            tone="danger" if lost else "muted",
        )

    def _show_moves(self, model: TableModel, match: Match, shown: View, step: int, live: bool) -> None:
        rows = self._list.rows(model.steps(), match.game.legs, tr("Battle {leg}"))
        heads = []
        for seat in (0, 1):
            name = who(model, player_of(seat, shown.leg))
            heads.append(fill(tr("{side}: {name}"), {"side": tr(match.game.seats[seat]), "name": name}))
        self.panel.moves.set_heads(*heads)
        self.panel.moves.set_rows(rows, last_stop(model.steps(), step), live)
        playing = match.phase == "playing" and bool(model.mine) and model.status == "online"
        phases = ("playing",) if model.is_local else ("playing", "between")  # at one screen: whose resignation?
        may_resign = bool(model.mine) and match.phase in phases and model.status == "online"
        offered = bool(model.mine) and model.agreed is not None
        may_stop = playing and offered and model.offer_from(mine=True) is None
        for part in (self.panel, self.rail):
            part.show_actions(may_resign, may_stop, offered)
        self.actions_possible.emit(may_resign, may_stop)

    def _show_hint(self) -> None:
        model = self.model
        if model is None or model.match is None:
            return
        composer, live = self.composer, self.walk.at is None
        composing = live and composer.active
        self.hint.show_hint(self._hint_words(model, model.match, composing))
        self.hint.show_cancel(composing and composer.staging)
        self.hint.show_confirm(composing and composer.needs_confirm, composer.can_confirm)
        self.hint.show_captures(composer.captures if composing else 0)
        self.hint.show_move(composer.notation if composing else "")
        self.hint.show_buttons(composer.buttons if composing else ())
        self.hint.set_may_type(composing)
        self.undo_possible.emit(composing and composer.staging)

    def _hint_words(self, model: TableModel, match: Match, composing: bool) -> str:
        if self.walk.at is not None:
            return tr("You look at an earlier move. Live goes back to the game.")
        if match.phase == "open":
            return tr("The game starts when both seats are taken.")
        if composing:
            words = say(self.composer.hint) if self.composer.hint is not None else tr("Your move.")
            return f"{side(match, model.to_move)}: {words}" if model.is_local and model.to_move is not None else words
        if model.status != "online":
            return tr("The game goes on when the connection is back.")
        leg = leg_words(match)
        player = model.to_move
        words = fill(tr("{name} is to move."), {"name": model.name_of(player)}) if player is not None else ""
        if player in model.mine:
            words = tr("Sent.") if self._waits_for_word(model) else ""
        return "  ·  ".join(part for part in (words, leg) if part)

    # ---- what happens

    def _walk(self, step: Any) -> None:
        if self.model is not None:
            step(self.model.steps())
            self.refresh()

    def _picked(self, cell: object) -> None:
        if self.walk.at is not None:
            self.walk_live()
        elif self.composer.active:
            self.composer.pick(cell)  # type: ignore[arg-type]  # the board emits cells

    def _composed(self) -> None:
        self._show_picks(self.walk.at is None)
        self._show_hint()

    def _complete(self, move: object) -> None:
        self._composing = None
        if self.model is not None:
            self.model.play(move)

    def _typed(self, text: str) -> None:
        wrong = self.composer.type_move(text)
        if wrong is not None:
            self.hint.say_wrong(say(wrong))
        else:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refused(self, text: Text) -> None:
        self._composing = None
        self.refresh()
        self.hint.say_wrong(say(text))
