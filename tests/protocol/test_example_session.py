"""The generated parts of PROTOCOL.md are up to date, and the real codec agrees with them."""

import pytest

from devtools.protocol_page import __main__ as page
from devtools.protocol_page.__main__ import Step, session
from netgame.games import GAMES
from netgame.match import replay
from netgame.records.proof import prove
from protocol import messages as m
from protocol.event_codec import event_from_plain
from protocol.framing import TO_CLIENT, TO_SERVER, Decoder, encode
from protocol.identity.device_key import is_proof, verify


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
