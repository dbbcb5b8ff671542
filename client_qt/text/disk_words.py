"""What the disk refuses, in words."""

import errno

from client_qt.text.translation import tr

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def disk_words(error: OSError) -> str:
    """Return why the disk refuses something, as the end of a sentence without a full stop."""
    if error.errno in FULL:
        return tr("the disk is full")
    return error.strerror or str(error)
