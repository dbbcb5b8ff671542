"""The command line of the server."""

import argparse
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path

import trio

from protocol.lan import interfaces_from
from protocol.spoken import digits_of, words_of
from server import logs
from server.app import Config, Serving, serve
from server.config import default_data, default_name
from server.control.commands import add_commands
from server.errors import ServerError
from server.faults import Faults, no_faults
from server.manual import add_commands as add_manual
from server.notify import keep_notified

log = logging.getLogger(__name__)

STOPS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str] | None = None, faults: Faults = no_faults) -> int:
    """Run the command, `run` if none is named; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given.insert(0, "run")
    args = parser().parse_args(given)
    if hasattr(args, "run"):
        return _command(args)
    logs.set_up(args.log)
    calm_collector()
    try:
        config = _config(args)
    except ValueError as error:  # NETGAME_LAN
        parser().error(str(error))
    problems: list[str] = []
    try:
        trio.run(_run, config, faults)
    except* ServerError as group:
        problems += [str(error) for error in _leaves(group)]
    sys.stderr.writelines(f"netgame-server: {problem}\n" for problem in problems)
    return 1 if problems else 0


def _command(args: argparse.Namespace) -> int:
    """A command besides `run`."""
    try:
        return int(args.run(args))
    except ServerError as error:
        sys.stderr.write(f"netgame-server: {error}\n")
        return 1


def calm_collector() -> None:
    """Look for garbage less often: with thousands of connections and logs each look at all of them takes long."""
    gc.set_threshold(50_000, 20, 100)


def parser() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    made = argparse.ArgumentParser(prog="netgame-server", description="Hosts games on this computer, without a window.")
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve until stopped by Ctrl-C or SIGTERM")
    run.add_argument("--port", type=_port, help="TCP port; otherwise the one it had, else 7763, else any that is free")
    run.add_argument("--host", action="append", help="an address to listen on, may be repeated; otherwise all")
    run.add_argument("--data", type=Path, default=default_data(), help="folder for games, accounts and identity")
    run.add_argument("--name", default=default_name(), help="what players see")
    run.add_argument("--announce", choices=("all", "lo", "none"), default=None, help="who on the LAN is told")
    run.add_argument("--plain", action="store_true", help="without TLS, for a TLS proxy on this computer")
    run.add_argument("--log", choices=("debug", "info", "warning", "error"), default="info", help="how much is logged")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, default=default_data(), help="folder for games, accounts and identity")
    add_commands(commands, common)
    add_manual(commands, common)
    return made


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535, or 0 for any that is free")
    return int(text)


def _config(args: argparse.Namespace) -> Config:
    usual = Config()
    return Config(
        data=args.data,
        hosts=tuple(args.host or usual.hosts),
        port=args.port,
        name=args.name or usual.name,
        announce=args.announce or interfaces_from(os.environ),
        plain=args.plain,
    )


def _leaves(group: BaseExceptionGroup[ServerError]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


async def _run(config: Config, faults: Faults) -> None:
    with trio.open_signal_receiver(*STOPS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_on, signals, nursery.cancel_scope)
            serving: Serving = await nursery.start(partial(_serve, config, faults, nursery.cancel_scope))
            _say(serving)
            nursery.start_soon(keep_notified, serving.house.store.last_alive, partial(_status, serving))


async def _serve(
    config: Config, faults: Faults, scope: trio.CancelScope, *, task_status: trio.TaskStatus[Serving]
) -> None:
    await serve(config, faults=faults, task_status=task_status)
    scope.cancel()  # it was told to stop by a command


async def _stop_on(signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
    async for _signal in signals:
        log.info("stopping")
        scope.cancel()


def _status(serving: Serving) -> str:
    """For `systemctl status`."""
    return f"Serving on port {serving.port}, {len(serving.house.peers)} connections"


def _say(serving: Serving) -> None:
    where = ", ".join(map(str, serving.addresses))
    sys.stdout.write(f"{serving.server_name} listens on port {serving.port} ({where}). Ctrl-C stops it.\n")
    if serving.fingerprint:
        sys.stdout.write(f"fingerprint {serving.fingerprint}\n")
        words = " ".join(words_of(serving.fingerprint))
        sys.stdout.write(f"to compare by telephone: {words} ({digits_of(serving.fingerprint)})\n")
    sys.stdout.flush()
