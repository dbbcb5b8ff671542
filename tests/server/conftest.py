"""Fixtures of the tests of the server."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness.server.serving import forget_kept, running
from server.app import Serving
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore

__all__ = ["forget_kept"]


@pytest.hookimpl(trylast=True)  # after pytest-trio has marked every coroutine
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of the server have the clock of their fixtures, also if only these name it."""
    for item in items:
        if not item.path.is_relative_to(Path(__file__).parent):
            continue
        for name in {"mock_clock", "autojump_clock"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.trio(run=partial(_run, item, name)), append=False)


def _run(item: pytest.Function, name: str, main: Any, *, clock: trio.abc.Clock | None, **more: Any) -> None:
    trio.run(main, clock=clock or item.funcargs[name], **more)


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


@pytest.fixture
def accounts(place: Path | str) -> Iterator[AccountStore]:
    with closing(AccountStore(place)) as opened:
        yield opened


@pytest.fixture
def social(place: Path | str) -> Iterator[SocialStore]:
    with closing(SocialStore(place)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly in this process; `test_accounts` looks at the full cost."""
    monkeypatch.setattr("server.accounts.passwords.MEMORY_KIB", 64)
