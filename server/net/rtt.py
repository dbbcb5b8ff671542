"""How long the line of one connection takes there and back, as the server measures it."""

MAX_PROBES = 8
MEASURED = 5  # the last ones


class RttProbes:
    """Measurements of one line. Times are the server's, in ms."""

    __slots__ = ("_nonce", "_sent", "_took")

    def __init__(self) -> None:
        self._nonce = 0
        self._sent: dict[int, int] = {}  # under way: nonce -> when it was sent
        self._took: list[int] = []

    def begin(self, now: int) -> int:
        """Another one; its nonce."""
        if len(self._sent) >= MAX_PROBES:
            self._sent.clear()  # of a program that does not answer
        self._nonce += 1
        self._sent[self._nonce] = now
        return self._nonce

    def end(self, nonce: int, now: int) -> bool:
        """The answer to one; False if nobody had asked."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self._took = [*self._took[1 - MEASURED :], now - sent]
        return sent is not None

    @property
    def rtt(self) -> int:
        """The shortest of the last ones; 0 as long as there is none."""
        return min(self._took, default=0)
