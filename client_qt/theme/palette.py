"""The palette of the window system in our colours, for what no style sheet reaches."""

from PySide6.QtGui import QColor, QPalette

from client_qt.theme.colour import mix
from client_qt.theme.tokens import UiColours

_Role = QPalette.ColorRole


def palette_of(ui: UiColours) -> QPalette:
    """A complete palette for the colours of one interface."""
    palette = QPalette()
    for role, value in _roles(ui).items():
        palette.setColor(role, value)
    pale = mix(ui.ink_muted, ui.window, 0.35)
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.PlaceholderText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, pale)
    return palette


def _roles(ui: UiColours) -> dict[QPalette.ColorRole, QColor]:
    return {
        _Role.Window: ui.window,
        _Role.WindowText: ui.ink,
        _Role.Base: ui.raised,
        _Role.AlternateBase: ui.surface,
        _Role.Text: ui.ink,
        _Role.PlaceholderText: ui.ink_muted,
        _Role.Button: ui.raised,
        _Role.ButtonText: ui.ink,
        _Role.BrightText: ui.danger,
        _Role.Highlight: ui.accent,
        _Role.HighlightedText: ui.accent_ink,
        _Role.Accent: ui.accent,
        _Role.Link: ui.accent,
        _Role.LinkVisited: ui.accent,
        _Role.ToolTipBase: ui.raised,
        _Role.ToolTipText: ui.ink,
        _Role.Light: ui.raised,
        _Role.Midlight: ui.surface,
        _Role.Mid: ui.line,
        _Role.Dark: ui.line_strong,
        _Role.Shadow: ui.ink_muted,
    }
