"""A screen reader for tests: it uses a window through AT-SPI alone, step by step, and logs what gets the focus.

The Python of the system runs it, because `pyatspi` belongs to that. Each argument is a step: role, part of the name,
and action or state, separated by bars. A step waits until there is such a part, and until it has the state.
"""

import sys
from collections import deque
from contextlib import suppress
from typing import Any

import pyatspi
from gi.repository import GLib

POLL_MS = 50
STATES = {"focused": pyatspi.STATE_FOCUSED, "selected": pyatspi.STATE_SELECTED}


def main() -> None:
    """Carry out the steps; print the parts that were used, and those that got the focus."""
    pyatspi.Registry.registerEventListener(log_focus, "object:state-changed:focused")
    GLib.timeout_add(POLL_MS, carry_out, deque(sys.argv[1:]))  # in this thread, since the library has no locks
    pyatspi.Registry.start()


def log_focus(event: Any) -> None:
    if event.detail1:
        log("focus", event.source.getRoleName(), event.source.name)


def log(*words: str) -> None:
    sys.stdout.write("|".join(words) + "\n")
    sys.stdout.flush()


def carry_out(steps: deque[str]) -> bool:
    """Try the next step. After the last one, let the events before it come, and end."""
    if not steps:
        pyatspi.Registry.stop()
        return False
    role, name, action = steps[0].split("|")
    with suppress(GLib.GError):  # a part that has gone meanwhile
        found = (find(program, role, name) for program in pyatspi.Registry.getDesktop(0) if program)
        part = next(filter(None, found), None)
        if part is None or (action in STATES and not part.getState().contains(STATES[action])):
            return True
        if action not in STATES:
            actions = part.queryAction()
            names = [actions.getName(number) for number in range(actions.nActions)]
            actions.doAction(names.index(action))
        log("done", *steps.popleft().split("|"))
    return True


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
