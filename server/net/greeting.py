"""The reply to a client's greeting."""

from collections.abc import Sequence

from netgame.match import Games
from netgame.text import N_
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.program import PROGRAM
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.tables.host_keys import HostKeys

TOO_OLD = N_("This server needs version {low} of the protocol, and your program uses {theirs}. Update your program")
TOO_NEW = N_(
    "Your program needs version {theirs} of the protocol, and this server uses {high}. The server has to be updated"
)


def welcome(
    server_name: str,
    games: Games,
    policy: Policy,
    keys: HostKeys | None,
    runs: Sequence[bytes],
    hello: m.Hello,
    nonce: bytes,
    remote: Remote,
) -> m.Welcome:
    """Return the reply to a greeting. `ProtocolError` if there is no version of the protocol that both speak.

    `runs` are the instances of this server, the present one first.
    """
    (low, high), (lowest, highest) = hello.protocols, m.PROTOCOL
    if min(high, highest) < max(low, lowest):
        template, theirs = (TOO_OLD, high) if high < lowest else (TOO_NEW, low)
        raise ProtocolError("version", template, low=lowest, high=highest, theirs=theirs)
    return m.Welcome(
        protocol=min(high, highest), program=PROGRAM, server=server_name,
        games={key: game.version for key, game in games.items()}, nonce=nonce, guests=policy.guests,
        sign_up=policy.sign_up, motd=policy.motd, computers=policy.admits_computers(remote), addresses=policy.addresses,
        signing_key=keys.public if keys is not None else b"", former_keys=keys.former if keys is not None else (),
        instance=runs[0] if runs else b"", continues=hello.instance != b"" and hello.instance in runs,
    )  # fmt: skip
