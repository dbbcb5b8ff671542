"""A screen reader for tests: it uses a window through AT-SPI alone, step by step, and logs what gets the focus.

The Python of the system runs it, because `pyatspi` belongs to that. Each argument is a step: role, part of the name,
and action, separated by bars. A step waits until there is such a part, and without an action does no more.
"""

import sys
import threading
import time
from contextlib import suppress
from typing import Any

import pyatspi
from gi.repository import GLib

GUARD_S = 120.0  # against hanging


def main() -> None:
    """Carry out the steps; print the parts that were used, and those that got the focus."""
    pyatspi.setTimeout(int(GUARD_S * 1000), int(GUARD_S * 1000))
    pyatspi.Registry.registerEventListener(log_focus, "object:state-changed:focused")
    threading.Thread(target=carry_out, args=(sys.argv[1:],), daemon=True).start()
    pyatspi.Registry.start()


def log_focus(event: Any) -> None:
    if event.detail1:
        print("focus", event.source.getRoleName(), event.source.name, sep="|", flush=True)


def carry_out(steps: list[str]) -> None:
    try:
        for role, name, action in (step.split("|") for step in steps):
            part = wait_for(role, name)
            selected = "selected" if part.getState().contains(pyatspi.STATE_SELECTED) else ""
            print("found", role, part.name, selected, sep="|", flush=True)
            if action:
                actions = part.queryAction()
                names = [actions.getName(number) for number in range(actions.nActions)]
                actions.doAction(names.index(action))
    finally:
        pyatspi.Registry.stop()


def wait_for(role: str, name: str) -> Any:
    until = time.monotonic() + GUARD_S
    while time.monotonic() < until:
        with suppress(GLib.GError):  # a part that has gone meanwhile
            for program in pyatspi.Registry.getDesktop(0):
                if program and (found := find(program, role, name)):
                    return found
        time.sleep(0.1)
    raise SystemExit(f"no {role} {name}")


def find(part: Any, role: str, name: str) -> Any:
    """Return the first part that is shown and fits."""
    if part.getRoleName() == role and name in part.name:
        return part
    for child in part:
        if child and (child.getState().contains(pyatspi.STATE_SHOWING) or part.getRoleName() == "application"):
            found = find(child, role, name)
            if found:
                return found
    return None


main()
