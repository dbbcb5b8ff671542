"""What an animated replay is to be like: its form, width and pace, and from which move to which."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDoubleSpinBox, QGridLayout, QProgressBar, QWidget

from client_qt.records.animation import LAST_TIMES, MOST_PIXELS, AnimationForm
from client_qt.text.rules_text import tr
from client_qt.theme import Button, SpinBox, Theme, label
from client_qt.widgets.layouts import Patient, column, row
from netgame.text import fill

LEAST_PX, MOST_PX = 160, 1600


@dataclass(frozen=True)
class AnimationWish:
    """What was chosen; moves are counted from 1, and 0 is the position before the first."""

    form: AnimationForm = "gif"
    width_px: int = 640
    pause_ms: int = 1000
    first: int = 0
    last: int = 0
    coordinates: bool = True


class AnimationDialog(QDialog):
    """`save` gets the wish. `missing` is the command that installs what is missing; empty where nothing is."""

    def __init__(
        self,
        theme: Theme,
        wish: AnimationWish,
        moves: int,
        height: Callable[[int, bool], int],
        save: Callable[[AnimationWish], None],
        missing: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("ask_animation")
        self.setWindowTitle(tr("Animated replay"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._save, self._height, self._missing = save, height, missing
        self._make_fields(theme, wish, moves)
        body = column(theme, self, gap="m", margin="xl")
        heading = label(tr("Animated replay"), "heading")
        theme.scale(heading.setMinimumWidth, 28)
        body.addWidget(heading)
        body.addLayout(self._grid(theme))
        body.addWidget(self.coordinates)
        self._told, self._wrong = label("", "small", "muted", wrap=True), label("", "body", "danger", wrap=True)
        self._wrong.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._wrong.setObjectName("animation_wrong")
        body.addWidget(self._told)
        body.addWidget(self._wrong)
        body.addLayout(self._buttons(theme))
        for field in (self.across, self.first, self.last):
            field.valueChanged.connect(self._show)
        self.pause.valueChanged.connect(self._show)
        self.coordinates.toggled.connect(self._show)
        self._show()

    @property
    def wish(self) -> AnimationWish:
        """As it is filled in now."""
        return AnimationWish(
            self.form.currentData(),
            self.across.value(),
            round(self.pause.value() * 1000),
            self.first.value(),
            self.last.value(),
            self.coordinates.isChecked(),
        )

    # ---- inside

    def _make_fields(self, theme: Theme, wish: AnimationWish, moves: int) -> None:
        self.form = QComboBox(self)
        self.form.addItem(tr("GIF: plays everywhere"), "gif")
        self.form.addItem(tr("WebP: smaller, with all colours"), "webp")
        self.form.setCurrentIndex(self.form.findData(wish.form))
        self.across, self.first, self.last = SpinBox(theme, self), SpinBox(theme, self), SpinBox(theme, self)
        self.across.setRange(LEAST_PX, MOST_PX)
        self.across.setSingleStep(80)
        self.across.setValue(wish.width_px)
        for field, value in ((self.first, wish.first), (self.last, wish.last)):
            field.setRange(0, moves)
            field.setValue(value)
        self.pause = QDoubleSpinBox(self)
        self.pause.setRange(0.1, 10.0)
        self.pause.setSingleStep(0.1)
        self.pause.setDecimals(1)
        theme.scale(self.pause.lineEdit().setTextMargins, 0.6, 0, 0, 0)
        self.pause.setValue(wish.pause_ms / 1000)
        self.coordinates = QCheckBox(tr("With coordinates"), self)
        self.coordinates.setObjectName("animation_coordinates")
        self.coordinates.setChecked(wish.coordinates)

    def _grid(self, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        theme.scale(grid.setHorizontalSpacing, 1)
        made: tuple[tuple[QWidget, str, str], ...] = (
            (self.form, "animation_form", tr("Form")),
            (self.across, "animation_width", tr("Width in pixels")),
            (self.pause, "animation_pause", tr("Seconds a move")),
            (self.first, "animation_first", tr("From move")),
            (self.last, "animation_last", tr("To move")),
        )
        for line, (field, name, words) in enumerate(made):
            field.setObjectName(name)
            field.setAccessibleName(words)
            caption = label(words, "body", "muted")
            caption.setBuddy(field)
            grid.addWidget(caption, line, 0)
            grid.addWidget(field, line, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _buttons(self, theme: Theme):  # type: ignore[no-untyped-def]
        buttons = row(theme, gap="m")
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        cancel.setObjectName("cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.go = Button(theme, tr("Save ..."), "save", "primary")
        self.go.setObjectName("animation_save")
        self.go.setDefault(True)
        self.go.clicked.connect(self._do_save)
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        buttons.addWidget(self.go)
        return buttons

    def _show(self) -> None:
        wish = self.wish
        count = wish.last - wish.first + 1
        seconds = max(0, count - 1 + LAST_TIMES) * wish.pause_ms / 1000
        words: dict[str, str | int] = {"count": max(0, count), "seconds": f"{seconds:.0f}"}
        self._told.setText(fill(tr("{count} pictures, {seconds} seconds"), words))
        wrong = self._problem(wish, count)
        self._wrong.setText(wrong)
        self._wrong.setVisible(bool(wrong))
        self.go.setEnabled(not wrong)

    def _problem(self, wish: AnimationWish, count: int) -> str:
        if self._missing:
            words = tr("This needs the library Pillow, which is not installed. To install it: {command}")
            return fill(words, {"command": self._missing})
        if count < 2:
            return tr("The last move comes after the first one.")
        if count * wish.width_px * self._height(wish.width_px, wish.coordinates) > MOST_PIXELS:
            return tr("That is too much for one file. Choose fewer moves or a smaller width.")
        return ""

    def _do_save(self) -> None:
        wish = self.wish
        self.accept()
        self._save(wish)


class Progress(Patient):
    """How far something is that takes a while. `stopped` once somebody has enough of it."""

    def __init__(self, theme: Theme, words: str, most: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("progress")
        self.setWindowTitle(words)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.stopped = False
        body = column(theme, self, gap="m", margin="xl")
        self._words = label(words, "strong")
        theme.scale(self._words.setMinimumWidth, 24)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, most)
        self._bar.setAccessibleName(words)
        self._bar.setTextVisible(False)
        cancel = Button(theme, tr("Cancel"))
        cancel.setObjectName("cancel")
        cancel.clicked.connect(self.reject)
        line = row(theme)
        line.addStretch(1)
        line.addWidget(cancel)
        body.addWidget(self._words)
        body.addWidget(self._bar)
        body.addLayout(line)

    def show_done(self, count: int) -> None:
        """So much of it is done."""
        if self.is_there:
            self._bar.setValue(count)

    def reject(self) -> None:
        self.stopped = True
        super().reject()
