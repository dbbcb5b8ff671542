"""Passwords of other services: in a setting, or in a file that another setting names."""

from collections.abc import Iterator
from pathlib import Path

from protocol.platform import is_private
from server.config.loading import Sources, place
from server.config.settings import ASCII, Config, check_ascii, settings
from server.errors import ConfigError, reason_of

MAX_SECRET_FILE = 1000  # characters


def mail_password(config: Config) -> str:
    """Return the password at the mail server; `ConfigError` if its file cannot be used."""
    password = _first_line("mail_password_file", config.mail_password_file) or config.mail_password
    try:
        check_ascii(password)
    except ValueError:
        raise ConfigError([f"mail_password_file: the password must be {ASCII}"]) from None
    return password


def webhook_key(config: Config) -> str:
    """Return the key of the webhook; `ConfigError` if its file cannot be used."""
    return _first_line("webhook_key_file", config.webhook_key_file) or config.webhook_key


def open_secrets(config: Config, sources: Sources) -> Iterator[str]:
    """Yield a sentence for each file with a password or key that every user of this computer may read. Blocks."""
    named = {config.mail_password_file, config.webhook_key_file}
    if any(_holds_secret(name, config, sources) for name in settings()):
        named.add(sources.file)
    for path in sorted(filter(None, named)):
        try:
            if not is_private(path):
                yield (
                    f"Every user of this computer may read {path} (mode {path.stat().st_mode & 0o777:o}). It holds a "
                    "password or key. Make it private: mode 640 with the group of the server, or mode 600"
                )
        except OSError:
            continue  # the server cannot read it either, and says so


def _holds_secret(name: str, config: Config, sources: Sources) -> bool:
    """Return whether the settings file has a password or key in that setting."""
    setting = settings()[name]
    value = setting.of(config)
    in_file = sources.file is not None and sources.of(name).startswith(place(sources.file))
    return in_file and setting.hide is not None and isinstance(value, str) and setting.hide(value) != value


def _first_line(name: str, path: Path | None) -> str:
    if path is None:
        return ""
    try:
        with path.open(encoding="utf-8-sig") as file:
            secret = file.readline(MAX_SECRET_FILE).rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise ConfigError([f"{name}: {path} cannot be read ({reason_of(error)})"]) from None
    if not secret:
        raise ConfigError([f"{name}: the first line of {path} is empty"])
    return secret
