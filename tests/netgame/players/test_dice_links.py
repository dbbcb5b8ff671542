"""A player's program draws dice with that of the other player, and reveals nothing to a server that forks a match."""

from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import TableByScript, created, seated
from netgame.game import ToMove
from netgame.match import HOST, replay
from netgame.match.commands import MakeOffer, Pause, Play, Reveal
from netgame.match.events import Moved, Player, Seated
from netgame.match.state import to_act
from netgame.players.dice_links import DiceLinks, LogForked, Note
from netgame.players.table_logs import TableLogs
from tests.signing import PLAYERS, SignedTable, public

SERVER = "5f" * 32


class Programs:
    """The programs of both players at one table. Each answers by itself."""

    def __init__(self, table: TableByScript, name: str = "t1") -> None:
        self.table, self.name = table, name
        self.notes: tuple[dict[str, Note], dict[str, Note]] = ({}, {})
        self.links = (DiceLinks(b"a" * 32, SERVER, self.notes[0]), DiceLinks(b"b" * 32, SERVER, self.notes[1]))

    def answer(self) -> None:
        """Let the programs do what they do by themselves, until nothing is left to do."""
        busy = True
        while busy:
            busy = False
            for player in (0, 1):
                self.links[player].follow(self.name, self.table.log)
                command = self.links[player].command(self.name, self.table.match, player)  # type: ignore[arg-type]
                if command is not None:
                    self.table.do(command, player)  # type: ignore[arg-type]
                    busy = True

    def move(self, text: str = "+1") -> None:
        """Let the player to move move, with a link for the roll of the other one."""
        player = to_act(self.table.match)
        assert player is not None
        self.links[player].follow(self.name, self.table.log)
        found = self.links[player].for_move(self.name, self.table.match, player, text)
        self.table.do(Play(self.table.match.position, text, link=found), player)


@pytest.fixture
def programs() -> Programs:
    return Programs(seated(dice_of="players", length=30))


def test_the_programs_alone_bring_a_match_to_its_first_move_and_a_move_and_one_answer_give_the_next_dice(
    programs: Programs,
) -> None:
    programs.answer()
    assert isinstance(programs.table.match.turn, ToMove)
    before = len(programs.table.log)
    programs.move()
    # a program goes on after a restart with what it has on disk
    programs.links = (DiceLinks(b"a" * 32, SERVER, programs.notes[0]), DiceLinks(b"b" * 32, SERVER, programs.notes[1]))
    programs.answer()

    moved, revealed, rolled, *_ = programs.table.log[before:]
    assert [type(event).__name__ for event in (moved, revealed, rolled)] == ["Moved", "Revealed", "Rolled"]
    assert moved.link


def test_no_link_goes_with_a_move_before_a_roll_that_is_known_or_is_revealed_during_a_pause(programs: Programs) -> None:
    programs.answer()
    mover = to_act(programs.table.match)
    programs.move()
    programs.answer()
    programs.table.agree("take_back", mover)
    assert programs.links[mover].for_move("t1", programs.table.match, mover) == b""
    programs.move()
    programs.table.do(Pause("restart"), HOST)
    assert all(programs.links[player].command("t1", programs.table.match, player) is None for player in (0, 1))


def test_chains_differ_by_player_table_server_and_secret() -> None:
    match = seated(dice_of="players").match
    tips = {
        DiceLinks(secret, server, {}).command(table, match, player)  # type: ignore[arg-type]
        for secret in (b"a" * 32, b"b" * 32)
        for server in (SERVER, "")
        for table in ("t1", "t2")
        for player in (0, 1)
    }

    assert len(tips) == 16


def forked(table: TableByScript, other_move: str) -> TableByScript:
    """Return the same match, in which the last move was another one."""
    last = max(event.number for event in table.log if isinstance(event, Moved))
    fork = TableByScript.__new__(TableByScript)
    fork.__dict__.update(table.__dict__)
    fork.log = list(table.log[: last - 1])
    fork.match = replay(fork.log, table.games)
    moved = table.log[last - 1]
    fork.do(Play(fork.match.position, other_move, link=moved.link), moved.player)
    return fork


