"""Fixtures of the tests of the server."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from devtools.harness.server.serving import forget_kept, running
from server.app import Serving
from server.storage.accounts import AccountStore

__all__ = ["forget_kept"]


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


@pytest.fixture
def accounts(place: Path | str) -> Iterator[AccountStore]:
    with closing(AccountStore(place)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly in this process; `test_accounts` looks at the full cost."""
    monkeypatch.setattr("server.accounts.passwords.MEMORY_KIB", 64)
