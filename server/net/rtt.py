"""The round-trip time of one connection, as the server measures it."""

MAX_PROBES = 8
MEASURED = 5  # the last answers, of which the fastest counts


class RttProbes:
    """Probes and their answers. Times are the server's, in ms."""

    __slots__ = ("_nonce", "_sent", "_took")

    def __init__(self) -> None:
        self._nonce = 0
        self._sent: dict[int, int] = {}  # nonce -> when the probe was sent
        self._took: list[int] = []

    def begin(self, now: int) -> int:
        """Note a new probe and return its nonce."""
        if len(self._sent) >= MAX_PROBES:
            self._sent.clear()  # the client does not answer
        self._nonce += 1
        self._sent[self._nonce] = now
        return self._nonce

    def end(self, nonce: int, now: int) -> bool:
        """Note an answer; False if there was no such probe."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self._took = [*self._took[1 - MEASURED :], now - sent]
        return sent is not None

    @property
    def rtt(self) -> int:
        """The shortest time of the last answers; 0 before the first one."""
        return min(self._took, default=0)
