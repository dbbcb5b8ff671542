"""Servers, databases, windows and matches to try things on, for tests and developer programs.

Also how long they wait before they give up, how they start programs that they stop, and how something fails.
"""

import signal
from collections.abc import Callable
from typing import Any

PATIENCE_S = 120.0  # a guard against hanging, also on a busy machine: a test goes on as soon as its condition holds


def raising(error: Exception) -> Callable[..., Any]:
    """Return a function that raises this, in place of one that has a fault."""

    def fails(*_arguments: Any, **_more: Any) -> Any:
        raise error

    return fails


def heed_signals() -> None:
    """As `preexec_fn` of a process: let Ctrl-C and a lost terminal end it, also where the tests ignore them.

    They do where a shell runs them in the background.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
