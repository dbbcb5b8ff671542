"""The ways in which a client proves who it is: device key, token, password, or pairing code."""

import secrets
from dataclasses import dataclass

import trio

from protocol import messages as m
from protocol.identity.device_key import DeviceKey


@dataclass
class Credentials:
    """The proofs that a client has for its account at one server.

    `password`, `link` and `reset`, a mailed code for a new password, are used until a sign-in succeeds. `token` belongs
    to this server alone. Without a device key the client makes a token itself: if the answer to a sign-in is lost, the
    repeated sign-in is the same account. `computer` says which computer player the client is; it is empty for a person.
    `installation` is as in `SignIn`.
    """

    name: str
    token: bytes = b""
    device: DeviceKey | None = None
    password: str | None = None
    link: str | None = None
    sign_up: bool = False
    label: str = ""
    computer: str = ""
    reset: str | None = None
    installation: bytes = b""

    async def sign_in(self, fingerprint: str, nonce: bytes) -> m.SignIn:
        """Build the sign-in message for a connection; `nonce` comes from its `Welcome`."""
        proof = None
        if self.device is not None and len(nonce) == m.NONCE_BYTES:  # a server without device keys sends no nonce
            # in a thread, because loading the library at first use takes 0.1 s
            proof = await trio.to_thread.run_sync(self.device.prove, fingerprint, nonce)
        if proof is None and not self.token and (self.password is None or self.sign_up):
            self.token = secrets.token_bytes(m.TOKEN_BYTES)
        return m.SignIn(
            name=self.name,
            token=self.token or None,
            device=proof,
            password=self.password,
            link=self.link,
            sign_up=self.sign_up,
            label=self.label,
            computer=self.computer,
            reset=self.reset,
            installation=self.installation,
        )

    def accept(self, signed_in: m.SignedIn) -> None:
        """Drop the password and the codes: the key or the token is enough from now on."""
        self.password = self.link = self.reset = None
        self.sign_up = False
        if signed_in.token:
            self.token = signed_in.token
