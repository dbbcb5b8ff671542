"""Two logs of one match: the words for a player, and forged moves that do not get in."""

from dataclasses import replace

import pytest

from client_qt.table.connection_loss import GONE_MS, ConnectionLoss
from client_qt.table.elsewhere import (
    Compared,
    Elsewhere,
    Found,
    compared,
    course_to_show,
    elsewhere_words,
    missing_words,
)
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline
from devtools.screenshots.staged_tables import Watch
from netgame.match.commands import MakeOffer, Resign
from netgame.match.events import KINDS, Player
from netgame.records.handover import Fork, fork_of
from protocol.event_codec import event_from_plain
from protocol.identity.device_key import verify
from tests.signing import SignedTable, signed_table

HERE = Found("ab" * 32, "t2", "Bob")


def fork() -> tuple[SignedTable, SignedTable]:
    """Return the table of the old host and that of the new one, where both sit again."""
    old, new = signed_table("+1", "+2", "+3"), signed_table("+1", "+2", "+3")
    new.rehost()
    new.resume()
    return old, new


def test_moves_that_both_signed_or_only_one_and_moves_that_are_missing_at_the_other_host_are_counted() -> None:
    old, new = fork()
    new.play("+1", "+1", "+1")
    found = compared(old.log, new.log)
    assert found == Compared((0, 3), (0, 2), (0, 0))
    assert Elsewhere(HERE, found).weight == 2
    assert not missing_words(found)

    old, new = fork()
    old.play("+1", "+1")
    found = compared(old.log, new.log)
    assert found is not None
    assert found.moves[0] == 2
    assert missing_words(found)
    assert Elsewhere(HERE, found).weight < 0

    old, new = fork()
    new.signs.clear()
    new.play("+1")
    found = compared(old.log, new.log)
    assert found is not None
    assert found.unsigned == (0, 1)


def test_another_match_at_another_host_changes_nothing() -> None:
    old, new = fork()
    log = [replace(new.log[0], title="another"), *new.log[1:]]  # type: ignore[call-arg]
    assert compared(old.log, log) is None
    table, _other = remote_tables(signed_table("+1"), new)
    assert table.continued_at
    table.match = replace(table.match, created=replace(table.match.created, origin=new.match.origin))
    assert not table.continued_at


def remote_tables(*logs: SignedTable) -> list[RemoteTable]:
    """Return the tables of one window, whose player is to move at each of them."""
    tables = [RemoteTable(f"t{number}", "", lambda *_args, **_fields: None) for number, _ in enumerate(logs)]
    for table, signed in zip(tables, logs, strict=True):
        table.match, table.log, table.server = signed.match, signed.log, signed.host
        table.mine, table.others = frozenset((0, 1)), lambda: tables
    return tables


def test_a_match_goes_on_at_the_other_host_once_both_players_sit_there() -> None:
    old, new = signed_table("+1", "+2"), signed_table("+1", "+2")
    new.rehost()
    before, after = remote_tables(old, new)
    assert (before.continued_at, after.continued_at) == ("", "")
    assert before.can_move

    new.resume()
    after.match = new.match
    assert (before.continued_at, after.continued_at) == ("new", "")
    assert not before.can_move
    assert after.can_move
    assert headline(before) != headline(after)


def test_the_host_that_continued_a_match_last_has_it() -> None:
    first, second, third = signed_table("+1"), signed_table("+1"), signed_table("+1")
    for table in (second, third):
        table.rehost()
        table.resume()
    third.rehost("newest", "t3")
    third.resume()
    assert [bool(table.continued_at) for table in remote_tables(first, second, third)] == [True, True, False]


