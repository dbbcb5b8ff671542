"""What a picture of the board is to be like: its form, its width, with or without coordinates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QWidget

from client_qt.board.export import LEAST_PX, MOST_PX
from client_qt.text.rules_text import tr
from client_qt.theme import Button, SpinBox, Theme, label
from client_qt.widgets.layouts import column, row
from netgame.text import fill

PictureForm = Literal["png", "svg"]


@dataclass(frozen=True)
class PictureWish:
    """What was chosen."""

    form: PictureForm = "png"
    width_px: int = 1200
    coordinates: bool = True


class PictureDialog(QDialog):
    """`save` and `copy` get the wish; `height` tells how high a picture of some width is."""

    def __init__(
        self,
        theme: Theme,
        wish: PictureWish,
        height: Callable[[int, bool], int],
        save: Callable[[PictureWish], None],
        copy: Callable[[PictureWish], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("ask_picture")
        self.setWindowTitle(tr("Picture of the board"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._height, self._save, self._copy = height, save, copy
        self._make_fields(theme, wish)
        body = column(theme, self, gap="s", margin="xl")
        heading = label(tr("Picture of the board"), "heading")
        theme.scale(heading.setMinimumWidth, 28)
        body.addWidget(heading)
        for field, words in ((self.form, tr("Form")), (self.across, tr("Width in pixels"))):
            field.setAccessibleName(words)
            body.addWidget(label(words, "small", "muted"))
            body.addWidget(field)
        body.addWidget(self._size)
        body.addWidget(self.coordinates)
        body.addLayout(self._buttons(theme))
        self.across.valueChanged.connect(self._show_size)
        self.coordinates.toggled.connect(self._show_size)
        self.form.currentIndexChanged.connect(self._show_size)
        self._show_size()

    @property
    def wish(self) -> PictureWish:
        """As it is filled in now."""
        return PictureWish(self.form.currentData(), self.across.value(), self.coordinates.isChecked())

    # ---- inside

    def _make_fields(self, theme: Theme, wish: PictureWish) -> None:
        self.form = QComboBox(self)
        self.form.setObjectName("picture_form")
        self.form.addItem(tr("PNG: pixels, for everywhere"), "png")
        self.form.addItem(tr("SVG: shapes, sharp at any size"), "svg")
        self.form.setCurrentIndex(self.form.findData(wish.form))
        self.across = SpinBox(theme, self)
        self.across.setObjectName("picture_width")
        self.across.setRange(LEAST_PX, MOST_PX)
        self.across.setSingleStep(100)
        self.across.setValue(wish.width_px)
        self.coordinates = QCheckBox(tr("With coordinates"), self)
        self.coordinates.setObjectName("picture_coordinates")
        self.coordinates.setChecked(wish.coordinates)
        self._size = label("", "small", "muted")

    def _buttons(self, theme: Theme):  # type: ignore[no-untyped-def]
        buttons = row(theme, gap="m")
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        self._copy_button = Button(theme, tr("Copy"), "copy")
        save = Button(theme, tr("Save ..."), "save", "primary")
        for button, name, then in (
            (cancel, "cancel", self.reject), (self._copy_button, "picture_copy", self._do_copy),
            (save, "picture_save", self._do_save),
        ):  # fmt: skip
            button.setObjectName(name)
            button.clicked.connect(then)
            button.setAutoDefault(button is save)
            buttons.addWidget(button)
            if button is cancel:
                buttons.addStretch(1)
        save.setDefault(True)
        return buttons

    def _show_size(self) -> None:
        wish = self.wish
        words = {"width": wish.width_px, "height": self._height(wish.width_px, wish.coordinates)}
        self._size.setText(fill(tr("{width} times {height} pixels"), words))
        self._copy_button.setEnabled(wish.form == "png")

    def _do_save(self) -> None:
        wish = self.wish
        self.accept()
        self._save(wish)

    def _do_copy(self) -> None:
        wish = self.wish
        self.accept()
        self._copy(wish)
