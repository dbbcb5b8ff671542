"""Every message of the wire: one struct each, one union per direction. Use as `from protocol import messages as m`.

A frame is the msgpack array `[type, id, body]`: `type` is the tag of the struct, `id` pairs a request with its reply on
one connection (0 in pushes), `body` is a map of the fields. A sentence for people crosses as `template` and `args`.
"""

from protocol.messages.accounts import *  # noqa: F403
from protocol.messages.base import *  # noqa: F403
from protocol.messages.challenges import *  # noqa: F403
from protocol.messages.connection import *  # noqa: F403
from protocol.messages.notices import *  # noqa: F403
from protocol.messages.people import *  # noqa: F403
from protocol.messages.seeks import *  # noqa: F403
from protocol.messages.social import *  # noqa: F403
from protocol.messages.tables import *  # noqa: F403
from protocol.messages.tournaments import *  # noqa: F403
from protocol.messages.unions import *  # noqa: F403
