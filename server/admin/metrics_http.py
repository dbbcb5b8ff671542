"""Serve the metrics over HTTP for Prometheus, by default on loopback."""

import logging
from pathlib import Path
from typing import Final

import trio

from server.admin.metrics import MetricSources
from server.errors import PortTaken, ServerError, reason_of
from server.ops.counters import Counters

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"  # by default only programs on this computer may read them
LAG_EVERY_S = 0.25
PAUSE_S = 0.05  # between requests, because a full table of open files would otherwise keep this loop busy


async def serve_metrics(
    sources: MetricSources, folder: Path, port: int, host: str = HOST, *,
    task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
) -> None:  # fmt: skip
    """Serve until cancelled; started with the port. `ServerError` where the port or the library is not available."""
    try:
        from server.admin.metrics_collector import MetricsCollector, http_server
    except ImportError as error:
        raise ServerError(
            "Metrics need the library prometheus-client: install it in the folder of the project "
            "(pip install '.[server]'), or leave metrics_port out"
        ) from error
    collector = MetricsCollector(sources, folder)
    try:
        server = await trio.to_thread.run_sync(http_server, collector, host, port)  # it looks up the name of the host
    except OSError as error:
        raise PortTaken(
            f"Metrics cannot be offered on {host}, port {port} ({reason_of(error)}): choose another metrics_port, or "
            "metrics_host, or none"
        ) from error
    log.info("metrics at http://%s:%d/metrics", host, server.server_port)
    with server:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(measure_lag, sources.counters)
            task_status.started(server.server_port)
            while True:
                await trio.lowlevel.wait_readable(server.socket)
                await trio.to_thread.run_sync(server.handle_request, abandon_on_cancel=True)
                await trio.sleep(PAUSE_S)


async def measure_lag(counters: Counters) -> None:
    """Measure how late the event loop runs a timer, until cancelled."""
    while True:
        due = trio.current_time() + LAG_EVERY_S
        await trio.sleep_until(due)
        counters.lags_ms.add((trio.current_time() - due) * 1000)
