"""The log formats: no text from outside can look like another record."""

import io
import json
import logging
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.log_text import TextFormatter, escaped, print_traceback
from server.errors import DatabaseFailed, StoreBroken
from server.ops import logging as logs
from server.ops.journald import JournaldHandler, datagram, fields_of
from server.ops.log_formats import PairsFormatter, pairs, quoted
from server.ops.logging import LogFormat
from server.ops.remote import Remote

NASTY = 'Ann\n2026-11-21 09:00:00,000 INFO server.net.session: Bob came\r\x1b[2J\u202e\u2028 x="1" y=\\'
log = logging.getLogger("server.net.session")
_PAIR = re.compile(r'([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|[A-Za-z0-9_.:/@+\-]+)(?: |$)', re.ASCII)


def parsed(line: str) -> dict[str, str]:
    """Return the pairs of a line; raise `ValueError` if it is not a line of pairs."""
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        pair = _PAIR.match(line, at)
        if pair is None:
            raise ValueError(f"no pair at {at}: {line!r}")
        key, value = pair.groups()
        found[key] = json.loads(value) if value.startswith('"') else value
        at = pair.end()
    return found


@contextmanager
def writing(format: LogFormat, level: str = "info", stream: io.StringIO | None = None) -> Iterator[io.StringIO]:
    """Capture the log within the block, and restore the root logger afterwards."""
    root = logging.getLogger()
    before = root.level, list(root.handlers)
    written = stream or io.StringIO()
    logs.set_up(level, format, written, {})
    try:
        yield written
    finally:
        root.setLevel(before[0])
        for handler in [each for each in root.handlers if each not in before[1]]:
            root.removeHandler(handler)
            handler.close()


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    return log.makeRecord(log.name, logging.INFO, __file__, 1, message, args, None, extra=extra)


@settings(max_examples=25)
@given(st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True).filter(lambda k: k != "event"), st.text()))
@example({"name": 'x event="kicked" by=me'})
def test_pairs_are_read_back_unchanged(facts: dict[str, str]) -> None:
    line = pairs({"event": "kicked", **facts})
    assert parsed(line) == {"event": "kicked"} | facts
    assert line.isprintable()
    for text in facts.values():
        assert quoted(text)[0] == '"' or not set(text) & set(' "=\\\n')


def test_pairs_are_logfmt_with_control_characters_and_marks_of_direction_escaped() -> None:
    facts = {"remote": "[::1]:7763", "name": 'the "Ann"', "account": None, "tries": 3, "empty": "", "path": "/a/b"}
    line = pairs({"event": "sign_in_failed", **facts})
    assert line == 'event=sign_in_failed remote="[::1]:7763" name="the \\"Ann\\"" tries=3 empty="" path=/a/b'
    assert quoted("a\x1b[2J\u202eb\x9b\U000e0041") == '"a\\u001b[2J\\u202eb\\u009b\\udb40\\udc41"'
    assert parsed(pairs({"name": "\U000e0041\ud800"}))["name"] == "\U000e0041\ud800"


@given(st.text())
def test_a_record_is_one_line_in_every_format(text: str) -> None:
    for formatter in (TextFormatter(), PairsFormatter()):
        assert formatter.format(record("%s came", text)).isprintable()


def test_pairs_have_time_level_and_logger_and_a_traceback_is_one_value() -> None:
    with writing("pairs") as written:
        log.warning("%s came", NASTY)
        fail()

    facts, failure = map(parsed, written.getvalue().splitlines())
    assert facts["ts"].endswith("Z")
    assert (facts["level"], facts["logger"], facts["msg"]) == ("warning", "server.net.session", f"{NASTY} came")
    assert failure["msg"] == "table 7"
    assert failure["traceback"].startswith("Traceback")
    assert failure["traceback"].endswith(NASTY)


def test_text_has_time_level_logger_and_message_and_no_line_of_a_traceback_looks_like_a_record() -> None:
    with writing("text") as written:
        log.info("%s came", NASTY)
        fail()

    came, failed, *rest = written.getvalue().rstrip("\n").split("\n")
    assert came.split(" ", 2)[2].startswith("INFO server.net.session: Ann\\n2026-11-21")
    assert failed.endswith("ERROR server.net.session: table 7")
    assert len(rest) > 3
    assert all(line.startswith("    ") for line in rest)
    assert "\x1b" not in written.getvalue()


