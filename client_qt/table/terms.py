"""What is agreed about a table besides its game: time, absence, who may sit down and who may look on."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from client_qt.table.clocks import control_words, policy_words
from client_qt.text.rules_text import tr
from netgame.errors import RulesError
from netgame.match.absence import read_absence
from netgame.match.time_control import read_control
from netgame.text import Text
from protocol.messages import Access

Problem = Literal["clock", "code"]
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for each other when they are read out
CODE_LETTERS = 6


@dataclass(frozen=True)
class Terms:
    """Notations as in the event `created`. `alternate`: the other side than in the own last match of this game."""

    clock: str = "none"
    absence: str = "forfeit 300"
    alternate: bool = False
    rated: bool = False
    access: Access = "open"
    code: str = ""
    spectators: bool = True
    spectator_chat: bool = False
    delay: int = 0

    def agreed(self) -> dict[str, Any]:
        """The fields of the message `MakeTable`."""
        return {
            "clock": self.clock,
            "absence": self.absence,
            "alternate": self.alternate,
            "rated": self.rated,
            "access": self.access,
            "code": self.code if self.access == "code" else "",
            "spectators": self.spectators,
            "spectator_chat": self.spectators and self.spectator_chat,
            "delay": self.delay if self.spectators else 0,
        }

    def problem(self) -> tuple[Problem, Text] | None:
        """What is wrong with it, and where."""
        try:
            read_control(self.clock)
            read_absence(self.absence)
        except RulesError as error:
            return "clock", error.text
        if self.access == "code" and not self.code.strip():
            return "code", Text("a code has at least one letter or digit")
        return None

    def rows(self) -> list[tuple[str, str]]:
        """In words, for who reads what was chosen."""
        if self.problem() is not None:
            return []
        access = {
            "open": tr("everybody"),
            "code": tr("players with the code"),
            "invited": tr("invited players"),
        }
        rows = [(tr("Clock"), control_words(read_control(self.clock)))]
        if self.absence != "wait":
            rows.append((tr("If a player leaves"), policy_words(self.absence)))
        if self.access != "open":
            rows.append((tr("Who may join"), access[self.access]))
        if not self.spectators:
            rows.append((tr("Spectators"), tr("none")))
        return rows

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Terms":
        """From the settings; what is not as it should be is as usual there."""
        usual = cls()
        kept = {
            name: plain[name]
            for name in ("clock", "absence", "alternate", "access", "spectators", "spectator_chat", "delay")
            if type(plain.get(name)) is type(getattr(usual, name))
        }
        terms = cls(**kept)
        if terms.access not in ("open", "code", "invited") or not 0 <= terms.delay <= 3600:
            return usual
        code = "bad" if terms.access == "code" else ""  # a code is made anew each time
        return terms if cls(**{**kept, "code": code}).problem() is None else usual

    def plain(self) -> dict[str, Any]:
        """What is kept for the next time: all but the code, and whether it is rated."""
        kept = self.agreed()
        for name in ("code", "rated"):
            del kept[name]
        return kept


def new_code() -> str:
    """A code that one can say over the table."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
