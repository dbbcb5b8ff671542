"""What Wine lacks and Windows has, for the tests under Wine only. A .pth file imports this module; no release has it.

Wine answers SIO_BASE_HANDLE but not SIO_BSP_HANDLE_SELECT, with which trio looks for layered providers.
"""

import importlib.machinery
import os
import sys


class TrioFinder:
    """Finds trio's module for sockets of Windows, and lets it ask only what Wine answers."""

    def find_spec(self, name, path=None, target=None):
        if name != "trio._core._io_windows":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module

        def execute_and_replace(module):
            execute(module)
            ask = module._get_underlying_socket
            module._get_underlying_socket = lambda socket, *, which=module.WSAIoctls.SIO_BASE_HANDLE: ask(socket)

        spec.loader.exec_module = execute_and_replace
        return spec


def _no_sysconf(name):
    raise ValueError(name)


sys.meta_path.insert(0, TrioFinder())
os.sysconf = _no_sysconf  # trio and others would take Wine's view of /proc for that of Linux
