from pathlib import Path

import msgspec

from server.config.settings import Setting


def fits(setting: Setting, value: object) -> bool:
    """Return whether a value has the type that the field declares."""
    if setting.kind is Path:
        return isinstance(value, Path) or (value is None and setting.name != "data")
    if setting.kind is int and not setting.none and type(value) is not int:
        return False
    try:
        msgspec.convert(value, setting.type)
    except msgspec.ValidationError:
        return value == () and setting.name == "hosts"  # the default, which `Config` replaces
    return True
