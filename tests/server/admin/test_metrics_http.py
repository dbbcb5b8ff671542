import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import running, running_on_loopback
from server.admin import metrics_collector
from server.admin.metrics import DiskUsage
from server.admin.metrics_http import serve_metrics
from server.app import Serving
from server.errors import PortTaken, ServerError

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


async def test_a_silent_client_blocks_others_not_for_long_and_the_end_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = threading.Event()

    class Handler(metrics_collector.RequestHandler):
        timeout = 0.01

        def handle(self) -> None:
            reading.set()
            super().handle()

    monkeypatch.setattr(metrics_collector, "RequestHandler", Handler)
    async with metrics_port(tmp_path) as port:
        async with await trio.open_tcp_stream("127.0.0.1", port) as silent:
            await silent.send_all(GET[:-1])
            assert (await ask(port, GET)).split(b" ")[1] == b"200"

        Handler.timeout = 10 * PATIENCE_S
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
