"""A window at a table whose dice the programs of both players draw: it commits, reveals, and refuses a forked game."""

from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from client_qt.pages.table.view.notices import notices
from client_qt.table.commands import Command
from client_qt.table.remote import RemoteTable
from client_qt.text.disk_words import disk_words
from devtools.harness.games.match_helpers import TableByScript
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import HOST
from netgame.match.commands import AnswerOffer, Commit, MakeOffer, Pause, Resign, Resume, Reveal, Sit
from netgame.match.create import created_event
from netgame.match.dice import link
from netgame.match.state import to_act
from netgame.players.dice_links import DiceLinks, Note
from netgame.text import Text
from protocol.messages import RevealLink, SendMove
from server.tables.commands import command_of

pytestmark = pytest.mark.usefixtures("qapp")

BOB = bytes(range(32))


class Host(TableByScript):
    """A server with one table of Clod. Ann is at the window, Bob elsewhere."""

    def __init__(self) -> None:
        super().__init__(created_event(GAMES["clod"](), at=1_000, dice="players"), GAMES)
        for player, name in enumerate(("Ann", "Bob")):
            self.do(Sit(player, name.lower(), name), HOST)

    def bob_draws(self) -> None:
        self.do(Commit(link(BOB, 0)), 1)
        self.do(Reveal(link(BOB, 1)), 1)


@pytest.fixture
def host() -> Host:
    return Host()


def window(host: Host, notes: MutableMapping[str, Note] | None = None, secret: bytes = b"a" * 32) -> RemoteTable:
    """A window that has just opened the table; what it sends is taken over by the host."""
    table = RemoteTable("t1", "ann", lambda command: sent(host, table, command))
    dice = DiceLinks(secret, "server", {} if notes is None else notes)
    table.dice = lambda: dice
    table.set_status("online", "ann")
    return table


def sent(host: Host, table: RemoteTable, command: Command) -> None:
    host.do(command_of(command.message(table="t1", key=bytes(16), **command.fields), 0), 0)
    command.accept(host.match.number)


def to_own_move(host: Host, table: RemoteTable) -> None:
    """Let both programs draw until Ann is to move."""
    table.apply_events(tuple(host.log))
    host.bob_draws()
    table.apply_events(tuple(host.log))
    table.apply_events(tuple(host.log))
    assert isinstance(host.match.turn, ToMove)


def test_a_link_that_was_refused_in_a_pause_comes_again_if_the_pause_has_ended_before_the_refusal(host: Host) -> None:
    table = window(host)
    table.apply_events(tuple(host.log))
    host.bob_draws()
    given: list[Command] = []
    late = RemoteTable("t1", "ann", given.append)
    late.dice = table.dice
    late.set_status("online", "ann")
    late.apply_events(tuple(host.log))
    host.do(Pause("drain"), HOST)
    host.do(Resume(), HOST)
    late.apply_events(tuple(host.log))

    given[0].refuse(Text("The game is paused"))

    assert [command.message for command in given] == [RevealLink, RevealLink]


def test_the_window_commits_and_reveals_and_a_move_brings_the_link_for_the_roll_of_the_other_player(host: Host) -> None:
    table = window(host)
    to_own_move(host, table)
    assert table.can_move
    assert to_act(table.match) == 0
    table.play(next(table.match.game.moves(table.match.state)))
    assert host.match.drawing is not None
    assert host.match.drawing.revealed == (2, 1)


def test_a_server_that_shows_another_course_gets_no_link_and_the_table_stays_open(host: Host) -> None:
    notes: dict[str, Note] = {}
    table = window(host, notes)
    to_own_move(host, table)
    given: list[Command] = []
    again = RemoteTable("t1", "ann", given.append)
    again.dice = window(host, notes).dice
    again.set_status("online", "ann")
    course = offered_again(host, again)
    assert again.is_forked
    assert (again.reason, given) == (None, [])
    (notice,) = (each for each in notices(again) if each.key == "chain")
    assert [do for _words, do in notice.actions] == [("offer", "host_dice")]

    number = course.offer("host_dice", 0)
    course.do(AnswerOffer(number, accept=True), 1)
    again.apply_events(tuple(course.log))
    assert not again.is_forked
    again.play(next(again.match.game.moves(again.match.state)))
    assert [command.message for command in given] == [SendMove]


def offered_again(host: Host, table: RemoteTable) -> Host:
    """Show the window the same match with one offer before the first roll. Return that course."""
    other = Host()
    tip = next(event.tip for event in host.log if hasattr(event, "tip"))
    other.do(Commit(tip), 0)
    other.do(Commit(link(BOB, 0)), 1)
    other.do(MakeOffer("pause"), 1)
    other.do(Reveal(link(BOB, 1)), 1)
    table.apply_events(tuple(other.log))
    return other


class StuckNotes(dict[str, Note]):
    """Notes that can be written, and not removed."""

    def pop(self, *_key: Any) -> Any:
        raise OSError(30, "Read-only file system")


class FullDisk(dict[str, Note]):
    """Notes on a disk that takes nothing more."""

    def __setitem__(self, key: str, note: Note) -> None:
        raise OSError(28, "No space left on device")

    def __iter__(self) -> Iterator[str]:
        return iter(())


def test_a_link_that_cannot_be_noted_is_not_revealed(host: Host, qtbot: QtBot) -> None:
    table = window(host, FullDisk())
    table.apply_events(tuple(host.log))
    host.bob_draws()

    with qtbot.waitSignal(table.closed) as closed:
        table.apply_events(tuple(host.log))
    assert disk_words(OSError(28, "")) in str(closed.args[0])
    assert host.match.drawing is not None
    assert host.match.drawing.revealed == (0, 1)


def test_a_match_ends_although_its_note_cannot_be_removed(host: Host) -> None:
    table = window(host, StuckNotes())
    to_own_move(host, table)
    host.do(Resign(match=True), 1)
    table.apply_events(tuple(host.log))
    assert table.match.ended is not None


def test_another_computer_of_the_player_says_that_it_lacks_the_chain(host: Host) -> None:
    to_own_move(host, window(host))
    elsewhere = window(host, secret=b"another computer of the player  ")
    elsewhere.apply_events(tuple(host.log))
    [notice] = [each for each in notices(elsewhere) if each.key == "chain"]
    assert [do for _words, do in notice.actions] == [("offer", "host_dice")]
    assert not [each for each in notices(window(host)) if each.key == "chain"]
