"""The list of wishes for a game: complete for a connection that asks for it, then changes."""

from collections.abc import Iterable

from protocol import messages as m
from protocol.framing import encode
from server.cluster.seeks import SeekRow
from server.lobby.broadcast import send_all
from server.tables.users import Peer

MAX_LISTED = 200  # wishes, about 60 KiB; those that wait longest


class SeekList:
    """Sends the wishes that wait longest. Older programs do not know them, so they go to connections that ask."""

    def __init__(self) -> None:
        self._shown: dict[str, m.SeekInfo] = {}
        self._watchers: dict[Peer, None] = {}

    def watch(self, peer: Peer) -> None:
        """Send the list, and from now on the changes, to a connection."""
        self._watchers[peer] = None
        peer.send(encode(m.Seeks(seeks=list(self._shown.values()))))

    def leave(self, peer: Peer) -> None:
        """Send nothing more to a connection that has ended."""
        self._watchers.pop(peer, None)

    async def show(self, rows: Iterable[SeekRow]) -> None:
        """Send what has changed."""
        oldest = sorted(rows, key=lambda row: (row.since, row.account))[:MAX_LISTED]
        before, self._shown = self._shown, {row.id: self._shown.get(row.id) or _info(row) for row in oldest}
        changed = [info for id, info in self._shown.items() if id not in before]
        gone = [id for id in before if id not in self._shown]
        if changed or gone:
            await send_all(encode(m.SeeksDelta(changed=changed, gone=gone)), list(self._watchers))


def _info(row: SeekRow) -> m.SeekInfo:
    return m.SeekInfo(
        seek=row.id, account=row.account, name=row.name, since=row.since, games=row.games, clocks=row.clocks,
        rated=row.rated, within=row.within, ratings=row.ratings, registered=row.registered, computer=row.computer,
    )  # fmt: skip
