"""The keys of the actions and of the buttons of games: their defaults and those of the player."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

FIXED = (  # keys that the board, lists and fields use
    "Left", "Right", "Up", "Down", "Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", "Home", "End",
    "PgUp", "PgDown", "Return", "Enter", "Ctrl+Return", "Ctrl+Enter", "Space", "Esc", "Tab", "Shift+Tab", "Ctrl+Tab",
    "Del", "Backspace", "1", "3", "7", "9", "F6", "F7", "F10", "Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X",
)  # fmt: skip
MAC_FIXED = ("Ctrl+H", "Ctrl+M", "Ctrl+Shift+Q")  # of macOS: hide, minimise, log out

_LATIN = "qwertyuiopasdfghjklzxcvbnm/"
# what the same keys write on keyboards without Latin letters; a blank where it is no letter of their own
_LAYOUTS = (
    "йцукенгшщзфывапролдячсмить.",  # Russian
    "йцукенгшщзфівапролдячсмить.",  # Ukrainian
    "йцукенгшўзфывапролдячсмить.",  # Belarusian
    "  ερτυθιοπασδφγηξκλζχψωβνμ ",  # Greek
    "  קראטוןםפשדגכעיחלךזסבהנמצ.",  # Hebrew
)

# the letters by the places of their keys: scan codes of Windows, which are less by 8 than the codes of X11 and Wayland
_PLACES = {
    first + number: letter
    for first, letters in ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"), (53, "/"))
    for number, letter in enumerate(letters)
}


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


def fixed_keys(system: str = sys.platform) -> set[str]:
    """Return the keys that no action can have."""
    fixed = (*FIXED, *MAC_FIXED) if system == "darwin" else FIXED
    return {QKeySequence(keys).toString() for keys in fixed}


def split_keys(keys: str) -> list[str]:
    """Return the single keys, in the notation of the settings."""
    return [one.toString() for one in QKeySequence.listFromString(keys) if not one.isEmpty()]


def sequences(keys: str, taken: Iterable[str] = ()) -> list[QKeySequence]:
    """Return the sequences of an action: its keys, and for single letters and `/` what the same keys write on keyboards
    without Latin letters, unless another action has those: `taken` are the keys of all actions."""
    found = QKeySequence.listFromString(keys)
    others = {one for several in taken for one in split_keys(several)}
    for key in split_keys(keys):
        shift, letter = ("Shift+", key[6:]) if key.startswith("Shift+") else ("", key)
        if len(letter) == 1 and (at := _LATIN.find(letter.lower())) >= 0:
            same = dict.fromkeys(shift + layout[at].upper() for layout in _LAYOUTS if layout[at] != " ")
            found += [QKeySequence(one) for one in same if one not in others]
    return found


def latin_sequence(event: QKeyEvent, system: str = sys.platform) -> QKeySequence | None:
    """Return what a key that writes no Latin letter is on a Latin keyboard, by its place; None for all other keys.

    Some systems give a key two meanings, its own and that on another keyboard of the user. Qt then finds two sequences
    of one action and carries out none. On macOS the place is not known.
    """
    letter = _PLACES.get(event.nativeScanCode() - (0 if system == "win32" else 8))
    is_point = event.key() == Qt.Key.Key_Period and letter == "/"  # of Russian and Hebrew keyboards
    if letter is None or not (is_point or 0x80 <= event.key() < Qt.Key.Key_Escape):
        return None
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return QKeySequence(QKeyCombination(modifiers, Qt.Key(ord(letter))))


def meant_sequence(event: QKeyEvent, keys: Iterable[str]) -> QKeySequence | None:
    """Return what a key that writes no Latin letter means: itself if it is among these keys of actions, otherwise what
    it is on a Latin keyboard; None for all other keys."""
    own = QKeySequence(event.keyCombination())
    latin = latin_sequence(event)
    return own if latin is not None and any(own.toString() in split_keys(one) for one in keys) else latin


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
