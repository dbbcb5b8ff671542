"""The line under the board: the expected action, Confirm and Cancel, the buttons of the game, and the move box."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from client_qt.pages.table.strips.game_buttons import ActionButtons, GameButton
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, chip, hairline, keycap, restyle
from client_qt.widgets.labels import ElidedLabel, IconLabel

SLENDER = 30.0  # em of width
ROOMY = 50.0  # em of width; a narrower line has no lamp while a turn is chosen
TIGHT = 40.0  # em of width; in a narrower line the buttons leave the room to the words


class HintLine(QFrame):
    """Cancel is at the left end and Confirm at the right end, never next to each other.

    After a click both are disabled until the next update, so that a double click does nothing twice.
    """

    cancelled = Signal()
    confirmed = Signal()
    typed = Signal(str)  # a move in notation
    pressed = Signal(str)  # a button of the game
    asked = Signal()  # for a suggested move
    left = Signal()  # Esc in the move box
    words_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self._may_type = True
        self._cancelling = False
        self._may_ask = False
        self._capture_count: int | None = None
        self._buttons = ActionButtons(theme, self)
        self._cancel = Button(theme, tr("Cancel"), "cancel", "ghost")
        self._cancel.setAccessibleName(tr("Cancel"))
        self._divider = hairline(vertical=True)
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
        self._row = QHBoxLayout(self)
        for widget in (
            self._cancel, self._divider, self._icon, self._buttons, self._hint,
            self._ask, self._time, self._captures, self._box, self._confirm,
        ):  # fmt: skip
            self._row.addWidget(widget, 1 if widget is self._hint else 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._cancel.clicked.connect(self._clicked_cancel)
        self._confirm.clicked.connect(self._clicked_confirm)
        self._buttons.pressed.connect(self.pressed)
        self._box.entered.connect(self.typed)
        self._box.left.connect(self._show_box)
        self._box.left.connect(self.left)
        theme.changed.connect(self._space)
        self._space()
        self.show_cancel(False)
        self.show_confirm(False)
        self.show_captures(None)
        self.show_time("")

    def show_hint(self, text: str, tone: str = "ink") -> None:
        if text != self._hint.text():
            self._hint.setText(text)
            self.words_changed.emit(text)
        restyle(self._hint, tone=tone)

    @property
    def words(self) -> str:
        return self._hint.text()

    def show_error(self, text: str) -> None:
        """Show what was wrong, and mark the move box."""
        self.show_hint(text, "danger")
        self._box.mark_wrong()

    def show_ask(self, shown: bool, enabled: bool, key: str) -> None:
        """Show the button that asks for a suggested move, with its key."""
        self._may_ask = shown
        self._ask.setEnabled(enabled)
        self._fit_ask()
        words = tr("Hint")
        self._ask.setToolTip(f"{words} ({key})" if key else words)

    def _fit_ask(self) -> None:
        """In a narrow line a turn that is being chosen takes the room; the key and the menu always work."""
        has_room = self._cancel.isHidden() or self.width() >= self._theme.px(ROOMY)
        self._ask.setVisible(self._may_ask and has_room)

    def show_captures(self, count: int | None) -> None:
        """Show how many pieces the turn captures; None where it cannot capture."""
        self._capture_count = count
        self._captures.setText(tr("captures {count}").replace("{count}", str(count)) if count else tr("captures none"))
        restyle(self._captures, chip="danger" if count else "turn")
        self._fit_captures()

    @property
    def captures(self) -> int | None:
        """The number that is shown beside Confirm."""
        return self._capture_count if not self._captures.isHidden() else None

    def _fit_captures(self) -> None:
        # a slender line has no room for what the board shows as well
        self._captures.setVisible(self._capture_count is not None and not (self._slender and self._capture_count))

    def show_time(self, words: str) -> None:
        """Show that little time is left; empty if there is enough."""
        if words != self._time.text() or bool(words) == self._time.isHidden():
            self._time.setText(words)
            self._time.setVisible(bool(words))

    def show_move(self, notation: str) -> None:
        """Show the notation of the turn in the move box, unless it is being edited."""
        self._box.show_move(notation)

    def show_cancel(self, shown: bool) -> None:
        """Show Cancel, or an icon in its place. Beside buttons of the game it is only disabled, so that they do not
        move."""
        self._cancelling = shown
        kept = shown or not self._buttons.isHidden()
        self._cancel.setVisible(kept)
        self._cancel.setEnabled(shown)
        self._divider.setVisible(kept)
        self._icon.setVisible(not kept)
        self._fit_ask()

    def show_confirm(self, shown: bool, enabled: bool = True) -> None:
        self._confirm.setVisible(shown)
        self._confirm.setEnabled(shown and enabled)

    def show_buttons(self, shown: Sequence[GameButton]) -> None:
        self._buttons.show_buttons(shown)
        self._fit()
        self.show_cancel(self._cancelling)

    def set_may_type(self, may: bool) -> None:
        self._may_type = may
        self._box.setEnabled(may)
        self._show_box()

    def set_slim(self, slim: bool) -> None:
        """Choose the low form for small windows; its move box is visible only while it has the focus."""
        self._slim = slim
        self._show_box()
        self._space()

    def show_type_key(self, key: str) -> None:
        """Show the key that goes to the move box; it may be empty."""
        self._box.show_key(key)

    def focus_move_box(self) -> None:
        if self._may_type:
            self._box.setVisible(True)
            self._box.begin()

    def _clicked_cancel(self) -> None:
        self._cancel.setEnabled(False)
        self.cancelled.emit()

    def _clicked_confirm(self) -> None:
        self._confirm.setEnabled(False)
        self.confirmed.emit()

    def _show_box(self) -> None:
        self._box.setVisible(self._may_type and (not self._slim or self._box.hasFocus()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._buttons.fit_line(self.width())
        self._fit()

    @property
    def _slender(self) -> bool:
        """Whether there is no room for what the board shows as well."""
        return 0 < self.width() < self._theme.px(SLENDER)

    def _fit(self) -> None:
        slender, tight = self._slender, 0 < self.width() < self._theme.px(TIGHT)
        self._row.setSpacing(self._theme.px(0.3 if slender else 0.5 if tight else 0.75))
        self._fit_captures()
        self._fit_ask()
        self._cancel.setText("" if tight else tr("Cancel"))
        self._cancel.setToolTip(tr("Cancel") if tight else "")
        self._confirm.show_icon(not tight)
        self._hint.setVisible(not (slender and not self._buttons.isHidden()))
        for button in (self._cancel, self._confirm):
            restyle(button, extent="small" if tight else "usual")
        self._confirm.setMinimumWidth(self._theme.px(2.8 if tight else 7.5 if self._slim else 9.1))

    def _space(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(0.43), 0, px(0.55), 0)
        self._divider.setFixedHeight(px(1.5))
        self._fit()
        self.setFixedHeight(px(2.86 if self._slim else 3.3))


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
        self.setFixedWidth(min(px(15), max(px(9), self.fontMetrics().horizontalAdvance(words) + cap + px(2.2))))
        self.setTextMargins(0, 0, cap, 0)
        self._place_cap()

    def _place_cap(self) -> None:
        self._cap.adjustSize()
        self._cap.move(
            self.width() - self._cap.width() - self._theme.px(0.5), (self.height() - self._cap.height()) // 2
        )
