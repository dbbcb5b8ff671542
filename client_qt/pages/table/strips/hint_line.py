"""The line under the board: the expected action, Confirm and Cancel, the buttons of the game, and the move box."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from client_qt.pages.table.strips.game_buttons import ActionButtons
from client_qt.pages.table.view.hint import HintState
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, chip, hairline, keycap, restyle, show_text
from client_qt.widgets.fitting import Fitting, FittingFrame
from client_qt.widgets.labels import ElidedLabel, IconLabel
from client_qt.widgets.layouts import add_to, row

KEYS, NO_LAMP, TIGHT, SLENDER = range(1, 5)  # in narrower and narrower lines; buttons of the game show their keys first
WORDS, LEAST_WORDS = 11.0, 5.0  # em, room for the words, also where all else has given way
BOX = 9.0  # em, of the move box


class HintLine(FittingFrame):
    """Cancel is at the left end and Confirm at the right end, never next to each other.

    After a click both are disabled until the next update, so that a double click does nothing twice.
    """

    cancelled = Signal()
    confirmed = Signal()
    typed = Signal(str)  # a move in notation
    pressed = Signal(str)  # a button of the game
    asked = Signal()  # for a suggested move
    left = Signal()  # Esc in the move box

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self.state = HintState()
        self._buttons = ActionButtons(theme, self)
        self._cancel = Button(theme, tr("Cancel"), "cancel", "ghost")
        self._cancel.setAccessibleName(tr("Cancel"))
        self._divider = hairline(vertical=True)
        theme.scale(self._divider.setFixedHeight, 1.5)
        self._icon = IconLabel(theme, "play", "accent")
        self._hint = ElidedLabel("", "strong", lines=3)
        self._ask = Button(theme, "", "hint", "ghost", name="hint", clicked=self.asked.emit)
        self._ask.setAccessibleName(tr("Hint"))
        self._time = chip("", "turn")
        self._time.setObjectName("time_left")
        self._captures = chip("", "danger")
        self._box = MoveBox(theme)
        self._confirm = Button(theme, tr("Confirm"), "confirm", "primary")
        self.setProperty("card", "surface")
        self._row = add_to(
            row(theme, self, margin=(0.43, 0, 0.55, 0)), self._cancel, self._divider, self._icon, self._buttons,
            (self._hint, 1), self._ask, self._time, self._captures, self._box, self._confirm,
        )  # fmt: skip
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._cancel.clicked.connect(self._clicked_cancel)
        self._confirm.clicked.connect(self._clicked_confirm)
        self._buttons.pressed.connect(self.pressed)
        self._box.entered.connect(self.typed)
        self._box.left.connect(self._show_box)
        self._box.left.connect(self.left)
        self.show_time("")
        self.fitting = Fitting(theme, self, lambda: range(SLENDER + 1), self._show_form, self._needed_px)

    def show_state(self, state: HintState) -> None:
        if state == self.state:
            return
        self.state = state
        self._hint.setText(state.words)
        restyle(self._hint, tone="danger" if state.is_trouble else "ink")
        self._ask.setEnabled(state.can_ask)
        self._captures.setText(
            tr("captures {count}").replace("{count}", str(state.captures)) if state.captures else tr("captures none")
        )
        restyle(self._captures, chip="danger" if state.captures else "turn")
        self._buttons.show_buttons(state.buttons)
        self._cancel.setEnabled(state.can_cancel)
        self._confirm.setEnabled(state.can_confirm)
        self._box.show_move(state.notation)
        self._box.setEnabled(state.may_type)
        self._show_box()
        self.fitting.refresh()

    @property
    def words(self) -> str:
        return self.state.words

    @property
    def captures(self) -> int | None:
        """The number that is shown beside Confirm."""
        return self.state.captures if not self._captures.isHidden() else None

    def mark_wrong(self) -> None:
        """Mark the text in the move box as wrong."""
        self._box.mark_wrong()

    def show_time(self, words: str) -> None:
        """Show that little time is left; empty if there is enough."""
        show_text(self._time, words)

    def show_keys(self, type_key: str, hint_key: str) -> None:
        """Show the keys that go to the move box and ask for a suggested move; they may be empty."""
        self._box.show_key(type_key)
        words = tr("Hint")
        self._ask.setToolTip(f"{words} ({hint_key})" if hint_key else words)

    def set_slim(self, slim: bool) -> None:
        """Choose the low form for small windows; its move box is visible only while it has the focus."""
        self._slim = slim
        self._show_box()
        self.fitting.refresh()

    def focus_move_box(self) -> None:
        if self.state.may_type:
            self._box.setVisible(True)
            self._box.begin()

    def _clicked_cancel(self) -> None:
        self._cancel.setEnabled(False)
        self.state = replace(self.state, can_cancel=False)
        self.cancelled.emit()

    def _clicked_confirm(self) -> None:
        self._confirm.setEnabled(False)
        self.state = replace(self.state, can_confirm=False)
        self.confirmed.emit()

    def _show_box(self) -> None:
        self._box.setVisible(self.state.may_type and (not self._slim or self._box.hasFocus()))

    def _show_form(self, form: int) -> None:
        """Cancel or an icon is at the left end. Beside buttons of the game Cancel is only disabled, so that they do not
        move. A turn that is being chosen takes the room of the lamp: its key and the menu always work. A slender line
        has no room for what the board shows as well."""
        state, px, tight, slender = self.state, self._theme.px, form >= TIGHT, form >= SLENDER
        self.setFixedHeight(px(2.86 if self._slim else 3.3))
        self._row.setSpacing(px(0.3 if slender else 0.5 if tight else 0.75))
        has_cancel = state.can_cancel or bool(state.buttons)
        self._cancel.setVisible(has_cancel)
        self._divider.setVisible(has_cancel)
        self._icon.setVisible(not has_cancel)
        self._buttons.set_short(form >= KEYS)
        self._ask.setVisible(state.has_ask and (not has_cancel or form < NO_LAMP))
        self._captures.setVisible(state.captures is not None and not (slender and state.captures))
        self._hint.setVisible(not (slender and state.buttons))
        self._cancel.setText("" if tight else tr("Cancel"))
        self._cancel.setToolTip(tr("Cancel") if tight else "")
        self._confirm.setVisible(state.has_confirm)
        self._confirm.show_icon(not tight)
        for button in (self._cancel, self._confirm):
            restyle(button, extent="small" if tight else "usual")
        self._confirm.setMinimumWidth(px(2.8 if tight else 7.5 if self._slim else 9.1))

    def _needed_px(self, form: int) -> int:
        """Count what is there during a turn also before it, so that nothing else changes then."""
        state = self.state
        others = self._theme.px((WORDS if form < TIGHT else LEAST_WORDS) + (0 if self._slim else BOX))
        parts = [self._cancel, self._divider, self._confirm]
        parts += [self._buttons] if state.buttons else []
        parts += [self._ask] if state.has_ask and form < NO_LAMP else []
        parts += [self._captures] if state.captures is not None else []
        return others + sum(max(p.minimumWidth(), p.sizeHint().width()) + self._row.spacing() for p in parts)


class MoveBox(QLineEdit):
    """The field for a move in notation, with the key that goes here."""

    entered = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cap = keycap("", self)
        self._shown = ""
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setPlaceholderText(tr("move"))
        self.setAccessibleName(tr("Move, in the notation of the game"))
        self.setMaxLength(400)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.returnPressed.connect(self._enter)
        self.textEdited.connect(self._mend)
        self.installEventFilter(self)
        theme.changed.connect(self._space)
        self._space()

    def show_move(self, notation: str) -> None:
        self._shown = notation
        if not self.hasFocus():
            self.setText(notation)
            self.setCursorPosition(0)
            self._space()

    def show_key(self, key: str) -> None:
        self._cap.setText(key)
        self._cap.setVisible(bool(key))
        self._space()

    def begin(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def mark_wrong(self) -> None:
        restyle(self, wrong="true" if self.text() else "false")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Esc from the shortcuts of the window, by accepting the override."""
        overrides = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if overrides and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            event.accept()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._shown)
            self._mend()
            self.clearFocus()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cap()

    def _enter(self) -> None:
        if self.text().strip():
            self.entered.emit(self.text().strip())

    def _mend(self) -> None:
        restyle(self, wrong="false")

    def _space(self) -> None:
        """Make the box as wide as its text, up to 15 em."""
        px = self._theme.px
        words, cap = self.text() or self.placeholderText(), max(px(1.8), self._cap.sizeHint().width() + px(0.7))
        self.setFixedWidth(min(px(15), max(px(BOX), self.fontMetrics().horizontalAdvance(words) + cap + px(2.2))))
        self.setTextMargins(0, 0, cap, 0)
        self._place_cap()

    def _place_cap(self) -> None:
        self._cap.adjustSize()
        self._cap.move(
            self.width() - self._cap.width() - self._theme.px(0.5), (self.height() - self._cap.height()) // 2
        )
