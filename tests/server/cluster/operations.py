"""Random operations of nodes on the stores that they share, with answers in a form to compare."""

import random
from collections.abc import Awaitable, Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from devtools.harness.server.memory_cluster import MemoryClusterStore
from devtools.harness.server.memory_store import MemoryLog
from server.cluster.seeks import SeekPair, SeekRow
from server.cluster.store import DEAD_MS, KEPT_MS, LEASE_MS, LOST_MS, ClusterStore, Node, OnlineUser
from server.storage.event_store import Append, Log, Replacement, StoreBroken

NODES = 3
IMPATIENT = 2  # the node that does not wait for a database that is away: it gets no outcome
START_MS = 1_800_000_000_000
BROKEN = "the outcome is unknown"
ACCOUNTS, GAME = ("ann", "bob", "cleo", "dan"), "clod"
NAMES = ("Paul", "PauI", "Ann", "Guest")  # two of them look alike
Answer = Any
Form = Callable[[Any], Answer]  # in which an answer is compared


class Side:
    """The stores of all nodes, real ones or the model, and what the nodes remember of them."""

    def __init__(self, logs: Sequence[Log], shared: Sequence[ClusterStore]) -> None:
        self.logs, self.shared = list(logs), list(shared)
        self.entry_cursors, self.relay_cursors = [0] * NODES, [0] * NODES
        self.versions: dict[str, list[int]] = {}  # account -> those of its sign-ins

    async def log(self, node: int, method: str, *arguments: Any) -> Any:
        return getattr(self.logs[node], method)(*arguments)

    async def pass_time(self, ms: int) -> None:
        raise NotImplementedError

    async def restart(self, node: int, id: str) -> None:
        """Let a node die, whose id that was. The next one connects."""
        raise NotImplementedError

    async def state(self) -> dict[str, Answer]:
        shared = self.shared[0]
        tables = sorted(await self.log(0, "unfinished"))
        tables += sorted(table for _number, table in await self.log(0, "finished", 0, 10_000))
        return {
            "tables": tables,
            "logs": await self.log(0, "logs", tables),
            "lengths": await self.log(0, "lengths", tables),
            "ends": await self.log(0, "finished", 0, 10_000),
            "left": await self.log(0, "left", tables),
            "entries": sorted((await self.log(0, "listed", 0))[0]),
            "ratings": await self.log(0, "rating_versions", ACCOUNTS, GAME),
            "alive": await self.log(0, "last_alive"),
            "nodes": _without_cursors(await shared.nodes()),
            "users": _without_versions(await shared.online()),
            "seeks": _by_account(await shared.seeks()),
            "messages": [posted[1:] for posted in (await shared.posted(0))[0]],
        }


class Model(Side):
    """The stores in memory, as the simulation uses them."""

    def __init__(self) -> None:
        self.time = [START_MS]
        time = self.time
        self.memory, self.memory_shared = MemoryLog(lambda: time[0]), MemoryClusterStore(lambda: time[0])
        super().__init__([self.memory] * NODES, [self.memory_shared] * NODES)

    def copy(self) -> "Model":
        """Return a model in the same state at the same time."""
        return deepcopy(self, {id(self.time): self.time})

    async def pass_time(self, ms: int) -> None:
        self.time[0] += ms

    async def restart(self, node: int, id: str) -> None:
        self.memory_shared.lose(id)


def _by_account(seeks: Sequence[Any]) -> list[Any]:
    return sorted(seeks, key=lambda row: row[0].account)


def _without_cursors(nodes: Sequence[Node]) -> list[Node]:
    return [replace(node, read=0) for node in nodes]


def _without_versions(users: Sequence[OnlineUser]) -> list[OnlineUser]:
    return sorted((replace(user, version=0) for user in users), key=lambda user: user.account)


@dataclass(frozen=True)
class Operation:
    """An operation of a node; `text` is for people."""

    node: int
    text: str
    ask: Callable[[Side], Awaitable[Answer]]
    appends: Sequence[Append] = ()
    user: OnlineUser | None = None  # for a sign-in

    async def do(self, side: Side) -> Answer:
        try:
            return await self.ask(side)
        except StoreBroken:
            return BROKEN

    def agrees(self, model: Model, expected: Answer, found: Answer, *, is_alone: bool) -> bool:
        """Whether the answer of PostgreSQL is right. `model` and `expected` are the model and its answer after it."""
        return bool(expected == found)


