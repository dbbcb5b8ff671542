"""When pages are brought up to date."""

from PySide6.QtCore import QElapsedTimer, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pace import INTERVAL_MS, Pace
from client_qt.pages.table.strips.player_strip import ClockFace
from client_qt.text.clock_words import ClockShown
from client_qt.theme import Theme
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.ticker import TICK_MS, Ticker
from devtools.harness.window.clicks import settle


def test_work_that_is_asked_for_without_end_is_done_five_times_a_second(qapp: QApplication) -> None:
    done, source, timer = list[int](), QObject(), QElapsedTimer()
    pace = Pace(lambda: done.append(timer.elapsed()), source)
    timer.start()

    while len(done) < 3:
        pace.ask()
        QApplication.processEvents()

    assert done[2] >= 2 * INTERVAL_MS * 0.9


def test_a_ticker_runs_only_while_its_page_is_seen(qapp: QApplication) -> None:
    window = QWidget()
    page = QWidget(window)
    ticker = Ticker(page, lambda: None)
    seen = list[bool]()

    for act in (window.show, page.hide, page.show, window.hide):
        act()
        seen.append(ticker.isActive())

    assert seen == [True, False, True, False]


def test_no_page_that_is_not_seen_wakes_the_program_each_second(window: MainWindow) -> None:
    window.show_page("rules")
    settle()

    awake = [ticker for ticker in window.findChildren(Ticker) if ticker.isActive()]

    assert [ticker for ticker in awake if ticker.interval() <= TICK_MS] == []


def test_a_clock_with_tenths_tells_a_screen_reader_only_what_changes(theme: Theme) -> None:
    names = list[str]()

    class Face(ClockFace):
        def setAccessibleName(self, name: str) -> None:
            names.append(name)

    face = Face(theme)
    for tenths in range(10):
        face.show_clock(ClockShown(f"0:09.{tenths}", spoken="10 s left"))

    assert names == ["10 s left"]


def test_a_paint_changes_no_tool_tip(theme: Theme) -> None:
    painting, wrong = list[bool](), list[bool]()

    class Label(ElidedLabel):
        def paintEvent(self, event: object) -> None:
            painting.append(True)
            super().paintEvent(event)  # type: ignore[arg-type]
            painting.clear()

    made = Label("a long text that has no room")

    def see(event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTipChange:
            wrong.extend(painting)
        return False

    EventFilter(made, see)
    made.resize(20, 20)
    made.grab()
    settle()

    assert wrong == []
    assert made.toolTip() == "a long text that has no room"
