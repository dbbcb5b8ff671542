"""The generated parts of PROTOCOL.md: the rates, the types, the example session, the test vectors for signing in, and
the word list.

After a change of the wire or of the rules, `./run manual` writes them again.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from devtools.protocol_page.notation import notation
from devtools.protocol_page.rates import rates_text
from devtools.protocol_page.types import types_text
from netgame.games import GAMES
from netgame.match import HOST, act, new_match
from netgame.match.commands import Command, Commit, Reveal, Sit
from netgame.match.create import created_event
from netgame.match.events import Event, Player, Proof
from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from netgame.records.proof import checkpoint, head_after, origin, signed
from netgame.text import fill
from protocol import messages as m
from protocol.event_codec import event_to_bytes
from protocol.framing import encode
from protocol.identity.device_key import DeviceKey
from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.identity.wordlist import WORDS
from protocol.program import PROGRAM
from server.tables.commands import command_of

PAGE = Path(__file__).parents[2] / "PROTOCOL.md"

SEED = bytes(range(32))
FINGERPRINT = sha256(b"the certificate of the example server").hexdigest()
SERVER_NONCE, CLIENT_NONCE = bytes(range(0x40, 0x60)), bytes(range(0x60, 0x80))
SIGNED = b"netgame sign-in 1\n" + bytes.fromhex(FINGERPRINT) + SERVER_NONCE + CLIENT_NONCE
KEY = Ed25519PrivateKey.from_private_bytes(SEED)
PROOF = m.DeviceProof(key=KEY.public_key().public_bytes_raw(), nonce=CLIENT_NONCE, signature=KEY.sign(SIGNED))

ANN_KEY, BOB_KEY, HOST_KEY = DeviceKey.from_seed(SEED), DeviceKey.from_seed(SEED[::-1]), DeviceKey.from_seed(bytes(32))
GAME, TABLE = "clod", "k3fq7a"
AT = 1_767_225_600_000  # 2026-01-01


@dataclass(frozen=True)
class Step:
    """One frame of the session; `by` is "client", "server" or "other client"."""

    by: str
    meaning: str
    message: m.Message
    id: int = 0

    @property
    def frame(self) -> bytes:
        """The frame; clients leave out fields that have their default."""
        if self.by == "server":
            return encode(self.message, self.id)
        kind = type(self.message)
        fields = {
            field.name: value
            for field, value in zip(structs.fields(kind), structs.astuple(self.message), strict=True)
            if field.required or value != field.default
        }
        body: bytes = msgpack.packb([kind.__struct_config__.tag, self.id, _plain(fields)])
        return len(body).to_bytes(4, "big") + body


class Table:
    """The table of the session: the server decides, and the programs of both players sign and draw the dice."""

    def __init__(self) -> None:
        game = GAMES[GAME]()
        self.at = AT
        first = created_event(game, at=AT, title="Tea", dice="players", origin=origin(HOST_KEY.public, TABLE))
        self.match, self.log = new_match(first, GAMES), [first]
        self.programs = [
            DiceLinks(sha256(name).digest(), FINGERPRINT, {}, TableLogs(key.public, key.sign, lambda: HOST_KEY.public))
            for name, key in ((b"Ann", ANN_KEY), (b"Bob", BOB_KEY))
        ]

    def opening(self) -> m.TableEvents:
        """Let Ann sit, and return the first events."""
        self._carry_out(Sit(0, "ann1", "Ann", key=ANN_KEY.public), HOST)
        return self._published(0)

    def bob_sits(self) -> m.TableEvents:
        known = len(self.log)
        self._carry_out(Sit(1, "bob7", "Bob", key=BOB_KEY.public), HOST)
        return self._published(known)

    def command(self, player: Player, kind: type[m.TableCommand], **fields: Any) -> m.TableCommand:
        """Return a command of a player with a signature, as their program sends it."""
        message = kind(table=TABLE, key=sha256(b"%d" % len(self.log)).digest()[:16], **fields)
        logs = self.programs[player].logs
        return structs.replace(message, **logs.signature(TABLE, self.match, player, command_of(message, 0)))

    def move(self, player: Player) -> m.TableCommand:
        move = self.match.game.format(self.match.state, next(iter(self.match.game.moves(self.match.state))))
        link = self.programs[player].for_move(TABLE, self.match, player)
        return self.command(player, m.SendMove, position=self.match.position, move=move, link=link)

    def dice(self, player: Player) -> m.TableCommand | None:
        """Return what the dice need of the program of a player now."""
        match self.programs[player].command(TABLE, self.match, player):
            case Commit(tip):
                return self.command(player, m.CommitDice, tip=tip)
            case Reveal(link):
                return self.command(player, m.RevealLink, link=link)
        return None

    def done(self, message: m.TableCommand, player: Player) -> m.TableEvents:
        """Carry out a command, and return what the server publishes."""
        known = len(self.log)
        proof = Proof(seen=message.seen, signature=message.signature) if isinstance(message, m.SignedCommand) else None
        self._carry_out(command_of(message, 0), player, proof)
        return self._published(known)

    def _carry_out(self, command: Command, by: Player | None, proof: Proof | None = None) -> None:
        outcome = act(self.match, command, by, self.at, lambda _count, _sides: ())
        assert isinstance(outcome, tuple), outcome
        events, self.match = outcome
        if proof is not None:
            events = signed(events, command, proof)
        if self.match.ended is not None:
            events = (*events[:-1], self._sealed(events))
        self.log += events
        for program in self.programs:
            program.follow(TABLE, self.log)

    def _sealed(self, events: tuple[Event, ...]) -> Event:
        """Return the last event with the signature of the server."""
        head = b""
        for event in (*self.log, *events):
            head = head_after(head, event)
        seal = HOST_KEY.sign(checkpoint(self.match.origin, events[-1].number, head))
        return replace(events[-1], proof=replace(events[-1].proof or Proof(), seal=seal))

    def _published(self, known: int) -> m.TableEvents:
        return m.TableEvents(table=TABLE, events=[msgpack.unpackb(event_to_bytes(event)) for event in self.log[known:]])


def session() -> Iterator[Step]:
    """The frames of the session in order."""
    table, ids, other_ids = Table(), count(5), count(4)
    opening = table.opening()
    welcome = m.Welcome(
        protocol=2, program=PROGRAM, server="Club", games={GAME: GAMES[GAME].version}, nonce=SERVER_NONCE,
        signing_key=HOST_KEY.public,
    )  # fmt: skip
    yield Step("client", "I speak protocol versions 1 and 2.", m.Hello(protocols=(1, 2), program="example 1.0"), 1)
    yield Step("server", "Version 2. `nonce` is to be signed. The server signs logs with `signing_key`.", welcome, 1)
    yield Step(
        "client", "Sign in with the device key; see the test vectors above.", m.SignIn(name="Ann", device=PROOF), 2
    )
    yield Step("server", "A new guest account.", m.SignedIn(account="ann1", name="Ann", new=True), 2)
    yield Step("server", "A push: there are no tables. `people` and `chat` follow likewise.", m.Tables(tables=[]))
    yield Step(
        "client",
        "Make a table with the default options and dice of the players, and take the seat of player 0.",
        m.MakeTable(key=bytes(range(16)), game=GAME, options={}, title="Tea", player=0, dice="players"),
        3,
    )
    yield Step("server", "The table is on disk. Event 1 made it.", m.Done(table=TABLE, number=1), 3)
    yield Step("client", "Send me all events of the table.", m.Watch(table=TABLE), 4)
    yield Step("server", "The last event so far is number 2; the events after 0 follow.", m.Done(number=2), 4)
    yield Step("server", "The first two events. `origin` is what signatures at this table name.", opening)
    yield Step("server", "Ann is connected. The server's time.", m.Presence(table=TABLE, present=(True, False), now=AT))

    def dice(players: tuple[Player, ...]) -> Iterator[Step]:
        for player in players:
            while (message := table.dice(player)) is not None:
                yield from given(message, player)

    def given(message: m.TableCommand, player: Player) -> Iterator[Step]:
        words = {
            m.CommitDice: "{name} commits to a chain of links, signed: {name} has seen the log up to `seen`.",
            m.RevealLink: "{name} reveals the next link. The signed tip covers it.",
            m.SendMove: "{name} moves. `position` is the number of the last event that changed the board. "
            "`link` is that of {name} for the next roll.",
            m.SendResign: "{name} resigns.",
        }  # fmt: skip
        name = fill(words[type(message)], {"name": ("Ann", "Bob")[player]})
        if player == 1:
            yield Step("other client", name, message, next(other_ids))
            events = table.done(message, player)
        else:
            id, number = next(ids), table.match.number + 1
            yield Step("client", name, message, id)
            events = table.done(message, player)
            yield Step("server", f"It is on disk, as event {number}.", m.Done(table=TABLE, number=number), id)
        kinds = ", ".join(f"`{event['type']}`" for event in events.events)
        yield Step("server", f"To everybody at the table: {kinds}.", events)

    yield from dice((0,))
    yield Step(
        "other client", "Bob takes the free seat on another connection.",
        m.TakeSeat(table=TABLE, key=bytes(range(16, 32))), 3,
    )  # fmt: skip
    table.at += 9000
    yield Step("server", "Both seats are taken. The match waits for the chain of Bob.", table.bob_sits())
    yield from dice((1, 0, 1))
    table.at += 5000
    old = table.move(0)
    yield from given(old, 0)
    yield from dice((1,))
    yield Step("server", "The server measures the round-trip time.", m.Probe(nonce=77))
    yield Step("client", "The answer, at once.", m.Echo(nonce=77))
    table.at += 5000
    yield from given(table.move(1), 1)
    yield from dice((0,))
    stale = structs.replace(old, key=bytes(range(48, 64)))
    id = next(ids)
    yield Step("client", "A move with an old position.", stale, id)
    refused = m.Refused(code="stale", template="The position has changed", position=table.match.position)
    yield Step("server", "It is refused, with the current position.", refused, id)
    yield from given(table.command(0, m.SendResign, match=True), 0)
    yield Step("client", "Ann leaves on purpose. Then the client closes TLS.", m.Bye())


def written_parts() -> dict[str, str]:
    """Write the generated parts of the page, by name."""
    facts = {
        "seed (private key)": SEED.hex(),
        "public key": PROOF.key.hex(),
        "fingerprint of the server": FINGERPRINT,
        "nonce of `welcome`": SERVER_NONCE.hex(),
        "nonce of the client": CLIENT_NONCE.hex(),
        "signed bytes": SIGNED.hex(),
        "signature": PROOF.signature.hex(),
        "words of the fingerprint": " ".join(words_of(FINGERPRINT)),
        "digits of the fingerprint": digits_of(FINGERPRINT),
    }
    vectors = []
    for name, value in facts.items():
        vectors += [name, *(f"    {value[start : start + 96]}" for start in range(0, len(value), 96))]

    frames = []
    for step in session():
        frame = step.frame
        frames += [f"**{step.by.capitalize()}:** {step.meaning}", "```", frame[:4].hex(" ")]
        frames += [frame[start : start + 32].hex(" ") for start in range(4, len(frame), 32)]
        frames += [notation(msgpack.unpackb(frame[4:])), "```", ""]

    words = "\n".join(textwrap.wrap(" ".join(WORDS), 128))
    return {
        "rates": f"{rates_text()}\n",
        "test vectors": "\n".join(["```", *vectors, "```", ""]),
        "example session": "\n".join(frames),
        "types": f"```\n{types_text()}\n```\n",
        "word list": f"```\n{words}\n```\n",
    }


def _plain(value: object) -> object:
    match value:
        case m.DeviceProof():
            return structs.asdict(value)
        case dict():
            return {key: _plain(item) for key, item in value.items()}
    return value


def section(text: str, name: str) -> re.Match[str]:
    """The part of the page between two comments `name` and `end of name`."""
    found = re.search(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", text, re.DOTALL)
    assert found is not None, f"PROTOCOL.md has no part {name!r}"
    return found


def main() -> None:
    text = PAGE.read_text("utf-8")
    for name, written in written_parts().items():
        part = section(text, name)
        text = text[: part.start()] + written + text[part.end() :]
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
