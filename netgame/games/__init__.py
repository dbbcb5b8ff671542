"""The games, by the keys under which they are known on the wire and in records."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from netgame.exchange import Format
from netgame.game import Game
from netgame.games.blooms import Blooms
from netgame.games.clod import Clod
from netgame.games.conquid import Conquid
from netgame.games.conquid_file import ConquidFile
from netgame.games.koom import Koom
from netgame.games.royalclod import RoyalClod
from netgame.games.thud import Thud
from netgame.games.thud_file import ThudFile

__all__ = ["FORMATS", "GAMES"]

_ALL: tuple[type[Game[Any, Any]], ...] = (
    Clod,
    RoyalClod,
    Blooms,
    Conquid,
    Thud,
    Koom,
)
GAMES: Mapping[str, type[Game[Any, Any]]] = MappingProxyType({game.key: game for game in _ALL})

_FORMATS: tuple[Format, ...] = (ConquidFile(), ThudFile())
FORMATS: Mapping[str, Format] = MappingProxyType({form.key: form for form in _FORMATS})  # of other programs' files
