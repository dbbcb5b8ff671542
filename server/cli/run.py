"""`netgame-server run`: the server as a process, with its signals."""

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import fields, replace
from functools import partial

import trio

from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.platform import STOP_SIGNALS, watch_console
from server.admin.logs import has_unfinished
from server.app import Serving, failed_at_start, serve
from server.cli.command import note, say_json
from server.cli.idle import until_idle
from server.config.loading import read_config
from server.config.secrets import open_secrets
from server.config.settings import Config, settings
from server.config.show import shown
from server.errors import ConfigError, ServerError, leaves
from server.ops import logging as logs
from server.ops.faults import Faults
from server.ops.process import allow_connections, freeze_garbage_collector
from server.ops.systemd import keep_notified, reloading
from server.storage.event_store import EventStore, StoreProblem

log = logging.getLogger(__name__)

STOP_S = 10.0  # until the end of a server whose database hangs; service managers wait longer before they kill it
RELOAD_SIGNALS = (signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()  # Windows has none
ROOT = (
    "A server should not run as root: run it as another user (docs/operating/install.md shows how), or allow it with "
    "--root"
)


def run(args: argparse.Namespace, faults: Faults) -> int:
    """Serve until stopped. Return the exit code: 2 for wrong settings or a start by root, 130 for an early Ctrl-C."""
    try:
        config, sources = read_config(args, os.environ)
    except ConfigError as error:
        return _complain(error.problems, 2)
    if hasattr(os, "geteuid") and os.geteuid() == 0 and not config.root:
        return _complain([ROOT], 2)
    logs.set_up(config.log, config.log_format)
    for warning in open_secrets(config, sources):
        log.warning("%s", warning)
    allow_connections(config.limits.connections)
    errors: list[ServerError] = []
    stopping = threading.Event()
    is_interrupted = False
    try:
        trio.run(_run, args, config, faults, stopping)
    except* ServerError as group:
        errors += leaves(group)
    except* KeyboardInterrupt:
        is_interrupted = not stopping.is_set()
    if stopping.is_set():
        for number in STOP_SIGNALS:  # one more, sent while the server stopped, means nothing
            signal.signal(number, signal.SIG_IGN)
    if is_interrupted:
        return 130
    if errors and args.json:
        say_json({"error": errors[0].text.template, "args": dict(errors[0].text.args)})
    return _complain(list(map(str, errors)), 1) if errors else 0


def _complain(problems: Sequence[str], code: int) -> int:
    for problem in problems:
        note(f"netgame-server: {problem}")
    return code


async def _run(args: argparse.Namespace, config: Config, faults: Faults, stopping: threading.Event) -> None:
    if args.if_unfinished and not await trio.to_thread.run_sync(has_unfinished, config.database or config.data):
        return
    watch_console()
    with trio.open_signal_receiver(*STOP_SIGNALS, *RELOAD_SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            handler = _SignalHandler(args, config, nursery.cancel_scope, stopping)
            nursery.start_soon(handler.run, signals)
            try:
                serving: Serving = await nursery.start(_serve, config, faults, nursery.cancel_scope)
            except* StoreProblem as group:
                raise failed_at_start(next(leaves(group))) from None
            handler.serving = serving
            freeze_garbage_collector()
            if args.json:
                say_json({"port": serving.port, "fingerprint": serving.fingerprint})
            else:
                _print_addresses(serving)
            is_alive = partial(store_answers, serving.services.store)
            keep = serving.services.supervision.keep
            nursery.start_soon(keep, "service manager", partial(keep_notified, is_alive, partial(_status, serving)))
            if args.exit_when_idle is not None:
                services = serving.services
                await until_idle(services.lobby, serving.control.hold, services.tournament_logs, args.exit_when_idle)
                log.info("no match is played any more; exiting")
                nursery.cancel_scope.cancel()


async def store_answers(store: EventStore) -> bool:
    """Return whether the store answers, for the watchdog of the service manager."""
    try:
        await store.last_alive()
    except StoreProblem:
        log.exception("the store does not answer: no keep-alive for the service manager")
        return False
    return True


async def _serve(
    config: Config, faults: Faults, scope: trio.CancelScope, *, task_status: trio.TaskStatus[Serving]
) -> None:
    await serve(config, faults=faults, task_status=task_status)
    scope.cancel()  # a command stopped the server


class _SignalHandler:
    """Stops the server and sets `stopping`, or reads its settings again."""

    def __init__(
        self, args: argparse.Namespace, config: Config, scope: trio.CancelScope, stopping: threading.Event
    ) -> None:
        self._args, self._config, self._scope, self._stopping = args, config, scope, stopping
        self.serving: Serving | None = None  # None while the server starts
        self._had_terminal = _has_terminal()

    async def run(self, signals: AsyncIterator[int]) -> None:
        async for number in signals:
            # a terminal that is closed sends the signal that otherwise means the settings
            if number in STOP_SIGNALS or (self._had_terminal and not _has_terminal()):
                log.info("stopping")
                self._stopping.set()
                if self._config.database:
                    threading.Thread(target=_end_in_time, name="end in time", daemon=True).start()
                self._scope.cancel()
            elif self.serving is None:
                log.warning("cannot reload the settings while the server starts")
            else:
                guard = self.serving.services.supervision.guard("reload")
                with guard, reloading(partial(_status, self.serving)):
                    self._reload(self.serving)

    def _reload(self, serving: Serving) -> None:
        """Use the current settings. Change nothing if any is wrong."""
        try:
            fresh, _sources = read_config(self._args, os.environ)
            serving.reload(fresh)
        except ServerError as error:
            for problem in str(error).split("\n"):
                log.error("settings not reloaded: %s", problem)
            return
        logs.set_level(fresh.log)
        log.info("settings reloaded")
        for name, setting in settings().items():
            before, after = shown(setting, self._config), shown(setting, fresh)
            if before != after and setting.is_live:
                log.info("%s is now %s, was %s", name, after, before)
            elif before != after:
                log.warning("%s stays %s until the server restarts, then it is %s", name, before, after)
        self._config = with_live(self._config, fresh)


def _end_in_time() -> None:
    """End the process if the orderly stop hangs: some calls to a database that hangs cannot be cancelled."""
    time.sleep(STOP_S)
    log.error("the database hangs: ended without an orderly stop")
    os._exit(1)


def _has_terminal() -> bool:
    """Return whether the process has a terminal. Without one, HUP always means the settings."""
    if not hasattr(os, "tcgetpgrp"):
        return False
    try:
        os.tcgetpgrp(0)
    except OSError:
        return False
    return True


def with_live(old: Config, fresh: Config) -> Config:
    """Return the old configuration with those fresh values that may change while a server runs."""
    live = [each.name for each in fields(Config) if each.name == "limits" or settings()[each.name].is_live]
    return replace(old, **{name: getattr(fresh, name) for name in live})


def _status(serving: Serving) -> str:
    """Return the sentence for `systemctl status`."""
    return f"Serving on port {serving.port}, {serving.connections} connections"


def _print_addresses(serving: Serving) -> None:
    where = ", ".join(map(str, serving.addresses))
    sys.stdout.write(f"{serving.server_name} listens on port {serving.port} ({where}). Ctrl-C stops it.\n")
    if serving.fingerprint:
        sys.stdout.write(f"fingerprint {serving.fingerprint}\n")
        words = " ".join(words_of(serving.fingerprint))
        sys.stdout.write(f"to compare by telephone: {words} ({digits_of(serving.fingerprint)})\n")
    sys.stdout.flush()
