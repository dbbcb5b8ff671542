"""`netgame-cli` of the bundle."""

import sys

from environment import restore

restore()

from netgame.cli.main import main  # noqa: E402

sys.exit(main())
