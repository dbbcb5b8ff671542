"""Something that is wrong in a data folder."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """`table` is empty where it is about a whole database, `number` 0 where it is about no event."""

    table: str
    number: int
    reason: str

    def __str__(self) -> str:
        where = f"table {self.table}: " if self.table else ""
        return f"{where}{f'event {self.number}: ' if self.number else ''}{self.reason}"
