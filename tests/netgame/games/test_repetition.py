"""The repetition history: counts, branches, equality, copies."""

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from netgame.games.shared.repetition import RepetitionHistory

KEYS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4096 * 2)), min_size=1, max_size=40)


def past(keys: list[tuple[int, int]]) -> RepetitionHistory:
    made = RepetitionHistory(keys[0])
    for key in keys[1:]:
        made = made.appended(key)
    return made


@given(KEYS, KEYS)
def test_the_occurrences_of_every_board_are_counted_and_the_same_boards_in_the_same_order_are_equal(
    keys: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    made, again = past(keys), past(list(keys))
    assert (made, hash(made)) == (again, hash(again))
    assert (made == past(other)) == (keys == other)
    assert made != keys
    assert made.length == len(keys)
    assert made.occurrences == keys.count(keys[-1])
    assert {key: made.count(key) for key in keys} == {key: keys.count(key) for key in keys}
    assert made.count((9, 9)) == 0


@given(KEYS, KEYS)
def test_two_continuations_of_a_history_are_independent(
    keys: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    before = past(keys)
    one, two = before, before
    for key in other:
        one = one.appended(key)
    for key in reversed(other):
        two = two.appended(key)

    assert one.count(other[0]) == two.count(other[0]) == (keys + other).count(other[0])
    assert before.count(other[0]) == keys.count(other[0])
    assert (one == two) == (other == other[::-1])


def test_a_long_history_can_be_pickled_and_copied() -> None:
    long = past([(0, number % 700) for number in range(5000)])
    sent = pickle.loads(pickle.dumps(long))
    assert sent == long
    assert (sent.length, sent.occurrences) == (long.length, long.occurrences)
    assert copy.deepcopy((long, 1)) == (long, 1)
