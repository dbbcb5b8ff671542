"""The logs of tables at one server, as the program of a player has them: their heads, own signatures, and checks.

The program signs each command of its player together with what it has seen of the log, and checks what the server and
both players have signed. `netgame.records.proof` says what that is. The functions for signing and checking are given,
since this package has no cryptography.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from netgame.match.commands import Command, Play
from netgame.match.events import Created, Ended, Event, LegEnded, OfferClosed, Player, Rehosted, Seated
from netgame.match.state import Match
from netgame.records.proof import (
    IsValid,
    ProofError,
    Signatures,
    Statement,
    check_statement,
    command_text,
    command_words,
    head_after,
    origin,
)

ProofState = Literal["none", "signed", "unsigned", "wrong_signature", "wrong_seal", "wrong_origin"]


@dataclass(frozen=True, slots=True)
class LogCheck:
    """The facts that a program knows about the signatures of a log so far.

    `is_signed`: the log names a server and a table, so there may be signatures. `is_foreign`: they are others than
    those that it came from. `wrong` is the first event with a signature that does not hold, 0 without one, and `by` the
    player who should have signed, None for the server. `unsigned` are the first commands of both players without a
    signature, 0 without one.
    """

    is_signed: bool = False
    is_foreign: bool = False
    wrong: int = 0
    by: Player | None = None
    unsigned: tuple[int, int] = (0, 0)

    def state(self, mine: Iterable[Player] = ()) -> ProofState:
        """Return the worst of it in a word. Missing signatures of the players `mine` do not count."""
        if not self.is_signed:
            return "none"
        if self.is_foreign:
            return "wrong_origin"
        if self.wrong:
            return "wrong_seal" if self.by is None else "wrong_signature"
        return "unsigned" if any(self.unsigned[player] for player in {0, 1} - set(mine)) else "signed"


NOT_SIGNED = LogCheck()


class TableLogs:
    """The logs of the tables at one server. `key` is the public key of this player, with which `sign` signs.

    `host` returns the public key with which the server signs logs, `former` those with which it signs older logs.
    """

    def __init__(
        self,
        key: bytes = b"",
        sign: Callable[[bytes], bytes] | None = None,
        host: Callable[[], bytes] = bytes,
        former: Callable[[], Iterable[bytes]] = tuple,
    ) -> None:
        self._key, self._sign, self._host, self._former = key, sign, host, former
        self._logs: dict[str, _TableLog] = {}

    def follow(self, table: str, events: Iterable[Event]) -> None:
        """Take notice of the events of a table, in order; known ones may come again. Event 1 begins the log again."""
        for event in events:
            if isinstance(event, Created):
                self._logs[table] = _TableLog()
            log = self._logs.setdefault(table, _TableLog())
            heads = log.signatures.heads
            if event.number < len(heads):
                if head_after(heads[event.number - 1], event) == heads[event.number]:
                    continue
                del heads[event.number :]
            if event.number == len(heads):
                log.follow(event, self._origins(table) if isinstance(event, Created | Rehosted) else frozenset())

    def heads(self, table: str) -> Sequence[bytes]:
        """Return the heads of a log by the number of its last event."""
        log = self._logs.get(table)
        return log.signatures.heads if log is not None else (b"",)

    def begun_at(self, table: str) -> str:
        """Return the origin of the first host of a match, which stays when other hosts continue it; "" without one.

        A log that names another host than the one that shows it has none: it must not pass for a match elsewhere.
        """
        log = self._logs.get(table)
        return log.begun_at if log is not None and not log.found.is_foreign else ""

    def forget(self, table: str) -> None:
        """Forget the log of a table."""
        self._logs.pop(table, None)

    def signature(self, table: str, match: Match, player: Player, command: Command) -> dict[str, Any]:
        """Return the fields `seen` and `signature` for the message of a command; only `seen` for an unsigned move.

        Other unsigned commands have none. A command is signed if the log says that this player has this key, and names
        the server that it came from: otherwise the signature might be used elsewhere. A move is to be in the notation
        of the rules page, and a take-back to name the move.
        """
        log = self._logs.get(table)
        fields = {"seen": match.number} if isinstance(command, Play) else {}  # offers that come later stay open
        if log is None or not log.found.is_signed or log.found.is_foreign:
            return fields
        head = log.signatures.heads[match.number]
        return fields | self._signed(match.origin, match.number, head, match.seats[player], command)

    def signature_as_text(
        self, table: str, log: Sequence[Event], seat: Seated | None, command: Command
    ) -> dict[str, Any]:
        """Return the same for a player on that seat of a match that this program cannot follow by its rules."""
        origins = [event.origin for event in log if isinstance(event, Created | Rehosted)]
        if not origins or origins[-1] not in self._origins(table):
            return {}
        head = b""
        for event in log:
            head = head_after(head, event)
        return self._signed(origins[-1], log[-1].number, head, seat, command)

    def _origins(self, table: str) -> frozenset[str]:
        """Return what a log of that table may name as its origin if it comes from this server."""
        return frozenset(origin(key, table) for key in (self._host(), *self._former()))

    def _signed(self, origin: str, seen: int, head: bytes, seat: Seated | None, command: Command) -> dict[str, Any]:
        words = command_words(command)
        if self._sign is None or seat is None or seat.key != self._key or not words:
            return {}
        return {"seen": seen, "signature": self._sign(command_text(origin, seen, head, words))}

    def check(self, table: str, is_valid: IsValid, most: int) -> LogCheck:
        """Check at most so many signatures that were not checked yet, and return what is known of the log."""
        log = self._logs.get(table)
        if log is None:
            return NOT_SIGNED
        log.check(is_valid, most)
        return log.found

    def is_checked(self, table: str) -> bool:
        """Return whether all signatures of a log were checked."""
        log = self._logs.get(table)
        return log is None or not log.open


class _TableLog:
    """One log, what is known of it, and the signatures that are not checked yet."""

    def __init__(self) -> None:
        self.signatures = Signatures()
        self.begun_at = ""
        self.found = NOT_SIGNED
        self.open: deque[Statement] = deque()
        self._gave_up: tuple[Player, int] | None = None  # an unsigned resignation of a leg, perhaps of the match

    def follow(self, event: Event, origins: frozenset[str]) -> None:
        """Take notice of the next event; one that begins the log or changes the host has to name one of `origins`."""
        signatures = self.signatures
        author, statement = signatures.author(event), signatures.of_player(event)
        signatures.follow(event)
        match event:
            case Created():
                self.begun_at = event.origin
                self.found = LogCheck(is_signed=bool(event.origin), is_foreign=event.origin not in {"", *origins})
            case Rehosted():
                self.found = replace(self.found, is_foreign=event.origin not in origins)
            case Seated(player=player):
                self._note_unsigned(player, 0)
        if self._gave_up is not None and not (isinstance(event, OfferClosed) and event.outcome == "lapsed"):
            player, number = self._gave_up
            if not (isinstance(event, Ended) and author == player):  # that has the signature for both
                self._note_unsigned(player, number)
            self._gave_up = None
        if author is not None and statement is None:
            if isinstance(event, LegEnded):
                self._gave_up = author, event.number
            else:
                self._note_unsigned(author, event.number)
        if not self.found.wrong:
            self.open += filter(None, (statement, signatures.of_host(event)))

    def check(self, is_valid: IsValid, most: int) -> None:
        """Check at most so many signatures."""
        for _ in range(min(most, len(self.open))):
            statement = self.open.popleft()
            try:
                check_statement(statement, self.signatures.origin, is_valid)
            except ProofError:
                self.found = replace(self.found, wrong=statement.number, by=statement.signer)
                self.open.clear()
                return

    def _note_unsigned(self, player: Player, number: int) -> None:
        """Note the first command of a player without a signature; 0 for a new player."""
        first, second = self.found.unsigned
        known = second if player else first
        if not known or not number:
            unsigned = (first, number) if player else (number, second)
            self.found = replace(self.found, unsigned=unsigned)
