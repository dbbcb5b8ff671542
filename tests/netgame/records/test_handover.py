"""The part of a log that another host may continue, and the one of two logs that both players have signed furthest."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import TALLY
from devtools.harness.games.signed_matches import is_valid
from netgame.match import HOST, MatchError
from netgame.match.commands import MakeOffer, Pause
from netgame.match.events import Event, Proof
from netgame.records.handover import Signed, continued_part, fork_of, signed_part
from netgame.records.proof import command_text
from tests.signing import SignedTable, head, host_origin, key, signed_table


def part(log: Sequence[Event], by: int = 0) -> int:
    """Return up to which number another host may continue what that player brings."""
    kept, match, _ = continued_part(log, by, TALLY, is_valid)  # type: ignore[arg-type]
    assert [event.number for event in kept] == list(range(1, match.number + 1))
    return match.number


def refusal(log: Sequence[Event]) -> str:
    with pytest.raises(MatchError) as caught:
        continued_part(log, 0, TALLY, is_valid)
    return str(caught.value.reason)


def changed(table: SignedTable, number: int, **values: object) -> list[Event]:
    """Return the log with other values in one event."""
    return [replace(event, **values) if event.number == number else event for event in table.log]  # type: ignore[arg-type]


def test_each_command_signs_what_its_player_had_seen_and_what_follows_it_by_itself_stays() -> None:
    table = signed_table("+1", "+2", "+3")
    assert signed_part(table.log, is_valid) == Signed((7, 6), 0, frozenset({5, 6, 7}))
    table = signed_table(*["+1"] * 3, length=4)
    table.offer("count", 0)
    table.play("+1")
    assert [event.number for event in table.log][-1] == part(table.log) == 11


def test_a_wrong_signature_or_one_for_another_table_proves_nothing() -> None:
    table = signed_table("+1", "+2")
    text = command_text(host_origin("old", "t9"), 6, head(table.log), "move +3")
    table.play("+3")
    for signature in (bytes(64), key("ann").sign(text)):
        assert signed_part(changed(table, 7, proof=Proof(seen=6, signature=signature)), is_valid).players == (5, 6)


def test_a_signature_at_the_old_host_is_none_at_the_new_one() -> None:
    table = signed_table("+1")
    seen = len(table.log)
    old = command_text(table.match.origin, seen, head(table.log), "move +2")
    table.rehost()
    table.resume()
    table.play("+2")
    log = changed(table, len(table.log), proof=Proof(seen=seen, signature=key("bob").sign(old)))

    assert signed_part(table.log, is_valid).commands == {5, 10}
    assert signed_part(log, is_valid).commands == {5}


def test_a_log_goes_on_up_to_the_last_signed_move_of_either_player_or_the_seal_of_the_old_host() -> None:
    table = signed_table("+1", "+2", clock="sudden 60")
    table.do(Pause("restart"), HOST)
    assert part(table.log) == 6
    table.seal()
    assert part(table.log) == 7
    table = signed_table("+1", "+2", "+3", clock="sudden 600")
    assert part(table.log, 0) == part(table.log, 1) == 7
    table.after(400_000).play("+1")
    assert part(table.log, 0) == part(table.log, 1) == 8
    table.signs.clear()
    table.play("+1", "+1")

    assert part(table.log, 0) == part(table.log, 1) == 8


def test_a_move_of_the_other_player_with_a_signature_by_the_one_who_brings_the_log_is_cut_off() -> None:
    table = signed_table("+1", "+2", "+3")
    seen = len(table.log)
    text = command_text(table.match.origin, seen, head(table.log), "move +6")
    table.play("+6")
    log = changed(table, 8, proof=Proof(seen=seen, signature=key("ann").sign(text)))
    assert part(log, 0) == 7


def test_unsigned_moves_stay_if_both_went_on_and_unsigned_time_of_the_other_player_is_cut_off() -> None:
    table = signed_table("+1")
    table.signs.clear()
    table.play("+2")
    table.signs |= {0, 1}
    table.play("+3", "+1", "+1")
    assert part(table.log) == 9

    table = signed_table("+1", "+2", "+3", clock="sudden 600")
    table.after(300_000).do(MakeOffer("pause"), 0)  # while the clock of the other player runs
    assert part(table.log, 0) == 7
    table.seal()
    assert part(table.log, 0) == 8


def test_logs_that_no_host_may_continue_are_refused_with_the_reason() -> None:
    unsigned, over, table = signed_table(), signed_table("+1", "+2"), signed_table("+1", "+2")
    unsigned.signs.clear()
    unsigned.play("+1", "+2")
    over.agree("abort", 0)

    assert refusal(unsigned.log) == "the match has not started yet"
    assert refusal(over.log) == "the match is over"
    assert refusal(changed(table, 6, move="+9")) == "the die allows at most 6 points"
    assert refusal([]) == refusal(table.log[1:]) == "a match begins with the event created"
    for values in ({"game": "chess"}, {"rules": 99}, {"match_rules": 99}):
        assert refusal(changed(table, 1, **values))


def test_a_continued_match_can_be_continued_again() -> None:
    table = signed_table("+1", "+2", "+3")
    table.rehost()
    table.resume()
    assert part(table.log) == 7  # there is no signature that it went on
    table.play("+1", "+1", "+1")
    assert part(table.log) == len(table.log)


def fork() -> tuple[SignedTable, SignedTable]:
    """Return the table of the old host and that of the new one, with three moves in common."""
    return signed_table("+1", "+2", "+3"), signed_table("+1", "+2", "+3")


@pytest.mark.parametrize(("signs", "old_moves", "new_moves", "signed"), [(True, 1, 4, (0, 3)), (False, 8, 2, (0, 1))])
def test_the_log_with_more_moves_that_both_signed_goes_further(
    signs: bool, old_moves: int, new_moves: int, signed: tuple[int, int]
) -> None:
    old, new = fork()
    if not signs:
        old.signs.clear()
    old.play(*["+1"] * old_moves)
    new.rehost()
    new.resume()
    new.play(*["+1"] * new_moves)
    found = fork_of(old.log, new.log, is_valid)

    assert (found.common, found.moves, found.signed, found.further) == (7, (old_moves, new_moves), signed, 1)


def test_a_log_that_is_the_beginning_of_the_other_is_no_fork_nor_is_a_renamed_player_or_another_match() -> None:
    old, new = fork()
    log = [replace(event, name="Anna") if event.number == 2 else event for event in new.log]  # type: ignore[call-arg]
    new.rehost()

    assert fork_of(old.log, new.log, is_valid).further is None
    assert fork_of(old.log, log, is_valid).common == 7
    with pytest.raises(ValueError, match="two matches"):
        fork_of(signed_table("+1").log, signed_table("+1", length=9).log, is_valid)


def test_every_event_that_a_log_lacks_is_counted_with_its_seal_and_both_clocks() -> None:
    """A record without the agreed events is continued, and no move is missing."""
    old, new = (signed_table("+1", "+2", "+3", clock="sudden 600") for _ in range(2))
    old.agree("take_back", 0)
    old.agree("more_time", 1)
    old.seal()
    new.rehost()
    found = fork_of(old.log, new.log, is_valid)

    assert found.moves == (0, 0)
    assert found.lacking == ({"rehosted": 1}, {"offered": 2, "offer_closed": 2, "taken_back": 1, "time_added": 1})
    assert found.sealed == (len(old.log), 0)
    assert found.clocks == (old.log[-1].clocks, new.log[-1].clocks)
    assert old.log[-1].clocks != new.log[-1].clocks

    back = fork_of(new.log, old.log, is_valid)
    assert (back.lacking, back.sealed, back.clocks) == (found.lacking[::-1], found.sealed[::-1], found.clocks[::-1])


def test_a_forged_time_of_the_last_move_is_an_event_that_the_other_log_lacks() -> None:
    true, forged = signed_table("+1", "+2", clock="sudden 600"), signed_table("+1", "+2", clock="sudden 600")
    true.after(2_000).play("+3")
    forged.after(597_000).play("+3")
    assert part(forged.log, 1) == len(forged.log)
    found = fork_of(true.log, forged.log, is_valid)

    assert (found.lacking, found.signed) == (({"moved": 1}, {"moved": 1}), (0, 0))
    assert [clocks and clocks[0] > 500_000 for clocks in found.clocks] == [True, False]


def test_signatures_of_both_decide_also_when_no_move_follows() -> None:
    old, new = fork()
    new.rehost()
    new.resume()
    assert fork_of(old.log, new.log, is_valid).further is None
    new.offer("count", 0)
    new.offer("pause", 1)
    assert fork_of(old.log, new.log, is_valid).further == 1
    old.play("+1", "+1")
    assert fork_of(old.log, new.log, is_valid).further == 0
