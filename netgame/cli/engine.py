"""The engine: a computer player as a process that reads commands on its standard input and answers them.

docs/developing/write-a-player.md describes the line protocol.
"""

import gc
import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from netgame import __version__
from netgame.cli.compiling import Compiler
from netgame.cli.positions import kind_of_game, option_value, position_of
from netgame.errors import IllegalMove, RulesError
from netgame.game import Game, Over, Roll, ToMove, ToRoll, apply
from netgame.options import OptionValue
from netgame.players import LEVELS, MANY_NODES, USUAL_MS, Choice, Limits, OnChoice, search, search_by_level
from netgame.players.kernels import GETTING_FASTER, Kernel

VERSION = 1  # of the line protocol
REPORT_S = 0.1  # between two lines of information
BEGIN_S = 1.5  # of a search, until the compiler begins without waiting for its end; a hint takes a second
END_S = 1.0  # after the end of the input, until a player that does not stop is ended
_WORDS = ("level", "ms", "nodes", "seed")


class WrongLine(Exception):
    """The line is not a command, or cannot be carried out; nothing has changed."""


@dataclass(frozen=True)
class EnginePlayer:
    """A player with a name. `search` gets the level, or None for its full strength.

    `answered` is called when an answer is written. `is_preparing` returns whether the player prepares something that
    makes it stronger in this game.
    """

    name: str
    search: Callable[[Game[Any, Any], Any, int | None, Limits, OnChoice], Choice]
    judges_rolls: bool = False  # whether it judges a position before a roll
    answered: Callable[[], None] = lambda: None
    is_preparing: Callable[[Game[Any, Any]], bool] = lambda game: False


class PlayerError(Exception):
    """The file has no player."""


def player(file: str | None, compiler: Compiler) -> EnginePlayer:
    """Return the built-in player, or that of a Python file. Raise `PlayerError` if it has none."""
    if file is not None:
        return _player_of_file(Path(file))
    built_in = _BuiltIn(compiler)
    return EnginePlayer(f"netgame {__version__}", built_in.search, True, built_in.answered, compiler.is_compiling)


class _BuiltIn:
    """Plays with the pure search, and with a kernel where that makes it stronger: at the highest level and without one.

    A number of nodes is for the pure search, so that a choice is the same on every computer. The compiler begins after
    the first answer, because it takes turns with the search and would delay it, or in a search that takes long. A
    process that makes one choice and ends, for a hint, would waste its time with a compiler.
    """

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._searches = 0
        self._wanted: Game[Any, Any] | None = None  # the game whose kernel is compiled after the answer

    def search(self, game: Game[Any, Any], state: Any, level: int | None, limits: Limits, report: OnChoice) -> Choice:
        """Search without garbage collection: a search leaves no cycles, and to collect a large tree takes long.

        The compiler leaves some 30 MB of cycles meanwhile.
        """
        gc.disable()
        wants_kernel = _wants_kernel(level, limits)
        kernel = self._compiler.kernel(game) if wants_kernel else None
        if kernel is None and wants_kernel:
            self._searches += 1
            if level is not None or self._searches > 1:
                self._wanted = game
            begin = time.monotonic() + BEGIN_S

            def stop() -> bool:
                nonlocal begin
                if time.monotonic() >= begin:
                    begin = math.inf
                    self._compiler.begin(game)
                return limits.stop() or (level is None and self._compiler.kernel(game) is not None)

            choice = self._found(game, state, level, replace(limits, stop=stop), report, None)
            kernel = self._compiler.kernel(game)
            if level is not None or kernel is None or limits.stop() or not kernel.plays(state):
                return choice
        return self._found(game, state, level, limits, report, kernel)

    def _found(
        self,
        game: Game[Any, Any],
        state: Any,
        level: int | None,
        limits: Limits,
        report: OnChoice,
        kernel: Kernel | None,
    ) -> Choice:
        if level is None:
            return search(game, state, limits, report, kernel)
        return search_by_level(game, state, level, limits, report, kernel)

    def answered(self) -> None:
        """Begin to compile what the last search wanted."""
        if self._wanted is not None:
            self._compiler.begin(self._wanted)
            self._wanted = None


def _wants_kernel(level: int | None, limits: Limits) -> bool:
    return level in (None, LEVELS[-1]) and limits.nodes == MANY_NODES


