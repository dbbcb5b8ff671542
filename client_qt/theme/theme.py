"""The look at run time: the chosen colours, text size, fonts and drawings."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MethodType
from typing import Any, Literal, cast

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from client_qt.settings.preferences import BoardChoice, PieceSet, Preferences, UiChoice
from client_qt.theme.drawings import Drawings, source
from client_qt.theme.focus_ring import FocusRings
from client_qt.theme.fonts import Fonts, load_fonts, system_px
from client_qt.theme.style_sheet import palette_of, style_sheet, whole_px
from client_qt.theme.tokens import BoardColours, Motion, UiColours, tokens

UiName = Literal["light", "dark", "contrast", "contrast_dark"]
BoardName = Literal["wood", "slate", "paper", "contrast"]

BOARD_OF_UI: dict[UiName, BoardName] = {
    "light": "wood", "dark": "slate", "contrast": "contrast", "contrast_dark": "slate",
}  # fmt: skip
SYSTEM_DEFAULT = -1  # ms between two blinks of the text cursor
PIECE_SETS: tuple[PieceSet, ...] = ("usual", "strong", "grey")
Length = float | Literal["xs", "s", "m", "l", "xl", "xxl"]  # in em, or the name of a gap


@dataclass(frozen=True)
class Look:
    """The choices of the user."""

    ui: UiChoice = "system"
    board: BoardChoice = "auto"
    pieces: PieceSet = "usual"
    reduced_motion: bool = False
    zoom: float = 1.0  # of the text


class _Lengths(QObject):
    """Sets lengths of its parent in pixels of the text size."""

    def __init__(self, theme: "Theme", owner: QObject, setter: str, ems: tuple[float, ...]) -> None:
        super().__init__(owner)
        self._theme, self._setter, self._ems = theme, setter, ems
        theme.rescaled.connect(self._set)
        self._set()

    def _set(self) -> None:
        # `parent`, because Qt for Python may invalidate the object that was the parent's wrapper at first
        getattr(self.parent(), self._setter)(*map(self._theme.px, self._ems))


class _IconEngine(QIconEngine):
    """Draws an icon in the colours that the theme has at that moment; a part at the right of a square is left empty."""

    def __init__(self, theme: "Theme", name: str, colour: str) -> None:
        super().__init__()
        self._theme, self._name, self._colour = theme, name, colour

    def clone(self) -> QIconEngine:
        return _IconEngine(self._theme, self._name, self._colour)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.drawPixmap(rect, self.pixmap(rect.size() * painter.device().devicePixelRatio(), mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, _state: QIcon.State) -> QPixmap:
        if size.isEmpty():
            return QPixmap()
        colour = self._theme.ui.pale if mode == QIcon.Mode.Disabled else self._theme.colour(self._colour)
        return self._theme.drawings.icon(self._name, size.height(), colour, room=size.width() - size.height())


class Theme(QObject):
    """The colours, fonts and drawings of the application.

    Widgets get the theme when they are made, ask it while they paint, and repaint on `changed`. The interface follows
    the system unless the user chooses a look; the board follows the interface unless the user chooses a board.
    """

    changed = Signal()
    rescaled = Signal()  # the text size changed; emitted before `changed`

    def __init__(
        self, app: QApplication, *, base_px: float | None = None, system: Callable[[], UiName] | None = None
    ) -> None:
        super().__init__(app)
        load_fonts()
        app.setStyle("Fusion")
        self.tokens = tokens()
        self.drawings = Drawings(self.tokens)
        self._app = app
        self._system = system or system_ui
        self._base_px = base_px or system_px()
        self.look = Look()
        self.system_reduces_motion = False
        self._controls = QTemporaryDir()
        self._applied: tuple[UiName, float] | None = None
        self._rings = FocusRings(self, app)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._update)
        if hasattr(hints, "accessibility"):  # Qt 6.10
            hints.accessibility().contrastPreferenceChanged.connect(self._update)
        self._update()

    def apply(self, preferences: Preferences, ui: UiChoice | None = None) -> None:
        """Show the preferences; `ui` replaces the chosen look."""
        by_system = preferences.motion == "system"
        reduced = self.system_reduces_motion if by_system else preferences.motion == "reduced"
        self.choose(
            ui=ui or preferences.ui,
            board=preferences.board,
            pieces=preferences.pieces,
            reduced_motion=reduced,
            zoom=preferences.text_scale,
        )
        self._app.setCursorFlashTime(0 if reduced else SYSTEM_DEFAULT)  # the text cursor blinks as well

    def choose(self, **choices: Any) -> None:
        """Change some fields of the `Look`, and show it at once."""
        before, self.look = self.look, replace(self.look, **choices)
        if "ui" in choices:
            _set_system_scheme(self.look.ui)
        if not self._update() and self.look != before:
            self.changed.emit()

    def _update(self) -> bool:
        """Restyle the application if its colours or text size changed; return whether they did."""
        em_before, wanted = self._applied and self._applied[1], (self.ui_name, self.em)
        if self._applied == wanted:
            return False
        self._applied = wanted
        self._fonts = Fonts(self.tokens, self.em)
        sheet = style_sheet(self.ui, self._fonts, self.em, self._control_file)
        self._app.setStyleSheet("")  # else Qt styles each widget again for the palette, the font and the sheet
        self._app.setPalette(palette_of(self.ui))
        self._app.setFont(self.font())
        if em_before != self.em:
            self.rescaled.emit()
        self._app.setStyleSheet(sheet)
        self.changed.emit()
        return True

    def _control_file(self, name: str, colour: QColor) -> str:
        """Write a drawing to a file, because style sheets take nothing else."""
        if not Path(self._controls.path()).is_dir():  # systems remove old folders for temporary files
            self._controls.setAutoRemove(False)
            self._controls = QTemporaryDir()
        path = Path(self._controls.filePath(f"{name}-{colour.name()[1:]}.svg"))
        if not path.exists():
            text = source("controls", name).replace(self.tokens.icon_recolour, colour.name())
            path.write_text(text, encoding="utf-8")
        return path.as_posix()

    @property
    def ui_name(self) -> UiName:
        """The colours of the interface in use."""
        return self._system() if self.look.ui == "system" else self.look.ui

    @property
    def ui(self) -> UiColours:
        return self.tokens.ui[self.ui_name]

    def colour(self, name: str) -> QColor:
        """Return a colour of the interface by its name in the tokens."""
        return cast(QColor, getattr(self.ui, name))

    @property
    def board_name(self) -> BoardName:
        """The board in use."""
        return BOARD_OF_UI[self.ui_name] if self.look.board == "auto" else self.look.board

    @property
    def board(self) -> BoardColours:
        return self.board_of(self.board_name)

    def board_with(self, shape: str) -> BoardColours:
        """Return the colours of a board by the shape of its cells: hexagons are on paper by default."""
        on_paper = shape == "hexagon" and self.look.board == "auto" and self.ui_name == "light"
        return self.board_of("paper" if on_paper else self.board_name)

    def board_made_of(self, material: str) -> BoardColours:
        """Return the colours for a picture of a board with a default material, which only the light look has."""
        by_material = self.look.board == "auto" and self.ui_name == "light"
        known = by_material and material in ("wood", "slate", "paper")
        return self.board_of(cast(BoardName, material) if known else self.board_name)

    def board_of(self, name: BoardName) -> BoardColours:
        """Return the colours of a board, with the chosen set of pieces."""
        return replace(self.tokens.board[name], pieces=self.tokens.pieces_on(name, self.look.pieces))

    @property
    def em(self) -> float:
        """The pixel size of body text; all lengths are multiples of it."""
        return self._base_px * min(3.0, max(0.75, self.look.zoom))

    def px(self, ems: float) -> int:
        """Return a length in whole pixels, at least one where it is positive."""
        return whole_px(ems * self.em)

    def scale(self, set_lengths: Callable[..., object], *lengths: Length) -> None:
        """Call a setter of a Qt object with lengths in pixels: now, and whenever the text size changes.

        Example: `theme.scale(picture.setFixedSize, 3.7, 3.5)`
        """
        method = cast(MethodType, set_lengths)
        ems = tuple(self.tokens.space[length] if isinstance(length, str) else length for length in lengths)
        _Lengths(self, cast(QObject, method.__self__), method.__name__, ems)

    def in_drawing(self, px: int) -> float:
        """Convert pixels to those of the design, which has the default text size; smaller text changes nothing."""
        return px / max(1.0, self.em / self.tokens.type.base_px)

    def is_narrow(self, width_px: int) -> bool:
        """Tell whether a window or page of that width gets the tight layout."""
        return self.in_drawing(width_px) < self.tokens.layout.tabs_under_px

    def font(self, role: str = "body", weight: str | None = None, *, display: bool = False) -> QFont:
        """Return the font of a role: body, caption, small, lead, title, display, clock."""
        return self._fonts.font(role, weight, display)

    @property
    def motion(self) -> Motion:
        """Durations of animations; all zero with reduced motion."""
        return Motion(*(0 for _ in fields(Motion))) if self.look.reduced_motion else self.tokens.motion

    def pixmap(self, name: str, ems: float | None = None, colour: str = "ink", dpr: float = 1.0) -> QPixmap:
        """Return an icon as a pixmap."""
        size = self.em * (self.tokens.control.icon if ems is None else ems)
        return self.drawings.icon(name, size, self.colour(colour), dpr)

    def icon(self, name: str, colour: str = "ink") -> QIcon:
        """Make an icon that follows the theme."""
        return QIcon(_IconEngine(self, name, colour))


def system_ui() -> UiName:
    """Return the look that the system asks for; light where it has no preference."""
    hints = QGuiApplication.styleHints()
    dark = hints.colorScheme() == Qt.ColorScheme.Dark
    if hasattr(hints, "accessibility"):  # Qt 6.10
        high = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        if high:
            return "contrast_dark" if dark else "contrast"
    return "dark" if dark else "light"


def _set_system_scheme(ui: UiChoice) -> None:
    """Set the colours of the title bar and of system dialogs."""
    scheme = {"light": Qt.ColorScheme.Light, "contrast": Qt.ColorScheme.Light}.get(ui, Qt.ColorScheme.Dark)
    QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Unknown if ui == "system" else scheme)
