"""An engine as a process: its start, its commands and answers, its limits and its end."""

import math
import os
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import trio

from netgame.match.events import OptionValue
from netgame.text import Arg, Text
from protocol.platform import ProcessGroup

VERSION = 1  # of the line protocol
MEMORY_MIB = 1024  # of an engine, where the system can limit it
MAX_LINE = 65_536  # bytes of an answer; the longest position has 8 KiB
MAX_NAME = 60  # characters
MAX_REASON = 200  # characters of a reason that an engine gives
START_S = 60.0  # until it says its name; a busy computer may have to read a whole bundle
GRACE_S = 20.0  # beyond its limit, until an engine that does not answer is given up
USUAL_S = 120.0  # for a choice without a limit of time
QUIT_S = 0.5  # until an engine that does not end by itself is ended
KILL_S = 6.0  # until those of the group that do not end are given up
LATE_S = 1.0  # until the last messages of an engine that has ended are read
MESSAGES_RATE = 1 << 20  # bytes a second

OnChoice = Callable[["Choice"], object]


class EngineError(Exception):
    """The engine has ended, does not answer, or gave a wrong answer. `text` says it for people."""

    def __init__(self, text: Text | str, /, **args: Arg) -> None:
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


class EngineRefused(EngineError):
    """The engine cannot do what a command says. It can go on."""


@dataclass(frozen=True)
class Limit:
    """How long an engine may think: the first limit that is reached counts. A level is a number of nodes."""

    level: int | None = None
    ms: int | None = None
    nodes: int | None = None
    seed: int = 0

    def words(self) -> str:
        """Return the limit for a command."""
        values = {"level": self.level, "ms": self.ms, "nodes": self.nodes, "seed": self.seed}
        return "".join(f" {name} {value}" for name, value in values.items() if value is not None)


@dataclass(frozen=True)
class Choice:
    """A move in the notation of its game, its value from -1 (seat 1 wins) to 1 (seat 0 wins), the expected moves."""

    move: str
    value: float | None = None
    line: tuple[str, ...] = ()
    nodes: int = 0


@asynccontextmanager
async def open_engine(
    command: Sequence[str], *, memory_mib: int = MEMORY_MIB, grace_s: float = GRACE_S
) -> AsyncIterator["Engine"]:
    """Start an engine, and end it afterwards. Raise `EngineError` if it does not start."""
    group, messages = ProcessGroup(memory_mib), _Messages()
    messages.start()
    try:
        try:
            with trio.CancelScope(shield=True):  # a cancelled start would leave a process behind
                process = await _start(command, group, messages)
        except (OSError, ValueError) as exc:
            raise EngineError("The computer player does not start ({reason})", reason=str(exc)[:MAX_REASON]) from exc
        finally:
            os.close(messages.other_end)  # the engine has it
        try:
            engine = Engine(process, group, messages, grace_s)
            await engine.greet()
            group.lower_priority()  # not sooner, or else it may start too late on a busy computer
            yield engine
        finally:
            with trio.CancelScope(shield=True):
                await _end(process, group)
                await trio.to_thread.run_sync(messages.join, LATE_S)
    finally:
        group.kill()


