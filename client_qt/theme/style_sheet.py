"""The style sheet: `resources/style.qss` with colours, lengths and drawings filled in."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache

from PySide6.QtGui import QColor

from client_qt.theme.colour import css, mix
from client_qt.theme.fonts import Fonts
from client_qt.theme.tokens import RESOURCES, UiColours

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_EM = re.compile(r"(-?\d+(?:\.\d+)?)em\b")
_NAME = re.compile(r"\$(\w+)")
_CONTROL = re.compile(r"control\((\w+), (\w+)\)")

DrawControl = Callable[[str, QColor], str]  # a drawing of svg/controls in that colour, as a path for url()


@cache
def _template() -> str:
    return _COMMENT.sub("", (RESOURCES / "style.qss").read_text(encoding="utf-8"))


def style_sheet(ui: UiColours, fonts: Fonts, em: float, draw_control: DrawControl) -> str:
    """The sheet for these colours and this text size. `KeyError` where it uses a name that the look does not have."""
    colours = sheet_colours(ui)
    words = {name: css(value) for name, value in colours.items()} | _font_words(fonts)
    text = _CONTROL.sub(lambda m: f'url("{draw_control(m[1], colours[m[2]])}")', _template())
    text = _EM.sub(lambda m: f"{_pixels(float(m[1]) * em)}px", text)
    return _NAME.sub(lambda m: words[m[1]], text)


def sheet_colours(ui: UiColours) -> Mapping[str, QColor]:
    """The colours of the interface by name, with the two that follow from others."""
    named = {item.name: getattr(ui, item.name) for item in fields(ui)}
    return named | {"pale": pale(ui), "hover": mix(ui.surface, ui.sunken, 0.6)}


def pale(ui: UiColours) -> QColor:
    """What is there but cannot be used now."""
    return mix(ui.ink_muted, ui.window, 0.35)


def _pixels(length: float) -> int:
    """Whole pixels, and never none where something was asked for."""
    if length == 0:
        return 0
    return max(1, round(length)) if length > 0 else round(length)


def _font_words(fonts: Fonts) -> dict[str, str]:
    sizes = {f"px_{role}": f"{fonts.px(role)}px" for role in ("caption", "small", "lead", "title", "clock")}
    display = ", ".join(f'"{name}"' for name in fonts.font("title", display=True).families())
    base = fonts.px("body")
    large = {"px_door": 1.5, "px_page": 2.14, "px_wordmark": 2.86}  # of titles, in em
    return sizes | {name: f"{round(base * ems)}px" for name, ems in large.items()} | {"display": display}
