"""Layouts with the spaces of the look, for all pages."""

from typing import Literal

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from client_qt.look import Theme

Gap = Literal["xs", "s", "m", "l", "xl", "xxl"]


def column(theme: Theme, parent: QWidget | None = None, gap: Gap = "m", margin: Gap | None = None) -> QVBoxLayout:
    """A column; with a parent it becomes its layout."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


def row(theme: Theme, parent: QWidget | None = None, gap: Gap = "m", margin: Gap | None = None) -> QHBoxLayout:
    """A row; with a parent it becomes its layout."""
    layout = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


def _space(theme: Theme, layout: QVBoxLayout | QHBoxLayout, gap: Gap, margin: Gap | None) -> None:
    layout.setSpacing(theme.px(getattr(theme.tokens.space, gap)))
    edge = theme.px(getattr(theme.tokens.space, margin)) if margin is not None else 0
    layout.setContentsMargins(edge, edge, edge, edge)


def page(widget: QWidget, ground: Literal["window", "surface"] = "window") -> None:
    """Give a widget the ground of a page."""
    widget.setProperty("page", ground)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def scrolled(inner: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """The widget in a frameless area that scrolls up and down only."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.viewport().setAutoFillBackground(False)
    inner.setProperty("clear", "true")
    area.setWidget(inner)
    return area


class Patient(QDialog):
    """A dialog that waits for answers. One that comes after it was cancelled finds nobody, and breaks nothing."""

    @property
    def is_there(self) -> bool:
        """Whether it is still open: Qt deletes what is closed."""
        return shiboken6.isValid(self)

    def accept(self) -> None:
        if self.is_there:
            super().accept()
