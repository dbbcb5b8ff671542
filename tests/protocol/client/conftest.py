"""Fixtures of the tests of clients."""

from tests.server.serving import forget_kept

__all__ = ["forget_kept"]
