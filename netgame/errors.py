"""The errors of the rules. Each has a sentence that can be shown to a player."""

from netgame.text import Arg, Text


class RulesError(Exception):
    """The rules or a notation do not allow something. `text` is the sentence for players."""

    def __init__(self, text: Text | str, /, **args: Arg) -> None:
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


class IllegalMove(RulesError):
    """The move or roll is not allowed here; the state is unchanged."""


class NotationError(RulesError):
    """The text is not a move, cell or position of this game."""


class OptionError(RulesError):
    """The game has no such option, or the option does not take this value."""
