"""`netgame-cli` of the bundle."""

import sys
from multiprocessing import freeze_support

from environment import restore

restore()
freeze_support()  # a worker of a duel starts this program again

from netgame.cli.main import main  # noqa: E402

sys.exit(main())
