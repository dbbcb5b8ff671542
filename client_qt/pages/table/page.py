"""The table: the board between the players, what is expected, the moves beside it; any game, by its contract."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.board.drafts import DraftTurns
from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import last_of
from client_qt.pages.table.actions import TableActions
from client_qt.pages.table.announcer import TableAnnouncer
from client_qt.pages.table.banners import TableBanners
from client_qt.pages.table.body import TableBody
from client_qt.pages.table.clock_ticker import ClockTicker
from client_qt.pages.table.keys import ButtonKeys, PageKeys
from client_qt.pages.table.panel.chat import TableChat
from client_qt.pages.table.panel.comments import TableComments, comment_shown
from client_qt.pages.table.panel.move_menu import MoveMenu
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.result_controller import ResultController
from client_qt.pages.table.shown import (
    TurnButtons,
    allowed_words,
    column_heads,
    game_buttons,
    hint_words,
    rolled_words,
    shown_player,
    turn_buttons,
    walking_words,
)
from client_qt.table.model import TableModel
from client_qt.table.status import View, left_seat, view
from client_qt.table.variation import VariationTable
from client_qt.table.variation_rows import with_lines
from client_qt.table.walk import Walk, last_stop
from client_qt.text.rules_text import battle_heading, say, tr
from client_qt.theme import Theme
from client_qt.widgets.layouts import page
from netgame.game import ToRoll
from netgame.match.events import Player
from netgame.match.state import Match, player_of, seat_of
from netgame.text import Text, fill


class TablePage(QWidget):
    """Shows one table model at a time and carries what the player does to it."""

    home = Signal()
    again = Signal()  # the same game anew at this screen
    close_table = Signal()
    find_out = Signal()  # why nobody comes
    retry_now = Signal()  # try to connect again now
    undo_possible = Signal(bool)
    reopen = Signal()  # at this screen: back before the last move of the battle or the match that is over
    shown = Signal()  # another table, or none
    open_table = Signal(str)  # at the same server: the table that a rematch is played at
    replay = Signal()  # play the moves again by themselves
    save = Signal()
    report = Signal(str, str)  # account, name
    mute_chosen = Signal(str, bool)  # account, whether its lines are hidden from now on

    def __init__(self, theme: Theme, parent: QWidget | None = None, panel: SidePanel | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("table")
        self.model: TableModel | None = None
        self.walk = Walk()
        self.builder = MoveBuilder(self)
        self._composing: tuple[object, ...] | None = None  # what the composer was begun for
        self._begun = DraftTurns()
        self._turn = TurnButtons()
        self._turned_players = False
        page(self)
        self.body = TableBody(theme, self, panel)
        self.place, self.board = self.body.place, self.body.place.board
        self.hint, self.result, self.banner = self.body.hint, self.body.result, self.body.banner
        self.panel, self.rail = self.body.panel, self.body.rail
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.body)
        self.body.arranged.connect(self.refresh)
        self.table_actions = TableActions(theme, self)
        self.talk = ResultController(theme, self, self.table_actions)
        self.banners, self.clock_ticker, self.chat = TableBanners(theme, self), ClockTicker(self), TableChat(self)
        self.comments = TableComments(self)
        self.announcer = TableAnnouncer(self)
        self.players: tuple[Player, Player] = (0, 1)  # in the order of the strips
        self.keys, self.move_menu = ButtonKeys(self), MoveMenu(self)
        self.page_keys = PageKeys(self)
        self._connect()

    # ---- what is shown

    def set_model(self, model: TableModel | None) -> None:
        """Show this table, live."""
        same = model is not None and self.model is not None and model.original is self.model.original
        self.comments.forget()
        if self.model is not None:
            self.model.changed.disconnect(self.refresh)
            self.model.refused.disconnect(self._refused)
            self.model.original.chatted.disconnect(self.chat.heard)
            self.model.event_added.disconnect(self.banners.happened)
            self.model.event_added.disconnect(self.announcer.happened)
        self._begun.put(self._composing, self.builder)
        self._begun.change(self.model, model)
        self.model = model
        self.walk, self._composing = Walk(), None
        self._turn = TurnButtons()
        self.builder.end()
        self.board.set_over(frozenset())
        for part in (self.talk, self.table_actions, self.banners, self.clock_ticker):
            part.forget()
        if not same:
            self.chat.forget(model)
        self.announcer.forget()
        if model is not None:
            model.changed.connect(self.refresh)
            model.refused.connect(self._refused)
            model.original.chatted.connect(self.chat.heard)
            model.event_added.connect(self.banners.happened)
            model.event_added.connect(self.announcer.happened)
        self.refresh()
        self.shown.emit()

    def refresh(self) -> None:
        """Show the model as it is now."""
        model = self.model
        match = model.match if model is not None else None
        self.banners.refresh(model)
        if model is None or match is None:
            self.hint.show_hint(tr("Fetching the game ..."))
            return
        steps = model.steps()
        step, live = self.walk.index(steps), self.walk.at is None
        model.look(self.walk.at)
        shown = view(match, step, live)
        self._show_board(model, match, shown, live)  # before the picks: they may be of another board
        self._compose(model)
        self._show_picks()
        self._show_dice(model, match, shown, live)
        self._show_players(model, match, shown)
        self._show_moves(model, match, step, live)
        self._show_actions(model, match)
        self.comments.refresh(model, match, step)
        self._show_hint()
        self.talk.show_bottom(model, live)
        self.banners.rematch_news(model)
        self.chat.refresh()
        self.clock_ticker.refresh(model, match)
        self.announcer.refresh()

    def set_small(self, small: bool) -> None:
        """Whether the window is small."""
        self.body.set_small(small)

    def show_result_strip(self, shown: bool) -> None:
        """The result, or what is expected, in the same place."""
        self.body.show_result(shown)

    def set_addresses(self, addresses: tuple[str, ...], invitation: str, code: str = "", words: str = "") -> None:
        """How a friend reaches this table, what he needs to sit down, and by which words he knows the server."""
        self.place.waiting.show_addresses(addresses, invitation, code, words)

    # ---- what the player does

    def flip(self) -> None:
        """Turn the board round, and the players with it."""
        self.board.set_turned(self.board.turned + 3)
        self._turned_players = not self._turned_players
        self.refresh()

    def rotate(self) -> None:
        """Turn a board of hexagons to its next corner; the players stay where they are."""
        self.board.set_turned(self.board.turned + 1)

    def turn_to(self, player: Player) -> None:
        """Have the board with that player below."""
        if self._turned_players != bool(player):
            self.flip()

    def undo(self) -> None:
        """Take the last step of the turn that is being made back; at one screen, where there is none, the last turn."""
        if self.builder.staging or self.model is None or not self.model.is_local:
            self.builder.undo()
        elif isinstance(self.model, VariationTable):
            self.walk.live()
            self.model.undo()
        elif self.table_actions.is_possible("take_back"):
            self.table_actions.do("take_back")
        else:
            self.reopen.emit()

    def set_muted(self, accounts: frozenset[str]) -> None:
        """Whose lines nobody wants to read here."""
        self.chat.set_muted(accounts)

    def press(self, pick: str) -> None:
        """A button of the game, by hand or by its key; one that means nothing now does nothing."""
        if self._acts and pick in self.builder.buttons:
            self.builder.pick(pick)

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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A click beside the board leaves the keyboard there. No focus proxy: Tab would pass the board over."""
        self.board.setFocus(event.reason())

    # ---- how it is built

    def _connect(self) -> None:
        self.board.picked.connect(self._picked)
        self.board.cancelled.connect(self.builder.cancel)
        self.board.confirmed.connect(self.builder.confirm)
        self.builder.changed.connect(self._composed)
        self.builder.complete.connect(self._complete)
        self.hint.cancelled.connect(self.builder.cancel)
        self.hint.confirmed.connect(self.builder.confirm)
        self.hint.pressed.connect(self.press)
        self.keys.pressed.connect(self.press)
        self.hint.typed.connect(self._typed)
        self.hint.left.connect(self.board.setFocus)
        moves = self.panel.moves
        for signal, slot in (
            (moves.go, self.walk_to), (moves.first, self.walk_first), (moves.back, self.walk_back),
            (moves.forward, self.walk_forward), (moves.last, self.walk_live), (moves.live, self.walk_live),
        ):  # fmt: skip
            signal.connect(slot)
        for side_part in (self.panel, self.rail):
            side_part.deed.connect(self.table_actions.do)
        self.place.waiting.closed.connect(self.close_table)
        self.place.waiting.find_out.connect(self.find_out)
        QShortcut(QKeySequence("/"), self, self.hint.focus_move_box)
        QShortcut(QKeySequence("U"), self, self.undo)

    # ---- showing

    @property
    def _acts(self) -> bool:
        """Can a move be made on what is looked at?"""
        return self.model is not None and self.model.acts_at(self.walk.at)

    def _compose(self, model: TableModel) -> None:
        """Begin a turn where there is one to make. What is staged stays while the same turn is waited for, over a look
        back and a lost connection too."""
        match, before = model.here, self._composing
        wanted = (id(model), match.position, match.leg) if match and self._acts and model.can_move else None
        if wanted == before:
            return
        self._composing = wanted
        self._begun.put(before, self.builder)
        if wanted is not None and match is not None:
            self._turn = turn_buttons(match)
            self.builder.begin(match.game, match.state, self._begun.take(wanted))
        elif not self._waits_for_word(model):
            self.builder.end()

    def _waits_for_word(self, model: TableModel) -> bool:
        """The board goes on to show the turn that was sent, until the server has said what became of it."""
        return model.waiting and self.walk.at is None

    def _show_board(self, model: TableModel, match: Match, shown: View, live: bool) -> None:
        self.board.set_title(fill(tr("{game}, board"), {"game": match.game.title}))
        self.body.set_game(match.game.board, isinstance(match.game.turn(match.game.start()), ToRoll))
        self.board.set_position(match.game.board, shown.pieces, shown.marks, last_of(shown.before, shown.after))
        self.board.set_own(frozenset(seat_of(player, match.leg) for player in model.mine) if live else frozenset())
        over = match.over.cells if live and match.over is not None else frozenset()
        self.board.set_over(over)
        self.place.show_waiting(match.phase == "open" and not all(match.seats) and bool(model.mine))

    def _show_dice(self, model: TableModel, match: Match, shown: View, live: bool) -> None:
        lie = match.phase == "playing" or not live
        allowed = allowed_words(match) if shown.dice and live else ""
        self.body.show_dice(shown.dice if lie else (), rolled_words(model, shown) if lie else "", allowed)

    def _show_picks(self) -> None:
        composer = self.builder
        self.board.set_picks(composer.picks if self._acts else None, composer.seat, composer.preview)
        self.board.set_confirmable(composer.can_confirm)

    def _show_players(self, model: TableModel, match: Match, shown: View) -> None:
        self.players = self._order(model, match, shown)
        for strip, player in zip(self.body.strips, self.players, strict=True):
            strip.show_player(shown_player(model, match, shown, player, self.walk.at))

    def _order(self, model: TableModel, match: Match, shown: View) -> tuple[Player, Player]:
        """Side by side, the side that plays from the left stands left; else who sits here is below the board."""
        if self.body.arrangement.form == "wide":
            first = player_of(left_seat(match, shown.leg), shown.leg)
        else:
            first = 0 if model.original.mine == frozenset((1,)) else 1
        if self._turned_players:
            first = 0 if first else 1
        return first, 0 if first else 1

    def _show_moves(self, model: TableModel, match: Match, step: int, live: bool) -> None:
        legs = match.game.legs
        heads = tuple(column_heads(model, match, leg) for leg in range(legs))
        rows = model.moves.rows(model.steps(), legs, battle_heading(), heads if legs > 1 else ())
        self.panel.moves.set_heads(*heads[0])
        self.panel.moves.set_rows(with_lines(rows, model), last_stop(model.steps(), step), live)

    def _show_actions(self, model: TableModel, match: Match) -> None:
        self.table_actions.refresh(model, match)
        for part in (self.panel, self.rail):
            part.show_deeds(self.table_actions.current, bool(model.mine) and not model.is_variation)
            part.show_review(model.is_review or model.is_variation)

    def _show_hint(self) -> None:
        model = self.model
        if model is None or model.match is None:
            return
        composer, live = self.builder, self.walk.at is None
        composing = self._acts and composer.active
        if live or composing:
            sent = self._waits_for_word(model)
            self.hint.show_hint(hint_words(model, model.match, composer.hint, composing, sent))
        else:
            comment = comment_shown(model, model.match, self.walk.index(model.steps()))
            self.hint.show_hint(comment or walking_words(model))
        self._show_buttons(model, model.match, composing)
        self.hint.show_cancel(composing and composer.staging)
        self.hint.show_confirm(composing and composer.needs_confirm, composer.can_confirm)
        self.hint.show_captures(composer.captures if composing else 0)
        self.hint.show_move(composer.notation if composing else "")
        self.hint.set_may_type(composing)
        ended = bool(model.match.ended or model.match.legs_ended)
        possible = self.table_actions.is_possible("take_back") or model.can_undo or ended
        local = model.is_local and live and possible
        self.undo_possible.emit((composing and composer.staging) or local)

    def _show_buttons(self, model: TableModel, match: Match, composing: bool) -> None:
        playing = bool(model.mine) and match.phase == "playing"
        buttons = game_buttons(match, self.builder if composing else None, self._turn) if playing else ()
        self.hint.show_buttons(buttons)
        self.keys.set_buttons(buttons)

    # ---- what happens

    def _walk(self, step: Any) -> None:
        if self.model is not None:
            step(self.model.steps())
            self.refresh()

    def _picked(self, cell: object) -> None:
        if not self._acts and not (self.model is not None and self.model.is_review):
            self.walk_live()
        elif self.builder.active:
            before = self.builder.picks
            self.builder.pick(cell)  # type: ignore[arg-type]  # the board emits cells
            if self.builder.picks is before:
                self.announcer.refuse(cell)  # type: ignore[arg-type]

    def _composed(self) -> None:
        self._show_picks()
        self._show_hint()
        self.announcer.composed()

    def _complete(self, move: object) -> None:
        self._composing = None
        if isinstance(self.model, VariationTable) and self.model.follows(move):
            self.walk_forward()  # that is the line already
        elif self.model is not None:
            self.walk.live()
            self.model.play(move)

    def _typed(self, text: str) -> None:
        wrong = self.builder.type_move(text)
        if wrong is not None:
            self.hint.say_wrong(say(wrong))
            self.announcer.say(say(wrong))
        else:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refused(self, text: Text) -> None:
        self._composing = None
        self.chat.refused()
        self.refresh()
        if self.hint.isVisible():
            self.hint.say_wrong(say(text))
            self.announcer.say(say(text))
        else:
            self.banners.say(say(text))
