"""Checks of this computer: versions, disk space and clock."""

import importlib.metadata
import platform
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import trio

from netgame.text import Text
from protocol.diagnostics.findings import Finding, Setup
from protocol.diagnostics.firewall import output_of
from protocol.messages import PROTOCOL
from protocol.program import PROGRAM

PACKAGES = ("trio", "msgpack", "msgspec", "cryptography", "zeroconf", "ifaddr", "PySide6-Essentials")
MIN_FREE_MB = 100
RELEASED = 1_735_689_600  # 2025-01-01: an earlier clock is wrong


async def check_program(_setup: Setup) -> Finding:
    """Report the versions of program, Python and system."""
    words = {"program": PROGRAM, "python": platform.python_version(), "system": platform.platform(terse=True)}
    details = [sys.version, platform.platform(), f"protocol {PROTOCOL[0]} to {PROTOCOL[1]}"]
    for name in PACKAGES:
        with suppress(importlib.metadata.PackageNotFoundError):
            details.append(f"{name} {importlib.metadata.version(name)}")
    return Finding("fine", Text("{program} with Python {python} on {system}", words), details="\n".join(details))


async def check_folder(setup: Setup) -> Finding:
    """Check that hosted games can be stored."""
    return await trio.to_thread.run_sync(check_writable, setup.data, abandon_on_cancel=True)


def check_writable(data: Path) -> Finding:
    """Check that the folder, or the existing folder above it, is writable and has free space."""
    existing = next(folder for folder in (data, *data.parents) if folder.exists())
    words: dict[str, str | int] = {"folder": str(data)}
    try:
        with tempfile.TemporaryFile(dir=existing) as file:
            file.write(b"netgame")
    except OSError as error:
        words["reason"] = error.strerror or str(error)
        text = Text("The folder {folder} is not writable ({reason}), so games cannot be hosted here", words)
        return Finding("problem", text, Text("Make it writable, or start the program with --home and another folder."))
    words["free"] = shutil.disk_usage(existing).free // (1024 * 1024)
    if int(words["free"]) < MIN_FREE_MB:
        text = Text("The folder for games, {folder}, has little free space: {free} MB", words)
        return Finding("problem", text, Text("Free some space on that disk."))
    return Finding("fine", Text("Games are stored in {folder}; {free} MB are free there", words))


async def check_clock(_setup: Setup) -> Finding:
    """Check date and time. Dates in records depend on them; games do not."""
    now = time.time()
    words = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    if now < RELEASED:
        text = Text("The clock of this computer is wrong: {time}", words)
        return Finding("problem", text, Text("Set date and time in the system settings."))
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    output = await trio.to_thread.run_sync(output_of, command, abandon_on_cancel=True)
    if output is not None and output.strip() == "yes":
        return Finding("fine", Text("The clock shows {time} and is synchronized over the network", words))
    return Finding("fine" if output is None else "unknown", Text("The clock shows {time}", words))
