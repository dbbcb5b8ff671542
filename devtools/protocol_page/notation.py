"""Plain msgpack values as text, as PROTOCOL.md writes them."""

import json


def notation(value: object) -> str:
    """Write a msgpack value as JSON, with byte strings as h'00ff' and nil."""
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)}: {notation(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(notation, value)) + "]"
        case bytes():
            return f"h'{value.hex()}'"
        case None:
            return "nil"
        case _:
            return json.dumps(value, ensure_ascii=False)
