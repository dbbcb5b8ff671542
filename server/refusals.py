"""Refusals that several services give."""

from netgame.text import N_
from protocol import messages as m

NO_TABLE = m.Refused(code="no_table", template="There is no such table")
NO_ACCOUNT = m.Refused(code="no_account", template=N_("There is no such account"))
NOT_HERE = m.Refused(code="not_here", template=N_("That player is not online"))
BLOCKED = m.Refused(
    code="blocked", template=N_("One of you two blocks the other: no messages, invitations and challenges")
)
OTHER_PLAYER = m.Refused(
    code="other_player",
    template=N_("Another player has unfinished games with this account: a person, or a computer of another level"),
)
RATED_COMPUTER = m.Refused(code="rated_computer", template=N_("this rated match is for people only"))
OLD_FOR_DICE = m.Refused(
    code="version",
    template=N_("The programs of both players draw the dice of this table. Update your program to play here"),
)
OLD_FOR_WEEKDAYS = m.Refused(
    code="version", template=N_("This table has weekends off, which your program does not know. Update it to play here")
)
OLD_FOR_RULES = m.Refused(
    code="version", template=N_("This table has newer rules of offers and clocks. Update your program to play here")
)
OLD_OPPONENT = m.Refused(
    code="version", template=N_("The program of the other player is too old for this table and has to be updated first")
)
TOO_FAST = m.Refused(code="too_fast", template=N_("Too many requests. Wait a moment and try again"))
NOT_MODERATOR = m.Refused(code="not_moderator", template=N_("Only moderators of this server can do that"))
BUSY = m.Refused(code="busy", template=N_("The server is busy. Wait a moment and try again"))
DISK_FAILED = m.Refused(
    code="internal", template=N_("The server cannot store anything at the moment. Nothing has changed. Try again later")
)
