"""The look at work: which colours hold now, and everything a widget asks of them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from client_qt.theme.drawings import Drawings, source
from client_qt.theme.focus_ring import FocusRings
from client_qt.theme.fonts import Fonts, load_fonts, system_px
from client_qt.theme.palette import palette_of
from client_qt.theme.restyling import Dressing, Steps
from client_qt.theme.style_sheet import sheet_colours, style_sheet
from client_qt.theme.text_size import Growth
from client_qt.theme.tokens import BoardColours, Motion, UiColours, tokens

UiName = Literal["light", "dark", "contrast", "contrast_dark"]
UiChoice = Literal["system", "light", "dark", "contrast", "contrast_dark"]
BoardName = Literal["wood", "slate", "paper", "contrast"]
BoardChoice = Literal["auto", "wood", "slate", "paper", "contrast"]
PieceSet = Literal["usual", "strong", "grey"]

BOARD_OF_UI: dict[UiName, BoardName] = {
    "light": "wood", "dark": "slate", "contrast": "contrast", "contrast_dark": "slate",
}  # fmt: skip
UI_CHOICES: tuple[UiChoice, ...] = ("system", "light", "dark", "contrast", "contrast_dark")
BOARD_CHOICES: tuple[BoardChoice, ...] = ("auto", "wood", "slate", "paper", "contrast")
PIECE_SETS: tuple[PieceSet, ...] = ("usual", "strong", "grey")


class HasIcon(Protocol):
    """A button or an action."""

    def setIcon(self, icon: QIcon, /) -> None: ...


class Theme(QObject):
    """The colours, fonts and drawings of one application; `changed` says that anything of it did.

    The interface follows the system live unless it is chosen, the board is chosen apart and follows the interface by
    default. Widgets get the theme when they are made, ask it while painting and repaint on `changed`.
    """

    changed = Signal()

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
        self._zoom = 1.0
        self._ui_choice: UiChoice = "system"
        self._board_choice: BoardChoice = "auto"
        self._pieces: PieceSet = "usual"
        self._still = False
        self._icons: list[tuple[HasIcon, str, str, float]] = []
        self._controls = QTemporaryDir()
        self._dressing, self._growth = Dressing(app), Growth()
        self._made: dict[tuple[object, ...], QIcon] = {}  # icons in the colours of now
        self._dressed: tuple[UiName, float] = "light", 0.0
        self._rings = FocusRings(self, app)
        self._follow_system()
        self._apply()

    # ---- what holds now
    @property
    def ui_name(self) -> UiName:
        """The colours of the interface in use."""
        return self._system() if self._ui_choice == "system" else self._ui_choice

    @property
    def board_name(self) -> BoardName:
        """The board in use."""
        return BOARD_OF_UI[self.ui_name] if self._board_choice == "auto" else self._board_choice

    @property
    def piece_set(self) -> PieceSet:
        """The colours of the pieces in use."""
        return self._pieces

    @property
    def ui(self) -> UiColours:
        """The colours of everything round the board."""
        return self.tokens.ui[self.ui_name]

    @property
    def board(self) -> BoardColours:
        """The colours of the board."""
        return self.board_of(self.board_name)

    def board_with(self, shape: str) -> BoardColours:
        """The colours of a board with cells of that shape: hexagons lie on paper where nothing else is chosen."""
        by_itself = self._board_choice == "auto" and self.ui_name == "light"
        return self.board_of("paper") if by_itself and shape == "hexagon" else self.board

    def board_made_of(self, material: str) -> BoardColours:
        """The colours of a board that is by itself of that material, for pictures: what was chosen, and contrast, go
        before it."""
        by_itself = self._board_choice == "auto" and not self.ui_name.startswith("contrast")
        named = {"wood": "wood", "slate": "slate", "paper": "paper"} if by_itself else {}
        return self.board_of(named.get(material, self.board_name))  # type: ignore[arg-type]

    def board_of(self, name: BoardName) -> BoardColours:
        """The colours of a named board, with the pieces of the set that was asked for."""
        board = self.tokens.board[name]
        return replace(board, pieces=self.tokens.pieces_on(name, self._pieces))

    @property
    def em(self) -> float:
        """The pixel size of body text, the measure of everything."""
        return self._base_px * self._zoom

    def in_drawing(self, px: int) -> float:
        """A length in pixels as it was where the look was drawn: half of it where the text is twice as large. What says
        from which width on something has room is about that."""
        return px / max(1.0, self.em / self.tokens.type.base_px)

    def is_narrow(self, width: int) -> bool:
        """Is a window or page of that width one of those where things stand closer?"""
        return self.in_drawing(width) < self.tokens.layout.tabs_under_px

    @property
    def motion(self) -> Motion:
        """How long things take to move: no time at all with reduced motion."""
        return Motion(0, 0, 0, 0, 0, 0, 0, 0) if self._still else self.tokens.motion

    # ---- choices, applied at once
    def choose(
        self,
        *,
        ui: UiChoice | None = None,
        board: BoardChoice | None = None,
        pieces: PieceSet | None = None,
        reduced_motion: bool | None = None,
        zoom: float | None = None,
    ) -> None:
        """Change what is given and leave the rest; everything on screen follows, a little in each turn of the event
        loop where there is much of it."""
        before = self._choices()
        self._ui_choice = self._ui_choice if ui is None else ui
        self._board_choice = self._board_choice if board is None else board
        self._pieces = self._pieces if pieces is None else pieces
        self._still = self._still if reduced_motion is None else reduced_motion
        self._zoom = self._zoom if zoom is None else min(3.0, max(0.75, zoom))
        if ui is not None:
            _tell_system(ui)
        if self._dressed != (self.ui_name, self.em):
            self._apply()
        elif self._choices() != before:  # boards paint themselves: nothing needs another style
            self.changed.emit()

    def _choices(self) -> tuple[object, ...]:
        return self._ui_choice, self._board_choice, self._pieces, self._still, self._zoom

    @property
    def is_dressing(self) -> bool:
        """Is there something that does not look as chosen yet, in sight or out of it?"""
        return self._dressing.is_busy

    def finish_dressing(self) -> None:
        """Have everything look as chosen now, however long it takes."""
        self._dressing.finish()

    # ---- for widgets
    def px(self, ems: float) -> int:
        """A length in whole pixels, at least one where it is not zero."""
        return max(1, round(ems * self.em)) if ems > 0 else round(ems * self.em)

    def font(self, role: str = "body", weight: str | None = None, *, display: bool = False) -> QFont:
        """The font of a role: body, caption, small, lead, title, display, clock."""
        return self._fonts.font(role, weight, display)

    def colour(self, name: str) -> QColor:
        """A colour of the interface by its name in the tokens; also `pale` and `hover`."""
        return sheet_colours(self.ui)[name]

    def pixmap(self, name: str, ems: float | None = None, colour: str = "ink", dpr: float = 1.0) -> QPixmap:
        """An icon for painting and for labels."""
        size = self.em * (self.tokens.control.icon if ems is None else ems)
        return self.drawings.icon(name, size, self.colour(colour), dpr)

    def icon(self, name: str, colour: str = "ink", gap: float = 0.0) -> QIcon:
        """An icon in the colours of now, sharp on every screen there is; `bind_icon` keeps it up to date. `gap`: room
        at its right, in em: so beside the words of a button, where icons are of one size and no other is drawn."""
        dprs = {1.0} | {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
        key = name, colour, gap, frozenset(dprs)
        if key not in self._made:
            self._made[key] = self._make_icon(name, colour, gap, dprs)
        return self._made[key]

    def _make_icon(self, name: str, colour: str, gap: float, dprs: set[float]) -> QIcon:
        icon, control, room = QIcon(), self.tokens.control, round(self.em * gap)
        sizes = {control.icon} if gap else {control.icon, control.icon_toolbar, 1.7}
        colours = sheet_colours(self.ui)
        for shown, mode in ((colours[colour], QIcon.Mode.Normal), (colours["pale"], QIcon.Mode.Disabled)):
            for ems, dpr in product(sorted(sizes), sorted(dprs)):
                icon.addPixmap(_with_room(self.drawings.icon(name, self.em * ems, shown, dpr), room), mode)
        return icon

    def bind_icon(self, target: HasIcon, name: str, colour: str = "ink", gap: float = 0.0) -> None:
        """Give a button or an action an icon that follows the theme; binding again replaces it."""
        self._icons = [bound for bound in self._icons if bound[0] is not target and isValid(bound[0])]
        target.setIcon(self.icon(name, colour, gap))
        self._icons.append((target, name, colour, gap))

    # ---- following
    def _follow_system(self) -> None:
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        if hasattr(hints, "accessibility"):  # Qt 6.10
            hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        if self._ui_choice == "system":
            self._apply()

    def _apply(self) -> None:
        em, self._dressed = self._dressed[1], (self.ui_name, self.em)
        first = self._growth.steps(em, self.em) if em not in (0.0, self.em) else None
        self._fonts = Fonts(self.tokens, self.em)
        self._made = {}
        self._dressing.begin(self._put_on, self._follow, first)

    def _put_on(self) -> None:
        sheet = style_sheet(self.ui, self._fonts, self.em, self._control_path)
        self._app.setStyleSheet("")  # from none to another Qt asks each widget only once
        self._app.setPalette(palette_of(self.ui))
        self._app.setFont(self.font())
        self._app.setStyleSheet(sheet)

    def _follow(self) -> Steps:
        """What is to be done when the style sheet is on."""
        self._icons = [bound for bound in self._icons if isValid(bound[0])]
        for target, name, colour, gap in list(self._icons):
            if isValid(target):
                target.setIcon(self.icon(name, colour, gap))
            yield False
        yield True
        self.changed.emit()
        yield True

    def _control_path(self, name: str, colour: QColor) -> str:
        """A small drawing as a file: style sheets take nothing else."""
        path = self._controls.filePath(f"{name}-{colour.name()[1:]}.svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source("controls", name).replace(self.tokens.icon_recolour, colour.name()))
        return path


def system_ui() -> UiName:
    """What the system asks for; light where it says nothing."""
    hints = QGuiApplication.styleHints()
    dark = hints.colorScheme() == Qt.ColorScheme.Dark
    if hasattr(hints, "accessibility"):
        high = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        if high:
            return "contrast_dark" if dark else "contrast"
    return "dark" if dark else "light"


def _tell_system(ui: UiChoice) -> None:
    """Let the title bar and the system's own dialogs go with a choice; `system` follows again."""
    scheme = {"light": Qt.ColorScheme.Light, "contrast": Qt.ColorScheme.Light}.get(ui, Qt.ColorScheme.Dark)
    QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Unknown if ui == "system" else scheme)


def _with_room(icon: QPixmap, room: int) -> QPixmap:
    """The same picture with empty pixels at its right."""
    if not room:
        return icon
    dpr = icon.devicePixelRatio()
    wide = QPixmap(icon.width() + round(room * dpr), icon.height())
    wide.setDevicePixelRatio(dpr)
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    painter.drawPixmap(0, 0, icon)
    painter.end()
    return wide
