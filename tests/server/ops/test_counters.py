import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import server
from server.ops.counters import TIMES_MS, Counters, Histogram
from server.ops.limits import Limits
from server.ops.requests import RATES
from server.storage.event_store import Append
from server.storage.stores import open_store

values = st.lists(st.floats(0, 20_000, allow_nan=False) | st.sampled_from(TIMES_MS).map(float), max_size=30)


@settings(max_examples=20)
@given(values)
def test_a_histogram_counts_values_up_to_each_bound(added: Sequence[float]) -> None:
    histogram = Histogram(TIMES_MS)
    for value in added:
        histogram.add(value)

    ordered = sorted(added)
    bounds = [*TIMES_MS, float("inf")]
    assert list(histogram.cumulative()) == [(bound, bisect_right(ordered, bound)) for bound in bounds]
    assert histogram.count == len(added)
    assert abs(histogram.sum - sum(added)) < 1e-6 * max(1.0, sum(added))


async def test_the_store_counts_its_commits(tmp_path: Path) -> None:
    counters = Counters()
    async with open_store(tmp_path / "games.sqlite3", on_commit=counters.count_commit) as store:
        store.append_soon(
            [Append("t", 0, [b"a", b"b"]), Append("u", 0, [b"c"]), Append("v", 7, [b"d"])], lambda _: None
        )
        await store.read("t")

    assert (counters.events, counters.commit_failures, counters.commits_ms.count) == (3, 1, 1)
    assert 0 < counters.commits_ms.sum < 10_000


def test_every_limit_has_a_counter() -> None:
    """The counter has the name of the limit without its unit. Those in `NO_REQUEST` refuse no request."""
    sources = [
        path.read_text("utf-8") for path in Path(server.__file__).parent.rglob("*.py") if path.name != "limits.py"
    ]
    counted = {name for text in sources for call in COUNTED.findall(text) for name in re.findall(r'"(\w+)"', call)}
    counted |= {name for rate in RATES.values() for name in (rate.account, rate.address) if isinstance(name, str)}
    limits = {UNIT.sub("", each.name).replace("_lan", "") for each in fields(Limits)} - NO_REQUEST
    assert limits <= counted


NO_REQUEST = {"guest_days", "vacation_days", "notice_after", "notice_gap", "notices_per_day"}
COUNTED = re.compile(
    r"(?:count_limit|limiter\.(?:count|takes)|_is_within|_slow_down)\((?:[^()]|\([^()]*\))*\)|count_limit, [^)]*\)"
)
UNIT = re.compile(r"_(burst|per_minute|s|bytes|mib)$")
