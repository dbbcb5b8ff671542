"""Announcements of tables on the local network. A failure of them does not stop the server."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import trio
from msgspec import structs
from trio.testing import MockClock

from devtools.harness.server.serving import config, new_key, running_on_loopback
from netgame.games import GAMES
from netgame.options import option_values, options_of
from protocol.address import Address
from protocol.client import Server, connect
from protocol.discovery.announcement import Announcement
from protocol.identity.server_certificate import FILE
from protocol.messages import PROTOCOL, CancelTournament, Done, MakeTournament, SeatInfo, TableInfo
from server.net.lan import RETRY_S, announcement, keep_announced

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


def test_the_seat_that_is_free_is_told_and_tables_beyond_the_limit_are_counted():
    said = told(*(a_table(f"t{number}") for number in range(100)))
    assert len(said.tables) + said.more == 100
    assert len(said.tables) >= 10

    def free(*seats: SeatInfo | None) -> int:
        return told(structs.replace(a_table("a"), seats=seats)).tables[0].free

    bob = SeatInfo(name="Bob", account="a2", present=True)
    assert (free(bob, None), free(None, bob), free(None, None), free(bob, bob)) == (1, 0, 1, 1)


async def test_discovery_that_failed_is_tried_again(autojump_clock: MockClock, caplog: pytest.LogCaptureFixture):
    tries = []

    async def fails(*, interfaces: str) -> None:
        tries.append(interfaces)
        raise ValueError("too long")

    with trio.move_on_after(RETRY_S * 1.5):
        await keep_announced(SimpleNamespace(run=fails), "lo")
    assert tries == ["lo"] * 2
    assert "ValueError: too long" in caplog.text  # with its traceback


class Announcements:
    """What a server announces: at the start and after each change."""

    def __init__(self, current: Callable[[], Announcement], **_options: object) -> None:
        self._current, self.told = current, list[Announcement]()

    def changed(self) -> None:
        self.told.append(self._current())

    async def run(self, *, interfaces: str, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        self.changed()
        await trio.sleep_forever()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Announcements]:
    """Return the announcers of the servers that are started."""
    made: list[Announcements] = []

    def announcer(*current: Callable[[], Announcement], **options: object) -> Announcements:
        made.append(Announcements(*current, **options))
        return made[-1]

    monkeypatch.setattr("server.app.Announcer", announcer)
    return made


async def test_tournaments_that_everybody_may_enter_are_announced(tmp_path: Path, made: list[Announcements]):
    terms = {"title": "Friday", "format": "swiss", "game": KEY, "options": {}, "clock": "none"}
    async with (
        running_on_loopback(tmp_path, plain=False, announce="lo", tournaments="anybody") as serving,
        connect(Server(serving.fingerprint, (Address("127.0.0.1", serving.port),))) as ann,
    ):
        await ann.sign_in("Ann")
        await ann.ask(MakeTournament(**terms, key=new_key(), entry="invited"), Done)
        assert made[0].told[-1].tournaments == 0
        done = await ann.ask(MakeTournament(**terms, key=new_key()), Done)
        assert made[0].told[-1].tournaments == 1

        await ann.ask(CancelTournament(tournament=done.table, key=new_key()), Done)
        assert made[0].told[-1].tournaments == 0


async def test_another_certificate_is_announced_after_a_reload(tmp_path: Path, made: list[Announcements]):
    async with running_on_loopback(tmp_path, plain=False, announce="lo") as serving:
        await trio.testing.wait_all_tasks_blocked()
        (tmp_path / FILE).unlink()
        serving.reload(config(tmp_path, plain=False))
        told = [each.fingerprint for each in made[0].told]

    assert told[0] == serving.fingerprint
    assert len(set(told)) == 2
