"""Data folders with matches in them, made without a server."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from netgame.games import GAMES
from netgame.tournaments.commands import Start
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.event_codec import tournament_codec
from protocol.identity.device_key import DeviceKey
from server.storage.accounts import AccountStore
from server.storage.social import FinishedMatch, SocialStore
from server.storage.sqlite_log import SqliteLog
from server.storage.tournaments import TournamentAppend, TournamentRow
from server.tables.commands import AnyCommand, Dice, User
from server.tables.host_keys import HostKeys
from server.tables.table import Table
from tests.netgame.tournaments.scripted import Scripted

ANN, BOB = User("a1", "Ann"), User("b2", "Bob")
AT = 1_700_000_000_000
keys = count(1)


def key() -> bytes:
    return next(keys).to_bytes(16, "big")


def folder_of(folder: Path) -> Path:
    """A data folder with three databases and no match."""
    folder.mkdir(exist_ok=True)
    with closing(AccountStore(folder / "accounts.sqlite3")) as accounts:
        accounts.enter("Ann", b"a" * 32)
    SocialStore(folder / "social.sqlite3").close()
    SqliteLog(folder / "games.sqlite3").close()
    (folder / "identity.pem").write_text("the identity")
    (folder / "port").write_text("7763\n")
    return folder


def play(
    folder: Path,
    id: str,
    moves: int = 5,
    *,
    resign: bool = False,
    people: tuple[User, User] = (ANN, BOB),
    host: DeviceKey | None = None,
    **asked: Any,
) -> int:
    """Add a match to the games of a folder, signed by `host`, and return the number of its events."""
    first, second = people
    table = Table(id, GAMES, Dice(random.Random(1)), keys=HostKeys([host]) if host is not None else None)
    with closing(SqliteLog(folder / "games.sqlite3")) as log:
        order = {"game": "clod", "options": {}, "player": 0, "key": key(), **asked}
        _do(log, table, first, m.MakeTable(**order))
        _do(log, table, second, m.TakeSeat(table=id, key=key()))
        for _ in range(moves):
            match = table.match
            assert match is not None
            move = next(iter(match.game.moves(match.state)))
            text = match.game.format(match.state, move)

            sent = m.SendMove(table=id, key=key(), position=match.position, move=text)
            for who in people:  # whoever is not to move is refused
                _do(log, table, who, sent)
        if resign:
            _do(log, table, first, m.SendResign(table=id, key=key(), match=True))
    return table.number


def _do(log: SqliteLog, table: Table, who: User, order: AnyCommand) -> None:
    decision = table.decide(who, order, AT)
    if decision.append is not None:
        assert log.append([decision.append]) == [None]
        table.evolve(decision)


def finished_match(place: int = 1, **changes: Any) -> FinishedMatch:
    """Return a match as the history has it. By default Ann has won it."""
    usual: dict[str, Any] = {
        "table": f"t{place}", "title": "", "game": "clod", "rules": 1, "names": ("Ann", "Bob"),
        "accounts": ("ann", "bob"), "winner": 0, "reason": "resigned", "totals": (1, 0), "ended": place, "clock": "",
        "rated": False,
    }  # fmt: skip
    return FinishedMatch(place=place, **usual | changes)


def spoil(folder: Path, order: str, *values: object, name: str = "games.sqlite3") -> None:
    """Change a database without the program."""
    with closing(sqlite3.connect(folder / name, isolation_level=None)) as db:
        db.execute(order, values)


def everything(folder: Path, name: str) -> list[str]:
    """Return the content of a database as a list to compare."""
    with closing(sqlite3.connect(folder / name)) as db:
        return list(db.iterdump())


def store_tournament(folder: Path, id: str, title: str = "Cup", *, is_over: bool = True) -> Tournament:
    """Store a tournament of a1 and b2 as a server does."""
    scripted = Scripted(tournament=id, format="knockout")
    scripted.enter("a1", "b2")
    scripted.order(Start())
    scripted.tick()
    if is_over:
        scripted.play()
    log = [replace(scripted.log[0], title=title), *scripted.log[1:]]
    rows = [TournamentRow(event.number, None, tournament_codec.to_bytes(event)) for event in log]
    with closing(SocialStore(folder / "social.sqlite3")) as social:
        social.append_to_tournament(TournamentAppend(id, 0, rows, b"", is_over, scripted.now))
    return scripted.t
