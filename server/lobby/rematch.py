"""Playing again: offers about finished matches, and the table that one becomes. The old log is closed already."""

import base64
import hashlib
from dataclasses import dataclass, field, replace

from netgame.match.events import Created, Player, Seated
from protocol import messages as m
from server.tables.commands import PLAYERS, NewTable, User
from server.tables.table import Table

NOT_OVER = m.Refused(code="not_over", template="The match is not over yet")
NOT_PLAYER = m.Refused(code="no_seat", template="Only its two players can play a match again")
GONE = m.Refused(code="gone", template="The other player is not here any more")
NO_OFFER = m.Refused(code="no_offer", template="Nobody offers a rematch here")


@dataclass
class RematchOffers:
    """Open offers at one finished table: player -> whether the sides swap."""

    open: dict[Player, bool] = field(default_factory=dict)

    def state(self, table: str, made: str = "", closed: str = "") -> m.RematchState:
        """What watchers of the table are told."""
        return m.RematchState(table=table, offers=(self.open.get(0), self.open.get(1)), made=made, closed=closed)


def player_of(table: Table, who: User) -> Player | None:
    """Which of the two somebody was."""
    return next((player for player in PLAYERS if table.accounts[player] == who.account), None)


def rematch_id(table: str) -> str:
    """The name of the table that a rematch of that one becomes: there is one, however often it is asked for."""
    digest = hashlib.blake2b(b"rematch of " + table.encode(), digest_size=10).digest()
    return base64.b32encode(digest).decode().lower()


def rematch(table: Table, swap: bool, names: tuple[str, str]) -> NewTable:
    """The table that the players of a finished one go on at; `names` are what they are called now, by player there."""
    match = table.match
    assert match is not None, "a finished match has begun"
    assert match.ended is not None, "only a finished match is played again"
    old = match.created
    score = list(old.score)
    if match.ended.reason != "aborted":
        score[2 if match.ended.winner is None else match.ended.winner] += 1
    order = (1, 0) if swap else (0, 1)
    created = Created(
        **{name: getattr(old, name) for name in _KEPT},
        number=1,
        at=0,
        previous=table.id,
        score=(score[order[0]], score[order[1]], score[2]),
    )
    seats = [match.seats[player] for player in order]
    assert all(seats), "both seats of a match that was played are taken"
    first, second = (replace(seat, name=names[player]) for seat, player in zip(seats, order, strict=True) if seat)
    return NewTable(created, _who(first), _who(second))


def _who(seat: Seated) -> User:
    return User(seat.account, seat.name)


_KEPT = (
    "title", "game", "rules", "options", "position", "clock", "absence", "rated", "access", "spectators",
    "spectator_chat", "delay",
)  # fmt: skip
