"""Random matches whose players and host sign as `netgame.records.proof` says, with real keys."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from devtools.harness.games.match_helpers import rated_by_host
from devtools.harness.games.random_matches import CLOCKS, LivelyTable
from netgame.errors import RulesError
from netgame.game import Game
from netgame.games import GAMES
from netgame.match import Refused, act
from netgame.match.commands import AnswerOffer, Command, Leave, MakeOffer, Play, Resign, Sit, WithdrawOffer
from netgame.match.events import Ended, Event, LegEnded, Paused, Player, Proof, Seated
from netgame.match.state import find_move, link_due
from netgame.players.dice_links import DiceLinks
from netgame.records.proof import checkpoint, command_text, command_words, head_after, origin, signed

TABLE = "t1"
PLAYERS: tuple[Player, Player] = (0, 1)


class Key:
    """A private key, the same for the same name."""

    def __init__(self, name: str) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
        self.public = self._private.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> bytes:
        return self._private.sign(text)


HOST_KEY, KEYS = Key("host"), (Key("ann"), Key("bob"))


def is_valid(key: bytes, signature: bytes, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


class SignedTable(LivelyTable):
    """A table at which players and the host sign; `signing` are the players who do."""

    def __init__(
        self, game: Game[Any, Any], seed: int, signing: tuple[Player, ...] = PLAYERS, table: str = TABLE, **agreed: Any
    ) -> None:
        self.signing = signing
        self.seal_share = 0.1  # of the appends, besides those that are sealed always
        self.seen = [0, 0]  # by the newest signature
        self.given: set[tuple[Player, bytes]] = set()  # the texts that players have signed
        self.heads = [b""]
        self.chains = [DiceLinks(bytes([player]) * 32, "server", {}) for player in PLAYERS]
        dice = "players" if game.has_dice else "host"
        super().__init__(game, seed, dice=dice, origin=origin(HOST_KEY.public, table), **agreed)
        for player in PLAYERS:
            self._by_itself(player)

    def do(self, command: Command, by: Player | None) -> None:
        before = self.match
        self.attempt(command, by)
        assert self.match is not before, f"refused: {command}"

    def attempt(self, command: Command, by: Player | None, after: int = 0) -> None:
        if len(self.heads) == 1:
            self._follow(self.log)
        if isinstance(command, Sit):
            command = replace(command, key=KEYS[command.player].public)
        if isinstance(command, MakeOffer) and command.kind == "take_back" and by is not None:
            try:
                number = self.match.history[find_move(self.match, by, command.to)].event.number
            except RulesError:
                return
            command = MakeOffer("take_back", number)
        if isinstance(command, Play) and by is not None and self.rng.random() < 0.8:
            command = replace(command, link=self.chains[by].for_move(TABLE, self.match, by, command.move))
        now = self.match.at + after
        done = act(self.match, command, by, now - self.rng.choice((0, 0, 900)), self.roll, rated_by_host)
        if isinstance(done, Refused):
            return
        batch, match = done
        if by in self.signing and (words := command_words(command)):
            newest = self.match.number
            late = self.rng.randint(
                self._least(command, by), newest
            )  # some events are still on their way to the player
            batch = signed(batch, command, self.proof(by, self.rng.choice((newest, late)), words))
            assert any(event.proof for event in batch), f"under no event: {words}"
        self.log += batch
        self._follow(batch)
        if self.rng.random() < self.seal_share or any(isinstance(event, LegEnded | Paused | Ended) for event in batch):
            self.seal()
        self.match = match

    def proof(self, by: Player, seen: int, words: str) -> Proof:
        """Return the signature of a player for a command."""
        text = command_text(self.match.created.origin, seen, self.heads[seen], words)
        if (by, text) in self.given:  # before it says the same again, a program has seen what became of the first time
            return self.proof(by, self.match.number, words)
        self.given.add((by, text))
        self.seen[by] = seen
        return Proof(seen=seen, signature=KEYS[by].sign(text))

    def seal(self) -> None:
        """Let the host sign the log."""
        last = self.log[-1]
        text = checkpoint(self.log[0].origin, last.number, self.heads[-1])  # type: ignore[attr-defined]
        self.log[-1] = replace(last, proof=replace(last.proof or Proof(), seal=HOST_KEY.sign(text)))

    def play(self, plies: int) -> None:
        """Make that many moves, as programs do, or play to the end."""
        made = sum(self.match.moved)
        while sum(self.match.moved) < made + plies and not self.match.ended:
            self._move()

    def _follow(self, batch: Iterable[Event]) -> None:
        for event in batch:
            if event.number == len(self.heads):
                self.heads.append(head_after(self.heads[-1], event))
        for chain in self.chains:
            chain.follow(TABLE, batch)

    def _least(self, command: Command, by: Player) -> int:
        """Return up to where the player has seen the log at least."""
        subject = 0
        match command:
            case Play(position=number) | AnswerOffer(offer=number) | WithdrawOffer(offer=number):
                subject = number
            case MakeOffer(to=int(number)):
                subject = number
        seated = next(event for event in reversed(self.log) if isinstance(event, Seated) and event.player == by)
        return max(subject, self.seen[by], seated.number)

    def _by_itself(self, player: Player) -> None:
        if (command := self.chains[player].command(TABLE, self.match, player)) is not None:
            self.attempt(command, player)

    def _move(self) -> None:
        if (due := link_due(self.match)) is not None and not self.match.paused:
            self._by_itself(due)
        else:
            super()._move()

    def _ways(self, by: Player) -> list[list[tuple[Command, Player | None]]]:
        found = super()._ways(by)
        opponent: Player = 0 if by else 1
        for kind in ("count", "pause", "adjourn", *(["abort"] if self.rng.random() < 0.05 else [])):
            found.append([(MakeOffer(kind), by), (MakeOffer(kind), opponent)])  # type: ignore[arg-type]
        if self.rng.random() < 0.05:
            found.append([(self.rng.choice((Leave(), Resign(match=True))), by)])
        if self.rng.random() < 0.1:
            found.append([(MakeOffer("host_dice"), by), (AnswerOffer(self.match.number + 1, accept=True), opponent)])
        return found


def signed_table(key: str, seed: int, steps: int, clock: str | None = None, **more: Any) -> SignedTable:
    """Return a table of a random match of that game; other seeds have other clocks and options."""
    clock = clock or CLOCKS[seed % len(CLOCKS)]
    table = SignedTable(GAMES[key](), seed * 100 + len(key), clock=clock, absence="forfeit 30", **more)
    table.live(steps)
    return table
