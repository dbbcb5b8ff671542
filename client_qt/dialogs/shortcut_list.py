"""All that can be done by keys, by group. What the menus offer comes from the menus, what games offer from the games;
only what boards, lists and fields do by themselves is written down here."""

from collections.abc import Iterable
from dataclasses import dataclass

from client_qt.text.rules_text import tr
from netgame.games import GAMES


@dataclass(frozen=True)
class KeyLine:
    """A key, or some of them, and what it does."""

    keys: str
    words: str


@dataclass(frozen=True)
class KeyGroup:
    """Keys that mean something in the same place."""

    title: str
    lines: tuple[KeyLine, ...]


def groups(menus: Iterable[KeyGroup]) -> tuple[KeyGroup, ...]:
    """Everything: the menus' keys, those of a board, those of the games that have some."""
    own = (board_keys(), text_keys(), *game_keys())
    return tuple(group for group in (*menus, *own) if group.lines)


def board_keys() -> KeyGroup:
    """While the keyboard is with the board."""
    return KeyGroup(tr("On the board"), (
        KeyLine(tr("Arrows"), tr("Move the cursor over the cells")),
        KeyLine("7 9 1 3", tr("Move it askew, by the number block")),
        KeyLine(tr("Space"), tr("Choose the cell under the cursor")),
        KeyLine(tr("Enter"), tr("Play the turn where it is complete; choose the cell where it is not")),
        KeyLine(tr("Esc"), tr("Take back what is chosen")),
        KeyLine("U", tr("Take back the last choice")),
        KeyLine("/", tr("Write the move in words")),
        KeyLine("F7", tr("Have a screen reader say how it stands")),
        KeyLine("F6", tr("Go to the answers of a banner")),
        KeyLine(tr("Space and mouse"), tr("Push the board about, where it is larger than its place")),
    ))  # fmt: skip


def text_keys() -> KeyGroup:
    """While the keyboard is with a list or a field."""
    return KeyGroup(tr("In lists and fields"), (
        KeyLine(tr("Tab"), tr("Go on to the next thing that can be used")),
        KeyLine(tr("Left, Right"), tr("Walk through the moves, in their list")),
        KeyLine(tr("Home, End"), tr("Go to the first move, or to the last")),
        KeyLine(tr("Del"), tr("Take a line of other moves out of the list of moves")),
        KeyLine(tr("Ctrl+Enter"), tr("End a comment")),
        KeyLine(tr("Esc"), tr("Leave the field, or the page")),
    ))  # fmt: skip


def game_keys() -> tuple[KeyGroup, ...]:
    """The buttons of games whose picks are single letters."""
    lettered = {
        game.title: {pick: words for pick, words in game.buttons.items() if len(pick) == 1} for game in GAMES.values()
    }  # fmt: skip
    return tuple(
        KeyGroup(title, tuple(KeyLine(pick.upper(), tr(words)) for pick, words in buttons.items()))
        for title, buttons in lettered.items()
    )
