"""The server of a table was stopped or killed, or its computer is off: how long the window waits, what it offers."""

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.table.connection_loss import END_MS, GONE_MS, STOPPED_MS, ConnectionLoss, gone_words, lobby_line
from client_qt.text.clock_words import clock_shown
from devtools.harness.window.clicks import press, settle
from devtools.screenshots.staged_tables import Staged, Watch
from netgame.match.commands import Resign
from netgame.text import Text
from tests.client.staging import ANN, seen, sit_down

REFUSED = Text("The computer at ann.local answers, but no server runs there on port 7763.")


@pytest.fixture
def staged() -> Staged:
    return Staged().start().play(6)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.mark.parametrize(("cause", "is_over", "patience_ms"), [
    ("timeout", False, GONE_MS), ("refused", False, GONE_MS), ("timeout", True, END_MS),
    ("stopping", False, STOPPED_MS), ("stopping", True, STOPPED_MS),
])  # fmt: skip
def test_patience_is_by_the_cause(watch: Watch, staged: Staged, cause: str, is_over: bool, patience_ms: int) -> None:
    match = (staged.do(Resign(match=True), ANN) if is_over else staged).story.match
    loss = ConnectionLoss(watch)
    loss.note("waiting", cause)
    watch.ms = patience_ms - 1
    assert not loss.is_given_up(match)
    watch.ms = patience_ms
    assert loss.is_given_up(match)


def test_later_errors_do_not_hide_a_stop_and_each_loss_counts_from_its_beginning(watch: Watch) -> None:
    loss = ConnectionLoss(watch)
    loss.note("waiting", "stopping")
    loss.note("waiting", "refused")
    assert loss.cause == "stopping"

    reconnecting = lobby_line("waiting", True, loss)
    assert loss.words() not in reconnecting
    watch.ms = STOPPED_MS
    assert lobby_line("waiting", True, loss).startswith(loss.words()), "it is given up"

    watch.ms = GONE_MS
    loss.note("online")
    assert lobby_line("online", True, loss) == ""
    loss.note("waiting", "timeout")
    assert (loss.ms, loss.is_given_up()) == (0, False)


@pytest.mark.parametrize("cause", ["stopping", "refused", "timeout", "lost"])
def test_clocks_stand_while_the_connection_is_lost(window: MainWindow, staged: Staged, cause: str) -> None:
    table = sit_down(window, staged)
    match = table.match
    assert match.clocks.running is not None
    before = clock_shown(match, match.clocks.running, table.now())
    table.set_status("waiting", "", REFUSED, cause)
    staged.wait(GONE_MS)

    assert clock_shown(match, match.clocks.running, table.now()) == before
    table.set_status("online", "")
    assert clock_shown(match, match.clocks.running, table.now()) != before


def banner(window: MainWindow) -> str:
    window.table.clock_ticker.tick()
    settle()
    return seen(window.table.banner)


def test_the_banner_offers_to_save_a_match_that_is_over(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged.do(Resign(match=True), ANN))
    clicks: list[str] = []
    window.action("save_record").triggered.connect(lambda: clicks.append("save"))
    window.action("home").triggered.connect(lambda: clicks.append("home"))
    table.set_status("waiting", "", REFUSED, "lost")
    reconnecting = banner(window)
    staged.wait(END_MS)

    assert table.match is not None
    assert gone_words(table.lost, table.match) not in reconnecting
    assert gone_words(table.lost, table.match) in banner(window)
    press(window.table.banner, "Save")
    press(window.table.banner, "Home")
    assert clicks == ["save", "home"]


@pytest.mark.parametrize("is_open", [False, True])
def test_a_lost_server_is_read_out_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch, is_open: bool) -> None:
    staged = Staged().start(ready=False) if is_open else Staged().start().play(6)
    table, said = sit_down(window, staged), list[str]()
    table.set_status("waiting", "", REFUSED, "refused")
    banner(window)
    monkeypatch.setattr(window.table.announcer, "announce", lambda words, urgent=False: said.append(words))
    for _ in range(3):
        staged.wait(GONE_MS)
        banner(window)

    assert table.match is not None
    assert gone_words(table.lost, table.match) in banner(window)
    assert said.count(gone_words(table.lost, table.match)) == 1
    table.set_status("online", "")
    settle()
    assert not window.table.banner.shown
