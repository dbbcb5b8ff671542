"""`./run bench storage` measures both kinds of logs; how fast they are, is not tested."""

import pytest

from devtools.bench.storage import logs, measure


@pytest.mark.slow
def test_both_kinds_of_logs_have_figures(postgres: object) -> None:
    with logs(["sqlite", "postgres"]) as opened:
        figures = {kind: measure(log, backend, kind, 3, 0.01) for kind, (log, backend) in opened.items()}

    assert set(figures) == {"sqlite", "postgres"}
    assert all(int(str(figure["value"])) > 0 for figure in figures.values())
