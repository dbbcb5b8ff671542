"""What makes a log prove itself: its heads, and the texts that players and hosts sign with Ed25519 (RFC 8032).

The head of a log is one hash over all its events, so a signature for a head is one for everything up to there. A player
signs each command together with the head of the log that they had seen. The host signs heads now and then, and the last
one. docs/developing/proof.md says what follows from that.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from netgame.match import commands, events
from netgame.match.commands import Command
from netgame.match.events import Created, Event, Player, Seated
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
    """Return a command of a player as the words that are signed; "" for one that nobody signs.

    A link for the dice needs no signature: the tip of its chain has one.
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
        case commands.Claim(what):
            return f"claim {what}"
        case commands.Leave():
            return "leave"
    return ""


def event_words(event: Event) -> tuple[str, ...]:
    """Return the words of each command that may have caused an event by itself, see `command_words`.

    A claim to go on another day has none: the log does not say whose it is.
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
        case events.OfferClosed(offer=offer, outcome="withdrawn"):
            return (f"withdraw {offer}",)
        case events.OfferClosed(offer=offer, outcome="accepted" | "declined" as outcome):
            return (f"answer {offer} {outcome}",)
        case events.LegEnded(reason="resigned"):
            return ("resign leg", "resign match")
        case events.Ended(reason="resigned"):
            return ("resign match",)
        case events.Ended(reason="absent", winner=winner):
            return ("claim draw" if winner is None else "claim win",)
        case events.Ended(reason="left"):
            return ("leave",)
        case events.Ended(reason="aborted", player=player) if player is not None:
            return ("offer abort",)
    return ()


def signed(batch: tuple[Event, ...], command: Command, proof: events.Proof) -> tuple[Event, ...]:
    """Return the events of a command with the signature of its player, under the first one that the command names.

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
    nobody can check it.
    """

    number: int
    signer: Player | None
    key: bytes
    signature: bytes
    texts: tuple[bytes, ...]
    covers: int


def statements(log: Iterable[Event]) -> Iterator[Statement]:
    """Yield every signature of a log, in order, with what it must be valid for. The log has to fit the rules."""
    heads, keys, offers, host_log = [b""], [b"", b""], dict[int, Player](), ""
    for event in log:
        heads.append(head_after(heads[-1], event))
        match event:
            case Created():
                host_log = event.origin
            case events.Rehosted(origin=origin):
                host_log = origin
            case Seated(player=player, key=key):
                keys[player] = key
            case events.Offered(number=number, player=player):
                offers[number] = player
        proof = event.proof
        if proof is None:
            continue
        if proof.signature:
            signer = _author(event, offers)
            texts = (command_text(host_log, proof.seen, heads[proof.seen], words) for words in event_words(event))
            key = b"" if signer is None else keys[signer]
            yield Statement(event.number, signer, key, proof.signature, tuple(texts), proof.seen)
        if proof.seal:
            text = checkpoint(host_log, event.number, heads[-1])
            yield Statement(
                event.number, None, host_of(host_log) if host_log else b"", proof.seal, (text,), event.number
            )


def _author(event: Event, offers: dict[int, Player]) -> Player | None:
    """Return the player whose command caused an event."""
    match event:
        case events.OfferClosed(offer=offer, outcome=outcome) if offer in offers:
            return offers[offer] if outcome == "withdrawn" else (0 if offers[offer] else 1)
        case events.Ended(reason="absent", player=player) if player is not None:
            return 0 if player else 1  # `player` was away, and the other one claimed
    author: Player | None = getattr(event, "player", None)
    return author
