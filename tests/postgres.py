"""Databases for tests, from a PostgreSQL server of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools.harness.postgres import LOCKED_PASSWORD, LOCKED_USER, MISSING, PrivatePostgres, private_postgres


def pytest_report_header() -> str:
    return f"PostgreSQL tests: {MISSING or 'on'}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    """The server that all tests of a process share; it starts with the first test that needs it."""
    if MISSING:
        pytest.skip(MISSING)
    with private_postgres() as server:
        server.execute(f"CREATE ROLE {LOCKED_USER} LOGIN PASSWORD '{LOCKED_PASSWORD}'")
        yield server


@pytest.fixture(scope="session")
def _used_again(postgres: PrivatePostgres) -> str:
    return postgres.create()


@pytest.fixture
def database(postgres: PrivatePostgres, _used_again: str) -> Iterator[str]:
    """The address of a database, which is empty when the test begins and ends."""
    yield _used_again
    postgres.empty(_used_again)


@pytest.fixture(scope="session")
def _with_tables(postgres: PrivatePostgres) -> str:
    return postgres.create()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where a store of accounts or social data is: a file, or a database that several servers may share."""
    if request.param == "sqlite":
        yield tmp_path / "x.sqlite3"
        return
    address: str = request.getfixturevalue("_with_tables")
    yield address
    request.getfixturevalue("postgres").clear(address)


@pytest.fixture(scope="session")
def _stoppable() -> Iterator[PrivatePostgres]:
    if MISSING:
        pytest.skip(MISSING)
    with private_postgres() as server:
        yield server


@pytest.fixture
def other_postgres(_stoppable: PrivatePostgres) -> Iterator[PrivatePostgres]:
    """A server that a test may stop and restart; it runs again before the next test."""
    yield _stoppable
    if not _stoppable.is_running:
        _stoppable.start()
