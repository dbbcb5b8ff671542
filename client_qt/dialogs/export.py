"""Dialogs for saving a picture of the board or a replay as an animation, and its progress."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from client_qt.board.export import LEAST_PX, MOST_PX
from client_qt.dialogs.dialog import Dialog, name_field
from client_qt.records.animation import MOST_PIXELS, AnimationForm, pauses_ms
from client_qt.text.translation import tr
from client_qt.theme import DoubleSpinBox, SpinBox, Theme, label
from client_qt.widgets.fields import CheckBox, ChoiceBox
from netgame.text import fill

ANIMATION_PX = 160, 1600  # smallest and largest width
Height = Callable[[int, bool], int]  # of a picture: from its width, with or without coordinates


@dataclass(frozen=True)
class PictureOptions:
    format: Literal["png", "svg"] = "png"
    width_px: int = 1200
    coordinates: bool = True


@dataclass(frozen=True)
class AnimationOptions:
    """Moves are counted from 1; 0 is the position before the first. `as_played`: each move takes as long as in the
    match, and `pause_ms` is for those whose time is not known."""

    format: AnimationForm = "gif"
    width_px: int = 640
    pause_ms: int = 1000
    as_played: bool = False
    first: int = 0
    last: int = 0
    coordinates: bool = True


class _ExportDialog(Dialog):
    """The fields that both kinds have: format, width, coordinates."""

    save_requested = Signal(object)  # the options

    def __init__(
        self,
        theme: Theme,
        kind: str,
        title: str,
        formats: Mapping[str, str],
        options: PictureOptions | AnimationOptions,
        parent: QWidget,
    ) -> None:
        super().__init__(theme, f"ask_{kind}", title, parent, gap="s" if kind == "picture" else "m")
        self.format, self.across = ChoiceBox("", formats, self), SpinBox(theme, self)
        self.format.set_value(options.format)
        self.across.setRange(*((LEAST_PX, MOST_PX) if kind == "picture" else ANIMATION_PX))
        self.across.setSingleStep(100 if kind == "picture" else 80)
        self.across.setValue(options.width_px)
        self.coordinates = CheckBox(f"{kind}_coordinates", tr("With coordinates"), self)
        self.coordinates.set_value(options.coordinates)
        self.note = label("", "small", "muted", wrap=kind == "animation")
        save = partial(self._finish, self.save_requested)
        self.save = self.button(f"{kind}_save", tr("Save ..."), save, "primary", "save")
        self.save.setDefault(True)
        self.add_heading(title, 28)
        for edited in (self.format.edited, self.across.valueChanged, self.coordinates.edited):
            edited.connect(self._show)

    @property
    def options(self) -> PictureOptions | AnimationOptions:
        raise NotImplementedError

    def _show(self) -> None:
        raise NotImplementedError

    def _finish(self, request: SignalInstance) -> None:
        options = self.options
        self.accept()
        request.emit(options)


class PictureDialog(_ExportDialog):
    copy_requested = Signal(object)  # PictureOptions

    def __init__(self, theme: Theme, options: PictureOptions, height: Height, parent: QWidget) -> None:
        formats = {"png": tr("PNG: pixels, for everywhere"), "svg": tr("SVG: shapes, sharp at any size")}
        super().__init__(theme, "picture", tr("Picture of the board"), formats, options, parent)
        self._height = height
        self.add_field(self.format, "picture_form", tr("Format"))
        self.add_field(self.across, "picture_width", tr("Width in pixels"))
        self.add(self.note, self.coordinates)
        copy = partial(self._finish, self.copy_requested)
        self._copy_button = self.button("picture_copy", tr("Copy"), copy, icon="copy")
        self._copy_button.setAutoDefault(False)
        self.add_buttons([self.cancel_button()], [self._copy_button, self.save])
        self._show()

    @property
    def options(self) -> PictureOptions:
        return PictureOptions(self.format.value(), self.across.value(), self.coordinates.value())

    def _show(self) -> None:
        options = self.options
        size = {"width": options.width_px, "height": self._height(options.width_px, options.coordinates)}
        self.note.setText(fill(tr("{width} times {height} pixels"), size))
        self._copy_button.setEnabled(options.format == "png")


class AnimationDialog(_ExportDialog):
    """`played_ms` has the time of each move, or None."""

    def __init__(
        self,
        theme: Theme,
        options: AnimationOptions,
        played_ms: Sequence[int | None],
        height: Height,
        parent: QWidget,
    ) -> None:
        formats = {"gif": tr("GIF: plays everywhere"), "webp": tr("WebP: smaller, with all colours")}
        super().__init__(theme, "animation", tr("Animated replay"), formats, options, parent)
        self._height, self._played_ms = height, played_ms
        self.first, self.last, self.pause = SpinBox(theme, self), SpinBox(theme, self), DoubleSpinBox(self)
        as_played = {True: tr("As played")} if any(ms is not None for ms in played_ms) else {}
        self.pace = ChoiceBox("", {False: tr("The same for each move"), **as_played}, self)
        self.pace.choose(options.as_played)
        self.pace.edited.connect(self._show)
        for field, value in ((self.first, options.first), (self.last, options.last)):
            field.setRange(0, len(played_ms))
            field.setValue(value)
            field.valueChanged.connect(self._show)
        self.pause.setRange(0.1, 10.0)
        self.pause.setSingleStep(0.1)
        self.pause.setDecimals(1)
        theme.scale(self.pause.lineEdit().setTextMargins, 0.6, 0, 0, 0)
        self.pause.setValue(options.pause_ms / 1000)
        self.pause.valueChanged.connect(self._show)
        grid = QGridLayout()
        theme.scale(grid.setHorizontalSpacing, 1)
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[QWidget, str, str], ...] = (
            (self.format, "animation_form", tr("Format")),
            (self.across, "animation_width", tr("Width in pixels")),
            (self.pace, "animation_pace", tr("Pace")),
            (self.pause, "animation_pause", tr("Seconds a move")),
            (self.first, "animation_first", tr("From move")),
            (self.last, "animation_last", tr("To move")),
        )
        for line, (widget, name, words) in enumerate(rows):
            caption = label(words, "body", "muted")
            name_field(widget, name, caption)
            grid.addWidget(caption, line, 0)
            grid.addWidget(widget, line, 1)
        self.body.addLayout(grid)
        self.add(self.coordinates, self.note, self.error)
        self.add_buttons([self.cancel_button()], [self.save])
        self._show()

    @property
    def options(self) -> AnimationOptions:
        return AnimationOptions(
            self.format.value(),
            self.across.value(),
            round(self.pause.value() * 1000),
            self.pace.value(),
            self.first.value(),
            self.last.value(),
            self.coordinates.value(),
        )

    def _show(self) -> None:
        options = self.options
        count = options.last - options.first + 1
        seconds = sum(pauses_of(options, self._played_ms)) / 1000 if count > 0 else 0
        self.pause.setEnabled(not options.as_played)
        words: dict[str, str | int] = {"count": max(0, count), "seconds": f"{seconds:.0f}"}
        self.note.setText(fill(tr("{count} pictures, {seconds} seconds"), words))
        pixels = count * options.width_px * self._height(options.width_px, options.coordinates)
        problem = ""
        if count < 2:
            problem = tr("The last move must come after the first one.")
        elif pixels > MOST_PIXELS:
            problem = tr("That is too much for one file. Choose fewer moves or a smaller width.")
        self.show_error(problem)
        self.save.setEnabled(not problem)


def pauses_of(options: AnimationOptions, played_ms: Sequence[int | None]) -> list[int]:
    """Return how long each picture is shown."""
    chosen = played_ms[options.first : options.last]
    return pauses_ms(options.pause_ms, chosen if options.as_played else [None] * len(chosen))


class ProgressDialog(Dialog):
    """A bar for work that takes a while; `rejected` means that the user stopped it."""

    def __init__(self, theme: Theme, words: str, maximum: int, parent: QWidget) -> None:
        super().__init__(theme, "progress", words, parent)
        caption = label(words, "strong")
        theme.scale(caption.setMinimumWidth, 24)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, maximum)
        self._bar.setAccessibleName(words)
        self._bar.setTextVisible(False)
        self.add(caption, self._bar)
        self.add_buttons([], [self.button("cancel", tr("Cancel"), self.reject)])

    def show_done(self, count: int) -> None:
        if self.is_open:
            self._bar.setValue(count)
