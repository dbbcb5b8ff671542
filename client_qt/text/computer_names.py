"""The names of computer players: records and servers say "level 3", people read "Computer, level 3"."""

from client_qt.text.translation import tr
from netgame.text import fill

LEVELS = (1, 2, 3, 4, 5)
USUAL_LEVEL = 2  # for the first game against the computer


def level_text(level: int) -> str:
    """Return the text in the record of a computer player of that level."""
    return f"level {level}"


def level_of(computer: str) -> int | None:
    """Return the level that a text of a record means; None for another computer player."""
    word, _, number = computer.partition(" ")
    return int(number) if word == "level" and number in map(str, LEVELS) else None


def computer_name(computer: str) -> str:
    """Return the name of a computer player: "Computer, level 3"."""
    level = level_of(computer)
    if level is not None:
        return fill(tr("Computer, level {level}"), {"level": level})
    return fill(tr("Computer, {name}"), {"name": computer})


def name_with_computer(name: str, computer: str) -> str:
    """Return the name of a player, which says of a computer player that it is one."""
    mark = computer_mark(name, computer)
    return f"{name} ({mark})" if mark else name


def computer_mark(name: str, computer: str) -> str:
    """Return what to show beside the name of a computer player; empty for a person, or what the name does not say."""
    mark = computer_name(computer) if computer else ""
    return "" if name == mark else mark.removeprefix(f"{name}, ")


def short_level_words(level: int) -> str:
    """Return a level in few words."""
    if level == LEVELS[0]:
        return tr("Level 1, the weakest")
    if level == LEVELS[-1]:
        return tr("Level 5, the strongest")
    return fill(tr("Level {level}"), {"level": level})


def level_words(level: int) -> str:
    """Return a level with its strength in words."""
    strength = (
        tr("a child beats it"), tr("for beginners"), tr("for experienced players"), tr("strong"),
        tr("the strongest"),
    )[level - 1]  # fmt: skip
    return fill(tr("Computer, level {level}: {strength}"), {"level": level, "strength": strength})