def test_an_unexpected_error_of_a_program_is_printed_without_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_traceback(ValueError, ValueError(NASTY), None)
    printed = capsys.readouterr().err
    assert "ValueError: Ann" in printed
    assert all(line.isprintable() for line in printed.split("\n"))


def fail() -> None:
    try:
        raise ValueError(NASTY)
    except ValueError:
        log.exception("%s", "table 7")


def test_a_security_event_has_its_facts_as_pairs_at_every_level() -> None:
    with writing("pairs", "error") as written:
        log.warning("odd")
        logs.security("sign_in_failed", remote="127.0.0.1:1", name=NASTY, level="debug")
    with writing("text") as text:
        logs.security("kicked", name=NASTY, by="Bob")

    facts = parsed(written.getvalue().rstrip("\n"))
    assert (facts["logger"], facts["event"], facts["name"]) == ("netgame.security", "sign_in_failed", NASTY)
    assert facts["level"] == "info"
    assert "msg" not in facts
    line = text.getvalue().rstrip("\n")
    assert parsed(line.partition("netgame.security: ")[2]) == {"event": "kicked", "name": NASTY, "by": "Bob"}


def test_a_second_set_up_replaces_the_first_and_the_level_may_change(capsys: pytest.CaptureFixture[str]) -> None:
    with writing("pairs") as first, writing("text", "warning") as second:
        log.info("not important")
        log.warning("odd")
        logs.set_level("debug")
        log.debug("now")
        logs.set_up("info", "text")  # without a stream it is the current stderr
        log.info("hello")

    assert first.getvalue() == ""
    assert [line.rpartition(" ")[2] for line in second.getvalue().splitlines()] == ["odd", "now"]
    assert capsys.readouterr().err.endswith("hello\n")


def test_auto_is_text_on_a_terminal_journal_for_a_stream_connected_to_it_and_pairs_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ops.journald.SOCKET", str(tmp_path))
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    with (tmp_path / "stderr").open("w") as stream:
        at = os.fstat(stream.fileno())
        its_own, other = ({"JOURNAL_STREAM": f"{at.st_dev}:{at.st_ino + more}"} for more in (0, 1))

        assert logs.choose_format("auto", stream, its_own) == "journal"
        assert logs.choose_format("auto", stream, other) == "pairs"
        assert logs.choose_format("auto", io.StringIO(), its_own) == "pairs"
    assert logs.choose_format("auto", terminal, {}) == "text"
    assert logs.choose_format("auto", io.StringIO(), {}) == "pairs"
    assert logs.choose_format("text", io.StringIO(), {}) == "text"


# ---- the journal

needs_unix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="a system without Unix sockets has no journal")


def read(data: bytes) -> dict[str, str]:
    """Return the fields of a datagram as the journal reads them."""
    fields = {}
    while data:
        name, _, data = data.partition(b"\n")
        size = int.from_bytes(data[:8], "little")
        assert data[8 + size : 9 + size] == b"\n"
        fields[name.decode()], data = data[8 : 8 + size].decode(), data[9 + size :]
    return fields


def entries(journal: socket.socket) -> dict[str, str]:
    return read(journal.recv(1 << 18))


@settings(max_examples=30)
@given(st.dictionaries(st.from_regex("[A-Z_]{1,9}", fullmatch=True), st.text()))
def test_no_value_begins_another_field_of_the_journal(fields: dict[str, str]) -> None:
    assert read(datagram(fields)) == fields


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(tmp_path / "journal"))
        sock.setblocking(False)
        yield sock


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[JournaldHandler]:
    made = JournaldHandler(str(tmp_path / "journal"), io.StringIO())
    yield made
    made.close()


@needs_unix
def test_facts_of_the_security_log_are_fields_of_the_journal(journal: socket.socket, handler: JournaldHandler) -> None:
    logging.getLogger("netgame.security").addHandler(handler)
    try:
        logs.set_level("info")
        logs.security("kicked", name=NASTY, until=None, by="PRIORITY=0\n")
    finally:
        logging.getLogger("netgame.security").removeHandler(handler)

    fields = entries(journal)
    facts = {name: value for name, value in fields.items() if name.startswith("NETGAME_")}
    assert facts == {"NETGAME_EVENT": "kicked", "NETGAME_NAME": NASTY, "NETGAME_BY": "PRIORITY=0\n"}
    assert fields["PRIORITY"] == "6"


