"""A player's program signs what its player does, and finds signatures that do not hold or are missing."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import seated
from devtools.harness.games.signed_matches import is_valid
from netgame.match.commands import AnswerOffer, Command, MakeOffer, Play, Resign
from netgame.match.events import Event, Player, Proof
from netgame.players.table_logs import LogCheck, TableLogs
from netgame.records.proof import command_text
from tests.signing import SignedTable, head, host_origin, key, public, signed_table


def program(name: str, log: Sequence[Event], host: str = "old", former: str = "old") -> TableLogs:
    """Return the program of a player at that host, which knows the log of a table."""
    logs = TableLogs(public(name), key(name).sign, lambda: public(host), lambda: [public(former)])
    logs.follow("t1", log)
    return logs


def checked(log: Sequence[Event], name: str = "t1", host: str = "old") -> LogCheck:
    """Return the check of a log by a spectator's program."""
    logs = TableLogs(host=lambda: public(host))
    logs.follow(name, log)
    found = logs.check(name, is_valid, 1000)
    assert logs.is_checked(name)
    return found


def test_everything_that_players_do_is_signed_by_their_programs() -> None:
    table = signed_table()

    def give(command: Command, by: Player) -> None:
        signature = program(("ann", "bob")[by], table.log).signature("t1", table.match, by, command)
        assert Proof(**signature) in [event.proof for event in table.do(command, by)]

    give(Play(table.match.position, "+1"), 0)
    give(MakeOffer("pause"), 0)
    give(AnswerOffer(table.match.number, accept=False), 1)
    give(Play(table.match.position, "+1"), 1)
    give(Resign(match=True), 0)
    table.seal()

    assert checked(table.log) == LogCheck(is_signed=True)
    assert checked(table.log).state() == "signed"


def test_a_signature_that_is_wrong_or_of_another_command_player_or_table_is_found() -> None:
    table = signed_table()
    seen, known = len(table.log), head(table.log)
    texts = [command_text(host_origin("old", name), seen, known, words)
             for name, words in (("t1", "move +1"), ("t1", "resign"), ("t9", "move +1"))]  # fmt: skip
    table.play("+1")

    wrong = (bytes(64), key("bob").sign(texts[0]), *(key("ann").sign(text) for text in texts[1:]))
    for signature in wrong:
        found = checked([*table.log[:-1], replace(table.log[-1], proof=Proof(seen=seen, signature=signature))])
        assert (found.state(), found.wrong, found.by) == ("wrong_signature", table.log[-1].number, 0)
    assert checked(table.log).state() == "signed"
    assert checked(table.log, name="t2").state() == "wrong_origin"


def test_the_first_command_without_a_signature_is_known() -> None:
    table = signed_table("+1")
    table.signs = {0}
    table.play("+1", "+1", "+1")
    assert checked(table.log).unsigned == (0, table.log[-3].number)
    assert checked(table.log).state() == "unsigned"
    assert checked(table.log).state(mine=[1]) == "signed"


def test_a_log_of_another_server_is_found_and_neither_it_nor_a_seat_with_another_key_is_signed() -> None:
    table = signed_table("+1", "+1")
    assert checked(table.log, host="new").state() == "wrong_origin"
    for other in (program("ann", table.log, host="new", former="new"), program("bob", table.log)):
        assert other.signature("t1", table.match, 0, Resign()) == {}
    assert program("ann", table.log).signature("t1", table.match, 0, Resign())
    assert checked(seated().log).state() == "none", "a table without origin"


def test_a_log_with_a_former_key_of_the_server_is_signed_as_before() -> None:
    table = signed_table("+1")
    ann = program("ann", table.log, host="new")
    assert ann.check("t1", is_valid, 1000).state() == "signed"
    assert ann.signature("t1", table.match, 0, Resign())


def test_known_events_may_come_again_and_a_long_log_is_checked_in_parts() -> None:
    table = signed_table(*["+1"] * 5)
    table.log[-1] = replace(table.log[-1], proof=Proof(seen=3, signature=bytes(64)))
    ann = program("ann", [*table.log, *table.log[-2:]])

    assert len(ann.heads("t1")) == len(table.log) + 1
    assert ann.check("t1", is_valid, 4).state() == "signed"
    assert not ann.is_checked("t1")
    assert ann.check("t1", is_valid, 4).state() == "wrong_signature"


@pytest.mark.parametrize("place", [1, 3, -2, -1])
def test_an_event_that_the_server_changes_later_and_a_wrong_seal_are_found(place: int) -> None:
    table: SignedTable = signed_table("+1", "+1")
    table.seal()
    changed = table.log[place]
    seal = replace(changed, proof=replace(changed.proof or Proof(), seal=bytes(64)))
    table.log[place] = seal if place == -1 else replace(changed, at=changed.at + 1)
    assert checked(table.log).state() in ("wrong_seal", *(["wrong_signature"] if place != -1 else []))
