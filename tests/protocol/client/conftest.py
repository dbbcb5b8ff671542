"""Fixtures of the tests of clients."""

from devtools.harness.server.serving import forget_kept

__all__ = ["forget_kept"]
