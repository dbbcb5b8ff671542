"""Play now: the form and the rows of those who look for a game, by real clicks."""

from typing import Any

from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton

from client_qt.app.main_window import MainWindow
from client_qt.pages.lobby.rows import seek_rows
from client_qt.pages.play_now.dialog import USUAL_CLOCK, PlayNowDialog
from client_qt.settings.schema import LastSeek, Settings
from client_qt.text.seek_words import rating_words, short_clock
from protocol.messages import SeekInfo
from tests.client.clicks import press, settle
from tests.client.widget_tools import emitted

MIN = 60_000


def seek(account: str, **more: Any) -> SeekInfo:
    usual: dict[str, Any] = {"games": ["thud"], "clocks": [USUAL_CLOCK], "since": 0}
    return SeekInfo(seek=f"w{account}", account=account, name=account.title(), **(usual | more))


def asked(window: MainWindow, last: LastSeek) -> PlayNowDialog:
    dialog = PlayNowDialog(window.theme, "The club", last, window)
    dialog.open()
    settle()
    return dialog


def box(dialog: PlayNowDialog, name: str) -> QCheckBox:
    found = dialog.findChild(QCheckBox, name)
    assert isinstance(found, QCheckBox)
    return found


def test_the_form_begins_with_the_last_wish_and_carries_the_new_one(window: MainWindow) -> None:
    last = LastSeek(("thud",), ("fischer 180+2", "days 3"), True, 100, 30)
    dialog = asked(window, last)
    sent = emitted(dialog.submitted)
    assert dialog.value() == last

    box(dialog, "seek_game_clod").click()
    box(dialog, "seek_clock_days 3").click()
    press(dialog, "play_now_go")

    assert sent == [LastSeek(("clod", "thud"), ("fischer 180+2",), True, 100, 30)]
    dialog.close()


def test_a_first_wish_has_a_game_and_a_clock_and_cannot_be_sent_without(window: MainWindow) -> None:
    dialog = asked(window, LastSeek())
    first = dialog.value()
    assert first is not None
    [game] = first.games

    box(dialog, f"seek_game_{game}").click()

    go = dialog.findChild(QPushButton, "play_now_go")
    assert not go.isEnabled()
    assert dialog.error.text()
    box(dialog, "seek_game_thud").click()
    assert go.isEnabled()
    dialog.close()


def test_the_last_wish_is_kept_in_the_settings() -> None:
    assert Settings().seek == LastSeek()


def test_the_lobby_lists_the_wishes_of_others_and_one_click_plays(window: MainWindow) -> None:
    window.show_page("lobby")
    wishes = [seek("bob", since=MIN), seek("ann", ratings={"thud": 161_234}), seek("me"), seek("eve", games=["chess"])]
    window.lobby.show_seeks(seek_rows(wishes, "me", 5 * MIN))
    settle()
    accepted = emitted(window.lobby.accept_seek)

    press(window.lobby, "accept_wann")

    assert [row.key for row in window.lobby.seeks.rows] == ["wann", "wbob"]
    assert "1612" in window.lobby.seeks.rows[0].accessible_text
    assert accepted == ["wann"]
    window.lobby.show_seeks([])
    assert not window.lobby.seeks.isVisible()


def test_a_search_is_shown_with_a_way_to_cancel_it(window: MainWindow) -> None:
    window.show_page("lobby")
    window.lobby.show_search("The club looks for an opponent")
    settle()
    cancelled = emitted(window.lobby.unseek)

    press(window.lobby, "play_now_cancel")

    assert cancelled == [()]
    assert window.lobby.findChild(QLabel, "play_now_words").text()
    window.lobby.show_search("")
    assert not window.lobby.findChild(QLabel, "play_now_words").isVisible()


def test_ratings_of_several_games_are_a_range_and_a_new_player_has_1500() -> None:
    assert rating_words(["thud"], {}) == "1500"
    assert rating_words(["thud", "clod"], {"thud": 161_234}) == "1500 to 1612"


def test_a_clock_that_this_program_does_not_know_is_shown_as_it_is() -> None:
    assert short_clock("hourglass 60") == "hourglass 60"
