"""Refusals that several services give."""

from netgame.text import N_
from protocol import messages as m

NO_TABLE = m.Refused(code="no_table", template="There is no such table")
NO_ACCOUNT = m.Refused(code="no_account", template=N_("There is no such account"))
NOT_HERE = m.Refused(code="not_here", template=N_("That player is not online"))
BLOCKED = m.Refused(
    code="blocked", template=N_("One of you two blocks the other: no messages, invitations and challenges")
)
RATED_COMPUTER = m.Refused(code="rated_computer", template=N_("this rated match is for people only"))
DISK_FAILED = m.Refused(
    code="internal", template=N_("The server cannot store anything at the moment. Nothing has changed. Try again later")
)
