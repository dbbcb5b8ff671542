"""The mutes and address bans in force, in memory: chat and sign-in check them every time."""

from netgame.text import N_, Text
from protocol import messages as m
from server.storage.accounts import Known, in_force

MUTED = m.Refused(code="muted_here", template=N_("A moderator has muted you. You cannot send messages for now"))

BANNED = Text("You are banned from this server: {reason}")
NO_REASON = "no reason was given"


def ban_words(until: int, reason: str) -> Text:
    """Return what a banned user reads. The client adds the end of the ban: `until` in ms, 0 if it has none."""
    return Text(BANNED.template, {"reason": reason or NO_REASON, "until": until})


class Sanctions:
    """The decisions of `Moderation`. `address_bans` maps an address to the end of its ban and the reason."""

    def __init__(self, address_bans: dict[str, tuple[int, str]]) -> None:
        self._address_bans = address_bans
        self._muted: dict[str, int] = {}  # accounts that are online -> end of the mute

    def read_again(self, address_bans: dict[str, tuple[int, str]], known: Known | None) -> None:
        """Take over what another server decided. `known`: the account that it is about, if it is online here."""
        self._address_bans = address_bans
        if known is not None:
            self.came_online(known)

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
        self._address_bans.pop(address, None)
        if until is not None:
            self._address_bans[address] = (until, reason)

    def address_ban(self, address: str, now: int) -> tuple[int, str] | None:
        """Return until when and why an address key is banned; None if it is not."""
        ban = self._address_bans.get(address)
        return ban if ban is not None and in_force(ban[0], now) else None
