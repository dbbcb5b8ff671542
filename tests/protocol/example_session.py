"""The generated parts of PROTOCOL.md: the example session, the types, the test vectors for signing in, and the
word list.

After a change of the wire or of the rules, `python -m tests.protocol.example_session` writes them again.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from netgame.game import ToRoll
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, to_act
from netgame.match.events import Created, Event, Moved, Rolled, Seated, Started
from netgame.options import option_values
from protocol import messages as m
from protocol.event_codec import event_to_bytes
from protocol.framing import encode
from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.identity.wordlist import WORDS
from tests.protocol.plain_notation import notation
from tests.protocol.type_notation import types_text

PAGE = Path(__file__).parents[2] / "PROTOCOL.md"

SEED = bytes(range(32))
FINGERPRINT = sha256(b"the certificate of the example server").hexdigest()
SERVER_NONCE, CLIENT_NONCE = bytes(range(0x40, 0x60)), bytes(range(0x60, 0x80))
SIGNED = b"netgame sign-in 1\n" + bytes.fromhex(FINGERPRINT) + SERVER_NONCE + CLIENT_NONCE
KEY = Ed25519PrivateKey.from_private_bytes(SEED)
PROOF = m.DeviceProof(key=KEY.public_key().public_bytes_raw(), nonce=CLIENT_NONCE, signature=KEY.sign(SIGNED))

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


def match_events() -> list[tuple[Event, ...]]:
    """The events of a match of two moves, as the server commits them together."""
    game = GAMES[GAME]
    created = Created(
        number=1, at=AT, title="Tea", game=GAME, rules=game.version, options=option_values(game()), position=None
    )
    ann = Seated(number=2, at=AT, player=0, account="ann1", name="Ann")
    match = evolve(new_match(created, GAMES), ann)
    bob = Seated(number=3, at=AT + 9000, player=1, account="bob7", name="Bob")
    batches: list[tuple[Event, ...]] = [(created, ann), (bob, Started(number=4, at=AT + 9000, leg=0))]
    for event in batches[1]:
        match = evolve(match, event)
    for player in (0, 1):
        match, batches[-1] = _with_roll(match, batches[-1])
        move = match.game.format(match.state, next(iter(match.game.moves(match.state))))
        moved = Moved(number=match.number + 1, at=match.at + 5000, player=player, move=move)
        match = evolve(match, moved)
        batches.append((moved,))
    _match, batches[-1] = _with_roll(match, batches[-1])
    return batches


def _with_roll(match: Match, batch: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    if not isinstance(match.turn, ToRoll):
        return match, batch
    player = to_act(match)
    assert player is not None
    dice = tuple(range(3, 3 + match.turn.count))
    rolled = Rolled(number=match.number + 1, at=match.at, player=player, index=match.rolls, dice=dice)
    return evolve(match, rolled), (*batch, rolled)


def session() -> Iterator[Step]:
    """The frames of the session in order."""
    plain = [[msgpack.unpackb(event_to_bytes(event)) for event in batch] for batch in match_events()]
    opening, start, first, second = plain
    key, position, move = bytes(range(16)), start[-1]["number"], first[0]["move"]
    welcome = m.Welcome(
        protocol=1, program="netgame 1.0.0", server="Club", games={GAME: GAMES[GAME].version}, nonce=SERVER_NONCE
    )
    yield Step("client", "I speak protocol version 1.", m.Hello(protocols=(1, 1), program="example 1.0"), 1)
    yield Step("server", "Version 1 it is. `nonce` is to be signed.", welcome, 1)
    yield Step(
        "client", "Sign in with the device key; see the test vectors above.", m.SignIn(name="Ann", device=PROOF), 2
    )
    yield Step("server", "A new guest account.", m.SignedIn(account="ann1", name="Ann", new=True), 2)
    yield Step("server", "A push: there are no tables. `people` and `chat` follow likewise.", m.Tables(tables=[]))
    yield Step(
        "client",
        "Make a table with the default options, and take the seat of player 0.",
        m.MakeTable(key=key, game=GAME, options={}, title="Tea", player=0),
        3,
    )
    yield Step("server", "The table is on disk. Event 1 made it.", m.Done(table=TABLE, number=1), 3)
    yield Step("client", "Send me all events of the table.", m.Watch(table=TABLE), 4)
    yield Step("server", "The last event so far is number 2; the events after 0 follow.", m.Done(number=2), 4)
    yield Step("server", "The first two events.", m.TableEvents(table=TABLE, events=opening))
    yield Step("server", "Ann is connected. The server's time.", m.Presence(table=TABLE, present=(True, False), now=AT))
    yield Step(
        "other client", "Bob takes the free seat on another connection.",
        m.TakeSeat(table=TABLE, key=bytes(range(16, 32))), 3,
    )  # fmt: skip
    yield Step(
        "server",
        "Both seats are taken, so the match starts, and the server rolls the die of the first turn.",
        m.TableEvents(table=TABLE, events=start),
    )
    yield Step(
        "client",
        f"A move for position {position}, the number of the last event that changed the board.",
        m.SendMove(table=TABLE, key=bytes(range(32, 48)), position=position, move=move),
        5,
    )
    yield Step("server", f"The move is on disk, as event {position + 1}.", m.Done(table=TABLE, number=position + 1), 5)
    yield Step("server", "The move as an event, and the next roll.", m.TableEvents(table=TABLE, events=first))
    yield Step("server", "The server measures the round-trip time.", m.Probe(nonce=77))
    yield Step("client", "The answer, at once.", m.Echo(nonce=77))
    yield Step("server", "Bob's move, and the next roll.", m.TableEvents(table=TABLE, events=second))
    yield Step(
        "client", "A move with an old position.",
        m.SendMove(table=TABLE, key=bytes(range(48, 64)), position=position, move=move), 6,
    )  # fmt: skip
    refused = m.Refused(code="stale", template="The position has changed", position=second[-1]["number"])
    yield Step("server", "It is refused, with the current position.", refused, 6)
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
