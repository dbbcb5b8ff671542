"""A screen reader for tests: it uses a window through AT-SPI alone, step by step, and logs what it would say.

The Python of the system runs it, because `pyatspi` belongs to that. Each line of standard input is a step: role, part
of the name, and what to do, separated by bars. That is an action, `focused` to wait for the focus, or `write` with a
text. A step waits until there is such a part that allows it. At the end of the input the reader ends after its last
step.

The log has the steps that were done, the parts that got the focus with their descriptions, and the announcements.
"""

import os
import sys
from collections import deque
from contextlib import suppress
from typing import Any

import pyatspi
from gi.repository import GLib

POLL_MS = 50
CALL_MS = 60_000  # of a busy machine; by default an action that took 0.8 s counts as failed, though it was carried out


class Steps:
    """The steps that were read and are not done yet."""

    def __init__(self) -> None:
        self._steps: deque[str] = deque()
        self._rest = b""
        self._has_ended = False

    def read(self, source: int, _condition: Any) -> bool:
        """Read more steps; return whether there may be others."""
        data = os.read(source, 65536)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._steps.extend(line.decode() for line in lines)
        self._has_ended = not data
        return bool(data)

    def carry_out(self) -> bool:
        """Try the next step. After the last one, let the events before it come, and end."""
        if not self._steps:
            if self._has_ended:
                pyatspi.Registry.stop()
            return not self._has_ended
        with suppress(GLib.GError, ValueError):  # a part that has gone meanwhile; its number of children is negative
            if is_done(*self._steps[0].split("|")):
                log("done", self._steps.popleft())
        return True


def main() -> None:
    """Carry out the steps and log."""
    steps = Steps()
    pyatspi.setTimeout(CALL_MS, CALL_MS)
    pyatspi.Registry.registerEventListener(log_focus, "object:state-changed:focused")
    pyatspi.Registry.registerEventListener(lambda event: log("say", event.any_data), "object:announcement")
    for kept in ("name", "description"):  # until these events, which Qt sends to listeners only
        pyatspi.Registry.registerEventListener(lambda _event: None, f"object:property-change:accessible-{kept}")
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, steps.read)
    GLib.timeout_add(POLL_MS, steps.carry_out)  # in this thread, since the library has no locks
    pyatspi.Registry.start()


def log_focus(event: Any) -> None:
    with suppress(GLib.GError):  # a part that has gone meanwhile
        if event.detail1:
            log("focus", event.source.getRoleName(), event.source.name, event.source.description)


def log(*words: str) -> None:
    sys.stdout.write("|".join(words).replace("\n", " ") + "\n")
    sys.stdout.flush()


def is_done(role: str, name: str, action: str) -> bool:
    """Carry out a step if that is possible now."""
    found = (find(program, role, name) for program in pyatspi.Registry.getDesktop(0) if program)
    part = next(filter(None, found), None)
    if part is None:
        return False
    action, _, text = action.partition(" ")
    if action == "focused":
        return bool(part.getState().contains(pyatspi.STATE_FOCUSED))
    if action == "write":
        return bool(part.queryEditableText().setTextContents(text))
    actions = part.queryAction()
    names = [actions.getName(number) for number in range(actions.nActions)]
    return action in names and bool(actions.doAction(names.index(action)))


def find(part: Any, role: str, name: str) -> Any:
    """Return the first part that is shown and fits; of the windows of a program, the newest one is searched first."""
    if part.getRoleName() == role and name in part.name:
        return part
    is_program = part.getRoleName() == "application"
    for child in reversed(list(part)) if is_program else part:
        if child and (is_program or child.getState().contains(pyatspi.STATE_SHOWING)):
            found = find(child, role, name)
            if found:
                return found
    return None


main()