@needs_unix
def test_the_journal_gets_fields_and_a_traceback_is_one_entry(journal: socket.socket, handler: JournaldHandler) -> None:
    handler.emit(record("%s came", NASTY))
    try:
        raise ValueError("x" * 1_000_000)
    except ValueError:
        handler.emit(log.makeRecord(log.name, logging.ERROR, __file__, 1, "table 7", (), sys.exc_info()))

    assert entries(journal) == {
        "SYSLOG_IDENTIFIER": "netgame-server",
        "PRIORITY": "6",
        "MESSAGE": escaped(f"{NASTY} came"),
        "LOGGER": "server.net.session",
    }
    fields = entries(journal)
    assert fields["MESSAGE"].startswith("table 7\n    Traceback")
    assert fields["PRIORITY"] == "3"


@needs_unix
def test_a_slow_journal_does_not_block(journal: socket.socket, handler: JournaldHandler) -> None:
    for number in range(2000):
        handler.emit(record("%d", number))
    while entries(journal)["MESSAGE"] != "0":
        pass
    with suppress(BlockingIOError):
        while entries(journal):
            pass

    handler.emit(record("again"))

    assert entries(journal)["MESSAGE"].endswith("records before this one were dropped")
    assert entries(journal)["MESSAGE"] == "again"


@needs_unix
def test_every_level_has_its_priority_also_in_lines_without_a_journal(tmp_path: Path) -> None:
    levels = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)
    made = [log.makeRecord(log.name, level, __file__, 1, "x", (), None) for level in levels]
    handler = JournaldHandler(str(tmp_path / "nothing"), written := io.StringIO())
    handler.emit(record("%s came", NASTY))
    handler.close()
    assert [dict(fields_of(each))["PRIORITY"] for each in made] == ["7", "6", "4", "3", "2"]
    assert written.getvalue() == f"<6>{escaped(NASTY)} came\n"


@needs_unix
def test_a_record_that_has_no_format_does_no_harm(
    handler: JournaldHandler, journal: socket.socket, capsys: pytest.CaptureFixture[str]
) -> None:
    written = io.StringIO()
    for each in (handler, logs.LineHandler(written)):
        each.emit(record("%d came", "Ann"))
    assert capsys.readouterr().err.count("--- Logging error ---") == 2
    assert written.getvalue() == ""


@pytest.mark.parametrize("problem", [StoreBroken("database or disk is full"), DatabaseFailed("disk I/O error")])
def test_one_cause_of_the_store_is_one_line_a_minute_whatever_it_prevents(problem: Exception) -> None:
    now = [0.0]
    cause = logs.CauseFilter(lambda: now[0])
    sites = [record("table %s: %s", number, problem) for number in range(100)]
    sites += [record("chat cannot be written: %s", problem), record("Ann came"), record("other: %s", StoreBroken("x"))]

    assert [each.getMessage() for each in sites if cause.filter(each)] == [
        f"table 0: {problem}",
        "Ann came",
        "other: x",
    ]

    now[0] += 60
    assert cause.filter(later := record("chat cannot be read: %s", problem))
    assert later.getMessage() == f"chat cannot be read: {problem} (100 more lines for this reason were left out)"


def test_a_limit_is_logged_once_a_minute_for_each_address_and_an_attack_from_many_does_not_fill_the_disk(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    log = logs.LimitLog(lambda: now)
    with caplog.at_level("INFO", "netgame.security"):
        for port in range(5):
            log.log("unauthenticated", Remote("192.0.2.1", port))
        log.log("sign_in", Remote("192.0.2.1", 9))
        log.log("unauthenticated", Remote("2001:db8::1", 9))
        log.log("unauthenticated", Remote("2001:db8::2", 9))
        now = 61.0
        log.log("unauthenticated", Remote("192.0.2.1", 7))

    said = list(map(parsed, caplog.messages))
    assert {each["event"] for each in said} == {"limited"}
    assert [(each["limit"], each["remote"]) for each in said] == [
        ("unauthenticated", "192.0.2.1:0"), ("sign_in", "192.0.2.1:9"), ("unauthenticated", "[2001:db8::1]:9"),
        ("unauthenticated", "192.0.2.1:7"),
    ]  # fmt: skip

    caplog.clear()
    now = 200.0
    with caplog.at_level("INFO", "netgame.security"):
        for number in range(1000):
            log.log("unauthenticated", Remote(f"192.0.{number % 200}.{number // 200}"))
    assert len(caplog.messages) == 30
