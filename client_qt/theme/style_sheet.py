"""The look in the terms of Qt: the style sheet from `resources/style.qss`, and the palette."""

import re
from collections.abc import Callable
from functools import cache

from PySide6.QtGui import QColor, QPalette

from client_qt.theme.colour import css
from client_qt.theme.fonts import Fonts
from client_qt.theme.tokens import RESOURCES, UiColours

DrawControl = Callable[[str, QColor], str]  # writes a drawing of svg/controls in a colour, returns the path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_EM = re.compile(r"(-?\d+(?:\.\d+)?)em\b")
_NAME = re.compile(r"\$(\w+)")
_CONTROL = re.compile(r"control\((\w+), (\w+)\)")
_LARGE_TEXT = {"px_tile": 1.5, "px_page": 2.14, "px_wordmark": 2.86}  # em


def style_sheet(ui: UiColours, fonts: Fonts, em: float, draw_control: DrawControl) -> str:
    """Fill the style sheet with colours, lengths in pixels, fonts and drawings."""
    words = {f"px_{role}": f"{fonts.px(role)}px" for role in ("caption", "small", "lead", "title", "clock")}
    words |= {name: f"{whole_px(ems * em)}px" for name, ems in _LARGE_TEXT.items()}
    words["body"] = ", ".join(f'"{name}"' for name in fonts.font().families())
    words["display"] = ", ".join(f'"{name}"' for name in fonts.font("title", display=True).families())
    text = _CONTROL.sub(lambda m: f'url("{draw_control(m[1], getattr(ui, m[2]))}")', _template())
    text = _EM.sub(lambda m: f"{whole_px(float(m[1]) * em)}px", text)
    return _NAME.sub(lambda m: words[m[1]] if m[1] in words else css(getattr(ui, m[1])), text)


def whole_px(length: float) -> int:
    """Round a length to whole pixels, to at least one where it is positive."""
    return max(1, round(length)) if length > 0 else round(length)


@cache
def _template() -> str:
    return _COMMENT.sub("", (RESOURCES / "style.qss").read_text(encoding="utf-8"))


def palette_of(ui: UiColours) -> QPalette:
    """Make the palette for widgets and system dialogs that the style sheet does not reach."""
    role = QPalette.ColorRole
    colours = {
        role.Window: ui.window, role.WindowText: ui.ink, role.Base: ui.raised, role.AlternateBase: ui.surface,
        role.Text: ui.ink, role.PlaceholderText: ui.ink_muted, role.Button: ui.raised, role.ButtonText: ui.ink,
        role.BrightText: ui.danger, role.Highlight: ui.accent, role.HighlightedText: ui.accent_ink,
        role.Accent: ui.accent, role.Link: ui.accent, role.LinkVisited: ui.accent, role.ToolTipBase: ui.raised,
        role.ToolTipText: ui.ink, role.Light: ui.raised, role.Midlight: ui.surface, role.Mid: ui.line,
        role.Dark: ui.line_strong, role.Shadow: ui.ink_muted,
    }  # fmt: skip
    palette = QPalette()
    for one, colour in colours.items():
        palette.setColor(one, colour)
    for one in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        palette.setColor(QPalette.ColorGroup.Disabled, one, ui.pale)
    return palette
