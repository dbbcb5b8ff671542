"""The ways out of the server: a mail server and a webhook, as the operator has set them.

Sending blocks, so it runs in a worker thread. Errors say nothing of the receiver, because they are logged.
"""

import hashlib
import hmac
import http.client
import io
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.mime.text import MIMEText
from email.utils import format_datetime
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

from protocol.texts import cleaned, is_control
from server.ops.mail_address import domain_of

TIMEOUT_S = 20.0  # of each step; a whole exchange has some ten
MOST_S, MOST_BYTES = 120.0, 1 << 20  # of all answers of a server
SIGNATURE, ID = "X-Netgame-Signature", "X-Netgame-Notice"  # headers of a request to a webhook
MAX_PLAIN = 65  # characters of a subject that is not encoded: with the name of the header one line
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


class _Answers(io.RawIOBase):
    """The answers of a server, up to a limit: the timeout of a socket begins again with each byte."""

    def __init__(self, sock: socket.socket) -> None:
        self._file = sock.makefile("rb", buffering=0)
        self._left, self._until = MOST_BYTES, time.monotonic() + MOST_S

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        if self._left <= 0 or time.monotonic() > self._until:
            raise OSError(None, "its answer does not end")
        count = self._file.readinto(buffer)
        self._left -= count or 0
        return count

    def close(self) -> None:
        self._file.close()
        super().close()

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)


class _Smtp(smtplib.SMTP):
    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = _Answers(self.sock).makefile("rb")
        return super().getreply()


class _SmtpOverTls(smtplib.SMTP_SSL, _Smtp):
    pass


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, **more: Any) -> None:
        super().__init__(_Answers(sock), *args, **more)  # type: ignore[arg-type]


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
        is_alone = False
        try:
            mail = _mail(self.sender, id, to, subject, text)
            with closing(self._connect()) as smtp:
                if self.tls == "starttls":
                    smtp.starttls(context=self._tls_context())
                if self.user:
                    smtp.login(self.user, self.password)
                is_alone = True  # from here on the receiver or the text may be the cause
                smtp.sendmail(self.sender, [to], mail)
                with suppress(smtplib.SMTPException):  # the mail is sent, whatever the server says to that
                    smtp.quit()
        except smtplib.SMTPRecipientsRefused as error:
            code = next((code for code, _words in error.recipients.values()), 0)
            why = f"the mail server refuses the receiver ({code})"
            raise SendFailed(why, is_final=code >= 500, is_alone=True) from None
        except smtplib.SMTPResponseException as error:
            why = f"the mail server answers {error.smtp_code} ({type(error).__name__})"
            raise SendFailed(why, is_alone=isinstance(error, smtplib.SMTPDataError)) from None
        except smtplib.SMTPException as error:
            why = f"the mail server does not do what is needed ({type(error).__name__})"
            raise SendFailed(why, is_alone=is_alone) from None
        except OSError as error:
            raise SendFailed(f"the mail server cannot be reached ({_reason(error)})", is_alone=is_alone) from None
        except ValueError as error:  # such as a name that is no host name, or an answer that is no base64
            raise SendFailed(f"the mail server cannot be used ({error})", is_alone=True) from None

    def _connect(self) -> smtplib.SMTP:
        name = domain_of(self.sender)  # in EHLO; many relays refuse the bare name of a computer
        if self.tls == "tls":
            return _SmtpOverTls(self.host, self.port, name, timeout=TIMEOUT_S, context=self._tls_context())
        return _Smtp(self.host, self.port, name, timeout=TIMEOUT_S)

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
        headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "netgame", ID: id}
        if self.key:
            headers[SIGNATURE] = "sha256=" + hmac.new(self.key.encode(), body, hashlib.sha256).hexdigest()
        is_alone = False
        try:
            parts = urlsplit(self.url)
            assert parts.hostname is not None, "the settings have checked it"
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connect: Callable[..., http.client.HTTPConnection] = http.client.HTTPConnection
            if parts.scheme == "https":
                connect = partial(http.client.HTTPSConnection, context=self.context or ssl.create_default_context())
            with closing(connect(parts.hostname, parts.port, timeout=TIMEOUT_S)) as connection:
                connection.response_class = _Response
                connection.connect()
                is_alone = True  # from here on the notice may be the cause
                connection.request("POST", target, body, headers)
                answer = connection.getresponse()
                answer.read(MAX_ANSWER)
        except http.client.HTTPException as error:
            raise SendFailed(f"the webhook does not speak HTTP ({type(error).__name__})", is_alone=is_alone) from None
        except OSError as error:
            raise SendFailed(f"the webhook cannot be reached ({_reason(error)})", is_alone=is_alone) from None
        except ValueError as error:
            raise SendFailed(f"the webhook cannot be used ({error})", is_alone=True) from None
        if not 200 <= answer.status < 300:
            raise SendFailed(f"the webhook answers {answer.status}", is_alone=True)


def _mail(sender: str, id: str, to: str, subject: str, text: str) -> str:
    """Return a mail as plain text.

    Users choose parts of the subject, so no header is parsed: the policies of `email.message.EmailMessage` read encoded
    words in a header that is set. A subject that needs it becomes encoded words as a whole.
    """
    mail = MIMEText(text.encode(errors="replace").decode())
    line = one_line(subject)
    is_plain = line.isascii() and "=?" not in line and len(line) <= MAX_PLAIN
    mail["From"], mail["To"], mail["Date"] = sender, to, format_datetime(datetime.now(UTC))
    mail["Subject"] = line if is_plain else Header(line, "utf-8", header_name="Subject").encode()
    mail["Message-ID"] = f"<{id}@{domain_of(sender)}>"
    mail["Auto-Submitted"] = "auto-generated"  # no program answers it by itself
    return mail.as_string()


def one_line(text: str) -> str:
    """Return a text without line ends and other control characters, which would begin another header or line."""
    return cleaned("".join(" " if is_control(char) else char for char in text))


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
