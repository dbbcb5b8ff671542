"""What values of settings are."""

from pathlib import Path

from server.config.kinds import BoolKind, HostsKind, Kind, NumberKind, PathKind


def is_of(kind: Kind, name: str, value: object) -> bool:
    """Whether that is what the field promises."""
    match kind:
        case NumberKind(low, high, nothing):
            return (value is None and nothing != "") or (type(value) is int and low <= value <= high)
        case BoolKind():
            return isinstance(value, bool)
        case HostsKind():
            return isinstance(value, tuple) and all(isinstance(host, str) for host in value)
        case PathKind():
            return isinstance(value, Path) or (value is None and name != "data")
    return isinstance(value, str)
