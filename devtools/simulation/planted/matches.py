"""Faults that are planted into tables, logs, accounts, and what servers do for connections and at restarts."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest
import trio
from msgspec import structs

from devtools.harness.server.memory_cluster import MemoryClusterStore
from devtools.simulation.club import Wanted
from devtools.simulation.coverage import TROUBLES
from devtools.simulation.disk import Disk
from devtools.simulation.planted.lobby import Plant
from netgame.match import CURRENT_RULES, MATCH_RULES, Match, decide
from netgame.match.clocks import Clocks
from netgame.match.commands import Command
from netgame.match.events import Event, Player, Proof, Rating
from netgame.records.proof import head_after, signed
from protocol import messages as m
from server.accounts.ratings import Ratings
from server.lobby import spectators
from server.lobby.lobby import Lobby
from server.lobby.presence import OnlineUsers
from server.net.admission import Admission
from server.net.session import Session
from server.ops.supervision import Supervision, Work
from server.storage.accounts import AccountStore
from server.storage.event_store import Append, EventStore, Problems, Row
from server.tables.commands import PLAYERS, Decision, User
from server.tables.table import Table
from server.tables.timers import Timers
from server.tables.users import Peer


def forget_commits(patch: pytest.MonkeyPatch) -> None:
    """Lose what was not written, and say that it was."""
    append = Disk.append

    def forgetful(self: Disk, appends: Sequence[Append]) -> Problems:
        if sum(map(len, self.rows.values())) % 50 == 49:
            return [None for _ in appends]
        return append(self, list(appends))

    patch.setattr(Disk, "append", forgetful)


def drop_answers(patch: pytest.MonkeyPatch) -> None:
    """Answer only some of the commands."""
    answer, number = Session.answer, count(1)

    def forgetful(self: Session, frame: bytes) -> None:
        if next(number) % 40:
            answer(self, frame)

    patch.setattr(Session, "answer", forgetful)


def charge_for_stops(patch: pytest.MonkeyPatch) -> None:
    """Let the clocks run while the server does not."""
    patch.setattr(Timers, "begin", lambda *_: None)


def acknowledge_before_commit(patch: pytest.MonkeyPatch) -> None:
    """Answer commands when they are on their way to the disk."""
    append = EventStore.append_soon

    def hasty(self: EventStore, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        append(self, appends, lambda _problems: None)
        problems: Problems = [None for _ in appends]
        trio.lowlevel.current_trio_token().run_sync_soon(done, problems)

    patch.setattr(EventStore, "append_soon", hasty)


def forget_keys(patch: pytest.MonkeyPatch) -> None:
    """Do not know after a start which commands were carried out before."""
    loading = Table.loading

    def forgetful(self: Table, rows: Sequence[Row]) -> Any:
        yield from loading(self, rows)
        self._keys = {}

    patch.setattr(Table, "loading", forgetful)


def keep_people(patch: pytest.MonkeyPatch) -> None:
    """Show people who have left."""
    patch.setattr(OnlineUsers, "remove", lambda *_: None)


def seat_twice(patch: pytest.MonkeyPatch) -> None:
    """Let a player take the other seat as well."""
    sit = Table._sit

    def generous(self: Table, match: Match, user: User, command: m.TakeSeat, *more: Any) -> Decision:
        free = next((player for player in PLAYERS if match.seats[player] is None), None)
        return sit(self, match, user, structs.replace(command, player=free), *more)

    patch.setattr(Table, "_sit", generous)
    patch.setattr("netgame.match.seats.any", lambda _: False, raising=False)


def skip_relay_rows(patch: pytest.MonkeyPatch) -> None:
    """Lose some of the messages to other servers."""
    posted = MemoryClusterStore.posted

    async def forgetful(self: MemoryClusterStore, cursor: int) -> Any:
        rows, last = await posted(self, cursor)
        return [row for row in rows if row[0] % 2], last

    patch.setattr(MemoryClusterStore, "posted", forgetful)


def keep_offers(kind: str, patch: pytest.MonkeyPatch) -> None:
    """Let offers of a kind stay open after a move."""
    patch.setattr("netgame.match.moves.LAPSE_WITH_A_MOVE", frozenset({"count", "take_back"} - {kind}))


def change_rules(patch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Play by other match rules than those that the version says."""
    newest = CURRENT_RULES.version
    patch.setattr("netgame.match.create.MATCH_RULES", {**MATCH_RULES, newest: replace(CURRENT_RULES, **changes)})


def rate_from_old_values(patch: pytest.MonkeyPatch) -> None:
    """Rate each match from the first rating of a player."""
    now = Ratings._now
    first: dict[tuple[str, str], Rating] = {}

    def old(self: Ratings, account: str, game: str, at: int) -> Rating:
        return first.setdefault((account, game), now(self, account, game, at))

    patch.setattr(Ratings, "_now", old)


def show_early(patch: pytest.MonkeyPatch) -> None:
    """Show spectators at once what they may only see later."""
    patch.setattr(spectators, "_is_delayed", lambda _table: False)


def answer_twice(patch: pytest.MonkeyPatch) -> None:
    """Send some answers twice. Clients drop the second one."""
    reply, number = Session.reply, count(1)

    def eager(self: Session, id: int, message: m.Message) -> None:
        for _ in range(2 if next(number) % 40 == 0 else 1):
            reply(self, id, message)

    patch.setattr(Session, "reply", eager)


def leave_unanswered(patch: pytest.MonkeyPatch) -> None:
    """Do not answer what is no request of a client."""
    patch.setattr(Session, "_refuse", lambda *_, **__: None)


def charge_double(patch: pytest.MonkeyPatch) -> None:
    """Let the clocks run twice as fast as time."""
    charge = Clocks._charge
    patch.setattr(Clocks, "_charge", lambda self, player, at: charge(self, player, 2 * at - self.since))


