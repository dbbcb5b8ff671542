"""Pictures of the set-up: the doctor's page while it looks and when it is done, a waiting table that nobody reaches."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from client_qt.app.main_window import MainWindow
    from client_qt.pages.check_setup.page import CheckRow

Finding = Literal["fine", "problem", "unknown"]
PROGRAM = {"program": "netgame 0.1", "python": "3.13.1", "system": "Linux-6.12"}


def shots(window: "MainWindow") -> Iterator[tuple[str, Callable[[], None]]]:
    """What is to be seen in each picture."""
    yield "doctor", partial(_doctor, window)
    yield "doctor_running", partial(_running, window)
    yield "doctor_fine", partial(_fine, window)
    yield "dialog_keep_hosting", partial(_closing, window)
    yield "dialog_another_window", partial(_another, window)
    yield "home_background", partial(_background, window)


def _rows() -> tuple["CheckRow", ...]:
    """In the words of the checks themselves."""
    from client_qt.pages.check_setup.page import CheckRow
    from client_qt.text.rules_text import say
    from netgame.text import Arg, Text

    lines = "\n".join(f"sudo nft insert rule inet wall in {kind} dport 7763 accept" for kind in ("tcp", "udp"))
    friend: dict[str, Arg] = {"host": "192.168.1.20", "port": 7763}
    program = Text("{program} with Python {python} on {system}", PROGRAM)
    wall: dict[str, Arg] = {"name": "nftables", "tcp": 7763, "udp": 7763}
    rows: tuple[tuple[str, Finding, Text, Text, Text | None, str], ...] = (
        ("program", "fine", Text("This program"), program, None, ""),
        ("friend", "problem", Text("The address of your friend"),
         Text("The computer {host} is on, but its firewall blocks port {port}", friend),
         Text("On that computer choose Help and Check my set-up. It shows the command that opens the port."), ""),
        ("networks", "fine", Text("Networks"),
         Text("This computer is on the network {nets}", {"nets": "192.168.1.7/24 (wlan0)"}), None, ""),
        ("port", "fine", Text("The port"), Text("TCP port {port} is free", {"port": 7763}), None, ""),
        ("firewall", "problem", Text("The firewall of this computer"),
         Text("The firewall of this computer ({name}) blocks TCP port {tcp} or UDP port {udp}", wall),
         Text("If others cannot join a game here, open the ports with these commands, as an administrator."),
         lines),
        ("own_server", "unknown", Text("The game hosted here"), Text("No game is hosted here now"),
         Text("To check that others can join, host a game and come back."), ""),
        ("folder", "fine", Text("Space for games"),
         Text("Games are stored in {folder}; {free} MB are free there", {"folder": "/home/mareike", "free": 81300}),
         None, ""),
    )  # fmt: skip
    return tuple(
        CheckRow(key, state, say(title).removesuffix("."), say(found), say(todo) if todo else "", copy)
        for key, state, title, found, todo, copy in rows
    )


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
    page.show_step(_rows()[4].title, 4, 13)
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
    from client_qt.app.shutdown import ask_closing

    window.show_page("home")
    ask_closing(window, _nothing, _nothing)


def _another(window: "MainWindow") -> None:
    from client_qt.pages.setup.host_controller import ask_about_other_window

    window.show_page("host")
    ask_about_other_window(window, _nothing, _nothing)


def _background(window: "MainWindow") -> None:
    from client_qt.hosting.own_server import since_text
    from client_qt.hosting.server_process import ServerStatus
    from client_qt.text.rules_text import tr

    window.show_page("home")
    words = since_text(ServerStatus(7763, "", since_ms=1_760_000_000_000, games=1))
    window.banner.show_text(words, "turn", ((tr("Stop"), _nothing), (tr("Close"), window.banner.hide_text)))


def _nothing() -> None:
    """A picture needs no answer."""
