"""What a server counts about itself."""

from bisect import bisect_right
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from server.meters import TIMES_MS, Histogram, Meters

values = st.lists(st.floats(0, 20_000, allow_nan=False) | st.sampled_from(TIMES_MS).map(float), max_size=30)


@given(values)
def test_a_histogram_says_how_many_values_are_at_most_each_bound(added: Sequence[float]) -> None:
    histogram = Histogram(TIMES_MS)
    for value in added:
        histogram.add(value)

    ordered = sorted(added)
    bounds = [*TIMES_MS, float("inf")]
    assert list(histogram.up_to()) == [(bound, bisect_right(ordered, bound)) for bound in bounds]
    assert histogram.count == len(added)
    assert abs(histogram.sum - sum(added)) < 1e-6 * max(1.0, sum(added))


def test_a_commit_counts_its_time_its_events_and_what_the_disk_did_not_take() -> None:
    meters = Meters()

    meters.committed(0.5, 3)
    meters.committed(30, 0, failures=2)

    assert (meters.events, meters.commit_failures, meters.commits_ms.count) == (3, 2, 2)
    assert dict(meters.commits_ms.up_to())[1] == 1


def test_what_is_counted_by_name_is_counted_for_each() -> None:
    meters = Meters()
    for code in ("no_table", "stale", "stale"):
        meters.refused(code)
    meters.closed("silent")
    meters.limited("move")
    meters.dropped("overflow")
    meters.signed_in("token")
    meters.finished("clod")

    assert meters.refusals == {"no_table": 1, "stale": 2}
    counters = (meters.closings, meters.limits, meters.drops, meters.sign_ins, meters.finishes)
    assert [counter.total() for counter in counters] == [1] * 5
