"""`netgame-server check-config`: show the settings in use with their sources, their mistakes, or a sample file."""

import argparse
import os
import sys
import textwrap
from pathlib import Path

from protocol.log_text import escaped
from server.config.certificate import certificate_errors, certificate_warnings
from server.config.loading import FILE_VARIABLE, Sources, default_file, place, quoted, read_config
from server.config.secrets import mail_password, open_secrets, webhook_key
from server.config.settings import PREFIX, Config, Setting, settings
from server.errors import ConfigError

WIDTH = 100


def check(args: argparse.Namespace) -> int:
    """Print the settings, or the mistakes in them; return the exit code: 0 also with warnings, since they work."""
    if args.sample:
        sys.stdout.write(sample())
        return 0
    try:
        config, sources = read_config(args, os.environ)
        _check_certificate(config, sources)
        mail_password(config)
        webhook_key(config)
    except ConfigError as error:
        sys.stderr.writelines(f"{escaped(problem)}\n" for problem in error.problems)
        return 1
    sys.stdout.write(shown_settings(config, sources))
    warnings = [f"{sources.of('cert')}: {problem}" for problem in certificate_warnings(config)]
    warnings += open_secrets(config, sources)
    sys.stderr.writelines(f"Warning: {escaped(warning)}\n" for warning in warnings)
    return 0


def _check_certificate(config: Config, sources: Sources) -> None:
    """Load the certificate, so that a bad one is found before the server restarts with it."""
    if errors := certificate_errors(config):
        raise ConfigError([f"{sources.of('cert')}: {error}" for error in errors])


def shown(setting: Setting, config: Config) -> str:
    """Return the value of a setting as TOML, without a password."""
    match setting.of(config):
        case bool() as value:
            return "true" if value else "false"
        case int() as value:
            return str(value)
        case tuple() as value:
            return "[" + ", ".join(map(quoted, value)) + "]"
        case None:
            return quoted(setting.none)
        case str() as value if setting.hide is not None:
            return quoted(setting.hide(value))
        case value:
            assert isinstance(value, str | Path)
            return quoted(str(value))


def shown_settings(config: Config, sources: Sources) -> str:
    """Return each setting as a line of TOML, with its source as a comment."""
    lines = [(f"{name} = {shown(setting, config)}", sources.of(name)) for name, setting in settings().items()]
    width = min(max(len(line) for line, _where in lines), WIDTH // 2)
    file = place(sources.file) if sources.file else f"none; the default one would be {place(default_file())}"
    return f"# settings file: {file}\n" + "".join(f"{line:<{width}}  # {where}\n" for line, where in lines)


def sample() -> str:
    """Return a settings file with every setting and its default, commented out."""
    lines = _comment(
        "Settings of netgame-server. Every line is commented out and shows the default: remove the # of those that "
        "you change. `netgame-server check-config` shows the settings in use and where each comes from."
    )
    lines.append("#")
    lines += _comment(
        f"Environment variables such as {PREFIX}PORT or {PREFIX}LIMITS_CONNECTIONS override this file, and "
        f"command-line options override both. {FILE_VARIABLE} or --config names another file than this one."
    )
    lines += _comment("Settings marked with (*) may change while the server runs: send it HUP.")
    defaults, is_first_limit = Config(), True
    empty = {"data": "the usual one", "name": "the computer's name"}  # these defaults depend on computer and user
    for name, setting in settings().items():
        lines.append("")
        if setting.is_limit and is_first_limit:
            lines += ("[limits]", "")
            is_first_limit = False
        after = f"; empty: {empty[name]}" if name in empty else ""
        unit = f" {setting.unit}" if setting.unit else ""
        live = " (*)" if setting.is_live else ""
        lines += _comment(f"{setting.help}{after}. Value: {setting.expected}{unit}{live}")
        lines.append(f"#{name.rpartition('.')[2]} = {quoted('') if name in empty else shown(setting, defaults)}")
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
