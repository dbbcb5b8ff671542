"""The table: the board between the players, the expected action, and the moves beside it."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.board.cell_state import last_of
from client_qt.board.move_builder import Draft, MoveBuilder
from client_qt.pages.table.actions import TableAction, TableActions
from client_qt.pages.table.announcer import TableAnnouncer
from client_qt.pages.table.clock_ticker import ClockTicker
from client_qt.pages.table.fetching import FetchingView
from client_qt.pages.table.history_position import HistoryPosition
from client_qt.pages.table.layout import TableBody
from client_qt.pages.table.panel.chat import TableChat
from client_qt.pages.table.panel.move_list import MoveMenu
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.state import (
    Suggestion,
    TableState,
    column_heads,
    dice_state,
    hint_words,
    premove_words,
    table_state,
)
from client_qt.pages.table.strips.banners import TableBanners
from client_qt.pages.table.strips.game_buttons import ButtonKeys, TurnButtons, game_buttons, turn_buttons
from client_qt.pages.table.strips.player_strip import player_state
from client_qt.pages.table.strips.result_strip import result_state
from client_qt.pages.table.strips.variation_bar import VariationBar
from client_qt.settings.shortcuts import native_keys
from client_qt.table.model import TableModel
from client_qt.table.move_rows import Row, last_stop
from client_qt.table.remote import RemoteTable
from client_qt.table.status import left_seat
from client_qt.table.variation_rows import with_lines
from client_qt.text.clock_words import clock_shown
from client_qt.text.rules_text import battle_heading, say
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.layouts import page
from netgame.game import ToRoll
from netgame.match.events import Event, Moved, Player
from netgame.match.state import Match, other, player_of
from netgame.text import Text, fill

Turn = tuple[TableModel, int, int, bool]  # with the position, the leg, and whether the turn is chosen ahead


class TablePage(QWidget):
    """Connects the parts of the page with one table model at a time."""

    home = Signal()
    again = Signal(bool)  # play the same game again at this screen, perhaps with the sides swapped
    undo_possible = Signal(bool)
    watching_stopped = Signal()
    redo_possible = Signal(bool)
    reopen = Signal()  # at one screen: take back the last move of a finished battle or match
    shown = Signal()  # another table, or none
    fetched = Signal()  # the match of the table is here, or another table has none yet
    open_table = Signal(str)  # at the same server: the table of a rematch
    hint_wanted = Signal(object)  # TableState
    suggestion_ended = Signal()
    replay = Signal()
    save = Signal()
    report = Signal(str, str)  # account, name
    mute_chosen = Signal(str, bool)  # account, whether its messages are hidden

    def __init__(self, theme: Theme, parent: QWidget | None = None, panel: SidePanel | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("table")
        self._theme = theme
        self.model: TableModel | None = None
        self.history = HistoryPosition(self)
        self.builder = MoveBuilder(self)
        self.players: tuple[Player, Player] = (0, 1)  # in the order of the strips
        self._state: TableState | None = None
        self._suggestion: Suggestion | None = None
        self._rows: list[Row] = []  # of the moves, with variations
        self._made_turn: Turn | None = None  # the turn that the builder makes
        self._drafts: dict[TableModel, tuple[Turn, Draft]] = {}  # turns that were put aside
        self._turn = TurnButtons()
        self._flipped = False
        self._turns_to_mover = False
        self._premoves = True
        self._mover: Player | None = None
        page(self)
        self.body = TableBody(theme, self, panel)
        self.place, self.board = self.body.place, self.body.place.board
        self.hint, self.result, self.banner = self.body.hint, self.body.result, self.body.banner
        self.panel, self.rail = self.body.panel, self.body.rail
        self.variation_bar = VariationBar(theme, self)
        self.variation_bar.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.variation_bar)
        column.addWidget(self.body)
        self.fetching = FetchingView(theme, self)
        self.fetching.hide()
        column.addWidget(self.fetching)
        self.table_actions = TableActions(theme, self)
        self.banners, self.clock_ticker = TableBanners(self.banner, self), ClockTicker(self)
        self.announcer = TableAnnouncer(self.board, self.builder)
        self.chat, self.comments = TableChat(self.panel, self.rail), self.panel.comment
        self.move_menu = MoveMenu(self.panel.moves, self.table_actions)
        self._premove_timer = QTimer(self, singleShot=True)
        self._premove_timer.timeout.connect(self.builder.confirm)
        self.keys: Mapping[str, str] = {}
        self._button_keys = ButtonKeys(self)
        self._connect()

    def set_model(self, model: TableModel | None) -> None:
        """Show this table at its present."""
        old = self.model
        self.set_suggestion(None)
        self.comments.set_model(model)
        if old is not None:
            old.changed.disconnect(self.refresh)
            old.refused.disconnect(self._refused)
            old.event_added.disconnect(self._happened)
        self._keep_draft()
        if old is None or model is None or old.original is not model.original:
            self._drafts.clear()
            self.body.close_panel()
        self.model = model
        self._state, self._made_turn, self._turn, self._mover = None, None, TurnButtons(), None
        self.builder.end()
        self.body.hold(False)
        self.board.set_deciding_cells(frozenset())
        for part in (
            self.table_actions, self.banners, self.clock_ticker, self.announcer, self.chat, self.move_menu,
        ):  # fmt: skip
            part.set_model(model)
        if model is not None:
            model.changed.connect(self.refresh)
            model.refused.connect(self._refused)
            model.event_added.connect(self._happened)
        self.fetching.set_model(model if isinstance(model, RemoteTable) else None)
        self.history.set_model(model)
        self.shown.emit()

    def refresh(self) -> None:
        """Show the current state of the model."""
        model = self.model
        if model is not None:
            model.view_step(self.history.at)
        before, state = (
            self._state,
            table_state(model, self.history.at, self.history.step) if model is not None else None,
        )
        if model is None or state is None:
            self._state = None
            self.fetching.refresh()
            self.banners.refresh()
            self._show_match(model is None)
            return
        self._show_match(True)
        self.table_actions.show_state(state)
        self.panel.moves.set_online(model.original.status == "online")
        if state != before:
            self._state = state
            if self._suggestion is not None and self._suggestion.position is not state.view.state:
                self.set_suggestion(None)
            self._turn_to_mover(model)
            self._show_board(state)  # before the picks: they may be of another board
            self.body.show_dice(dice_state(state))
            self._show_players()
            self._show_moves(state, before)
            self.comments.show_state(state)
        else:
            self._show_clocks()
        if not self._begin_turn(model):
            self._show_turn()
        self.body.show_result(result_state(state))
        self.chat.refresh()
        self.clock_ticker.refresh()
        self.announcer.refresh()
        self.banners.refresh()
        self.body.hold(self._can_move and model.can_move)

    @property
    def is_fetching(self) -> bool:
        """Whether the match of the table is not here yet, so that the page shows nothing of a game."""
        return self.model is not None and self.model.match is None

    def take_focus(self) -> None:
        """Give the focus to the board. Without a match no button has it before the first Tab."""
        (self if self.is_fetching else self.board).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_match(self, shown: bool) -> None:
        """Show the parts of a match, or the page of a table without one."""
        if shown == self.body.isVisibleTo(self):
            return
        within = self.window().focusWidget()
        had_focus = within is self or (within is not None and self.isAncestorOf(within))
        self.body.setVisible(shown)
        self.fetching.setVisible(not shown)
        self.fetched.emit()
        if had_focus:
            self.take_focus()

    def flip(self) -> None:
        """Turn the board and the players by half a turn."""
        self._flip()
        self._show_players()

    def rotate(self) -> None:
        """Turn a board of hexagons by one corner; the players stay."""
        self.board.set_turned(self.board.turned + 1)

    def set_turns_to_mover(self, wanted: bool) -> None:
        """Set whether the board at a shared screen turns to the player to move."""
        self._turns_to_mover, self._mover = wanted, None
        self.refresh()

    def set_premoves(self, wanted: bool) -> None:
        """Set whether a turn can be chosen while the other side is to move."""
        if wanted != self._premoves:
            self._premoves = wanted
            if self.builder.is_ahead:
                self.builder.cancel()
            self.refresh()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Set the keys of all actions and buttons of games, by their names."""
        self.keys = keys
        self.hint.show_type_key(native_keys(keys.get("type_move", "")))
        self.refresh()

    def confirm(self) -> None:
        """Play the turn on the board if it is complete."""
        if self._can_move:
            self.builder.confirm()

    def undo(self) -> None:
        """Take back the last step of the turn being made; at one screen, without such a step, the last turn."""
        model = self.model
        if self.builder.staging or model is None or not model.is_local:
            self.builder.undo()
        elif model.can_undo:
            self.history.live()
            model.undo()
        elif self.table_actions.is_possible("take_back"):
            self.table_actions.do("take_back")
        elif model.takes_commands:
            self.reopen.emit()

    def redo(self) -> None:
        """Make the step again that `undo` took back last."""
        if self.builder.can_redo:
            self.builder.redo()
        elif self.model is not None and self.model.can_redo and not self.builder.staging:
            self.history.live()
            self.model.redo()

    def press(self, pick: str) -> None:
        """Press a button of the game; one that means nothing now does nothing."""
        if self._can_move and pick in self.builder.buttons:
            self.builder.pick(pick)

    @property
    def suggestion(self) -> Suggestion | None:
        """The hint that is shown."""
        return self._suggestion

    def set_suggestion(self, suggestion: Suggestion | None) -> None:
        """Show a hint for the shown position, or remove it."""
        before, self._suggestion = self._suggestion, suggestion
        self.board.set_suggested_cells(suggestion.cells if suggestion is not None else frozenset())
        if suggestion is not None:
            self.announcer.announce(suggestion.words)
        if self._state is not None:
            self._show_hint(self._state)
        if suggestion is None and before is not None:
            self.suggestion_ended.emit()

    def _ask_hint(self) -> None:
        """Ask for a hint, or remove the one that is shown."""
        if self._suggestion is not None:
            self.set_suggestion(None)
        elif self._state is not None:
            self.hint_wanted.emit(self._state)

    def tell_all(self) -> None:
        """Announce both players with their clocks, and the expected action."""
        if self.is_fetching:
            self.announcer.announce(self.fetching.words)
            return
        for strip in self.body.strips:
            self.announcer.announce(f"{strip.description}.")
        self.announcer.announce(self.hint.words)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Qt also calls this when the focused part is disabled or hidden. Then the focus goes to the board, not to the
        next button, which may be Resign."""
        focus = self.window().focusWidget()
        is_usable = focus is None or (focus.isEnabled() and focus.isVisible())
        if is_usable or not self.body.isVisible():
            return super().focusNextPrevChild(forward)
        self.board.setFocus()
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A click beside the board leaves the focus there. A focus proxy would take the board out of the Tab order."""
        if not self.is_fetching:
            self.board.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that no part of the page uses."""
        slots: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Home: self.history.first, Qt.Key.Key_End: self.history.live,
            Qt.Key.Key_F6: self.banner.take_focus, Qt.Key.Key_F7: self.tell_all, Qt.Key.Key_Escape: self._leave_panel,
        }  # fmt: skip
        if self.model is not None and self.model.is_only_viewed:
            back, forward = self.history.back, self.history.forward
            slots |= {Qt.Key.Key_Left: back, Qt.Key.Key_Up: back}
            slots |= {Qt.Key.Key_Right: forward, Qt.Key.Key_Down: forward}
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in slots:
            slots[event.key()]()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the wheel walk over the board, except in a game that the user plays."""
        model, over = self.model, self.childAt(event.position().toPoint())
        playing = model is not None and bool(model.mine) and model.takes_commands and model.to_move is not None
        if model is not None and not playing and over is not None and self.place.isAncestorOf(over):
            self.panel.moves.bar.wheelEvent(event)
        else:
            super().wheelEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.clock_ticker.set_visible(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.clock_ticker.set_visible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.variation_bar.set_small(self._theme.is_narrow(self.width()))

    def _connect(self) -> None:
        self.body.arranged.connect(self._show_players)
        self.history.changed.connect(self.refresh)
        self.board.picked.connect(self._picked)
        self.board.cancelled.connect(self._cancel)
        self.board.missed.connect(self.builder.refuse)
        self.board.clicked_beside.connect(self._click_beside)
        self.board.confirmed.connect(self.builder.confirm)
        self.builder.changed.connect(self._show_turn)
        self.builder.refused.connect(self._pick_refused)
        self.builder.complete.connect(self._complete)
        self.hint.cancelled.connect(self.builder.cancel)
        self.hint.confirmed.connect(self.builder.confirm)
        self.hint.pressed.connect(self.press)
        self.hint.typed.connect(self._typed)
        self.hint.left.connect(self.board.setFocus)
        self.hint.words_changed.connect(self.announcer.set_hint)
        self._button_keys.pressed.connect(self.press)
        moves = self.panel.moves
        moves.go.connect(self.history.go)
        moves.bar.first.connect(self.history.first)
        moves.bar.back.connect(self.history.back)
        moves.bar.forward.connect(self.history.forward)
        moves.bar.last.connect(self.history.live)
        moves.live.connect(self.history.live)
        for side_part in (self.panel, self.rail):
            side_part.action_chosen.connect(self._return_to_board)
            side_part.action_chosen.connect(self.table_actions.do)
        self.table_actions.changed.connect(self._show_actions)
        self.table_actions.asked.connect(self.board.setFocus)  # so that the focus returns there
        self.table_actions.watching_stopped.connect(self.watching_stopped)
        self.table_actions.hint_wanted.connect(self._ask_hint)
        self.hint.asked.connect(partial(self.table_actions.do, "hint"))
        self.table_actions.moved_to_present.connect(self.history.live)
        self.result.pressed.connect(self._result_pressed)
        people = self.panel.people
        for used in (
            self.hint.cancelled, self.hint.confirmed, self.hint.pressed, self.banner.used, self.banner.focus_lost,
            people.mute, people.report,
        ):  # fmt: skip
            used.connect(self._return_to_board)
        self.banners.home.connect(self.home)
        self.fetching.home.connect(self.home)
        self.fetching.retry.connect(self.banners.retry)
        self.banners.save.connect(self.save)
        self.banners.open_table.connect(self.open_table)
        self.banners.announced.connect(self.announcer.announce)
        self.chat.heard_line.connect(self.announcer.heard)
        self.chat.mute_chosen.connect(self.mute_chosen)
        self.panel.chat.left.connect(self._leave_panel)
        self.panel.chat.report.connect(self.report)
        self.panel.people.report.connect(self.report)
        self.comments.left.connect(self.board.setFocus)
        self.comments.opened.connect(lambda: self.body.open_tab("moves"))
        self.comments.changed.connect(self.refresh)
        self.move_menu.comment_on.connect(self._comment_on)
        self.clock_ticker.ticked.connect(self._ticked)
        self.clock_ticker.low_text.connect(self.hint.show_time)
        self.clock_ticker.warned.connect(self.board.announce)
        self.variation_bar.undo.connect(self.undo)

    def _cancel(self) -> None:
        """Take back the steps of a turn; without any, close a panel that lies over the board."""
        if self.builder.staging:
            self.builder.cancel()
        elif self._suggestion is not None:
            self.set_suggestion(None)
        else:
            self.body.close_panel()

    def _click_beside(self) -> None:
        """Let go a piece that is only chosen; without any, close a panel that lies over the board."""
        if self.builder.staging:
            self.builder.let_go()
        else:
            self.body.close_panel()

    def _leave_panel(self) -> None:
        """Return to the board by Esc; a panel that lies over it is closed."""
        self.body.close_panel()
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _return_to_board(self) -> None:
        """Give the focus to the board after a button was used, unless it has led to another page."""
        if self.board.isVisible():
            self.board.setFocus()

    def _comment_on(self, step: int) -> None:
        self.history.go(step)
        self.comments.write()

    @property
    def _can_move(self) -> bool:
        """Whether a move can be made at the shown step."""
        return self.model is not None and self.model.can_move_at(self.history.at)

    def _begin_turn(self, model: TableModel) -> bool:
        """Begin or end a turn if that is due; return whether it was. Picks stay while the same turn is waited for, also
        during a look back and without a connection."""
        match = model.viewed_match
        planned = match.game.ahead(match.state) if match and self._premoves and model.can_plan else None
        may = self._can_move and (model.can_move or planned is not None)
        wanted = (model, match.position, match.leg, planned is not None) if match and may else None
        if wanted == self._made_turn and (wanted is not None or self.builder.picks is None):
            return False
        self._keep_draft()
        self._made_turn = wanted
        if wanted is not None and match is not None:
            self._turn = turn_buttons(match) if planned is None else TurnButtons()
            turn, draft = self._drafts.pop(model, (wanted, None))
            if planned is not None:
                self.builder.begin(match.game, planned, draft if turn == wanted else None, ahead=True)
            elif draft is not None and turn[3] and turn != wanted:
                self._resume(match, draft, turn[1])
            else:
                self.builder.begin(match.game, match.state, draft if turn == wanted else None)
        elif model.waiting and self.history.at is None:  # a sent move stays visible until the answer
            return False
        else:
            self.builder.end()
        return True

    def _resume(self, match: Match, premove: Draft, position: int) -> None:
        """Make the turn that was chosen ahead at that position, if the other side has moved and the rules allow it."""
        self.builder.begin(match.game, match.state)
        last = match.history[-1].event if match.history else None
        is_after_move = isinstance(last, Moved) and last.number > position  # else moves were taken back
        if not (is_after_move and self.builder.resume(premove.picked)):
            words = tr("The premove cannot be played now.")
            self.hint.show_hint(words, "danger")
            self.announcer.announce(words)
        elif self.builder.is_decided:
            self._premove_timer.start(0)  # after the move of the other side is shown

    def _keep_draft(self) -> None:
        if self._made_turn is not None and self.builder.draft is not None:
            self._drafts[self._made_turn[0]] = self._made_turn, self.builder.draft

    def _show_board(self, state: TableState) -> None:
        match, view = state.match, state.view
        self.board.setAccessibleName(fill(tr("{game}, board"), {"game": match.game.title}))
        self.body.set_game(match.game.board, isinstance(match.game.turn(match.game.start()), ToRoll))
        self.body.set_played(bool(state.model.mine) and state.model.takes_commands)
        self.body.set_walked(state.model.original.is_only_viewed)
        self.board.set_arrows_walk(state.model.is_only_viewed)
        self.board.set_position(match.game.board, view.pieces, view.marks, last_of(view.before, view.after))
        self.board.set_own_seats(state.own_seats)
        self.board.set_deciding_cells(state.over_cells)
        self.place.show_waiting(match.phase == "open" and not all(match.seats) and bool(state.model.mine))

    def _turn_to_mover(self, model: TableModel) -> None:
        mover = model.to_move
        if not (self._turns_to_mover and model.shared_screen and model.takes_commands) or mover in (None, self._mover):
            return
        self._mover = mover
        if self._flipped != bool(mover):
            self._flip()

    def _flip(self) -> None:
        self.board.set_turned(self.board.turned + 3)
        self._flipped = not self._flipped

    def _show_players(self) -> None:
        """Side by side, the side that starts at the left is at the left; else the own player is below the board."""
        state = self._state
        if state is None:
            return
        if self.body.arrangement.form == "wide":
            leg = state.view.leg
            first = player_of(left_seat(state.match, leg), leg)
        else:
            first = 0 if state.model.original.mine == frozenset((1,)) else 1
        first = other(first) if self._flipped else first
        self.players = first, other(first)
        for strip, player in zip(self.body.strips, self.players, strict=True):
            strip.show_player(player_state(state, player))
        self.body.fit_banners()

    def _show_moves(self, state: TableState, before: TableState | None) -> None:
        model, match = state.model, state.match
        steps, legs = model.steps(), match.game.legs
        if before is None or (match, state.comments, state.mine) != (before.match, before.comments, before.mine):
            heads = tuple(column_heads(model, match, leg) for leg in range(legs))
            rows = model.moves.rows(steps, legs, battle_heading(), heads if legs > 1 else ())
            self._rows = with_lines(rows, model)
            times = model.move_times()
            numbers = ((index, step.event.number) for index, step in enumerate(steps))
            self.panel.moves.set_times({index: times[number] for index, number in numbers if number in times})
            self.panel.moves.set_heads(*heads[0])
        self.panel.moves.set_rows(self._rows, last_stop(steps, state.step), state.is_live)

    def _show_actions(self, actions: dict[str, TableAction]) -> None:
        model = self.model
        if model is not None:
            for part in (self.panel, self.rail):
                part.show_actions(actions, (bool(model.mine) or actions["pause"].there) and model.takes_commands)
            is_over = not model.takes_commands or model.match is None or model.match.ended
            self.panel.moves.set_present("over" if is_over else "live" if model.live else "here")

    def _show_hint(self, state: TableState) -> None:
        model, match, builder = state.model, state.match, self.builder
        composing = self._can_move and builder.takes_picks
        own_turn = composing and not builder.is_ahead
        if composing and builder.is_ahead and builder.staging:
            words = premove_words(state, builder.hint, builder.move is not None)
        else:
            words = hint_words(state, builder.hint, own_turn, model.waiting and state.is_live)
        if self._suggestion is not None and not builder.staging:
            words = self._suggestion.words
        self.hint.show_hint(words)
        hint = self.table_actions.current.get("hint")
        if hint is not None:
            self.hint.show_ask(hint.there, hint.possible, native_keys(self.keys.get("hint", "")))
        playing = bool(model.mine) and match.phase == "playing"
        buttons = game_buttons(match, builder if composing else None, self._turn, self.keys) if playing else ()
        self.hint.show_buttons(buttons)
        self._button_keys.set_buttons(buttons)
        self.hint.show_cancel(composing and builder.staging)
        self.hint.show_confirm(composing and builder.needs_confirm, builder.can_confirm)
        self.hint.show_captures(builder.captures if composing else None)
        self.hint.show_move(builder.notation if composing else "")
        self.hint.set_may_type(own_turn)
        ended = bool(match.ended or match.legs_ended)
        possible = self.table_actions.is_possible("take_back") or model.can_undo or ended
        local = model.is_local and state.is_live and possible
        self.undo_possible.emit((composing and builder.staging) or local)
        is_again_possible = model.can_redo and state.is_live and not builder.staging
        self.redo_possible.emit((composing and builder.can_redo) or is_again_possible)

    def _happened(self, event: Event) -> None:
        self.banners.happened(event)
        self.announcer.happened(event)

    def _ticked(self) -> None:
        model = self.model.original if self.model is not None else None
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        self._show_clocks()
        if match.away or model.status != "online":
            self.banners.refresh()

    def _show_clocks(self) -> None:
        model = self.model.original if self.model is not None else None
        match = model.match if model is not None else None
        if model is not None and match is not None and match.phase != "over" and not model.is_record:
            for strip, player in zip(self.body.strips, self.players, strict=True):
                strip.show_clock(clock_shown(match, player, model.now()))

    def _picked(self, cell: int) -> None:
        if not self._can_move and not (self.model is not None and self.model.is_record):
            self.history.live()
        elif self.builder.takes_picks:
            self.builder.pick(cell)

    def _pick_refused(self, why: Text) -> None:
        self.hint.show_hint(say(why), "danger")
        self.announcer.announce(say(why))

    def _show_turn(self) -> None:
        builder = self.builder
        self.board.set_picks(builder.shown if self._can_move else None, builder.seat, builder.preview)
        self.board.set_confirmable(builder.can_confirm)
        if self._state is not None:
            self._show_hint(self._state)
        self.announcer.turn_changed()

    def _complete(self, move: object) -> None:
        self._made_turn = None
        model = self.model
        if model is not None and model.is_next_move(move):
            self.history.forward()
        elif model is not None:
            model.play(move)
            self.history.live()

    def _typed(self, text: str) -> None:
        wrong = self.builder.type_move(text)
        if wrong is None:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.hint.show_error(say(wrong))
            self.announcer.announce(say(wrong))

    def _refused(self, text: Text) -> None:
        self.refresh()
        if self.hint.isVisible():
            self.hint.show_error(say(text))
            self.announcer.announce(say(text))
        else:
            self.banners.show_news(say(text))

    def _result_pressed(self, name: str) -> None:
        model = self.model
        match name:
            case "result_home":
                self.home.emit()
            case "result_replay":
                self.replay.emit()
            case "result_save":
                self.save.emit()
            case "again" | "again_same" | "again_swap":
                self.again.emit(name == "again_swap")
            case "to_rematch" if model is not None:
                self.open_table.emit(model.rematch_offers.made)
            case _:
                self.table_actions.answer_result(name)
        self.board.setFocus()
