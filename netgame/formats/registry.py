"""Files of other programs, by the keys under which people ask for them."""

from collections.abc import Mapping
from types import MappingProxyType

from netgame.formats.base import Format
from netgame.games.conquid.files import ConquidFile
from netgame.games.thud.files import ThudFile

_ALL: tuple[Format, ...] = (ConquidFile(), ThudFile())
FORMATS: Mapping[str, Format] = MappingProxyType({form.key: form for form in _ALL})