def test_a_link_is_not_revealed_again_for_another_course_of_the_match_also_after_a_restart(programs: Programs) -> None:
    programs.answer()
    programs.move("+1")
    player, _command = revealer(programs)  # the server has the link now
    fork = forked(programs.table, "+2")
    again = DiceLinks(b"ab"[player : player + 1] * 32, SERVER, programs.notes[player])

    for links in (programs.links[player], again):
        links.follow("t1", fork.log)
        with pytest.raises(LogForked, match="another course"):
            links.command("t1", fork.match, player)
    programs.links[player].forget("t1")
    assert not programs.notes[player], "a match that is over leaves no note"


def revealer(programs: Programs) -> tuple[Player, Reveal]:
    """Return whose link is due, and the command that reveals it."""
    for player in (0, 1):
        programs.links[player].follow("t1", programs.table.log)
        command = programs.links[player].command("t1", programs.table.match, player)  # type: ignore[arg-type]
        if isinstance(command, Reveal):
            return player, command  # type: ignore[return-value]
    raise AssertionError("no link is due")


def test_the_same_course_gets_the_same_link_again_whatever_has_happened_since(programs: Programs) -> None:
    programs.answer()
    programs.move()
    player, command = revealer(programs)
    log = [replace(event, name="Renamed") if isinstance(event, Seated) else event for event in programs.table.log]
    again = DiceLinks(b"ab"[player : player + 1] * 32, SERVER, programs.notes[player])
    again.follow("t1", log)
    assert again.command("t1", programs.table.match, player) == command, "the operator may change a name"
    programs.table.do(MakeOffer("abort") if 0 not in programs.table.match.moved else MakeOffer("adjourn"), player)

    assert revealer(programs) == (player, command)


def at_host(name: str, notes: tuple[dict[str, Note], dict[str, Note]]) -> tuple[DiceLinks, DiceLinks]:
    """Return the links of both programs at the server with that name."""
    first, second = (
        DiceLinks(secret * 32, name, notes[player], TableLogs(host=lambda: public(name)))
        for player, secret in enumerate((b"a", b"b"))
    )
    return first, second


@pytest.fixture
def signed_programs() -> Programs:
    """Return the programs at a table of the host "old"."""
    table = SignedTable(created(dice_of="players", length=30))
    for player in PLAYERS:
        table.sit(player)
    programs = Programs(table)
    programs.links = at_host("old", programs.notes)
    programs.answer()
    return programs


def continued(programs: Programs) -> None:
    """Let another host continue the match, and both players sit there."""
    assert isinstance(programs.table, SignedTable)
    programs.table.rehost()
    programs.table.resume()
    programs.name, programs.links = "t2", at_host("new", programs.notes)


def test_the_chains_go_on_at_another_host_and_the_old_one_gets_no_more(signed_programs: Programs) -> None:
    signed_programs.move()
    signed_programs.answer()
    old = list(signed_programs.table.log), signed_programs.table.match
    before = old[1].drawing
    continued(signed_programs)
    signed_programs.move()
    signed_programs.answer()

    after = signed_programs.table.match.drawing
    assert after.tips == before.tips
    assert after.drawn == before.drawn + 1
    mover = to_act(old[1])
    assert mover is not None
    links = at_host("old", signed_programs.notes)[mover]
    links.follow("t1", old[0])
    with pytest.raises(LogForked):
        links.for_move("t1", old[1], mover)


def test_another_host_that_takes_back_what_was_drawn_gets_no_links(signed_programs: Programs) -> None:
    log, match = list(signed_programs.table.log), signed_programs.table.match
    signed_programs.move()
    signed_programs.answer()
    signed_programs.move()
    signed_programs.table.log, signed_programs.table.match = log, match
    continued(signed_programs)
    signed_programs.move("+2")

    with pytest.raises(LogForked):  # the other program has answered the move that was taken back
        signed_programs.answer()


def test_a_log_that_only_claims_to_be_of_another_host_has_another_chain(signed_programs: Programs) -> None:
    liar, other = at_host("liar", signed_programs.notes)[0], at_host("liar", signed_programs.notes)[0]
    liar.follow("t1", signed_programs.table.log)
    assert not liar.has_chain("t1", signed_programs.table.match, 0)
    assert not other.has_chain("t1", signed_programs.table.match, 0)


def test_no_link_goes_with_the_last_move_of_a_game() -> None:
    programs = Programs(seated(dice_of="players", length=2))
    programs.answer()
    while programs.table.match.phase == "playing":
        programs.move()
        programs.answer()

    moves = [event for event in programs.table.log if isinstance(event, Moved)]
    assert moves
    assert [bool(move.link) for move in moves] == [*[True] * (len(moves) - 1), False]
