"""Refusals that several services give."""

from protocol import messages as m

NO_TABLE = m.Refused(code="no_table", template="There is no such table")
NO_ACCOUNT = m.Refused(code="no_account", template="There is no such account")
DISK_FAILED = m.Refused(
    code="internal", template="The server cannot write to its disk. Nothing has changed. Try again later"
)