class Listing(Operation):
    """Reads on from a cursor: what is new has to come, and what is old may come again."""

    def agrees(self, model: Model, expected: Answer, found: Answer, *, is_alone: bool) -> bool:
        return set(expected[0]) <= set(found[0]) <= {*expected[0], *expected[1]}


class Claim(Operation):
    """Claims due tables. Which of two tables that are due at the same time comes first is open.

    A table that is written at this moment may be left out.
    """

    def agrees(self, model: Model, expected: Answer, found: Answer, *, is_alone: bool) -> bool:
        before, _names = expected
        due, until, most, names = before["due"], before["until"], before["most"], found[1]
        ready = sorted(at for at in due.values() if at <= model.time[0])
        times = [due.get(name, 0) for name in names]
        if not all(0 < at <= model.time[0] for at in times) or times != sorted(times) or len(names) > most:
            return False
        model.memory.due = due | dict.fromkeys(names, until)
        return not is_alone or times == ready[:most]


class Generator:
    """Makes random operations that make sense in the state of the model."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._words = 0
        self._lives = [0] * NODES
        self._ids = [f"{node}.0" for node in range(NODES)]  # of all nodes so far
        self._ratings: dict[str, int] = {}  # as last read by any node

    def id_of(self, node: int) -> str:
        return f"{node}.{self._lives[node]}"

    def word(self) -> str:
        self._words += 1
        return f"w{self._words}."

    def table(self, model: Model) -> str:
        """Return a table: mostly an unfinished one, or one that is to begin."""
        rows = model.memory.rows
        unfinished = [table for table in rows if rows[table] and table not in model.memory.closed]
        kinds = [unfinished[-4:], unfinished[-4:], list(rows), [f"t{len(rows)}"]]
        return str(self._chance.choice(self._chance.choice(kinds) or kinds[-1]))

    def operation(self, model: Model, node: int) -> Operation:
        makes = (
            *[self.append] * 6, *[self.end] * 2, *[self.follow] * 3, *[self._read] * 4, *[self._change] * 3,
            *[self.sign_in] * 4, *[self.of_seeks] * 4, *[self.of_nodes] * 4, *[self._of_relay] * 3,
        )  # fmt: skip
        return self._chance.choice(makes)(model, node)

    # ---- logs

    def append(self, model: Model, node: int) -> Operation:
        return self.appending(node, self.appends(model))

    def end(self, model: Model, node: int) -> Operation:
        """End matches, or read their order and the ratings."""
        if self._chance.random() < 0.7:
            return self.appending(node, self.appends(model, ends=0.8))
        return self._chance.choice((self._ratings_read(node), self.finished(model, node), self.finished(model, node)))

    def finished(self, _model: Model, node: int) -> Operation:
        """Read the order of the ends of matches."""
        return self._of_log(node, "finished", self._chance.randrange(4), 3)

    def follow(self, model: Model, node: int) -> Operation:
        """Do what a node does with the tables of others: claim those that are due, read entries."""
        return self._chance.choice((self.append, self.append, self._claim_due, self.listed))(model, node)

    def appending(self, node: int, appends: Sequence[Append]) -> Operation:

        async def ask(side: Side) -> Answer:
            problems = await side.log(node, "append", appends)
            broken = any(isinstance(problem, StoreBroken) for problem in problems)
            return BROKEN if broken else [problem is None for problem in problems]

        return Operation(node, f"append {appends}", ask, appends)

    def appends(self, model: Model, ends: float = 0.1) -> list[Append]:
        """Return appends of a statement: most of them as they should be, some too late or too early."""
        chance, appends, free = self._chance, list[Append](), list(self._ratings)
        for table in dict.fromkeys(self.table(model) for _ in range(chance.choice((1, 1, 2, 4)))):
            true_length = len(model.memory.rows.get(table, []))
            length = max(0, true_length + chance.choice((0, 0, 0, 0, 0, 0, 0, 0, -1, 1)))
            is_over = table in model.memory.closed or length > true_length  # the next event may be the end
            bodies = [self.word().encode() for _ in range(chance.choice((1, 1, 2, 3)))]
            key, digest = chance.choice(((None, None), (chance.randbytes(16), chance.randbytes(16))))
            closes = not is_over and chance.random() < ends
            entry = b"" if is_over or chance.random() < 0.4 else self.word().encode()
            due = chance.choice((0, model.time[0] + chance.randrange(4000)))
            rated = []
            if closes and len(free) >= 2 and chance.random() < 0.7:  # a node ends one match of an account at a time
                accounts = [free.pop(chance.randrange(len(free))) for _ in range(2)]
                rated = [(account, GAME, self._ratings[account]) for account in accounts]
            appends.append(Append(table, length, bodies, key, digest, closes, due, entry, rated))
        return appends

    def _read(self, model: Model, node: int) -> Operation:
        chance, tables = self._chance, [self.table(model) for _ in range(3)]
        after = chance.randrange(4)
        return chance.choice((
            self._of_log(node, "read", tables[0], after),
            self._of_log(node, "logs", tables),
            self._of_log(node, "lengths", tables),
            self._of_log(node, "finished", after, 1 + chance.randrange(4)),
            self._of_log(node, "left", tables),
            self._of_log(node, "last_alive"),
            self._of_log(node, "now"),
            self._of_log(node, "unfinished", form=sorted),
            self._of_log(node, "containing", f"w{after}", form=partial(sorted, key=lambda at: (at[0], at[1].number))),
            *[self._ratings_read(node)] * 3,
        ))  # fmt: skip

    def _ratings_read(self, node: int) -> Operation:
        async def ask(side: Side) -> Answer:
            self._ratings = await side.log(node, "rating_versions", ACCOUNTS, GAME)
            return self._ratings

        return Operation(node, "rating_versions", ask)

    def _change(self, model: Model, node: int) -> Operation:
        chance, tables = self._chance, sorted({self.table(model) for _ in range(3)})
        number = {table: chance.randrange(1, 2 + len(model.memory.rows.get(table, []))) for table in tables}
        new = self.word().encode()
        left = [table for table in tables if table in model.memory.rows] or ["nowhere"]
        return chance.choice((
            self._of_log(node, "replace", [Replacement(table, number[table], new) for table in tables]),
            self._of_log(node, "relist", [(table, new, number[table]) for table in tables]),
            self._of_log(node, "note_left", {table: chance.choice((0, model.time[0])) for table in left}),
            self._of_log(node, "alive", model.time[0]),
            self._of_log(node, "recover", model.time[0]),
        ))  # fmt: skip

    def _of_log(self, node: int, method: str, *arguments: Any, form: Form = lambda answer: answer) -> Operation:
        async def ask(side: Side) -> Answer:
            return form(await side.log(node, method, *arguments))

        return Operation(node, f"{method} {arguments}", ask)

    def _of_shared(self, node: int, method: str, *arguments: Any, form: Form = lambda answer: answer) -> Operation:
        async def ask(side: Side) -> Answer:
            return form(await getattr(side.shared[node], method)(*arguments))

        return Operation(node, f"{method} {arguments}", ask)

    def _claim_due(self, model: Model, node: int) -> Operation:
        now, most = model.time[0], self._chance.choice((1, 2, 100))
        until = now + self._chance.randrange(1, 3000)

        async def ask(side: Side) -> Answer:
            due = dict(side.memory.due) if isinstance(side, Model) else {}
            return {"due": due, "until": until, "most": most}, await side.log(node, "claim_due", now, until, most)

        return Claim(node, f"claim_due {now, until, most}", ask)

    def listed(self, _model: Model, node: int) -> Operation:

        async def ask(side: Side) -> Answer:
            found, side.entry_cursors[node] = await side.log(node, "listed", side.entry_cursors[node])
            return found, (await side.log(node, "listed", -1))[0] if isinstance(side, Model) else []

        return Listing(node, "listed", ask)

    # ---- nodes and users

    def sign_in(self, model: Model, node: int) -> Operation:
        """Let a user come or leave, or read who is online."""
        chance, account = self._chance, self._chance.choice(ACCOUNTS)
        user = OnlineUser(account, chance.choice(NAMES), chance.random() < 0.3, node=self.id_of(node))
        nth = len(model.versions.get(account, [])) - chance.choice((1, 1, 2))
        wanted = chance.choice((None, [account, "nobody"]))

        async def release(side: Side) -> Answer:
            version = sorted(side.versions[account])[nth] if nth >= 0 else 0
            await side.shared[node].release(account, version)

        return chance.choice((
            *[self.claiming(node, user)] * 4,
            *[Operation(node, f"release {account} {nth}", release)] * 2,
            self._of_shared(node, "online", wanted, form=_without_versions),
            self._of_shared(node, "versions", form=lambda found: {account: found[account][0] for account in found}),
        ))  # fmt: skip

    def claiming(self, node: int, user: OnlineUser) -> Operation:

        async def claim(side: Side) -> Answer:
            stored, before = await side.shared[node].claim(user)
            side.versions.setdefault(user.account, []).append(stored.version)
            assert before is None or before.version < stored.version
            return _without_versions([stored]), _without_versions([before] if before else [])

        return Operation(node, f"claim {user}", claim, user=user)

    def of_seeks(self, model: Model, node: int) -> Operation:
        """Let a user look for a game or stop it, pair two of them, or read all wishes."""
        chance, rows = self._chance, [row for row, _pair in model.memory_shared.rows]
        id = chance.choice([row.id for row in rows] or ["nobody's"])
        is_paired = chance.random() < 0.5
        row = SeekRow(self.word(), chance.choice(ACCOUNTS), self.id_of(node), "Name", 0, 0, [GAME], ["none"])
        one, other = (chance.choice([*rows, row]) for _ in range(2))
        pair = SeekPair(self.word(), one, other, GAME, "none", False)

        async def remove(side: Side) -> Answer:
            await side.shared[node].remove_seek(id, paired=is_paired)

        return chance.choice((
            *[self._of_shared(node, "put_seek", row)] * 3,
            *[self._of_shared(node, "pair_seeks", pair)] * (3 if one.account != other.account else 0),
            Operation(node, f"remove {id} {is_paired}", remove),
            self._of_shared(node, "seeks", form=_by_account),
        ))  # fmt: skip

    def of_nodes(self, _model: Model, node: int) -> Operation:
        """Send a heartbeat, look at the other nodes, or clean up after one."""
        chance, id = self._chance, self.id_of(node)
        other, lost_ms = chance.choice(self._ids), chance.choice((LOST_MS, 0, 2 * DEAD_MS))
        row = Node(id, f"node {id}", started=chance.randrange(3), connections=chance.randrange(9))

        async def beat(side: Side) -> Answer:
            return await side.shared[node].beat(replace(row, read=side.relay_cursors[node]))

        return chance.choice((
            *[Operation(node, f"beat {row}", beat)] * 3,
            self._of_shared(node, "nodes", form=_without_cursors),
            *[self._of_shared(node, "lease_cleanup_of", other, id, lost_ms)] * 3,
            self._of_shared(node, "remove_node", other, form=sorted),
        ))  # fmt: skip

    def _of_relay(self, _model: Model, node: int) -> Operation:
        if self._chance.random() < 0.5:
            return self.posted(node)
        bodies = [self.word().encode() for _ in range(self._chance.choice((1, 1, 3)))]
        return self._of_shared(node, "post", self.id_of(node), bodies)

    def posted(self, node: int) -> Operation:

        async def posted(side: Side) -> Answer:
            found, side.relay_cursors[node] = await side.shared[node].posted(side.relay_cursors[node])
            old = (await side.shared[node].posted(0))[0] if isinstance(side, Model) else []
            return [row[1:] for row in found], [row[1:] for row in old]

        return Listing(node, "posted", posted)

    # ---- what no node does itself

    def time(self) -> Operation:
        ms = self._chance.choice((1, 500, LOST_MS - 1, LOST_MS, DEAD_MS - 1, DEAD_MS, LEASE_MS, KEPT_MS))

        async def wait(side: Side) -> Answer:
            await side.pass_time(ms)

        return Operation(0, f"{ms} ms pass", wait)

    def death(self, node: int) -> Operation:
        """Let a node die, and start another one in its place. It leaves out what the relay has."""
        id = self.id_of(node)
        self._lives[node] += 1
        self._ids.append(self.id_of(node))

        async def restart(side: Side) -> Answer:
            await side.restart(node, id)
            _posted, side.relay_cursors[node] = await side.shared[node].posted(0)
            side.entry_cursors[node] = 0

        return Operation(node, f"{id} dies", restart)
