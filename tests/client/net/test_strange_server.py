"""A strange server floods the window: the program says one sentence and goes on."""

from collections.abc import Iterator
from typing import Any

import pytest
import trio
from msgspec import structs
from PySide6.QtWidgets import QLabel

from client_qt.app.application import Application
from client_qt.net.session import ServerSession
from devtools.harness.server import serving
from devtools.harness.server.hostile import frame, hostile_bodies
from devtools.harness.window.clicks import settle
from devtools.harness.window.program import press, until
from protocol import messages as m
from protocol.address import Address
from protocol.client.reasons import breaks_rules
from tests.client.visiting import shown
from tests.protocol.client.scripted_server import Scripted
from tests.protocol.client.test_tournaments import CREATED, ENTERED, news

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
HERE, FINGERPRINT, MOST = Address("127.0.0.1", 1), "ab" * 32, 2**53 - 1


class Hostile(Scripted):
    """A server in memory at an address."""

    fingerprint = FINGERPRINT

    def connect(self, _host: str) -> Any:
        here, there = trio.testing.memory_stream_pair()
        self.lines.append(there)
        trio.lowlevel.spawn_system_task(self.serve, there)
        return here


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Hostile:
    made = Hostile()
    made.replies[m.Hello] = m.Welcome(protocol=2, program="script", server="Club", games={}, nonce=bytes(32))
    made.replies[m.SignIn] = m.SignedIn(account="a", name="Ann")
    monkeypatch.setitem(serving.listening, HERE, made)
    return made


async def enter(app: Application) -> ServerSession:
    session = app.servers.session_to(FINGERPRINT, [HERE], "Club")
    await until(lambda: session.status == "online")
    app.lobby_controller.enter(session)
    return session


def flood() -> Iterator[m.Message]:
    """Yield as much as the protocol allows, again and again."""
    seat = m.SeatInfo(name="W" * 64, account="x", present=True, computer="c" * 64)
    table = m.TableInfo(
        table="t", title="W" * 60, game="clod", rules=MOST, options={}, seats=(seat, None), state="open", events=MOST,
        made=MOST, clock="W" * 64, delay=MOST, watching=MOST, score=(MOST, MOST, MOST),
    )  # fmt: skip
    person, member = m.Person(account="x", name="W" * 64, since=MOST), m.Member(account="x", name="W" * 64)
    cup = m.TournamentInfo(
        tournament="c", title="W" * 60, format="swiss", game="clod", options={}, clock="none", rated=True,
        entry="open", director=member, state="running", players=MOST, places=MOST, made=MOST, starts_at=MOST,
    )  # fmt: skip
    for start in range(0, 1500, m.MAX_ENTRIES):
        numbers = range(start, start + m.MAX_ENTRIES)
        yield m.TablesDelta(
            changed=[structs.replace(table, table=f"t{number}", made=MOST - 1500 + number) for number in numbers]
        )
        yield m.PeopleDelta(changed=[structs.replace(person, account=f"p{number}") for number in numbers], count=MOST)
        yield m.TournamentsDelta(changed=[structs.replace(cup, tournament=f"c{number}") for number in numbers])


async def test_lists_as_long_as_a_server_likes_keep_their_bounds_in_the_window(
    ann: Application, hostile: Hostile
) -> None:
    session = await enter(ann)

    await hostile.say(*flood())
    await until(lambda: session.lobby.tables and session.lobby.tables[0].table == "t1499")
    for page in ("lobby", "join", "home"):
        ann.window.show_page(page)
        settle()

    lists = session.lobby
    assert (len(lists.tables), len(lists.people), len(lists.tournaments)) == (500, 500, m.MAX_TOURNAMENTS)
    assert session.status == "online"


@pytest.mark.parametrize("kind", [m.Tables, m.Presence, m.People, m.Invited, m.Notice])
async def test_a_push_beyond_its_bounds_is_said_in_one_sentence(
    kind: type[m.Message], ann: Application, hostile: Hostile
) -> None:
    session = await enter(ann)
    tag = kind.__struct_config__.tag
    wrong = next(body for name, _field, body in hostile_bodies() if name == tag)
    told = list[m.Notice]()
    ann.servers.updated.connect(lambda _session, update: told.extend([update] if isinstance(update, m.Notice) else []))

    await hostile.send(frame(str(tag), wrong))

    await until(lambda: len(hostile.lines) > 1 and session.status == "online")
    await hostile.send(frame(str(tag), wrong))
    await until(lambda: len(hostile.lines) > 2 and session.status == "online")
    settle()
    assert [str(update.template) for update in told] == [str(breaks_rules(HERE).text.template)]
    assert ann.window.banner.isVisible()


@pytest.mark.parametrize("left", [10_000, 2**63 - 1])
async def test_the_account_page_takes_any_number_of_days(left: int, ann: Application, hostile: Hostile) -> None:
    hostile.replies[m.GetVacation] = m.Vacation(left=left, days=30, until=MOST)
    hostile.replies[m.SignIn] = m.SignedIn(account="a", name="Ann", registered=True)
    await enter(ann)

    await press(ann.window.lobby, "lobby_account")

    await hostile.next(m.GetVacation)
    settle()
    assert ann.window.page == "account"


async def test_the_join_page_is_drawn_at_most_five_times_a_second(
    ann: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.join_controller.open()
    drawn = list[object]()
    monkeypatch.setattr(ann.window.join, "show_tables", lambda *what: drawn.append(what))

    for _ in range(50):
        ann.browser.changed.emit()
        ann.servers.changed.emit()

    assert len(drawn) <= 1


async def test_a_refusal_at_a_tournament_stays_when_other_events_come(ann: Application, hostile: Hostile) -> None:
    hostile.after[m.WatchTournament] = news(CREATED)
    hostile.replies[m.EnterTournament] = m.Refused(code="full", template="The tournament is full")
    session, page = await enter(ann), ann.window.tournament
    ann.tournament_controller.show(session, "t")
    await until(lambda: ann.tournament_controller.state is not None)
    page.ordered.emit("enter")
    await shown(page, "tournament_note")

    await hostile.send(news(ENTERED))
    await until(lambda: len(session.tournament("t").events) == 2)
    settle()

    assert page.findChild(QLabel, "tournament_note").text().startswith("The tournament is full")
