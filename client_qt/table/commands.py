"""A command to a server about a table, from its sending to its end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from netgame.text import Text

CommandState = Literal["sent", "accepted", "refused", "lost"]


@dataclass(eq=False)
class Command:
    """A command of this window. It ends once: accepted, refused, or lost because its session has ended.

    `number` is that of the event that an accepted command caused, 0 without one. `why` is the reason of another end;
    None if this window closed the session itself. `code` is that of a refusal. `ended` is called at the end.
    """

    message: type
    table: str
    fields: dict[str, Any]
    ended: Callable[["Command"], object]
    state: CommandState = "sent"
    number: int = 0
    why: Text | None = None
    code: str = ""

    def accept(self, number: int = 0) -> None:
        self.number = number
        self._end("accepted")

    def refuse(self, why: Text, code: str = "") -> None:
        self.why, self.code = why, code
        self._end("refused")

    def lose(self, why: Text | None = None) -> None:
        self.why = why
        self._end("lost")

    def _end(self, state: CommandState) -> None:
        assert self.state == "sent", "a command ends once"
        self.state = state
        self.ended(self)
