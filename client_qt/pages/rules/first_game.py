"""The first game: a newcomer makes a few turns on a real board, led by the picks of the game."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QWidget

from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import BoardView
from client_qt.pages.table.strips.dice import DiceTray
from client_qt.pages.table.strips.game_buttons import ActionButtons
from client_qt.pages.table.view.hint import GameButton
from client_qt.settings.shortcuts import latin_sequence, sequences
from client_qt.text.rulebook import book_of, read
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.theme.controls import Kind
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import STRETCH, add_to, column, fit_into_room, page, row
from netgame.game import Pick, ToMove
from netgame.games import GAMES
from netgame.text import Text, fill

WIDTH, HEIGHT, BESIDE, DICE_HEIGHT = 52.0, 32.0, 17.0, 6.5  # em
AIR = 0.6  # em round the board, so that its shadow is not cut


class FirstGame(QDialog):
    """Show the steps one by one. A wrong turn is taken back with a hint; every step can be skipped or repeated."""

    play = Signal(str)  # a whole game of this game

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("first_game")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page(self)
        self._key, self._steps, self.at = key, book_of(key).steps, 0
        title = fill(tr("{game}: your first game"), {"game": GAMES[key].title})
        self.setWindowTitle(title)
        self.board, self.builder = BoardView(theme, self), MoveBuilder(self)
        self._game: Any = None
        self._state: Any = None
        self._count, self._words = label("", "small", "muted"), WrappedLabel("", "lead")
        self._feedback, self._expected = WrappedLabel(), WrappedLabel("", "small", "muted")
        self._dice = DiceTray(theme, self)
        self._buttons = ActionButtons(theme, self)
        self._buttons.pressed.connect(self._picked)
        self._buttons.setVisible(bool(GAMES[key].buttons))
        self._confirm = self._button(theme, "confirm", tr("Confirm"), "confirm", self.builder.confirm)
        self._back = self._button(theme, "back", tr("Back"), "prev", lambda: self.show_step(self.at - 1))
        self._next = self._button(theme, "next", tr("Next"), "next", lambda: self.show_step(self.at + 1))
        self._close = self._button(theme, "close", tr("Close"), None, self.accept)
        self._play = self._button(theme, "play", tr("Play against the computer"), "computer", self._play_on)
        self._play.hide()
        self._lay_out(theme, title)
        self.board.picked.connect(self._picked)
        self.board.missed.connect(self.builder.refuse)
        self.board.clicked_beside.connect(self.builder.let_go)
        self.board.cancelled.connect(self.builder.cancel)
        self.board.confirmed.connect(self.builder.confirm)
        self.builder.changed.connect(self._show_picks)
        self.builder.refused.connect(self._refused)
        self.builder.complete.connect(self._made)
        self._leave = QShortcut(QKeySequence("Esc"), self, self.reject)  # before the board, which would only cancel
        self.show_step(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button with the focus by Enter, and a button of the game by its key, as at a table."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, Button):
            if not event.isAutoRepeat():
                focus.click()
            return
        key = latin_sequence(event) or QKeySequence(event.keyCombination())
        letters = [pick for pick in self.builder.buttons if len(pick) == 1]
        pick = next((pick for pick in letters if key in sequences(pick.upper())), None)
        if pick is not None:
            self._picked(pick)
        else:
            super().keyPressEvent(event)

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            fit_into_room(self)
        super().setVisible(visible)
        self.board.hide_cursor()  # a dialog that opens gives the board the focus, which would show its cursor

    @property
    def shown(self) -> tuple[Any, Any]:
        """The game and the position of the board."""
        return self._game, self._state

    def show_step(self, number: int) -> None:
        """Begin a step; one that was done can be done again."""
        self.at = number
        step = self._steps[number]
        self._game, self._state = read(self._key, step.position, step.options)
        self._count.setText(fill(tr("Step {n} of {count}"), {"n": number + 1, "count": len(self._steps)}))
        self._words.setText(step.task)
        self._give_feedback("")
        self._dice.setVisible(bool(step.roll))
        self._dice.show_roll(step.roll, str(number))
        self.board.set_position(self._game.board, self._game.pieces(self._state), self._game.marks(self._state))
        self.board.setAccessibleName(step.task)
        self._back.setEnabled(number > 0)
        self._next.setEnabled(number + 1 < len(self._steps))
        self._next.set_kind("plain")
        self._close.set_kind("plain")
        self.builder.begin(self._game, self._state)
        self.board.setFocus()

    def _picked(self, pick: Pick) -> None:
        if self.builder.active:
            self.builder.pick(pick)

    def _made(self, move: Any) -> None:
        step, game = self._steps[self.at], self._game
        wanted = {game.format(self._state, game.parse(self._state, text)) for text in step.wanted}
        if game.format(self._state, move) not in wanted:
            self._give_feedback(step.hint, "danger")
            self.builder.begin(game, self._state)
            return
        self._state = game.play(self._state, move)
        self.board.set_position(game.board, game.pieces(self._state), game.marks(self._state))
        self.builder.end()
        self._give_feedback(step.done, "ok")
        last = self.at + 1 == len(self._steps)
        self._play.setVisible(last)
        onward = self._play if last else self._next
        onward.set_kind("primary")
        onward.setFocus()

    def _play_on(self) -> None:
        """Close, and offer a whole game."""
        self.accept()
        self.play.emit(self._key)

    def _refused(self, why: Text) -> None:
        self._give_feedback(translate(why), "danger")

    def _show_picks(self) -> None:
        builder = self.builder
        self.board.set_picks(builder.picks if builder.active else None, builder.seat, builder.preview)
        self.board.set_confirmable(builder.can_confirm)
        self._leave.setEnabled(not builder.staging)
        following = builder.picks.next if builder.active and builder.picks is not None else frozenset()
        buttons = self._game.buttons.items()
        self._buttons.show_buttons(
            [GameButton(pick, tr(words), pick in following, pick == builder.pressed) for pick, words in buttons]
        )
        self._confirm.setVisible(builder.active and builder.needs_confirm)
        self._confirm.setEnabled(builder.can_confirm)
        hint = builder.hint if builder.active and isinstance(self._game.turn(self._state), ToMove) else None
        self._expected.setText(translate(hint) if hint is not None else "")

    def _give_feedback(self, words: str, tone: str = "ink") -> None:
        self._feedback.setText(words)
        restyle(self._feedback, tone=tone)
        if words:
            self.board.announce(words)

    def _button(self, theme: Theme, name: str, words: str, icon: str | None, slot: Any) -> Button:
        kind: Kind = "primary" if name == "confirm" else "plain"
        button = Button(theme, words, icon, kind, self, name=f"first_game_{name}", clicked=slot)
        button.setAutoDefault(False)  # Enter belongs to the board
        return button

    def _lay_out(self, theme: Theme, title: str) -> None:
        self.board.set_margin(AIR)
        texts = (self._count, self._words, self._feedback)
        for words in texts:
            words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)  # right below each other
        for words in (*texts, self._expected):
            theme.scale(words.setFixedWidth, BESIDE)
        theme.scale(self._dice.setFixedHeight, DICE_HEIGHT)
        beside = add_to(column(theme), *texts, self._dice, STRETCH, self._expected, self._confirm)
        add_to(
            column(theme, self, margin="l"),
            label(title, "heading"),
            (add_to(row(theme, gap="l"), (self.board, 1), beside), 1),
            self._buttons,
            add_to(row(theme), self._close, STRETCH, self._back, self._next, self._play),
        )
        theme.scale(self.setMinimumSize, WIDTH, HEIGHT)
