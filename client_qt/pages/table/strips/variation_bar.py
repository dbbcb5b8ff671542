"""The bar over a board with a variation: news of the match, undo, dice, and the way back."""

from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, SpinBox, Theme, chip, label, restyle
from client_qt.widgets.fitting import Fitting, FittingFrame
from client_qt.widgets.labels import ElidedLabel, IconLabel
from client_qt.widgets.layouts import STRETCH, add_to, column, row
from netgame.text import fill

FORMS = "full", "beside", "below"  # in a small bar the dice are beside or below the other buttons


class VariationBar(FittingFrame):
    """One line of buttons, and one of dice if the game has them."""

    undo = Signal()
    reset = Signal()
    keep = Signal()
    keep_answers = Signal()
    back = Signal()
    rolled = Signal(object)  # the dice that were chosen; None: any

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("what_if")
        restyle(self, card="what-if")
        self._sign = chip(tr("What if"), "accent")
        self._sign.setObjectName("what_if_sign")
        self.turn = chip(tr("Your turn"), "turn")
        self.turn.hide()
        self._words = ElidedLabel("", "strong", lines=3)
        self.undo_button = self._button("what_if_undo", "undo", tr("Undo"), self.undo)
        self.reset_button = self._button("what_if_reset", "first", tr("Start over"), self.reset)
        self.keep_button = self._button("what_if_keep", "save", tr("Save this line"), self.keep)
        words = tr("Keep as conditional moves")
        self.answers_button = self._button("what_if_answers", "confirm", words, self.keep_answers)
        self.answers_button.hide()
        self.back_button = self._button("what_if_back", "live", tr("Back to the match"), self.back)
        self.back_button.set_kind("primary")
        self._whose = ElidedLabel("", "body")
        self._dice: list[SpinBox] = []
        self._take = self._button("what_if_take", "confirm", tr("Use these"), self._take_these)
        self._any = self._button("what_if_roll", None, tr("Roll"), lambda: self.rolled.emit(None))
        self._wanted: object = None
        self._small = self._urgent = False
        self._more = True
        self._lay_out()
        self.fitting = Fitting(theme, self, lambda: FORMS[self._small :], self._show_form)

    def show_news(self, words: str, urgent: bool, more: bool = True) -> None:
        """Show news of the match. `urgent`: the user is to move there; `more`: the text says more than that."""
        self._words.setText(words)
        self.setAccessibleName(words)
        self._urgent, self._more = urgent, more
        self.fitting.refresh()

    def show_together(self, on: bool) -> None:
        """Show whether it is of two players. Then lines are kept by themselves."""
        words = tr("Look alone") if on else tr("Back to the match")
        self.keep_button.setVisible(not on)
        self.back_button.setAccessibleName(words)
        self.back_button.setText(words)
        self.fitting.refresh()

    def show_shared(self, on: bool) -> None:
        """Show whether the other player sees it at the moment."""
        self._sign.setText(tr("Together") if on else tr("What if"))
        self.fitting.refresh()

    def show_steps(self, any_tried: bool) -> None:
        """Set whether there are moves to take back or to save."""
        for button in (self.undo_button, self.reset_button, self.keep_button):
            button.setEnabled(any_tried)

    def show_answers(self, there: bool, possible: bool) -> None:
        """Show whether the tried moves can be kept as conditional moves: at the turn of the other side, with days."""
        self.answers_button.setEnabled(possible)
        if there == self.answers_button.isHidden():
            self.answers_button.setVisible(there)
            self.fitting.refresh()

    def show_dice(self, there: bool, wanted: tuple[int, int] | None, whose: str, fell: tuple[int, ...] | None) -> None:
        """Show the dice line if `there`. `wanted`: number and sides of the dice that are due, for the side `whose`;
        `fell`: the dice of the match, as first values."""
        self._lower.setVisible(there)
        words = fill(tr("Dice for {side}:"), {"side": whose}) if wanted else tr("Dice: no roll is due.")
        self._whose.setText(words)
        for button in (self._take, self._any):
            button.setEnabled(wanted is not None)
        for number, die in enumerate(self._dice):
            die.setEnabled(wanted is not None and number < wanted[0])
        if wanted is not None and (wanted, whose, fell) != self._wanted:
            self._make_dice(*wanted)
            for die, value in zip(self._dice, fell or (1,) * wanted[0], strict=True):
                die.setValue(value)
        self._wanted = (wanted, whose, fell) if wanted is not None else None
        self.fitting.refresh()

    def set_small(self, small: bool) -> None:
        """Choose a low form, in which only the way back has a text."""
        if small != self._small:
            self._small = small
            self.fitting.refresh()

    def _show_form(self, form: str) -> None:
        """Show the turn, and hide words that say no more. A small bar has the dice in its line if they fit."""
        px, small = self._theme.px, form != "full"
        for button in (self.undo_button, self.reset_button, self.keep_button, self.answers_button, self._take):
            button.setText("" if small else button.accessibleName())
            button.setToolTip(button.accessibleName())
        self.turn.setVisible(self._urgent)
        self._sign.setVisible(not small)
        self._words.setVisible(self._more or not (small and self._urgent))
        self._words.keep_whole(form != "below")
        self._whose.setVisible(form != "beside")
        self._or.setVisible(not small)
        if form == "beside":
            self._upper.insertWidget(4, self._lower)
        else:
            self._column.addWidget(self._lower)
        edge = px(0.05 if small else 0.3)
        self._column.setContentsMargins(px(0.7), edge, px(0.5), edge)
        for die in self._dice:
            die.setFixedWidth(px(4 if small else 6))

    def _button(self, name: str, icon: str | None, words: str, signal: SignalInstance | Callable[[], object]) -> Button:
        button = Button(self._theme, words, icon, name=name, clicked=signal)
        button.setAccessibleName(words)
        restyle(button, extent="small")
        return button

    def _make_dice(self, count: int, sides: int) -> None:
        while len(self._dice) < count:
            die = SpinBox(self._theme, self)
            die.setObjectName(f"die_{len(self._dice)}")
            die.setAccessibleName(fill(tr("Die {number}"), {"number": len(self._dice) + 1}))
            self._dice_line.addWidget(die)
            self._dice.append(die)
        for number, die in enumerate(self._dice):
            die.setRange(1, sides)
            die.setVisible(number < count)
            die.setEnabled(True)

    def _take_these(self) -> None:
        self.rolled.emit(tuple(die.value() for die in self._dice if die.isEnabled()))

    def _lay_out(self) -> None:
        theme = self._theme
        self._column, self._upper, self._dice_line = column(theme, self, gap=0.3), row(theme, gap=0.5), QHBoxLayout()
        icon = IconLabel(theme, "what-if", "accent")
        # the room after the words is theirs while they are hidden
        add_to(self._upper, icon, self._sign, self.turn, (self._words, 1), 0)
        add_to(
            self._upper, self.undo_button, self.reset_button, self.keep_button, self.answers_button, self.back_button
        )
        self._lower, self._or = QWidget(self), label(tr("or"), "body", "muted")
        line = QHBoxLayout(self._lower)
        line.setContentsMargins(0, 0, 0, 0)
        add_to(line, self._whose, self._dice_line, self._take, self._or, self._any, STRETCH)
        add_to(self._column, self._upper, self._lower)
