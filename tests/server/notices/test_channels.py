"""Sending a mail and a request to a webhook, at real small servers on loopback."""

import hashlib
import hmac
from collections.abc import Iterator

import pytest

from server.notices.channels import ID, SIGNATURE, MailServer, SendFailed, Webhook, one_line
from tests.server.notices.receivers import (
    LOOPBACK,
    Inbox,
    OddInbox,
    endless_server,
    hanging_up_server,
    mail_server,
    tls_contexts,
    web_server,
)

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
    assert one_line("a\x00b\u202e c\x7f 👩\u200d💻") == "a b c 👩\u200d💻"


@pytest.mark.parametrize(
    "subject",
    [
        "Turn in =?utf-8?q?x=0d=0a=0d=0aBcc:_eve=40example.org?=", "=?utf-16?q?)(=FF?= challenges you",
        "=?utf-8?b?4pyT", "=?utf-8?q?=E2=9C=93?= ✓", "Ann, Bob; eve: <eve@example.org>", "x" * 300, "Größe " * 40 + "!",
    ],
)  # fmt: skip
def test_no_text_of_a_user_is_interpreted_in_a_header(inbox: Inbox, subject: str) -> None:
    send(inbox.port, subject, subject)

    (mail,) = inbox.mails
    assert mail["Subject"] == subject
    assert mail.get_content().rstrip() == subject
    assert not mail.defects
    assert {"Bcc", "Cc", "Reply-To"}.isdisjoint(mail)
    assert inbox.receivers == [TO]


def test_the_server_greets_with_the_domain_of_the_sender(inbox: Inbox) -> None:
    send(inbox.port)
    assert inbox.clients == ["example.org"]


@pytest.mark.parametrize(
    "changes",
    [
        {"host": "mail..example.org"},
        {"host": f"{'x' * 64}.example.org"},
        {"host": "\0"},
        {"user": "x", "password": "ü"},
    ],
)
def test_settings_that_cannot_be_used_are_failures_of_a_mail(inbox: Inbox, changes: dict[str, str]) -> None:
    inbox.login = True
    assert failure(inbox.port, **changes)


def test_a_sign_in_that_the_mail_server_answers_with_no_base64_is_a_failure() -> None:
    with mail_server(kind=OddInbox, login=True) as odd:
        assert failure(odd.port, user="club", password="secret")


def test_an_answer_that_does_not_end_is_a_failure() -> None:
    with endless_server(b"220-and\r\n") as port:
        assert failure(port)
    with endless_server(b"HTTP/1.1 100 Continue\r\n\r\n") as port, pytest.raises(SendFailed):
        Webhook(f"http://{LOOPBACK}:{port}/x").send("1", b"{}")


def test_answers_that_take_too_long_together_are_a_failure(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.notices.channels.MOST_S", -1)

    assert failure(inbox.port)
    with web_server() as hook, pytest.raises(SendFailed):
        Webhook(hook.url).send("1", b"{}")


@pytest.mark.parametrize("host", ["bot..example.org", f"{'x' * 64}.org", "a\x00b", "[::1"])
def test_a_host_that_cannot_be_used_is_a_failure_of_a_request(host: str) -> None:
    with pytest.raises(SendFailed):
        Webhook(f"https://{host}/x").send("1", b"{}")


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


def test_a_mail_that_is_taken_is_sent_whatever_the_server_says_to_the_end(inbox: Inbox) -> None:
    inbox.farewell = "421 too many connections"
    send(inbox.port)
    assert len(inbox.mails) == 1


def test_a_refused_receiver_is_final_whatever_the_server_says_to_the_end(inbox: Inbox) -> None:
    inbox.refuse_receiver, inbox.farewell = "550 nobody", "421 too many connections"
    assert failure(inbox.port).is_final


def test_a_server_that_hangs_up_at_one_mail_may_take_others(inbox: Inbox) -> None:
    inbox.hangs_up = True
    assert failure(inbox.port).is_alone
    with hanging_up_server() as port, pytest.raises(SendFailed) as failed:
        Webhook(f"http://{LOOPBACK}:{port}/x").send("1", b"{}")
    assert failed.value.is_alone


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
