"""What can be preferred, in words: for the page of preferences and for the menu."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from client_qt.text.language import languages
from client_qt.text.translation import tr

Kind = Literal["choice", "switch", "board", "pieces", "volume"]
TEXT_SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


@dataclass(frozen=True)
class PreferenceChoice:
    """One preference: its field, what it is called, and a sentence where that is not enough."""

    name: str
    words: str
    kind: Kind = "switch"
    note: str = ""


@dataclass(frozen=True)
class PreferenceGroup:
    """What belongs together."""

    name: str
    title: str
    tastes: tuple[PreferenceChoice, ...]


def groups() -> tuple[PreferenceGroup, ...]:
    """All preferences, in the order of the page."""
    return (
        PreferenceGroup("look", tr("Look"), _look()),
        PreferenceGroup("playing", tr("Playing"), _playing()),
        PreferenceGroup("sounds", tr("Sounds and messages"), _sounds()),
        PreferenceGroup("language", tr("Language"), (
            PreferenceChoice(
                "language", tr("Language"), "choice", tr("The window changes its language when it is opened again.")
            ),
        )),
        PreferenceGroup("hosting", tr("Hosting"), (
            PreferenceChoice("on_close", tr("Closing while a game is hosted here"), "choice", tr(
                "A game that is stopped is kept. It opens again with the window.")),
        )),
    )  # fmt: skip


def _look() -> tuple[PreferenceChoice, ...]:
    cross = tr("Lines through the cell under the pointer, as far as the coordinates.")
    return (
        PreferenceChoice("ui", tr("Window"), "choice"),
        PreferenceChoice("board", tr("Board"), "board"),
        PreferenceChoice("pieces", tr("Colours of the pieces"), "pieces"),
        PreferenceChoice("text_scale", tr("Size of text"), "choice", tr("Buttons and margins grow with it.")),
        PreferenceChoice("coordinates", tr("Show coordinates")),
        PreferenceChoice("crosshair", tr("Crosshair"), "choice", cross),
        PreferenceChoice("motion", tr("Motion"), "choice", tr("Without motion pieces are where they belong at once.")),
    )


def _playing() -> tuple[PreferenceChoice, ...]:
    here = tr("Where two people play on this computer.")
    asked = tr("Confirm stands at the right end of the line under the board. Enter does the same.")
    return (
        PreferenceChoice("confirm", tr("Ask before a turn is played"), "choice", asked),
        PreferenceChoice(
            "legal", tr("Show where a turn may go"), note=tr("Dots on the cells. What dice allow is always shown.")
        ),
        PreferenceChoice("turning", tr("Turn the board to the player to move"), note=here),
        PreferenceChoice("threats", tr("Mark threatened stones"), note=tr("In games whose rules call for it.")),
    )


def _sounds() -> tuple[PreferenceChoice, ...]:
    away = tr("When it is your turn, or somebody writes or invites you, while you look elsewhere.")
    return (
        PreferenceChoice("sound", tr("Play sounds")),
        PreferenceChoice("volume", tr("Volume"), "volume"),
        PreferenceChoice("notify", tr("Show messages of the desktop"), note=away),
    )


def choice_words(name: str) -> Mapping[object, str]:
    """The values of a preference that is a choice, each in words."""
    made = {
        "ui": ui_words, "board": board_words, "pieces": pieces_words, "text_scale": _scale_words,
        "language": _language_words,
    }  # fmt: skip
    return dict(made[name]() if name in made else _other_words()[name])


def ui_words() -> dict[object, str]:
    """The looks of the window."""
    return {
        "system": tr("Like the system"), "light": tr("Light"), "dark": tr("Dark"),
        "contrast": tr("High contrast"), "contrast_dark": tr("High contrast, dark"),
    }  # fmt: skip


def board_words() -> dict[object, str]:
    """What boards are made of."""
    return {
        "auto": tr("Like the window"), "wood": tr("Wood"), "slate": tr("Slate"), "paper": tr("Paper"),
        "contrast": tr("High contrast"),
    }  # fmt: skip


def pieces_words() -> dict[object, str]:
    """The sets of colours."""
    return {"usual": tr("Usual"), "strong": tr("Strong"), "grey": tr("Grey")}


def _scale_words() -> dict[object, str]:
    return {scale: f"{round(100 * scale)} %" for scale in TEXT_SCALES}


def _language_words() -> dict[object, str]:
    """Each in its own words, so that who does not read the one in use finds his."""
    return {"": tr("Like the system"), **dict(languages())}


def _other_words() -> dict[str, dict[object, str]]:
    return {
        "crosshair": {"large": tr("On large boards"), "always": tr("On every board"), "never": tr("Never")},
        "motion": {"system": tr("Like the system"), "full": tr("Always"), "reduced": tr("None")},
        "confirm": {
            "compound": tr("Turns of several clicks"), "always": tr("Every turn"),
            "never": tr("Only turns that could go on"),
        },
        "on_close": {
            "ask": tr("Ask"), "stop": tr("Stop the game and quit"), "background": tr("Go on hosting in the background"),
        },
    }  # fmt: skip