def _player_of_file(path: Path) -> EnginePlayer:
    """Return the player of a file with `choose(game, state, limits)`, which returns a move or its text."""
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise PlayerError("the name of a Python file ends in .py")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except OSError as exc:
        raise PlayerError(f"cannot read it: {exc.strerror}") from exc
    if not callable(getattr(module, "choose", None)):
        raise PlayerError("it has no function choose(game, state, limits)")

    def chosen(game: Game[Any, Any], state: Any, level: int | None, limits: Limits, report: OnChoice) -> Choice:
        answer = module.choose(game, state, limits)
        if isinstance(answer, Choice):
            return answer
        return Choice(game.parse(state, answer) if isinstance(answer, str) else answer)

    return EnginePlayer(str(getattr(module, "NAME", path.stem)), chosen)


def input_lines(descriptor: int) -> Iterator[str]:
    """Yield the lines of a file. Unlike `sys.stdin` it has no lock, which a thread would hold when the process ends."""
    rest = b""
    while data := os.read(descriptor, 65_536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    yield rest.decode(errors="replace")


def run(player: EnginePlayer, source: Iterable[str], sink: TextIO) -> None:
    """Answer the commands of `source` until it ends or says `quit`."""
    reader = _Reader(source)
    threading.Thread(target=reader.read, daemon=True).start()
    session = Session(player, sink, reader)
    while (line := reader.lines.get()) is not None:
        session.answer(line)
    reader.done.set()


class _Reader:
    """Reads the input in a thread, so that a search can be stopped."""

    def __init__(self, source: Iterable[str]) -> None:
        self._source = source
        self.lines = SimpleQueue[str | None]()
        self.done = threading.Event()  # all is answered
        self.searches = 0  # commands to search that were read
        self.stopped = 0  # so many of them must stop

    def read(self) -> None:
        """Read until the end of the input. Then end the process, even if its player does not stop."""
        for line in self._source:
            words = line.split(maxsplit=1)
            command = words[0] if words else ""
            if command == "quit":
                break
            if command == "stop":
                self.stopped = self.searches
            elif command:
                self.searches += command in ("choose", "analyse")
                self.lines.put(line)
        self.stopped = MANY_NODES
        self.lines.put(None)
        if not self.done.wait(END_S):
            os._exit(0)


class Session:
    """The game, the position and the answers."""

    def __init__(self, player: EnginePlayer, sink: TextIO, reader: _Reader) -> None:
        self._player, self._sink, self._reader = player, sink, reader
        self._kind: type[Game[Any, Any]] | None = None
        self._options: dict[str, OptionValue] = {}
        self._game: Game[Any, Any] | None = None
        self._states: list[Any] = []  # the start and the position after each line
        self._searches = 0
        self._getting_faster = False
        self._kept: object = None  # of a search, until its answer is written
        self._commands: dict[str, Callable[[str], str]] = {
            "version": self._version, "game": self._set_game, "option": self._set_option, "start": self._start,
            "play": self._play, "roll": self._roll, "back": self._back,
            "choose": partial(self._choose, "choose"), "analyse": partial(self._choose, "analyse"),
        }  # fmt: skip

    def answer(self, line: str) -> None:
        """Carry out a command, and write its answer."""
        command, _, rest = line.strip().partition(" ")
        try:
            if command not in self._commands:
                raise WrongLine(f"there is no command {command[:40]}")
            answer = self._commands[command](rest)
        except (WrongLine, RulesError) as error:
            answer = f"error {error}"
        self._write(answer)
        self._kept = None
        gc.enable()
        self._player.answered()

    def _note_faster(self, game: Game[Any, Any]) -> None:
        """Write a note when the player begins to get faster, and when it is."""
        getting_faster = self._player.is_preparing(game)
        if getting_faster != self._getting_faster:
            self._getting_faster = getting_faster
            self._write(f"note {GETTING_FASTER if getting_faster else ''}".rstrip())

    def _write(self, line: str) -> None:
        self._sink.write(f"{line}\n")
        self._sink.flush()

    def _version(self, rest: str) -> str:
        if rest != str(VERSION):
            raise WrongLine(f"this player speaks version {VERSION}")
        return f"name {self._player.name}"

    def _set_game(self, rest: str) -> str:
        self._kind = kind_of_game(rest)
        self._options, self._game, self._states = {}, None, []
        return "ok"

    def _set_option(self, rest: str) -> str:
        if self._kind is None:
            raise WrongLine("game comes first")
        name, _, value = rest.partition(" ")
        self._options = {**self._options, name: option_value(self._kind, name, value)}
        self._game, self._states = None, []
        return "ok"

    def _start(self, rest: str) -> str:
        if self._kind is None:
            raise WrongLine("game comes first")
        game = self._kind(**self._options)
        state = position_of(game, rest).state if rest else game.start()
        self._game, self._states = game, [state]
        return "ok"

    def _position(self) -> tuple[Game[Any, Any], Any]:
        if self._game is None:
            raise WrongLine("start comes first")
        return self._game, self._states[-1]

    def _play(self, rest: str) -> str:
        game, state = self._position()
        if not isinstance(game.turn(state), ToMove):
            raise WrongLine("no move is due")
        self._states.append(apply(game, state, game.parse(state, rest)))
        return "ok"

    def _roll(self, rest: str) -> str:
        game, state = self._position()
        self._states.append(apply(game, state, Roll(tuple(map(_whole, rest.split())))))
        return "ok"

    def _back(self, rest: str) -> str:
        self._position()
        count = _whole(rest)
        if not 0 < count < len(self._states):
            raise WrongLine(f"there are {len(self._states) - 1} lines to go back")
        del self._states[-count:]
        return "ok"

    def _choose(self, command: str, rest: str) -> str:
        self._searches += 1
        game, state = self._position()
        turn = game.turn(state)
        if isinstance(turn, Over):
            raise WrongLine("the game is over")
        if isinstance(turn, ToRoll) and not (command == "analyse" and self._player.judges_rolls):
            raise WrongLine("a roll is due")
        words = rest.split()
        wanted = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) != 2 * len(wanted) or wanted.keys() - set(_WORDS):
            raise WrongLine(f"the limits are {', '.join(_WORDS)}, each with a number")
        numbers = {name: _whole(word) for name, word in wanted.items()}
        level = numbers.get("level")
        if level is not None and level not in LEVELS:
            raise WrongLine(f"the levels are {LEVELS[0]} to {LEVELS[-1]}")
        if not numbers.keys() - {"seed"} and command == "choose":
            numbers["ms"] = USUAL_MS
        number, now = self._searches, time.monotonic()
        deadline = now + numbers["ms"] / 1000 if "ms" in numbers else None
        reporter = _Reporter(self._write, game, state, now)

        def stop() -> bool:
            if number <= self._reader.stopped:
                return True
            self._note_faster(game)
            return deadline is not None and time.monotonic() >= deadline

        earlier = tuple(self._states[:-1]) if command == "choose" else ()
        limits = Limits(numbers.get("nodes", MANY_NODES), numbers.get("seed", 0), stop, earlier)
        self._note_faster(game)
        choice = self._player.search(game, state, level, limits, reporter.report)
        self._kept = choice.kept
        if isinstance(turn, ToMove):
            if not isinstance(choice.move, game.move_type):
                raise WrongLine(f"the player chose {str(choice.move)[:40]}, which is no move")
            game.check(state, choice.move)
        if choice.value is not None:
            self._write(info_line(game, state, choice))
        return f"move {game.format(state, choice.move)}" if isinstance(turn, ToMove) else "roll"


class _Reporter:
    """Writes lines of information, but not too many."""

    def __init__(self, write: Callable[[str], None], game: Game[Any, Any], state: Any, now: float) -> None:
        self._write, self._game, self._state = write, game, state
        self._due = now + REPORT_S

    def report(self, choice: Choice) -> None:
        """Write a line about the best choice so far if the last one is long enough ago."""
        now = time.monotonic()
        if now >= self._due:
            self._write(info_line(self._game, self._state, choice))
            self._due = now + REPORT_S


def info_line(game: Game[Any, Any], state: Any, choice: Choice) -> str:
    """Return the line of information about a choice."""
    moves = []
    for move in choice.line:
        try:
            game.check(state, move)
        except IllegalMove:  # two positions looked alike to the search
            break
        moves.append(game.format(state, move))
        state = game.play(state, move)
        if not isinstance(game.turn(state), ToMove):
            break
    value = "" if choice.value is None else f" value {choice.value:.4f}"
    line = f" line {'; '.join(moves)}" if moves else ""
    return f"info nodes {choice.nodes}{value}{line}"


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 10):
        raise WrongLine(f"{text[:40]} is not a whole number" if text else "a whole number is missing")
    return int(text)
