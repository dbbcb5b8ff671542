import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import new_key, order, raw, running, running_on_loopback, two_at_a_table
from devtools.manual.metrics_page import PAGE, page
from netgame.text import Text
from protocol import messages as m
from server.admin import metrics_collector
from server.admin.metrics import METRICS, DiskUsage, disk_usage
from server.admin.metrics_collector import families
from server.admin.metrics_http import measure_lag, serve_metrics
from server.app import Serving
from server.errors import PortTaken, ServerError
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


async def test_database_sizes_and_free_disk_space_are_reported_also_with_too_many_open_files(
    serving: Serving, tmp_path: Path
) -> None:
    found = read(serving, disk_usage(folder_of(tmp_path)))
    for database in ("games", "accounts", "social"):
        assert found["netgame_database_bytes", database, "main"] > 0
    assert found["netgame_disk_free_bytes",] > 0
    assert disk_usage(tmp_path / "gone") == DiskUsage()

    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))  # no more files for the moment; those that are open stay
        usage = disk_usage(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert {database for database, _part in usage.sizes} == {"accounts", "social", "games"}


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


# ---- over HTTP

GET = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def metrics_port(folder: Path) -> AsyncIterator[int]:
    """Run a server with metrics and yield their port."""
    with trio.fail_after(PATIENCE_S):
        async with running(folder) as serving, trio.open_nursery() as nursery:
            yield await nursery.start(partial(serve_metrics, serving.services.metrics, folder, 0))
            nursery.cancel_scope.cancel()


async def ask(port: int, data: bytes, *, ends: bool = False) -> bytes:
    found = b""
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        with suppress(trio.BrokenResourceError):  # the server closed the connection with unread data
            await stream.send_all(data)
            if ends:
                await stream.send_eof()
            while more := await stream.receive_some(65536):
                found += more
    return found


async def test_the_numbers_are_the_body_only_get_is_answered_and_a_bad_request_does_not_stop_it(tmp_path: Path) -> None:
    async with metrics_port(tmp_path) as port:
        response = await ask(port, GET)
        for method in (b"POST", b"HEAD", b"PUT"):
            refused = await ask(port, GET.replace(b"GET", method))
            assert refused.split(b" ")[1] == b"405"
            assert b"netgame_" not in refused
        for data in (b"", GET[:-2], b"\x16\x03\x01\x00", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n"):
            await ask(port, data, ends=True)
            assert (await ask(port, GET)).split(b" ")[1] == b"200"

    head, _, body = response.partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"200"
    assert b"Content-Type: text/plain; version=" in head
    assert f"Content-Length: {len(body)}".encode() in head
    found = {each.name: each for each in text_string_to_metric_families(body.decode())}
    assert found["netgame_people"].samples[0].value == 0
    assert "process_cpu_seconds" in found or sys.platform != "linux"


async def test_a_silent_or_slow_client_blocks_others_not_for_long_and_the_end_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, limits = threading.Event(), list[dict[str, float]]()

    class Handler(metrics_collector.RequestHandler):
        timeout = request_s = 10 * PATIENCE_S

        def setup(self) -> None:
            if limits:  # for the next client alone: a busy computer may be slow to answer the one after it
                vars(self).update(limits.pop())
            super().setup()

        def handle(self) -> None:
            reading.set()
            super().handle()

    monkeypatch.setattr(metrics_collector, "RequestHandler", Handler)
    async with metrics_port(tmp_path) as port:
        for limit in ("timeout", "request_s"):
            limits.append({limit: 0.01})
            async with await trio.open_tcp_stream("127.0.0.1", port) as silent:
                await silent.send_all(GET[:-1])
                assert (await ask(port, GET)).split(b" ")[1] == b"200"

        reading.clear()
        silent = await trio.open_tcp_stream("127.0.0.1", port)
        while not reading.is_set():
            await trio.lowlevel.checkpoint()
    await silent.aclose()


async def test_a_slow_disk_does_not_block_the_event_loop(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = threading.Event(), threading.Event()

    def slow(_folder: Path) -> DiskUsage:
        asked.set()
        answered.wait(PATIENCE_S)
        return DiskUsage()

    monkeypatch.setattr(metrics_collector, "disk_usage", slow)
    collector = metrics_collector.MetricsCollector(serving.services.metrics, tmp_path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.to_thread.run_sync, collector.collect)
        while not asked.is_set():
            await trio.lowlevel.checkpoint()
        answered.set()


async def test_a_missing_library_is_an_error_with_a_sentence(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "server.admin.metrics_collector", None)
    with pytest.raises(ServerError, match="prometheus-client"):
        await serve_metrics(serving.services.metrics, tmp_path, 0)


async def test_a_server_logs_its_metrics_port_and_answers_there_and_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "server.admin.metrics_http"):
        async with running_on_loopback(tmp_path, metrics_port=0) as serving:
            (line,) = [each for each in caplog.messages if each.startswith("metrics at http://127.0.0.1:")]
            port = int(line.removesuffix("/metrics").rpartition(":")[2])
            response = await ask(port, GET)
            with pytest.raises(PortTaken, match=f"port {port} .*another metrics_port"):
                await serve_metrics(serving.services.metrics, tmp_path, port)

    assert b'netgame_connections{state="greeting",tls="no"} 0.0' in response


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have only one address of loopback")
async def test_metrics_are_served_on_the_address_of_the_setting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "server.admin.metrics_http"):
        async with running_on_loopback(tmp_path, metrics_port=0, metrics_host="127.0.0.2"):
            [line] = [each for each in caplog.messages if each.startswith("metrics at http://127.0.0.2:")]
            async with await trio.open_tcp_stream("127.0.0.2", int(line.removesuffix("/metrics").rpartition(":")[2])):
                pass
