"""The preferences of the player."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

UiChoice = Literal["system", "light", "dark", "contrast", "contrast_dark"]
BoardChoice = Literal["auto", "wood", "slate", "paper", "contrast"]
PieceSet = Literal["usual", "strong", "grey"]
MotionChoice = Literal["system", "full", "reduced"]
Confirm = Literal["compound", "always", "never"]
Crosshair = Literal["large", "always", "never"]
OnClose = Literal["ask", "stop", "background"]
TEXT_SCALES = 0.75, 2.0
VOLUMES = 0, 100
LONGEST_KEYS = 60  # characters, such as of "Ctrl+Shift+F"
MAX_ENGINES = 20
MAX_WORDS, MAX_WORD = 20, 4096  # of a command
Word = Annotated[str, Meta(min_length=1, max_length=MAX_WORD)]


@dataclass(frozen=True)
class OwnEngine:
    """A computer player that the user added: its name, and the words of its command. One word may be a Python file."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_WORD)]
    command: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=MAX_WORDS)]


@dataclass(frozen=True)
class Preferences:
    """Each default is the first of its choices."""

    ui: UiChoice = "system"
    board: BoardChoice = "auto"
    pieces: PieceSet = "usual"
    text_scale: Annotated[float, Meta(ge=TEXT_SCALES[0], le=TEXT_SCALES[1])] = 1.0
    motion: MotionChoice = "system"
    confirm: Confirm = "compound"
    legal: bool = True  # dots on the cells where a turn can continue
    premoves: bool = True  # a turn can be chosen while the other side is to move
    threats: bool = True  # marks on threatened stones
    coordinates: bool = True
    turning: bool = False  # the board of a local game turns to the player to move
    crosshair: Crosshair = "large"  # "large": on boards with many cells
    sound: bool = True
    volume: Annotated[int, Meta(ge=VOLUMES[0], le=VOLUMES[1])] = 50
    notify: bool = True  # desktop messages while the window is not in front
    friends: bool = True  # a note when a player whom this one follows comes online
    stay_in_tray: bool = False  # after the window is closed
    language: Annotated[str, Meta(max_length=20)] = ""  # a code like "de"; "" is the language of the system
    shortcuts: Mapping[str, Annotated[str, Meta(max_length=LONGEST_KEYS)]] = field(default_factory=dict)
    """The keys of actions that differ from the defaults, by the name of the action; "" is no key."""

    engines: Annotated[tuple[OwnEngine, ...], Meta(max_length=MAX_ENGINES)] = ()
    adviser: Annotated[str, Meta(max_length=MAX_WORD)] = ""  # the engine for hints and analyses; "" is the built-in one
    on_close: OnClose = "ask"  # the window is closed while a hosted game continues
