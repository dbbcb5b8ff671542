"""Start the programs of an installed netgame, and make its packages importable.

`server` and `protocol` are names that other projects use, too. So the wheel has `protocol`, `server` and `client_qt` in
this folder, where no other project writes. Importing this package puts the folder first on the module path of the
process: `import server` finds the server of netgame, whatever else is installed. In a checkout the folder has no
packages, and the path of the checkout finds them.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def window() -> int:
    """Run `netgame`."""
    from client_qt.__main__ import main

    return main()


def server() -> int:
    """Run `netgame-server`."""
    from server.__main__ import main

    return main()
