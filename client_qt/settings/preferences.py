"""What a player prefers, as one value: the look, how turns are played, sounds, language, what closing does."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from client_qt.theme.theme import BOARD_CHOICES, UI_CHOICES, BoardChoice, UiChoice

Pieces = Literal["usual", "strong", "grey"]
MotionChoice = Literal["system", "full", "reduced"]
Confirm = Literal["compound", "always", "never"]
Crosshair = Literal["large", "always", "never"]
OnClose = Literal["ask", "stop", "background"]
TEXT_SCALES = 0.75, 2.0
VOLUMES = 0, 100


@dataclass(frozen=True)
class Preferences:
    """Each field has its usual value first in `CHOICES`, and no other value than those."""

    ui: UiChoice = "system"
    board: BoardChoice = "auto"
    pieces: Pieces = "usual"
    text_scale: float = 1.0
    motion: MotionChoice = "system"
    confirm: Confirm = "compound"
    legal: bool = True  # dots where a turn may go on
    threats: bool = True  # threatened stones are marked
    coordinates: bool = True
    turning: bool = False  # at one screen the board turns to the player to move
    crosshair: Crosshair = "large"  # "large": on boards with many cells
    sound: bool = True
    volume: int = 70
    notify: bool = True  # messages of the desktop, while somebody looks elsewhere
    language: str = ""  # "" is that of the system; otherwise a code, "de"
    on_close: OnClose = "ask"  # closing while a game is hosted that goes on

    def plain(self) -> dict[str, Any]:
        """As it is written down."""
        return dict(vars(self))


CHOICES: Mapping[str, tuple[str, ...]] = {
    "ui": UI_CHOICES,
    "board": BOARD_CHOICES,
    "pieces": ("usual", "strong", "grey"),
    "motion": ("system", "full", "reduced"),
    "confirm": ("compound", "always", "never"),
    "crosshair": ("large", "always", "never"),
    "on_close": ("ask", "stop", "background"),
}


def read_preferences(plain: Any) -> tuple[Preferences, tuple[str, ...]]:
    """Preferences from plain data, and the names of fields that made no sense: those are as usual. Names that are not
    known are left alone."""
    usual = Preferences()
    if not isinstance(plain, Mapping):
        return usual, ("preferences",)
    given = {field.name: plain[field.name] for field in fields(Preferences) if field.name in plain}
    bad = tuple(name for name, value in given.items() if not _is_allowed(name, value))
    return replace(usual, **{name: value for name, value in given.items() if name not in bad}), bad


def _is_allowed(name: str, value: Any) -> bool:
    if name in CHOICES:
        return isinstance(value, str) and value in CHOICES[name]
    if name == "text_scale":
        return _is_number(value, int | float) and TEXT_SCALES[0] <= value <= TEXT_SCALES[1]
    if name == "volume":
        return _is_number(value, int) and VOLUMES[0] <= value <= VOLUMES[1]
    if name == "language":
        return isinstance(value, str) and len(value) <= 20
    return isinstance(value, bool)


def _is_number(value: Any, kind: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
