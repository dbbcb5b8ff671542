"""Run the commands of `python -m netgame`. Only the modules of this package have input and output in netgame."""

import argparse
import errno
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from netgame.cli import engine
from netgame.cli.arguments import UsageError, parser
from netgame.cli.compiling import Compiler, remember
from netgame.cli.duel import COMPILED, Duel, Tally, results
from netgame.cli.ed25519 import SignatureSupportError, is_valid
from netgame.cli.json_report import game_value, match_value, summary_value, turn_value
from netgame.cli.perft import perft, portions
from netgame.cli.positions import Position, PositionError, board_of, game_of, position_of, start_of
from netgame.cli.proof_report import (
    Checked,
    comparison_lines,
    comparison_value,
    proof_lines,
    proof_value,
)
from netgame.cli.text_report import duel_lines, match_lines, option_line, summary_line, turn_line
from netgame.errors import OptionError, RulesError
from netgame.formats.base import FormatError
from netgame.formats.convert import LoadedMatch, read_file, write_file
from netgame.games import GAMES
from netgame.options import option_values
from netgame.players.kernels import has_kernel
from netgame.records.lines import MAX_RECORD, RecordError, shown
from netgame.records.proof import ProofError, Proven, compare, prove

EXIT_DONE, EXIT_BAD, EXIT_USAGE = 0, 1, 2
EXIT_INTERRUPTED, EXIT_SIGPIPE = 130, 141  # as shells report Ctrl-C, and a reader that closed the pipe
CLOSED_PIPE = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
PROGRESS_S = 2.0


class CliError(Exception):
    """The command failed, with a sentence for the user."""

    def __init__(self, sentence: str, code: int = EXIT_BAD, file: str | None = None, **where: int | None) -> None:
        super().__init__(sentence)
        self.code = code
        self.value = {"message": sentence, "file": file, **{key: where.get(key) for key in ("line", "move", "leg")}}
        self.line = f"{file}: {sentence}" if file else sentence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None or sys.stderr is None:  # the parent process closed them
        return EXIT_BAD
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except OSError as exc:  # the commands handle errors of files, so this is the standard output
        _detach_stdout()
        if exc.errno in CLOSED_PIPE:
            return EXIT_SIGPIPE
        _note(f"netgame: cannot write the output: {exc.strerror}")
        return EXIT_BAD
    return code


