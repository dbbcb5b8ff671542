"""Colours: reading, mixing and writing."""

from PySide6.QtGui import QColor


def colour(text: str) -> QColor:
    """Read `#RRGGBB` or `#RRGGBBAA`; Qt expects the alpha first."""
    value = QColor(text[:7])
    if not value.isValid() or len(text) not in (7, 9):
        raise ValueError(f"{text!r} is not a colour")
    if len(text) == 9:
        value.setAlpha(int(text[7:], 16))
    return value


def with_alpha(value: QColor, alpha: float) -> QColor:
    """Return the colour with an opacity."""
    result = QColor(value)
    result.setAlphaF(alpha)
    return result


def mix(start: QColor, end: QColor, share: float) -> QColor:
    """Return a colour between two: `share` 0 is the start, 1 the end."""
    parts = ((start.red(), end.red()), (start.green(), end.green()), (start.blue(), end.blue()))
    red, green, blue = (round(a + (b - a) * share) for a, b in parts)
    return QColor(red, green, blue)


def is_light(value: QColor) -> bool:
    """Tell whether a dark drawing is readable on the colour."""
    return 0.299 * value.red() + 0.587 * value.green() + 0.114 * value.blue() > 140


def css(value: QColor) -> str:
    """Write the colour for a style sheet."""
    if value.alpha() == 255:
        return value.name()
    return f"rgba({value.red()}, {value.green()}, {value.blue()}, {value.alphaF():.3f})"