def offer_again(patch: pytest.MonkeyPatch) -> None:
    """Let a player make an offer that is open."""
    patch.setattr("netgame.match.offers.any", lambda _: False, raising=False)


def let_strangers_act(patch: pytest.MonkeyPatch) -> None:
    """Let everybody act for the second player of a full table."""
    player = Table._player

    def generous(self: Table, user: User) -> Player | None:
        found = player(self, user)
        return 1 if found is None and None not in self.accounts else found

    patch.setattr(Table, "_player", generous)


def keep_connections(patch: pytest.MonkeyPatch) -> None:
    """Do not forget connections that have ended."""
    patch.setattr(Admission, "remove", lambda *_, **__: None)


def forget_list_changes(patch: pytest.MonkeyPatch) -> None:
    """Leave out some changes of the list of tables."""
    take, number = Lobby.take_touched_tables, count(1)

    def forgetful(self: Lobby[Peer]) -> dict[str, set[str]]:
        touched = take(self)
        return touched if next(number) % 10 else {}

    patch.setattr(Lobby, "take_touched_tables", forgetful)


def lose_reports(patch: pytest.MonkeyPatch) -> None:
    """Acknowledge reports, and do not keep them."""
    patch.setattr(AccountStore, "add_report", lambda *_: None)


def state_another_position(patch: pytest.MonkeyPatch) -> None:
    """Let the server compute another position than the programs of its players."""
    patch.setattr(sys.modules[decide.__module__], "position_digest", lambda _match: b"other!")


def seal_wrong_heads(patch: pytest.MonkeyPatch) -> None:
    """Leave an event out of some heads that the server signs."""
    number = count(1)

    def forgetful(head: bytes, event: Event) -> bytes:
        return head_after(head, event) if next(number) % 500 else head

    patch.setattr("server.tables.table.head_after", forgetful)


def swap_signatures(patch: pytest.MonkeyPatch) -> None:
    """Put signatures of players under the event after that of their command, if there is one."""

    def wrong(batch: tuple[Event, ...], command: Command, proof: Proof) -> tuple[Event, ...]:
        first, *more = signed(batch, command, proof)
        if not more or first.proof is None:
            return (first, *more)
        return (replace(first, proof=None), replace(more[0], proof=first.proof), *more[1:])

    patch.setattr("server.tables.table.signed", wrong)


def run_unsupervised(patch: pytest.MonkeyPatch) -> None:
    """Run a task without supervision."""
    keep = Supervision.keep

    async def keep_most(self: Supervision, name: str, run: Work, first_s: float = 1.0) -> None:
        await (self.wrap(name, run)() if name == "lists" else keep(self, name, run, first_s))

    patch.setattr(Supervision, "keep", keep_most)


_ENDINGS = frozenset(("ending",))
_ALL_BUT_CRASHES = frozenset((*TROUBLES, "faults", "habits")) - {"crash"}
IN_MATCHES: dict[str, tuple[Plant, Wanted]] = {
    "a lost commit": (forget_commits, Wanted(1, hours=0.1)),
    "an answer dropped": (drop_answers, Wanted(1, hours=1)),
    "a clock charged during a stop": (charge_for_stops, Wanted(2, hours=1, without=_ALL_BUT_CRASHES)),
    "acknowledged before the commit": (acknowledge_before_commit, Wanted(1, hours=0.5)),
    "a key forgotten at restart": (forget_keys, Wanted(1, hours=1)),
    "presence not withdrawn": (keep_people, Wanted(1, hours=1)),
    "two seats of one account": (seat_twice, Wanted(1, hours=1)),
    "a relay row skipped": (skip_relay_rows, Wanted(3, hours=1, nodes=2)),
    "an offer that survives a move": (partial(keep_offers, "count"), Wanted(4, hours=1)),
    "a stale take-back": (partial(keep_offers, "take_back"), Wanted(1, hours=1)),
    "an offer that an own move ends": (partial(change_rules, awaits_answers=False), Wanted(1, hours=1)),
    "agreed time lost by a take-back": (
        partial(change_rules, keeps_added_time=False),
        Wanted(1, hours=0.2, only=_ENDINGS),
    ),
    "rating lost by one who was never there": (
        partial(change_rules, rates_absence=True),
        Wanted(1, hours=0.2, only=_ENDINGS),
    ),
    "a turn by dice that leaves a clock short": (partial(change_rules, renews_every_turn=False), Wanted(2, hours=1)),
    "a rating from an old value": (rate_from_old_values, Wanted(1, hours=1)),
    "a spectator who sees delayed events early": (show_early, Wanted(1, hours=1)),
    "an answer sent twice": (answer_twice, Wanted(1, hours=0.1)),
    "a request left without an answer": (leave_unanswered, Wanted(1, hours=1)),
    "a clock that runs twice as fast": (charge_double, Wanted(1, hours=0.5)),
    "an offer made again": (offer_again, Wanted(1, hours=0.5)),
    "a stranger who acts for a player": (let_strangers_act, Wanted(1, hours=0.5, only=frozenset(("meddle",)))),
    "a connection that stays": (keep_connections, Wanted(1, hours=0.1)),
    "a change of the list of tables left out": (forget_list_changes, Wanted(1, hours=0.5)),
    "another position at the server": (state_another_position, Wanted(1, hours=0.5)),
    "a seal over a wrong head": (seal_wrong_heads, Wanted(1, hours=1)),
    "a signature under another event": (swap_signatures, Wanted(1, hours=1)),
    "a report lost": (lose_reports, Wanted(1, hours=0.3, only=frozenset(("judge",)))),
    "a task without supervision": (run_unsupervised, Wanted(1, hours=3, without=frozenset({"habits"}))),
}
