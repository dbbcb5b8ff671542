"""The look as data: `resources/tokens.toml` and the `pieces.toml` of each game, read once and typed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

from PySide6.QtGui import QColor

from client_qt.theme.colour import colour
from netgame.games import GAMES

RESOURCES: Traversable = files("client_qt") / "resources"


@dataclass(frozen=True)
class UiColours:
    """Colours of everything round the board."""

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


@dataclass(frozen=True)
class BoardColours:
    """One board theme, with the colours that the pieces have on it."""

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
class Space:
    """Gaps, in em."""

    unit: float
    xs: float
    s: float
    m: float
    l: float  # noqa: E741  # as the tokens name it
    xl: float
    xxl: float


@dataclass(frozen=True)
class Radius:
    """Corner radii: in em, of the board in cells."""

    control: float
    card: float
    chip: float
    board_cells: float


@dataclass(frozen=True)
class ControlSizes:
    """Sizes of controls, in em."""

    height: float
    height_primary: float
    icon: float
    icon_toolbar: float
    focus_ring: float
    focus_gap: float
    touch_min: float
    hairline: float


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
    """How a kind of piece is drawn that fills its cell and joins with its neighbours; an empty text is none."""

    kind: str
    sign: Literal["", "dot", "stroke"] = ""  # what tells the owner in each cell
    path: str = ""  # the colour of a line over it
    hatch: Literal["", "falling", "rising"] = ""
    corners: Literal["", "round", "cut"] = ""
    keep: Literal["", "round", "square"] = ""  # the cell stands out of its block in that shape
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
    """Fonts: families to try in order, sizes relative to the base, weights."""

    ui: tuple[str, ...]
    display: tuple[str, ...]
    base_px: float
    scale: Mapping[str, float]
    weight: Mapping[str, int]
    line_height: float


@dataclass(frozen=True)
class Motion:
    """Durations in milliseconds."""

    place: int
    move: int
    capture: int
    dice: int
    hover: int
    panel: int
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
    toolbar_text_over_px: int
    wide_board_over: float
    tall_board_under: float
    board_min_share: float
    text_column_max: float


@dataclass(frozen=True)
class Tokens:
    """The whole look."""

    icon_recolour: str
    piece_recolour: Mapping[str, str]
    ui: Mapping[str, UiColours]
    board: Mapping[str, BoardColours]
    piece_sets: Mapping[str, Mapping[str, Mapping[str, QColor]]]  # by set and board
    ground: Mapping[str, Ground]
    detail: Mapping[str, float]  # by kind: the contrast of its inner drawing, where it is not the usual one
    space: Space
    radius: Radius
    control: ControlSizes
    cell: CellSizes
    type: TypeScale
    motion: Motion
    layout: Layout

    def pieces_on(self, board: str, piece_set: str) -> Mapping[str, QColor]:
        """The colours of pieces on a board; those of a set go before the usual ones."""
        usual = self.board[board].pieces
        return {**usual, **self.piece_sets[piece_set][board]} if piece_set in self.piece_sets else usual


def piece_folders() -> list[Traversable]:
    """The folders with drawings and colours of pieces: what games share, then what belongs to one game."""
    packages = ("netgame.games.shared", *(game.__module__.rpartition(".")[0] for game in GAMES.values()))
    return [folder for package in packages if (folder := files(package) / "pieces").is_dir()]


@cache
def tokens() -> Tokens:
    """The look that ships with the client, with the pieces of every game."""
    sources = (RESOURCES / "tokens.toml", *(folder / "pieces.toml" for folder in piece_folders()))
    return read_tokens(*(file.read_text(encoding="utf-8") for file in sources))


def read_tokens(*texts: str) -> Tokens:
    """The tokens of TOML texts, whose tables are joined; `KeyError`, `ValueError` or `TypeError` where something is
    missing or wrong."""
    raw: dict[str, Any] = {}
    for text in texts:
        _join(raw, tomllib.loads(text))
    return Tokens(
        icon_recolour=raw["meta"]["icon_recolour"],
        piece_recolour=raw["meta"]["piece_recolour"],
        ui={name: UiColours(**_colours(table)) for name, table in raw["ui"].items()},
        board={name: _board(name, table, raw["pieces"]) for name, table in raw["board"].items()},
        piece_sets={
            name: {board: _pieces(board, table) for board in raw["board"]} for name, table in raw["piece_sets"].items()
        },
        ground={kind: Ground(kind, **table) for kind, table in raw.get("ground", {}).items()},
        detail=raw.get("detail", {}),
        space=_typed(Space, raw["space"]),
        radius=_typed(Radius, raw["radius"]),
        control=_typed(ControlSizes, raw["control"]),
        cell=_typed(CellSizes, raw["cell"]),
        type=_typed(TypeScale, raw["type"]),
        motion=_typed(Motion, raw["motion"]),
        layout=_typed(Layout, raw["layout"]),
    )


def _join(table: dict[str, Any], more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            _join(table.setdefault(name, {}), value)
        else:
            table[name] = value


def _colours(table: Mapping[str, Any]) -> dict[str, QColor]:
    return {name: colour(value) for name, value in table.items() if isinstance(value, str)}


def _board(name: str, table: Mapping[str, Any], pieces: Mapping[str, Any]) -> BoardColours:
    return BoardColours(name=name, grain=table["grain"], pieces=_pieces(name, pieces), **_colours(table))


def _pieces(board: str, table: Mapping[str, Any]) -> dict[str, QColor]:
    """The colours of pieces: some boards have their own."""
    return {**_colours(table), **_colours(table.get("on", {}).get(board, {}))}


_Part = TypeVar("_Part")


def _typed(part: type[_Part], table: Mapping[str, Any]) -> _Part:
    """The fields of one table that the client uses; other values are ignored."""
    values = {item.name: table[item.name] for item in fields(part)}  # type: ignore[arg-type]  # every part is a dataclass
    return part(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
