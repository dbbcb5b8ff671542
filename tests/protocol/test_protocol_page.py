"""PROTOCOL.md is complete and shows the numbers of the program, and the real codec agrees with its example session."""

import re
from dataclasses import MISSING, fields
from typing import get_args

import msgspec
import pytest

from devtools.protocol_page import __main__ as page
from devtools.protocol_page.__main__ import Step, session
from netgame.games import GAMES
from netgame.match import CURRENT_RULES as RULES
from netgame.match import events, replay
from netgame.match import time_control as clock
from netgame.match.absence import read_absence, write_absence
from netgame.match.time_control import read_control
from netgame.records.proof import prove
from protocol import framing
from protocol import messages as m
from protocol.event_codec import KINDS, TOURNAMENT_KINDS, event_from_plain
from protocol.framing import TO_CLIENT, TO_SERVER, Decoder, encode
from protocol.identity.device_key import is_proof, verify
from server.net import table_requests
from tests.project.sources import ROOT

TEXT = (ROOT / "PROTOCOL.md").read_text("utf-8")
CODE = re.compile(
    r"(?:InvalidEvent\(|InvalidTable\(|_checked\(|[Rr]efused\(|_refusal\(|_refuse\(\w+(?:\.\w+)?,|_fail\(|code=|ProtocolError\()"
    r'\s*"(\w+)"'
)
# by the fold of a log that no server writes, and by what only reads logs
NEVER_SENT = {
    "number", "time", "due", "leg", "roll_index", "no_roll", "no_forfeit", "outcome", "count",
    "rules_version", "match_rules", "finished_position", "host_only", "unknown_event", "bad_event", "unknown_command",
    "cause", "clocks", "crossing", "delay", "no_absence", "no_consent", "not_agreed", "ratings", "roll_known",
    "score", "dice", "bad_key", "board", "origin", "proof", "digest", "unknown_option",
}  # fmt: skip


def section(title: str) -> str:
    return TEXT.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def row(section: str, name: str) -> str:
    """The row of a message or event, with the table of its fields if it has one."""
    [line] = [line for line in section.splitlines() if line.startswith(f"| `{name}` |")]
    _, _, fields = section.partition(f"\nThe fields of `{name}`:\n\n")
    return line + fields.partition("\n\n")[0]


def parsed_types() -> dict[str, dict[str, dict[str, bool]]]:
    """The page's types by block and name: the fields, and whether each has a default."""
    [block] = re.findall(r"```\n(# messages to the server\n.*?)\n```", section("Types"), re.DOTALL)
    found: dict[str, dict[str, dict[str, bool]]] = {}
    for part in block.split("\n\n"):
        title, *lines = part.splitlines()
        named = found[title.split(";")[0]] = dict[str, dict[str, bool]]()
        for line in "\n".join(lines).replace("\n ", " ").splitlines():
            name, _, rest = line.partition(" ")
            each = [field.strip() for field in rest.split(";") if field.strip()]
            assert all(re.match(r"\w+: ", field) for field in each), line
            named[name] = {field.partition(":")[0]: " = " in field for field in each}
    return found


def test_a_program_can_read_the_types_from_the_page() -> None:
    types = parsed_types()
    for block, union in (("# messages to the server", m.ToServer), ("# messages to the client", m.ToClient)):
        kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(union)}
        assert types[block].keys() == kinds.keys()
        for name, kind in kinds.items():
            has_default = {field.name: not field.required for field in msgspec.structs.fields(kind)}
            assert types[block][name] == {**has_default, **({"key": False} if "key" in has_default else {})}, name
    assert types["# events"].keys() == KINDS.keys()
    assert types["# events of tournaments"].keys() == TOURNAMENT_KINDS.keys()
    assert types["# events"]["seated"]["key"], "the server leaves it out where there is none"


@pytest.mark.parametrize(
    ("kind", "title"),
    [(kind, f"Messages to the {end}") for end, union in (("server", m.ToServer), ("client", m.ToClient))
     for kind in get_args(union)],
)  # fmt: skip
def test_the_page_lists_every_field_of_every_message_with_the_defaults_of_requests(
    kind: type[m.Message], title: str
) -> None:
    described = row(section(title), str(kind.__struct_config__.tag))
    for field in msgspec.structs.fields(kind):
        assert f"`{field.name}`" in described
        if kind in get_args(m.ToServer) and field.name != "key" and not field.required:
            assert re.search(rf"`{field.name}` \(`?{re.escape(written(field.default))}`?\)", described), field.name


@pytest.mark.parametrize("name", TOURNAMENT_KINDS)
def test_the_page_lists_every_field_of_every_event_of_a_tournament(name: str) -> None:
    described = row(section("Tournaments"), name)
    for field in fields(TOURNAMENT_KINDS[name]):
        if field.name not in ("number", "at", "by"):
            default = "" if field.default is MISSING else rf" \(`?{re.escape(written(field.default))}`?\)"
            assert re.search(f"`{field.name}`{default}", described), field.name


def test_the_page_lists_every_field_of_list_entries() -> None:
    described = section("Messages to the client")
    for kind in (
        m.TableInfo, m.TournamentInfo, m.SeatInfo, m.Person, m.ChatLine, m.Finished, m.Standing, m.Device, m.ReportInfo,
    ):  # fmt: skip
        assert not [field.name for field in msgspec.structs.fields(kind) if f"`{field.name}`" not in described]


