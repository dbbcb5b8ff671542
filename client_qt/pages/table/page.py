"""The table: the board between the players, the expected action, and the moves beside it."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.pages.table.actions import TableActions
from client_qt.pages.table.announcer import TableAnnouncer
from client_qt.pages.table.clock_ticker import ClockTicker
from client_qt.pages.table.fetching import FetchingView
from client_qt.pages.table.history_position import HistoryPosition
from client_qt.pages.table.layout import TableBody
from client_qt.pages.table.own_turn import OwnTurn
from client_qt.pages.table.panel.chat import TableChat
from client_qt.pages.table.panel.move_list import MoveMenu
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.strips.banners import TableBanners
from client_qt.pages.table.strips.game_buttons import ButtonKeys
from client_qt.pages.table.strips.variation_bar import VariationBar
from client_qt.pages.table.text_match import TextMatchView
from client_qt.pages.table.view.board import BoardState
from client_qt.pages.table.view.hint import Suggestion
from client_qt.pages.table.view.state import TableState, table_state
from client_qt.pages.table.view.table_view import PageState, TableView, strip_order, table_view
from client_qt.settings.shortcuts import meant_sequence, native_keys
from client_qt.table.change import Change
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.clock_words import clock_shown
from client_qt.text.rules_text import translate
from client_qt.theme import Theme
from client_qt.widgets.layouts import page
from netgame.game import Picks
from netgame.match.events import Event, Player
from netgame.text import Text


class TablePage(QWidget):
    """Shows one table at a time: makes its `TableView` and lets the parts of the page draw it.

    This happens at most once in a turn of the event loop, after all changes of that turn. Only the picks on the board
    are drawn at once.
    """

    viewed = Signal(object)  # the TableView that is shown now
    play_again_wanted = Signal(bool)  # play the same game again at this screen, perhaps with the sides swapped
    challenge_wanted = Signal()  # of the opponent of a finished match
    next_game_wanted = Signal()  # of the players of a finished match
    tournament_wanted = Signal()  # of which the finished match was a game
    watching_stopped = Signal()
    reopen = Signal()  # at one screen: take back the last move of a finished battle or match
    shown = Signal()  # another table, or none
    fetched = Signal()  # the match of the table is here, or another table has none yet
    open_table = Signal(str)  # at the same server: the table of a rematch
    hint_wanted = Signal(object)  # TableState
    suggestion_ended = Signal()

    def __init__(
        self, theme: Theme, actions: Mapping[str, QAction], parent: QWidget, panel: SidePanel | None = None
    ) -> None:
        """`actions` are those of the window."""
        super().__init__(parent)
        self.setObjectName("table")
        self._theme, self._actions = theme, actions
        self.model: TableModel | None = None
        self.history = HistoryPosition(self)
        self.own_turn = OwnTurn(self.history)
        self.builder = self.own_turn.builder
        self.players: tuple[Player, Player] = (0, 1)  # in the order of the strips
        self._view: TableView | None = None
        self._suggestion: Suggestion | None = None
        self._trouble = ""  # why something was refused, until the next refresh
        self._drawn_picks: tuple[object, Picks | None] = None, None  # with their board
        self._is_updating = self._flipped = self._turns_to_mover = False
        self._mover: Player | None = None
        self._refresh_timer = QTimer(self, singleShot=True, interval=0)
        self._refresh_timer.timeout.connect(self.refresh)
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
        self.fetching = FetchingView(theme, self)
        self.text_match = TextMatchView(theme, self)
        for board_less in (self.fetching, self.text_match):
            board_less.hide()
        for part in (self.variation_bar, self.body, self.fetching, self.text_match):
            column.addWidget(part)
        self.table_actions = TableActions(theme, self)
        self.banners, self.clock_ticker = TableBanners(self.banner, actions, self), ClockTicker(self)
        self.announcer = TableAnnouncer(self.board, self.builder)
        self.chat, self.comments = TableChat(self.panel, self.rail), self.panel.comment
        self.move_menu = MoveMenu(self.panel.moves, self.table_actions)
        self.keys: Mapping[str, str] = {}
        self._button_keys = ButtonKeys(self)
        self._connect()

    def set_model(self, model: TableModel | None) -> None:
        """Show this table at its present."""
        old = self.model
        self.set_suggestion(None)
        self.comments.set_model(model)
        if old is not None:
            old.changed.disconnect(self._model_changed)
            old.refused.disconnect(self._refused)
            old.event_added.disconnect(self._event_added)
        if old is None or model is None or old.original is not model.original:
            self.body.close_panel()
        self.model, self._view, self._mover = model, None, None
        self.own_turn.set_model(model)
        self.body.hold(False)
        self.board.set_deciding_cells(frozenset())
        for part in (
            self.table_actions, self.banners, self.clock_ticker, self.announcer, self.chat, self.move_menu,
        ):  # fmt: skip
            part.set_model(model)
        if model is not None:
            model.changed.connect(self._model_changed)
            model.refused.connect(self._refused)
            model.event_added.connect(self._event_added)
        for board_less in (self.fetching, self.text_match):
            board_less.set_model(model if isinstance(model, RemoteTable) else None)
        self.history.set_model(model)
        self.refresh()
        self.shown.emit()

    def refresh_later(self) -> None:
        """Show the table again after all changes of this turn of the event loop."""
        if not self._is_updating and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _refresh_now(self) -> None:
        """Do a refresh that is due, before something that is about the shown step."""
        if self._refresh_timer.isActive():
            self.refresh()

    def refresh(self) -> None:
        """Show the current state of the table."""
        self._refresh_timer.stop()
        model, before = self.model, self._view
        state: TableState | None = None
        if model is not None:
            model.view_step(self.history.at)
            known = before.state if before is not None else None
            state = table_state(model, self.history.at, self.history.step, known)
        is_text = isinstance(model, RemoteTable) and model.text is not None
        self._show_part(
            self.text_match if is_text else self.body if model is None or state is not None else self.fetching
        )
        if model is None or state is None:
            self._view = None
            self.fetching.refresh()
            self.text_match.refresh()
            self.banners.show_notices(())
            return
        if self._suggestion is not None and self._suggestion.position is not state.view.state:
            self.set_suggestion(None)
        self._turn_to_mover(model)
        self._is_updating = True
        self.own_turn.update()  # its picks are drawn below, on the board of this state
        self._is_updating = False
        shown = PageState(self.own_turn.state, self.own_turn.buttons, self._suggestion, self._trouble, self.keys)
        self._view = view = table_view(state, shown, before)
        self._show_view(view, before)

    def _show_view(self, view: TableView, before: TableView | None) -> None:
        """Let the parts draw what is new."""
        trouble, self._trouble = self._trouble, ""
        if before is None or view.board != before.board:
            self._show_board(view.board)  # before the picks: they may be of another board
        self._show_picks()
        if before is None or view.dice != before.dice:
            self.body.show_dice(view.dice)
        self._show_players()
        if before is None or view.state is not before.state:
            self.body.fit_banners()
            self.comments.show_state(view.state)
        self.panel.moves.show_state(view.moves)
        self.panel.show_proof(view.proof)
        self.panel.show_evening(view.evening)
        self.panel.conditional.show_lines(view.conditional)
        self.table_actions.show_actions(view.actions, view.state.at)
        if before is None or (view.actions, view.buttons) != (before.actions, before.buttons):
            self.panel.show_actions(view.actions, view.buttons)
            self.rail.action_bar.show_actions(view.actions, view.buttons)
        self.hint.show_state(view.hint)
        self._button_keys.set_buttons(view.hint.buttons)
        if before is None or view.result != before.result:
            self.body.show_result(view.result)
        self.announcer.set_view(view)
        if view.result is None:
            self.announcer.announce(trouble)
        else:
            self.banners.show_news(trouble)
        self.chat.refresh()
        self.clock_ticker.refresh()
        self.announcer.refresh()
        self.viewed.emit(view)
        self.body.set_offering(any(notice.is_own for notice in view.notices))
        self.banners.show_notices(view.notices)  # may open another table
        self.body.hold(self.own_turn.can_move and self.model is not None and self.model.can_move)

    @property
    def is_fetching(self) -> bool:
        """Whether the match of the table is not here yet, so that the page shows nothing of a game."""
        return self.model is not None and self.model.match is None

    def take_focus(self) -> None:
        """Give the focus to the board or the moves as text. Without a match no button has it before the first Tab."""
        board_less = self.text_match if self.text_match.isVisibleTo(self) else self
        (board_less if self.is_fetching else self.board).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_part(self, shown: QWidget) -> None:
        """Show the parts of a match, or the page of a table without a match, or of a match without rules."""
        if shown.isVisibleTo(self):
            return
        within = self.window().focusWidget()
        had_focus = within is self or (within is not None and self.isAncestorOf(within))
        for part in (self.body, self.fetching, self.text_match):
            part.setVisible(part is shown)
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
        self.refresh_later()

    def set_premoves(self, wanted: bool) -> None:
        """Set whether a turn can be chosen while the other side is to move."""
        self.own_turn.set_premoves(wanted)
        self.refresh_later()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Set the keys of all actions and buttons of games, by their names."""
        self.keys = keys
        self.hint.show_keys(native_keys(keys.get("type_move", "")), native_keys(keys.get("hint", "")))
        self.refresh_later()

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
        self.refresh_later()
        if suggestion is None and before is not None:
            self.suggestion_ended.emit()

    def _ask_hint(self) -> None:
        """Ask for a hint, or remove the one that is shown."""
        self._refresh_now()
        if self._suggestion is not None:
            self.set_suggestion(None)
        elif self._view is not None:
            self.hint_wanted.emit(self._view.state)

    def announce_state(self) -> None:
        """Announce both players with their clocks, the dice, and the expected action."""
        if self.is_fetching:
            self.announcer.announce((self.text_match if self.text_match.isVisible() else self.fetching).words)
            return
        for strip in self.body.strips:
            self.announcer.announce(f"{strip.description}.")
        if self._view is not None and self._view.dice.rolled:
            self.announcer.announce(f"{self._view.dice.rolled}.")
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
        keys = (*(self.keys.get(name, "") for name in self._actions), *self._button_keys.keys)
        if (sequence := meant_sequence(event, keys)) is not None and self._button_keys.press(sequence):
            return
        slots: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Home: self.history.first, Qt.Key.Key_End: self.history.live,
            Qt.Key.Key_F6: self.banner.take_focus, Qt.Key.Key_F7: self.announce_state,
            Qt.Key.Key_Escape: self._leave_panel,
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
        self.history.changed.connect(self._walked)
        self.board.picked.connect(self.own_turn.pick)
        self.board.cancelled.connect(self._cancel)
        self.board.missed.connect(self.builder.refuse)
        self.board.clicked_beside.connect(self._click_beside)
        self.board.confirmed.connect(self.builder.confirm)
        self.own_turn.changed.connect(self._turn_changed)
        self.own_turn.refused.connect(self._refused)
        self.hint.cancelled.connect(self.builder.cancel)
        self.hint.confirmed.connect(self.builder.confirm)
        self.hint.pressed.connect(self.own_turn.press)
        self.hint.typed.connect(self._typed)
        self.hint.left.connect(self.board.setFocus)
        self.hint.asked.connect(partial(self.table_actions.do, "hint"))
        self._button_keys.pressed.connect(self.own_turn.press)
        moves = self.panel.moves
        moves.go.connect(self.history.go)
        moves.bar.first.connect(self.history.first)
        moves.bar.back.connect(self.history.back)
        moves.bar.forward.connect(self.history.forward)
        moves.bar.last.connect(self.history.live)
        moves.live.connect(self.history.live)
        for side_part in (self.panel, self.rail):
            side_part.action_bar.chosen.connect(self._return_to_board)
            side_part.action_bar.chosen.connect(self.table_actions.do)
        self.table_actions.asked.connect(self.board.setFocus)  # so that the focus returns there
        self.table_actions.watching_stopped.connect(self.watching_stopped)
        self.table_actions.hint_wanted.connect(self._ask_hint)
        self.table_actions.moved_to_present.connect(self.history.live)
        self.result.pressed.connect(self._result_pressed)
        people = self.panel.people
        for used in (
            self.hint.cancelled, self.hint.confirmed, self.hint.pressed, self.banner.used, self.banner.focus_lost,
            people.mute, people.report,
        ):  # fmt: skip
            used.connect(self._return_to_board)
        for board_less in (self.fetching, self.text_match):
            board_less.home.connect(self._actions["home"].trigger)
        self.text_match.watching_stopped.connect(self.watching_stopped)
        self.fetching.retry.connect(self.banners.retry)
        self.banners.open_table.connect(self.open_table)
        self.banners.announced.connect(self.announcer.announce)
        self.chat.line_received.connect(self.announcer.announce_line)
        self.panel.chat.left.connect(self._leave_panel)
        self.comments.left.connect(self.board.setFocus)
        self.comments.opened.connect(self._refresh_now)
        self.comments.opened.connect(partial(self.body.open_tab, "moves"))
        self.comments.changed.connect(self.refresh_later)
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
        """Return to the board by Esc; a hint is removed, and without any a panel that lies over the board is closed."""
        if self._suggestion is not None:
            self.set_suggestion(None)
        else:
            self.body.close_panel()
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _return_to_board(self) -> None:
        """Give the focus to the board after a button was used, unless it has led to another page."""
        if self.board.isVisible():
            self.board.setFocus()

    def _comment_on(self, step: int) -> None:
        self.history.go(step)
        self.comments.write()

    def _model_changed(self, change: Change) -> None:
        if change & Change.REMATCH:
            self.banners.follow_rematch()
        if self._view is None:  # nothing is shown yet
            self.refresh()
        else:
            self.refresh_later()

    def _event_added(self, event: Event) -> None:
        self.banners.event_added(event)
        self.announcer.event_added(event)

    def _walked(self) -> None:
        """Moves are made at the shown step from now on."""
        if self.model is not None:
            self.model.view_step(self.history.at)
        self.refresh_later()

    def _turn_changed(self) -> None:
        self._trouble = ""
        if not self._is_updating:
            self._show_picks()
        self.refresh_later()

    def _refused(self, why: Text) -> None:
        self._trouble = translate(why)
        self.refresh_later()

    def _typed(self, text: str) -> None:
        wrong = self.builder.type_move(text)
        if wrong is None:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.hint.mark_wrong()
            self._refused(wrong)

    def _show_board(self, shown: BoardState) -> None:
        self.board.setAccessibleName(shown.name)
        self.body.set_game(shown.board, shown.has_dice)
        self.body.set_played(shown.is_played)
        self.body.set_walked(shown.is_walked)
        self.board.set_arrows_walk(shown.arrows_walk)
        self.board.set_position(shown.board, shown.pieces, shown.marks, shown.last)
        self.board.set_own_seats(shown.own_seats)
        self.board.set_deciding_cells(shown.deciding)
        self.place.show_waiting(shown.waits)

    def _show_picks(self) -> None:
        builder, board = self.builder, self.board
        picks = builder.shown if self.own_turn.can_move else None
        if self._drawn_picks[0] is not board.board or self._drawn_picks[1] is not picks:
            self._drawn_picks = board.board, picks
            board.set_picks(picks, builder.seat, builder.preview)
        board.set_confirmable(builder.can_confirm)

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
        view = self._view
        if view is None:
            return
        self.players = strip_order(view.state, self.body.arrangement.form == "wide", self._flipped)
        for strip, player in zip(self.body.strips, self.players, strict=True):
            strip.show_player(view.players[player])

    def _ticked(self) -> None:
        """Show the clocks; notices count down as well."""
        model = self.model.original if self.model is not None else None
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        if match.phase != "over" and not model.is_record:
            for strip, player in zip(self.body.strips, self.players, strict=True):
                strip.show_clock(clock_shown(match, player, model.now()))
        if match.away or model.status != "online":
            self.refresh_later()

    def _result_pressed(self, name: str) -> None:
        model = self.model
        match name:
            case "result_home":
                self._actions["home"].trigger()
            case "result_replay":
                self._actions["replay"].trigger()
            case "result_save":
                self._actions["save_record"].trigger()
            case "again" | "again_same" | "again_swap":
                self.play_again_wanted.emit(name == "again_swap")
            case "challenge_again":
                self.challenge_wanted.emit()
            case "next_game":
                self.next_game_wanted.emit()
            case "to_tournament":
                self.tournament_wanted.emit()
            case "to_rematch" if model is not None:
                self.open_table.emit(model.rematch_offers.made)
            case _:
                self.table_actions.answer_result(name)
        self.board.setFocus()
