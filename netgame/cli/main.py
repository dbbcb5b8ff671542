"""`python -m netgame`: files and positions on the command line. The one module of netgame with input and output."""

import argparse
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from netgame.cli.arguments import UsageError, parser
from netgame.cli.json_report import game_value, match_value, summary_value, turn_value
from netgame.cli.perft import perft, portions
from netgame.cli.positions import Position, PositionError, board_of, game_of, position_of, start_of
from netgame.cli.text_report import match_lines, option_line, summary_line, turn_line
from netgame.errors import OptionError, RulesError
from netgame.formats.base import FormatError
from netgame.formats.convert import LoadedMatch, read_file, write_file
from netgame.game import Game
from netgame.games import GAMES
from netgame.records.lines import MAX_RECORD, RecordError, shown

DONE, BAD, USAGE, STOPPED, CUT = 0, 1, 2, 130, 141  # the last two as shells report them: Ctrl-C, nobody reads any more
PROGRESS_S = 2.0


class CliError(Exception):
    """Something to tell the person at the terminal instead of the result."""

    def __init__(self, sentence: str, code: int = BAD, file: str | None = None, **where: int | None) -> None:
        super().__init__(sentence)
        self.code = code
        self.value = {"message": sentence, "file": file, **{key: where.get(key) for key in ("line", "move", "leg")}}
        self.line = f"{file}: {sentence}" if file else sentence


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None or sys.stderr is None:  # closed by whoever started us
        return BAD
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        code = _carried_out(words)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has enough
        _let_go()
        return CUT
    except KeyboardInterrupt:
        return STOPPED
    except OSError as exc:  # files have been dealt with: this is the standard output
        _let_go()
        _note(f"netgame: the output cannot be written: {exc.strerror}")
        return BAD
    return code


