"""Fixtures of the tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from devtools.harness.server.serving import forget_kept, running
from server.app import Serving

__all__ = ["forget_kept"]


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly in this process; `test_passwords` looks at the full cost."""
    monkeypatch.setattr("server.accounts.passwords.MEMORY_KIB", 64)
