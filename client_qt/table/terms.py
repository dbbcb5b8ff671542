"""The terms of a table besides its game: clock, absence, access and spectators."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from msgspec import ValidationError, convert

from client_qt.text.clock_words import control_words, policy_words
from client_qt.text.term_words import hints_words
from client_qt.text.translation import tr
from netgame.errors import RulesError
from netgame.match.absence import read_absence
from netgame.match.events import Created, Player
from netgame.match.state import other
from netgame.match.time_control import read_control
from netgame.text import Text
from protocol.messages import MIN_CODE, Access, GameTerms
from protocol.texts import normalized_code

Problem = Literal["clock", "code"]
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without similar ones
CODE_LETTERS = 6
AGREED = ("clock", "absence", "rated", "hints", "spectators", "spectator_chat")  # fields of `Terms` and `GameTerms`


@dataclass(frozen=True)
class Terms:
    """Notations and names of the event `created`. `alternate`: the other side than in the last match of this game."""

    clock: str = "none"
    absence: str = "forfeit 300"
    alternate: bool = False
    rated: bool = False
    rated_computers: bool = False
    hints: bool = True
    access: Access = "open"
    code: str = ""
    spectators: bool = True
    spectator_chat: bool = False
    delay: int = 0

    def agreed(self) -> dict[str, Any]:
        """Return the fields of the message `MakeTable`."""
        agreed = asdict(self)
        if self.access != "code":
            agreed["code"] = ""
        if not self.spectators:
            agreed |= {"spectator_chat": False, "delay": 0}
        return agreed

    def problem(self) -> tuple[Problem, Text] | None:
        """Return the first invalid field and the reason."""
        try:
            read_control(self.clock)
            read_absence(self.absence)
        except RulesError as error:
            return "clock", error.text
        if self.access == "code" and len(normalized_code(self.code)) < MIN_CODE:
            return "code", Text("a code has at least {least} letters or digits", {"least": MIN_CODE})
        return None

    def rows(self) -> list[tuple[str, str]]:
        """Return the terms as labelled texts."""
        if self.problem() is not None:
            return []
        access = {"code": tr("players with the code"), "invited": tr("invited players")}
        rows = [(tr("Clock"), control_words(read_control(self.clock)))]
        if self.absence != "wait":
            rows.append((tr("If a player leaves"), policy_words(self.absence)))
        rows.append((tr("Hints"), hints_words(self.hints, self.rated)))
        if self.access != "open":
            rows.append((tr("Who may join"), access[self.access]))
        if not self.spectators:
            rows.append((tr("Spectators"), tr("none")))
        return rows

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Terms":
        """Read the terms from the settings; invalid values become defaults."""
        usual = cls()
        kept = {
            name: plain[name]
            for name in ("clock", "absence", "alternate", "hints", "access", "spectators", "spectator_chat", "delay")
            if type(plain.get(name)) is type(getattr(usual, name))
        }
        terms = cls(**kept)
        if terms.access not in ("open", "code", "invited") or not 0 <= terms.delay <= 3600:
            return usual
        code = "any code" if terms.access == "code" else ""  # each table gets a new code
        return terms if cls(**{**kept, "code": code}).problem() is None else usual

    def plain(self) -> dict[str, Any]:
        """Return what the settings keep: all but the code and what concerns ratings."""
        kept = self.agreed().items()
        return {name: value for name, value in kept if name not in ("code", "rated", "rated_computers")}


def allows_hints(created: Created) -> bool:
    """Return whether players may ask the computer for moves during the match."""
    return created.hints and not created.rated


def same_terms(created: Created, me: Player) -> GameTerms:
    """Return the terms of a game for a challenge by its player `me`: with the sides swapped, from the usual start."""
    agreed = {name: getattr(created, name) for name in AGREED}
    return GameTerms(game=created.game, options=dict(created.options), player=other(me), **agreed)


def read_terms(plain: Mapping[str, Any]) -> GameTerms | None:
    """Read the terms of a game from the settings; None if they are not valid."""
    try:
        return convert(plain, GameTerms)
    except ValidationError:
        return None


def new_code() -> str:
    """Return a random code that is easy to say."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
