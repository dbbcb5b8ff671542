"""What servers have acknowledged to people, and has to hold at the end of a run, whatever went wrong meanwhile."""

from dataclasses import dataclass, field


@dataclass
class Promises:
    """What was acknowledged to the people of a run, by account."""

    moderators: set[str] = field(default_factory=set)
