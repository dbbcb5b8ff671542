"""Ends the earlier connection of an account that has come online on another one. If both programs have one key on two
computers, the people at both are told."""

from functools import partial

from netgame.text import N_
from protocol import messages as m
from server.cluster.store import Device
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import REPLACED
from server.tables.commands import User
from server.tables.users import Peer

USED_THERE = N_(
    "The computer {place} has signed in with the key of this one, so this connection was closed. To play on both at "
    "once, make a new key on one of them: Server > My account, The key of this computer"
)
USED_HERE = N_(
    "The computer {place} had signed in with the key of this one, and was signed out. To play on both at once, make a "
    "new key on one of them: Server > My account, The key of this computer"
)


def replace_connection(broadcast: Broadcast, peer: Peer, earlier: User | None, later: User | None) -> m.Closing:
    """End the connection of the earlier of two programs of one account, and return its last message.

    The later one may be connected to another server of the service.
    """
    if earlier is None or later is None or not _has_copied_key(earlier.device, later.device):
        peer.dismiss(REPLACED)
        return REPLACED
    closing = m.Closing(code=REPLACED.code, template=USED_THERE, args={"place": later.device.place})
    told = m.Notice(template=USED_HERE, args={"place": earlier.device.place})
    # a program that reads its last message is alive, so it was no lost connection of the later one
    peer.dismiss(closing, partial(broadcast.send_to_user, later.account, told))
    return closing


def _has_copied_key(earlier: Device, later: Device) -> bool:
    """Return whether two programs have one key on two computers, as far as that shows."""
    return earlier.credential == later.credential != 0 and earlier != later