@pytest.mark.parametrize("name", KINDS)
def test_the_page_lists_every_field_of_every_event_with_its_default(name: str) -> None:
    described = row(section("Events"), name)

    for field in fields(KINDS[name]):
        if field.name in ("number", "at", "clocks", "proof"):  # which all have
            continue
        assert f"`{field.name}`" in described
        shown = re.search(rf"`{field.name}` \(`?(.*?)`?\)", described)
        if field.default is MISSING:
            assert not shown or shown[1].startswith(("every", "from")), field.name
        else:
            assert shown is not None, field.name
            assert shown[1] == written(field.default), field.name


def written(default: object) -> str:
    """Format a default like the page."""
    if default is None:
        return "nil"
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return f"[{', '.join(map(written, default))}]"
    return str(default) if default not in ("", b"") else '""'


def test_the_match_in_short_shows_messages_and_fields_that_exist() -> None:
    fields = {
        str(kind.__struct_config__.tag): kind.__struct_fields__
        for kind in (*get_args(m.ToServer), *get_args(m.ToClient))
    }
    short = TEXT.split("## Contents", 1)[0]
    shown = re.findall(r"`(\w+)` `\{(.*?)\}`", short)

    assert len(shown) > 8
    assert not [
        (name, field) for name, body in shown for field in re.findall(r"(\w+): ", body) if field not in fields[name]
    ]


def test_the_page_lists_every_value_of_an_event_offer_claim_control_and_policy() -> None:
    for name, words in {
        "offer_closed": events.OfferOutcome, "paused": events.PauseCause, "absent": events.AbsenceCause,
        "leg_ended": events.LegEnd, "ended": events.MatchEnd,
    }.items():  # fmt: skip
        assert not [word for word in get_args(words) if f"`{word}`" not in row(section("Events"), name)], name
    offers = {line.split("`")[1] for line in section("Matches").splitlines() if line.startswith("| `")}
    controls = {line.split("`")[1] for line in section("Clocks").splitlines() if line.startswith("| `")} - {"clock"}

    assert offers - {"kind"} == set(get_args(events.OfferKind))
    assert {read_control(text).kind for text in controls} == set(get_args(clock.Kind))
    assert all(f"`{what}`" in section("Matches") for what in get_args(events.ClaimKind))
    for policy in re.findall("`(wait|(?:forfeit|adjourn) [0-9]+)`", section("Matches")):
        assert write_absence(read_absence(policy)) == policy


def test_the_page_shows_the_numbers_and_limits_of_the_program() -> None:
    numbers = {
        "Clocks": (
            RULES.free_first_move_ms // 1000, RULES.lag_bank_ms, RULES.lag_refill_ms, RULES.max_base_s,
            RULES.max_step_s,
        ),
        "Matches": (RULES.min_absence_s, RULES.max_absence_s),
        "Access, people and chat": (m.MAX_CHAT,),
        "Following a table": (table_requests.MAX_MISSED,),
    }  # fmt: skip

    for title, values in numbers.items():
        assert not [value for value in values if not re.search(rf"\b{value}\b", section(title))]

    limits = section("Frames")
    assert (framing.UNSIGNED, framing.TO_SERVER, framing.TO_CLIENT) == (4 * 1024, 16 * 1024, 1024 * 1024)
    for words in ("4 KiB", "16 KiB", "1 MiB", "64 KiB"):
        assert words in limits
    arrays = [limit // framing.ENTRY_BYTES for limit in (framing.UNSIGNED, framing.TO_SERVER, framing.TO_CLIENT)]
    for number in (*arrays, framing.MAX_MAP, framing.MAX_DEPTH, framing.MAX_ID):
        assert str(number) in limits
    assert framing.encode(m.Ping(), 7).hex(" ") in limits


def test_the_page_lists_every_code() -> None:
    sources = [*(ROOT / "netgame").rglob("*.py"), *(ROOT / "server").rglob("*.py"), *(ROOT / "protocol").glob("*.py")]
    codes = {code for source in sources for code in CODE.findall(source.read_text("utf-8"))}
    assert len(codes) > 40
    assert not {code for code in codes - NEVER_SENT if f"`{code}`" not in section("Codes")}


@pytest.mark.parametrize(("name", "written"), page.written_parts().items(), ids=page.written_parts())
def test_the_page_shows_the_generated_parts(name: str, written: str) -> None:
    assert page.section(page.PAGE.read_text("utf-8"), name)[0] == written, "./run manual writes them"


@pytest.mark.parametrize("step", list(session()), ids=lambda step: step.message.__struct_config__.tag)
def test_every_frame_of_the_session_decodes_to_its_message(step: Step) -> None:
    decoder = Decoder(m.ToClient, TO_CLIENT) if step.by == "server" else Decoder(m.ToServer, TO_SERVER)
    [frame] = decoder.feed(step.frame)
    assert (frame.id, frame.message) == (step.id, step.message)
    [again] = decoder.feed(encode(step.message, step.id))
    assert again == frame


def test_the_log_of_the_session_fits_the_rules_and_proves_itself() -> None:
    published = [step.message for step in session() if isinstance(step.message, m.TableEvents)]
    log = [event_from_plain(event) for message in published for event in message.events]
    proven = prove(log, verify)
    assert replay(log, GAMES).ended is not None
    assert proven.sealed == len(log)
    assert [bool(player.signed) and not player.unsigned for player in proven.players] == [True, True]


def test_a_server_accepts_the_signature_of_the_test_vectors() -> None:
    assert is_proof(page.PROOF, page.FINGERPRINT, page.SERVER_NONCE)
    assert not is_proof(page.PROOF, page.FINGERPRINT, bytes(32))
