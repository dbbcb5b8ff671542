"""The games, by their keys on the wire and in records."""

from collections.abc import Mapping
from typing import Any

from netgame.game import Game
from netgame.games.blooms.game import Blooms
from netgame.games.clod.game import Clod
from netgame.games.conquid.game import Conquid
from netgame.games.koom.game import Koom
from netgame.games.royalclod.game import RoyalClod
from netgame.games.thud.game import Thud

__all__ = ["GAMES"]

GAMES: Mapping[str, type[Game[Any, Any]]] = {game.key: game for game in (Clod, RoyalClod, Blooms, Conquid, Thud, Koom)}
