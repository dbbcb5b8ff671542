"""Heads of logs, the texts that players and hosts sign with Ed25519 (RFC 8032), and what the signatures of a log prove.

The head of a log is one hash over all its events, so a signature for a head is one for everything up to there. A player
signs each command together with the head of the log that they had seen. The host signs heads now and then, and the last
one. docs/developing/proof.md says what follows from that.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from netgame.errors import RulesError
from netgame.match import commands, events
from netgame.match.commands import Command
from netgame.match.events import Created, Event, Offered, Player, Proof, Seated
from netgame.match.offers import MUTUAL
from netgame.match.state import other
from netgame.records.event_lines import write_event
from netgame.records.header import write_created
from netgame.records.lines import read_bytes, write_bytes


def head_after(head: bytes, event: Event) -> bytes:
    """Return the head of a log with one more event; b"" is that of the empty log.

    It is the SHA-256 of the head before and of the line that a record has for the event, with times since 1970. Names
    of players are left out, because the operator of a server may change them, and so are signatures.
    """
    if isinstance(event, Created):
        text = "\n".join(write_created(event))
    else:
        text = write_event(replace(event, name="") if isinstance(event, Seated) else event, 0)
    return sha256(head + text.encode()).digest()


def origin(host: bytes, table: str) -> str:
    """Return what `Created.origin` says of a log of that table at the host with that public key."""
    return f"{write_bytes(host)}/{table}"


def host_of(origin: str) -> bytes:
    """Return the public key of the host in an origin."""
    return read_bytes(origin.partition("/")[0])


# ---- the texts that are signed


def command_text(origin: str, seen: int, head: bytes, words: str) -> bytes:
    """Return what a player signs: a command, and the log that they had seen, up to number `seen` with that head."""
    return f"netgame command 1\n{origin}\n{seen}\n{write_bytes(head)}\n{words}\n".encode()


def checkpoint(origin: str, number: int, head: bytes) -> bytes:
    """Return what a host signs: the log up to that number has that head. It has the form of a checkpoint (tlog)."""
    return f"netgame log {origin}\n{number}\n{b64encode(head).decode()}\n".encode()


def command_words(command: Command) -> str:
    """Return a command of a player as the words that are signed; "" for one that is not signed.

    A link for the dice needs no signature: the tip of its chain has one. A claim to go on another day has none, because
    the log does not say whose it is. A move in another spelling than that of the log, and a take-back without the
    number of the move, lose their signature, see `signed`.
    """
    match command:
        case commands.Play(move=move, link=link):
            return f"move {move} {write_bytes(link)}".rstrip()
        case commands.Commit(tip):
            return f"commit {write_bytes(tip)}"
        case commands.MakeReady():
            return "ready"
        case commands.Resign(match=whole):
            return "resign match" if whole else "resign leg"
        case commands.MakeOffer(kind, to):
            return f"offer {kind}" if to is None else f"offer {kind} {to}"
        case commands.AnswerOffer(offer, accept):
            return f"answer {offer} {'accepted' if accept else 'declined'}"
        case commands.WithdrawOffer(offer):
            return f"withdraw {offer}"
        case commands.Claim("win" | "draw" as what):
            return f"claim {what}"
        case commands.Leave():
            return "leave"
    return ""


def event_words(event: Event, offer: Offered | None = None) -> tuple[str, ...]:
    """Return the words of each command that may have caused an event by itself, see `command_words`.

    `offer` is the one that an `OfferClosed` closes. Without it that may be an offer of any kind.
    """
    match event:
        case events.Moved(move=move, link=link):
            return (f"move {move} {write_bytes(link)}".rstrip(),)
        case events.Committed(tip=tip):
            return (f"commit {write_bytes(tip)}",)
        case events.Ready():
            return ("ready",)
        case events.Offered(kind=kind, to=to):
            return (f"offer {kind}" if to is None else f"offer {kind} {to}",)
        case events.OfferClosed(offer=number, outcome="withdrawn"):
            return (f"withdraw {number}",)
        case events.OfferClosed(offer=number, outcome="declined"):
            return (f"answer {number} declined",)
        case events.OfferClosed(offer=number, outcome="accepted"):
            # to offer what the other player has offered is to accept it
            kinds = MUTUAL if offer is None else MUTUAL & {offer.kind}
            return (f"answer {number} accepted", *(f"offer {kind}" for kind in sorted(kinds)))
        case events.LegEnded(reason="resigned"):
            return ("resign leg",)
        case events.Ended(reason="resigned"):
            return ("resign match",)  # not under the end of the leg: the log may go on after that
        case events.Ended(reason="absent", winner=winner):
            return ("claim draw" if winner is None else "claim win",)
        case events.Ended(reason="left"):
            return ("leave",)
        case events.Ended(reason="aborted", player=player) if player is not None:
            return ("offer abort",)
    return ()


def author_of(event: Event, offers: Mapping[int, Offered]) -> Player | None:
    """Return the player whose command caused an event by itself; None if it was none that is signed.

    `offers` are those before the event, by number: the open ones are enough.
    """
    match event:
        case events.OfferClosed(offer=offer, outcome=outcome) if offer in offers and outcome != "lapsed":
            maker = offers[offer].player
            return maker if outcome == "withdrawn" else other(maker)
        case events.Ended(reason="absent", player=player) if player is not None:
            return other(player)  # `player` was away, and the other one claimed
    author: Player | None = getattr(event, "player", None)
    return author if event_words(event) else None


def signed(batch: tuple[Event, ...], command: Command, proof: Proof) -> tuple[Event, ...]:
    """Return the events of a command with the signature of its player, under the event that the command names.

    Without such an event, for example for a move in another spelling than that of the log, nothing is signed.
    """
    words = command_words(command)
    for place, event in enumerate(batch):
        if words and words in event_words(event):
            return (*batch[:place], replace(event, proof=proof), *batch[place + 1 :])
    return batch


# ---- the signatures of a log


@dataclass(frozen=True, slots=True)
class Statement:
    """A signature under an event: `signer` (None: the host) with that public key has signed one of the `texts`.

    It proves the log up to number `covers`, besides the command. `key` is b"" if the log does not name one: then
    it cannot be checked. Without `in_place` it was given for another event: the player had not seen what the command
    is about, or has signed later commands before, or it is there already.
    """

    number: int
    signer: Player | None
    key: bytes
    signature: bytes
    texts: tuple[bytes, ...]
    covers: int
    in_place: bool = True


class Signatures:
    """Follows a log, and says what each signature under its events must be valid for. The log has to fit the rules."""

    def __init__(self) -> None:
        self.heads = [b""]  # of the log, by the number of its last event
        self.origin = ""
        self.keys = [b"", b""]
        self._offers: dict[int, Offered] = {}
        self._position = 0  # of the board, as in `Match.position`
        self._seated = [0, 0]  # the number of that event
        self._seen = [0, 0]  # by the newest signature of each player
        self._newest: list[set[bytes]] = [set(), set()]  # the signatures of each player with that number

    def of_player(self, event: Event) -> Statement | None:
        """Return the signature of the player under the next event."""
        proof = event.proof
        if proof is None or not proof.signature:
            return None
        player = self.author(event)
        closed = self._offers.get(event.offer) if isinstance(event, events.OfferClosed) else None
        seen, texts, in_place = proof.seen, tuple[bytes, ...](), False
        if player is not None and 0 < seen < len(self.heads):
            texts = tuple(
                command_text(self.origin, seen, self.heads[seen], words) for words in event_words(event, closed)
            )
            is_new = proof.signature not in self._newest[player]
            in_place = is_new and seen >= max(self._seen[player], self._seated[player], self._subject(event))
        key = b"" if player is None else self.keys[player]
        return Statement(event.number, player, key, proof.signature, texts, seen, in_place)

    def follow(self, event: Event) -> None:
        """Take notice of the next event."""
        statement = self.of_player(event)
        self.heads.append(head_after(self.heads[-1], event))
        if statement is not None and statement.signer is not None and statement.in_place:
            newest = self._newest[statement.signer]
            if statement.covers > self._seen[statement.signer]:
                newest.clear()
            self._seen[statement.signer] = statement.covers
            newest.add(statement.signature)
        match event:
            case Created() | events.Rehosted():
                self.origin = event.origin
            case Seated(player=player, key=key):
                self.keys[player], self._seated[player], self._seen[player] = key, event.number, 0
                self._newest[player].clear()
            case Offered():
                self._offers[event.number] = event
            case events.Started() | events.Rolled() | events.Moved() | events.TakenBack():
                self._position = event.number

    def of_host(self, event: Event) -> Statement | None:
        """Return the signature of the host under the last event that was followed."""
        if event.proof is None or not event.proof.seal:
            return None
        key = host_of(self.origin) if self.origin else b""
        text = checkpoint(self.origin, event.number, self.heads[-1])
        return Statement(event.number, None, key, event.proof.seal, (text,), event.number)

    def author(self, event: Event) -> Player | None:
        """Return the player whose command caused the next event, see `author_of`."""
        return author_of(event, self._offers)

    def _subject(self, event: Event) -> int:
        """Return the number of the event that a command is about, so its player must have seen that."""
        match event:
            case events.Moved():
                return self._position
            case events.OfferClosed(offer=offer):
                # an offer that crosses another one names none
                return 0 if self._offers[offer].kind in MUTUAL and event.outcome == "accepted" else offer
            case events.Offered(to=to) if to is not None:
                return to
        return 0


def statements(log: Iterable[Event]) -> Iterator[Statement]:
    """Yield every signature of a log, in order, with what it must be valid for. The log has to fit the rules."""
    signatures = Signatures()
    for event in log:
        of_player = signatures.of_player(event)
        signatures.follow(event)
        yield from filter(None, (of_player, signatures.of_host(event)))


# ---- checking


_P = 2**255 - 19
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826  # y of a point of order 8
_SMALL = frozenset((0, 1, _EIGHTH, _P - _EIGHTH, _P - 1, _P, _P + 1))  # y of all points of small order

IsValid = Callable[[bytes, bytes, bytes], bool]  # (public key, signature, text) -> whether Ed25519 says that it holds


def is_weak(key: bytes) -> bool:
    """Return whether a public key has a small order: anybody can write signatures that hold for it, for any text."""
    return int.from_bytes(key, "little") % 2**255 in _SMALL


class ProofError(RulesError):
    """A signature of a log does not prove what it should. `number` is that of the first such event."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__("event {number}: {reason}", number=number, reason=reason)
        self.number = number


