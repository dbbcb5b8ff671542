"""The name and the version of this program, as greetings and announcements say them."""

from typing import Final

from netgame import __version__

PROGRAM: Final = f"netgame {__version__}"
