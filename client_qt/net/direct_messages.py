"""Direct messages with other players of one server."""

from collections.abc import Sequence

from protocol.client.lists import joined
from protocol.messages import ChatLine

MAX_LINES = 200  # of one talk
MAX_TALKS = 200  # a server may flood; the talk that was silent for longest is dropped


class DirectMessages:
    """The lines by the account of the other player, and how far this player has read them."""

    def __init__(self) -> None:
        self.came_at: int | None = None  # server's time of the first sign-in; earlier lines count as read
        self._lines: dict[str, list[ChatLine]] = {}  # the latest talk is the last
        self._read: dict[str, int] = {}  # number of the last line that was read
        self._waited: dict[str, int] = {}  # number of the first line that came while this player was away

    def add(self, account: str, lines: Sequence[ChatLine], unread: int = 0) -> list[ChatLine]:
        """Add lines; known ones may come again after a reconnect. Return the new ones that the other player wrote.

        The last `unread` lines of that player came while this one was away.
        """
        if theirs := [line for line in lines if line.account == account][-unread:] if unread > 0 else []:
            self._waited.setdefault(account, theirs[0].number)
        known = self._lines.pop(account, [])
        numbers = {line.number for line in known}
        self._lines[account] = joined(known, lines, MAX_LINES)
        new = [line for line in self._lines[account] if line.number not in numbers]
        if len(self._lines) > MAX_TALKS:
            self._lines.pop(next(iter(self._lines)))
        return [line for line in new if self._is_unread(account, line)]

    def lines(self, account: str) -> Sequence[ChatLine]:
        return self._lines.get(account, ())

    def unread(self, account: str) -> int:
        """The number of lines of the other player that were not read."""
        return sum(self._is_unread(account, line) for line in self.lines(account))

    def unread_talks(self) -> dict[str, str]:
        """The names of the players of whom there are unread lines, by account, the latest talk last."""
        return {
            account: next(line.name for line in reversed(lines) if line.account == account)
            for account, lines in self._lines.items()
            if self.unread(account)
        }

    def mark_read(self, account: str) -> None:
        if lines := self.lines(account):
            self._read[account] = lines[-1].number

    def _is_unread(self, account: str, line: ChatLine) -> bool:
        is_old = line.at < (self.came_at or 0) and line.number < self._waited.get(account, line.number + 1)
        return line.account == account and not is_old and line.number > self._read.get(account, 0)