@dataclass(frozen=True, slots=True)
class Signer:
    """The signatures of a player: for the log up to number `covers`, and for commands, by their events.

    `conditional` are moves that the host made for the player; they are not among those that are `unsigned`.
    """

    key: bytes = b""
    covers: int = 0
    signed: tuple[int, ...] = ()
    unsigned: tuple[int, ...] = ()
    conditional: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proven:
    """The result of checking a log whose signatures all hold. The host has signed it up to number `sealed`.

    `covers` says by public key up to where its holder has signed the log, also for players who left their seats.
    """

    origin: str
    heads: tuple[bytes, ...]  # by number, from b""
    sealed: int
    players: tuple[Signer, Signer]
    covers: Mapping[bytes, int]

    @property
    def is_signed(self) -> bool:
        """Whether there is any signature."""
        return bool(self.covers)


def prove(log: Iterable[Event], is_valid: IsValid) -> Proven:
    """Check all signatures of a log that fits the rules. Raise `ProofError` with the first event where one fails."""
    signatures, covers, sealed = Signatures(), dict[bytes, int](), 0
    seen, commands_signed, commands_unsigned = [0, 0], ([0] * 0, [0] * 0), ([0] * 0, [0] * 0)
    conditional = [0] * 0, [0] * 0
    gave_up = False  # the last event was the end of a leg by a player's command, or a consequence of that
    for event in log:
        author, statement = signatures.author(event), signatures.of_player(event)
        signatures.follow(event)
        if isinstance(event, Seated):
            seen[event.player] = 0
            commands_signed[event.player].clear()
            commands_unsigned[event.player].clear()
            conditional[event.player].clear()
        if statement is not None:
            check_statement(statement, signatures.origin, is_valid)
            covers[statement.key] = max(covers.get(statement.key, 0), statement.covers)
        if author is not None:
            if gave_up and isinstance(event, events.Ended) and commands_unsigned[author]:
                commands_unsigned[author].pop()  # one command ended the leg and the match
            if statement is None and isinstance(event, events.Moved) and event.conditional:
                conditional[author].append(event.number)
            elif statement is None:
                commands_unsigned[author].append(event.number)
            else:
                seen[author] = max(seen[author], statement.covers)
                commands_signed[author].append(event.number)
        gave_up = (isinstance(event, events.LegEnded) and author is not None and statement is None) or (
            gave_up and isinstance(event, events.OfferClosed) and event.outcome == "lapsed"
        )
        if (seal := signatures.of_host(event)) is not None:
            check_statement(seal, signatures.origin, is_valid)
            covers[seal.key] = sealed = seal.covers
    numbers = (map(tuple, of_both) for of_both in (commands_signed, commands_unsigned, conditional))
    first, second = map(Signer, signatures.keys, seen, *numbers)
    return Proven(signatures.origin, tuple(signatures.heads), sealed, (first, second), covers)


