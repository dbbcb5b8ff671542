import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from prometheus_client import CollectorRegistry, ProcessCollector

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import new_key, order, raw, two_at_a_table
from devtools.manual.metrics_page import PAGE, page
from netgame.text import Text
from protocol import messages as m
from server.admin.metrics import METRICS, DiskUsage, disk_usage
from server.admin.metrics_collector import families
from server.admin.metrics_http import measure_lag
from server.app import Serving
from server.ops.counters import Counters
from tests.server.stored import folder_of

Samples = dict[tuple[str, ...], float]


def read(serving: Serving, disk: DiskUsage | None = None) -> Samples:
    """Return all samples, by name and the values of the labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families(replace(serving.services.metrics, disk=disk or DiskUsage()))
        for sample in family.samples
    }


# ---- the numbers


async def test_connections_are_counted_by_state_and_sign_ins_by_kind(serving: Serving) -> None:
    await raw(serving, greet=False)
    await raw(serving)
    await raw(serving)
    await raw(serving, name="Ann")
    while len(serving.services.admission.connections) < 4:
        await trio.testing.wait_all_tasks_blocked()
    found = read(serving)

    states = [found["netgame_connections", state, "no"] for state in ("greeting", "greeted", "signed_in")]
    assert states == [1, 2, 1]
    assert found["netgame_accepted_total",] == 4
    assert found["netgame_people",] == 1
    assert sum(value for name, value in found.items() if name[0] == "netgame_sign_ins_total") == 1


async def test_moves_resumes_refusals_tables_and_matches_are_counted(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
    before, late = read(serving), order(serving, table)
    await ann.ask(order(serving, table))
    moved = read(serving)
    answer = await bob.ask(late)
    await ann.ask(m.Watch(table="nothing"))
    await ann.ask(m.SendMove(table="nothing", key=new_key(), position=1, move="x"))
    await ann.ask(m.Watch(table=table, after=2))
    await ann.ask(m.SendResign(table=table, key=new_key()))
    serving.services.new_tables.closed = Text("Full")
    found = read(serving)

    assert (before["netgame_move_ack_seconds_count",], moved["netgame_move_ack_seconds_count",]) == (0, 1)
    assert 0 < moved["netgame_move_ack_seconds_sum",] < 10
    assert moved["netgame_move_ack_seconds_bucket", "+Inf"] == 1
    assert moved["netgame_events_total",] > before["netgame_events_total",]
    assert moved["netgame_commit_seconds_count",] == before["netgame_commit_seconds_count",] + 1
    assert moved["netgame_commit_events_sum",] == moved["netgame_events_total",]
    assert (moved["netgame_resumes_total",], found["netgame_resumes_total",]) == (0, 1)
    assert isinstance(answer, m.Refused)
    assert (found["netgame_refused_total", answer.code], found["netgame_refused_total", "no_table"]) == (1, 2)
    assert [before["netgame_tables", state] for state in ("open", "playing", "over", "frozen")] == [1, 1, 0, 0]
    assert ("netgame_matches_finished_total", "clod") not in before
    assert found["netgame_matches_finished_total", "clod"] == 1
    assert (before["netgame_closed_to_new_tables",], found["netgame_closed_to_new_tables",]) == (0, 1)


async def test_a_client_that_does_not_read_or_is_rude_is_counted_as_dropped_or_closed(serving: Serving) -> None:
    rude = await raw(serving, greet=False)
    await rude.send(m.Ping(), 1)
    await rude.rest()
    await raw(serving, name="Ann")
    with trio.fail_after(PATIENCE_S):
        while serving.services.admission.connections:
            serving.services.broadcast.announce("x" * 100_000)
            await trio.lowlevel.checkpoint()
        while "overflow" not in serving.services.counters.drops:
            await trio.testing.wait_all_tasks_blocked()
    found = read(serving)

    assert found["netgame_closed_total", "hello_first"] == 1
    assert found["netgame_dropped_total", "overflow"] == 1
    assert found["netgame_limits_total", "outbound"] == 1


async def test_database_sizes_and_free_disk_space_are_reported(serving: Serving, tmp_path: Path) -> None:
    found = read(serving, disk_usage(folder_of(tmp_path)))

    for database in ("games", "accounts", "social"):
        assert found["netgame_database_bytes", database, "main"] > 0
    assert found["netgame_disk_free_bytes",] > 0
    assert disk_usage(tmp_path / "gone") == DiskUsage()


async def test_the_lag_of_the_event_loop_is_measured(autojump_clock: trio.testing.MockClock) -> None:
    with trio.move_on_after(1.1):
        await measure_lag(counters := Counters())
    assert counters.lags_ms.count == 4


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_the_page_names_what_the_system_reports_about_the_process() -> None:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    found = {sample.name: sample.value for family in registry.collect() for sample in family.samples}

    assert found["process_resident_memory_bytes"] > 1e6
    assert found["process_open_fds"] > 3
    assert all(f"`{name}`" in PAGE.read_text("utf-8") for name in found)


# ---- the list


async def test_every_metric_is_reported_as_listed(serving: Serving, tmp_path: Path) -> None:
    for counter in vars(serving.services.counters).values():
        if isinstance(counter, Counter):
            counter["x"] += 1
    read_families = families(replace(serving.services.metrics, disk=disk_usage(folder_of(tmp_path / "data"))))

    found = [(each.name, each.type, each.documentation) for each in read_families]
    assert found == [(metric.full_name.removesuffix("_total"), metric.kind, metric.help) for metric in METRICS]
    for family, metric in zip(read_families, METRICS, strict=True):
        labels = set(metric.labels) | ({"le"} if metric.kind == "histogram" else set())
        assert set().union(*(sample.labels for sample in family.samples)) == labels


def test_the_page_of_the_metrics_is_up_to_date_and_names_end_with_the_unit() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m devtools.manual.metrics_page"
    for metric in METRICS:
        assert metric.kind != "histogram" or metric.name.endswith(("_seconds", "_events"))
        assert not metric.name.endswith("_total")


def test_too_many_open_files_do_not_hide_the_database_sizes(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    folder_of(tmp_path / "data")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))  # no more files for the moment; those that are open stay
        found = disk_usage(tmp_path / "data")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert {database for database, _part in found.sizes} == {"accounts", "social", "games"}
