"""`netgame-server` of the bundle."""

import sys

from environment import restore

restore()

from server.__main__ import main  # noqa: E402

sys.exit(main())
