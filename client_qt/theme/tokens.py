"""Design tokens: `resources/tokens.toml` and the `pieces.toml` of each game as typed values."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec
from PySide6.QtGui import QColor

from client_qt.theme.colour import colour, mix
from netgame.games import GAMES

RESOURCES: Traversable = files("client_qt") / "resources"


@dataclass(frozen=True)
class UiColours:
    """Colours of everything except the board."""

    window: QColor
    surface: QColor
    raised: QColor
    sunken: QColor
    line: QColor
    line_strong: QColor
    ink: QColor
    ink_muted: QColor
    accent: QColor
    accent_hover: QColor
    accent_ink: QColor
    accent_soft: QColor
    turn: QColor
    turn_frame: QColor
    turn_soft: QColor
    turn_ink: QColor
    danger: QColor
    danger_soft: QColor
    ok: QColor
    focus: QColor
    shadow: QColor

    @property
    def pale(self) -> QColor:
        """Text of disabled controls."""
        return mix(self.ink_muted, self.window, 0.35)

    @property
    def hover(self) -> QColor:
        """Background under the mouse."""
        return mix(self.surface, self.sunken, 0.6)


@dataclass(frozen=True)
class BoardColours:
    """Colours of a board and of the pieces on it."""

    name: str
    cell_a: QColor
    cell_b: QColor
    frame: QColor
    rim: QColor
    line: QColor
    coord: QColor
    outline: QColor
    halo: QColor
    grain: float
    legal: QColor
    last: QColor
    last_fill: QColor
    staged: QColor
    capture: QColor
    cursor: QColor
    spot: QColor
    spot_fill: QColor
    region: QColor
    danger_cell: QColor
    pieces: Mapping[str, QColor]


@dataclass(frozen=True)
class Radius:
    """Corner radii, in em."""

    control: float
    card: float


@dataclass(frozen=True)
class ControlSizes:
    """Sizes of controls, in em."""

    icon: float
    icon_toolbar: float
    focus_ring: float
    focus_gap: float


@dataclass(frozen=True)
class CellSizes:
    """Sizes on the board, in cells unless the name says pixels."""

    piece: float
    piece_hex: float
    outline: float
    line: float
    rim: float
    coord_size: float
    coord_size_hex: float
    coord_min_px: float
    coord_max_px: float
    legal_dot: float
    last_frame: float
    staged_dash: float
    capture_frame: float
    capture_stroke: float
    cursor: float
    path: float
    path_possible: float
    spot_corner: float
    territory: float
    threat_bead: float
    corner: float
    ghost_opacity: float
    captured_opacity: float


@dataclass(frozen=True)
class Ground:
    """How to draw a kind of piece that fills its cell and joins with its neighbours; an empty text means none."""

    kind: str
    sign: Literal["", "dot", "stroke"] = ""  # marks the owner in each cell
    path: str = ""  # the colour of a line over it
    hatch: Literal["", "falling", "rising"] = ""
    corners: Literal["", "round", "cut"] = ""
    keep: Literal["", "round", "square"] = ""  # a shape that sets the cell apart from its block
    block: str = ""  # the kind that names its block; its own by default
    colour: str = ""  # the kind that gives its colour; its own by default

    @property
    def area(self) -> str:
        """Cells of the same area are joined."""
        return self.block or self.kind

    @property
    def fill(self) -> str:
        """The name of its colour among those of the pieces."""
        return self.colour or self.kind


@dataclass(frozen=True)
class TypeScale:
    """Font families in order of preference, sizes relative to the base, and weights."""

    ui: tuple[str, ...]
    display: tuple[str, ...]
    base_px: float
    scale: Mapping[str, float]
    weight: Mapping[str, int]


@dataclass(frozen=True)
class Motion:
    """Durations in milliseconds."""

    place: int
    move: int
    dice: int
    banner: int
    win_path_step: int


@dataclass(frozen=True)
class Layout:
    """Widths in em, in pixels where the name says so."""

    min_window_px: tuple[int, int]
    panel: float
    panel_min: float
    panel_max: float
    rail: float
    tabs_under_px: int
    wide_board_over: float
    tall_board_under: float


@dataclass(frozen=True)
class Tokens:
    """All design tokens."""

    icon_recolour: str
    piece_recolour: Mapping[str, str]
    ui: Mapping[str, UiColours]
    board: Mapping[str, BoardColours]
    piece_sets: Mapping[str, Mapping[str, Mapping[str, QColor]]]  # by set and board
    ground: Mapping[str, Ground]
    detail: Mapping[str, float]  # contrast of the inner drawing by kind, where it differs from the default
    space: Mapping[str, float]  # gaps by name, in em
    radius: Radius
    control: ControlSizes
    cell: CellSizes
    type: TypeScale
    motion: Motion
    layout: Layout

    def pieces_on(self, board: str, piece_set: str) -> Mapping[str, QColor]:
        """Return the colours of the pieces on a board; the colours of the set replace the default ones."""
        usual = self.board[board].pieces
        return {**usual, **self.piece_sets[piece_set][board]} if piece_set in self.piece_sets else usual


def piece_folders() -> list[Traversable]:
    """List the folders with drawings and colours of pieces: the shared one first, then one for each game."""
    packages = ("netgame.games.shared", *(game.__module__.rpartition(".")[0] for game in GAMES.values()))
    return [folder for package in packages if (folder := files(package) / "pieces").is_dir()]


@cache
def tokens() -> Tokens:
    """Read the tokens that ship with the client, with the pieces of every game."""
    sources = (RESOURCES / "tokens.toml", *(folder / "pieces.toml" for folder in piece_folders()))
    return read_tokens(*(file.read_text(encoding="utf-8") for file in sources))


def read_tokens(*texts: str) -> Tokens:
    """Read the joined tables of TOML texts; `KeyError` or `ValueError` where something is missing or wrong."""
    raw: dict[str, Any] = {"ground": {}, "detail": {}}
    for text in texts:
        _join(raw, tomllib.loads(text))
    for name, board in raw["board"].items():
        board |= {"name": name, "pieces": _pieces_on(name, raw["pieces"])}
    raw["piece_sets"] = {
        name: {board: _pieces_on(board, table) for board in raw["board"]} for name, table in raw["piece_sets"].items()
    }
    for kind, ground in raw["ground"].items():
        ground["kind"] = kind
    return msgspec.convert(raw | raw["meta"], Tokens, dec_hook=lambda _type, text: colour(text))


def _join(table: dict[str, Any], more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            _join(table.setdefault(name, {}), value)
        else:
            table[name] = value


def _pieces_on(board: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """Take the colours of pieces for one board: `on.<board>` replaces the colours for all boards."""
    usual = {kind: text for kind, text in table.items() if kind != "on"}
    return {**usual, **table.get("on", {}).get(board, {})}
