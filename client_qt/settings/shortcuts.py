"""The keys of the actions and of the buttons of games: their defaults and those of the player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

FIXED = (  # keys that the board, lists and fields use
    "Left", "Right", "Up", "Down", "Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", "Home", "End",
    "PgUp", "PgDown", "Return", "Enter", "Ctrl+Return", "Ctrl+Enter", "Space", "Esc", "Tab", "Shift+Tab", "Ctrl+Tab",
    "Del", "Backspace", "1", "3", "7", "9", "F6", "F7", "F10", "Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X",
)  # fmt: skip


@dataclass(frozen=True)
class ShortcutInfo:
    """An action and its default keys, in the notation of `QKeySequence.listFromString`.

    Buttons of different `game`s may have the same keys; their tables are never shown together.
    """

    name: str
    words: str
    group: str
    default: str = ""
    game: str = ""

    @property
    def whole_words(self) -> str:
        """The words, with the title of the game if it is a button of one."""
        return f"{self.group}: {self.words}" if self.game else self.words

    def excludes(self, other: "ShortcutInfo") -> bool:
        """Whether the other one cannot have the same keys."""
        return not (self.game and other.game) or self.game == other.game


def button_shortcut(game: str, pick: str) -> str:
    """Return the name under which the keys of a game's button are stored."""
    return f"{game}.{pick}"


def button_default(pick: str) -> str:
    """Return the default key of a game's button: the pick if it is a letter."""
    return pick.upper() if len(pick) == 1 else ""


def keys_in_effect(infos: Sequence[ShortcutInfo], own: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of each action. A key has one action: the player's choice is stronger than a default."""
    fixed, taken = fixed_keys(), list[tuple[ShortcutInfo, str]]()
    found: dict[str, str] = {}
    for info in sorted(infos, key=lambda info: info.name not in own):
        wanted = _readable(own[info.name]) if info.name in own else None
        others = {key for other, key in taken if info.excludes(other)}
        keys = [key for key in split_keys(info.default if wanted is None else wanted) if key not in fixed | others]
        taken += [(info, key) for key in keys]
        found[info.name] = "; ".join(keys)
    return found


def fixed_keys() -> set[str]:
    """Return the keys that no action can have."""
    return {QKeySequence(keys).toString() for keys in FIXED}


def split_keys(keys: str) -> list[str]:
    """Return the single keys, in the notation of the settings."""
    return [one.toString() for one in QKeySequence.listFromString(keys) if not one.isEmpty()]


def native_keys(keys: str) -> str:
    """Return the keys in the notation of this system, with commas between them."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in split_keys(keys))


def _readable(keys: str) -> str | None:
    """Return a single key from the settings, empty for no key; None if it is not valid."""
    sequence = QKeySequence.fromString(keys)
    if sequence.isEmpty():
        return None if keys else ""
    known = sequence.count() == 1 and sequence[0].key() != Qt.Key.Key_unknown  # type: ignore[index]  # not in the stubs
    return sequence.toString() if known else None
