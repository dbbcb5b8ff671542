"""With which configuration a command was given."""

import argparse

from server.config import Config


def config_of(args: argparse.Namespace) -> Config:
    """The settings of the server that is meant."""
    return Config(data=args.data)
