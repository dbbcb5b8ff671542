"""File formats of other programs, by their keys. A game with such formats lists them as `FORMATS` in its `files.py`."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from netgame.formats.base import Format
from netgame.games import GAMES

_MODULES = [f"{game.__module__.rpartition('.')[0]}.files" for game in GAMES.values()]
FORMATS: Mapping[str, Format] = MappingProxyType(
    {form.key: form for name in _MODULES if find_spec(name) for form in import_module(name).FORMATS}
)
