"""What the window can be asked to do, by menu, tool bar or key; pages and the program say what each of them means."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Theme
from netgame.text import N_

if TYPE_CHECKING:
    from client_qt.pages.table.actions import TableAction


@dataclass(frozen=True)
class Entry:
    """One thing to do."""

    name: str
    words: str
    icon: str | None = None
    keys: str = ""
    checkable: bool = False


ANYWHERE = (
    Entry("home", N_("Home"), "home", "Ctrl+H"),
    Entry("host", N_("Host"), "host", "Ctrl+N"),
    Entry("join", N_("Join"), "join", "Ctrl+J"),
    Entry("here", N_("Play here"), "play-here", "Ctrl+L"),
    Entry("open_record", N_("Open record ..."), "folder", "Ctrl+O"),
    Entry("records", N_("Records"), "moves", "Ctrl+Shift+R"),
    Entry("quit", N_("Quit"), "quit", "Ctrl+Q"),
    Entry("lobby", N_("Lobby"), "chat", "Ctrl+Shift+L"),
    Entry("profile", N_("My profile"), "players", "Ctrl+Shift+P"),
    Entry("history", N_("Played here"), "moves", "Ctrl+Shift+H"),
    Entry("account", N_("My account"), "lock", "Ctrl+Shift+A"),
    Entry("invitation", N_("Copy invitation"), "copy", "Ctrl+I"),
    Entry("stop_hosting", N_("Stop hosting"), "stop-hosting", "Ctrl+Shift+X"),
    Entry("sound", N_("Sounds"), "sound-on", "Ctrl+Shift+S", checkable=True),
    Entry("full_screen", N_("Full screen"), "full-screen", "F11", checkable=True),
    Entry("preferences", N_("Preferences ..."), "settings", "Ctrl+,"),
    Entry("rules", N_("Rules"), "rules", "F1"),
    Entry("doctor", N_("Check my set-up"), "doctor", "Ctrl+Shift+D"),
    Entry("shortcuts", N_("Keyboard shortcuts"), "keyboard", "Ctrl+?"),
    Entry("about", N_("About netgame"), "about", "Shift+F1"),
)
AT_TABLE = (
    Entry("save_record", N_("Save record ..."), "save", "Ctrl+S"),
    Entry("export", N_("Export ..."), "export", "Ctrl+Shift+E"),
    Entry("export_picture", N_("Picture ..."), "picture", "Ctrl+P"),
    Entry("copy_picture", N_("Copy picture"), "copy", "Ctrl+Alt+C"),
    Entry("export_animation", N_("Animated replay ..."), "film", "Ctrl+Shift+V"),
    Entry("copy_record", N_("Copy record as text"), "copy", "Ctrl+Shift+M"),
    Entry("copy_position", N_("Copy position"), "copy", "Ctrl+Shift+C"),
    Entry("undo", N_("Undo"), "undo", "Ctrl+Z"),
    Entry("turning", N_("Turn the board to the player to move"), "turning", "Ctrl+Shift+F", checkable=True),
    Entry("flip", N_("Flip"), "flip", "F"),
    Entry("rotate", N_("Turn by 60 degrees"), "rotate", "Shift+F"),
    Entry("zoom_in", N_("Zoom in"), "zoom-in", "Ctrl++"),
    Entry("zoom_out", N_("Zoom out"), "zoom-out", "Ctrl+-"),
    Entry("zoom_fit", N_("Whole board"), "zoom-fit", "Ctrl+0"),
    Entry("legal", N_("Show where a turn may go"), "legal", "Ctrl+Shift+G", checkable=True),
    Entry("threats", N_("Mark threatened stones"), "warning", "Ctrl+Shift+T", checkable=True),
    Entry("coordinates", N_("Show coordinates"), "coordinates", "Ctrl+Shift+K", checkable=True),
    Entry("first", N_("First move"), "first", "Alt+Home"),
    Entry("prev", N_("Move back"), "prev", "Alt+Left"),
    Entry("next", N_("Move forward"), "next", "Alt+Right"),
    Entry("live", N_("Live"), "live", "Alt+End"),
    Entry("replay", N_("Play the moves"), "play", "Ctrl+R"),
    Entry("faster", N_("Play the moves faster"), "faster", "Alt+Up"),
    Entry("slower", N_("Play the moves slower"), "slower", "Alt+Down"),
    Entry("variation", N_("What if ..."), "what-if", "Ctrl+T"),
    Entry("comment", N_("Comment on this move"), "comment", "Ctrl+E"),
    Entry("from_here", N_("Play on from here"), "play-here", "Ctrl+G"),
    Entry("take_back", N_("Take back"), "take-back", "Ctrl+Backspace"),
    Entry("pause", N_("Pause"), "pause", "Ctrl+Shift+B"),
    Entry("more_time", N_("More time"), "clock", "Ctrl+M"),
    Entry("adjourn", N_("Adjourn ..."), "adjourn", "Ctrl+Shift+J"),
    Entry("abort", N_("Abort ..."), "cancel", "Ctrl+Shift+N"),
    Entry("stop", N_("End battle ..."), "draw", "Ctrl+Shift+O"),
    Entry("resign", N_("Resign ..."), "resign", "Ctrl+Shift+W"),
    Entry("leave", N_("Leave the match ..."), "leave", "Ctrl+Shift+Q"),
    Entry("report", N_("Report the other side ..."), "report", "Ctrl+Shift+Y"),
)
GAME = (
    "host", "join", "here", None, "open_record", "records", "save_record", "export",
    "copy_record", "copy_position", None, "export_picture", "copy_picture", "export_animation", None,
    "home", None, "quit",
)  # fmt: skip
DEEDS = ("take_back", "pause", "more_time", "adjourn", "abort", "stop", "resign", "leave")  # as the table names them
PLAY = (
    "undo", None, "first", "prev", "next", "live", "replay", "faster", "slower", None,
    "variation", "comment", "from_here", None, *DEEDS, None, "report",
)  # fmt: skip
VIEW = (
    "flip", "turning", "rotate", None, "zoom_in", "zoom_out", "zoom_fit", "full_screen", None,
    "legal", "threats", "coordinates", "sound", None, "preferences",
)  # fmt: skip
AT_SERVER = ("lobby", "profile", "history", "account")
SERVER = (*AT_SERVER, None, "invitation", "stop_hosting")
HELP = ("rules", "shortcuts", None, "doctor", "about")
ASKED = ("adjourn", "abort", "stop", "resign", "leave")  # a question comes before they are done
DRAWN_AT_ONCE = 8
NOT_AT_FIRST = ("undo", "invitation", "stop_hosting", *AT_SERVER)  # possible only once somebody says so


class Actions:
    """The actions of one window, by name. They work at once; `drawing` gives them their icons."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[str, QAction] = {}
        for entry in ANYWHERE + AT_TABLE:
            self._made[entry.name] = self._make(window, entry)
        for name in NOT_AT_FIRST:
            self._made[name].setEnabled(False)

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._made.values())

    def drawing(self) -> Iterator[None]:
        """Draw the icons, some at a time: all of them take longer than the window may stand still."""
        for number, entry in enumerate(ANYWHERE + AT_TABLE):
            if entry.icon is not None:
                self._theme.bind_icon(self._made[entry.name], entry.icon)
            if number % DRAWN_AT_ONCE == DRAWN_AT_ONCE - 1:
                yield

    def on(self, name: str, slot: Callable[[], object]) -> None:
        """What is done then."""
        self._made[name].triggered.connect(slot)

    def show_at_table(self, at_table: bool) -> None:
        """What belongs to a table is there only beside one; its keys too."""
        for entry in AT_TABLE:
            self._made[entry.name].setVisible(at_table)

    def show_deeds(self, deeds: "Mapping[str, TableAction]") -> None:
        """What can be done at the table now, and what it is called there."""
        for name in DEEDS:
            deed, action = deeds.get(name), self._made[name]
            action.setEnabled(deed is not None and deed.possible)
            if deed is not None and deed.words:
                more = " ..." if name in ASKED else ""
                action.setText(deed.words + more)

    def menu(self, bar: QMenuBar, title: str, names: tuple[str | None, ...]) -> QMenu:
        """A menu of these, with a line for None."""
        menu = bar.addMenu(title)
        for name in names:
            if name is None:
                menu.addSeparator()
            else:
                menu.addAction(self._made[name])
        return menu

    def _make(self, window: QWidget, entry: Entry) -> QAction:
        action = QAction(tr(entry.words), window)
        action.setObjectName(f"action_{entry.name}")
        action.setCheckable(entry.checkable)
        if entry.keys:
            action.setShortcut(QKeySequence(entry.keys))
        window.addAction(action)
        return action
