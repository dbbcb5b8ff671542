"""`netgame-server check-config`: the settings as they would be used, where each comes from, and a sample file."""

import argparse
import os
import sys
import textwrap
from collections.abc import Iterator

from server.config.file import place
from server.config.loading import FILE_VARIABLE, Sources, default_file, read_config
from server.config.settings import PREFIX, Config, Setting, settings
from server.errors import ConfigError

WIDTH = 100


def check(args: argparse.Namespace) -> int:
    """Print the settings, or what is wrong with them; the exit code."""
    if args.sample:
        sys.stdout.write(sample())
        return 0
    try:
        config, sources = read_config(args, os.environ)
        _check_certificate(config, sources)
    except ConfigError as error:
        sys.stderr.writelines(f"{problem}\n" for problem in error.problems)
        return 1
    sys.stdout.write(shown_settings(config, sources))
    return 0


def _check_certificate(config: Config, sources: Sources) -> None:
    """Whether it can be used is known before a server is stopped to be started with it."""
    if config.cert is None:
        return
    from protocol.errors import IdentityError
    from protocol.identity.server_certificate import given_fingerprint, given_identity, server_context

    try:
        if config.plain:
            given_fingerprint(config.cert)  # the proxy has its key
        else:
            server_context(given_identity(config.cert, config.key or config.cert))
    except IdentityError as error:
        raise ConfigError([f"{sources.of('cert')}: {error.text}"]) from error


def shown_settings(config: Config, sources: Sources) -> str:
    """Each setting in a line of TOML, with its source as a comment."""
    known = settings()
    lines = [(f"{name} = {setting.kind.show(setting.of(config))}", sources.of(name)) for name, setting in known.items()]
    width = min(max(len(line) for line, _where in lines), WIDTH // 2)
    file = place(sources.file, 0) if sources.file else f"none; it would be {place(default_file(), 0)}"
    return f"# settings file: {file}\n" + "".join(f"{line:<{width}}  # {where}\n" for line, where in lines)


def sample() -> str:
    """A settings file with every setting and its default; as it stands it changes nothing."""
    return "\n".join(_sample()) + "\n"


def _sample() -> Iterator[str]:
    yield from _comment(
        "Settings of netgame-server. Every line is commented out and shows the default: remove the # of those that "
        "you change. `netgame-server check-config` says what holds and where it comes from."
    )
    yield "#"
    yield from _comment(
        f"A variable of the environment such as {PREFIX}PORT or {PREFIX}LIMITS_CONNECTIONS goes before this file, an "
        f"option of the command line before both. {FILE_VARIABLE} or --config names another file than this one."
    )
    yield from _comment("What is marked with (*) may change while the server runs: send it HUP.")
    usual, is_first_limit = Config(), True
    for setting in settings().values():
        yield ""
        if setting.is_limit and is_first_limit:
            yield from ("[limits]", "")
            is_first_limit = False
        yield from _comment(_described(setting))
        yield f"#{setting.name.rpartition('.')[2]} = {_default(setting, usual)}"


def _default(setting: Setting, usual: Config) -> str:
    """As it depends on computer and user, it is left open for the data folder and the name."""
    return '""' if setting.name in ("data", "name") else setting.kind.show(setting.of(usual))


def _described(setting: Setting) -> str:
    unit = f" {setting.unit}" if setting.unit else ""
    after = {"data": "; empty: the usual one", "name": "; empty: the computer's name"}.get(setting.name, "")
    mark = " (*)" if setting.is_live else ""
    return f"{setting.words}{after}: {setting.kind.words}{unit}{mark}"


def _comment(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
