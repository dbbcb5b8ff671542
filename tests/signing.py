"""A table by script whose players and hosts sign, as the programs and the server do."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from devtools.harness.games.match_helpers import NAMES, TALLY, TableByScript, created
from netgame.match import HOST, Refused, act
from netgame.match.commands import Command, Rehost, Resume, Sit
from netgame.match.events import Created, Event, Player, Proof
from netgame.match.evolve import replay
from netgame.match.state import Games
from netgame.records.proof import checkpoint, command_text, command_words, head_after, origin, signed

PLAYERS: tuple[Player, Player] = (0, 1)


def key(name: str) -> Ed25519PrivateKey:
    """Return the key of that name."""
    return Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())


def public(name: str) -> bytes:
    return key(name).public_key().public_bytes_raw()


def host_origin(host: str, table: str = "t1") -> str:
    """Return the origin of a table at the host with that name."""
    return origin(public(host), table)


class SignedTable(TableByScript):
    """Ann (player 0) and Bob (player 1) at the host with the key `host`. `signs`: which players sign."""

    def __init__(self, first: Created, host: str = "old", dice: tuple[int, ...] = (), games: Games = TALLY) -> None:
        super().__init__(replace(first, origin=host_origin(host)), games, dice)
        self.host = host
        self.signs: set[Player] = set(PLAYERS)
        self.before_signing: Callable[[Player], int] = lambda _by: len(self.log)  # how many events that player has seen

    def ask(self, command: Command, by: Player | None) -> tuple[Event, ...] | Refused:
        done = act(self.match, command, by, self.now, self.roll)
        if isinstance(done, Refused):
            return done
        events, self.match = done
        if by in self.signs and command_words(command):
            seen = self.before_signing(by)
            text = command_text(self.match.origin, seen, head(self.log[:seen]), command_words(command))
            events = signed(events, command, Proof(seen=seen, signature=key(NAMES[by].lower()).sign(text)))
        self.log += events
        assert replay(self.log, self.games) == self.match
        return events

    def seal(self) -> None:
        """Let the host sign the log up to now."""
        last = self.log[-1]
        seal = key(self.host).sign(checkpoint(self.match.origin, last.number, head(self.log)))
        self.log[-1] = replace(last, proof=replace(last.proof or Proof(), seal=seal))

    def rehost(self, host: str = "new", table: str = "t2") -> None:
        """Let another host continue the match; its seats are free."""
        self.host = host
        self.do(Rehost(host_origin(host, table)), HOST)

    def sit(self, player: Player, who: str = "") -> tuple[Event, ...]:
        name = who or NAMES[player].lower()
        return self.do(Sit(player, f"{name}@{self.host}", NAMES[player], key=public(name)), HOST)

    def resume(self) -> None:
        """Let both players sit at the new host, and go on."""
        for player in PLAYERS:
            self.sit(player)
        self.do(Resume(), HOST)


def head(log: list[Event]) -> bytes:
    """Return the head of a log."""
    found = b""
    for event in log:
        found = head_after(found, event)
    return found


def signed_table(*moves: str, **options: object) -> SignedTable:
    """Return a table of Tally without a die, at which these moves were made."""
    table = SignedTable(created(**{"dice": False, "length": 20, **options}))  # type: ignore[arg-type]
    for player in PLAYERS:
        table.sit(player)
    table.play(*moves)
    return table
