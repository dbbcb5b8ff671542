"""`netgame-cli` of the bundle, and the guard of each engine that its programs start."""

import os
import sys
from multiprocessing import freeze_support

from environment import restore

restore()
if sys.argv[1:2] == ["--guard"] and os.name == "posix":
    from protocol import guard

    os._exit(guard.main(sys.argv[2:]))

freeze_support()  # a worker of a duel starts this program again

from netgame.cli.main import main  # noqa: E402

sys.exit(main())
