"""How the functions of kernels become machine code: by numba."""

from typing import Any

import numpy as np
from numba import config, njit

Ints = Any  # arrays of int64
U = np.uint64  # an index of this type is not checked for being negative, which would cost a tenth of the time
INTS, TABLE, CUBE = "int64[::1]", "int64[:,::1]", "int64[:,:,::1]"
_CACHE = bool(config.CACHE_DIR)  # without a folder of its own the compiler would write beside the sources


def compiled(signature: str) -> Any:
    """Return a decorator that compiles a function for these types now."""
    return njit(signature, cache=_CACHE, nogil=True, error_model="numpy")
