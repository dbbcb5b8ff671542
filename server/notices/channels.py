"""The ways out of the server: a mail server and a webhook, as the operator has set them.

Sending blocks, so it runs in a worker thread. Errors say nothing of the receiver, because they are logged.
"""

import hashlib
import hmac
import http.client
import smtplib
import ssl
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Literal
from urllib.parse import urlsplit

TIMEOUT_S = 20.0  # of each step; a whole exchange has some ten
SIGNATURE, ID = "X-Netgame-Signature", "X-Netgame-Notice"  # headers of a request to a webhook
MAX_ANSWER = 65_536  # bytes of an answer that are read, so that the connection ends in order

MailTls = Literal["starttls", "tls", "none"]
PORTS: dict[MailTls, int] = {"starttls": 587, "tls": 465, "none": 25}


class SendFailed(Exception):
    """A notice could not be sent. `is_final`: it never will be. `is_alone`: others may still be sent over this channel.

    The text is for the log and names no receiver.
    """

    def __init__(self, why: str, *, is_final: bool = False, is_alone: bool = False) -> None:
        super().__init__(why)
        self.is_final, self.is_alone = is_final, is_alone


@dataclass(frozen=True)
class MailServer:
    """The mail server of the operator. `tls`: its connection is not used in another way, also if that would work.

    `context` has the authorities that are trusted; by default those of the system.
    """

    host: str
    port: int
    tls: MailTls
    sender: str
    user: str = ""
    password: str = ""
    context: ssl.SSLContext | None = None

    def send(self, id: str, to: str, subject: str, text: str) -> None:
        """Send a mail. The same id twice is the same mail, for programs that can tell. Raise `SendFailed`."""
        mail = _mail(self.sender, id, to, subject, text)
        try:
            with self._connect() as smtp:
                if self.tls == "starttls":
                    smtp.starttls(context=self._tls_context())
                if self.user:
                    smtp.login(self.user, self.password)
                smtp.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            code = next((code for code, _words in error.recipients.values()), 0)
            why = f"the mail server refuses the receiver ({code})"
            raise SendFailed(why, is_final=code >= 500, is_alone=True) from None
        except smtplib.SMTPResponseException as error:
            why = f"the mail server answers {error.smtp_code} ({type(error).__name__})"
            raise SendFailed(why, is_alone=isinstance(error, smtplib.SMTPDataError)) from None
        except smtplib.SMTPException as error:
            raise SendFailed(f"the mail server does not do what is needed ({type(error).__name__})") from None
        except OSError as error:
            raise SendFailed(f"the mail server cannot be reached ({_reason(error)})") from None

    def _connect(self) -> smtplib.SMTP:
        if self.tls == "tls":
            return smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=self._tls_context())
        return smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)

    def _tls_context(self) -> ssl.SSLContext:
        return self.context or ssl.create_default_context()


@dataclass(frozen=True)
class Webhook:
    """The address of a program of the operator, which gets each notice as JSON. With a key the body is signed."""

    url: str
    key: str = ""
    context: ssl.SSLContext | None = None

    def send(self, id: str, body: bytes) -> None:
        """Send a notice. Raise `SendFailed` unless the answer is a success; the server follows no redirects."""
        parts = urlsplit(self.url)
        assert parts.hostname is not None, "the settings have checked it"
        headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "netgame", ID: id}
        if self.key:
            headers[SIGNATURE] = "sha256=" + hmac.new(self.key.encode(), body, hashlib.sha256).hexdigest()
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection: http.client.HTTPConnection
        if parts.scheme == "https":
            context = self.context or ssl.create_default_context()
            connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=TIMEOUT_S, context=context)
        else:
            connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT_S)
        with closing(connection):
            try:
                connection.request("POST", target, body, headers)
                answer = connection.getresponse()
                answer.read(MAX_ANSWER)
            except http.client.HTTPException as error:
                raise SendFailed(f"the webhook does not speak HTTP ({type(error).__name__})") from None
            except OSError as error:
                raise SendFailed(f"the webhook cannot be reached ({_reason(error)})") from None
        if not 200 <= answer.status < 300:
            raise SendFailed(f"the webhook answers {answer.status}", is_alone=True)


def _mail(sender: str, id: str, to: str, subject: str, text: str) -> EmailMessage:
    """Return a mail as plain text."""
    mail = EmailMessage()
    mail["From"], mail["To"] = Address(addr_spec=sender), Address(addr_spec=to)
    mail["Subject"], mail["Date"] = one_line(subject), format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<{id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # no program answers it by itself
    mail.set_content(text)
    return mail


def one_line(text: str) -> str:
    """Return a text without line ends and other control characters, which would begin another header or line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
