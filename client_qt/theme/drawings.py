"""Pieces, dice and icons: SVG drawings as pixmaps in the colours and at the size at which they are shown."""

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from client_qt.theme.colour import is_light, mix
from client_qt.theme.tokens import RESOURCES, BoardColours, Tokens, piece_folders

Folder = Literal["pieces", "dice", "icons", "controls"]

DARK_INK = QColor("#20242A")
WHITE = QColor("#FFFFFF")
HOLE_LIGHT, HOLE_DARK = QColor("#FFFDF6"), QColor("#20272B")
DETAIL_FROM_PX = 14  # on cells of 16 px; the inner drawing would only make smaller pieces grey
CACHE_SIZE = 600  # pixmaps; a window in use needs under 200
PROGRAM_ICON_PX = (16, 24, 32, 48, 64, 128, 256)


@cache
def source(folder: Folder, name: str) -> str:
    """Return the SVG text of a drawing; `KeyError` if there is none."""
    folders = piece_folders() if folder == "pieces" else [RESOURCES / "svg" / folder]
    for place in folders:
        if (file := place / f"{name}.svg").is_file():
            return file.read_text(encoding="utf-8")
    raise KeyError(f"no drawing {folder}/{name}")


def program_icon() -> QIcon:
    """Load the icon of the program, for title bars and task bars."""
    text = (RESOURCES / "svg" / "program.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for side in PROGRAM_ICON_PX:
        icon.addPixmap(_render(text, side, side, 1.0))
    return icon


class Drawings:
    """Renders drawings and caches the pixmaps. Sizes are logical pixels; `dpr` is the pixel ratio of the screen."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._pixmaps: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._drawn_kinds: dict[str, bool] = {}

    def icon(self, name: str, size: float, colour: QColor, dpr: float = 1.0, room: int = 0) -> QPixmap:
        """Return an icon of the interface in one colour, with empty room at its right."""
        return self._drawn("icons", name, size, dpr, {self._tokens.icon_recolour: colour}, room)

    def has_piece(self, kind: str) -> bool:
        """Tell whether a kind of piece has a drawing and a colour."""
        if kind not in self._drawn_kinds:
            found = any((folder / f"{kind}.svg").is_file() for folder in piece_folders())
            self._drawn_kinds[kind] = found and all(kind in board.pieces for board in self._tokens.board.values())
        return self._drawn_kinds[kind]

    def piece(
        self, kind: str, size: float, board: BoardColours, dpr: float = 1.0, outline: QColor | None = None
    ) -> QPixmap:
        """Return a piece in the colours of a board; `outline` replaces its outline on another background."""
        swaps = self._piece_colours(kind, board, outline, size * dpr >= DETAIL_FROM_PX)
        return self._drawn("pieces", kind, size, dpr, swaps)

    def piece_svg(self, kind: str, board: BoardColours) -> str:
        """Return the SVG text of a piece in the colours of a board."""
        return _recoloured(source("pieces", kind), self._piece_colours(kind, board, None, True))

    def _piece_colours(
        self, kind: str, board: BoardColours, outline: QColor | None, detailed: bool
    ) -> dict[str, QColor]:
        fill, edge = board.pieces[kind], outline or board.outline
        detail = fill
        if detailed:
            ink, contrast = (DARK_INK, 0.72) if is_light(fill) else (WHITE, 0.80)
            detail = mix(fill, ink, self._tokens.detail.get(kind, contrast))
        hole = HOLE_DARK if is_light(edge) else HOLE_LIGHT
        return self._recolour({"fill": fill, "ink": edge, "detail": detail, "hole": hole})

    def die(self, face: int, size: float, board: BoardColours, dpr: float = 1.0) -> QPixmap:
        """Return a die that shows a face."""
        pips = board.pieces["die_pip"]
        swaps = {"fill": board.pieces["die"], "ink": pips, "detail": pips, "hole": pips}
        return self._drawn("dice", f"die-{face}", size, dpr, self._recolour(swaps))

    def known(self, key: tuple[object, ...]) -> QPixmap | None:
        """Return the cached pixmap of a key, if there is one."""
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
        return self._pixmaps.get(key)

    def cached(self, key: tuple[object, ...], make: Callable[[], QPixmap]) -> QPixmap:
        """Return the cached pixmap of a key, or make it. The key holds everything that the pixmap depends on."""
        pixmap = self.known(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = make()
            if len(self._pixmaps) > CACHE_SIZE:
                self._pixmaps.popitem(last=False)
        return pixmap

    def _recolour(self, swaps: dict[str, QColor]) -> dict[str, QColor]:
        return {self._tokens.piece_recolour[part]: value for part, value in swaps.items()}

    def _drawn(
        self, folder: Folder, name: str, size: float, dpr: float, swaps: dict[str, QColor], room: int = 0
    ) -> QPixmap:
        side = max(1, round(size * dpr))
        width = side + round(room * dpr)
        key = (folder, name, side, width, dpr, *(value.name() for value in swaps.values()))
        return self.cached(key, lambda: _render(_recoloured(source(folder, name), swaps), side, width, dpr))


def _recoloured(text: str, swaps: dict[str, QColor]) -> str:
    for placeholder, value in swaps.items():
        text = text.replace(placeholder, value.name())
    return text


def _render(text: str, side: int, width: int, dpr: float) -> QPixmap:
    pixmap = QPixmap(width, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap.setDevicePixelRatio(dpr)
    return pixmap
