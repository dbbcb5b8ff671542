"""A player's program signs what its player does, and finds signatures that do not hold or are missing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from devtools.harness.games.signed_matches import HOST_KEY, KEYS, is_valid
from netgame.games import GAMES
from netgame.match import HOST, Match, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, Play, Resign, Sit
from netgame.match.create import created_event
from netgame.match.events import Event, Player, Proof
from netgame.match.state import to_act
from netgame.players.table_logs import LogCheck, TableLogs
from netgame.records.proof import Signatures, checkpoint, origin, signed

ANN, BOB = KEYS
Change = Callable[[list[Event]], None]


class Host:
    """A server with a table of Thud, without signatures."""

    def __init__(self, origin: str = "") -> None:
        first = created_event(GAMES["thud"](), at=1_000, origin=origin)
        self.match: Match = new_match(first, GAMES)
        self.log: list[Event] = [first]

    def do(self, command: Command, by: Player | None) -> None:
        done = act(self.match, command, by, self.match.at, lambda *_dice: (1, 1))
        assert isinstance(done, tuple), done
        events, self.match = done
        self.log += events


class SignedTable:
    """A server whose players sign by their programs, with what it has published."""

    def __init__(self, name: str = "t1", host: bytes = HOST_KEY.public) -> None:
        self.table = Host(origin(HOST_KEY.public, name))
        self.name, self.log = name, list(self.table.log)
        self.programs = [TableLogs(key.public, key.sign, lambda: host) for key in KEYS]
        for program in self.programs:
            program.follow(name, self.log)
        for player in (0, 1):
            self.give(Sit(player, f"account {player}", "Name", key=KEYS[player].public), HOST)  # type: ignore[arg-type]

    def give(self, command: Command, by: Player | None, **other: Any) -> None:
        """Carry out a command, signed as its program does it; `other` fields go into the log instead."""
        fields = other or self.sign(command, by)
        known = len(self.table.log)
        self.table.do(command, by)
        batch = tuple(self.table.log[known:])
        self.log += signed(batch, command, Proof(**fields)) if fields else batch
        for program in self.programs:
            program.follow(self.name, self.log[known:])

    def sign(self, command: Command, by: Player | None) -> dict[str, Any]:
        if by is None:
            return {}
        return self.programs[by].signature(self.name, self.table.match, by, command)

    def move(self, **other: Any) -> None:
        mover = to_act(self.table.match)
        assert mover is not None
        self.give(self.next_move(), mover, **other)

    def next_move(self) -> Play:
        match = self.table.match
        return Play(match.position, match.game.format(match.state, next(iter(match.game.moves(match.state)))))

    def seal(self) -> None:
        """Sign the last event."""
        signatures = Signatures()
        for event in self.log:
            signatures.follow(event)
        last = self.log[-1]
        seal = HOST_KEY.sign(checkpoint(signatures.origin, last.number, signatures.heads[-1]))
        self.log[-1] = replace(last, proof=replace(last.proof or Proof(), seal=seal))


def checked(log: list[Event], name: str = "t1", host: bytes = HOST_KEY.public) -> LogCheck:
    """Return the check of a log by a spectator's program."""
    program = TableLogs(host=lambda: host)
    program.follow(name, log)
    found = program.check(name, is_valid, 1000)
    assert program.is_checked(name)
    return found


@pytest.fixture
def server() -> SignedTable:
    return SignedTable()


def test_everything_that_players_do_is_signed(server: SignedTable) -> None:
    server.move()
    server.give(MakeOffer("pause"), 0)
    server.give(AnswerOffer(server.log[-1].number, accept=False), 1)
    server.move()
    server.give(Resign(match=True), 0)
    server.seal()

    assert checked(server.log) == LogCheck(is_signed=True)
    assert checked(server.log).state() == "signed"


def test_a_signature_that_is_wrong_or_of_another_command_player_or_table_is_found() -> None:
    elsewhere = SignedTable("t2")
    for choose in (
        lambda server: {"seen": server.log[-1].number, "signature": bytes(64)},
        lambda server: server.sign(Resign(), 0),
        lambda server: {**server.sign(server.next_move(), 0), "signature": BOB.sign(b"another text")},
        lambda server: elsewhere.sign(elsewhere.next_move(), 0),
    ):
        server = SignedTable()
        server.move(**choose(server))  # type: ignore[no-untyped-call]

        found = checked(server.log)
        assert (found.state(), found.wrong, found.by) == ("wrong_signature", server.log[-1].number, 0)
    assert checked(SignedTable().log, name="t2").state() == "wrong_origin"


def test_the_first_command_without_a_signature_is_known(server: SignedTable) -> None:
    server.move()
    server.programs[1] = TableLogs()
    server.move()
    server.move()

    assert checked(server.log).unsigned == (0, server.log[-2].number)
    assert checked(server.log).state() == "unsigned"
    assert checked(server.log).state(mine=[1]) == "signed"


def test_a_log_of_another_server_is_found_and_neither_it_nor_a_seat_with_another_key_is_signed(
    server: SignedTable,
) -> None:
    elsewhere, program = SignedTable(host=ANN.public), TableLogs(BOB.public, BOB.sign, lambda: HOST_KEY.public)
    elsewhere.move()
    program.follow("t1", server.log)

    assert checked(elsewhere.log, host=ANN.public).state() == "wrong_origin"
    assert elsewhere.log[-1].proof is None
    assert program.signature("t1", server.table.match, 0, Resign()) == {}
    assert checked(Host().log).state() == "none", "a table without origin"


def test_a_log_with_a_former_key_of_the_server_is_signed_as_before(server: SignedTable) -> None:
    server.move()
    program = TableLogs(ANN.public, ANN.sign, lambda: BOB.public, lambda: [HOST_KEY.public])
    program.follow("t1", server.log)
    assert program.check("t1", is_valid, 1000).state() == "signed"
    assert program.signature("t1", server.table.match, 0, Resign())


def test_known_events_may_come_again(server: SignedTable) -> None:
    server.move()
    program = TableLogs(host=lambda: HOST_KEY.public)
    program.follow("t1", server.log)
    program.follow("t1", server.log[-2:])

    assert program.check("t1", is_valid, 1000).state() == "signed"
    assert len(program.heads("t1")) == len(server.log) + 1


def test_a_long_log_is_checked_in_parts(server: SignedTable) -> None:
    for _ in range(5):
        server.move()
    server.log[-1] = replace(server.log[-1], proof=Proof(seen=3, signature=bytes(64)))
    program = TableLogs(host=lambda: HOST_KEY.public)
    program.follow("t1", server.log)

    assert program.check("t1", is_valid, 4).state() == "signed"
    assert not program.is_checked("t1")
    assert program.check("t1", is_valid, 4).state() == "wrong_signature"


# ---- what a player or a server could try


@pytest.mark.parametrize("place", [1, 3, -2, -1])
def test_an_event_that_the_server_changes_later_and_a_wrong_seal_are_found(server: SignedTable, place: int) -> None:
    server.move()
    server.move()
    server.seal()
    changed = server.log[place]
    seal = replace(changed, proof=replace(changed.proof or Proof(), seal=bytes(64)))
    server.log[place] = seal if place == -1 else replace(changed, at=changed.at + 1)

    assert checked(server.log).state() in ("wrong_seal", *(["wrong_signature"] if place != -1 else []))
