"""With which configuration a command was given."""

import argparse
from pathlib import Path

from server.admin.control.socket_path import FILE
from server.config.loading import read_config
from server.config.settings import Config


def config_of(args: argparse.Namespace) -> Config:
    """The settings of the server that is meant; `ConfigError` if they cannot be used."""
    return read_config(args)[0]


def place_of(args: argparse.Namespace) -> Path:
    """Where the server that is meant has its control socket."""
    return control_place(config_of(args))


def control_place(config: Config) -> Path:
    """Where the server of that configuration has its control socket."""
    return config.control or config.data / FILE
