"""Pictures of the set-up: the doctor's page while it looks and when it is done, a waiting table that nobody reaches."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client_qt.windows.doctor import DoctorRow
    from client_qt.windows.main import MainWindow


def shots(window: "MainWindow") -> Iterator[tuple[str, Callable[[], None]]]:
    """What is to be seen in each picture."""
    yield "doctor", partial(_doctor, window)
    yield "doctor_running", partial(_running, window)
    yield "doctor_fine", partial(_fine, window)
    yield "dialog_keep_hosting", partial(_closing, window)
    yield "dialog_another_window", partial(_another, window)
    yield "home_background", partial(_background, window)


def _rows() -> tuple["DoctorRow", ...]:
    from client_qt.windows.doctor import DoctorRow

    lines = "\n".join(f"sudo nft insert rule inet wall in {kind} dport 7763 accept" for kind in ("tcp", "udp"))
    todo = "If others cannot join a game here, let them in with these lines, as whoever may change the firewall."
    return (
        DoctorRow("program", "fine", "This program", "netgame 0.1 with Python 3.13.1 on Linux-6.12."),
        DoctorRow(
            "friend", "look", "The address of your friend",
            "The computer 192.168.1.20 is there, but lets nobody in at port 7763: its firewall does that.",
            "There, choose Help and Check my set-up: it shows the line that lets you in.",
        ),
        DoctorRow("networks", "fine", "Networks", "This computer is on the network 192.168.1.7/24 (wlan0)."),
        DoctorRow("port", "fine", "The port", "TCP port 7763 is free."),
        DoctorRow(
            "firewall", "look", "The firewall of this computer",
            "The firewall of this computer (nftables) keeps others out of TCP port 7763 or UDP port 7763.", todo, lines,
        ),
        DoctorRow(
            "own_server", "unknown", "The game hosted here", "No game is hosted here at the moment.",
            "To check that others can join, host a game and come back.",
        ),
        DoctorRow("folder", "fine", "Room for games", "Games are kept in /home/mareike; 81300 MB are free there."),
    )  # fmt: skip


def _doctor(window: "MainWindow") -> None:
    _running(window)
    for row in _rows()[4:]:
        window.doctor.add(row)
    window.doctor.show_done()


def _running(window: "MainWindow") -> None:
    page = window.doctor
    page.clear()
    page.show_friend("192.168.1.20")
    for row in _rows()[:4]:
        page.add(row)
    page.show_step("The firewall of this computer", 4, 13)
    window.show_page("doctor")


def _fine(window: "MainWindow") -> None:
    page = window.doctor
    page.clear()
    page.show_friend("")
    for row in _rows():
        if row.state == "fine":
            page.add(row)
    page.show_done()
    window.show_page("doctor")


def _closing(window: "MainWindow") -> None:
    from client_qt.leaving import ask_closing

    window.show_page("home")
    ask_closing(window, _nothing, _nothing)


def _another(window: "MainWindow") -> None:
    from client_qt.background import offer_other_window

    window.show_page("host")
    offer_other_window(window, _nothing, _nothing)


def _background(window: "MainWindow") -> None:
    from client_qt.background import InBackground, words_of
    from client_qt.models.wording import tr

    window.show_page("home")
    words = words_of(InBackground(1_760_000_000_000, 1, ("Ann and Bob",)))
    window.banner.show_text(words, "turn", ((tr("Stop"), _nothing), (tr("Close"), window.banner.hide_text)))


def _nothing() -> None:
    """A picture needs no answer."""
