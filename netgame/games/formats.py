"""Files of other programs, by the keys under which people ask for them."""

from collections.abc import Mapping
from types import MappingProxyType

from netgame.exchange import Format
from netgame.games.conquid_file import ConquidFile
from netgame.games.thud_file import ThudFile

_ALL: tuple[Format, ...] = (ConquidFile(), ThudFile())
FORMATS: Mapping[str, Format] = MappingProxyType({form.key: form for form in _ALL})
