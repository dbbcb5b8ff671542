"""Sending a mail and a request to a webhook, at real small servers on loopback."""

import hashlib
import hmac
import socket

import pytest

from server.notices.channels import ID, SIGNATURE, MailServer, SendFailed, Webhook, one_line
from tests.server.notices.receivers import LOOPBACK, mail_server, tls_contexts, web_server

SENDER, TO = "club@example.org", "ann@example.org"


def server_at(port: int, **changes: object) -> MailServer:
    usual = {"host": LOOPBACK, "port": port, "tls": "starttls", "sender": SENDER, "context": tls_contexts()[1]}
    return MailServer(**(usual | changes))  # type: ignore[arg-type]


def closed_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def test_a_mail_goes_out_after_starttls_and_sign_in() -> None:
    with mail_server(login=True) as inbox:
        server_at(inbox.port, user="club", password="secret").send("12ab", TO, "Your turn – Ann", "Grüße\n")

    (mail,) = inbox.mails
    assert inbox.signed_in == [(b"club", b"secret")]
    assert inbox.receivers == [TO]
    assert (mail["From"], mail["To"], mail["Subject"]) == (SENDER, TO, "Your turn – Ann")
    assert mail["Message-ID"] == "<12ab@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content().rstrip() == "Grüße"
    assert mail.get_content_type() == "text/plain"


def test_line_ends_in_names_and_titles_begin_no_header() -> None:
    with mail_server() as inbox:
        server_at(inbox.port).send("1", TO, "Your turn\r\nBcc: eve@example.org\n\nhello", "text")

    (mail,) = inbox.mails
    assert mail["Bcc"] is None
    assert inbox.receivers == [TO]
    assert mail["Subject"] == "Your turn Bcc: eve@example.org hello"
    assert one_line("a\x00b\u202e c\x7f") == "a b c"


def test_a_server_without_tls_gets_nothing_unless_the_operator_allows_it() -> None:
    with mail_server(tls=False) as inbox:
        with pytest.raises(SendFailed) as failed:
            server_at(inbox.port).send("1", TO, "s", "t")
        assert not inbox.mails
        server_at(inbox.port, tls="none").send("1", TO, "s", "t")

    assert len(inbox.mails) == 1
    assert not failed.value.is_final


def test_a_certificate_that_nobody_knows_is_refused() -> None:
    with mail_server() as inbox, pytest.raises(SendFailed):
        server_at(inbox.port, context=None).send("1", TO, "s", "t")

    assert not inbox.mails


@pytest.mark.parametrize(
    ("answer", "receiver", "is_final"),
    [("451 try later", "", False), ("554 no", "", False), ("", "450 busy", False), ("", "550 nobody", True)],
)
def test_a_failure_does_not_name_the_receiver(answer: str, receiver: str, is_final: bool) -> None:
    with mail_server() as inbox:
        inbox.refuse, inbox.refuse_receiver = answer, receiver and f"{receiver} {TO}"
        with pytest.raises(SendFailed) as failed:
            server_at(inbox.port).send("1", TO, "s", "t")

    assert (answer or receiver)[:3] in str(failed.value)
    assert TO not in str(failed.value)
    assert (failed.value.is_final, failed.value.is_alone) == (is_final, True)


def test_a_wrong_password_and_a_missing_server_are_failures_for_now() -> None:
    with mail_server(login=True) as inbox, pytest.raises(SendFailed) as refused:
        server_at(inbox.port, user="club", password="wrong").send("1", TO, "s", "t")
    with pytest.raises(SendFailed) as missing:
        server_at(closed_port()).send("1", TO, "s", "t")

    assert "wrong" not in str(refused.value)
    for failure in (refused.value, missing.value):
        assert not failure.is_final
        assert not failure.is_alone, "others need not try"


@pytest.mark.parametrize("tls", [False, True])
def test_a_webhook_gets_a_signed_body(tls: bool) -> None:
    with web_server(tls=tls) as hook:
        Webhook(hook.url, "key", tls_contexts()[1]).send("12ab", b"{}")

    ((path, headers, body),) = hook.requests
    assert (path, body) == ("/hook?room=1", b"{}")
    assert headers[ID] == "12ab"
    assert headers[SIGNATURE] == "sha256=" + hmac.new(b"key", b"{}", hashlib.sha256).hexdigest()
    assert headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("status", [302, 404, 500])
def test_any_other_answer_of_a_webhook_is_a_failure_and_redirects_are_not_followed(status: int) -> None:
    with web_server() as hook:
        hook.status = status
        with pytest.raises(SendFailed) as failed:
            Webhook(hook.url).send("1", b"{}")

    assert str(status) in str(failed.value)
    assert len(hook.requests) == 1
    assert SIGNATURE not in hook.requests[0][1]
