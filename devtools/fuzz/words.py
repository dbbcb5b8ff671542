"""Values for fields with a meaning: words that games, clocks and accounts know, and others."""

from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from netgame.game import ToMove
from netgame.games import GAMES
from netgame.options import variants

TEXTS = (
    "", " ", "a", "Eve", "0", "null", "-1", "\x00", "\n\r\t", "\x1b[31mred\x1b[0m", "{x}", "{0.__class__}", "%s%n",
    "../..", "'; DROP TABLE events; --", "\u202eevil", "\ufdfa" * 18, "e\u0301" * 40, "\U0001f469\u200d\U0001f692" * 9,
    "\ufeff",    "\u200b" * 20, "I\u0130\u0131i", "\u1e9e\u00df", "\ufffd", "\U0010ffff", "Z\u0351\u036b\u0343" * 30,
    "event=x remote=y",
)  # fmt: skip
CLOCKS = ("none", "fischer 300+5", "sudden 1", "sudden 600", "bronstein 300+5", "byoyomi 60+3x30", "move 60", "days 3")
ABSENCES = ("wait", "forfeit 10", "forfeit 60", "adjourn 60")
OFFERS = ("take_back", "pause", "more_time", "count", "abort", "adjourn", "draw")
PASSWORDS = ("", "a", "correct horse battery", "x" * 128, "p\u00e4ssw\u00f6rd \U0001f511")
MOST_KNOWN = 200


@dataclass
class World:
    """State of the server as far as attackers know it: tables, accounts, legal moves."""

    tables: list[str] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moves = _first_moves()
        self.options: list[dict[str, Any]] = [options for game in GAMES.values() for options in variants(game).values()]

    def learn(self, known: list[str], name: str) -> None:
        """Remember a value, and forget another one if there are many. The first ones stay: they belong to the normal
        players."""
        if name and name not in known:
            if len(known) >= MOST_KNOWN:
                del known[MOST_KNOWN // 2]
            known.append(name)

    def word(self, name: str, rng: Random) -> Any:
        """Return a sensible value for a field of that name, or None if any value of its type will do."""
        match name:
            case "table":
                return rng.choice(self.tables) if self.tables and rng.random() < 0.9 else "nowhere"
            case "account":
                return rng.choice(self.accounts) if self.accounts else "nobody"
            case "key":
                return self._key(rng)
            case "game":
                return rng.choice(list(GAMES))
            case "options":
                return dict(rng.choice(self.options))
            case "move":
                return rng.choice(self.moves)
            case "clock":
                return rng.choice(CLOCKS)
            case "absence":
                return rng.choice(ABSENCES)
            case "kind":
                return rng.choice(OFFERS)
            case "password" | "old" | "new":
                return rng.choice(PASSWORDS)
            case "after" | "position" | "offer" | "to" | "device" | "report" | "before" | "nonce":
                return None if name == "position" and rng.random() < 0.5 else rng.choice((0, 1, 2, 3, 4, 7, 30))
        return None

    def good_table(self, rng: Random) -> dict[str, Any]:
        """Return valid arguments of `make_table`; random ones would hardly ever be valid."""
        game = rng.choice(list(GAMES))
        body: dict[str, Any] = {
            "key": rng.randbytes(16),
            "game": game,
            "options": dict(rng.choice(list(variants(GAMES[game]).values()))),
            "title": f"come and play {rng.randrange(100)}" if rng.random() < 0.7 else "\u4e2d" * 60,
            "clock": rng.choice(CLOCKS),
            "absence": rng.choice(ABSENCES),
            "spectators": True,
            "spectator_chat": rng.random() < 0.5,
            "ready": rng.random() < 0.8,
        }
        return body if rng.random() < 0.8 else {**body, "access": "code", "code": "1234"}

    def _key(self, rng: Random) -> bytes:
        """Return a key, mostly a fresh one, sometimes a used one."""
        if self.keys and rng.random() < 0.1:
            return rng.choice(self.keys)
        key = rng.randbytes(16)
        self.keys = [*self.keys[-50:], key]
        return key


def _first_moves() -> list[str]:
    found = ["", "a1", "pass", "a1-a2", "resign"]
    for kind in GAMES.values():
        game: Any = kind()
        state = game.start()
        if isinstance(game.turn(state), ToMove):
            found += [game.format(state, move) for move in islice(game.moves(state), 8)]
    return found
