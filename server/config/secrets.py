"""Passwords of other services: in a setting, or in a file that another setting names."""

from pathlib import Path

from server.config.settings import Config
from server.errors import ConfigError, reason_of

MAX_SECRET_FILE = 1000  # characters


def mail_password(config: Config) -> str:
    """Return the password at the mail server; `ConfigError` if its file cannot be used."""
    return _first_line("mail_password_file", config.mail_password_file) or config.mail_password


def webhook_key(config: Config) -> str:
    """Return the key of the webhook; `ConfigError` if its file cannot be used."""
    return _first_line("webhook_key_file", config.webhook_key_file) or config.webhook_key


def _first_line(name: str, path: Path | None) -> str:
    if path is None:
        return ""
    try:
        with path.open(encoding="utf-8") as file:
            secret = file.readline(MAX_SECRET_FILE).rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise ConfigError([f"{name}: {path} cannot be read ({reason_of(error)})"]) from None
    if not secret:
        raise ConfigError([f"{name}: the first line of {path} is empty"])
    return secret