def check_statement(statement: Statement, origin: str, is_valid: IsValid) -> None:
    """Raise `ProofError` unless a signature in a log of that origin holds and is in its place."""
    number, key = statement.number, statement.key
    if not origin:
        raise ProofError(number, "it is signed, but the record names no server and no table")
    if not statement.texts:
        raise ProofError(number, "it has a signature, and there is no command that this could be for")
    if statement.signer is None:
        if is_weak(key) or not any(is_valid(key, statement.signature, text) for text in statement.texts):
            raise ProofError(number, "the signature of the server does not hold")
    elif not key:
        raise ProofError(number, f"player {statement.signer} has signed, but has no key")
    elif is_weak(key):
        raise ProofError(number, f"for the key of player {statement.signer} anybody can sign")
    elif not any(is_valid(key, statement.signature, text) for text in statement.texts):
        raise ProofError(number, f"the signature of player {statement.signer} does not hold")
    elif not statement.in_place:
        raise ProofError(number, f"player {statement.signer} gave this signature at another place")


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two logs of one origin differ: at the event `parts_at`, or None if one is the beginning of the other.

    `both` are the public keys whose holders have signed both logs with that event.
    """

    parts_at: int | None
    both: tuple[bytes, ...] = ()


def compare(one: Proven, two: Proven) -> Comparison:
    """Compare two logs of one origin."""
    for number, heads in enumerate(zip(one.heads, two.heads, strict=False)):
        if heads[0] != heads[1]:
            both = [key for key in one.covers if min(one.covers[key], two.covers.get(key, 0)) >= number]
            return Comparison(number, tuple(both))
    return Comparison(None)
