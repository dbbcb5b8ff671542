"""The ways to send notices, from the settings."""

from server.config.secrets import mail_password, webhook_key
from server.config.settings import Config
from server.notices.channels import PORTS, MailServer, Webhook
from server.notices.outbox import Channels


def channels_of(config: Config) -> Channels:
    """Return the channels that are set; `ConfigError` if the file with a secret cannot be used."""
    port = config.mail_port if config.mail_port is not None else PORTS[config.mail_tls]
    mail, password = None, mail_password(config)
    if config.mail_server:
        mail = MailServer(config.mail_server, port, config.mail_tls, config.mail_sender, config.mail_user, password)
    key = webhook_key(config)
    return Channels(mail, Webhook(config.webhook, key) if config.webhook else None)
