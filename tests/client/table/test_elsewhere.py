"""Two logs of one match: the words for a player, and forged moves that do not get in."""

from dataclasses import replace

import pytest

from client_qt.table.connection_loss import GONE_MS, ConnectionLoss
from client_qt.table.elsewhere import Compared, Elsewhere, Found, compared, elsewhere_words, missing_words
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline
from devtools.screenshots.staged_tables import Watch
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
    loss.note("online")
    assert not loss.asks_to_continue(match)
