"""Values that take long to compute, computed once for all processes of a run of the tests."""

import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

FOLDER = "NETGAME_TEST_VALUES"  # the environment variable with the folder of a run; without it nothing is kept
T = TypeVar("T")


def once(compute: Callable[..., T]) -> Callable[..., T]:
    """Let all processes share the results of a function whose arguments have different texts."""

    @cache
    @wraps(compute)
    def shared(*args: Any) -> T:
        if FOLDER not in os.environ:
            return compute(*args)
        path = Path(os.environ[FOLDER], sha256(repr((compute.__name__, args)).encode()).hexdigest())
        if path.exists():
            kept: T = pickle.loads(path.read_bytes())
            return kept
        value = compute(*args)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(value))
        unfinished.replace(path)
        return value

    return shared