def _let_go() -> None:
    """Give the standard output up; Python would complain once more when it closes it."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _carried_out(words: list[str]) -> int:
    try:
        args = parser().parse_args(words)
        return _COMMANDS[args.command](args)
    except (UsageError, PositionError, OptionError) as exc:
        return _show(CliError(str(exc), USAGE), "--json" in words)
    except CliError as trouble:
        return _show(trouble, "--json" in words)


def _show(trouble: CliError, as_json: bool) -> int:
    if as_json:
        _write_value({"error": trouble.value})
    else:
        _note(f"netgame: {trouble.line}")
    return trouble.code


# ---- the commands


def _replay(args: argparse.Namespace) -> int:
    held = _held(args.file, args.form)
    if args.json:
        _write_value(match_value(held))
    else:
        _write_lines(match_lines(held, args.positions))
    return DONE


def _verify(args: argparse.Namespace) -> int:
    found: list[dict[str, Any]] = []
    for file in args.files:
        try:
            held = _held(file, args.form)
            found.append({"file": file, "ok": True, **summary_value(held)})
            line = f"{file}: ok: {summary_line(held)}"
        except CliError as trouble:
            found.append({"ok": False, **trouble.value, "file": file})
            line = trouble.line
        if not args.json:
            _write_lines([line])
    right = all(entry["ok"] for entry in found)
    if args.json:
        _write_value({"ok": right, "files": found})
    return DONE if right else BAD


def _convert(args: argparse.Namespace) -> int:
    held = _held(args.file, args.form, names=tuple(args.players or ("", "")), title=args.title or "")
    try:
        text, left_out = write_file(held, args.to)
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
    return DONE


def _perft(args: argparse.Namespace) -> int:
    subject = _subject(args)
    counts: list[int] = []
    stopped: int | None = None
    if not args.json:
        _write_lines([option_line(subject.game), subject.game.write_position(subject.state)])
    for depth in range(1, args.depth + 1):
        count, complete = _counted(perft(subject.game, subject.state, depth), f"depth {depth}")
        if not complete:
            stopped = count
            break
        counts.append(count)
        if not args.json:
            _write_lines([f"{depth:3} {count}"])
    if args.json:
        _write_value({**_subject_value(subject), "counts": counts, "stopped_at": stopped})
    elif stopped is not None:
        _write_lines([f"{len(counts) + 1:3} at least {stopped}: stopped"])
    return DONE if stopped is None else STOPPED


def _moves(args: argparse.Namespace) -> int:
    subject = _subject(args)
    game, state = subject.game, subject.state
    value: dict[str, Any] = {**_subject_value(subject), "turn": turn_value(game, game.turn(state))}
    lines = [option_line(game), game.write_position(state), turn_line(game, game.turn(state))]
    if args.count:
        count, complete = _counted(portions(game.moves(state)), "moves")
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
    return DONE if complete else STOPPED


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "replay": _replay,
    "verify": _verify,
    "convert": _convert,
    "perft": _perft,
    "moves": _moves,
}


def _counted(portions: Iterator[int], what: str) -> tuple[int, bool]:
    """The sum, with a sign of life now and then, and whether it is complete: Ctrl-C stops it."""
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


# ---- what the commands are about


def _held(file: str, form: str | None, names: tuple[str, ...] = ("", ""), title: str = "") -> LoadedMatch:
    """The match of a file, or what is wrong with it."""
    data = _read(file)
    try:
        return read_file(data, Path(file).suffix, form, (names[0], names[1]), title)
    except RecordError as exc:
        raise CliError(str(exc), file=file, line=exc.line) from exc
    except FormatError as exc:
        leg = None if exc.move is None else exc.leg
        raise CliError(str(exc), file=file, line=exc.line, move=exc.move, leg=leg) from exc


def _subject(args: argparse.Namespace) -> Position:
    """The game and the state that a command is about."""
    if not args.game and (args.subject not in GAMES or args.form):
        if args.option:
            raise UsageError("a file says itself which options it is played with; a position needs --game as well")
        if args.subject != "-" and not os.path.exists(args.subject):
            games = ", ".join(GAMES)
            raise CliError(
                f"there is no such file or game; the games are {games}, and a position needs --game", file=args.subject
            )
        return board_of(_held(args.subject, args.form), args.at)
    if args.at is not None:
        raise UsageError("--at names an event of a file, and this is none")
    game = game_of(args.game or args.subject, args.option)
    return _position(game, args.subject) if args.game else start_of(game)


def _position(game: Game[Any, Any], text: str) -> Position:
    if text == "-":
        text = _read(text).decode("ascii", errors="replace").strip()
    try:
        return position_of(game, text)
    except RulesError as exc:
        raise CliError(f"{exc}") from exc


def _subject_value(subject: Position) -> dict[str, Any]:
    return {**game_value(subject.game), "position": subject.game.write_position(subject.state)}


# ---- reading and writing


def _read(file: str) -> bytes:
    """The bytes of a file, and of one that is too long just enough to see that."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_RECORD + 1)
        with open(file, "rb") as stream:
            return stream.read(MAX_RECORD + 1)
    except FileNotFoundError as exc:
        raise CliError("there is no such file", file=file) from exc
    except (OSError, ValueError) as exc:  # a name may hold what no file's name can
        raise CliError(f"it cannot be read: {getattr(exc, 'strerror', None) or exc}", file=file) from exc


def _write_file(path: Path, data: bytes, force: bool) -> None:
    """Write all of a file or nothing; nobody ever sees half of it."""
    regular = os.path.isfile(path)  # of the module os these ask for no name that cannot be
    if os.path.lexists(path) and not (force and regular):
        why = "it exists already; --force writes over it" if regular else "it is no file that can be written over"
        raise CliError(why, file=str(path))
    try:
        _put(path, data, force)
    except FileExistsError as exc:
        raise CliError("it exists already; --force writes over it", file=str(path)) from exc
    except (OSError, ValueError) as exc:
        raise CliError(f"it cannot be written: {getattr(exc, 'strerror', None) or exc}", file=str(path)) from exc


def _put(path: Path, data: bytes, force: bool) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o666 & ~_umask())
        if force:
            os.replace(name, path)
        elif hasattr(os, "link"):
            os.link(name, path)  # unlike a rename it fails if somebody has made the file meanwhile
        else:
            os.rename(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{shown(line)}\n")
    sys.stdout.flush()  # a count may take minutes more


def _write_value(value: Any) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")


def _note(line: str) -> None:
    sys.stderr.write(f"{shown(line)}\n")
    sys.stderr.flush()
