"""Hand the metrics to the library `prometheus_client`; the only module that needs it."""

import math
import socket
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import trio
from prometheus_client import CollectorRegistry, ProcessCollector, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from server.admin.metrics import METRICS, PREFIX, MetricSources, disk_usage
from server.ops.counters import Histogram

TIMEOUT_S = 2.0  # for a silent client: requests are answered one at a time
REQUEST_S = 3.0  # for a client that sends or reads a byte at a time
Family = CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily


class MetricsCollector(Collector):
    """Collects the metrics in a worker thread. The event loop reads its own numbers, and the thread the disk."""

    def __init__(self, sources: MetricSources, folder: Path) -> None:
        self._sources, self._folder = sources, folder

    def collect(self) -> Iterable[Family]:
        return trio.from_thread.run_sync(families, replace(self._sources, disk=disk_usage(self._folder)))

    def describe(self) -> Iterable[Family]:
        return ()  # so that registering does not collect


def families(sources: MetricSources) -> list[Family]:
    """Return all metrics with their values; takes about 0.3 ms."""
    found: list[Family] = []
    for metric in METRICS:
        name, scale, values = PREFIX + metric.name, metric.scale, metric.read(sources)
        if isinstance(values, Histogram):
            buckets = [("+Inf" if bound == math.inf else str(bound / scale), n) for bound, n in values.cumulative()]
            found.append(HistogramMetricFamily(name, metric.help, buckets=buckets, sum_value=values.sum / scale))
            continue
        kind = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
        family = kind(name, metric.help, labels=metric.labels)
        for labels, value in values.items() if isinstance(values, Mapping) else [((), values)]:
            family.add_metric(labels, value)
        found.append(family)
    return found


def http_server(collector: Collector, host: str, port: int) -> WSGIServer:
    """Listen for scrapes with the library's own application. Blocks; `OSError` where the port is taken."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(collector)
    ProcessCollector(registry=registry)
    return make_server(host, port, make_wsgi_app(registry), _Server, RequestHandler)


class RequestHandler(WSGIRequestHandler):
    """Handles one request within a time limit for each read, and one for the whole request."""

    timeout = TIMEOUT_S
    request_s = REQUEST_S

    def handle(self) -> None:
        """Answer, or break the connection off after `request_s`."""
        limit = threading.Timer(self.request_s, self._break_off)
        limit.daemon = True
        limit.start()
        try:
            super().handle()
        finally:
            limit.cancel()

    def _break_off(self) -> None:
        with suppress(OSError):  # the client has done so
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:
        """Do not log requests."""


class _Server(WSGIServer):
    timeout = TIMEOUT_S  # for a connection that is gone before it is accepted

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """Ignore clients that break their connection."""
