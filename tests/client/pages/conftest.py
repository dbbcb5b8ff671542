"""Fixtures of the tests of pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.theme import Theme
from tests.client.engines import FakeEngines
from tests.client.program import client
from tests.qt_trio_plugin import KeptRun


@pytest.fixture
def fake() -> FakeEngines:
    return FakeEngines()


@pytest.fixture
def app(kept_run: KeptRun, theme: Theme, tmp_path: Path, fake: FakeEngines) -> Iterator[Application]:
    with kept_run.entered(client(theme, tmp_path, "Ann", engines=fake.engines)) as made:
        yield made
