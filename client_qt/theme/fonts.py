"""The fonts of the client: its own where they load, the system's where they do not."""

import logging
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from client_qt.theme.tokens import RESOURCES, Tokens

log = logging.getLogger(__name__)

SMALLEST_BASE_PX = 13.0  # some systems report 9 pt at 96 dpi, where this face is hard to read


class Fonts:
    """Fonts by their role in the text: `body`, `title`, `caption` ... Sizes follow one base, the em."""

    def __init__(self, tokens: Tokens, base_px: float) -> None:
        self._type = tokens.type
        self._base_px = base_px
        available = set(QFontDatabase.families())
        self._ui = _families(self._type.ui, available)
        # Windows knows each weight as a family of its own
        self._display = _families(("Vollkorn SemiBold", *self._type.display), available)

    def px(self, role: str) -> int:
        """The pixel size of a role."""
        return round(self._base_px * self._type.scale.get(role, 1.0))

    def font(self, role: str = "body", weight: str | None = None, display: bool = False) -> QFont:
        """A font; `weight` is a word of the tokens (`body`, `strong`, `heavy`), `display` the book face."""
        result = QFont()
        result.setFamilies(self._display if display else self._ui)
        result.setPixelSize(self.px(role))
        result.setWeight(QFont.Weight(self._type.weight[weight or ("display" if display else "body")]))
        if weight is None and role == "clock":
            result.setWeight(QFont.Weight(self._type.weight["heavy"]))
        result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return result


@cache
def load_fonts() -> None:
    """Make the packaged fonts known to Qt, once; one that does not load is only logged."""
    for file in sorted((RESOURCES / "fonts").iterdir(), key=lambda item: item.name):
        if file.name.endswith((".otf", ".ttf")) and QFontDatabase.addApplicationFontFromData(file.read_bytes()) < 0:
            log.warning("the font %s does not load, the system's is used", file.name)


def system_px() -> float:
    """The pixel size of the system's font for interfaces."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    return max(SMALLEST_BASE_PX, float(QFontInfo(font).pixelSize()))


def _families(wanted: tuple[str, ...], available: set[str]) -> list[str]:
    """Those families that exist, then the system's own, so that Qt need not guess."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return [name for name in wanted if name in available] + [system]
