"""The actions of menus, toolbar and keys."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from client_qt.settings.shortcuts import ShortcutInfo, button_default, button_shortcut
from client_qt.text.translation import tr
from client_qt.theme import Theme
from netgame.games import GAMES
from netgame.text import N_


@dataclass(frozen=True)
class ActionSpec:
    """The specification of an action; several keys are separated by "; "."""

    name: str
    text: str
    icon: str
    keys: str = ""
    checkable: bool = False
    short: str = ""  # in the tool bar


ANYWHERE = (
    ActionSpec("home", N_("Home"), "home", "Ctrl+H"),
    ActionSpec("host", N_("Host"), "host", "Ctrl+N"),
    ActionSpec("join", N_("Join"), "join", "Ctrl+J"),
    ActionSpec("here", N_("Play here"), "play-here", "Ctrl+L"),
    ActionSpec("computer", N_("Play against the computer"), "computer", "Ctrl+K", short=N_("Computer")),
    ActionSpec("waiting", N_("Open the game that waits"), "play", "Ctrl+Shift+U"),
    ActionSpec("open_record", N_("Open record ..."), "folder", "Ctrl+O"),
    ActionSpec("records", N_("Records"), "moves", "Ctrl+Shift+R"),
    ActionSpec("quit", N_("Quit"), "quit", "Ctrl+Q"),
    ActionSpec("lobby", N_("Lobby"), "chat", "Ctrl+Shift+L"),
    ActionSpec("profile", N_("My profile"), "players", "Ctrl+Shift+P"),
    ActionSpec("history", N_("My matches"), "moves", "Ctrl+Shift+H"),
    ActionSpec("account", N_("My account"), "lock", "Ctrl+Shift+A"),
    ActionSpec("invitation", N_("Copy invitation"), "copy", "Ctrl+I"),
    ActionSpec("stop_hosting", N_("Stop hosting"), "stop-hosting", "Ctrl+Shift+X"),
    ActionSpec("sound", N_("Sounds"), "sound-on", "Ctrl+Shift+S", checkable=True),
    ActionSpec("full_screen", N_("Full screen"), "full-screen", "F11", checkable=True),
    ActionSpec("preferences", N_("Preferences ..."), "settings", "Ctrl+,"),
    ActionSpec("first_game", N_("First game"), "play", "Ctrl+F1"),
    ActionSpec("rules", N_("Rules"), "rules", "F1"),
    ActionSpec("check_setup", N_("Check my set-up"), "doctor", "Ctrl+Shift+D"),
    ActionSpec("shortcuts", N_("Keyboard shortcuts"), "keyboard", "Ctrl+?"),
    ActionSpec("about", N_("About netgame"), "about", "Shift+F1"),
)
AT_TABLE = (
    ActionSpec("save_record", N_("Save record ..."), "save", "Ctrl+S"),
    ActionSpec("export", N_("Export ..."), "export", "Ctrl+Shift+E"),
    ActionSpec("export_picture", N_("Picture ..."), "picture", "Ctrl+P"),
    ActionSpec("copy_picture", N_("Copy picture"), "copy", "Ctrl+Alt+C"),
    ActionSpec("export_animation", N_("Animated replay ..."), "film", "Ctrl+Shift+V"),
    ActionSpec("copy_record", N_("Copy record as text"), "copy", "Ctrl+Shift+M"),
    ActionSpec("copy_position", N_("Copy position"), "copy", "Ctrl+Shift+C"),
    ActionSpec("undo", N_("Undo"), "undo", "Ctrl+Z; U"),
    ActionSpec("redo", N_("Redo"), "redo", "Ctrl+Shift+Z; Ctrl+Y"),
    ActionSpec("type_move", N_("Type the move"), "keyboard", "/"),
    ActionSpec("confirm", N_("Confirm the turn"), "confirm"),  # Enter on the board does the same
    ActionSpec("turning", N_("Turn the board to the player to move"), "turning", "Ctrl+Shift+F", checkable=True),
    ActionSpec("flip", N_("Flip"), "flip", "F"),
    ActionSpec("rotate", N_("Rotate by 60 degrees"), "rotate", "Shift+F"),
    # on most keyboards the plus is on the key of the equals sign
    ActionSpec("zoom_in", N_("Zoom in"), "zoom-in", "Ctrl++; Ctrl+="),
    ActionSpec("zoom_out", N_("Zoom out"), "zoom-out", "Ctrl+-"),
    ActionSpec("zoom_fit", N_("Whole board"), "zoom-fit", "Ctrl+0"),
    ActionSpec("legal", N_("Show legal moves"), "legal", "Ctrl+Shift+G", checkable=True),
    ActionSpec("threats", N_("Mark threatened stones"), "warning", "Ctrl+Shift+T", checkable=True),
    ActionSpec("coordinates", N_("Show coordinates"), "coordinates", "Ctrl+Shift+K", checkable=True),
    ActionSpec("first", N_("First move"), "first", "Alt+Home"),
    ActionSpec("prev", N_("Move back"), "prev", "Alt+Left"),
    ActionSpec("next", N_("Move forward"), "next", "Alt+Right"),
    ActionSpec("live", N_("Live"), "live", "Alt+End"),
    ActionSpec("replay", N_("Play the moves"), "play", "Ctrl+R"),
    ActionSpec("faster", N_("Play the moves faster"), "faster", "Alt+Up"),
    ActionSpec("slower", N_("Play the moves slower"), "slower", "Alt+Down"),
    ActionSpec("variation", N_("What if ..."), "what-if", "Ctrl+T"),
    ActionSpec("analysis", N_("Analyse"), "analysis", "Ctrl+Shift+I"),
    ActionSpec("comment", N_("Comment on this move"), "comment", "Ctrl+E"),
    ActionSpec("from_here", N_("Play on from here"), "play-here", "Ctrl+G"),
    ActionSpec("hint", N_("Hint"), "hint", "H"),
    ActionSpec("take_back", N_("Take back"), "take-back", "Ctrl+Backspace"),
    ActionSpec("pause", N_("Pause"), "pause", "Ctrl+Shift+B"),
    ActionSpec("more_time", N_("More time"), "clock", "Ctrl+M"),
    ActionSpec("adjourn", N_("Adjourn ..."), "adjourn", "Ctrl+Shift+J"),
    ActionSpec("abort", N_("Abort without a result ..."), "cancel", "Ctrl+Shift+N"),
    ActionSpec("stop", N_("End battle ..."), "draw", "Ctrl+Shift+O"),
    ActionSpec("resign", N_("Resign ..."), "resign", "Ctrl+Shift+W"),
    ActionSpec("leave", N_("Leave and lose the match ..."), "leave", "Ctrl+Shift+Q"),
    ActionSpec("stop_watching", N_("Stop watching"), "leave", "Ctrl+W"),
    ActionSpec("report", N_("Report the other side ..."), "report", "Ctrl+Shift+Y"),
)
GAME = (
    "host", "join", "here", "computer", "waiting", None, "open_record", "records", "save_record", "export",
    "copy_record", "copy_position", None, "analysis", None, "export_picture", "copy_picture", "export_animation", None,
    "home", None, "quit",
)  # fmt: skip
PLAY = (
    "undo", "redo", None, "first", "prev", "next", "live", "replay", "faster", "slower", None,
    "hint", "variation", "comment", "from_here", None,
    "take_back", "pause", "more_time", "adjourn", "abort", "stop", "resign", "leave", "stop_watching", None, "report",
)  # fmt: skip
VIEW = (
    "flip", "turning", "rotate", None, "zoom_in", "zoom_out", "zoom_fit", "full_screen", None,
    "legal", "threats", "coordinates", "sound", None, "preferences",
)  # fmt: skip
AT_SERVER = ("lobby", "profile", "history", "account")
SERVER = (*AT_SERVER, None, "invitation", "stop_hosting")
ON_BOARD = ("type_move", "confirm")  # the line under the board has them, and no menu
HELP = ("first_game", "rules", "shortcuts", None, "check_setup", "about")
DISABLED_AT_FIRST = ("waiting", "undo", "redo", "invitation", "stop_hosting", *AT_SERVER)


def make_actions(window: QWidget) -> dict[str, QAction]:
    """Make the actions of a window; their shortcuts work in all of it."""
    actions = {}
    for spec in ANYWHERE + AT_TABLE:
        actions[spec.name] = action = QAction(tr(spec.text), window)
        if spec.short:
            action.setIconText(tr(spec.short))
        action.setObjectName(f"action_{spec.name}")
        action.setCheckable(spec.checkable)
        action.setShortcuts(QKeySequence.listFromString(spec.keys))
        action.setEnabled(spec.name not in DISABLED_AT_FIRST)
        window.addAction(action)
    return actions


def shortcut_infos() -> tuple[ShortcutInfo, ...]:
    """Return the actions whose keys the player can change, in the order of the menus, and the buttons of the games."""
    specs = {spec.name: spec for spec in ANYWHERE + AT_TABLE}
    menus = (
        (tr("Game"), GAME), (tr("Play"), PLAY), (tr("View"), VIEW), (tr("Server"), SERVER), (tr("Help"), HELP),
        (tr("On the board"), ON_BOARD),
    )  # fmt: skip
    actions = [
        ShortcutInfo(name, tr(specs[name].text).removesuffix(" ..."), title, specs[name].keys)
        for title, names in menus
        for name in names
        if name is not None
    ]
    buttons = [
        ShortcutInfo(button_shortcut(game.key, pick), tr(words), game.title, button_default(pick), game.key)
        for game in GAMES.values()
        for pick, words in game.buttons.items()
    ]
    return (*actions, *buttons)


def set_keys(actions: Mapping[str, QAction], keys: Mapping[str, str]) -> None:
    """Give the actions these keys."""
    for name, action in actions.items():
        if action.shortcuts() != (sequences := QKeySequence.listFromString(keys[name])):
            action.setShortcuts(sequences)


def add_icons(actions: Mapping[str, QAction], theme: Theme) -> None:
    """Give the actions their icons."""
    for spec in ANYWHERE + AT_TABLE:
        actions[spec.name].setIcon(theme.icon(spec.icon))


def show_table_actions(actions: Mapping[str, QAction], shown: bool) -> None:
    """Show or hide the actions of the table page; hidden ones have no shortcuts."""
    for spec in AT_TABLE:
        actions[spec.name].setVisible(shown)
