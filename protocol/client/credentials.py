"""How a client says who it is: with the key of its machine, a token, a password, or a code from another machine."""

import secrets
from dataclasses import dataclass

import trio

from protocol import messages as m
from protocol.identity.device_key import DeviceKey


@dataclass
class Credentials:
    """What is known about somebody at one server. `password` and `link` are used for the first sign-in that succeeds.

    `token` belongs to that server alone; a client without a `device` makes one itself, since a sign-in whose answer was
    lost is then repeated as the same person.
    """

    name: str
    token: bytes = b""
    device: DeviceKey | None = None
    password: str | None = None
    link: str | None = None
    sign_up: bool = False
    label: str = ""

    async def sign_in(self, fingerprint: str, nonce: bytes) -> m.SignIn:
        """The message for the connection whose `Welcome` had that nonce. The key is used in a thread: the first use of
        the library takes a tenth of a second."""
        device = None
        if self.device is not None and len(nonce) == m.NONCE_BYTES:  # a server from before device keys gives none
            device = await trio.to_thread.run_sync(self.device.prove, fingerprint, nonce)
        if device is None and not self.token and (self.password is None or self.sign_up):
            self.token = secrets.token_bytes(m.TOKEN_BYTES)
        return m.SignIn(
            name=self.name,
            token=self.token or None,
            device=device,
            password=self.password,
            link=self.link,
            sign_up=self.sign_up,
            label=self.label,
        )

    def accepted(self, signed_in: m.SignedIn) -> None:
        """From now on the key or the token is enough."""
        self.password = self.link = None
        self.sign_up = False
        if signed_in.token:
            self.token = signed_in.token
