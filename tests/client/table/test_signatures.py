"""A window at a table of a server signs what its player does, and says what it found out about the signatures there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from client_qt.table.change import Change
from client_qt.table.commands import Command as Sent
from client_qt.table.remote import CHECKED_AT_ONCE, RemoteTable
from client_qt.table.text_match import TextMatch
from netgame.games import GAMES
from netgame.match import HOST, Match, act, new_match
from netgame.match.commands import Command, MakeOffer, Play, Sit
from netgame.match.create import created_event
from netgame.match.events import Ended, Event, Player, Proof
from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from netgame.records.proof import origin, prove, signed
from netgame.text import Text
from protocol.identity.device_key import DeviceKey, verify
from server.tables.commands import command_of

pytestmark = pytest.mark.usefixtures("qapp")
HOST_KEY, ANN, BOB = (DeviceKey.from_seed(bytes([n]) * 32) for n in (1, 2, 3))


class Host:
    """A server with a table of Thud. Ann is at the window, Bob elsewhere; their programs sign."""

    def __init__(self, log_of: str = "t1") -> None:
        first = created_event(GAMES["thud"](), at=1_000, origin=origin(HOST_KEY.public, log_of))
        self.match: Match = new_match(first, GAMES)
        self.log: list[Event] = [first]
        self.bob = TableLogs(BOB.public, BOB.sign, lambda: HOST_KEY.public)
        self.do(Sit(0, "ann", "Ann", key=ANN.public), HOST)
        self.do(Sit(1, "bob", "Bob", key=BOB.public), HOST)

    def do(self, command: Command, by: Player | None, fields: Mapping[str, Any] = MappingProxyType({})) -> None:
        done = act(self.match, command, by, self.match.at, lambda *_dice: (1, 1))
        assert isinstance(done, tuple), done
        events, self.match = done
        self.log += signed(events, command, Proof(**fields)) if fields.get("signature") else events

    def move(self) -> Play:
        match = self.match
        return Play(match.position, match.game.format(match.state, next(iter(match.game.moves(match.state)))))

    def bob_moves(self, **fields: Any) -> None:
        """Let Bob move. The program of Bob signs, or sends these fields."""
        self.bob.follow("t1", self.log)
        self.do(self.move(), 1, fields or self.bob.signature("t1", self.match, 1, self.move()))


def window(host: Host, key: DeviceKey = ANN) -> RemoteTable:
    """A window that has just opened the table; what it sends is carried out by the host."""

    def sent(command: Sent) -> None:
        message = command.message(table="t1", key=bytes(16), **command.fields)
        host.do(command_of(message, 0), 0, {"seen": message.seen, "signature": message.signature})
        command.accept(host.match.number)
        table.apply_events(tuple(host.log))

    table = RemoteTable("t1", "ann", sent)
    dice = DiceLinks(bytes(32), "server", {}, TableLogs(key.public, key.sign, lambda: HOST_KEY.public))
    table.dice = lambda: dice
    table.set_status("online", "ann")
    table.apply_events(tuple(host.log))
    return table


def play(table: RemoteTable) -> None:
    assert table.match is not None
    table.play(next(iter(table.match.game.moves(table.match.state))))


def test_every_command_of_the_window_is_signed() -> None:
    host = Host()
    table = window(host)
    play(table)
    table.offer("take_back")
    table.withdraw(host.log[-1].number)
    table.resign(match=False)
    table.ready()
    proven = prove(host.log, verify)

    assert proven.players[0].unsigned == ()
    assert len(proven.players[0].signed) == 5


@pytest.mark.parametrize(("log_of", "signed"), [("t1", True), ("t2", False)])
def test_a_resignation_at_a_match_that_is_shown_as_text_is_signed(log_of: str, signed: bool) -> None:
    host = Host(log_of)
    table = window(host)
    play(table)
    host.bob_moves()
    table.text, table.match = TextMatch(tuple(host.log[:-1]), Text("It does not fit.")), None
    table.apply_events((host.log[-1],))

    table.resign(match=True)
    assert isinstance(host.log[-1], Ended)
    assert (host.log[-1].proof is not None) == signed
    assert (prove(host.log, verify).players[0].unsigned == ()) == signed


def test_all_is_signed_as_far_as_the_window_knows_until_a_move_of_the_other_program_is_not(qtbot: QtBot) -> None:
    host = Host()
    table = window(host)
    play(table)
    host.bob_moves()
    table.apply_events(tuple(host.log))
    assert table.proof.state(table.mine) == "signed"

    play(table)
    host.do(host.move(), 1)
    with qtbot.waitSignal(table.changed, check_params_cb=lambda change: bool(change & Change.PROOF)):
        table.apply_events(tuple(host.log))
    assert table.proof.state(table.mine) == "unsigned"

    play(table)
    host.bob_moves(seen=3, signature=bytes(64))
    table.apply_events(tuple(host.log))
    assert table.proof.state(table.mine) == "wrong_signature"
    assert table.proof.wrong == host.log[-1].number


def test_a_table_of_another_origin_is_known_and_nothing_is_signed_there_or_with_another_key_than_the_seat() -> None:
    host, other = Host(log_of="t2"), Host()
    table = window(host)
    play(table)
    assert table.proof.state(table.mine) == "wrong_origin"
    assert host.log[-1].proof is None
    play(window(other, key=BOB))
    assert other.log[-1].proof is None


@pytest.mark.parametrize("key", [ANN, BOB], ids=["signed", "not signed"])
def test_a_move_leaves_an_offer_open_that_the_window_did_not_have(key: DeviceKey) -> None:
    host = Host()
    table = window(host, key)
    play(table)
    host.bob_moves()
    table.apply_events(tuple(host.log))
    host.do(MakeOffer("take_back", host.match.position), 1)
    offer = host.match.number
    play(table)
    assert list(host.match.offers) == [offer]

    host.bob_moves()
    table.apply_events(tuple(host.log))
    play(table)
    assert not host.match.offers


def test_the_signatures_of_a_long_log_are_checked_in_turns_of_the_event_loop(qtbot: QtBot) -> None:
    host = Host()
    table = window(host)
    for _ in range(CHECKED_AT_ONCE):
        play(table)
        host.bob_moves()
        table.apply_events(tuple(host.log))
    play(table)
    host.bob_moves(seen=3, signature=bytes(64))
    late = window(host)

    assert late.proof.state() == "signed"
    qtbot.waitUntil(lambda: late.proof.state() == "wrong_signature")


def test_a_log_that_begins_again_is_followed_from_its_beginning() -> None:
    host, other = Host(), Host()
    table = window(host)
    play(table)
    other.do(other.move(), 0)
    table.restart_log(0)
    table.apply_events(tuple(other.log))

    assert table.dice() is not None
    assert table.proof.unsigned == (other.log[-1].number, 0)
