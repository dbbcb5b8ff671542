"""`netgame-server run`: the server as a process, with its signals."""

import argparse
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import fields, replace
from functools import partial

import trio

from protocol.identity.fingerprint_words import digits_of, words_of
from server.app import Serving, serve
from server.config.loading import read_config
from server.config.settings import Config, settings
from server.config.show import shown
from server.errors import ConfigError, ServerError
from server.ops import logging as logs
from server.ops.faults import Faults
from server.ops.garbage import keep_tidy
from server.ops.process import allow_connections
from server.ops.systemd import keep_notified, reloading

log = logging.getLogger(__name__)

STOPS = (signal.SIGINT, signal.SIGTERM)
RELOAD = getattr(signal, "SIGHUP", None)  # Windows has none
ROOT = (
    "Root may do anything with this computer, and a server needs nothing of that: run it as another user "
    "(docs/operating.md shows how), or say --root if it has to be"
)


def run(args: argparse.Namespace, faults: Faults) -> int:
    """Serve until stopped; the exit code: 2 if that must not even be tried."""
    try:
        config, _sources = read_config(args, os.environ)
    except ConfigError as error:
        return _complain(error.problems, 2)
    if is_root() and not config.root:
        return _complain([ROOT], 2)
    logs.set_up(config.log, config.log_format)
    calm_collector()
    allow_connections(config.limits.connections)
    problems: list[str] = []
    try:
        trio.run(_run, args, config, faults)
    except* ServerError as group:
        problems += [str(error) for error in _leaves(group)]
    return _complain(problems, 1) if problems else 0


def is_root() -> bool:
    """Whether this process may do anything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def calm_collector() -> None:
    """Look for garbage less often: with thousands of connections and logs each look at all of them takes long."""
    gc.set_threshold(50_000, 20, 100)


def _complain(problems: tuple[str, ...] | list[str], code: int) -> int:
    sys.stderr.writelines(f"netgame-server: {problem}\n" for problem in problems)
    return code


def _leaves(group: BaseExceptionGroup[ServerError]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


async def _run(args: argparse.Namespace, config: Config, faults: Faults) -> None:
    with trio.open_signal_receiver(*STOPS, *([RELOAD] if RELOAD is not None else [])) as signals:
        async with trio.open_nursery() as nursery:
            obeying = _Obeying(args, config, nursery.cancel_scope)
            nursery.start_soon(obeying.run, signals)
            serving: Serving = await nursery.start(partial(_serve, config, faults, nursery.cancel_scope))
            obeying.serving = serving
            _say(serving)
            nursery.start_soon(keep_tidy, lambda: not serving.house.peers)
            nursery.start_soon(keep_notified, serving.house.store.last_alive, partial(_status, serving))


async def _serve(
    config: Config, faults: Faults, scope: trio.CancelScope, *, task_status: trio.TaskStatus[Serving]
) -> None:
    await serve(config, faults=faults, task_status=task_status)
    scope.cancel()  # it was told to stop by a command


class _Obeying:
    """What signals make happen."""

    def __init__(self, args: argparse.Namespace, config: Config, scope: trio.CancelScope) -> None:
        self._args, self._config, self._scope = args, config, scope
        self.serving: Serving | None = None  # None while it is starting
        self._had_terminal = _has_terminal()

    async def run(self, signals: AsyncIterator[int]) -> None:
        async for which in signals:
            if which in STOPS or (self._had_terminal and not _has_terminal()):  # the same signal says that it is gone
                log.info("stopping")
                self._scope.cancel()
            elif self.serving is None:
                log.warning("the settings cannot be read again while the server is starting")
            else:
                with reloading(partial(_status, self.serving)):
                    self._reread(self.serving)

    def _reread(self, serving: Serving) -> None:
        """Nothing changes if anything is wrong."""
        try:
            fresh, _sources = read_config(self._args, os.environ)
            serving.reload(fresh)
        except ServerError as error:
            for problem in str(error).split("\n"):
                log.error("the settings stay as they were: %s", problem)
            return
        logs.set_level(fresh.log)
        _tell(self._config, fresh)
        self._config = with_live(self._config, fresh)


def _has_terminal() -> bool:
    """Whether somebody may sit before it. Without one HUP only ever means the settings."""
    if not hasattr(os, "tcgetpgrp"):
        return False
    try:
        os.tcgetpgrp(0)
    except OSError:
        return False
    return True


def with_live(old: Config, fresh: Config) -> Config:
    """The old one, with what may change while a server runs."""
    known = settings()
    live = [each.name for each in fields(Config) if each.name == "limits" or known[each.name].is_live]
    return replace(old, **{name: getattr(fresh, name) for name in live})


def _tell(old: Config, fresh: Config) -> None:
    log.info("the settings were read again")
    for name, setting in settings().items():
        before, after = shown(setting, old), shown(setting, fresh)
        if before == after:
            continue
        if setting.is_live:
            log.info("%s is now %s, was %s", name, after, before)
        else:
            log.warning("%s stays %s until the server is started again, then it is %s", name, before, after)


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
