"""The dice and signatures of programs that play by themselves, with chains that end with the program."""

import secrets
from collections.abc import Callable

from netgame.match.commands import Command, Commit, Reveal
from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from protocol import messages as m
from protocol.identity.device_key import DeviceKey

TableMessage = tuple[type[m.TableCommand], dict[str, object]]


def link_message(command: Command) -> TableMessage | None:
    """Return the message of a command for the dice; None for another command."""
    match command:
        case Commit(tip):
            return m.CommitDice, {"tip": tip}
        case Reveal(link):
            return m.RevealLink, {"link": link}
    return None


def passing_links(device: DeviceKey | None = None, host: Callable[[], bytes] = bytes) -> DiceLinks:
    """Return chains for a program that never comes back to a match, and the logs that it signs with a device key.

    `host` returns the public key with which the server signs logs.
    """
    logs = TableLogs(device.public, device.sign, host) if device is not None else TableLogs(host=host)
    return DiceLinks(secrets.token_bytes(m.LINK_BYTES), "", {}, logs)
