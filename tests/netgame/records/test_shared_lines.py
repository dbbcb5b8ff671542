"""Lines that two players try together: their authors, and the order in which servers hear of them."""

from itertools import permutations

import pytest

from netgame.records.shared_lines import MAX_LINES, SharedLines

CHANGES = [(3, ("a", "b"), (0, 0)), (3, ("a", "c", "d"), (1, 1, 1)), (3, ("a",), (0,)), (4, ("a", "c"), (1, 1))]


def test_each_move_is_of_the_player_who_made_it_first() -> None:
    lines = SharedLines()
    lines.add(3, ("a",), (0,))
    line = ("a", "b", "c")
    known = lines.known(3, line)

    assert lines.add(3, line, (*known, 1, 1))

    assert lines.authors == {(3, line): (0, 1, 1)}, "what it continues is not kept"
    assert (lines.known(3, ("a", "b", "x")), lines.known(4, line)) == ((0, 1), ())


@pytest.mark.parametrize("changes", list(permutations(CHANGES)))
def test_the_order_of_changes_does_not_matter(changes: list[tuple[int, tuple[str, ...], tuple[int, ...]]]) -> None:
    lines = SharedLines()
    for change in changes:
        assert lines.add(*change)

    assert lines.authors == {(3, ("a", "b")): (0, 0), (3, ("a", "c", "d")): (0, 1, 1), (4, ("a", "c")): (1, 1)}


def test_a_full_list_takes_only_what_it_knows_or_continues() -> None:
    lines = SharedLines()
    for number in range(MAX_LINES):
        assert lines.add(1, (str(number), "a"), (0, 0))

    assert not lines.add(2, ("a",), (0,))
    assert lines.add(1, ("7",), (1,))
    assert lines.add(1, ("7", "a", "b"), (0, 0, 1))
    assert len(lines.authors) == MAX_LINES
