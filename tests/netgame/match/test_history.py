"""The history of a match: matches share its list, and it is still a value."""

from functools import reduce

import pytest

from netgame.match.events import Started
from netgame.match.state import History, Ply

STEPS = tuple(Ply(Started(number=number, at=0, leg=0), None, number) for number in range(1, 6))


def grown(*steps: Ply) -> History:
    return reduce(History.append, steps, History())


def test_two_continuations_of_a_history_do_not_mix_and_equal_steps_make_equal_histories() -> None:
    whole = grown(*STEPS[:4])
    early = whole.truncated(2)
    one, other = early.append(STEPS[2]), early.append(STEPS[3])

    assert list(early) == list(STEPS[:2])
    assert list(one.append(STEPS[4])) == [*STEPS[:3], STEPS[4]]
    assert list(other) == [*STEPS[:2], STEPS[3]]
    assert list(whole) == list(STEPS[:4])
    assert whole.truncated(9) == whole
    assert early == other.truncated(2) == History(STEPS[:2]) != one
    assert hash(early) == hash(History(STEPS[:2]))
    assert early != History((STEPS[0], STEPS[1]._replace(leg=9)))


def test_a_history_reads_like_a_tuple_of_its_steps() -> None:
    early = grown(*STEPS[:4])
    early.append(STEPS[4])

    assert (early[0], early[-1], early[3]) == (STEPS[0], STEPS[3], STEPS[3])
    assert (early[1:3], early[-2:], early[:9], early[::-1]) == (STEPS[1:3], STEPS[2:4], STEPS[:4], STEPS[3::-1])
    assert (early.index(STEPS[2]), STEPS[4] in early) == (2, False)
    for beyond in (4, -5):
        with pytest.raises(IndexError):
            early[beyond]
