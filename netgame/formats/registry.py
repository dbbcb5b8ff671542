"""File formats of other programs, by their keys. A game with such formats lists them as `FORMATS` in its `files.py`."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from netgame.formats.base import Format
from netgame.games import GAMES


def _all() -> Iterator[Format]:
    for game in GAMES.values():
        module = game.__module__.rpartition(".")[0] + ".files"
        if find_spec(module):
            yield from import_module(module).FORMATS


FORMATS: Mapping[str, Format] = MappingProxyType({form.key: form for form in _all()})
