"""Faults that are planted into the server, to show that a run finds them: by name, each with a run that finds it."""

from devtools.simulation.club import Wanted
from devtools.simulation.planted.cups import IN_CUPS
from devtools.simulation.planted.lobby import IN_THE_LOBBY, Plant
from devtools.simulation.planted.matches import IN_MATCHES

PLANTED: dict[str, tuple[Plant, Wanted]] = {**IN_MATCHES, **IN_THE_LOBBY, **IN_CUPS}
