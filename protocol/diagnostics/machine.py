"""The computer itself: what runs on it, where games are kept, what time it is there."""

import importlib.metadata
import platform
import shutil
import sys
import tempfile
import time
from pathlib import Path

import trio

from netgame.text import Text
from protocol.client.connection import PROGRAM
from protocol.diagnostics.findings import Finding, Subject
from protocol.diagnostics.firewall import ask
from protocol.messages import PROTOCOL

PACKAGES = ("trio", "msgpack", "msgspec", "cryptography", "zeroconf", "ifaddr", "PySide6-Essentials")
LITTLE_MB = 100
MADE = 1_735_689_600  # 2025-01-01: a clock before it is wrong


async def check_program(_subject: Subject) -> Finding:
    """What runs here, for whoever helps."""
    words = {"program": PROGRAM, "python": platform.python_version(), "system": platform.platform(terse=True)}
    versions = "\n".join(f"{name} {version}" for name in PACKAGES if (version := _version(name)))
    details = f"{sys.version}\n{platform.platform()}\nprotocol {PROTOCOL[0]} to {PROTOCOL[1]}\n{versions}"
    return Finding("fine", Text("{program} with Python {python} on {system}", words), details=details)


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


async def check_folder(subject: Subject) -> Finding:
    """Can hosted games be kept?"""
    return await trio.to_thread.run_sync(folder_finding, subject.data, abandon_on_cancel=True)


def folder_finding(data: Path) -> Finding:
    """Whether that folder, or the one that it will be made in, can be written, and how much room there is."""
    there = next(folder for folder in (data, *data.parents) if folder.exists())
    words: dict[str, str | int] = {"folder": str(data)}
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"netgame")
    except OSError as error:
        words["reason"] = error.strerror or str(error)
        text = Text("The folder {folder} cannot be written ({reason}), so nothing can be hosted here", words)
        return Finding("look", text, Text("Make it writable, or start the program with --home and another folder."))
    words["free"] = shutil.disk_usage(there).free // (1024 * 1024)
    if int(words["free"]) < LITTLE_MB:
        text = Text("There is little room for games in {folder}: {free} MB", words)
        return Finding("look", text, Text("Make room on that disk."))
    return Finding("fine", Text("Games are kept in {folder}; {free} MB are free there", words))


async def check_clock(_subject: Subject) -> Finding:
    """Is it as late here as it says? Games do not depend on it, dates in records do."""
    now = time.time()
    words = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    if now < MADE:
        text = Text("The clock of this computer is wrong: {time}", words)
        return Finding("look", text, Text("Set date and time in the settings of the system."))
    synced = await trio.to_thread.run_sync(_synchronized, abandon_on_cancel=True)
    if synced is True:
        return Finding("fine", Text("The clock says {time} and is set by the network", words))
    return Finding("fine" if synced is None else "unknown", Text("The clock says {time}", words))


def _synchronized() -> bool | None:
    """Whether the system sets the clock by the network; None where that is not told."""
    told = ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    return None if told is None else told.strip() == "yes"