def _detach_stdout() -> None:
    """Redirect the standard output to the null device, so that Python does not fail again when it closes it."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    try:
        args = parser().parse_args(words)
        return _COMMANDS[args.command](args)
    except (UsageError, PositionError, OptionError) as exc:
        error = CliError(str(exc), EXIT_USAGE)
    except CliError as exc:
        error = exc
    if "--json" in words:
        _write_value({"error": error.value})
    else:
        _note(f"netgame: {error.line}")
    return error.code


# ---- the commands


def _replay(args: argparse.Namespace) -> int:
    loaded = _load(args.file, args.form)
    if args.json:
        _write_value(match_value(loaded))
    else:
        _write_lines(match_lines(loaded, args.positions))
    return EXIT_DONE


def _verify(args: argparse.Namespace) -> int:
    found: list[dict[str, Any]] = []
    signed: list[Checked] = []
    for file in args.files:
        try:
            loaded = _load(file, args.form)
            proven = _proven(file, loaded)
            found.append({"file": file, "ok": True, **summary_value(loaded), "proof": proof_value(loaded, proven)})
            lines = [f"{file}: ok: {summary_line(loaded)}", *(f"  {line}" for line in proof_lines(loaded, proven))]
            if proven.is_signed:
                signed.append((file, loaded.log, proven))
        except CliError as error:
            found.append({"ok": False, **error.value, "file": file})
            lines = [error.line]
        if not args.json:
            _write_lines(lines)
    pairs = [
        (one, two, compare(one[2], two[2])) for one, two in combinations(signed, 2) if one[2].origin == two[2].origin
    ]
    right = all(entry["ok"] for entry in found) and not any(how.both for _, _, how in pairs)
    if args.json:
        _write_value({"ok": right, "files": found, "pairs": [comparison_value(*pair) for pair in pairs]})
    else:
        _write_lines(line for pair in pairs for line in comparison_lines(*pair))
    return EXIT_DONE if right else EXIT_BAD


def _proven(file: str, loaded: LoadedMatch) -> Proven:
    """Return what the signatures of a match prove. Raise `CliError` if one does not hold, or none can be checked."""
    try:
        return prove(loaded.log, is_valid)
    except (ProofError, SignatureSupportError) as exc:
        raise CliError(str(exc), file=file) from exc


def _convert(args: argparse.Namespace) -> int:
    loaded = _load(args.file, args.form, names=tuple(args.players or ("", "")), title=args.title or "")
    try:
        text, left_out = write_file(loaded, args.to)
    except (FormatError, RecordError) as exc:
        raise CliError(str(exc), file=args.file) from exc
    if args.out == "-":
        sys.stdout.write(text)
    else:
        _write_file(Path(args.out), text.encode(), args.force)
    if args.json and args.out != "-":
        _write_value({"file": args.out, "form": args.to, "notes": [str(note) for note in left_out]})
    else:
        for note in left_out:
            _note(f"note: {note}")
    return EXIT_DONE


def _perft(args: argparse.Namespace) -> int:
    position = _position_of(args)
    counts: list[int] = []
    stopped: int | None = None
    if not args.json:
        _write_lines([option_line(position.game), position.game.write_position(position.state)])
    for depth in range(1, args.depth + 1):
        count, complete = _count(perft(position.game, position.state, depth), f"depth {depth}")
        if not complete:
            stopped = count
            break
        counts.append(count)
        if not args.json:
            _write_lines([f"{depth:3} {count}"])
    if args.json:
        _write_value({**_position_value(position), "counts": counts, "stopped_at": stopped})
    elif stopped is not None:
        _write_lines([f"{len(counts) + 1:3} at least {stopped}: stopped"])
    return EXIT_DONE if stopped is None else EXIT_INTERRUPTED


def _moves(args: argparse.Namespace) -> int:
    position = _position_of(args)
    game, state = position.game, position.state
    value: dict[str, Any] = {**_position_value(position), "turn": turn_value(game, game.turn(state))}
    lines = [option_line(game), game.write_position(state), turn_line(game, game.turn(state))]
    if args.count:
        count, complete = _count(portions(game.moves(state)), "moves")
        value |= {"count": count, "complete": complete}
        lines.append(f"{count} moves" if complete else f"at least {count} moves: stopped")
    else:
        complete = True
        found = [game.format(state, move) for move in islice(game.moves(state), args.limit + 1)]
        listed, more = found[: args.limit], len(found) > args.limit
        value |= {"moves": listed, "more": more}
        lines += [*listed, *([f"and more: these are the first {args.limit}; --limit lists others"] if more else [])]
    if args.json:
        _write_value(value)
    else:
        _write_lines(lines)
    return EXIT_DONE if complete else EXIT_INTERRUPTED


def _duel(args: argparse.Namespace) -> int:
    game = game_of(args.game, args.option)
    duel = Duel(args.game, option_values(game), (args.first, args.second), args.games, args.seed, args.plies, args.ms)
    if COMPILED in duel.players and not has_kernel(type(game)):
        raise CliError(f"there is no compiled search of {game.title}, or numba is not installed")
    if COMPILED in duel.players:
        remember()
    tally, due = Tally(), time.monotonic() + PROGRESS_S
    with closing(results(duel, args.jobs or os.cpu_count() or 1)) as found:
        try:
            for points in found:
                tally = tally if points is None else tally.plus(points)
                if time.monotonic() > due:
                    _note(f"{tally.matches} of {duel.matches} games: {tally.wins} {tally.draws} {tally.losses}")
                    due = time.monotonic() + PROGRESS_S
        except KeyboardInterrupt:
            pass
        except BrokenProcessPool as exc:
            raise CliError("a process of the duel ended unexpectedly; it may have had too little memory") from exc
    complete = tally.matches == duel.matches
    if args.json:
        counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "complete": complete}
        elo = dict(zip(("elo", "elo_low", "elo_high"), tally.elo() if tally.matches else (None,) * 3, strict=True))
        players = {"duel": duel.players, "games": tally.matches, "seed": duel.seed, "ms": duel.ms}
        _write_value({**game_value(game), **players, **counts, **elo})
    else:
        _write_lines([option_line(game), *duel_lines(duel, tally)])
    return EXIT_DONE if complete else EXIT_INTERRUPTED


def _engine(args: argparse.Namespace) -> int:
    sink, sys.stdout = sys.stdout, sys.stderr  # what a player prints is no answer
    compiler = Compiler()
    try:
        engine.run(engine.player(args.file, compiler), engine.input_lines(0), sink)
    except engine.PlayerError as exc:
        raise CliError(str(exc), file=args.file) from exc
    finally:
        sys.stdout = sink
    if compiler.is_busy:  # Python must not be taken down below the compiler
        os._exit(EXIT_DONE)
    return EXIT_DONE


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "replay": _replay,
    "verify": _verify,
    "convert": _convert,
    "perft": _perft,
    "moves": _moves,
    "duel": _duel,
    "engine": _engine,
}


def _count(portions: Iterator[int], what: str) -> tuple[int, bool]:
    """Return the sum, and whether it is complete: Ctrl-C stops the count. Report the progress now and then."""
    count, due = 0, time.monotonic() + PROGRESS_S
    try:
        for portion in portions:
            count += portion
            if time.monotonic() > due:
                _note(f"{what}: {count} so far")
                due = time.monotonic() + PROGRESS_S
    except KeyboardInterrupt:
        return count, False
    return count, True


# ---- the arguments of commands


def _load(file: str, form: str | None, names: tuple[str, ...] = ("", ""), title: str = "") -> LoadedMatch:
    """Return the match of a file. Raise `CliError` if there is none."""
    data = _read(file)
    try:
        return read_file(data, Path(file).suffix, form, (names[0], names[1]), title)
    except RecordError as exc:
        raise CliError(str(exc), file=file, line=exc.line) from exc
    except FormatError as exc:
        leg = None if exc.move is None else exc.leg
        raise CliError(str(exc), file=file, line=exc.line, move=exc.move, leg=leg) from exc


def _position_of(args: argparse.Namespace) -> Position:
    """Return the game and the state that the arguments name."""
    if not args.game and (args.subject not in GAMES or args.form):
        if args.option:
            raise UsageError("a file already has its options, and a position needs --game as well")
        if args.subject != "-" and not os.path.exists(args.subject):
            games = ", ".join(GAMES)
            raise CliError(
                f"there is no such file or game; the games are {games}, and a position needs --game", file=args.subject
            )
        return board_of(_load(args.subject, args.form), args.at)
    if args.at is not None:
        raise UsageError("--at needs a FILE")
    game = game_of(args.game or args.subject, args.option)
    if not args.game:
        return start_of(game)
    text = args.subject
    if text == "-":
        text = _read(text).decode("utf-8-sig", errors="replace").strip()
    try:
        return position_of(game, text)
    except RulesError as exc:
        raise CliError(f"{exc}") from exc


def _position_value(position: Position) -> dict[str, Any]:
    return {**game_value(position.game), "position": position.game.write_position(position.state)}


# ---- reading and writing


def _read(file: str) -> bytes:
    """Return the bytes of a file; of one that is too long, one byte more than allowed."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_RECORD + 1)
        with open(file, "rb") as stream:
            return stream.read(MAX_RECORD + 1)
    except FileNotFoundError as exc:
        raise CliError("there is no such file", file=file) from exc
    except (OSError, ValueError) as exc:  # a name may hold what no file's name can
        raise CliError(f"cannot read it: {getattr(exc, 'strerror', None) or exc}", file=file) from exc


