"""The games, by their keys on the wire and in records."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from netgame.game import Game
from netgame.games.blooms.game import Blooms
from netgame.games.clod.game import Clod
from netgame.games.conquid.game import Conquid
from netgame.games.koom.game import Koom
from netgame.games.royalclod.game import RoyalClod
from netgame.games.thud.game import Thud

__all__ = ["GAMES"]

_ALL: tuple[type[Game[Any, Any]], ...] = (
    Clod,
    RoyalClod,
    Blooms,
    Conquid,
    Thud,
    Koom,
)
GAMES: Mapping[str, type[Game[Any, Any]]] = MappingProxyType({game.key: game for game in _ALL})
