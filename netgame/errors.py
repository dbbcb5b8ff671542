"""The errors of the rules. Each carries a sentence fit to show to a player."""

from netgame.text import Arg, Text


class RulesError(Exception):
    """Something that the rules, or the forms of their texts, do not allow. `text` says what, for people."""

    def __init__(self, text: Text | str, /, **args: Arg) -> None:
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


class IllegalMove(RulesError):
    """The move or roll is not allowed here; the state is as it was."""


class NotationError(RulesError):
    """The text is no move, cell or position of this game."""


class OptionError(RulesError):
    """A game was asked for with an option it does not have, or with a value the option does not take."""
