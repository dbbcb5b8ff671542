"""What changed at a table."""

from enum import Flag, auto


class Change(Flag):
    """The parts of a table model that one change concerns."""

    MATCH = auto()  # the match: events, seats, moves that were taken back, and who plays here
    COMMAND = auto()  # whether a move is on its way
    CONNECTION = auto()  # to the server, and whether the server takes commands
    PRESENCE = auto()  # who is connected, and the spectators
    REMATCH = auto()  # the offers of a rematch
    TOGETHER = auto()  # whether both players look at the finished match together, and who asks for it
    EARLIER_CHAT = auto()  # the talk before a rematch; new messages come by `chatted`
    COMMENTS = auto()
    RATINGS = auto()  # and the results of earlier games
    PROOF = auto()  # what was found out about the signatures of the log
    CONDITIONAL = auto()  # the conditional moves of the player of this window
    THINKING = auto()  # which computer players think
