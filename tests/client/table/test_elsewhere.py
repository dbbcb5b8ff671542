"""Two logs of one match: the words for a player, and forged moves that do not get in."""

from dataclasses import replace

import pytest

from client_qt.table.connection_loss import GONE_MS, ConnectionLoss
from client_qt.table.elsewhere import Compared, Elsewhere, Found, compared, elsewhere_words, missing_words
from devtools.screenshots.staged_tables import Watch
from tests.signing import SignedTable, signed_table

HERE = Found("ab" * 32, "t2", "Bob")


def fork() -> tuple[SignedTable, SignedTable]:
    """Return the table of the old host and that of the new one, where both sit again."""
    old, new = signed_table("+1", "+2", "+3"), signed_table("+1", "+2", "+3")
    new.rehost()
    new.resume()
    return old, new


def test_moves_that_both_signed_at_the_other_host_are_counted() -> None:
    old, new = fork()
    new.play("+1", "+1", "+1")

    found = compared(old.log, new.log)

    assert found == Compared((0, 3), (0, 2), (0, 0))
    assert Elsewhere(HERE, found).weight == 2
    assert not missing_words(found)


def test_moves_that_are_missing_there_are_counted() -> None:
    old, new = fork()
    old.play("+1", "+1")
    found = compared(old.log, new.log)

    assert found is not None
    assert found.moves[0] == 2
    assert missing_words(found)
    assert Elsewhere(HERE, found).weight < 0


def test_moves_in_a_name_without_its_signature_are_found() -> None:
    old, new = fork()
    new.signs.clear()
    new.play("+1")

    found = compared(old.log, new.log)

    assert found is not None
    assert found.unsigned == (0, 1)


def test_another_match_is_none_of_this_one() -> None:
    old, new = fork()
    log = [replace(new.log[0], title="another"), *new.log[1:]]  # type: ignore[call-arg]

    assert compared(old.log, log) is None


@pytest.mark.parametrize("fork", [None, Compared((0, 0), (0, 0), (0, 0)), Compared((0, 2), (0, 2), (0, 0))])
def test_each_case_has_its_sentence_with_the_name_of_the_server(fork: Compared | None) -> None:
    assert "Bob" in elsewhere_words(Elsewhere(HERE, fork))


@pytest.mark.parametrize(("absence", "patience_ms"), [("wait", GONE_MS), ("forfeit 20", 20_000)])
def test_the_guest_is_asked_after_the_time_that_the_table_agreed_on(absence: str, patience_ms: int) -> None:
    match, watch = signed_table("+1", absence=absence).match, Watch()
    loss = ConnectionLoss(watch)
    loss.note("waiting", "lost")

    watch.ms = patience_ms - 1
    assert not loss.asks_to_continue(match)
    watch.ms = patience_ms
    assert loss.asks_to_continue(match)
    loss.note("online")
    assert not loss.asks_to_continue(match)


def test_the_guest_of_a_host_that_stops_is_asked_at_once() -> None:
    loss = ConnectionLoss(Watch())
    loss.note("waiting", "stopping")

    assert loss.asks_to_continue(signed_table("+1").match)