def test_a_table_takes_no_moves_while_its_match_waits_elsewhere_for_the_other_player() -> None:
    old, new = signed_table("+1", "+2"), signed_table("+1", "+2")
    new.rehost()
    new.sit(0)
    before, after = remote_tables(old, new)
    assert (before.can_move, bool(before.continued_at), after.continued_at) == (False, True, "")
    assert not before.may(Resign(match=True), 0)
    assert after.may(Resign(match=True), 0)
    new.do(MakeOffer("abort"), 0)
    after.match = new.match
    assert (before.can_move, before.continued_at) == (True, "")


@pytest.mark.parametrize("moves_over", [None, 0, 1])
def test_both_players_see_the_same_one_of_two_new_hosts_as_the_table_where_the_match_goes_on(
    moves_over: Player | None,
) -> None:
    tables = at_ann, at_bob = signed_table("+1"), signed_table("+1")
    for player, host in enumerate(("ann", "bob")):
        tables[player].rehost(host, "t3")
        tables[player].sit(player)  # type: ignore[arg-type]
    if moves_over is not None:
        tables[1 - moves_over].sit(moves_over)
    there, back = compared(at_ann.log, at_bob.log), compared(at_bob.log, at_ann.log)
    assert there is not None
    assert back is not None
    assert there.is_later != back.is_later
    if moves_over is not None:
        assert there.is_later == (moves_over == 0)


def test_what_is_missing_there_is_named_with_both_clocks_before_anybody_agrees() -> None:
    old, new = signed_table("+1", "+2", clock="sudden 600"), signed_table("+1", "+2", clock="sudden 600")
    new.rehost()
    found = compared(old.log, new.log)
    assert found is not None
    assert not missing_words(found)

    old.agree("more_time", 0)
    old.seal()
    found = compared(old.log, new.log)
    assert found is not None
    assert found.moves == (0, 0)
    words = " ".join(missing_words(found, ("Ann", "Bob")))
    for part in ("Ann 11:00", "Ann 10:00", str(len(old.log))):
        assert part in words


def test_each_kind_of_event_has_a_name_for_what_is_missing() -> None:
    fork = Fork(1, (0, 0), (0, 0), lacking=({}, dict.fromkeys(KINDS, 1)))
    assert missing_words(Compared((0, 0), (0, 0), (0, 0), fork))[0].count(": 1") == len(KINDS)


@pytest.mark.parametrize("more_here", [0, 3])
def test_the_shortest_log_that_both_have_signed_further_is_shown_to_the_old_table(more_here: int) -> None:
    old, new = fork()
    new.play(*["+1"] * 8)
    old.play(*["+1"] * more_here)
    course = course_to_show("t1", old.log, new.log)
    assert course is not None
    shown = [*new.log[: course.after], *map(event_from_plain, course.events)]
    assert (course.after, fork_of(old.log, shown, verify).further) == (7, 1)
    assert fork_of(old.log, shown[:-1], verify).further != 1
    assert course_to_show("t2", new.log, old.log) is None


@pytest.mark.parametrize("fork", [None, Compared((0, 0), (0, 0), (0, 0)), Compared((0, 2), (0, 2), (0, 0))])
def test_each_case_has_its_sentence_with_the_name_of_the_server(fork: Compared | None) -> None:
    assert "Bob" in elsewhere_words(Elsewhere(HERE, fork))


@pytest.mark.parametrize(("absence", "cause", "patience_ms"), [
    ("wait", "lost", GONE_MS), ("forfeit 20", "lost", 20_000), ("wait", "stopping", 0),
])  # fmt: skip
def test_the_guest_is_asked_after_the_agreed_time_or_a_stop(absence: str, cause: str, patience_ms: int) -> None:
    match, watch = signed_table("+1", absence=absence).match, Watch()
    loss = ConnectionLoss(watch)
    loss.note("waiting", cause)
    for watch.ms in (max(0, patience_ms - 1), patience_ms):
        assert loss.asks_to_continue(match) == (watch.ms >= patience_ms)
        assert loss.continues_in(match) == patience_ms - watch.ms
    loss.note("online")
    assert not loss.asks_to_continue(match)
    assert loss.continues_in(match) is None
