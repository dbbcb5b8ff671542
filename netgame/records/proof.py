"""Heads of a log: one hash over all events so far. Two logs with the same head are the same."""

from dataclasses import replace
from hashlib import sha256

from netgame.match.events import Created, Event, Seated
from netgame.records.event_lines import write_event
from netgame.records.header import write_created


def head_after(head: bytes, event: Event) -> bytes:
    """Return the head of a log with one more event; b"" is that of the empty log.

    It is the SHA-256 of the head before and of what a record has of the event, with times since 1970. The names of
    players are left out: the operator of a server may change them.
    """
    if isinstance(event, Created):
        text = "\n".join(write_created(event))
    else:
        text = write_event(replace(event, name="") if isinstance(event, Seated) else event, 0)
    return sha256(head + text.encode()).digest()
