"""`python -m netgame`: files and positions on the command line."""

import sys

from netgame.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
