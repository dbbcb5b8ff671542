"""Who one is at a server, and the forms that change it: what is shown, and what is wrong before a server sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from client_qt.text.locale_formats import day as day_in_figures
from client_qt.text.rules_text import tr
from client_qt.widgets.form_card import Problem
from netgame.text import fill
from protocol.messages.accounts import Device

State = Literal["away", "guest", "registered"]
FormName = Literal["sign_in", "sign_up", "code", "password"]
DOT = "  ·  "
DAY_MS = 86_400_000
FIELDS_OF_CODES: Mapping[str, tuple[str, ...]] = {  # of a refusal: the first of these that the form has
    "bad_name": ("name",), "name_taken": ("name",), "registered": ("name",),
    "weak_password": ("new", "password"), "bad_password": ("old", "password"), "bad_link": ("code",),
}  # fmt: skip


@dataclass(frozen=True)
class Membership:
    """What the page says of the player. `trouble`: why he is not let in."""

    server: str
    name: str
    state: State
    trouble: str = ""
    may_register: bool = True
    has_key: bool = True  # else servers know this computer by tokens
    wish: str = ""  # what the player would like to be called


@dataclass(frozen=True)
class DeviceRow:
    """A computer that signs in by itself."""

    device: int
    title: str
    note: str
    here: bool = False


def membership_words(who: Membership) -> str:
    """What the player is there, and what for."""
    if who.state == "registered":
        return fill(tr("You are registered: nobody else is called {name} here."), {"name": who.name})
    if who.state == "guest":
        return fill(
            tr(
                "You play as a guest, called {name} while you are here. Who registers keeps the name, plays rated "
                "matches, and comes back from any computer."
            ),
            {"name": who.name},
        )
    return who.trouble or tr("You are not signed in here.")


def refusal_problem(code: str, words: str, fields: Iterable[str]) -> Problem:
    """Where in a form a refusal belongs."""
    there = set(fields)
    return Problem(next((name for name in FIELDS_OF_CODES.get(code, ()) if name in there), ""), words)


def device_rows(devices: Iterable[Device], now: int) -> list[DeviceRow]:
    """This computer first, then those that were used last."""
    rows = sorted(devices, key=lambda device: (not device.here, -device.used))
    return [DeviceRow(device.device, _title(device), _note(device, now), device.here) for device in rows]


def left_words(seconds: int) -> str:
    """How long a code is good."""
    words = {"time": f"{seconds // 60}:{seconds % 60:02}"}
    return fill(tr("Good once, for {time} minutes."), words)


def _title(device: Device) -> str:
    usual = tr("A computer") if device.kind == "key" else tr("A sign-in from before there were keys")
    return device.label or usual


def _note(device: Device, now: int) -> str:
    since = fill(tr("since {day}"), {"day": _day(device.made, now)})
    return DOT.join((since, fill(tr("last used {day}"), {"day": _day(device.used, now)})))


def _day(at_ms: int, now: int) -> str:
    day, today = (datetime.fromtimestamp(ms / 1000).date() for ms in (at_ms, now))
    if day == today:
        return tr("today")
    return tr("yesterday") if (today - day).days == 1 else day_in_figures(datetime.fromtimestamp(at_ms / 1000))
