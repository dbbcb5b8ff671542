"""`netgame` of the bundle."""

import sys

from environment import restore

restore()

from client_qt.__main__ import main  # noqa: E402

sys.exit(main())
