"""The states that the windows were drawn in before they were built, so that picture and drawing can be laid side by
side."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from client_qt.net.table_list import Place, TableEntry
from client_qt.table.remote import RemoteTable
from netgame.games import GAMES
from netgame.match.commands import Play
from protocol.messages import ChatLine
from tests.screenshots.staged import NAMES
from tests.screenshots.staged_tables import Staged
from tests.screenshots.staged_words import too_old

if TYPE_CHECKING:
    from client_qt.app.main_window import MainWindow

ME = 1
KEYS = tuple(GAMES)
BATTLE = (
    "d dF1,dG1,dJ1,dK1,dE2,dL2,dM3,dN4,dO5,dA6,dP6,dA7,dP7,dE8,dA9,dE9,dP9,dA10,dF10,dB11,dO11,dC12,dN12,dD13,dM13,"
    "dE14,dJ15,TK6,TG7,TH7,TJ7,TG8,TH9,TJ9,RH8"
)
LAST = "dM13-M10"
PICKED = ("G8", "F9", "E8")  # a shove, and whom it spares of those that it would take


def shots(window: "MainWindow", tables: list[RemoteTable]) -> dict[str, Callable[[], None]]:
    """What to do for each picture; `tables` keeps what a page shows alive."""

    def battle() -> None:
        table = _battle()
        tables.append(table)
        page = window.table
        page.set_model(table)
        page.set_addresses((), "")
        window.show_page("table")
        window.show_table_place("ann-laptop.local", True, False)
        assert table.match is not None
        for name in PICKED:
            page.builder.pick(table.match.game.board.cell(name))

    def join() -> None:
        rows = openings()
        window.join.show_tables(rows)
        window.join.choose(rows[0].key)
        window.show_page("join")

    return {"table_drawn": battle, "join": join}


def _battle() -> RemoteTable:
    """A battle in the middle, clocks running, the trolls to move."""
    staged = Staged(KEYS[4], clock="sudden 440", more={"position": BATTLE}).start()
    staged.wait(8_000).do(Play(staged.story.match.position, LAST), staged.mover())
    table = staged.wait(175_000).seen_by(NAMES[ME])
    table.present((True, True), ("", ""), ("Bob",), 1)
    said = (("Ann", "You let that line grow again."), (NAMES[ME], "It was bait. Mostly."))
    table.said("table", [ChatLine(number=i, at=0, account=n, name=n, text=t) for i, (n, t) in enumerate(said, 1)])
    return table


def openings() -> list[TableEntry]:
    """Tables of every kind: open, with a code, full, at a server from before, at one that is too old."""
    words = too_old("Bruno", "0.2")
    old = Place("recent", "d", "bruno", (), None, "0.2", words)
    large = {"rows": 21, "columns": 42, "base": 3}
    return [
        TableEntry(_near("a", 3.0), "1", "Ann's table", KEYS[4], {}, ("Ann",), clock="fischer 1200+10", free=0),
        TableEntry(_near("b", 5.0), "2", "Tea break", KEYS[2], {}, ("Jo",), access="code"),
        TableEntry(_near("c", 4.0), "3", "The long war", KEYS[3], large, ("Mika", "Priya")),
        TableEntry(Place("recent", "e", "club", (), 21.0, "0.4"), "4", "Club server", KEYS[1], {}, ("Kim",),
                clock="sudden 900"),
        TableEntry(old, "5", "Bruno's cellar", KEYS[5], {}, ("Bruno",), problem=words),
    ]  # fmt: skip


def _near(fingerprint: str, ping_ms: float) -> Place:
    return Place("network", fingerprint, "ann-laptop.local", (), ping_ms, "0.4")
