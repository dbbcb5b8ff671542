"""Colours as the tokens write them."""

from PySide6.QtGui import QColor


def colour(text: str) -> QColor:
    """The colour of `#RRGGBB` or `#RRGGBBAA`; Qt itself would read the alpha first."""
    value = QColor(text[:7])
    if not value.isValid() or len(text) not in (7, 9):
        raise ValueError(f"{text} is no colour")
    if len(text) == 9:
        value.setAlpha(int(text[7:], 16))
    return value


def with_alpha(value: QColor, alpha: float) -> QColor:
    """The same colour at that opacity."""
    result = QColor(value)
    result.setAlphaF(alpha)
    return result


def mix(start: QColor, end: QColor, share: float) -> QColor:
    """A colour between two: `share` 0 is the start, 1 the end."""
    parts = ((start.red(), end.red()), (start.green(), end.green()), (start.blue(), end.blue()))
    red, green, blue = (round(a + (b - a) * share) for a, b in parts)
    return QColor(red, green, blue)


def is_light(value: QColor) -> bool:
    """Whether dark drawing is what can be read on it."""
    return 0.299 * value.red() + 0.587 * value.green() + 0.114 * value.blue() > 140


def css(value: QColor) -> str:
    """The colour as a style sheet writes it."""
    if value.alpha() == 255:
        return value.name()
    return f"rgba({value.red()}, {value.green()}, {value.blue()}, {value.alphaF():.3f})"
