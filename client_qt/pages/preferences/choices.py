"""All preferences in words, for the page of preferences and for the menu View."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from client_qt.text.language import languages
from client_qt.text.translation import tr

Kind = Literal["choice", "switch", "board", "pieces", "volume", "shortcuts", "engines", "adviser"]
OPENER = "opener"
TRAY = "stay_in_tray"
TEXT_SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


@dataclass(frozen=True)
class PreferenceInfo:
    """A field of `Preferences`, its label, a note, and the values of a choice in words."""

    name: str
    words: str
    kind: Kind = "switch"
    note: str = ""
    values: Mapping[object, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PreferenceGroup:
    name: str
    title: str
    preferences: tuple[PreferenceInfo, ...]


def groups() -> tuple[PreferenceGroup, ...]:
    """Return all preferences, in the order of the page."""
    look = (
        PreferenceInfo("ui", tr("Window"), "choice", "", ui_words()),
        PreferenceInfo("board", tr("Board"), "board", "", board_words()),
        PreferenceInfo("pieces", tr("Colours of the pieces"), "pieces", "", pieces_words()),
        PreferenceInfo(
            "text_scale", tr("Size of text"), "choice", tr("Buttons and margins grow with it."),
            {scale: percent(scale) for scale in TEXT_SCALES},
        ),
        PreferenceInfo("coordinates", tr("Show coordinates")),
        PreferenceInfo(
            "crosshair", tr("Crosshair"), "choice",
            tr("Lines through the cell under the pointer, as far as the coordinates."),
            {"large": tr("On large boards"), "always": tr("On every board"), "never": tr("Never")},
        ),
        PreferenceInfo(
            "motion", tr("Motion"), "choice", tr("Without motion, pieces appear in their cells at once."),
            {"system": tr("Like the system"), "full": tr("Always"), "reduced": tr("None")},
        ),
    )  # fmt: skip
    playing = (
        PreferenceInfo(
            "confirm", tr("Ask before a turn is played"), "choice",
            tr("Confirm is at the right end of the line under the board. Enter does the same."),
            {
                "compound": tr("Turns of several clicks"), "always": tr("Every turn"),
                "never": tr("Only turns you could still extend"),
            },
        ),
        PreferenceInfo(
            "legal", tr("Show legal moves"), note=tr("Dots on the cells. The moves that dice allow are always shown.")
        ),
        PreferenceInfo(
            "premoves", tr("Allow premoves"),
            note=tr("Choose a move while the other side is to move. It is sent after theirs."),
        ),
        PreferenceInfo(
            "turning", tr("Turn the board to the player to move"), note=tr("When two people play on this computer.")
        ),
        PreferenceInfo("threats", tr("Mark threatened stones"), note=tr("In games whose rules call for it.")),
    )  # fmt: skip
    shortcuts = PreferenceInfo(
        "shortcuts", tr("Keyboard shortcuts"), "shortcuts",
        tr("Click a field and press the new keys. Backspace removes the keys of an action."),
    )  # fmt: skip
    sounds = (
        PreferenceInfo("sound", tr("Play sounds")),
        PreferenceInfo("volume", tr("Volume"), "volume"),
        PreferenceInfo("friends", tr("Say when a friend comes online"), note=tr("A friend is a player you follow.")),
        PreferenceInfo(
            "notify", tr("Show desktop notifications"),
            note=tr("When it is your turn, or somebody writes to you or invites you, and another window is in front."),
        ),
        PreferenceInfo(
            TRAY, tr("Stay in the tray when the window is closed"),
            note=tr("The program goes on to show notifications. The menu of its icon quits it."),
        ),
    )  # fmt: skip
    engines = PreferenceInfo(
        "engines", tr("Computer players"), "engines",
        tr(
            "Python files, or programs that speak the line protocol. They may do all that you may do on this computer,"
            " so add only what you trust."
        ),
    )  # fmt: skip
    adviser = PreferenceInfo(
        "adviser", tr("Hints and analyses"), "adviser", tr("The player that suggests moves and analyses games.")
    )
    language = PreferenceInfo(
        "language", tr("Language"), "choice", tr("The language changes when you restart the program."),
        {"": tr("Like the system"), **dict(languages())},  # each language by its own name
    )  # fmt: skip
    on_close = PreferenceInfo(
        "on_close", tr("Closing the window while hosting"), "choice",
        tr("A stopped game is saved. It opens again with the window."),
        {
            "ask": tr("Ask"), "stop": tr("Stop the game and quit"), "background": tr("Keep hosting in the background"),
        },
    )  # fmt: skip
    return (
        PreferenceGroup("look", tr("Look"), look),
        PreferenceGroup("playing", tr("Playing"), playing),
        PreferenceGroup("sounds", tr("Sounds and messages"), sounds),
        PreferenceGroup("shortcuts", tr("Keyboard shortcuts"), (shortcuts,)),
        PreferenceGroup("engines", tr("Computer players"), (engines, adviser)),
        PreferenceGroup("language", tr("Language"), (language,)),
        PreferenceGroup("hosting", tr("Hosting"), (on_close,)),
    )


def opener_group() -> PreferenceGroup:
    """Return the choice of the program that opens links and records, which is no preference: the system keeps it."""
    opener = PreferenceInfo(
        OPENER, tr("Open netgame links and records with this program"),
        note=tr("A click on an invitation or on a record then shows it in this window."),
    )  # fmt: skip
    return PreferenceGroup(OPENER, tr("Links and records"), (opener,))


def percent(scale: float) -> str:
    return f"{round(100 * scale)} %"


def ui_words() -> dict[object, str]:
    return {
        "system": tr("Like the system"), "light": tr("Light"), "dark": tr("Dark"),
        "contrast": tr("High contrast"), "contrast_dark": tr("High contrast, dark"),
    }  # fmt: skip


def board_words() -> dict[object, str]:
    return {
        "auto": tr("Like the window"), "wood": tr("Wood"), "slate": tr("Slate"), "paper": tr("Paper"),
        "contrast": tr("High contrast"),
    }  # fmt: skip


def pieces_words() -> dict[object, str]:
    return {"usual": tr("Usual"), "strong": tr("Strong"), "grey": tr("Grey")}
