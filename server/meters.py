"""What a server counts about itself: plain numbers, cheap enough to be counted at every move."""

from collections import Counter


class Meters:
    """The numbers of one house since it started. Everything here is called from the server's own loop."""

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()  # by code
        self.closings: Counter[str] = Counter()  # by code
        self.limits: Counter[str] = Counter()  # by the limit's name
        self.drops: Counter[str] = Counter()  # clients that did not read, or whose line broke
        self.sign_ins: Counter[str] = Counter()  # by kind: token, device, password, link, sign_up, failed
        self.accepts = 0
        self.resumes = 0

    def refused(self, code: str) -> None:
        """Somebody was refused something."""
        self.refusals[code] += 1

    def closed(self, code: str) -> None:
        """The server ended a connection."""
        self.closings[code] += 1

    def limited(self, name: str) -> None:
        """A limit was reached."""
        self.limits[name] += 1

    def dropped(self, why: str) -> None:
        """A client was dropped."""
        self.drops[why] += 1

    def signed_in(self, kind: str) -> None:
        """Somebody said who he is, or failed to."""
        self.sign_ins[kind] += 1

    def accepted(self) -> None:
        """A connection came in."""
        self.accepts += 1

    def resumed(self) -> None:
        """Somebody came back to a table in the middle."""
        self.resumes += 1
