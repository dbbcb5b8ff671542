"""Screenshots of the menu Help, the rules, the preferences, the check of the set-up, and hosting."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtWidgets import QApplication, QScrollArea
from trio import sleep_forever

from client_qt.app.main_window import MainWindow
from client_qt.app.shutdown import ask_closing
from client_qt.hosting.own_server import since_text
from client_qt.hosting.server_process import ServerStatus
from client_qt.pages.preferences.choices import groups
from client_qt.pages.rules.first_game import FirstGame
from client_qt.pages.setup.host_controller import ask_about_other_window
from client_qt.settings.preferences import OwnEngine, Preferences
from client_qt.text.rulebook import book_of
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.text import Arg, Text
from protocol.diagnostics import Check, Finding, State

PARTS = (0.0, 0.35, 0.7, 1.0)  # of the length of a page
PROGRAM = {"program": "netgame 1.0.0", "python": "3.13.1", "system": "Linux-6.12"}
ENGINES = (
    OwnEngine("Snapper", ("/home/mareike/players/snapper.py",)),
    OwnEngine("Stone Robot 2.1", ("/usr/local/bin/stone-robot", "--threads", "1", "--book", "/home/mareike/openings")),
)


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the screenshots by name."""
    for key in GAMES:
        for number, part in enumerate(PARTS):
            yield f"rules_{key}_{number + 1}", partial(_page, window, key, part)
        if steps := book_of(key).steps:
            yield f"rules_{key}_first-game", partial(_step, window, key, 0, "")
            yield f"rules_{key}_first-game-hint", partial(_step, window, key, min(3, len(steps) - 1), "wrong")
    yield "check_setup", partial(_check_setup, window)
    yield "check_setup_running", partial(_running, window)
    yield "check_setup_fine", partial(_fine, window)
    yield "dialog_keep_hosting", partial(_closing, window)
    yield "dialog_another_window", partial(_another, window)
    yield "home_background", partial(_background, window)
    for group in groups():
        yield f"preferences_{group.name}", partial(_preferences, window, group.name)
    yield "dialog_keys", window.show_shortcuts
    yield "dialog_about", window.show_about
    yield "dialog_fault", partial(_fault, window)


def _page(window: MainWindow, key: str, part: float) -> None:
    window.rules.show_game(key)
    window.show_page("rules")
    QApplication.processEvents()  # the length of the page is known once it is laid out
    area = next(area for area in window.rules.findChildren(QScrollArea) if area.isVisible())
    bar = area.verticalScrollBar()
    bar.setValue(round(part * bar.maximum()))


def _step(window: MainWindow, key: str, number: int, made: str) -> None:
    _page(window, key, 0.0)
    first = FirstGame(window.theme, key, window)
    first.open()
    first.show_step(number)
    if made:
        game, state = first.shown
        step = book_of(key).steps[number]
        other = next(move for move in game.moves(state) if game.format(state, move) not in step.wanted)
        first.builder.type_move(game.format(state, other))


def _findings() -> list[tuple[Check, Finding]]:
    """Return findings in the words of the checks."""
    lines = "\n".join(f"sudo nft insert rule inet wall in {kind} dport 7763 accept" for kind in ("tcp", "udp"))
    friend: dict[str, Arg] = {"host": "192.168.1.20", "port": 7763}
    program = Text("{program} with Python {python} on {system}", PROGRAM)
    wall: dict[str, Arg] = {"name": "nftables", "tcp": 7763, "udp": 7763}
    rows: tuple[tuple[str, State, Text, Text, Text | None, str], ...] = (
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
    return [
        (Check(key, title, sleep_forever), Finding(state, found, advice, commands))
        for key, state, title, found, advice, commands in rows
    ]


def _check_setup(window: MainWindow) -> None:
    _running(window)
    for check, finding in _findings()[4:]:
        window.check_setup.add(check, finding)
    window.check_setup.show_done()


def _running(window: MainWindow) -> None:
    page = window.check_setup
    page.clear()
    page.friend.setText("192.168.1.20")
    for check, finding in _findings()[:4]:
        page.add(check, finding)
    page.show_step(_findings()[4][0], 4, 13)
    window.show_page("check_setup")


def _fine(window: MainWindow) -> None:
    page = window.check_setup
    page.clear()
    page.friend.setText("")
    for check, finding in _findings():
        if finding.state == "fine":
            page.add(check, finding)
    page.show_done()
    window.show_page("check_setup")


def _closing(window: MainWindow) -> None:
    window.show_page("home")
    ask_closing(window, _nothing, _nothing)


def _another(window: MainWindow) -> None:
    window.show_page("host")
    ask_about_other_window(window, _nothing, _nothing)


def _background(window: MainWindow) -> None:
    window.show_page("home")
    words = since_text(ServerStatus(7763, "", since_ms=1_760_000_000_000, games=1))
    window.banner.show_text(words, "turn", ((tr("Stop"), _nothing), (tr("Close"), window.banner.hide_text)))


def _nothing() -> None:
    """Ignore the answer."""


def _preferences(window: MainWindow, group: str) -> None:
    window.preferences.show_preferences(Preferences(engines=ENGINES))
    window.preferences.show_sounds("")
    window.show_page("preferences")
    window.preferences.open_group(group)


def _fault(window: MainWindow) -> None:
    window.show_page("home")
    try:
        raise ValueError("an example")
    except ValueError as error:
        window.show_error(error)
