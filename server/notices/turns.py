"""The turns in games by days, as the logs have them, also at tables that this server does not have in memory."""

from collections.abc import Mapping
from dataclasses import dataclass

from netgame.games import GAMES
from netgame.match import Match
from netgame.match.state import awaited, other
from server.lobby.lobby import Lobby
from server.storage.event_store import EventStore
from server.storage.notices import News
from server.tables.registry import TableRegistry
from server.tables.users import Peer

SHORT_MS, SHORT_PART = 12 * 3_600_000, 4  # time is short below half a day, and below a quarter of the time for a move
MAX_KNOWN = 10_000  # tables; a few megabytes


@dataclass(frozen=True)
class Turn:
    """The turn of a player in a game by days, and when it began. Both players are accounts.

    `deadline` is when the time of the player ends, and from `short_at` on it is short. Both are 0 while a stop of the
    server has stopped the clock.
    """

    account: str
    title: str
    opponent: str
    table: str
    position: int
    began: int
    deadline: int = 0
    short_at: int = 0

    def news(self, now: int, seen: int) -> list[News]:
        """Return the news for a player who was last online at `seen`. They have seen earlier things themselves."""
        kinds = ["turn"] if self.began > seen else []
        kinds += ["time"] if max(0, seen) < self.short_at <= now else []
        return [
            News(f"{kind} {self.table} {self.position}", kind, self.title, self.opponent, self.table, self.deadline)
            for kind in kinds
        ]


class Turns:
    """Finds the turns of members. Tables that are not in memory are read again only if their logs have grown."""

    def __init__(self, lobby: Lobby[Peer], registry: TableRegistry, store: EventStore) -> None:
        self._lobby, self._registry, self._store = lobby, registry, store
        self._known: dict[str, tuple[int, Turn | None]] = {}  # by table: the length of its log, and the turn then

    async def news_of(self, seen: Mapping[str, int], now: int) -> Mapping[str, list[News]]:
        """Return the news about all turns since the members were online, the most urgent first. `StoreProblem`."""
        return {account: await self._news_of(account, now, since) for account, since in seen.items()}

    async def _news_of(self, account: str, now: int, seen: int) -> list[News]:
        tables = [table.id for table in self._lobby.unfinished_tables_of(account) if table.state == "playing"]
        turns: list[Turn | None] = []
        elsewhere: list[str] = []
        for table in tables:
            match = self._registry.match(table)
            if match is not None:
                turns.append(turn_of(table, match))
            else:
                elsewhere.append(table)
        for table, length in (await self._store.lengths(elsewhere)).items() if elsewhere else ():
            turns.append(await self._turn_at(table, length))
        mine = sorted((turn for turn in turns if turn and turn.account == account), key=lambda turn: turn.deadline)
        return [news for turn in mine for news in turn.news(now, seen)]

    async def _turn_at(self, table: str, length: int) -> Turn | None:
        known = self._known.pop(table, None)
        if known is None or known[0] != length:
            actor = await self._registry.load(table)
            match = actor.table.match if actor is not None else None
            known = (match.number, turn_of(table, match)) if match is not None else (length, None)
        self._known[table] = known
        if len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return known[1]


def turn_of(table: str, match: Match) -> Turn | None:
    """Return the turn in a match by days; None for other matches, and while the players have stopped their clocks."""
    clocks, player = match.clocks, awaited(match)
    if clocks is None or clocks.control.kind != "days" or player is None:
        return None
    mine, theirs, created = match.seats[player], match.seats[other(player)], match.created
    if mine is None or mine.computer or (match.paused is not None and match.paused.cause not in ("restart", "drain")):
        return None
    game = game_title(created.game)
    title = f"{created.title} ({game})" if created.title and created.title != game else game
    deadline = (clocks.deadline or 0) if match.paused is None else 0
    short_at = deadline - min(SHORT_MS, clocks.control.full // SHORT_PART) if deadline else 0
    opponent = theirs.account if theirs is not None else ""
    return Turn(mine.account, title, opponent, table, match.position, match.history.last.event.at, deadline, short_at)


def game_title(game: str) -> str:
    """Return the title of a game, or its name if this program does not have it."""
    return GAMES[game].title if game in GAMES else game
