"""The look at work: which colours hold now, and everything a widget asks of them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from types import MethodType
from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal, SignalInstance
from PySide6.QtGui import QAction, QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication

from client_qt.settings.preferences import BoardChoice, PieceSet, UiChoice
from client_qt.theme.drawings import Drawings, source
from client_qt.theme.focus_ring import FocusRings
from client_qt.theme.fonts import Fonts, load_fonts, system_px
from client_qt.theme.palette import palette_of
from client_qt.theme.style_sheet import sheet_colours, style_sheet
from client_qt.theme.tokens import BoardColours, Motion, UiColours, tokens

UiName = Literal["light", "dark", "contrast", "contrast_dark"]
BoardName = Literal["wood", "slate", "paper", "contrast"]

BOARD_OF_UI: dict[UiName, BoardName] = {
    "light": "wood", "dark": "slate", "contrast": "contrast", "contrast_dark": "slate",
}  # fmt: skip
PIECE_SETS: tuple[PieceSet, ...] = ("usual", "strong", "grey")


class _Follower(QObject):
    """Makes a call now and at each emission of a signal, for as long as its parent exists."""

    def __init__(self, parent: QObject, signal: SignalInstance, call: Callable[[], object]) -> None:
        super().__init__(parent)
        self._call = call
        signal.connect(self.repeat)
        self.repeat()

    def repeat(self) -> None:
        self._call()


class _IconFollower(_Follower):
    """Keeps the icon of a button or an action up to date."""


class Theme(QObject):
    """The colours, fonts and drawings of one application; `changed` says that anything of it did.

    The interface follows the system live unless it is chosen, the board is chosen apart and follows the interface by
    default. Widgets get the theme when they are made, ask it while painting and repaint on `changed`.
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
        self._zoom = 1.0
        self._ui_choice: UiChoice = "system"
        self._board_choice: BoardChoice = "auto"
        self._pieces: PieceSet = "usual"
        self._still = False
        self._controls = QTemporaryDir()
        self._icons: dict[tuple[object, ...], QIcon] = {}  # in the current colours and size
        self._applied: tuple[UiName, float] | None = None
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
        """Change what is given and leave the rest; everything on screen follows."""
        before = self._choices()
        self._ui_choice = self._ui_choice if ui is None else ui
        self._board_choice = self._board_choice if board is None else board
        self._pieces = self._pieces if pieces is None else pieces
        self._still = self._still if reduced_motion is None else reduced_motion
        self._zoom = self._zoom if zoom is None else min(3.0, max(0.75, zoom))
        if ui is not None:
            _tell_system(ui)
        if self._applied != (self.ui_name, self.em):
            self._apply()
        elif self._choices() != before:  # boards paint themselves: nothing needs another style
            self.changed.emit()

    def _choices(self) -> tuple[object, ...]:
        return self._ui_choice, self._board_choice, self._pieces, self._still, self._zoom

    # ---- for widgets
    def px(self, ems: float) -> int:
        """A length in whole pixels, at least one where it is not zero."""
        return max(1, round(ems * self.em)) if ems > 0 else round(ems * self.em)

    def scale(self, set_lengths: Callable[..., object], *ems: float) -> None:
        """Call a setter of a Qt object with lengths given in em: now, and whenever the text size changes.

        Example: `theme.scale(picture.setFixedSize, 3.7, 3.5)`
        """
        owner = cast(MethodType, set_lengths).__self__
        _Follower(cast(QObject, owner), self.rescaled, lambda: set_lengths(*map(self.px, ems)))

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
        if key not in self._icons:
            self._icons[key] = self._make_icon(name, colour, gap, dprs)
        return self._icons[key]

    def _make_icon(self, name: str, colour: str, gap: float, dprs: set[float]) -> QIcon:
        icon, control, room = QIcon(), self.tokens.control, round(self.em * gap)
        sizes = {control.icon} if gap else {control.icon, control.icon_toolbar, 1.7}
        colours = sheet_colours(self.ui)
        for shown, mode in ((colours[colour], QIcon.Mode.Normal), (colours["pale"], QIcon.Mode.Disabled)):
            for ems, dpr in product(sorted(sizes), sorted(dprs)):
                icon.addPixmap(_with_room(self.drawings.icon(name, self.em * ems, shown, dpr), room), mode)
        return icon

    def bind_icon(self, target: QAbstractButton | QAction, name: str, colour: str = "ink", gap: float = 0.0) -> None:
        """Give a button or an action an icon that follows the theme; binding again replaces it."""
        for bound in target.findChildren(_IconFollower, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bound.deleteLater()
            bound.setParent(None)
        _IconFollower(target, self.changed, lambda: target.setIcon(self.icon(name, colour, gap)))

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
        em_before, self._applied = self._applied and self._applied[1], (self.ui_name, self.em)
        self._fonts = Fonts(self.tokens, self.em)
        self._icons = {}
        self._app.setStyleSheet("")  # so that Qt styles each widget once, with the new palette, font and sheet
        self._app.setPalette(palette_of(self.ui))
        self._app.setFont(self.font())
        if em_before != self.em:
            self.rescaled.emit()
        self._app.setStyleSheet(style_sheet(self.ui, self._fonts, self.em, self._control_path))
        self.changed.emit()

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
