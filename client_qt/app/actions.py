"""The table of actions: menus, toolbar, keys and the list of shortcuts read it."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from client_qt.settings.shortcuts import ShortcutInfo, button_default, button_shortcut, sequences
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
    at_table: bool = False  # hidden while another page is shown; hidden actions have no shortcuts


@dataclass(frozen=True)
class Effect:
    """What an action does, and whether that is possible now."""

    run: Callable[[], object]
    is_possible: Callable[[], bool] | None = None  # None: always, or its page enables it


_at_table = partial(ActionSpec, at_table=True)
MENUS: Mapping[str, tuple[ActionSpec | None, ...]] = {  # None is a separator
    N_("Game"): (
        ActionSpec("host", N_("Host"), "host", "Ctrl+N"),
        ActionSpec("join", N_("Join"), "join", "Ctrl+J"),
        ActionSpec("here", N_("Play here"), "play-here", "Ctrl+L"),
        ActionSpec("computer", N_("Play against the computer"), "computer", "Ctrl+K", short=N_("Computer")),
        ActionSpec("waiting", N_("Open the game that waits"), "play", "F2"),
        ActionSpec("unfinished", N_("Unfinished games"), "clock"),
        None,
        ActionSpec("open_record", N_("Open record ..."), "folder", "Ctrl+O"),
        ActionSpec("records", N_("Records"), "moves", "Ctrl+Shift+R"),
        _at_table("save_record", N_("Save record ..."), "save", "Ctrl+S"),
        _at_table("export", N_("Export ..."), "export", "Ctrl+Shift+E"),
        _at_table("copy_record", N_("Copy record as text"), "copy", "Ctrl+Shift+M"),
        _at_table("copy_position", N_("Copy position"), "copy", "Ctrl+Shift+C"),
        None,
        _at_table("analysis", N_("Analyse"), "analysis", "Ctrl+Shift+I"),
        None,
        _at_table("export_picture", N_("Picture ..."), "picture"),
        _at_table("copy_picture", N_("Copy picture"), "copy"),
        _at_table("export_animation", N_("Animated replay ..."), "film", "Ctrl+Shift+V"),
        None,
        ActionSpec("home", N_("Home"), "home", "Ctrl+H"),
        None,
        ActionSpec("quit", N_("Quit"), "quit", "Ctrl+Q"),
    ),
    N_("Play"): (
        _at_table("undo", N_("Undo"), "undo", "Ctrl+Z; U"),
        _at_table("redo", N_("Redo"), "redo", "Ctrl+Shift+Z; Ctrl+Y"),
        None,
        _at_table("first", N_("First move"), "first", "Alt+Home"),
        _at_table("prev", N_("Move back"), "prev", "Alt+Left"),
        _at_table("next", N_("Move forward"), "next", "Alt+Right"),
        _at_table("live", N_("Live"), "live", "Alt+End"),
        _at_table("replay", N_("Play the moves"), "play", "Ctrl+R"),
        _at_table("faster", N_("Play the moves faster"), "faster", "Alt+Up"),
        _at_table("slower", N_("Play the moves slower"), "slower", "Alt+Down"),
        None,
        _at_table("hint", N_("Hint"), "hint", "H"),
        _at_table("variation", N_("What if ..."), "what-if", "Ctrl+T"),
        _at_table("look_together", N_("Look at it together"), "what-if"),
        _at_table("comment", N_("Comment on this move"), "comment", "Ctrl+E"),
        _at_table("from_here", N_("Play on from here"), "play-here", "Ctrl+G"),
        None,
        _at_table("take_back", N_("Take back"), "take-back", "Ctrl+Backspace"),
        _at_table("pause", N_("Pause"), "pause", "Ctrl+Shift+B"),
        _at_table("more_time", N_("More time"), "clock", "Ctrl+M"),
        _at_table("host_dice", N_("Let the server roll ..."), "shield"),
        _at_table("adjourn", N_("Adjourn ..."), "adjourn", "Ctrl+Shift+J"),
        _at_table("abort", N_("Abort without a result ..."), "cancel", "Ctrl+Shift+N"),
        _at_table("stop", N_("End battle ..."), "draw", "Ctrl+Shift+O"),
        _at_table("resign", N_("Resign ..."), "resign", "Ctrl+Shift+W"),
        _at_table("leave", N_("Leave and lose the match ..."), "leave", "Ctrl+Shift+Q"),
        _at_table("stop_watching", N_("Stop watching"), "leave", "Ctrl+W"),
        None,
        _at_table("report", N_("Report the other side ..."), "report", "Ctrl+Shift+Y"),
    ),
    N_("View"): (
        _at_table("flip", N_("Flip"), "flip", "F"),
        _at_table("turning", N_("Turn the board to the player to move"), "turning", "Ctrl+Shift+F", checkable=True),
        _at_table("rotate", N_("Rotate by 60 degrees"), "rotate", "Shift+F"),
        None,
        # on most keyboards the plus is on the key of the equals sign
        _at_table("zoom_in", N_("Zoom in"), "zoom-in", "Ctrl++; Ctrl+="),
        _at_table("zoom_out", N_("Zoom out"), "zoom-out", "Ctrl+-"),
        _at_table("zoom_fit", N_("Whole board"), "zoom-fit", "Ctrl+0"),
        ActionSpec("full_screen", N_("Full screen"), "full-screen", "F11", checkable=True),
        None,
        _at_table("legal", N_("Show legal moves"), "legal", "Ctrl+Shift+G", checkable=True),
        _at_table("threats", N_("Mark threatened stones"), "warning", "Ctrl+Shift+T", checkable=True),
        _at_table("coordinates", N_("Show coordinates"), "coordinates", "Ctrl+Shift+K", checkable=True),
        ActionSpec("sound", N_("Sounds"), "sound-on", checkable=True),
        None,
        ActionSpec("preferences", N_("Preferences ..."), "settings", "Ctrl+,"),
    ),
    N_("Server"): (
        ActionSpec("lobby", N_("Lobby"), "chat", "Ctrl+Shift+L"),
        ActionSpec("tournaments", N_("Tournaments"), "players"),
        ActionSpec("profile", N_("My profile"), "players", "Ctrl+Shift+P"),
        ActionSpec("history", N_("My matches"), "moves", "Ctrl+Shift+H"),
        ActionSpec("people", N_("Players"), "players"),
        ActionSpec("ratings", N_("Ratings"), "analysis"),
        ActionSpec("account", N_("My account"), "lock", "Ctrl+Shift+A"),
        None,
        ActionSpec("invitation", N_("Copy invitation"), "copy", "Ctrl+I"),
        ActionSpec("stop_hosting", N_("Stop hosting"), "stop-hosting", "Ctrl+Shift+X"),
    ),
    N_("Help"): (
        ActionSpec("first_game", N_("First game"), "play", "Ctrl+F1"),
        ActionSpec("rules", N_("Rules"), "rules", "F1"),
        ActionSpec("shortcuts", N_("Keyboard shortcuts"), "keyboard", "Ctrl+?"),
        None,
        ActionSpec("check_setup", N_("Check my set-up"), "doctor", "Ctrl+Shift+D"),
        ActionSpec("about", N_("About netgame"), "about", "Shift+F1"),
    ),
    N_("On the board"): (
        _at_table("type_move", N_("Type the move"), "keyboard", "/"),
        _at_table("confirm", N_("Confirm the turn"), "confirm"),  # Enter on the board does the same
    ),
}
ON_BOARD = tuple(MENUS)[-1]  # the line under the board has these actions, and no menu
DISABLED_AT_FIRST = (
    "waiting", "undo", "redo", "invitation", "stop_hosting", "lobby", "profile", "history", "people",
    "ratings", "account",
)  # fmt: skip
SPECS = {spec.name: spec for entries in MENUS.values() for spec in entries if spec is not None}
# keys of macOS itself: hide, minimise, log out, the mirrored screens, and its own for the full screen
MAC_KEYS = {"home": "", "more_time": "", "leave": "", "first_game": "", "full_screen": "Ctrl+Meta+F"}
# else Qt finds these by their English words; macOS has them in the menu of the program
ROLES = {
    "about": QAction.MenuRole.AboutRole, "preferences": QAction.MenuRole.PreferencesRole,
    "quit": QAction.MenuRole.QuitRole,
}  # fmt: skip


def default_keys(spec: ActionSpec, system: str = sys.platform) -> str:
    """Return the keys of an action before the player chooses others."""
    return MAC_KEYS.get(spec.name, spec.keys) if system == "darwin" else spec.keys


class Actions(dict[str, QAction]):
    """The actions of a window; their shortcuts work in all of it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._effects: dict[str, Effect] = {}
        for spec in SPECS.values():
            self[spec.name] = action = QAction(tr(spec.text), window)
            if spec.short:
                action.setIconText(tr(spec.short))
            action.setObjectName(f"action_{spec.name}")
            action.setCheckable(spec.checkable)
            action.setShortcuts(sequences(default_keys(spec)))
            action.setMenuRole(ROLES.get(spec.name, QAction.MenuRole.NoRole))
            action.setEnabled(spec.name not in DISABLED_AT_FIRST)
            window.addAction(action)

    def bind(self, effects: Mapping[str, Effect | Callable[[], object]]) -> None:
        """Set what actions do."""
        for name, effect in effects.items():
            self._effects[name] = effect = effect if isinstance(effect, Effect) else Effect(effect)
            self[name].triggered.connect(lambda _on=False, run=effect.run: run())
        self.refresh()

    def refresh(self) -> None:
        """Enable the actions that are possible now."""
        for name, effect in self._effects.items():
            if effect.is_possible is not None:
                self[name].setEnabled(effect.is_possible())

    def set_keys(self, keys: Mapping[str, str]) -> None:
        for name, action in self.items():
            if action.shortcuts() != (wanted := sequences(keys[name], keys.values())):
                action.setShortcuts(wanted)

    def trigger(self, keys: QKeySequence) -> bool:
        """Carry out the action with these keys if it is possible now."""
        for action in self.values():
            if keys in action.shortcuts() and action.isVisible() and action.isEnabled():
                action.trigger()
                return True
        return False

    def add_icons(self, theme: Theme) -> None:
        for spec in SPECS.values():
            self[spec.name].setIcon(theme.icon(spec.icon))

    def show_at_table(self, shown: bool) -> None:
        """Show or hide the actions of the table page."""
        for spec in SPECS.values():
            if spec.at_table:
                self[spec.name].setVisible(shown)


def shortcut_infos() -> tuple[ShortcutInfo, ...]:
    """Return the actions whose keys the player can change, in the order of the menus, and the buttons of the games."""
    actions = [
        ShortcutInfo(spec.name, tr(spec.text).removesuffix(" ..."), tr(title), default_keys(spec))
        for title, entries in MENUS.items()
        for spec in entries
        if spec is not None
    ]
    buttons = [
        ShortcutInfo(button_shortcut(game.key, pick), tr(words), game.title, button_default(pick), game.key)
        for game in GAMES.values()
        for pick, words in game.buttons.items()
    ]
    return (*actions, *buttons)
