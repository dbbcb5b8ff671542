"""The host's program was killed or his computer is off: what the others read, and what is left for them to do."""

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.table.clocks import clock_shown
from client_qt.table.connection_loss import END_MS, GONE_MS, STOPPED_MS, ConnectionLoss, lobby_line
from netgame.match.commands import Resign
from netgame.text import Text
from tests.client.clicks import button, press, settle
from tests.client.staging import ANN, seen, sit_down
from tests.screenshots.staged_tables import Staged, Watch

REFUSED = Text("The computer at ann.local answers, but no server runs there on port 7763.")


@pytest.fixture
def staged() -> Staged:
    return Staged().start().play(6)


def banner(window: MainWindow) -> str:
    window.table.clock_ticker.tick()
    settle()
    return seen(window.table.banner)


def test_after_the_end_nothing_is_waited_for_and_the_match_can_be_saved(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged.do(Resign(match=True), ANN))
    saved: list[bool] = []
    homes: list[bool] = []
    window.table.save.connect(lambda: saved.append(True))
    window.table.home.connect(lambda: homes.append(True))
    table.online("waiting", "", REFUSED, "lost")
    assert "Reconnecting" in banner(window), "the line may be back in a moment"

    staged.wait(END_MS)
    said = banner(window)

    assert "Reconnecting" not in said
    assert "The server does not answer. The match is over. You can save it, or go home." in said
    assert "You win" in seen(window.table.result)
    press(window.table.banner, "Save")
    press(window.table.banner, "Home")
    assert (saved, homes) == ([True], [True])


def test_in_the_middle_of_a_match_one_reads_that_it_is_kept_and_how_it_goes_on(
    window: MainWindow, staged: Staged
) -> None:
    table = sit_down(window, staged)
    table.online("waiting", "", REFUSED, "timeout")
    staged.wait(GONE_MS - 1000)
    assert "Reconnecting" in banner(window)

    staged.wait(121_000)
    table.online("waiting", "", REFUSED, "timeout")  # another try
    said = banner(window)

    assert "The server has not answered for 3 min." in said
    assert "The game is kept there and goes on when the host is back." in said
    assert "You need not wait here: Home leads back to the game." in seen(window)
    assert button(window.table.banner, "Try again").isVisible()
    assert "Reconnecting" not in said
    table.online("online", "")
    assert not window.table.banner.shown
    table.online("waiting", "", REFUSED, "timeout")
    assert "Reconnecting" in banner(window), "another loss is counted from its own beginning"


def test_a_host_who_stops_his_server_is_told_from_a_line_that_broke(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    table.online("waiting", "", Text("The server stops"), "stopping")
    staged.wait(6_000)
    table.online("waiting", "", REFUSED, "refused")

    assert "The host has stopped the server. The game is kept there" in banner(window)


@pytest.mark.parametrize(("cause", "stands"), [("stopping", True), ("refused", True), ("timeout", False)])
def test_clocks_stand_where_no_server_runs_for_then_nobody_loses_time(
    window: MainWindow, staged: Staged, cause: str, stands: bool
) -> None:
    table = sit_down(window, staged)
    match = table.match
    assert match is not None
    assert match.clocks is not None
    assert match.clocks.running is not None
    before = clock_shown(match, match.clocks.running, table.now())
    table.online("waiting", "", REFUSED, cause)
    staged.wait(GONE_MS)

    assert (clock_shown(match, match.clocks.running, table.now()) == before) is stands


def test_a_table_that_nobody_has_joined_is_kept_as_well(window: MainWindow) -> None:
    staged = Staged().start(ready=False)
    table = sit_down(window, staged)
    table.online("waiting", "", REFUSED, "refused")
    staged.wait(GONE_MS)

    said = banner(window)

    assert "The server does not run any more." in said
    assert "The table is kept there. You find it under Home when the host is back." in said


def test_what_is_said_when_it_is_given_up_waiting_is_read_out_once(
    window: MainWindow, staged: Staged, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    table = sit_down(window, staged)
    table.online("waiting", "", REFUSED, "timeout")
    staged.wait(GONE_MS)
    monkeypatch.setattr(window.table.announcer, "say", lambda words, urgent=False: said.append(words))

    for _ in range(3):
        staged.wait(60_000)
        banner(window)

    assert len([words for words in said if "has not answered" in words]) == 1


def test_a_lobby_says_that_its_host_is_gone_and_where_it_comes_back(window: MainWindow) -> None:
    watch = Watch()
    line = ConnectionLoss(watch)
    window.show_page("lobby")
    assert lobby_line("online", True, line) == ""
    assert lobby_line("connecting", False, line) == "Connecting ..."
    line.note("waiting", "stopping")
    window.lobby.set_online(False, lobby_line("waiting", True, line))
    assert "Connection lost. Reconnecting ..." in seen(window.lobby)

    watch.ms = STOPPED_MS
    window.lobby.set_online(False, lobby_line("waiting", True, line))

    assert "The host has stopped the server. You find it in the list of servers under Join" in seen(window.lobby)
    window.lobby.set_online(True)
    assert "Join" not in seen(window.lobby)
