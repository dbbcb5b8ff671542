"""Fixtures of the tests of the server."""

import pytest

from tests.server.serving import forget_kept

__all__ = ["forget_kept"]


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly in this process; `test_passwords` looks at the full cost."""
    monkeypatch.setattr("server.accounts.passwords.MEMORY_KIB", 64)