def _write_file(path: Path, data: bytes, force: bool) -> None:
    """Write all of a file or nothing; no reader ever sees half of it."""
    regular = os.path.isfile(path)  # unlike Path, os.path accepts names that no file can have
    if os.path.lexists(path) and not (force and regular):
        why = "the file exists; use --force to replace it" if regular else "this is not a file that can be replaced"
        raise CliError(why, file=str(path))
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with open(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.umask(mask := os.umask(0))  # reading the umask means setting it
            os.chmod(name, 0o666 & ~mask)
            if force:
                os.replace(name, path)
            else:
                _put_new(name, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(name)
    except FileExistsError as exc:
        raise CliError("the file exists; use --force to replace it", file=str(path)) from exc
    except (OSError, ValueError) as exc:
        raise CliError(f"cannot write it: {getattr(exc, 'strerror', None) or exc}", file=str(path)) from exc


def _put_new(name: str, path: Path) -> None:
    """Give a file another name. Raise `FileExistsError` if there is a file by now, which a rename would replace."""
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a file system or a system without links
        open(path, "xb").close()
        os.replace(name, path)


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{shown(line)}\n")
    sys.stdout.flush()  # a count may take minutes more


def _write_value(value: Any) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")


def _note(line: str) -> None:
    sys.stderr.write(f"{shown(line)}\n")
    sys.stderr.flush()
