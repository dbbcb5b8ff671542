"""The mutes and address bans in force, in memory: chat and sign-in check them every time."""

import math

from netgame.text import N_, Text
from protocol import messages as m
from server.ops.remote import NETWORK_FACTOR, network_of
from server.storage.accounts import FOREVER, Known, in_force

MUTED = m.Refused(code="muted_here", template=N_("A moderator has muted you. You cannot send messages for now"))

BANNED = Text("You are banned from this server: {reason}")
NO_REASON = "no reason was given"


def ban_words(until: int, reason: str) -> Text:
    """Return what a banned user reads. The client adds the end of the ban: `until` in ms, 0 if it has none."""
    return Text(BANNED.template, {"reason": reason or NO_REASON, "until": until})


class Sanctions:
    """The decisions of `Moderation`. `address_bans` maps an address to the end of its ban and the reason."""

    def __init__(self, address_bans: dict[str, tuple[int, str]]) -> None:
        self._take_over(address_bans)
        self._muted: dict[str, int] = {}  # accounts that are online -> end of the mute

    def read_again(self, address_bans: dict[str, tuple[int, str]], known: Known | None) -> None:
        """Take over what another server decided. `known`: the account that it is about, if it is online here."""
        self._take_over(address_bans)
        if known is not None:
            self.came_online(known)

    def _take_over(self, address_bans: dict[str, tuple[int, str]]) -> None:
        self._address_bans: dict[str, dict[str, tuple[int, str]]] = {}  # by network of 48 bits, then by address
        for address, (until, reason) in address_bans.items():
            self.set_address_ban(address, until, reason)

    def came_online(self, known: Known) -> None:
        """Remember the mute of an account while it is online."""
        self.set_mute(known.account, known.muted_until)

    def went_offline(self, account: str) -> None:
        """Forget the mute of an account. The database has it for the next sign-in."""
        self.set_mute(account, None)

    def set_mute(self, account: str, until: int | None) -> None:
        """Mute an account that is online; None lifts the mute."""
        self._muted.pop(account, None)
        if until is not None:
            self._muted[account] = until

    def is_muted(self, account: str, now: int) -> bool:
        return in_force(self._muted.get(account), now)

    def set_address_ban(self, address: str, until: int | None, reason: str = "") -> None:
        """Ban an address key (`Remote.key`); None lifts the ban."""
        bans = self._address_bans.setdefault(network_of(address), {})
        bans.pop(address, None)
        if until is not None:
            bans[address] = (until, reason)
        if not bans:
            del self._address_bans[network_of(address)]

    def address_ban(self, address: str, now: int) -> tuple[int, str] | None:
        """Return until when and why an address key is banned; None if it is not.

        An IPv6 network of 48 bits is banned as long as a few addresses of it are.
        """
        bans = self._address_bans.get(network_of(address), {})
        held = {key: ban for key, ban in bans.items() if in_force(ban[0], now)}
        longest = sorted(held.values(), key=lambda ban: math.inf if ban[0] == FOREVER else ban[0], reverse=True)
        return held.get(address) or (longest[NETWORK_FACTOR - 1] if len(longest) >= NETWORK_FACTOR else None)
