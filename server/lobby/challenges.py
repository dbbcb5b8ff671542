"""Challenges: a player proposes a game to another one, who accepts, declines, or changes it and sends it back.

A wish for a rematch of a game by days is a challenge as well, so it waits for the next visit of the other player.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Literal

import msgspec

from netgame.errors import RulesError
from netgame.match import Games
from netgame.match.create import created_event
from netgame.match.events import terms_of
from netgame.match.time_control import WEEKDAYS, read_control
from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode
from server.accounts.sanctions import MUTED, Sanctions
from server.cluster.relay import Relay
from server.errors import StoreProblem
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables, table_id
from server.lobby.paired_tables import PairedTables
from server.ops.limiter import Limiter
from server.ops.supervision import Supervision, Wakeup, keep_trying
from server.refusals import (
    BLOCKED,
    NO_ACCOUNT,
    NOT_HERE,
    OLD_FOR_WEEKDAYS,
    OLD_OPPONENT,
    RATED_COMPUTER,
    TOO_FAST,
)
from server.storage.accounts import DELETED, AccountStore
from server.storage.people import MAX_CHALLENGES, MAX_CHALLENGES_TO_ONE, NotAdded, State
from server.storage.social import SocialStore
from server.tables.commands import Dice, NewTable, User
from server.tables.create import InvalidTable, opened, rules_for
from server.tables.users import Peer

log = logging.getLogger(__name__)

LIVE_MS, DAYS_MS = 24 * 3_600_000, 14 * 24 * 3_600_000  # until a challenge ends, by its clock
CHECK_EVERY_S = 60.0  # for tables that a server did not make because it ended
LATE_MS = 10_000  # so long ago a challenge was accepted whose table another server may still be making

KEYLESS = m.Refused(code="malformed", template=N_("A command has to carry a key of 16 bytes"))
SELF = m.Refused(code="self", template=N_("You cannot challenge yourself"))
NO_COMPUTER = m.Refused(code="computer", template=N_("Computer players neither challenge anybody nor are challenged"))
RATED_GUEST = m.Refused(
    code="not_registered", template=N_("A rated match is for two players who have registered at this server")
)
NO_CHALLENGE = m.Refused(code="no_challenge", template=N_("There is no such challenge any more"))
WHY_NOT_ADDED: Mapping[str, m.Refused] = {
    "many": m.Refused(
        code="too_many", template=N_("You have {count} open challenges. Withdraw some first"),
        args={"count": MAX_CHALLENGES},
    ),
    "one": m.Refused(
        code="too_many", template=N_("You have {count} open challenges to this player. Wait for an answer"),
        args={"count": MAX_CHALLENGES_TO_ONE},
    ),
    "full": m.Refused(code="too_many", template=N_("This player has too many open challenges. Try again later")),
    "blocked": BLOCKED,
    "over": NO_CHALLENGE,
}  # fmt: skip
WHY_OVER: Mapping[State, m.Refused] = {
    "declined": m.Refused(code="challenge_over", template=N_("This challenge was declined")),
    "changed": m.Refused(code="challenge_over", template=N_("This challenge was changed. Answer the new one")),
    "withdrawn": m.Refused(code="challenge_over", template=N_("This challenge was withdrawn")),
    "accepted": m.Refused(code="challenge_over", template=N_("This challenge was accepted")),
}  # fmt: skip


class Challenges:
    """The challenges of a service. The id of a table comes from its challenge, so an accepted one has one table.

    `make_rematch` makes the table of an accepted wish for a rematch, `on_rematch` is called with news of one, and
    `on_game` with an accepted challenge that is not by days.
    """

    def __init__(
        self, lobby: Lobby[Peer], social: SocialStore, accounts: AccountStore, tables: PairedTables,
        new_tables: NewTables, sanctions: Sanctions, broadcast: Broadcast, relay: Relay, limiter: Limiter, games: Games,
        dice: Dice, supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._lobby, self._social, self._accounts, self._tables = lobby, social, accounts, tables
        self._new_tables, self._sanctions, self._broadcast = new_tables, sanctions, broadcast
        self._limiter, self._games, self._dice = limiter, games, dice
        self.make_rematch: Callable[[m.ChallengeInfo], Awaitable[m.Message]]
        self.on_rematch: Callable[[m.ChallengeChanged], None] = lambda changed: None
        self.on_game: Callable[[m.ChallengeInfo], None] = lambda info: None
        self._missed = Wakeup()
        relay.on_missed.append(self._missed.set)

    async def carry_out(self, command: m.ChallengeCommand, user: User) -> m.Message:
        """Carry out a command. `DatabaseFailed` where the disk fails; then nothing has happened."""
        match command:
            case m.Challenge():
                return await self._challenge(command, user)
            case m.AnswerChallenge():
                return await self._answer(command, user)
            case m.WithdrawChallenge():
                return await self._withdraw(command, user)

    # ---- challenging

    async def _challenge(self, order: m.Challenge, user: User) -> m.Message:
        if not order.key:
            return KEYLESS
        id, now = table_id(f"challenge of {user.account} ", order.key), self._limiter.now()
        if await self._social.in_thread(self._social.challenge, id) is not None:
            return m.Done()  # only the answer was lost
        refused = self._refusal(order, user, now)
        if refused is not None:
            return refused
        try:
            terms, lasts_ms = self._checked(order.terms)
        except InvalidTable as error:
            return m.Refused(code=error.code, template=error.text.template, args=dict(error.text.args))
        known = await self._accounts.in_thread(self._accounts.get, order.account)
        if known is None or known.name == DELETED:
            return NO_ACCOUNT
        other = self._lobby.user(order.account)
        if other is None and not known.registered:
            return NOT_HERE
        if other is not None and other.computer:
            return NO_COMPUTER
        if user.is_old and terms.clock.endswith(WEEKDAYS):
            return OLD_FOR_WEEKDAYS
        if terms.rated and not (user.registered and known.registered):
            return RATED_GUEST
        info = m.ChallengeInfo(
            challenge=id, account=user.account, name=user.name, other=known.account,
            other_name=other.name if other is not None else known.name, terms=terms, made=now, ends=now + lasts_ms,
            changes=order.changes, dice=order.dice,
        )  # fmt: skip
        return await self._add(info)

    async def _add(self, info: m.ChallengeInfo) -> m.Message:
        changed = await self._social.in_thread(self._social.challenge, info.changes) if info.changes else None
        try:
            await self._social.in_thread(self._social.add_challenge, info)
        except NotAdded as refusal:
            return WHY_NOT_ADDED[refusal.why]
        if changed is not None:
            self._tell(m.ChallengeChanged(challenge=changed.info, state="changed"))
        self._tell(m.ChallengeChanged(challenge=info, state="open"))
        return m.Done()

    # ---- wishes for a rematch

    async def wish_rematch(self, wish: m.ChallengeInfo, user: User) -> m.Message:
        """Store a wish for a rematch by days, or accept the same wish of the other player.

        A wish of the other player for other sides is changed by this one, so that they are asked.
        """
        now = self._limiter.now()
        id = table_id(f"{wish.challenge} ", now.to_bytes(8))  # a wish that was withdrawn may come again
        wish = msgspec.structs.replace(wish, challenge=id, made=now, ends=now + DAYS_MS)
        known = await self._accounts.in_thread(self._accounts.get, wish.other)
        if known is None or known.name == DELETED:
            return NO_ACCOUNT
        wishes = await self.wishes_for(wish.rematch, user.account)
        if (mine := wishes.get(user.account)) is not None:
            if mine.terms.player == wish.terms.player:
                return m.Done()
            await self._withdraw(m.WithdrawChallenge(challenge=mine.challenge), user)
        if (theirs := wishes.get(wish.other)) is not None:
            if theirs.terms.player != wish.terms.player:
                return await self._answer(m.AnswerChallenge(challenge=theirs.challenge, accept=True), user)
            wish = msgspec.structs.replace(wish, changes=theirs.challenge)
        return await self._add(wish)

    async def wishes_for(self, table: str, account: str) -> dict[str, m.ChallengeInfo]:
        """Return the open wishes for the rematch of a table of an account, by who wishes it."""
        found = await self._social.in_thread(self._social.open_challenges, account, self._limiter.now())
        return {info.account: info for info in found if info.rematch == table}

    async def close_wishes(self, table: str, user: User) -> bool:
        """Withdraw or decline the open wishes for the rematch of a table. Return False if there were none."""
        wishes = await self.wishes_for(table, user.account)
        for account, info in wishes.items():
            if account == user.account:
                await self._withdraw(m.WithdrawChallenge(challenge=info.challenge), user)
            else:
                await self._answer(m.AnswerChallenge(challenge=info.challenge, accept=False), user)
        return bool(wishes)

    def _refusal(self, order: m.Challenge, user: User, now: int) -> m.Refused | None:
        """Tell why a user may challenge nobody, or not that account, from what is in memory."""
        if self._sanctions.is_muted(user.account, now):
            return MUTED
        if order.account == user.account:
            return SELF
        if user.computer:
            return NO_COMPUTER
        tables = self._new_tables
        if (refused := tables.refusal_of_seat(user) or tables.refusal_after_aborts(user)) is not None:
            return refused
        return None if self._limiter.takes_request(type(order), user.account) else TOO_FAST

    def _checked(self, terms: m.GameTerms) -> tuple[m.GameTerms, int]:
        """Return the terms with all options, and how long the challenge lasts; raise `InvalidTable`."""
        command = m.MakeTable(**msgspec.structs.asdict(terms))
        created, _match = opened(command, 0, self._games)
        lasts_ms = DAYS_MS if _is_by_days(terms) else LIVE_MS
        options, clock, absence = dict(created.options), created.clock, created.absence
        return msgspec.structs.replace(terms, options=options, clock=clock, absence=absence), lasts_ms

    # ---- answers

    async def _answer(self, answer: m.AnswerChallenge, user: User) -> m.Message:
        stored = await self._social.in_thread(self._social.challenge, answer.challenge)
        if stored is None or stored.info.other != user.account:
            return NO_CHALLENGE
        info = stored.info
        if stored.state in ("accepted", "made") and answer.accept:
            return await self._make(info, answer.dice)  # again: the table is there already, or it is made now
        if stored.state == "open" and answer.accept and (refused := self._refusal_to_accept(info, user)) is not None:
            return refused
        state: State = "accepted" if answer.accept else "declined"
        if not await self._end(info, state):
            return await self._why_over(info.challenge, state)
        if answer.accept:
            reply = await self._make(info, answer.dice)
            if isinstance(reply, m.Done) and not _is_by_days(info.terms):
                self.on_game(info)
                await self.withdraw_between(info.account, info.other)
            return reply
        self._tell(m.ChallengeChanged(challenge=info, state="declined", reason=answer.reason))
        return m.Done()

    def _refusal_to_accept(self, info: m.ChallengeInfo, user: User) -> m.Refused | None:
        challenger = self._lobby.user(info.account)
        if user.computer or (challenger is not None and challenger.computer):
            return RATED_COMPUTER if info.terms.rated else NO_COMPUTER
        if info.terms.clock.endswith(WEEKDAYS):
            if user.is_old:
                return OLD_FOR_WEEKDAYS
            if challenger is not None and challenger.is_old:
                return OLD_OPPONENT
        clock, absence = info.terms.clock, info.terms.absence
        if (away := self._lobby.refusal_of_live_game(info.account, info.name, clock, absence)) is not None:
            return away
        tables = self._new_tables
        return (
            tables.refusal_of_seats(user, info.account)
            or tables.refusal_after_aborts(user)
            or tables.refusal_if_closed()
        )

    async def _withdraw(self, order: m.WithdrawChallenge, user: User) -> m.Message:
        stored = await self._social.in_thread(self._social.challenge, order.challenge)
        if stored is None or stored.info.account != user.account:
            return NO_CHALLENGE
        if not await self._end(stored.info, "withdrawn"):
            return await self._why_over(order.challenge, "withdrawn")
        self._tell(m.ChallengeChanged(challenge=stored.info, state="withdrawn"))
        return m.Done()

    async def _end(self, info: m.ChallengeInfo, state: State) -> bool:
        return await self._social.in_thread(self._social.end_challenge, info.challenge, state, self._limiter.now())

    async def _why_over(self, id: str, wanted: State) -> m.Message:
        """Return the answer to a command about a challenge that has ended. The same end again is no mistake."""
        stored = await self._social.in_thread(self._social.challenge, id)
        if stored is None or stored.state == "open":  # its time is over
            return NO_CHALLENGE
        state: State = "accepted" if stored.state == "made" else stored.state
        return m.Done() if state == wanted else WHY_OVER[state]

    async def end_between(self, account: str, other: str) -> None:
        """End the open challenges between an account and another one, which it has blocked."""
        for info in await self._social.in_thread(self._social.open_challenges, account, self._limiter.now()):
            if other in (info.account, info.other):
                state: Literal["withdrawn", "declined"] = "withdrawn" if info.account == account else "declined"
                if await self._end(info, state):
                    self._tell(m.ChallengeChanged(challenge=info, state=state))

    async def withdraw_between(self, account: str, other: str) -> None:
        """Withdraw the open challenges between two accounts who begin a game, except those by days."""
        for info in await self._social.in_thread(self._social.open_challenges, account, self._limiter.now()):
            is_between = other in (info.account, info.other)
            if is_between and not _is_by_days(info.terms) and await self._end(info, "withdrawn"):
                self._tell(m.ChallengeChanged(challenge=info, state="withdrawn"))

    # ---- tables

    async def _make(self, info: m.ChallengeInfo, dice: m.DiceSource = "host") -> m.Message:
        """Make the table of an accepted challenge, unless it is there."""
        if info.rematch:
            return await self._make_rematch(info)
        table, terms = challenge_table(info.challenge), info.terms
        try:
            game = self._games[terms.game](**terms.options)
            draws = dice == info.dice == "players" and game.has_dice and not _is_by_days(terms)
            online = [self._lobby.user(account) for account in (info.account, info.other)]
            draws = draws and all(user is not None and not user.is_old for user in online)
            command = m.MakeTable(**msgspec.structs.asdict(terms), dice="players" if draws else "host")
            created = created_event(
                game, at=0, position=terms.position, match_rules=rules_for(*online), **terms_of(command)
            )
        except (KeyError, RulesError) as error:  # of another version of the program
            log.error("the challenge %s cannot be played: %s", info.challenge, error)
            return NO_CHALLENGE
        players = self._user(info.account, info.name), self._user(info.other, info.other_name)
        challenger = terms.player if terms.player is not None else self._dice.player()
        first, second = players if challenger == 0 else players[::-1]
        reply = await self._tables.make(table, NewTable(created, first, second), partial(self._made, info, table))
        if isinstance(reply, m.Done):
            await self._social.in_thread(self._social.note_made, info.challenge)
        return reply

    async def _make_rematch(self, info: m.ChallengeInfo) -> m.Message:
        """Make the table of an accepted wish for a rematch, which ends a wish of the other player too."""
        reply = await self.make_rematch(info)
        if isinstance(reply, m.Done):
            self._made(info, reply.table)
            await self._social.in_thread(self._social.note_made, info.challenge)
            for other in (await self.wishes_for(info.rematch, info.account)).values():
                if await self._end(other, "made"):
                    self._made(other, reply.table)
        return reply

    def _user(self, account: str, name: str) -> User:
        return self._lobby.user(account) or User(account, name)

    def _made(self, info: m.ChallengeInfo, table: str) -> None:
        self._tell(m.ChallengeChanged(challenge=info, state="accepted", table=table))

    def _tell(self, changed: m.ChallengeChanged) -> None:
        for account in (changed.challenge.account, changed.challenge.other):
            self._broadcast.send_to_user(account, changed)
        if changed.challenge.rematch:
            self.on_rematch(changed)

    # ---- users who come, and what was missed

    async def send_open(self, peer: Peer, account: str) -> None:
        """Send all open challenges of and to an account to its connection, which has signed in."""
        try:
            found = await self._social.in_thread(self._social.open_challenges, account, self._limiter.now())
        except StoreProblem as error:
            log.error("challenges cannot be read: %s", error)
            return
        peer.send(encode(m.Challenges(challenges=found)))  # an empty list too: it withdraws what a program still asks

    async def run(self) -> None:
        """Make the tables that a server left out when it ended, and forget what is over, until cancelled."""
        while True:
            await keep_trying("challenges", self._tidy)
            if await self._missed.wait(CHECK_EVERY_S):
                await keep_trying("challenges", self._send_again)

    async def _tidy(self) -> None:
        now, problems = self._limiter.now(), list[StoreProblem]()
        for info in await self._social.in_thread(self._social.accepted_challenges, now - LATE_MS):
            if self._supervision.item("challenge", info.challenge) is None:
                with self._supervision.attempt("challenge", info.challenge, problems):
                    await self._make(info)
        for problem in problems:
            log.error("the table of an accepted challenge cannot be made yet: %s", problem)
        await self._social.in_thread(self._social.drop_old_challenges, now)

    async def _send_again(self) -> None:
        """Send all users of this server their challenges: messages about them may have been missed."""
        for user in self._lobby.users:
            if (peer := self._lobby.peer_of(user.account)) is not None:
                await self.send_open(peer, user.account)


def _is_by_days(terms: m.GameTerms) -> bool:
    return read_control(terms.clock).kind == "days"


def challenge_table(challenge: str) -> str:
    """Return the id of the table of a challenge."""
    return table_id("challenge ", challenge.encode())
