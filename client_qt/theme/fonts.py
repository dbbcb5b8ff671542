"""Fonts of the client; the fonts of the system replace those that do not load."""

import logging
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from client_qt.theme.tokens import RESOURCES, Tokens

log = logging.getLogger(__name__)

SMALLEST_BASE_PX = 13.0  # some systems report 9 pt at 96 dpi, at which this font is hard to read


class Fonts:
    """Fonts by role, such as `body`, `title` or `caption`, for one size of the body text."""

    def __init__(self, tokens: Tokens, base_px: float) -> None:
        self._type = tokens.type
        self._base_px = base_px
        available = set(QFontDatabase.families())
        self._ui = _families(self._type.ui, available)
        # on Windows each weight is a family
        self._display = _families(("Vollkorn SemiBold", *self._type.display), available)

    def px(self, role: str) -> int:
        """Return the pixel size of a role."""
        return round(self._base_px * self._type.scale.get(role, 1.0))

    def font(self, role: str = "body", weight: str | None = None, display: bool = False) -> QFont:
        """Return a font; `weight` is `body`, `strong` or `heavy`, `display` takes the font of titles."""
        default = "heavy" if role == "clock" else "display" if display else "body"
        result = QFont()
        result.setFamilies(self._display if display else self._ui)
        result.setPixelSize(self.px(role))
        result.setWeight(QFont.Weight(self._type.weight[weight or default]))
        result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return result


@cache
def load_fonts() -> None:
    """Load the packaged fonts into Qt, once; log a font that does not load."""
    for file in sorted((RESOURCES / "fonts").iterdir(), key=lambda item: item.name):
        if file.name.endswith((".otf", ".ttf")) and QFontDatabase.addApplicationFontFromData(file.read_bytes()) < 0:
            log.warning("cannot load the font %s; using a system font", file.name)


def system_px() -> float:
    """Return the pixel size of the system font."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    return max(SMALLEST_BASE_PX, float(QFontInfo(font).pixelSize()))


def _families(wanted: tuple[str, ...], available: set[str]) -> list[str]:
    """Return the families that exist, then the system font, so that Qt does not choose another one."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return [name for name in wanted if name in available] + [system]