async def _start(command: Sequence[str], group: ProcessGroup, messages: "_Messages") -> trio.Process:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NETGAME_")}
    settings: dict[str, Any] = group.settings
    process = await trio.lowlevel.open_process(
        group.command(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages.other_end, env=environ,
        **settings,
    )  # fmt: skip
    group.started(process.pid)
    return process


async def _end(process: trio.Process, group: ProcessGroup) -> None:
    """End the process and everything that it started, and reap it."""
    assert process.stdin is not None
    assert process.stdout is not None
    with trio.move_on_after(QUIT_S):
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await process.stdin.send_all(b"quit\n")
        await process.stdin.aclose()
        await process.wait()
    group.kill()
    with trio.move_on_after(KILL_S):
        await process.wait()
    if process.returncode is None:  # the guard of the group was stopped
        process.kill()
    await process.wait()
    await process.stdin.aclose()
    await process.stdout.aclose()


class _Messages(threading.Thread):
    """Reads what an engine writes to its standard error, and keeps the end of it.

    It reads slowly enough that an engine that writes without end has to wait, and neither memory nor a disk fills.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._own_end, self.other_end = os.pipe()
        self._last = b""

    def fileno(self) -> int:
        """Return the handle from which it reads."""
        return self._own_end

    def run(self) -> None:
        while data := os.read(self._own_end, MAX_LINE):
            self._last = (self._last + data)[-MAX_LINE:]
            time.sleep(len(data) / MESSAGES_RATE)
        os.close(self._own_end)

    def last_line(self) -> str:
        """Return the last line that is not empty."""
        lines = self._last.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


class Engine:
    """A running engine. One task may use it at a time."""

    name: str = ""
    note: str = ""  # the last remark of the engine for people

    def __init__(self, process: trio.Process, group: ProcessGroup, messages: _Messages, grace_s: float) -> None:
        self._process, self._group, self._messages, self._grace_s = process, group, messages, grace_s
        self._received = b""
        self._unread = 0  # answers to commands that were cancelled
        self._game: tuple[str, dict[str, OptionValue]] | None = None
        self._position: str | None = None
        self._lines: list[str] | None = None  # those that the engine has; None if that is not certain

    async def greet(self) -> None:
        """Ask for the name."""
        (answer,) = await self._ask([f"version {VERSION}"], START_S)
        word, _, name = answer.partition(" ")
        if word != "name":
            raise _wrong(answer)
        self.name = "".join(letter for letter in name if letter.isprintable())[:MAX_NAME]

    async def set_game(self, key: str, options: Mapping[str, OptionValue]) -> None:
        """Set the game and its options."""
        wanted = (key, dict(options))
        if self._game == wanted:
            return
        self._game = self._lines = None
        await self._order([f"game {key}", *(f"option {name} {_word(value)}" for name, value in options.items())])
        self._game = wanted

    async def set_position(self, position: str | None, lines: Sequence[str]) -> None:
        """Set the start and the lines (`play MOVE`, `roll 3 4`) that follow. Send only what is new."""
        had, wanted = self._lines, list(lines)
        if had is None or self._position != position:
            orders = ["start" if position is None else f"start {position}", *wanted]
        else:
            same = next((n for n, pair in enumerate(zip(had, wanted, strict=False)) if pair[0] != pair[1]), None)
            same = min(len(had), len(wanted)) if same is None else same
            orders = [*([f"back {len(had) - same}"] if len(had) > same else []), *wanted[same:]]
        self._lines = None
        await self._order(orders)
        self._position, self._lines = position, wanted

    async def choose(self, limit: Limit) -> Choice:
        """Return a move. If this is cancelled, the search stops and the engine stays usable."""
        return await self._search(f"choose{limit.words()}", limit, USUAL_S, _ignore)

    async def analyse(self, limit: Limit, report: OnChoice) -> Choice:
        """Return the best move, and report better choices as they come. Without a limit it ends when cancelled.

        A choice before a roll has no move.
        """
        return await self._search(f"analyse{limit.words()}", limit, math.inf, report)

    async def _search(self, command: str, limit: Limit, usual_s: float, report: OnChoice) -> Choice:
        best = Choice("")

        def read_info(line: str) -> None:
            nonlocal best
            best = _choice(line)
            report(best)

        limit_s = usual_s if limit.ms is None else limit.ms / 1000
        try:
            (answer,) = await self._ask([command], limit_s, read_info)
        except trio.Cancelled:
            with trio.CancelScope(shield=True), suppress(EngineError):  # the next command finds out
                await self._send("stop\n")
            raise
        word, _, move = answer.partition(" ")
        if answer == "roll" and command.startswith("analyse"):
            return Choice("", best.value, (), best.nodes)
        if word != "move" or not move:
            raise _wrong(answer)
        return Choice(move, best.value, best.line if best.line[:1] == (move,) else (move,), best.nodes)

    async def _order(self, lines: Sequence[str]) -> None:
        for answer in await self._ask(lines, 0.0):
            if answer != "ok":
                raise _wrong(answer)

    async def _ask(self, lines: Sequence[str], limit_s: float, info: Callable[[str], None] | None = None) -> list[str]:
        """Send lines and return the answer to each."""
        answers: list[str] = []
        with trio.move_on_after(limit_s + self._grace_s):
            self._unread += len(lines)
            await self._send("".join(f"{line}\n" for line in lines))
            while self._unread:
                line = await self._receive()
                word, _, rest = line.partition(" ")
                if word == "note":
                    self.note = rest[:MAX_REASON]
                elif word == "info":
                    if info is not None and self._unread <= len(lines):
                        info(rest)
                else:
                    self._unread -= 1
                    if self._unread < len(lines):
                        answers.append(line)
            return answers
        if self._process.returncode is None:
            self._group.kill()
        raise EngineError("The computer player does not answer")

    async def _send(self, text: str) -> None:
        """Send all of a text; half a line would spoil the next command."""
        assert self._process.stdin is not None
        try:
            with trio.CancelScope(shield=True), trio.move_on_after(self._grace_s):
                await self._process.stdin.send_all(text.encode())
                return
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # it has ended; reading says so
        raise EngineError("The computer player does not answer")

    async def _receive(self) -> str:
        """Return the next line that is not empty."""
        assert self._process.stdout is not None
        while True:
            line, newline, rest = self._received.partition(b"\n")
            if newline:
                self._received = rest
                if text := line.decode(errors="replace").strip():
                    return text
                continue
            if len(line) > MAX_LINE:
                raise _wrong(line.decode(errors="replace"))
            data = await self._process.stdout.receive_some()
            if not data:
                raise EngineError("The computer player has ended ({reason})", reason=await self._reason())
            self._received += data

    async def _reason(self) -> str:
        """Return the last line of its messages, or else its exit code."""
        with trio.move_on_after(self._grace_s):
            await self._process.wait()
            await trio.to_thread.run_sync(self._messages.join, LATE_S)
        code = self._process.returncode
        return self._messages.last_line()[:MAX_REASON] or (
            "its output is closed" if code is None else f"exit code {code}"
        )


def _ignore(choice: Choice) -> None:
    pass


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _wrong(answer: str) -> EngineError:
    word, _, reason = answer.partition(" ")
    if word == "error":
        return EngineRefused("The computer player reports an error: {reason}", reason=reason[:MAX_REASON])
    return EngineError("The computer player gave a wrong answer: {answer}", answer=answer[:MAX_REASON])


def _choice(rest: str) -> Choice:
    """Return the choice of a line of information: `nodes N value V line MOVE; MOVE`."""
    before, _, line = f" {rest}".partition(" line ")
    words = before.split()
    try:
        values = {name: float(word) for name, word in zip(words[::2], words[1::2], strict=True)}
    except ValueError as exc:
        raise _wrong(f"info {rest}") from exc
    value, nodes = values.get("value"), values.get("nodes", 0.0)
    if not (value is None or -1 <= value <= 1) or not 0 <= nodes < math.inf:
        raise _wrong(f"info {rest}")
    moves = tuple(move.strip() for move in line.split(";") if move.strip())
    return Choice(moves[0] if moves else "", value, moves, int(nodes))
