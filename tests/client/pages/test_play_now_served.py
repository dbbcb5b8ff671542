"""Play now at several servers: they are one market, and of two pairs in one moment the older is played."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from PySide6.QtWidgets import QLabel

from client_qt.app.application import Application
from client_qt.net import session as sessions
from client_qt.net.session import ServerSession
from client_qt.pages.play_now.controller import offer_words
from client_qt.pages.play_now.dialog import USUAL_CLOCK, PlayNowDialog
from client_qt.settings.schema import KnownServer
from devtools.harness.server.serving import known, running
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.program import press, until
from devtools.harness.window.qt_run import KeptRun
from devtools.harness.window.together import host
from netgame.match.events import Created
from netgame.match.state import Match
from netgame.text import fill
from protocol.messages import Notice
from server.app import Serving
from tests.client.visiting import visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def second(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    """Another server."""
    with kept_run.entered(running(tmp_path / "second", plain=False)) as made:
        yield made


@pytest.fixture
def there(kept_run: KeptRun, second: Serving) -> Iterator[Opponent]:
    """A player at the other server."""
    with kept_run.entered(opponent(known(second))) as made:
        yield made


@pytest.fixture
def both(kept_run: KeptRun, ann: Application, serving: Serving, second: Serving) -> Iterator[list[ServerSession]]:
    """The sessions of Ann at both servers."""
    yield [kept_run.call(partial(visit, ann, each)) for each in (serving, second)]
    for each in (serving, second):  # otherwise they connect again while the servers end
        ann.servers.forget_server(each.fingerprint)


def words(app: Application) -> str:
    return app.window.home.findChild(QLabel, "play_now_words").text()


async def search(app: Application) -> None:
    app.window.action("home").trigger()
    await press(app.window.home, "play_now_button")
    await press(await until(lambda: app.window.findChild(PlayNowDialog)), "play_now_go")
    await until(lambda: app.window.findChild(PlayNowDialog) is None)


def matches(app: Application) -> list[Match]:
    return [model.match for model in app.servers.tables() if model.match is not None]


async def test_a_pairing_at_one_server_withdraws_the_wish_at_the_other(
    ann: Application, both: list[ServerSession], other: Opponent, there: Opponent
) -> None:
    await search(ann)
    for watching in both:
        await until(lambda watching=watching: watching.lobby.seeks)

    await there.session.seek(games=["clod"], clocks=[USUAL_CLOCK])
    await until(lambda: ann.window.page == "table")

    assert ann.servers.of(ann.table_controller.model) is both[1]
    await until(lambda: not both[0].lobby.seeks)


async def test_a_server_that_answers_after_a_search_was_cancelled_does_not_begin_it_again(
    ann: Application, both: list[ServerSession], other: Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, go_on, begun = both[1], trio.Event(), trio.Event()
    seek = slow.seek_known

    async def seek_late(*args: Any, **terms: Any) -> object:
        await go_on.wait()
        done = await seek(*args, **terms)
        begun.set()
        return done

    monkeypatch.setattr(slow, "seek_known", seek_late)
    await search(ann)
    await until(lambda: both[0].lobby.seeks)
    ann.play_now_controller.cancel()
    await until(lambda: not both[0].lobby.seeks)

    go_on.set()
    await begun.wait()
    await until(lambda: not slow.lobby.seeks)
    assert "look" not in words(ann)


async def late_unseek(unseek: Callable[[], Awaitable[None]], may_go: trio.Event) -> None:
    await may_go.wait()
    await unseek()


async def test_of_two_pairs_in_one_moment_the_older_is_played(
    ann: Application, both: list[ServerSession], other: Opponent, there: Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    await search(ann)
    are_paired = trio.Event()
    for watching in both:
        await until(lambda watching=watching: watching.lobby.seeks)
        late = partial(late_unseek, watching.unseek, are_paired)  # so that the second pair comes before it
        monkeypatch.setattr(watching, "unseek", late)

    for player in (other, there):
        await player.session.seek(games=["clod"], clocks=[USUAL_CLOCK])
    await until(lambda: len(matches(ann)) == 2)
    are_paired.set()
    await until(lambda: len(matches(ann)) == 2 and any(match.ended for match in matches(ann)))

    tables = sorted(ann.servers.tables(), key=lambda model: (model.match.created.at, model.table))
    older, newer = (model.match for model in tables)
    assert older.ended is None, [match.created.at for match in (older, newer)]
    assert (newer.ended.reason, newer.ended.player, newer.moved) == ("aborted", None, (0, 0))
    assert ann.table_controller.model.match.created == older.created


async def test_who_is_left_in_that_moment_goes_on_looking(
    ann: Application, both: list[ServerSession], other: Opponent
) -> None:
    await search(ann)
    await other.session.seek(games=["clod"], clocks=[USUAL_CLOCK])
    model = await until(lambda: ann.window.page == "table" and ann.table_controller.model)
    await until(lambda: model.match is not None)

    assert await other.session.leave_pair(model.table)

    for watching in both:
        await until(lambda watching=watching: watching.lobby.seeks)
    assert ann.window.page == "home"
    assert ann.window.banner.shown


async def test_who_keeps_the_other_pair_of_that_moment_reads_nothing(
    ann: Application, both: list[ServerSession]
) -> None:
    left = Notice(template="Your opponent found a game elsewhere. Play now goes on", table="t1")
    ann.servers.updated.emit(both[0], left)
    assert not ann.window.banner.shown


async def test_two_who_host_at_home_meet(ann: Application, bob: Application) -> None:
    for app in (ann, bob):
        await host(app)
        app.window.action("home").trigger()
    for app, at in ((ann, bob), (bob, ann)):
        server = at.hosting.server
        given = at.servers.sessions[server.fingerprint]
        app.servers.session_to(server.fingerprint, given.server.addresses, given.welcome.server)
        await until(lambda app=app: len(app.servers.sessions) == 2)
        await until(lambda app=app: all(each.status == "online" for each in app.servers.sessions.values()))

    (name,) = {each.welcome.server for each in ann.servers.sessions.values()}
    ann.window.action("home").trigger()
    await until(lambda: words(ann) == fill(offer_words(1), {"server": name}))  # which both computers have
    for app in (ann, bob):
        await search(app)

    await until(lambda: shown(ann) == shown(bob) == played(ann) == played(bob) != [])  # of two pairs the same one
    for app in (ann, bob):
        assert {seat.name for seat in app.table_controller.model.match.seats} == {"Ann", "Bob"}


def played(app: Application) -> list[Created]:
    return [match.created for match in matches(app) if match.ended is None and None not in match.seats]


def shown(app: Application) -> list[Created]:
    model = app.table_controller.model
    is_shown = app.window.page == "table" and model is not None and model.match is not None
    return [model.match.created] if is_shown else []


async def test_a_host_that_refuses_the_connection_is_said_at_once_and_not_offered(
    ann: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE_S", 100_000.0)
    gone = KnownServer("ab" * 32, "Gone", ("127.0.0.1:1",), seen=1)
    ann.settings.change(ann.settings.value.with_server(gone))
    ann.play_now_controller.open()
    dialog = await until(lambda: ann.window.findChild(PlayNowDialog))

    await press(dialog, "play_now_go")
    await until(lambda: dialog.error.isVisible())
    dialog.reject()

    ann.window.action("rules").trigger()
    ann.window.action("home").trigger()
    await until(lambda: not ann.window.home.play_now.isVisible())
    ann.servers.forget_server(gone.fingerprint)
