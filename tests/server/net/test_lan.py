"""Announcements of tables on the local network. A failure of them does not stop the server."""

from pathlib import Path

import pytest
import trio
from msgspec import structs

from devtools.harness.server.serving import known, running_on_loopback
from netgame.games import GAMES
from netgame.options import option_values, options_of
from protocol.client import connect
from protocol.discovery.announcer import Announcer
from protocol.messages import PROTOCOL, SeatInfo, TableInfo
from server.net import lan as announce
from server.net.lan import announcement

KEY, GAME = next(iter(GAMES.items()))


def a_table(table: str, state: str = "open", made: int = 0, **options: object) -> TableInfo:
    ann = SeatInfo(name="Ann", account="a1", present=True)
    seats = (ann, None) if state == "open" else (ann, SeatInfo(name="Bob", account="a2", present=False))
    values = option_values(GAME()) | options
    return TableInfo(
        table=table, title="Tea", game=KEY, rules=1, options=values, seats=seats, state=state, events=3, made=made
    )


def told(*tables: TableInfo):
    return announcement("ab" * 32, "Ann's computer", 4000, "test", tables, len(tables), GAMES)


def test_tables_with_a_free_seat_come_first_and_the_newest_in_front():
    said = told(
        a_table("old", made=1), a_table("full", "playing", made=9), a_table("new", made=2),
        a_table("done", "over"), a_table("broken", "frozen"), a_table("rest", "between"),
    )  # fmt: skip

    assert (said.fingerprint, said.name, said.port, said.protocols) == ("ab" * 32, "Ann's computer", 4000, PROTOCOL)
    assert [table.table for table in said.tables] == ["new", "old", "full", "rest"]
    assert [table.players for table in said.tables] == [1, 1, 2, 2]
    assert said.tables[2].names == ("Ann", "Bob")


def test_only_the_options_that_are_not_as_usual_are_told():
    choice = next(info for info in options_of(GAME) if info.kind == "choice")
    other = next(value for value in choice.choices if value != choice.default)

    said = told(a_table("usual"), a_table("special", **{choice.name: other}))

    assert {table.table: table.options for table in said.tables} == {"usual": {}, "special": {choice.name: other}}


def test_tables_beyond_the_limit_are_counted():
    said = told(*(a_table(f"t{number}") for number in range(100)))

    assert len(said.tables) + said.more == 100
    assert len(said.tables) >= 10


def test_the_seat_that_is_free_is_told():
    def free(*seats: SeatInfo | None) -> int:
        return told(structs.replace(a_table("a"), seats=seats)).tables[0].free

    bob = SeatInfo(name="Bob", account="a2", present=True)

    assert (free(bob, None), free(None, bob), free(None, None), free(bob, bob)) == (1, 0, 1, 1)


async def test_a_server_goes_on_when_discovery_fails_and_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    tries = 0
    works_again = trio.Event()

    async def fail_once(announcer: Announcer, *, interfaces: str) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ValueError("too long")
        works_again.set()
        await trio.sleep_forever()

    monkeypatch.setattr(Announcer, "run", fail_once)
    monkeypatch.setattr(announce, "RETRY_S", 0.0)
    async with running_on_loopback(tmp_path, announce="lo", plain=False) as serving:
        await works_again.wait()
        async with connect(known(serving)) as line:
            assert await line.list_tables() == []

    assert "ValueError: too long" in caplog.text  # with its traceback
