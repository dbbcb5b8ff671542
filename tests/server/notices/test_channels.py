"""Sending a mail and a request to a webhook, at real small servers on loopback."""

import hashlib
import hmac
from collections.abc import Iterator

import pytest

from server.notices.channels import ID, SIGNATURE, MailServer, SendFailed, Webhook, one_line
from tests.server.notices.receivers import LOOPBACK, Inbox, mail_server, tls_contexts, web_server

SENDER, TO = "club@example.org", "ann@example.org"


@pytest.fixture(scope="module")
def mail_server_of_all() -> Iterator[Inbox]:
    with mail_server() as made:
        yield made


@pytest.fixture
def inbox(mail_server_of_all: Inbox) -> Inbox:
    """The mail server of all tests, which needs STARTTLS and has no mails."""
    vars(mail_server_of_all).update(vars(Inbox(mail_server_of_all.port)))
    return mail_server_of_all


def send(port: int, subject: str = "s", text: str = "t", id: str = "1", **changes: object) -> None:
    usual = {"host": LOOPBACK, "port": port, "tls": "starttls", "sender": SENDER, "context": tls_contexts()[1]}
    MailServer(**(usual | changes)).send(id, TO, subject, text)  # type: ignore[arg-type]


def failure(port: int, **changes: object) -> SendFailed:
    with pytest.raises(SendFailed) as failed:
        send(port, **changes)  # type: ignore[arg-type]
    return failed.value


def test_a_mail_goes_out_after_starttls_and_sign_in(inbox: Inbox) -> None:
    inbox.login = True
    send(inbox.port, "Your turn – Ann", "Grüße\n", "12ab", user="club", password="secret")

    (mail,) = inbox.mails
    assert inbox.signed_in == [(b"club", b"secret")]
    assert inbox.receivers == [TO]
    assert (mail["From"], mail["To"], mail["Subject"]) == (SENDER, TO, "Your turn – Ann")
    assert mail["Message-ID"] == "<12ab@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content().rstrip() == "Grüße"
    assert mail.get_content_type() == "text/plain"


def test_line_ends_in_names_and_titles_begin_no_header(inbox: Inbox) -> None:
    send(inbox.port, "Your turn\r\nBcc: eve@example.org\n\nhello")
    (mail,) = inbox.mails
    assert (mail["Bcc"], inbox.receivers) == (None, [TO])
    assert mail["Subject"] == "Your turn Bcc: eve@example.org hello"
    assert one_line("a\x00b\u202e c\x7f") == "a b c"


def test_a_server_without_tls_or_with_an_unknown_certificate_gets_nothing_unless_the_operator_allows_it(
    inbox: Inbox,
) -> None:
    assert failure(inbox.port, context=None)
    inbox.tls = False
    assert not failure(inbox.port).is_final
    assert not inbox.mails
    send(inbox.port, tls="none")
    assert len(inbox.mails) == 1


@pytest.mark.parametrize(
    ("answer", "receiver", "is_final"),
    [("451 try later", "", False), ("554 no", "", False), ("", "450 busy", False), ("", "550 nobody", True)],
)
def test_a_failure_does_not_name_the_receiver(inbox: Inbox, answer: str, receiver: str, is_final: bool) -> None:
    inbox.refuse, inbox.refuse_receiver = answer, receiver and f"{receiver} {TO}"
    failed = failure(inbox.port)
    assert (answer or receiver)[:3] in str(failed)
    assert TO not in str(failed)
    assert (failed.is_final, failed.is_alone) == (is_final, True)


def test_a_wrong_password_and_a_missing_server_are_failures_for_now(inbox: Inbox) -> None:
    inbox.login = True
    refused, missing = failure(inbox.port, user="club", password="wrong"), failure(1)
    assert "wrong" not in str(refused)
    assert not refused.is_final
    assert not missing.is_final
    assert not refused.is_alone, "others need not try"
    assert not missing.is_alone


def test_a_webhook_gets_a_signed_body_also_over_tls() -> None:
    for tls in (False, True):
        with web_server(tls=tls) as hook:
            Webhook(hook.url, "key", tls_contexts()[1]).send("12ab", b"{}")
        ((path, headers, body),) = hook.requests
        assert (path, body) == ("/hook?room=1", b"{}")
        assert headers[ID] == "12ab"
        assert headers[SIGNATURE] == "sha256=" + hmac.new(b"key", b"{}", hashlib.sha256).hexdigest()
        assert headers["Content-Type"].startswith("application/json")


def test_any_other_answer_of_a_webhook_is_a_failure_and_redirects_are_not_followed() -> None:
    with web_server() as hook:
        for hook.status in (302, 404, 500):
            with pytest.raises(SendFailed, match=str(hook.status)):
                Webhook(hook.url).send("1", b"{}")
    assert len(hook.requests) == 3
    assert SIGNATURE not in hook.requests[0][1]
