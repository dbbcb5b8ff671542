"""The look of the client: colours, fonts, drawings and the style sheet, from `resources/tokens.toml`."""

from client_qt.settings.preferences import BoardChoice, PieceSet, UiChoice
from client_qt.text.plain import literal, message_text, title_text, without_underline
from client_qt.theme.controls import (
    SELECTABLE,
    Button,
    ComboBox,
    DateTimeEdit,
    DoubleSpinBox,
    Slider,
    SpinBox,
    card,
    chip,
    hairline,
    keycap,
    label,
    markdown,
    restyle,
    show_text,
    used_above,
)
from client_qt.theme.drawings import program_icon
from client_qt.theme.theme import PIECE_SETS, BoardName, Length, Theme, UiName

__all__ = [
    "PIECE_SETS", "SELECTABLE", "BoardChoice", "BoardName", "Button", "ComboBox", "DateTimeEdit", "DoubleSpinBox",
    "Length", "PieceSet", "Slider", "SpinBox", "Theme", "UiChoice", "UiName", "card", "chip", "hairline", "keycap",
    "label", "literal", "markdown", "message_text", "program_icon", "restyle", "show_text", "title_text",
    "used_above", "without_underline",
]  # fmt: skip
