"""`netgame` of the bundle."""

import sys

from environment import restore, use_console

restore()
use_console()

from client_qt.__main__ import main  # noqa: E402

sys.exit(main())
