"""Write docs/operating/metrics.md from the list of metrics. `./run manual` does that too."""

from collections.abc import Iterator
from pathlib import Path

from server.admin.metrics import METRICS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operating" / "metrics.md"

HEAD = """# Metrics

The server reports its metrics in the text format of Prometheus. Metrics are off by default. To turn them on, set a port
in the [settings file](configure.md):

```toml
metrics_port = 9763
```

For the service, after `sudo systemctl restart netgame-server`:

```sh
curl http://127.0.0.1:9763/metrics
```

The server shows them on 127.0.0.1 only, unless `metrics_host` names another address
([in a container](container.md#install)). From another computer use a tunnel (`ssh -L 9763:127.0.0.1:9763 server`). For
a Prometheus on the same computer:

```yaml
scrape_configs:
  - job_name: netgame
    static_configs:
      - targets: ["127.0.0.1:9763"]
```

Metrics are only numbers: no names, no addresses, no text of players. All counters start at 0 with the server. A series
with a label appears when it is first counted.

"""

TAIL = """
On Linux the page also has what the system reports about the process:

| name | kind | meaning |
|---|---|---|
| `process_resident_memory_bytes` | gauge | Memory in use; no new tables are created above the limit `memory_mib` |
| `process_virtual_memory_bytes` | gauge | Address space in use, which means little |
| `process_open_fds`, `process_max_fds` | gauge | Open files, one for each connection, and their limit |
| `process_cpu_seconds_total` | counter | Processor time used |
| `process_start_time_seconds` | gauge | When the server started, in seconds since 1970 |

A histogram is three series: `_bucket` with the label `le`, `_sum` and `_count`. The time within
which 99 of 100 moves were acknowledged in the last five minutes:

```promql
histogram_quantile(0.99, rate(netgame_move_ack_seconds_bucket[5m]))
```
"""


def page() -> str:
    return HEAD + "\n".join(_lines()) + "\n" + TAIL


def _lines() -> Iterator[str]:
    yield "| name | kind | labels | meaning | advice |"
    yield "|---|---|---|---|---|"
    for metric in METRICS:
        labels = ", ".join(f"`{label}`" for label in metric.labels)
        yield f"| `{metric.full_name}` | {metric.kind} | {labels} | {metric.help} | {metric.advice} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
