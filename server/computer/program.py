"""`netgame-server computer`: the program of one computer player."""

import argparse
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import trio

from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server, Session
from protocol.client.link_notes import LinkNotes
from protocol.engine import EngineError, command_of, engine_command, open_engine
from protocol.errors import WireError
from protocol.files import try_lock
from protocol.identity.device_key import load_or_make
from protocol.log_text import escaped
from protocol.platform import STOP_SIGNALS, make_private_folder
from server.computer.player import CannotPlay, ComputerPlayer, KeyInUse
from server.computer.seat import EngineSettings, description
from server.errors import ServerError, leaves
from server.ops import logging as logs

KEY_FILE, LINKS_FILE, LOCK_FILE = "player.key", "links.json", "lock"
USUAL_LEVEL = 3
Expected = ServerError | WireError | EngineError


def default_folder() -> Path:
    """Return the folder of the key if no other is named."""
    return platformdirs.user_data_path("netgame", appauthor=False) / "computer"


def run(args: argparse.Namespace) -> int:
    """Play until nothing is left to do, or until stopped. Return the exit code."""
    logs.set_up("warning" if args.json else "info", "text")
    errors, is_key_in_use = list[Text](), False
    try:
        with _locked(args.folder or default_folder()) as folder:
            trio.run(_run, args, folder)
    except* (ServerError, WireError, EngineError) as group:
        errors += [error.text for error in leaves(group)]
        is_key_in_use = any(isinstance(error, KeyInUse) for error in leaves(group))
    if errors and args.json:
        _print_json({"error": errors[0].template, "args": dict(errors[0].args)})
    elif errors:
        sys.stderr.write(f"netgame-server computer: {escaped(str(errors[0]))}\n")  # servers and engines write it
    return 3 if is_key_in_use else 1 if errors else 0


async def _run(args: argparse.Namespace, folder: Path) -> None:
    addresses, tables_of_links = zip(*map(Address.parse, args.address), strict=True)
    table = args.table or next(filter(None, tables_of_links), "")
    own_command = command_of(args.engine)
    command = own_command or engine_command()
    level = args.level or (None if own_command else USUAL_LEVEL)
    async with open_engine(command) as engine:  # a wrong command is an error now, and not at the first move
        name = (engine.name or Path(command[0]).stem) if own_command else ""
    device = await trio.to_thread.run_sync(load_or_make, folder / KEY_FILE)
    server = args.fingerprint or args.public_name or args.address[0]
    session = Session(
        Server(args.fingerprint, tuple(addresses), args.public_name),
        args.name,
        None,
        password=_password(args.password_file) if args.password_file else None,
        device=device,
        computer=description(level, name),
    )
    logs = TableLogs(device.public, device.sign, lambda: session.signing_key, lambda: session.former_keys)
    dice = DiceLinks(device.derive(b"dice"), server, LinkNotes(folder / LINKS_FILE), logs)

    def seated(table: str) -> None:
        if args.json:
            _print_json({"table": table})

    player = ComputerPlayer(session, EngineSettings(command, level, args.pace), dice, args.tables, seated)
    with trio.open_signal_receiver(*STOP_SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_at_signal, signals, player)
            if args.until_input_ends:
                nursery.start_soon(_stop_at_end_of_input, player)
            await player.run(table, args.code, stays=not (table or args.finish), seeks=args.seek)
            nursery.cancel_scope.cancel()


async def _stop_at_signal(signals: AsyncIterator[int], player: ComputerPlayer) -> None:
    async for _number in signals:
        player.stop()


async def _stop_at_end_of_input(player: ComputerPlayer) -> None:
    """Stop when the program that started this one has ended."""
    while await trio.to_thread.run_sync(os.read, 0, 1024, abandon_on_cancel=True):
        pass
    player.stop()


def _password(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotPlay("The file {file} cannot be read", file=file) from error


@contextmanager
def _locked(folder: Path) -> Iterator[Path]:
    """Keep another computer player from using the same key. Raise `CannotPlay`."""
    try:
        make_private_folder(folder)
        handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotPlay("The folder {folder} cannot be used ({reason})", folder=folder, reason=error) from error
    try:
        if not try_lock(handle):
            raise CannotPlay("Another computer player uses the folder {folder}", folder=folder)
        yield folder
    finally:
        os.close(handle)


def _print_json(message: dict[str, object]) -> None:
    """Print one line of JSON at once, for the program that has started this one."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
